"""Nakai's generalised Goofspiel: its recursion, and its stage games of 3 by 2."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np
from scipy.integrate import quad

from chapters.goofspiel.fluid import ALL_ROWS, BOTH_COLUMNS, fluid
from chapters.goofspiel.order import scan_order
from parlor.core.compiled import njit
from parlor.games import nakai
from parlor.games.nakai.encoding import NODES
from parlor.games.nakai.exact import exact_values
from parlor.games.nakai.kernels import Stage, _best, strategies
from parlor.games.nakai.recursion import states
from parlor.games.nakai.regions import regions

from ..least import weighed
from ..row import Growth, Limit, Row, Way
from .matrix import HIGHS, NASHPY, QUANTECON, value_of

PRIZE = 0.4
STATE = (6, 2, 2, 3)


@cache
def stages() -> list[np.ndarray]:
    """The stages of all states up to six at which all choices are allowed, at one prize."""
    table = nakai.values(6)
    inner = [s for s in states(6) if s[1] and s[2] and s[1] + s[2] < s[0] and s[3] < s[0]]
    return [table.matrix(*s, PRIZE) for s in inner]


def columns(games: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    firsts = np.array([A[:, 0] - PRIZE * np.array([-1, 1, 0]) for A in games])
    return firsts, np.array([A[:, 1] for A in games])


@njit
def batch(firsts: np.ndarray, seconds: np.ndarray, x: float) -> tuple[np.ndarray, float]:
    """Values and largest exploitability of all stages."""
    one, two = np.empty(3), np.empty(2)
    values, worst = np.empty(firsts.shape[0]), 0.0
    for i in range(firsts.shape[0]):
        stage = Stage(firsts[i], seconds[i], ALL_ROWS, BOTH_COLUMNS)
        values[i] = _best(stage, x).value
        worst = max(worst, strategies(stage, x, one, two))
    return values, worst


def by_rule(given: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    return batch(*given, PRIZE)[0]


def each(way: Way) -> Way:
    def call(games: list[np.ndarray]) -> np.ndarray:
        return np.array([value_of(A, way.call(A)) for A in games])

    return Way(way.name, call, kind="library", package=way.package)


def recursion(given: Any) -> float:
    return nakai.values(STATE[0]).v(*STATE)


def one_state(given: Any) -> float:
    """A state by SciPy's quad and HiGHS, told where the breakpoints are and what lies below."""
    table = nakai.values(STATE[0])
    total = 0.0
    for region in regions(table, *STATE):

        def value(x: float) -> float:
            A = table.matrix(*STATE, x)
            return float((A @ HIGHS.call(A)[1]).max())

        total += quad(value, region.low, region.high, epsabs=1e-9)[0]
    return total


ROWS = (
    Row(
        "nakai/stages", "Nakai's stage games, 3 by 2, all with up to six prizes",
        stages, Way("ours, the rule of a stage", by_rule, columns),
        tuple(each(way) for way in (HIGHS, NASHPY, QUANTECON)),
        lambda mine, theirs: float(np.abs(mine - theirs).max()), 1e-7,
    ),
    Row(
        "nakai/state", "Nakai's game with six prizes: all states, against one of them",
        lambda: None, Way("ours", recursion),
        (Way("SciPy's quad and HiGHS, one state", one_state, kind="plain"),),
        lambda mine, theirs: abs(mine - theirs), 1e-7,
    ),
)  # fmt: skip

GROWTHS = (
    Growth(
        "nakai/prizes", "Nakai's game, all states, `nakai.values`", "prizes",
        (25, 30, 35, 42, 50, 60, 70, 84, 100, 120), lambda n: nakai.values(n).certificate.error,
        "$n^4$ states", 500, expected=4.0,
    ),
    Growth(
        "nakai/exact", "Nakai's game in fractions, `nakai.exact_values`", "prizes",
        (6, 8, 11, 16, 22, 30, 42, 60, 84),
        lambda n: len(str(exact_values(n, distribution="deterministic"))),
        "$n^4$ states, each fraction longer", 100,
    ),
    Growth(
        "nakai/fluid", "the fluid limit of Nakai's game, `nakai.fluid`", "steps",
        (10, 14, 20, 28, 40, 56, 80, 112, 160, 224), lambda n: fluid(0.5, 0.25, 0.5, n_steps=n).gap,
        "$n^3$ cells", 500, expected=3.0,
    ),
)  # fmt: skip

STAGES, BETA = 20, "beta(2.5, 3.5)"


def n_states() -> int:
    return sum(1 for _ in states(STAGES))


def n_regions() -> int:
    """Intervals of prizes in all states, with one choice that is optimal in each."""
    found = scan_order(nakai.values(STAGES, distribution=BETA)).sequences
    return sum(len(choices) * count for choices, count in found.items())


LIMITS = (
    Limit(
        "nakai/uniform", f"states up to {STAGES} stages, uniform prizes, `nakai.values`", "states",
        n_states, partial(nakai.values, STAGES), partial(weighed, nodes=1, p=0.5, q=0.0),
        "one power of a prize in each",
        "up to eight prizes at which the stage's support changes are found and sorted; between two "
        "of them the value is an integral with a logarithm",
    ),
    Limit(
        "nakai/beta", f"states up to {STAGES} stages, prizes with a beta distribution",
        "regions", n_regions,
        partial(nakai.values, STAGES, distribution=BETA),
        partial(weighed, nodes=NODES, p=1.5, q=2.5),
        "the density at the nodes of one Gauss rule in each",
        "the same supports; more rules where a pole is near, or where supports could change and "
        "do not",
    ),
)  # fmt: skip
