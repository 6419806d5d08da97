"""Goofspiel with 11 and more cards, solved layer by layer, and the command that does it.

    python -m chapters.goofspiel.long_run --cards 12 --output data/games/goofspiel.json

solves the game in threads of this machine, ``--jobs`` of them, or by the workers of a dask
scheduler, ``--scheduler``: the same bytes everywhere. Finished tasks (see
`blocks`) of two layers are kept in the project's store, from where an interrupted run goes on. 12
cards take a processor a minute and a half, 13 cards some ten minutes, 14 cards about an hour; each
card more takes six times as much.

    python -m chapters.goofspiel.long_run --to-win --cards 10 \
        --output data/games/goofspiel_winning.json

solves the game in which only winning counts, whose states have a lead: 10 cards take a processor a
minute, and each card more eight times as much.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import closing, suppress
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from parlor.core.checks import whole
from parlor.games.goofspiel import winning
from parlor.games.goofspiel.layers import Layer, Tree, solve_stage
from press.ask import keys
from press.ask.store import Store, store_of
from press.ask.tracing import unwatched
from press.ask.workers import AHEAD, completed, executor
from press.project.errors import BuildError, UserError
from press.project.places import Project

from .blocks import Part, Solved, blocks, needs, parts, solve_part
from .large_games import Cards, LongRun, State, load

MAX_CARDS = 16
MAX_CARDS_WINNING = 11
SAMPLES = 8  # states kept of every layer
# Samples are taken at strides, so that they are spread evenly and are the same in every run. The
# 1,000th and the 10,000th prime have no factor in common with the number of sets of prizes, a
# binomial coefficient of at most MAX_CARDS, so that no two samples of a layer have the same set.
SET_STRIDE, LAYER_STRIDE = 7919, 104_729
LEAD_STRIDE, FIRST_LEAD = 31, 17  # primes again: among the leads that are not yet decided
PAUSE = 5.0  # seconds between two lines of progress on a layer, in a log
AT_HAND = 64  # parts of the layer below that threads keep in memory
TASKS_A_THREAD = 3  # are given to the threads at a time, since what they need takes memory
STORY = "story"  # the key of what a run has found up to a layer that is finished

Progress = Callable[[int, int, int], None]  # cards of the layer, games done, games at most


def _quiet(cards: int, games: int, most: int) -> None:
    """Progress that nobody sees."""


def run(
    n_cards: int,
    folder: Path,
    pool: Executor,
    progress: Progress = _quiet,
    made: keys.Provenance | None = None,
) -> LongRun:
    """Solve the game layer by layer, two layers at hand.

    Parameters
    ----------
    n_cards : int
        Cards n in either hand, 1 to 16.
    folder : Path
        Where finished tasks of two layers are kept until the run is over, and looked for at its
        start. It belongs to this game as solved by this code, and goes when nothing else is in it.
    pool : Executor
        What does the tasks. One with a method `share` is given each array once, and tasks get what
        it returns.
    progress : callable
        Called with the cards of the layer, its stage games done and how many it has at most.
    made : Provenance, optional
        The code that solves it; by default that which lies here.

    Returns
    -------
    LongRun
        The same bits with and without interruption, whatever the executor.
    """
    n = whole("n_cards", n_cards, 1, MAX_CARDS)
    tree = Tree(4**n - 1, range(1, n + 1))
    made = made or _made(n)
    layers, samples = _begun(tree, folder)
    for cards in range(len(layers) + 1, n):
        with closing(_store(folder, cards - 1)) as below, closing(_store(folder, cards)) as here:
            layers.append(_solve_layer(tree, cards, below, here, pool, progress, made))
            samples += [_sample(tree, here, cards, q, s) for q, s in _spread(tree, cards)]
            here.put(STORY, pickle.dumps((layers, samples)))
        below.file.unlink()
    with closing(_store(folder, n - 1)) as last:
        values = _whole_layer(tree, n - 1, last)
    for file in folder.glob("[0-9][0-9].sqlite"):  # a run that was killed may have left others
        file.unlink()
    with suppress(OSError):  # something else is there
        folder.rmdir()
    payoffs = np.array([tree.stage(values, 4**n - 1, 2**n - 1, p)[0] for p in range(n)])
    strategies = np.array([solve_stage(game)[1] for game in payoffs])
    return LongRun(n, tuple(layers), payoffs, strategies, tuple(samples))


def _store(folder: Path, cards: int) -> Store:
    """Where the tasks of a layer are kept."""
    return Store(folder / f"{cards:02}.sqlite")


def _begun(tree: Tree, folder: Path) -> tuple[list[Layer], list[State]]:
    """What an earlier run has found, up to the last layer that is kept whole; else nothing."""
    for cards in range(tree.prizes.size - 1, 0, -1):
        if (folder / f"{cards:02}.sqlite").exists():
            with closing(_store(folder, cards)) as here:
                story = here.get(STORY)
                if story and all(_solved(here, part) for part in _parts(tree, cards)):
                    layers, samples = pickle.loads(story)
                    return layers, samples
    with closing(_store(folder, 0)) as nothing_left:
        (only,) = _parts(tree, 0)
        nothing_left.put(only.name, pickle.dumps(Solved(np.zeros((1, 1)), 0.0, 0)))
    return [], []


def _parts(tree: Tree, cards: int) -> list[Part]:
    """All tasks of a layer."""
    by_head = parts(tree.prizes.size, cards, tree.codes[cards].size)
    return [part for some in by_head.values() for part in some]


def _solved(kept: Store, part: Part) -> Solved | None:
    """What a task gave, if that is kept."""
    content = kept.get(part.name)
    return None if content is None else pickle.loads(content)


def _values(kept: Store, part: Part) -> np.ndarray:
    """Values of a task that is finished."""
    solved = _solved(kept, part)
    if solved is None:
        raise BuildError(f"{kept.file}: {part.name} was there and is no longer")
    return solved.values


def _solve_layer(
    tree: Tree,
    cards: int,
    below: Store,
    here: Store,
    pool: Executor,
    progress: Progress,
    made: keys.Provenance,
) -> Layer:
    """Solve a layer, of which some tasks may be kept already, above one that is kept whole."""
    most = tree.codes[cards].size * tree.masks[cards].size * cards
    games, gap, missing = 0, 0.0, []
    for part in _parts(tree, cards):
        if solved := _solved(here, part):
            games, gap = games + solved.games, max(gap, solved.gap)
        else:
            missing.append(part)
    share = getattr(pool, "share", None)
    ahead = AHEAD if share else TASKS_A_THREAD * (os.cpu_count() or 1)
    jobs = _jobs(tree, missing, below, share)
    calls = ({"function": solve_part, "job": job, "made": made} for job in jobs)
    for number, solved in completed(pool, unwatched, calls, ahead=ahead):
        if isinstance(solved, Exception):
            raise solved
        here.put(missing[number].name, pickle.dumps(solved, protocol=5))
        games, gap = games + solved.games, max(gap, solved.gap)
        progress(cards, games, most)
    return Layer(cards, tree.codes[cards].size, tree.masks[cards].size, games, gap)


def _jobs(
    tree: Tree, missing: list[Part], below: Store, share: Callable[[np.ndarray], Any] | None
) -> Iterator[dict[str, Any]]:
    """Arguments of tasks; arrays that many of them need are shared, if there is a way to."""
    if not missing:
        return
    n, cards = tree.prizes.size, missing[0].cards
    there = parts(n, cards - 1, tree.codes[cards - 1].size)
    before = tree.codes[cards - 1]
    if share:
        before = share(before)

    @lru_cache(None if share else AT_HAND)  # what is shared is given away once
    def values(part: Part) -> Any:
        return share(_values(below, part)) if share else _values(below, part)

    for part in missing:
        yield {
            "n_cards": n,
            "part": part,
            "codes": tree.codes[cards][part.first : part.last],
            "before": before,
            "below": [[values(one) for one in there[head]] for head in needs(n, cards, part.head)],
        }


def _whole_layer(tree: Tree, cards: int, kept: Store) -> np.ndarray:
    """A finished layer as one array."""
    n, codes = tree.prizes.size, tree.codes[cards]
    found = np.empty((codes.size, tree.masks[cards].size))
    for part in _parts(tree, cards):
        masks = blocks(n, cards)[part.head]
        found[part.first : part.last, tree.rank[masks]] = _values(kept, part)
    return found


def _spread(tree: Tree, cards: int) -> list[tuple[int, int]]:
    """Rows and sets of prizes spread over a layer."""
    rows, sets = tree.codes[cards].size, tree.masks[cards].size
    return [
        ((2 * i + 1) * rows // (2 * SAMPLES), (SET_STRIDE * i + LAYER_STRIDE * cards) % sets)
        for i in range(SAMPLES)
    ]


def _sample(tree: Tree, kept: Store, cards: int, q: int, s: int) -> State:
    """A state of a finished layer and its value, by its row and its set of prizes."""
    mask = int(tree.masks[cards][s])
    for part in _parts(tree, cards):
        masks = blocks(tree.prizes.size, cards)[part.head]
        if part.first <= q < part.last and mask in masks:
            value = _values(kept, part)[q - part.first, np.searchsorted(masks, mask)]
            return *_state(tree, cards, q, s), float(value)
    raise LookupError(q, s)


def _state(tree: Tree, cards: int, q: int, s: int) -> tuple[Cards, Cards, Cards]:
    """Both hands, as ranks, and the prizes of a state."""
    code, mask = int(tree.codes[cards][q]), int(tree.masks[cards][s])
    places = range(code.bit_length() // 2 + 1)
    mine, yours = (tuple(r + 1 for r in places if code >> 2 * r & mark) for mark in (1, 2))
    return mine, yours, tuple(p + 1 for p in range(tree.prizes.size) if mask >> p & 1)


def run_to_win(n_cards: int, progress: Progress = _quiet) -> LongRun:
    """Solve the game in which only winning counts.

    Parameters
    ----------
    n_cards : int
        Cards n in either hand, 1 to 11.
    progress : callable
        Called after each layer, with its cards and its stage games, twice.

    Returns
    -------
    LongRun
        With ``to_win=True``.

    Examples
    --------
    >>> run_to_win(3).strategies[2].round(4)
    array([0., 0., 1.])
    """
    n = whole("n_cards", n_cards, 1, MAX_CARDS_WINNING)
    tree = Tree(4**n - 1, range(1, n + 1))
    layers: list[Layer] = []
    samples: list[State] = []

    def told(layer: Layer, leads: winning.Leads, values: np.ndarray) -> None:
        layers.append(layer)
        for i, (q, s) in enumerate(_spread(tree, layer.cards)):
            state = _state(tree, layer.cards, q, s)
            first, last = leads.starts[s : s + 2]
            near = np.flatnonzero(np.abs(leads.leads[first:last]) <= sum(state[2]) // 2) + first
            column = near[(LEAD_STRIDE * i + FIRST_LEAD) % near.size]
            samples.append((*state, float(values[q, column]), int(leads.leads[column])))
        progress(layer.cards, layer.games, layer.games)

    leads, values = winning.solve_layers(tree, n - 1, told=told)
    openings = [winning.opening(tree, leads, values, 4**n - 1, p)[0] for p in range(n)]
    strategies = np.array([solve_stage(game)[1] for game in openings])
    return LongRun(n, tuple(layers), np.array(openings), strategies, tuple(samples), to_win=True)


def save(path: Path, runs: Mapping[int, LongRun]) -> None:
    """Write long runs, by number of cards, as JSON, numbers in full; the file is replaced at once.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(Path(folder) / "found.json", {2: run_to_win(2)})
    ...     load(Path(folder) / "found.json")[2].n_states
    5
    """
    written = []
    for n in sorted(runs):
        found = runs[n]
        upper = np.triu_indices(n, 1)  # the players are alike: the rest is its negative
        lists = {
            "layers": [asdict(layer) for layer in found.layers],
            "payoffs": [game[upper].tolist() for game in found.payoffs],
            "strategies": found.strategies.tolist(),
            "samples": list(found.samples),
        }
        lines = [f'  "cards": {n}', *(['  "to_win": true'] if found.to_win else [])]
        for name, rows in lists.items():
            listed = ",\n".join(f"   {json.dumps(row)}" for row in rows)
            lines.append(f'  "{name}": [\n{listed}\n  ]')
        written.append(" {\n" + ",\n".join(lines) + "\n }")
    half = Path(f"{path}.half")
    half.write_text("[\n" + ",\n".join(written) + "\n]\n", encoding="utf-8")
    half.replace(path)


def main() -> None:
    """Run from the command line; progress goes to the standard error."""
    parser = argparse.ArgumentParser(prog="long_run", description="Solve Goofspiel.")
    parser.add_argument("--cards", type=int, required=True, help="cards in either hand, 1 to 16")
    parser.add_argument("--to-win", action="store_true", help="only winning counts; one process")
    parser.add_argument("--output", type=Path, required=True, help="JSON; other games in it stay")
    parser.add_argument("--jobs", type=int, help="threads, by default one a processor")
    parser.add_argument("--scheduler", metavar="tcp://HOST:PORT", help="of dask")
    given = parser.parse_args()
    started = time.monotonic()
    live = os.isatty(2)
    start, end = ("\r", "") if live else ("", "\n")
    told: dict[int, float] = {}  # when, by layer

    def progress(cards: int, games: int, most: int) -> None:
        if not live and time.monotonic() < told.get(cards, -PAUSE) + PAUSE:
            return
        told[cards] = time.monotonic()
        print(
            f"{start}layer {cards} of {given.cards - 1}: {games / 1e6:8.1f} of at most "
            f"{most / 1e6:.1f} million games, {time.monotonic() - started:.0f} s",
            end=end,
            file=sys.stderr,
            flush=True,
        )

    try:  # what is wrong with the output is said before the long part
        if not given.output.parent.is_dir():
            raise ValueError(f"--output: got {given.output}, in a folder that does not exist")
        if given.jobs is not None and given.jobs < 1:
            raise ValueError(f"--jobs: got {given.jobs}, allowed are 1 and more")
        if given.to_win and given.scheduler:
            raise ValueError("--to-win: it is done by one process, here")
        runs = load(given.output) if given.output.exists() else {}
        if given.to_win:
            found = run_to_win(given.cards, progress)
        else:
            with executor(given.jobs, given.scheduler, threads=True) as pool:
                made = _made(given.cards)
                found = run(given.cards, _folder(given.cards, made), pool, progress, made)
    except (ValueError, UserError) as error:
        parser.error(str(error))
    except BuildError as error:
        sys.exit(str(error))
    save(given.output, runs | {given.cards: found})
    print(
        f"\n{given.cards} cards: {found.n_states} states, largest gap {found.gap:.1e}, "
        f"{time.monotonic() - started:.0f} s",
        file=sys.stderr,
    )


def _made(n_cards: int) -> keys.Provenance:
    """All code that solves a game, as it lies here."""
    return keys.of_code(Project.here(), "cards", str(n_cards), [f"import {solve_part.__module__}"])


def _folder(n_cards: int, made: keys.Provenance) -> Path:
    """Where the tasks of a game are kept, named by all code that solves it."""
    name = f"{n_cards}-{made.name}"
    return store_of(Project.here(), "goofspiel", name).with_suffix("")


if __name__ == "__main__":
    main()
