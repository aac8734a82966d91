import pytest

pytest.register_assert_rewrite("tests.conformance.battery", "tests.conformance.play")
