"""Like claims are judged alike: by which rule each is, and that none of its words is left out."""

from __future__ import annotations

import importlib
import re

import pytest

from press import Effort, Finding
from press.ledger.findings import checks_of, entries_of
from press.ledger.published import load_all
from press.project.places import Project

from .test_checks import SECTIONS

SOURCE = load_all(Project.here().root / "data")["goofspiel"]
BY = {
    "repaired": """
        a_function a_function.condition b_function b_function.condition eq6.second
        eq7.second eq8.first eq8.last eq8.step g.boundary g.corner g.start h.boundary h.call
        lemma4.proof lemma5.proof lemma6.corners lemma6.edges lemma6.first lemma6.function
        lemma6.sign prop1.call prop1.identities prop1.split prop2.identities prop2.step
        prop3.alpha prop3.beta prop3.z
    """,
    "sum": """
        eq10 eq11 eq12 eq13 eq4 eq5 eq9 prop4
    """,
    "range": """
        eq8.range g.range h.range lemma6.proof_range lemma6.range prop3.proof_range
        prop5.range
    """,
    "substitution": """
        lemma4.substitution lemma5.substitution lemma6.substitution prop1.substitution
        prop2.substitution prop3.substitution
    """,
    "other_cases": """
        lemma4.strategy_others lemma5.ends prop1.others prop2.others prop3.others
    """,
    "strategy": """
        lemma4.strategy lemma5.strategy lemma6.strategy prop1.strategy prop2.strategy
        prop3.case prop3.low prop3.mixture prop3.mixture_two prop3.strategy prop4.strategy
    """,
    "unconditional": """
        intro.one_type lemma4.one_decides order.mixed order.pairs order.similar prop1.range
        prop2.range prop3.range prop5.one prop5.proof prop5.x2
    """,
    "must": """
        prop5.must prop5.only
    """,
    "defined": """
        a_function.defined c_function.defined t_function.defined
    """,
}
SISTERS = {  # what claims have in their words, or their ids, that are judged by a rule
    "sum": re.compile(r"^gives .*(double|partial|sum of the entries).*(array|with \$[fgh]\$ as)"),
    "range": re.compile(r"^(gives|writes) the (recursion of|general step|stage).* (for|wherever) "),
    "substitution": re.compile(r"\bsubstituting\b"),
    "other_cases": re.compile(r"\bother cases\b|simple (calculation|examination)"),
    "unconditional": re.compile(r"no condition|in every state|names no state"),
    "must": re.compile(r"\bfor prizes of 1 player I+ must\b"),
    "defined": re.compile(r"well defined because"),
}
STATE = r"\(\d+, \d+, \d+, \d+\)"


def test_entries_by_yardstick() -> None:
    found = {name: set(one.entries) for name, one in SOURCE.yardsticks.items()}
    assert found == {name: set(entries.split()) for name, entries in BY.items()}


@pytest.mark.parametrize("rule", SISTERS)
def test_claims_of_the_same_words_are_under_the_same_rule(rule: str) -> None:
    alike = {e.id for e in SOURCE.entries.values() if SISTERS[rule].search(e.quantity)}
    assert alike
    assert alike <= set(SOURCE.yardsticks[rule].entries)


def test_no_rule_that_asks_for_all_calls_a_part_enough() -> None:
    never = {"repaired": "partly", "substitution": "partly", "strategy": "partly"}
    for rule, verdict in never.items():
        judged = {SOURCE.entries[name].expected for name in SOURCE.yardsticks[rule].entries}
        assert verdict not in judged


@pytest.mark.parametrize("section", SECTIONS)
def test_a_diagnosis_names_the_state_of_its_evidence(section: str) -> None:
    for check in checks_of(importlib.import_module(f"chapters.goofspiel.{section}")):
        told = check(Effort(reduced=True))
        for entry in entries_of(SOURCE, check):
            finding = told[entry.id] if isinstance(told, dict) else told
            if not isinstance(finding, Finding) or not entry.diagnosis:
                continue
            named = re.findall(STATE, SOURCE.diagnoses[entry.diagnosis].explanation)
            first = re.search(rf"(?:first|smallest)(?: at| in| is)? ({STATE})", finding.evidence)
            if off := re.search(rf"off first at ({STATE})", finding.evidence):
                first = off
            assert not named or not first or first[1] in named, (entry.id, first[1], named)


def resting(name: str) -> set[str]:
    """All statements that rest on one, however indirectly."""
    above = {one.name for one in SOURCE.argument.resting_on(name)}
    return above.union(*map(resting, above))


def test_what_the_map_answers() -> None:
    argument = SOURCE.argument
    verdicts = {name: entry.expected for name, entry in SOURCE.entries.items()}
    states = {name: one.state(verdicts) for name, one in argument.statements.items()}
    assert argument.unexplained(verdicts) == []
    # Lemma 6 is wrong: does Proposition 3 survive, and by what?
    assert states["Lemma 6: strategy"] == states["C_F"] == "fell"
    assert "Proposition 3: (13)" not in resting("C_F")
    assert "Proposition 4" in resting("C_F")
    assert "B_F" in argument.statements["Proposition 3: (13)"].stands
    # (8) is wrong: Proposition 3 takes its boundary from Lemma 5
    assert "Proposition 3: (13)" in resting("Array p of (8)")
    needless = [name for name, one in argument.statements.items() if one.stands and not any(
        states[below] in ("fell", "partly") for below in one.rests_on)]  # fmt: skip
    assert needless == []
