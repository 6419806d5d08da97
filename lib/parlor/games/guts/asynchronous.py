"""Guts against a coalition whose members cannot coordinate within a round.

Each member mixes thresholds on its own; player 1 replies to the mixes. What is best for such a team
is its team-maxmin equilibrium (von Stengel and Koller 1997); the source asks what it can force,
``min over mixes of max over p1``, and whether it can win anything at all.

Mixing does not help the coalition: alpha + beta V is convex in each member's threshold, so by
Jensen's inequality replacing a member's independent mix by its mean lowers player 1's payoff for
every p1 at once. The problem is one of pure thresholds, and player 1's payoff is concave in p1.

For two members q <= r at V = 0 it can be done by hand. If r <= 1/sqrt(2), player 1 plays r and gets
``(r - q)(1 - 2 r**2) >= 0``; if ``r (r + q) >= 1`` she plays q and gets ``(r - q)(r (r + q) - 1)``;
otherwise ``p = (1 + q r) / (3 r)`` lies between q and r and gets

    ((q r - 1/2)**2 + 3 (r**2 - 1/2)**2) / (3 r) >= 0.

So two members who cannot coordinate win nothing, and break even at q = r = 1/sqrt(2) only: the
source's conjecture at the end of its Section D.3 holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from parlor.core import checks
from parlor.core.compiled import njit
from parlor.core.quantities import Integer, Seed, checked
from parlor.core.result import Certificate, Result

from .kernels import alpha_of, beta_of, slope_of
from .rounds import GoingOn, Others

__all__ = ["HoldDown", "best_reply", "guarantee", "hold_down"]

MAX_MEMBERS = 30  # a minute
MAX_STARTS = 1000  # as many minutes, at most, of a search that nobody would wait for longer

BISECTIONS = 55  # of [0, 1]: less than a rounding error is left
FIRST_STEP, LAST_STEP = 0.2, 1e-7  # of the pattern search: a minimum is flat to rounding below 1e-8
ALIKE = 1e-7  # values that differ by less are of one minimum, by the last step
PROGRESS = 1e-15  # what is more than a rounding error
OPEN = 0.2  # the chance of a member who always holds at first, in every third start

Members = Annotated[int, Integer(1, MAX_MEMBERS)]
Starts = Annotated[int, Integer(1, MAX_STARTS)]


@dataclass(frozen=True, repr=False)
class HoldDown(Result):
    """Least payoff to which independent members were found to hold player 1.

    Attributes
    ----------
    n_coalition : int
        Members.
    value : float
        Player 1's best alpha + beta V against `coalition`: an upper bound of the true minimum,
        since the search is local from many starts.
    coalition : tuple of float
        The members' thresholds, increasing.
    own : float
        Player 1's best reply.
    n_starts, hits : int
        Starts, and how many of them ended within 1e-7 of `value`.
    """

    n_coalition: int
    value: float
    coalition: tuple[float, ...]
    own: float
    n_starts: int
    hits: int

    @property
    def certificate(self) -> Certificate:
        """An upper bound of what the members can hold her to."""
        return Certificate("upper bound")


@checked
def best_reply(coalition: Others, *, V: GoingOn = 0.0, weenie: bool = False) -> tuple[float, float]:
    """Player 1's best threshold against known plans, and what it earns.

    Parameters
    ----------
    coalition : sequence of float, or of (sequence of float, float)
        The others' thresholds, or several such plans with their probabilities, as for
        `parlor.games.guts.hand_values`.
    V : float
        Value of going on, as there.
    weenie : bool
        Play by the Weenie rule.

    Returns
    -------
    own, value : float
        The best threshold and its alpha + beta V.

    Examples
    --------
    >>> own, value = best_reply([0.0, 0.86])
    >>> round(own, 4), round(value, 4)
    (0.3876, 0.1637)

    Nothing wins more than the value from the coalition of a solved game:

    >>> from parlor.games.guts import solve_coalition
    >>> two = solve_coalition(2, mesh=None)
    >>> bool(abs(best_reply(two.coalition, V=two.value)[1] - two.value) < 1e-12)
    True
    """
    plans, weights = (np.array(part) for part in zip(*coalition, strict=True))
    own, value = _reply_to(plans, weights, 1.0 + V, weenie)
    return float(own), float(value)


def guarantee(q: float, r: float) -> float:
    """What player 1 gets against two independent members by the proof's choice of threshold.

    Parameters
    ----------
    q, r : float
        The members' thresholds, q <= r; exact in, exact out.

    Returns
    -------
    float
        At least 0, and at most what her best reply earns.

    Raises
    ------
    ValueError
        If not 0 <= q <= r <= 1.

    Examples
    --------
    >>> from fractions import Fraction
    >>> guarantee(Fraction(1, 5), Fraction(4, 5))
    Fraction(109, 1500)
    """
    for name, value in (("q", q), ("r", r)):
        checks.probability(name, value)
    q, r = checks.plain(q), checks.plain(r)  # type: ignore[assignment]  # fractions stay
    if q > r:
        raise ValueError(f"q, r: got {q!r} and {r!r}, allowed are numbers 0 <= q <= r <= 1")
    if 2 * r * r <= 1:
        return (r - q) * (1 - 2 * r * r)
    if r * (r + q) >= 1:
        return (r - q) * (r * (r + q) - 1)
    u, s = 2 * q * r - 1, 2 * r * r - 1
    return (u * u + 3 * s * s) / (12 * r)


@checked
def hold_down(
    n_coalition: Members,
    *,
    V: GoingOn = 0.0,
    weenie: bool = False,
    n_starts: Starts = 60,
    seed: Seed = 42,
) -> HoldDown:
    """Look for thresholds of independent members that hold player 1 down.

    Parameters
    ----------
    n_coalition : int
        Members N.
    V : float
        Value of going on.
    weenie : bool
        Play by the Weenie rule.
    n_starts : int
        Random starts of a pattern search. At V = 0 one takes about 2 ms for two members
        and 1 s for 30; at V = 1e6 it takes 0.1 s for two members, as rounding keeps it moving.
    seed : int or numpy.random.Generator
        Seed of the starts.

    Returns
    -------
    HoldDown
        The best found. `value` 0 at V = 0 means that no winning coalition of independent members
        was met.

    Examples
    --------
    >>> found = hold_down(2)
    >>> abs(found.value) < 1e-9, [round(p, 3) for p in found.coalition]
    (True, [0.707, 0.707])
    """
    rng = np.random.default_rng(seed)
    ends = []
    for k in range(n_starts):
        # every other start like the best of N hands: near 1, where thresholds of many are
        start = rng.random(n_coalition) ** (1.0 if k % 2 else 1 / n_coalition)
        start[rng.random(n_coalition) < OPEN * (k % 3 == 0)] = 0.0
        value, allies = _search(start, 1.0 + V, weenie)
        ends.append((float(value), tuple(sorted(float(p) for p in allies))))
    value, coalition = min(ends)
    hits = sum(end[0] <= value + ALIKE for end in ends)
    own, _ = best_reply(coalition, V=V, weenie=weenie)
    return HoldDown(n_coalition, value, coalition, own, n_starts, hits)


@njit
def _reply_to(
    plans: np.ndarray, weights: np.ndarray, c: float, weenie: bool
) -> tuple[float, float]:
    """Player 1's best threshold and what it earns, at c = 1 + V, from a mix of plans, (m, N).

    Her payoff is concave in it, so that it is the root of the slope, found by bisection.
    """
    rows = np.empty((weights.size, plans.shape[1] + 1))
    for i in range(weights.size):
        for j in range(plans.shape[1]):
            rows[i, j + 1] = plans[i, j]
    low, high, own = 0.0, 1.0, 0.5
    for _ in range(BISECTIONS):
        own, slope = 0.5 * (low + high), 0.0
        for i in range(weights.size):
            rows[i, 0] = own
            slope += weights[i] * slope_of(rows[i], c, weenie)
        if slope > 0:
            low = own
        else:
            high = own
    value = 0.0
    for i in range(weights.size):
        value += weights[i] * (alpha_of(rows[i], weenie) + (c - 1) * beta_of(rows[i], weenie))
    return own, value


@njit
def _search(start: np.ndarray, c: float, weenie: bool) -> tuple[float, np.ndarray]:
    """Pattern search (after Hooke and Jeeves 1961) for what holds player 1's best reply down.

    One member or two at a time move up or down by a step, two since in a narrow valley neither
    alone need gain; the step is halved when no move gains any more.
    """
    x = start.copy()
    N, sure = x.size, np.ones(1)
    _, best = _reply_to(x.reshape(1, N), sure, c, weenie)
    step = FIRST_STEP
    while step > LAST_STEP:
        moved = False
        for i in range(N):
            for j in range(i, N):
                for s in (-1.0, 1.0):
                    for t in (-1.0, 1.0):
                        y = x.copy()
                        y[i] = min(max(y[i] + s * step, 0.0), 1.0)
                        if j != i:
                            y[j] = min(max(y[j] + t * step, 0.0), 1.0)
                        _, value = _reply_to(y.reshape(1, N), sure, c, weenie)
                        if value < best - PROGRESS:
                            best, x, moved = value, y, True
        if not moved:
            step *= 0.5
    return best, x
