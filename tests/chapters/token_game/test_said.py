"""What is said of the line and of the clock is judged alike."""

from __future__ import annotations

import pytest

from chapters.token_game.said import by_both_rules, said


@pytest.mark.parametrize(("board", "other"), [("line", "clock"), ("clock", "line")])
def test_line_and_clock_are_judged_alike(board: str, other: str) -> None:
    """What is said of both tables has one check for both, which finds the same by the letter."""
    entries, letter = said.published.entries, said.published.by_the_letter
    for name, entry in entries.items():
        sister = entries.get(name.replace(f"prose.{board}_", f"prose.{other}_"))
        if name.startswith(f"prose.{board}_") and sister:
            assert letter(entry) == letter(sister)


def test_all_verdicts_can_be_reached() -> None:
    found = [by_both_rules(*one) for one in ((True, True), (True, False), (False, False))]
    assert found == ["holds", "partly", "fails"]
