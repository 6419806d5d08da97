"""Guts between more than two wills: fictitious play of three, and two against two.

Three players who mix independently meet each other through two functions only: with
``m_j(x) = E max(p_j, x)`` player 1's chance to hold and win from threshold z is the integral from
z to 1 of ``m_2 m_3``. On a mesh m_j is linear between mesh points, so Simpson's rule is exact and a
best reply over all z takes one pass. Nothing of size mesh**3 is stored.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit

from parlor.games._guts_kernels import _alpha
from parlor.solvers import double_oracle
from parlor.solvers.fictitious_play import FictitiousPlay, _reply, _rules, _schedule

__all__ = ["fictitious_play", "two_against_two"]

Pair = tuple[int, int]
TwoPairs = double_oracle.DoubleOracleSolution[Pair, Pair]


def fictitious_play(
    mesh: int = 501,
    rounds: int = 10_000,
    start: Sequence[float] | None = None,
    protocol: str = "simultaneous",
    ties: str = "random",
    pooled: bool = False,
    seed: int = 0,
) -> FictitiousPlay:
    """Fictitious play of three-player continuous guts, one round at a time.

    Parameters
    ----------
    mesh : int
        Thresholds 0, 1 / (mesh - 1), ..., 1; at least 2.
    rounds : int
        Rounds to play, at least 1.
    start : sequence of three floats, optional
        Thresholds of a first play, rounded to the mesh; it counts as round 1. Default: all moves
        of the first round are ties.
    protocol : {"simultaneous", "alternating"}
        Whether players 2 and 3 see earlier moves of the same round.
    ties : {"first", "last", "random"}
        Choice among best replies of equal payoff.
    pooled : bool
        Players 2 and 3 share their winnings: each replies for the pair, without agreement.
    seed : int
        Seed of random ties.

    Returns
    -------
    FictitiousPlay
        Mixes over the mesh, the gap (C.4) as it falls, and the plays. When pooled the gap is the
        sum of what player 1, and either partner for the pair, could gain.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Notes
    -----
    Section 5.2, Appendix C.1 and Figure 5, where mesh = 501.

    Examples
    --------
    >>> record = fictitious_play(mesh=51, rounds=2000, seed=1)
    >>> record.gap < 0.02, [round(float(x @ np.linspace(0, 1, 51)), 2) for x in record.mixes]
    (True, [0.7, 0.7, 0.7])
    """
    if isinstance(mesh, bool) or not isinstance(mesh, (int, np.integer)) or mesh < 2:
        raise ValueError(f"mesh: got {mesh!r}, allowed are the integers from 2 up")
    first = np.full(3, -1)
    if start is not None:
        if len(start) != 3 or not all(0 <= p <= 1 for p in start):
            raise ValueError(f"start: got {start!r}, allowed are three numbers in [0, 1]")
        first = np.array([round(p * (mesh - 1)) for p in start])
    steps = _schedule(rounds)
    code = _rules(protocol, ties)
    counts, gaps, plays, gains, values = _three(
        int(mesh), first, steps, *code, bool(pooled), np.uint64(seed)
    )
    return FictitiousPlay(
        tuple(counts / counts.sum(axis=1)[:, None]),
        tuple(values.tolist()),
        float(gaps[-1]),
        float(gains.min()),
        float(gains.max()),
        steps,
        gaps,
        plays,
        protocol,
        ties,
        seed,
    )


def two_against_two(mesh: int = 21) -> TwoPairs:
    """Solve guts between two coalitions of two, each drawing its pair of thresholds together.

    Parameters
    ----------
    mesh : int
        Thresholds 0, 1 / (mesh - 1), ..., 1; at least 2.

    Returns
    -------
    DoubleOracleSolution
        Optimal mixes over pairs of mesh indices in increasing order, value and gap. The game is
        symmetric, so V = 0 is a fixed point and the stage game is alpha alone.

    Raises
    ------
    ValueError
        If `mesh` is below 2.

    Notes
    -----
    Section 5, by the source at mesh 21.

    Examples
    --------
    >>> game = two_against_two(11)
    >>> abs(game.value) < 1e-14, game.gap < 1e-13
    (True, True)
    """
    if isinstance(mesh, bool) or not isinstance(mesh, (int, np.integer)) or mesh < 2:
        raise ValueError(f"mesh: got {mesh!r}, allowed are the integers from 2 up")
    x = np.arange(mesh) / (mesh - 1)
    columns: dict[Pair, np.ndarray] = {}

    def column(pair: Pair) -> np.ndarray:
        if pair not in columns:
            columns[pair] = _pairs(x, x[pair[0]], x[pair[1]])
        return columns[pair]

    def index(pair: Pair) -> int:
        a, b = pair
        return a * mesh - a * (a - 1) // 2 + b - a

    pairs = [(a, b) for a in range(mesh) for b in range(a, mesh)]

    def best(mix: Sequence[tuple[Pair, float]]) -> tuple[Pair, float]:
        total = np.zeros(len(pairs))
        for pair, probability in mix:
            total += probability * column(pair)
        return pairs[int(total.argmax())], float(total.max())

    def worst(mix: Sequence[tuple[Pair, float]]) -> tuple[Pair, float]:
        pair, value = best(mix)
        return pair, -value

    middle = round(2 ** (-1 / 3) * (mesh - 1))
    start = [(middle, middle)]
    return double_oracle.solve(
        lambda r, c: float(column(c)[index(r)]), best, worst, start, start, 1e-14
    )


@njit(cache=True)
def _pairs(x: np.ndarray, third: float, fourth: float) -> np.ndarray:
    """Joint payoff of every pair of thresholds against a given one."""
    M = x.size
    out = np.empty(M * (M + 1) // 2)
    p = np.empty(4)
    p[2], p[3] = third, fourth
    k = 0
    for a in range(M):
        for b in range(a, M):
            p[0], p[1] = x[a], x[b]
            out[k] = _alpha(p, False)
            p[0], p[1] = x[b], x[a]
            out[k] += _alpha(p, False)
            k += 1
    return out


@njit(cache=True)
def _utility(
    m: np.ndarray, counts: np.ndarray, total: np.ndarray, player: int, pooled: bool, out: np.ndarray
) -> None:
    """Payoff of each threshold of `player` against the others' mixes, into `out`.

    ``m[j]`` holds the sums of max(p_j, x) over the past, `total` the rounds counted.
    """
    M = out.size
    h = 1.0 / (M - 1)
    if pooled and player > 0:
        other = 3 - player
        mean, theirs = m[0, 0] / total[0], m[other, 0] / total[other]
        scale = h / (total[0] * total[other])
        high = 0.0  # integral over [0, x] of w m, w = P(p1 <= x); total first, of x w m
        weight = 0.0
        for i in range(M - 1):
            weight += counts[0, i]
            a, b, x = m[other, i], m[other, i + 1], i * h
            high += weight * scale * (x * (a + b) / 2 + h * (a + 2 * b) / 6)
        weight = 0.0
        low = 0.0
        for i in range(M):
            x = i * h
            beta = 2 - mean - theirs - x + 2 * x * mean * theirs
            out[i] = -(beta - 1 + 3 * (2 * (x * low + high) - 1 + mean))
            if i < M - 1:
                weight += counts[0, i]
                a, b = m[other, i], m[other, i + 1]
                low += weight * scale * (a + b) / 2
                high -= weight * scale * (x * (a + b) / 2 + h * (a + 2 * b) / 6)
        return
    j = 1 if player == 0 else 0
    k = 1 if player == 2 else 2
    scale = h / (6 * total[j] * total[k])
    one, two = m[j, 0] / total[j], m[k, 0] / total[k]
    wins = 0.0
    for i in range(M - 1, -1, -1):
        if i < M - 1:
            a, b, c, d = m[j, i], m[j, i + 1], m[k, i], m[k, i + 1]
            wins += scale * (2 * a * c + a * d + b * c + 2 * b * d)
        x = i * h
        out[i] = 1 - one - two - x + 2 * x * one * two + 3 * (2 * wins - 1 + x)


@njit(cache=True)
def _count(m: np.ndarray, counts: np.ndarray, total: np.ndarray, player: int, p: int) -> None:
    """Add one play of mesh point p to a player's past."""
    h = 1.0 / (counts.shape[1] - 1)
    counts[player, p] += 1
    total[player] += 1
    for i in range(p):
        m[player, i] += p * h
    for i in range(p, counts.shape[1]):
        m[player, i] += i * h


@njit(cache=True)
def _three(
    M: int, first: np.ndarray, steps: np.ndarray, alternating: bool, ties: int, pooled: bool,
    seed: np.uint64,
) -> tuple:  # fmt: skip
    """Counts, and gaps and plays at `steps`."""
    counts = np.zeros((3, M))
    m = np.zeros((3, M))
    total = np.zeros(3)
    utility = np.zeros((3, M))
    gaps = np.empty(steps.size)
    plays = np.empty((3, steps.size), np.int64)
    gains, values = np.zeros(3), np.zeros(3)
    choice = np.empty(3, np.int64)
    at = 0
    for step in range(1, steps[-1] + 1):
        for player in range(3):
            if step == 1:
                for i in range(M):  # nobody has a past
                    utility[player, i] = 0.0
            else:
                _utility(m, counts, total, player, pooled, utility[player])
            choice[player] = _reply(utility[player], ties, seed, step, player)
            if step == 1 and first[player] >= 0:
                choice[player] = first[player]
            if alternating and step > 1:
                _count(m, counts, total, player, choice[player])
        if not alternating or step == 1:
            for player in range(3):
                _count(m, counts, total, player, choice[player])
        if step == steps[at]:
            for player in range(3):
                _utility(m, counts, total, player, pooled, utility[player])
                mean, best = 0.0, -np.inf
                for i in range(M):
                    mean += utility[player, i] * counts[player, i]
                    best = max(best, utility[player, i])
                values[player] = mean / total[player]
                gains[player] = best - values[player]
                plays[player, at] = choice[player]
            gaps[at] = gains[0] + gains[1] + gains[2]
            at += 1
    return counts, gaps, plays, gains, values
