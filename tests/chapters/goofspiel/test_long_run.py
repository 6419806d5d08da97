"""The command of Goofspiel's long runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from chapters.goofspiel.long_run import main


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Run the command: what it prints to standard error, and what it stops with."""

    def call(*arguments: object) -> tuple[str, str]:
        monkeypatch.setattr(sys, "argv", ["long_run", "--jobs", "1", *map(str, arguments)])
        stopped = ""
        try:
            main()
        except SystemExit as error:
            stopped = str(error)
        out, err = capsys.readouterr()
        assert out == ""
        return err, stopped

    return call


def test_it_adds_a_game_to_the_file(command, tmp_path: Path) -> None:
    output = tmp_path / "found.json"
    for n in (4, 3):
        err, stopped = command("--cards", n, "--folder", tmp_path / "kept", "--output", output)
        assert f"layer {n - 1} of {n - 1}" in err and not stopped
    assert [entry["cards"] for entry in json.loads(output.read_text())] == [3, 4]


def test_it_solves_the_game_to_win(command, tmp_path: Path) -> None:
    err, stopped = command("--cards", 4, "--to-win", "--output", tmp_path / "found.json")
    assert "layer 3 of 3" in err and not stopped
    assert json.loads((tmp_path / "found.json").read_text())[0]["to_win"]


@pytest.mark.parametrize(
    ("cards", "name", "told"),
    [
        (3, "none/x.json", "a folder that does not exist"),
        (3, "other.json", "does not hold long runs"),
        (17, "new.json", "n_cards: got 17, allowed are the integers 1 to 16"),
    ],
)
def test_what_is_wrong_is_said_first(
    command, tmp_path: Path, cards: int, name: str, told: str
) -> None:
    (tmp_path / "other.json").write_text("[3]")
    err, stopped = command("--cards", cards, "--output", tmp_path / name)
    assert told in stopped and "layer" not in err
    assert [file.name for file in tmp_path.iterdir()] == ["other.json"]
