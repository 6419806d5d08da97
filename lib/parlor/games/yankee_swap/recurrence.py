"""The source's recurrences for unlimited re-steal, read literally, and a mean field that is sound.

The source describes a holder by h(v, k), the worth of box v with k players to act, and a mover by
s_k, and asks for a threshold with ``h(tau_k, k-1) = s_k``. As printed that equation has no solution
at k = 2, where h jumps across s_2; the rule beside it, to steal if h(v, k-1) > s_k, has one, at the
jump. `solve_recurrence` takes every way to read the system; none pays out N/2, because each counts
every box above the threshold as stolen by the next player, who can take only one.

`mean_field` counts thefts once: the mover takes the box of greatest h(v, k-1), if above a fresh
one, so a box is lost with the probability that it is that one among N - k independent boxes. Then
the seats are paid N/2 in all, exactly. What it still neglects is that h depends on the other boxes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
import scipy  # its parts are loaded when they are used

from parlor.core.quantities import Integer, checked
from parlor.core.result import Certificate, Result, data_frame

from .seats import BySeat

__all__ = ["MeanField", "Recurrence", "mean_field", "solve_recurrence"]

FLAT = 1e-10  # sides of the equation closer than this are equal: rounding leaves 1e-15
MESH = 2000  # cells in which a root is looked for: the sides are powers of at most 1000
Compare = Literal["turn", "draw"]
Pool = Literal["printed", "table"]
Draw = Literal["printed", "after"]
Piece = tuple[float, float, float | None]  # of h on an interval: a constant, or None for h(v) = v


@dataclass(frozen=True, repr=False, eq=False)
class Recurrence(Result):
    """One reading of the source's recurrences, as `solve_recurrence` finds it.

    Attributes
    ----------
    n_players, compare, pool, draw, at_jumps
        The question.
    thresholds : ndarray (n_solved,)
        tau_1, tau_2, ..., the lowest solution at each k.
    turn_values : ndarray (n_solved,)
        s_1, s_2, ..., in order of players to act.
    solutions : tuple of int
        How many tau_k there are: 1 is unique, -1 stands for a whole interval.
    jumps : tuple of int
        The k whose threshold solves the rule, steal if h(v, k-1) > s_k, and not the equation.
    steals_above : bool
        Whether at every k the rule says to steal each box above tau_k and none below.
    jump : tuple of float or None
        Where there is no solution: the point, and the limits of h(tau, k-1) - s_k on both sides.
    sum_excess : float or None
        Sum of s_k less N/2, None if some k has no solution.
    """

    n_players: int
    compare: str
    pool: str
    draw: str
    at_jumps: bool
    thresholds: np.ndarray
    turn_values: np.ndarray
    solutions: tuple[int, ...]
    jumps: tuple[int, ...]
    steals_above: bool
    jump: tuple[float, float, float] | None
    sum_excess: float | None

    @property
    def certificate(self) -> Certificate:
        """Sides of an equation that differ by less count as equal."""
        return Certificate("tolerance", FLAT)

    def to_frame(self) -> Any:
        """A row a number k of players to act: threshold, turn value and how many solutions."""
        n_solved = len(self.thresholds)
        return data_frame(
            {
                "to_act": range(1, n_solved + 1),
                "threshold": self.thresholds,
                "turn_value": self.turn_values,
                "solutions": self.solutions[:n_solved],
            }
        )


@dataclass(frozen=True, repr=False, eq=False)
class MeanField(BySeat):
    """The well-posed mean field, as `mean_field` computes it.

    Attributes
    ----------
    values : ndarray (n_values,)
        Box values v: midpoints of equal cells of [0, 1].
    payoffs : ndarray (n_players,)
        Seats 1 to N.
    holding_values : ndarray (n_players, n_values)
        Row k: h(v, k).
    draw_values : ndarray (n_players,)
        Mean of h(., k) for k = 0, ..., N - 1.
    sum_excess : float
        Sum of the payoffs less N/2.
    """

    values: np.ndarray
    payoffs: np.ndarray
    holding_values: np.ndarray
    draw_values: np.ndarray
    sum_excess: float

    @property
    def certificate(self) -> Certificate:
        """Whether the seats are paid N/2 in all."""
        return Certificate("sum less N/2", abs(self.sum_excess))


@checked
def solve_recurrence(
    n_players: Annotated[int, Integer(1, 1000)],
    *,
    compare: Compare = "turn",
    pool: Pool = "printed",
    draw: Draw = "printed",
    at_jumps: bool = False,
) -> Recurrence:
    """Solve the source's coupled recurrences in one of their readings.

    Parameters
    ----------
    n_players : int
        Number N of players.
    compare : {"turn", "draw"}
        A box is worth stealing when h(v, k-1) exceeds s_k, as printed, or what opening a box is
        worth to the mover.
    pool : {"printed", "table"}
        v* is the best of k - 1 boxes, as printed, or of the N - k that lie on the table.
    draw : {"printed", "after"}
        Opening a box is worth the mean of h(., k), as printed, or of h(., k-1): after the turn
        only k - 1 players are to come.
    at_jumps : bool, default False
        Where no threshold solves the equation because h jumps upwards across it, take the place of
        the jump: it solves the rule to steal if h(v, k-1) exceeds what it is compared with.

    Returns
    -------
    Recurrence
        Thresholds up to the first k, if any, where no threshold solves the equation.

    Examples
    --------
    >>> printed = solve_recurrence(101)
    >>> printed.thresholds.round(6), printed.solutions
    (array([0.381966]), (1, 0))
    >>> by_rule = solve_recurrence(3, at_jumps=True)
    >>> by_rule.turn_values.round(6), by_rule.jumps
    (array([0.381966, 0.427051, 0.365926]), (2,))
    >>> mended = solve_recurrence(4, compare="draw", pool="table", draw="after")
    >>> mended.thresholds.round(6)
    array([0.5     , 0.375   , 0.304688, 0.25827 ])
    """
    n = n_players
    pieces: list[Piece] = [(0.0, 1.0, None)]
    thresholds: list[float] = []
    turns: list[float] = []
    counts: list[int] = []
    jumps: list[int] = []
    jump, above = None, True
    for k in range(1, n + 1):
        p = k - 1 if pool == "printed" else n - k
        mean = float(_moment(pieces, 0.0, 1.0, 1))
        opened, turn = _sides(pieces, mean, p, draw)
        goal = turn if compare == "turn" else opened
        roots, count, jump = _solve(pieces, goal)
        if at_jumps and not roots and jump is not None and jump[1] < 0 < jump[2]:
            roots, count = [jump[0]], 1
            jumps.append(k)
        counts.append(count)
        if not roots:
            break
        tau = min(roots)
        thresholds.append(tau)
        turns.append(float(turn(tau)))
        above &= _steals_above(pieces, tau, float(goal(tau)))
        pieces = [(a, min(b, tau), c) for a, b, c in pieces if a < tau] + [(tau, 1.0, mean)]
    solved = len(turns) == n
    gap = sum(turns) - n / 2 if solved else None
    jump = None if solved else jump
    results = np.array(thresholds), np.array(turns), tuple(counts), tuple(jumps), above
    return Recurrence(n, compare, pool, draw, at_jumps, *results, jump, gap)


@checked
def mean_field(
    n_players: Annotated[int, Integer(1, 2000)],
    *,
    n_values: Annotated[int, Integer(10, 100_000)] = 2000,
) -> MeanField:
    """Unlimited re-steal when the other boxes are drawn anew at every turn.

    Parameters
    ----------
    n_players : int
        Number N of players.
    n_values : int
        Cells of [0, 1].

    Returns
    -------
    MeanField
        Payoffs, and h(v, k) = (1 - q) h(v, k-1) + q E h(X, k-1), where q is the probability that
        box v is the one of greatest h(., k-1) on the table, or 0 where a fresh box is better.

    Examples
    --------
    >>> mean_field(3).payoffs.round(4)
    array([0.3175, 0.4742, 0.7083])
    """
    n, cells = n_players, n_values
    values = (np.arange(cells) + 0.5) / cells
    holding = np.empty((n, cells))
    draws, payoffs = np.empty(n), np.empty(n)
    h = values
    for k in range(1, n + 1):
        holding[k - 1], mean, p = h, h.mean(), n - k
        draws[k - 1] = mean
        if p == 0:
            payoffs[k - 1] = mean
            break
        order = np.argsort(h, kind="stable")
        # chance that the box of greatest h is in the cell: shared evenly by the p boxes
        edges = (np.arange(cells + 1) / cells) ** p
        best = np.empty(cells)
        best[order] = np.diff(edges)
        stolen = h > mean
        payoffs[k - 1] = np.where(stolen, h, mean) @ best
        h = h - np.where(stolen, best * cells / p, 0.0) * (h - mean)
    return MeanField(values, payoffs[::-1], holding, draws, float(payoffs.sum() - n / 2))


def _moment(pieces: list[Piece], low: Any, high: Any, p: int) -> Any:
    """Integral of h(v) d(v**p), the law of the best of p boxes, over [low, high], elementwise."""
    total = 0.0
    for start, end, c in pieces:
        a = np.maximum(start, low)
        b = np.maximum(a, np.minimum(end, high))
        total += p / (p + 1) * (b ** (p + 1) - a ** (p + 1)) if c is None else c * (b**p - a**p)
    return total


def _sides(
    pieces: list[Piece], mean: float, p: int, draw: str
) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """What opening a box is worth, and s_k, as functions of tau."""

    def opened(tau: Any) -> Any:
        return mean if draw == "after" else _moment(pieces, 0.0, tau, 1) + (1 - tau) * mean

    def turn(tau: Any) -> Any:  # with no box on the table the mover opens one
        return tau**p * opened(tau) + (_moment(pieces, tau, 1.0, p) if p else 0.0)

    return opened, turn


def _steals_above(pieces: list[Piece], tau: float, goal: float) -> bool:
    """Whether h exceeds `goal` above tau and does not below; every piece of h is monotone."""
    below = [min(b, tau) if c is None else c for a, b, c in pieces if a < tau]
    above = [max(a, tau) if c is None else c for a, b, c in pieces if b > tau]
    return max(below, default=goal) <= goal + FLAT and min(above, default=goal) >= goal - FLAT


def _solve(
    pieces: list[Piece], goal: Callable[[Any], Any]
) -> tuple[list[float], int, tuple[float, float, float] | None]:
    """Solutions of h(tau) = goal(tau), how many (-1: an interval), and a jump across zero."""
    roots: list[float] = []
    interval, jump, before = False, None, None
    for a, b, c in pieces:

        def excess(tau: Any, c: float | None = c) -> Any:
            return (tau if c is None else c) - goal(tau)

        mesh = np.linspace(a, b, MESH + 1)
        gaps = excess(mesh) + np.zeros(mesh.size)
        sign = np.where(np.abs(gaps) < FLAT, 0.0, np.sign(gaps))
        zero = sign == 0
        interval |= bool((zero[1:] & zero[:-1]).any())
        roots += mesh[zero & np.concatenate(([True], ~zero[:-1]))].tolist()
        for i in np.flatnonzero(sign[1:] * sign[:-1] < 0):
            roots.append(scipy.optimize.brentq(excess, mesh[i], mesh[i + 1], xtol=1e-15))
        if before is not None and before * gaps[0] < 0:
            jump = (a, float(before), float(gaps[0]))
        before = gaps[-1]
    return roots, -1 if interval else len(roots), jump
