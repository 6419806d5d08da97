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
from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np

from parlor.core.compiled import njit
from parlor.core.quantities import Integer, checked
from parlor.core.result import Certificate, Result, data_frame

from .kernels import alpha_in, beta_of
from .solution import Allies

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["StrongestCoalition", "strongest_coalition"]

MAX_WEENIE = 200  # in a coalition that is solved: about a minute
MAX_SEARCHED = 100  # players in a search of all minima: about a minute
POINTS = 41  # a side of the scan for replies, of which a solution takes hundreds
REPLIES = 3  # local minima that are taken for replies: more are never played
SWEEPS = 400  # over all thresholds; some ten are usual, and none is made after one without gain
NEARBY = 0.05  # that far a threshold moves in a sweep but the first, which looks at all of [0, 1]
GOLDEN = (5**0.5 - 1) / 2
SECTIONS = 80  # golden ones of [0, 1]: its 2e-17th part is left, less than a rounding error
GAIN = 1e-16  # the rounding error of a payoff
# Near a minimum a payoff is flat: thresholds that differ by the root of its rounding error, 1e-8,
# have the same one. What is closer than these is one threshold, and zero.
SAME, ZERO = 1e-6, 1e-9
NO_WORSE = 1e-14  # a coalition with thresholds made equal, by its payoff's rounding

Points = Annotated[int, Integer(3, 1001)]


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
    minima : tuple of (float, tuple of float)
        All local minima found, distinct to 1e-6, lowest first.
    multiplier : float
        Stakes multiplier when all play the equilibrium, ``(n-1)(1 - threshold)``; above 1 the
        game from a fee of one ante is not worth entering.
    """

    n_players: int
    threshold: float
    least: float
    coalition: Allies
    minima: tuple[tuple[float, Allies], ...]
    multiplier: float

    @property
    def certificate(self) -> Certificate:
        """The search is local from many starts: `least` is an upper bound of the true minimum."""
        return Certificate("upper bound")

    def to_frame(self) -> pd.DataFrame:
        """The minima: payoff and thresholds."""
        return data_frame(list(self.minima), columns=["payoff", "thresholds"])


@checked
def strongest_coalition(
    n_players: Annotated[int, Integer(2, MAX_SEARCHED)], *, points: Points = 81
) -> StrongestCoalition:
    """Look for a coalition that beats the symmetric equilibrium of the Weenie rule.

    Parameters
    ----------
    n_players : int
        Players n.
    points : int
        Points a side of the scan.

    Returns
    -------
    StrongestCoalition
        The least payoff found and where.

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
    N = n_players - 1
    own = 3 ** (-1 / N)
    minima: list[tuple[float, Allies]] = []
    for value, allies in _minima(N, own, 1.0, points, "full"):
        if not any(max(abs(np.subtract(allies, b))) < SAME for _, b in minima):
            minima.append((value, allies))
    return StrongestCoalition(n_players, own, *minima[0], tuple(minima), N * (1 - own))


def weenie_replies(N: int, own: float, c: float, structure: str, doubles: bool) -> list[Allies]:
    """Local minima of alpha + (c - 1) beta over coalitions of N against `own`, lowest first.

    Unless the stakes double when all drop the multiplier is the standard game's, the source's.
    """
    minima = _minima(N, own, c, POINTS, structure, doubles)
    return [allies for _, allies in minima[:REPLIES]]


def _minima(
    N: int, own: float, c: float, points: int, structure: str, doubles: bool = True
) -> list[tuple[float, Allies]]:
    """A local minimum for each number of members at or below `own`, lowest first."""
    minima = []
    sizes = {"full": range(N + 1), "pseudo-bloc": [0, 1, N - 1, N], "bloc": [0, N]}[structure]
    for j in sorted({j for j in sizes if j >= 0}):
        u, q = _scan(N, j, own, c, points, doubles)
        groups = np.repeat([0, 1], [j, N - j]) if structure != "full" else np.arange(N)
        if structure == "bloc":
            groups[:] = 0
        p = np.array([own, *[u] * j, *[q] * (N - j)])
        _descend(Search(p, groups, c, doubles, np.empty((2, N + 1))))
        allies = _level(np.sort(p[1:]), own, c, doubles)
        minima.append((_phi(own, allies, c, doubles), tuple(float(p) for p in allies)))
    return sorted(minima)


def _level(allies: np.ndarray, own: float, c: float, doubles: bool) -> np.ndarray:
    """The same with thresholds that differ by the search's resolution only made equal."""
    rounded = allies.copy()
    for i in range(1, allies.size):
        if rounded[i] - rounded[i - 1] < SAME:
            rounded[i] = rounded[i - 1]
    allies = np.where(allies < ZERO, 0.0, allies)
    for level in set(rounded.tolist()):
        rounded[rounded == level] = allies[rounded == level].mean()
    better = _phi(own, rounded, c, doubles) <= _phi(own, allies, c, doubles) + NO_WORSE
    return rounded if better else allies


@njit
def _phi(own: float, allies: np.ndarray, c: float, doubles: bool) -> float:
    """Alpha + (c - 1) beta, beta being that of the standard game unless the stakes double."""
    p = np.empty(allies.size + 1)
    p[0] = own
    for j in range(allies.size):
        p[j + 1] = allies[j]
    return _phi_in(p, c, doubles, np.empty((2, p.size)))


@njit(counted=False)
def _phi_in(p: np.ndarray, c: float, doubles: bool, room: np.ndarray) -> float:
    """`_phi` of a round; room has shape (2, n)."""
    return alpha_in(p, True, room) + (c - 1) * beta_of(p, doubles)


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


class Search(NamedTuple):
    """A coalition that is being improved: kernels change `p` in place.

    Attributes
    ----------
    p : ndarray, shape (n,)
        Everybody's thresholds, player 1's first.
    groups : ndarray of int, shape (n - 1,)
        Which group each member is in; those of a group are neighbours, and move together.
    c, doubles
        As everywhere here.
    room : ndarray, shape (2, n)
        Scratch of `alpha_in`.
    """

    p: np.ndarray
    groups: np.ndarray
    c: float
    doubles: bool
    room: np.ndarray


@njit(counted=False)
def _move(search: Search, g: int, t: float) -> float:
    """Move group g to threshold t and return the payoff."""
    p, groups, c, doubles, room = search
    for i in range(groups.size):
        if groups[i] == g:
            p[i + 1] = t
    return _phi_in(p, c, doubles, room)


@njit(counted=False)
def _lowest(search: Search, g: int, low: float, high: float) -> tuple[float, float]:
    """Least payoff with group g between two thresholds, by golden section, and where."""
    x = high - GOLDEN * (high - low)
    y = low + GOLDEN * (high - low)
    fx, fy = _move(search, g, x), _move(search, g, y)
    for _ in range(SECTIONS):
        if fx <= fy:
            high, y, fy = y, x, fx
            x = high - GOLDEN * (high - low)
            fx = _move(search, g, x)
        else:
            low, x, fx = x, y, fy
            y = low + GOLDEN * (high - low)
            fy = _move(search, g, y)
    return (fx, x) if fx <= fy else (fy, y)


@njit(counted=False)
def _descend(search: Search) -> None:
    """Minimise over one group of equal thresholds at a time until a whole sweep gains nothing.

    The payoff is convex in each threshold, but in a group of several it need not be: the ends of
    the stretch are looked at too.
    """
    p, groups = search.p, search.groups
    value = _phi_in(p, search.c, search.doubles, search.room)
    for sweep in range(SWEEPS):
        before = value
        width = 1.0 if sweep == 0 else NEARBY
        for first in range(groups.size):
            g = groups[first]
            if first > 0 and groups[first - 1] == g:
                continue
            kept = p[first + 1]
            low, high = max(kept - width, 0.0), min(kept + width, 1.0)
            for end in (low, high):
                there = _move(search, g, end)
                if there < value:
                    value, kept = there, end
            there, inside = _lowest(search, g, low, high)
            if there < value:
                value, kept = there, inside
            _move(search, g, kept)
        if before - value <= GAIN:
            break
