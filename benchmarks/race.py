"""Matrix games that nobody picked: drawn anew for each run, in many shapes and kinds.

A row is a matrix that somebody chose. Here a seed is drawn, which is kept with the times, and each
game is solved by us and by quantecon's `minmax`, the quickest of the others, in turn.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from .rows.matrix import HIGHS, OURS, QUANTECON, gap_of
from .sides import beside

SHAPES = (
    (2, 2), (3, 3), (7, 7), (20, 20), (50, 50), (100, 100), (150, 150), (10, 100), (20, 200),
    (50, 300), (200, 300), (40, 5), (60, 20), (100, 20), (231, 21), (300, 50),
)  # fmt: skip
RANK = 3
BUDGET = 0.15  # seconds for both on a game: a few samples, since there are many games

Told = dict[str, Any]


def _sines(rng: np.random.Generator, m: int, n: int) -> np.ndarray:
    """Payoffs that are smooth in both strategies, as those of games on an interval are."""
    return np.sin(rng.uniform(0, 9) + np.outer(np.arange(m) + rng.uniform(), np.arange(1, n + 1)))


KINDS: dict[str, Callable[[np.random.Generator, int, int], np.ndarray]] = {
    "normal": lambda rng, m, n: rng.normal(size=(m, n)),
    "uniform": lambda rng, m, n: rng.uniform(size=(m, n)),
    "whole numbers": lambda rng, m, n: rng.integers(-5, 6, (m, n)).astype(float),
    "sines": _sines,
    "low rank": lambda rng, m, n: rng.normal(size=(m, RANK)) @ rng.normal(size=(RANK, n)),
}


def race(seed: int | None = None, budget: float = BUDGET) -> Told:
    """Solve one game of each shape and kind by us and by others, in turn.

    Parameters
    ----------
    seed : int, optional
        Of the games; by default one that nobody has chosen.
    budget : float
        Seconds for both on a game.

    Returns
    -------
    dict
        `seed`, and `games`: shape, kind, gap of ours, and for each rival its gap and the ratio of
        its time to ours.
    """
    seed = secrets.randbits(32) if seed is None else seed
    rng = np.random.default_rng(seed)
    rivals = [way for way in (QUANTECON, HIGHS) if way.version()]
    games = []
    for m, n in SHAPES:
        for kind, draw in KINDS.items():
            A = np.ascontiguousarray(draw(rng, m, n))
            told: Told = {"shape": [m, n], "kind": kind, "gap": gap_of(A, OURS.call(A))}
            told["rivals"] = {}
            for way in rivals:
                sides = beside(partial(OURS.call, A), partial(way.call, A), budget=budget)
                told["rivals"][way.name] = {"gap": gap_of(A, way.call(A)), "ratio": sides.ratio()}
            games.append(told)
    return {"seed": seed, "games": games}


def shown(found: Told) -> str:
    """The race in lines: for each rival the geometric mean, and the game it is quickest at."""
    lines = [f"race: {len(found['games'])} matrix games drawn by seed {found['seed']}"]
    for name in found["games"][0]["rivals"]:
        ratios = [game["rivals"][name]["ratio"]["median"] for game in found["games"]]
        mean, worst = np.exp(np.mean(np.log(ratios))), int(np.argmin(ratios))
        game = found["games"][worst]
        lines.append(
            f"  {name}: {mean:.2f}x on average, at least {ratios[worst]:.2f}x "
            f"({game['shape'][0]} by {game['shape'][1]}, {game['kind']})"
        )
    return "\n".join(lines)
