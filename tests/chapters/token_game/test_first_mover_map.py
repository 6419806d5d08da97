"""The shipped map of first movers is what its command makes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from chapters.token_game.first_mover_map import main, rows_of, text_of
from parlor.core.places import data_file

SHIPPED = data_file("token_first_mover.json").read_text("utf-8")


def test_the_shipped_map_is_written_as_the_command_writes_it() -> None:
    assert text_of(json.loads(SHIPPED)["rows"]) == SHIPPED


@pytest.mark.parametrize("n", [2, 9, 13])
def test_rows_are_the_shipped_ones(n: int) -> None:
    assert rows_of(n) == [row for row in json.loads(SHIPPED)["rows"] if row[1] == n]


def test_the_command_refuses_what_it_cannot_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for arguments, why in (
        (["--output", str(tmp_path / "none/map.json")], "in a folder that does not exist"),
        (["--output", str(tmp_path / "map.json"), "--stacks", "27"], "allowed are 2 to 26"),
    ):
        monkeypatch.setattr(sys, "argv", ["first_mover_map", *arguments])
        with pytest.raises(SystemExit, match=why):
            main()
    assert not list(tmp_path.iterdir())
