"""Generalised recursive games: one state, payoff A and stakes multiplier B >= 0 in each round.

Playing on is worth V when V is a fixed point of the value map T(V) = Value(A + B V). B may exceed
1, so T need not contract: it can have several fixed points, or none. What player 1 can force from
a termination value v0 is the limit of V_{n+1} = T(V_n), V_0 = v0, the nearest fixed point in the
direction in which T moves v0.

The limit is found by strategy iteration. Let x be optimal for player 1 at V < T(V). Repeating x
earns at least ``min_j (x A)_j + (x B)_j v`` from v, a concave function that stays above v up to its
first crossing; so does T, and no fixed point is passed on the way there (Theorem 1.2 of Buck et
al.). The crossing is the next V. From above the same is done with player 2's strategy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite

import numpy as np

from parlor.core import checks

from . import zero_sum
from .value_map import fixed_points, game_matrices, iterate, value_map

__all__ = [
    "RecursiveGameSolution",
    "Transition",
    "fixed_points",
    "iterate",
    "solve",
    "transition",
    "value_map",
]


@dataclass(frozen=True, eq=False)
class RecursiveGameSolution:
    """The value that a generalised recursive game settles at.

    Attributes
    ----------
    value : float
        Fixed point of T reached from `start`; ``inf`` or ``-inf`` when there is none that way.
    row, column : ndarray, shapes (m,) and (n,)
        Optimal strategies of the game A + B value (when that is infinite: of the last stage).
    gap : float
        Distance between the largest and the least of value, ``max((A + B value) @ column)`` and
        ``min(row @ (A + B value))``. It bounds the drift T(V) - V; V itself is known to about
        ``gap / |1 - multiplier|``.
    multiplier : float
        ``row @ B @ column``, the slope of T at the value when both strategies are unique: below
        1 the fixed point attracts from both sides (where Theorem 1.4 needs it to).
    start : float
        The termination value v0.
    path : tuple of float
        The values visited, v0 first: between two neighbours one strategy is repeated.
    """

    value: float
    row: np.ndarray
    column: np.ndarray
    gap: float
    multiplier: float
    start: float
    path: tuple[float, ...]


@dataclass(frozen=True)
class Transition:
    """Theorems 1.2 and 1.3 for one strategy of player 1 and one interval.

    Attributes
    ----------
    start_margin, end_margin : float
        Least of alpha + beta v - v over player 2's pure strategies, at either end.
    holds : bool
        Theorem 1.2's conditions: `start_margin` > 0 and `end_margin` >= 0.
    rate : float
        Factor by which each round shortens the distance to the upper end at least: 1 minus
        `start_margin` over the length of the interval.
    printed_rate : float
        ``1 - start_margin``, as Theorem 1.3 has it; right for an interval of length at most 1.
    """

    start_margin: float
    end_margin: float
    holds: bool
    rate: float
    printed_rate: float


def solve(
    A: np.ndarray, B: np.ndarray, v0: float = 0.0, tolerance: float = 2e-14
) -> RecursiveGameSolution:
    """Limit of the value iteration V <- Value(A + B V) from `v0`.

    Parameters
    ----------
    A : array_like, shape (m, n)
        Immediate payoffs to the row player.
    B : array_like, shape (m, n)
        Stakes multipliers, nonnegative.
    v0 : float
        Where to start: the termination value. Guts from a lost ante is -1.
    tolerance : float
        Largest drift T(V) - V that counts as none, in units of the largest payoff met.

    Returns
    -------
    RecursiveGameSolution
        Fixed point, strategies and certificate.

    Raises
    ------
    ValueError
        If the matrices are empty, of unequal shape or not finite, `B` has a negative entry, or
        `v0` is not a finite number.
    ArithmeticError
        If a stage game cannot be solved, or 1000 stages do not reach the limit,
        which takes a fixed point where T - V is tangent to 0.

    Notes
    -----
    Equations (1.4) and (1.6). The limit itself: Newton's method on V - T(V), which is as fast,
    may jump to another fixed point.

    Examples
    --------
    Section 2.2's example of overshoot, attracting from below and repelling from above:

    >>> A, B = [[0.0], [0.0]], [[0.5], [2.0]]
    >>> [solve(A, B, v0).value for v0 in (-1.0, 0.0, 0.1)]
    [0.0, 0.0, inf]
    """
    A, B = game_matrices(A, B)
    V = start = checks.number("v0", v0, "finite numbers")
    tolerance = checks.positive("tolerance", tolerance)
    path = [V]
    direction = 0
    while True:
        stage = zero_sum.solve(A + B * V, 1e-11)
        scale = max(float(np.abs(A).max()), float(np.abs(B).max()) * abs(V), 1e-300)
        up = float((stage.row @ (A + B * V)).min()) - V
        down = float(((A + B * V) @ stage.column).max()) - V
        if direction == 0:
            direction = (up > tolerance * scale) - (down < -tolerance * scale)
        if direction > 0 and up > tolerance * scale:
            V = _crossing(stage.row @ A, stage.row @ B, V, tolerance * scale)
        elif direction < 0 and down < -tolerance * scale:
            V = -_crossing(-(A @ stage.column), B @ stage.column, -V, tolerance * scale)
        else:
            break
        if not abs(V - path[-1]) > 1e-16 * max(abs(V), scale):
            break
        path.append(V)
        if not isfinite(V):
            break
        if len(path) > 1000:
            raise ArithmeticError(
                f"recursive game: V = {V} after 1000 stages and no limit yet, the slope there is "
                f"close to 1; a larger tolerance than {tolerance:.1e} would stop earlier"
            )
    gap = 0.0
    if isfinite(V):
        final = A + B * V
        bounds = (V, float((stage.row @ final).min()), float((final @ stage.column).max()))
        gap = max(bounds) - min(bounds)
    multiplier = float(stage.row @ B @ stage.column)
    return RecursiveGameSolution(V, stage.row, stage.column, gap, multiplier, start, tuple(path))


def transition(
    A: np.ndarray, B: np.ndarray, row: Sequence[float], low: float, high: float
) -> Transition:
    """Check whether repeating one strategy carries player 1 from `low` to `high`.

    Parameters
    ----------
    A, B : array_like, shape (m, n)
        As in `solve`.
    row : sequence of float, length m
        Player 1's mixed strategy.
    low, high : float
        Ends of the interval, low < high.

    Returns
    -------
    Transition
        Margins at both ends, and the rate of approach.

    Raises
    ------
    ValueError
        As for `solve`; if `row` is not a probability vector of length m, or not low < high.

    Notes
    -----
    Theorems 1.2 and 1.3. The latter, as printed, lacks the length of the interval: for A = 0,
    B = 1/2 on [-2, 0] the start margin is 1, and yet V_n = -2 / 2**n does not jump to 0 at once.

    Examples
    --------
    >>> step = transition([[0.0]], [[0.5]], [1.0], -2.0, 0.0)
    >>> step.holds, step.rate, step.printed_rate
    (True, 0.5, 0.0)
    """
    A, B = game_matrices(A, B)
    x = np.asarray(row, dtype=np.float64)
    if x.shape != A.shape[:1] or not (x >= 0).all() or not abs(x.sum() - 1) < 1e-9:
        raise ValueError(f"row: got {row!r}, allowed are {A.shape[0]} probabilities, sum 1")
    if not low < high:
        raise ValueError(f"low, high: got {low!r} and {high!r}, allowed are numbers low < high")
    alpha, beta = x @ A, x @ B
    start = float((alpha + (beta - 1) * low).min())
    end = float((alpha + (beta - 1) * high).min())
    rate = 1 - start / (high - low)
    return Transition(start, end, start > 0 and end >= 0, rate, 1 - start)


def _crossing(alpha: np.ndarray, beta: np.ndarray, V: float, drift: float) -> float:
    """First v > V at which min(alpha + beta v) falls to v; inf if it never does."""
    falling = beta < 1
    if not falling.any():
        return inf
    crossings = alpha[falling] / (1 - beta[falling])
    return max(float(crossings.min()), V)
