"""A diagnosis names the state of its evidence, and the map says what fell with what."""

from __future__ import annotations

import importlib
import re

import pytest

from press import Effort, Finding
from press.ledger.findings import checks_of, entries_of
from tests.published import SOURCES

from .test_checks import SECTIONS

SOURCE = SOURCES["goofspiel"]
STATE = r"\(\d+, \d+, \d+, \d+\)"


@pytest.mark.parametrize("section", SECTIONS)
def test_a_diagnosis_names_the_state_of_its_evidence(section: str) -> None:
    for check in checks_of(importlib.import_module(f"chapters.goofspiel.{section}")):
        told = check(Effort(reduced=True))
        for entry in entries_of(SOURCE, check):
            finding = told[entry.id] if isinstance(told, dict) else told
            if not isinstance(finding, Finding) or not entry.diagnosis:
                continue
            named = re.findall(STATE, entry.diagnosis.explanation)
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
