"""No rule without code, no rule without a test, and the page about it is true."""

import pytest

from engine.games.after_the_empire.rules import RULES
from engine.games.after_the_empire.rulings import RULING_IDS, Rulings
from tests import rules_coverage


@pytest.mark.parametrize("rule", [rule.id for rule in RULES])
def test_every_rule_is_carried_out_by_code_that_cites_it(rule: str) -> None:
    assert rules_coverage.code_by_rule()[rule]


@pytest.mark.parametrize("rule", [rule.id for rule in RULES])
def test_every_rule_has_a_test_named_after_it(rule: str) -> None:
    assert rules_coverage.tests_by_rule()[rule], f"no test is named test_{rule.lower().replace('-', '')}_…"


def test_the_coverage_page_is_up_to_date() -> None:
    assert rules_coverage.PAGE.read_text(encoding="utf-8") == rules_coverage.page(), "run `make coverage-page`"


def test_every_ruling_is_a_setting_and_every_setting_belongs_to_a_ruling() -> None:
    rulings = [rule.id for rule in RULES if rule.id.startswith("R-")]
    assert list(dict.fromkeys(RULING_IDS.values())) == rulings
    assert tuple(RULING_IDS) == tuple(Rulings.__dataclass_fields__)
