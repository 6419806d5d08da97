"""The shipped map of first movers is what its command makes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from chapters.token_game.first_mover_map import rows_of, text_of
from parlor.core.places import data_file

SHIPPED = data_file("token_first_mover.json").read_text("utf-8")


def test_the_shipped_map_is_written_as_the_command_writes_it() -> None:
    assert text_of(json.loads(SHIPPED)["rows"]) == SHIPPED


@pytest.mark.parametrize("n", [2, 9, 13])
def test_rows_are_the_shipped_ones(n: int) -> None:
    assert rows_of(n) == [row for row in json.loads(SHIPPED)["rows"] if row[1] == n]


def test_the_command_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "chapters.token_game.first_mover_map"]
    for arguments, why in (
        (["--output", str(tmp_path / "none/map.json")], "in a folder that does not exist"),
        (["--output", str(tmp_path / "map.json"), "--stacks", "27"], "allowed are 2 to 26"),
    ):
        done = subprocess.run([*command, *arguments], capture_output=True, text=True)
        assert done.returncode == 1 and why in done.stderr
    assert not list(tmp_path.iterdir())
