"""For every test: the helpers that assert are rewritten, so that their failures tell what was compared."""

import pytest

pytest.register_assert_rewrite("tests.conformance.battery", "tests.conformance.play")
