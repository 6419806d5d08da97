"""What the article says without exception is judged alike."""

from __future__ import annotations

from chapters.yankee_swap.said import said


def test_those_without_exception_agree_on_one_sentence() -> None:
    """Where only the path bears a claim out, its sisters have the same remark."""
    entries = [said.published.entry(name) for name in said.published.yardsticks["path"].entries]
    assert {entry.expected for entry in entries} == {"holds"}
    assert len({entry.diagnosis for entry in entries} - {None}) == 1
