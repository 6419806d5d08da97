r"""Goofspiel with 11, 12 and 13 cards: the long run.

    python -m parlor.games.goofspiel.long_run --cards 12 --folder _build/goofspiel \
        --output data/games/goofspiel.json

solves the game layer by layer with two layers in memory, the last finished one also in the folder,
from where an interrupted run goes on. One process does all of it: on a free core 12 cards
take 3 minutes and 0.5 GB, 13 cards 20 minutes and 1.1 GB. What is kept of the game is in
`parlor.games.goofspiel.data`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np

from parlor.core.checks import whole
from parlor.solvers import simplex

from . import kernels as _goofspiel_kernels
from . import layers as _goofspiel_layers
from .data import LongRun, State, load, save, state_of
from .layers import Layer, Tree, solve_stage

__all__ = ["run"]

MAX_CARDS = 13
SAMPLES = 8  # states kept of every layer


def run(
    n_cards: int,
    folder: Path | str | None = None,
    progress: Callable[[int, int, int], None] | None = None,
) -> LongRun:
    """Solve the game layer by layer, two layers in memory.

    Parameters
    ----------
    n_cards : int
        Cards n in either hand, 1 to 13.
    folder : path, optional
        Where the last finished layer is kept until the run is over, and looked for at its start.
        A layer from other kernels than the present ones is not used.
    progress : callable, optional
        Called with the cards of the layer, its stage games done and how many it has at most.

    Returns
    -------
    LongRun
        The same bits with and without interruption.

    Raises
    ------
    ValueError
        If `n_cards` is not as above.
    ArithmeticError
        If a stage game is not solved to the tolerance.

    Examples
    --------
    >>> found = run(3)
    >>> found.n_states, found.opening(3).round(4)
    (19, array([0., 0., 1.]))
    """
    n = whole("n_cards", n_cards, 1, MAX_CARDS)
    tree = Tree(4**n - 1, range(1, n + 1))
    kept = _Kept(Path(folder), n) if folder is not None else None
    layers, samples, values = (kept and kept.read()) or ([], [], np.zeros((1, 1)))
    for cards in range(len(layers) + 1, n):
        most = tree.codes[cards].size * tree.masks[cards].size * cards

        def tell(games: int, cards: int = cards, most: int = most) -> None:
            if progress is not None:
                progress(cards, games, most)

        values, layer = tree.solve_layer(cards, values, tell)
        layers.append(layer)
        samples += _sample(tree, cards, values)
        if kept:
            kept.write(layers, samples, values)
    full = 2**n - 1
    payoffs = np.array([tree.stage(values, 4**n - 1, full, p)[0] for p in range(n)])
    strategies = np.array([solve_stage(game)[1] for game in payoffs])
    if kept:
        kept.remove()
    return LongRun(n, tuple(layers), payoffs, strategies, tuple(samples))


def _sample(tree: Tree, cards: int, values: np.ndarray) -> list[State]:
    """A few states spread over a layer."""
    codes, masks = tree.codes[cards], tree.masks[cards]
    found: list[State] = []
    for i in range(SAMPLES):
        q = (2 * i + 1) * codes.size // (2 * SAMPLES)
        s = (7919 * i + 104729 * cards) % masks.size
        places = range(int(codes[q]).bit_length() // 2 + 1)
        hands = [tuple(r + 1 for r in places if int(codes[q]) >> 2 * r & mark) for mark in (1, 2)]
        prizes = tuple(p + 1 for p in range(tree.prizes.size) if masks[s] >> p & 1)
        found.append((hands[0], hands[1], prizes, float(values[q, s])))
    return found


class _Kept:
    """The last finished layer on disk: an array and what goes with it, each replaced at once."""

    def __init__(self, folder: Path, n_cards: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        digest = hashlib.sha256()
        for module in (_goofspiel_kernels, _goofspiel_layers, simplex):
            digest.update(Path(str(module.__file__)).read_bytes())
        self.stem = f"goofspiel-{n_cards}-{digest.hexdigest()[:12]}"
        self.folder = folder
        self.story = folder / f"{self.stem}.json"

    def array(self, cards: int) -> Path:
        return self.folder / f"{self.stem}-layer-{cards}.npy"

    def read(self) -> tuple[list[Layer], list[State], np.ndarray] | None:
        if not self.story.exists():
            return None
        story = json.loads(self.story.read_text(encoding="utf-8"))
        layers = [Layer(**layer) for layer in story["layers"]]
        return layers, [state_of(s) for s in story["samples"]], np.load(self.array(len(layers)))

    def write(self, layers: list[Layer], samples: list[State], values: np.ndarray) -> None:
        half = self.folder / f"{self.stem}.half"
        with half.open("wb") as file:
            np.save(file, values)
        half.replace(self.array(len(layers)))
        story = {"layers": [asdict(layer) for layer in layers], "samples": samples}
        half.write_text(json.dumps(story), encoding="utf-8")
        half.replace(self.story)
        self.array(len(layers) - 1).unlink(missing_ok=True)

    def remove(self) -> None:
        for path in self.folder.glob(f"{self.stem}*"):
            path.unlink()


def main() -> None:
    """Run from the command line; progress goes to the standard error."""
    parser = argparse.ArgumentParser(prog="goofspiel_run", description="Solve Goofspiel.")
    parser.add_argument("--cards", type=int, required=True, help="cards in either hand, 1 to 13")
    parser.add_argument("--folder", type=Path, help="keeps the last finished layer")
    parser.add_argument("--output", type=Path, required=True, help="JSON; other games in it stay")
    arguments = parser.parse_args()
    started = time.monotonic()
    start, end = ("\r", "") if os.isatty(2) else ("", "\n")

    def progress(cards: int, games: int, most: int) -> None:
        print(
            f"{start}layer {cards} of {arguments.cards - 1}: {games / 1e6:8.1f} of at most "
            f"{most / 1e6:.1f} million games, {time.monotonic() - started:.0f} s",
            end=end,
            file=sys.stderr,
            flush=True,
        )

    try:  # what is wrong with the output is said before the long part
        if not arguments.output.parent.is_dir():
            raise ValueError(f"--output: got {arguments.output}, in a folder that does not exist")
        runs = load(arguments.output) if arguments.output.exists() else {}
        found = run(arguments.cards, arguments.folder, progress)
    except ValueError as error:
        sys.exit(str(error))
    save(arguments.output, runs | {arguments.cards: found})
    print(
        f"\n{arguments.cards} cards: {found.n_states} states, largest gap {found.gap:.1e}, "
        f"{time.monotonic() - started:.0f} s",
        file=sys.stderr,
    )


if __name__ == "__main__":
    main()
