"""Goofspiel's long runs: how they are cut and stopped does not matter, and their command."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chapters.goofspiel import blocks, long_run
from chapters.goofspiel.large_games import LongRun, load
from chapters.goofspiel.long_run import main, run, save
from parlor.games.goofspiel import solve
from parlor.games.goofspiel.layers import Tree


@pytest.fixture
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def same(one: LongRun, other: LongRun) -> bool:
    return (
        one.layers == other.layers
        and one.samples == other.samples
        and bool((one.payoffs == other.payoffs).all())
        and bool((one.strategies == other.strategies).all())
    )


class Killed(Exception):
    pass


def stopped(n_cards: int, stop: int, folder: Path, pool: Executor) -> None:
    """A run that is killed in some layer, after its first task."""

    def kill(cards: int, games: int, most: int) -> None:
        if cards == stop:
            raise Killed

    with pytest.raises(Killed):
        run(n_cards, folder, pool, kill)


def watched(n_cards: int, folder: Path, pool: Executor) -> tuple[LongRun, int]:
    """A run, and the first layer that had something to be solved."""
    seen: list[int] = []
    found = run(n_cards, folder, pool, lambda cards, games, most: seen.append(cards))
    return found, seen[0]


def test_it_agrees_with_solve(tmp_path: Path, threads: Executor) -> None:
    for n in range(1, 9):
        game, found = solve(n), run(n, tmp_path / "kept", threads)
        assert found.n_states == game.n_states
        assert found.layers == game.layers
        for prize in range(1, n + 1):
            assert (found.strategies[prize - 1] == game.opening(prize)).all()
            assert (found.payoffs[prize - 1] == game.opening_payoffs(prize)).all()
        for hand, opponent_hand, prizes, value, *_ in found.samples:
            assert abs(game.value(hand, opponent_hand, prizes)) == abs(value)
        save(tmp_path / "one.json", {n: found})
        assert same(load(tmp_path / "one.json")[n], found)


@pytest.mark.parametrize("stop", [1, 3, 5, 6])
def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path, threads: Executor, stop: int) -> None:
    kept = tmp_path / "kept"
    stopped(7, stop, kept, threads)
    assert {file.name[:2] for file in kept.iterdir()} == {f"{k:02}" for k in (stop - 1, stop)}
    resumed, first = watched(7, kept, threads)
    assert first == stop
    assert same(resumed, run(7, tmp_path / "other", threads))
    assert not list(tmp_path.iterdir())


def test_what_is_damaged_is_made_again(tmp_path: Path, threads: Executor) -> None:
    whole_run = run(5, tmp_path, threads)
    for key in (None, long_run.STORY):
        stopped(5, 4, tmp_path, threads)
        with closing(sqlite3.connect(tmp_path / "03.sqlite")) as kept:
            name = key or kept.execute("select min(key) from kept").fetchone()[0]
            kept.execute("update kept set sum = ? where key = ?", (b"0", name))
            kept.commit()
        found, first = watched(5, tmp_path, threads)
        assert first == 1
        assert same(found, whole_run)


@pytest.mark.parametrize(("free", "games"), [(0, 100), (2, 10**6), (3, 50), (6, 1000)])
def test_how_layers_are_cut_does_not_matter(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, threads: Executor, free: int, games: int
) -> None:
    whole_run = run(7, tmp_path, threads)
    monkeypatch.setattr(blocks, "FREE", free)
    monkeypatch.setattr(blocks, "GAMES", games)
    blocks.blocks.cache_clear()
    assert same(whole_run, run(7, tmp_path, threads))
    blocks.blocks.cache_clear()


def test_a_task_asks_for_a_small_part_of_the_layer_below() -> None:
    asked = most = 0
    there = blocks.blocks(12, 5)
    for head, masks in blocks.blocks(12, 6).items():
        needed = {int(mask) & ~(1 << p) for mask in masks for p in range(12) if mask >> p & 1}
        assert needed == {int(mask) for one in blocks.needs(12, 6, head) for mask in there[one]}
        asked += len(needed)
        most = max(most, len(needed))
    assert most <= 0.1 * 792  # of the layer's sets of prizes
    assert asked <= 5 * 792  # in all blocks together


def test_the_tasks_of_a_layer_are_all_of_it() -> None:
    tree = Tree(4**9 - 1, range(1, 10))
    for cards in range(10):
        for some in blocks.parts(9, cards, tree.codes[cards].size).values():
            rows = [row for part in some for row in range(part.first, part.last)]
            assert rows == list(range(tree.codes[cards].size))


class Number(int):
    """What an array was shared as."""


class Sharing(Executor):
    """Hands out numbers in the place of arrays, and knows them when they come back."""

    def __init__(self) -> None:
        self.arrays: list[np.ndarray] = []

    def share(self, array: np.ndarray) -> Number:
        self.arrays.append(array)
        return Number(len(self.arrays) - 1)

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        work, call = args
        job = call["job"]
        job["before"] = self.arrays[job["before"]]
        job["below"] = [[self.arrays[one] for one in rows] for rows in job["below"]]
        future.set_result(function(work, call))
        return future


def test_what_many_tasks_need_is_shared_once(tmp_path: Path, threads: Executor) -> None:
    sharing = Sharing()
    assert same(run(7, tmp_path, threads), run(7, tmp_path, sharing))
    names = {(array.dtype.str, array.tobytes()) for array in sharing.arrays}
    assert len(names) == len(sharing.arrays) > 12


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[str, str]]:
    """Run the command: what it prints to standard error, and what it stops with."""

    def call(*arguments: object) -> tuple[str, str]:
        monkeypatch.setattr(long_run, "_folder", lambda *_: tmp_path / "kept")
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
        err, stopped = command("--cards", n, "--output", output)
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
    assert told in err and stopped == "2" and "layer" not in err
    assert [file.name for file in tmp_path.iterdir()] == ["other.json"]
