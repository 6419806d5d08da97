"""Guts under the Weenie rule: the symmetric equilibrium against every coalition.

Player 1 repeats 3**(-1/(n-1)). The source proves that no coalition gains for n = 2 and 3, saw none
on a coarse grid for n = 3, 4, 5, and conjectures that for all n. The question is one of global
minimisation: alpha is convex in each of the coalition's thresholds but not in all together, and
the dangerous coalitions lie far from the equilibrium. All minima are looked for in three steps:
scan two-level coalitions (j members at u <= p1, the others at q >= p1; the latter are equal at
any minimum), descend from the best of every j one threshold at a time, and, in the tests, run
through all coalitions on a mesh.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from parlor.core.checks import whole
from parlor.core.compiled import njit
from parlor.core.result import Certificate, Result, data_frame

from .kernels import _alpha_in, _beta
from .solution import Allies

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MAX_SEARCHED", "MAX_WEENIE", "StrongestCoalition", "strongest_coalition"]

MAX_WEENIE = 200  # in a coalition that is solved: about a minute
MAX_SEARCHED = 100  # players in a search of all minima: about a minute
MAX_POINTS = 1001


@dataclass(frozen=True, repr=False)
class StrongestCoalition(Result):
    """Player 1's symmetric equilibrium against the best coalition, under the Weenie rule.

    Attributes
    ----------
    n_players : int
        Players n.
    threshold : float
        3**(-1/(n-1)).
    least : float
        Least alpha over all coalitions found: 0 when the equilibrium is strong.
    coalition : tuple of float
        Where it is attained, thresholds in increasing order.
    minima : list of (float, tuple of float)
        All local minima found, distinct to 1e-6, lowest first.
    multiplier : float
        Stakes multiplier when all play the equilibrium, ``(n-1)(1 - threshold)``; above 1 the
        game from a fee of one ante is not worth entering.
    """

    n_players: int
    threshold: float
    least: float
    coalition: Allies
    minima: list[tuple[float, Allies]]
    multiplier: float

    @property
    def certificate(self) -> Certificate:
        """The search is local from many starts: `least` is an upper bound of the true minimum."""
        return Certificate("upper bound", self.least)

    def to_frame(self) -> pd.DataFrame:
        """The minima: payoff and thresholds."""
        return data_frame(self.minima, columns=["payoff", "thresholds"])


def strongest_coalition(n_players: int, *, points: int = 81) -> StrongestCoalition:
    """Look for a coalition that beats the symmetric equilibrium of the Weenie rule.

    Parameters
    ----------
    n_players : int
        Players n, 2 to 100.
    points : int
        Points a side of the scan, 3 to 1001.

    Returns
    -------
    StrongestCoalition
        The least payoff found and where.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Notes
    -----
    Section B.3, which conjectures ``least == 0`` for all n.

    Examples
    --------
    >>> abs(strongest_coalition(5).least) < 1e-12
    True
    >>> six = strongest_coalition(6)
    >>> round(six.least, 6), [round(p, 4) for p in six.coalition]
    (-0.011244, [0.0, 0.9247, 0.9247, 0.9247, 0.9247])
    """
    N = whole("n_players", n_players, 2, MAX_SEARCHED) - 1
    points = whole("points", points, 3, MAX_POINTS)
    own = 3 ** (-1 / N)
    minima: list[tuple[float, Allies]] = []
    for value, allies in _minima(N, own, 1.0, points, "full"):
        if not any(max(abs(np.subtract(allies, b))) < 1e-6 for _, b in minima):
            minima.append((value, allies))
    return StrongestCoalition(N + 1, own, *minima[0], minima, N * (1 - own))


def weenie_replies(N: int, own: float, c: float, structure: str, doubles: bool) -> list[Allies]:
    """Local minima of alpha + (c - 1) beta over coalitions of N against `own`, lowest first.

    Unless the stakes double when all drop the multiplier is the standard game's, the source's.
    """
    return [allies for _, allies in _minima(N, own, c, 41, structure, doubles)[:3]]


def _minima(
    N: int, own: float, c: float, points: int, structure: str, doubles: bool = True
) -> list[tuple[float, Allies]]:
    found = []
    sizes = {"full": range(N + 1), "pseudo-bloc": [0, 1, N - 1, N], "bloc": [0, N]}[structure]
    for j in sorted({j for j in sizes if j >= 0}):
        u, q = _scan(N, j, own, c, points, doubles)
        groups = np.repeat([0, 1], [j, N - j]) if structure != "full" else np.arange(N)
        if structure == "bloc":
            groups[:] = 0
        start = np.array([u] * j + [q] * (N - j))
        allies = _level(np.sort(_descend(start, groups, own, c, doubles)), own, c, doubles)
        found.append((_phi(own, allies, c, doubles), tuple(float(p) for p in allies)))
    return sorted(found)


def _level(allies: np.ndarray, own: float, c: float, doubles: bool) -> np.ndarray:
    """The same with thresholds that differ by the search's resolution only made equal."""
    rounded = allies.copy()
    for i in range(1, allies.size):
        if rounded[i] - rounded[i - 1] < 1e-6:
            rounded[i] = rounded[i - 1]
    allies = np.where(allies < 1e-9, 0.0, allies)
    for level in set(rounded.tolist()):
        rounded[rounded == level] = allies[rounded == level].mean()
    better = _phi(own, rounded, c, doubles) <= _phi(own, allies, c, doubles) + 1e-14
    return rounded if better else allies


@njit
def _phi(own: float, allies: np.ndarray, c: float, doubles: bool) -> float:
    """Alpha + (c - 1) beta, beta being that of the standard game unless the stakes double."""
    p = _round(own, allies)
    return _phi_in(p, c, doubles, np.empty((2, p.size)))


@njit
def _round(own: float, allies: np.ndarray) -> np.ndarray:
    """Everybody's thresholds, player 1's first."""
    p = np.empty(allies.size + 1)
    p[0] = own
    for j in range(allies.size):
        p[j + 1] = allies[j]
    return p


@njit(counted=False)
def _phi_in(p: np.ndarray, c: float, doubles: bool, room: np.ndarray) -> float:
    """`_phi` of a round; room has shape (2, n)."""
    return _alpha_in(p, True, room) + (c - 1) * _beta(p, doubles)


@njit
def _scan(N: int, j: int, own: float, c: float, points: int, doubles: bool) -> tuple[float, float]:
    """Best u <= own <= q with j members at u and the others at q."""
    best = np.inf
    where = (0.0, own)
    p, room = np.empty(N + 1), np.empty((2, N + 1))
    p[0] = own
    for a in range(points):
        u = own * a / (points - 1)
        for b in range(points):
            q = own + (1 - own) * b / (points - 1)
            for i in range(N):
                p[i + 1] = u if i < j else q
            value = _phi_in(p, c, doubles, room)
            if value < best:
                best = value
                where = (u, q)
    return where


@njit(counted=False)
def _with(
    p: np.ndarray, groups: np.ndarray, g: int, t: float, c: float, doubles: bool, room: np.ndarray
) -> float:
    """Move group g to threshold t and return the payoff."""
    for i in range(groups.size):
        if groups[i] == g:
            p[i + 1] = t
    return _phi_in(p, c, doubles, room)


@njit
def _descend(
    start: np.ndarray, groups: np.ndarray, own: float, c: float, doubles: bool
) -> np.ndarray:
    """Minimise over one group of equal thresholds at a time, by golden section, until it stops."""
    p = _round(own, start)
    room = np.empty((2, p.size))
    golden = (np.sqrt(5.0) - 1) / 2
    value = _phi_in(p, c, doubles, room)
    for sweep in range(400):
        before = value
        width = 1.0 if sweep == 0 else 0.05
        for first in range(groups.size):
            g = groups[first]
            if first > 0 and groups[first - 1] == g:
                continue
            kept = p[first + 1]
            low, high = max(kept - width, 0.0), min(kept + width, 1.0)
            for end in (low, high):
                there = _with(p, groups, g, end, c, doubles, room)
                if there < value:
                    value, kept = there, end
            x = high - golden * (high - low)
            y = low + golden * (high - low)
            fx = _with(p, groups, g, x, c, doubles, room)
            fy = _with(p, groups, g, y, c, doubles, room)
            for _ in range(80):
                if fx <= fy:
                    high, y, fy = y, x, fx
                    x = high - golden * (high - low)
                    fx = _with(p, groups, g, x, c, doubles, room)
                else:
                    low, x, fx = x, y, fy
                    y = low + golden * (high - low)
                    fy = _with(p, groups, g, y, c, doubles, room)
            if min(fx, fy) < value:
                value = min(fx, fy)
                kept = x if fx <= fy else y
            _with(p, groups, g, kept, c, doubles, room)
        if before - value <= 1e-16:
            break
    return p[1:]
