"""What the article says without exception is judged alike."""

from __future__ import annotations

from chapters.yankee_swap.said import said


def test_those_without_exception_agree_on_one_sentence() -> None:
    """Where only the path bears a claim out, its sisters have the same remark."""
    entries = [one for one in said.published.entries.values() if "path" in one.yardsticks]
    assert {entry.expected for entry in entries} == {"holds"}
    assert len({entry.diagnosis for entry in entries} - {None}) == 1
