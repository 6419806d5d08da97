"""What is said of the line and of the clock is judged alike."""

from __future__ import annotations

import pytest

from chapters.token_game.said import by_both_rules, said


@pytest.mark.parametrize(("board", "other"), [("line", "clock"), ("clock", "line")])
def test_line_and_clock_are_judged_alike(board: str, other: str) -> None:
    """What is said of both tables has one check for both, and one kind of verdict and diagnosis."""
    entries = said.published.entries
    for name, entry in entries.items():
        sister = entries.get(name.replace(f"prose.{board}_", f"prose.{other}_"))
        if name.startswith(f"prose.{board}_") and sister:
            assert (entry.expected, entry.diagnosis) == (sister.expected, sister.diagnosis)


def test_all_verdicts_can_be_reached() -> None:
    found = [by_both_rules(*one) for one in ((True, True), (True, False), (False, False))]
    assert found == ["holds", "partly", "fails"]
