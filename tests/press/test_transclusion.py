"""What stands on a page although it was made elsewhere."""

from __future__ import annotations

import pytest

from press.project.errors import UserError
from press.site.pieces import Piece
from press.site.transclusion import expand

PIECES = {
    one.key: one
    for one in (
        Piece("table", "demo", "table1"), Piece("entry", "demo", "mean"), Piece("map", "demo"),
        Piece("figure", "other", "line"), Piece("figure", "demo", "line"),
    )
}  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("line", "demo/figure line"),
        ("other/line", "other/figure line"),
        ("entry mean", "demo/entry mean"),
        ("map", "demo/map"),
        ("demo/table1", "demo/table table1"),
    ],
)
def test_a_piece_goes_by_its_name(asked: str, found: str) -> None:
    text = f"- a point\n  ```{{shown}} {asked}\n  ```"
    assert f"\n  {found}\n" in expand(text, PIECES, "demo", lambda piece: piece.key)


def test_a_piece_that_nobody_makes_is_told_with_the_nearest() -> None:
    with pytest.raises(UserError, match="'demo/table2'; did you mean 'demo/table1'"):
        expand("```{shown} table2\n```", PIECES, "demo", str)
