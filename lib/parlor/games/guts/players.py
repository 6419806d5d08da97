"""Guts without collusion: fictitious play of any number of players.

Players who mix independently meet each other through one function each: with
``m_j(x) = E max(p_j, x)`` player i's chance to hold and win from threshold z is the integral from
z to 1 of the product of the others' m_j, and beta is multilinear in the mean thresholds m_j(0).
On a mesh m_j is linear between mesh points, so that a Gauss rule is exact and a best reply over
all z takes one pass: n**3 times the mesh a round, and nothing of size mesh**n is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np

from parlor.core.compiled import njit
from parlor.core.quantities import Integer, Row, Seed, checked
from parlor.solvers.fictitious_play import (
    FictitiousPlay,
    Protocol,
    Rounds,
    Ties,
    record,
    rules,
    schedule,
    standing,
    tied_reply,
)

__all__ = ["fictitious_play"]

MAX_PLAYERS = 200  # a round takes n**3 times the mesh: seconds
MAX_MESH = 100_001  # 200 players' pasts take 320 MB

Players = Annotated[int, Integer(2, MAX_PLAYERS)]
Mesh = Annotated[int, Integer(2, MAX_MESH)]


@checked
def fictitious_play(
    n_players: Players = 3,
    *,
    n_rounds: Rounds = 10_000,
    mesh: Mesh = 501,
    start: Sequence[float] | None = None,
    protocol: Protocol = "simultaneous",
    ties: Ties = "random",
    pooled: bool = False,
    seed: Seed = 42,
) -> FictitiousPlay:
    """Fictitious play of continuous guts, one round at a time.

    Parameters
    ----------
    n_players : int
        Number of players.
    n_rounds : int
        Rounds to play.
    mesh : int
        How many thresholds there are: 0, 1 / (mesh - 1), ..., 1.
    start : sequence of float, one for each player, optional
        Thresholds of a first play, rounded to the mesh; it counts as round 1. Default: all moves
        of the first round are ties.
    protocol : {"simultaneous", "alternating"}
        Whether later players see earlier moves of the same round.
    ties : {"first", "last", "random", "kept"}
        Choice among best replies of equal payoff.
    pooled : bool
        All but player 1 share their winnings: each replies for them all, without agreement.
    seed : int or numpy.random.Generator
        Seed of random ties.

    Returns
    -------
    FictitiousPlay
        Mixes over the mesh, the gap (C.4) as it falls, and the plays. When pooled the gap is the
        sum of what player 1, and each partner for the pool, could gain.

    Notes
    -----
    Section 5.2, Appendix C.1 and Figure 5, for three players and mesh = 501; C.1 conjectures that
    it converges for any number of them, with a gap of order 1/n.

    Examples
    --------
    >>> record = fictitious_play(3, n_rounds=2000, mesh=51, seed=1)
    >>> record.gap < 0.02, [round(float(x @ np.linspace(0, 1, 51)), 2) for x in record.mixes]
    (True, [0.7, 0.7, 0.7])
    """
    first = np.full(n_players, -1)
    if start is not None:
        given = Row(n_players, n_players, 0.0, 1.0).check("start", start)
        first = np.array([round(p * (mesh - 1)) for p in given])
    steps = schedule(n_rounds)
    # so many nodes are exact up to degree n - 1: a product of n - 1 factors, or x times n - 2
    nodes, weights = np.polynomial.legendre.leggauss((n_players + 1) // 2)
    gauss = Gauss((1 + nodes) / 2, weights / 2)
    counts, gaps, plays, gains, values = _rounds(
        mesh, first, steps, *rules(protocol, ties), pooled, np.uint64(seed), gauss
    )
    return record(counts, values, gains, steps, gaps, plays, protocol, ties, seed)


class Past(NamedTuple):
    """What n players have played on a mesh of M points; `count_play` adds to it.

    Attributes
    ----------
    m : ndarray, shape (n, M)
        Sums of max(p_j, x) over player j's plays p_j, at each mesh point x.
    counts : ndarray, shape (n, M)
        How often each mesh point was played.
    total : ndarray, shape (n,)
        Plays counted.
    """

    m: np.ndarray
    counts: np.ndarray
    total: np.ndarray


class Gauss(NamedTuple):
    """A Gauss rule on [0, 1]."""

    nodes: np.ndarray
    weights: np.ndarray


@njit(counted=False)
def _integrals(m: np.ndarray, one: int, two: int, gauss: Gauss, out: np.ndarray) -> None:
    """Integrals of g and, if `one` is not `two`, of x g over every cell, into out[0] and out[1].

    x counts cells; g is the product of m_j over all players but `one` and `two`, for which the rule
    is exact; out[2] is scratch. Loops over cells are the inner ones, for the compiler to vectorise.
    """
    nodes, weights = gauss
    area, moment, product = out[0], out[1], out[2]
    cells = m.shape[1] - 1
    for i in range(cells):  # numba takes seconds to compile assignments to slices
        area[i] = 0.0
        moment[i] = 0.0
    for k in range(nodes.size):
        t, weight = nodes[k], weights[k]
        for i in range(cells):
            product[i] = weight
        for j in range(m.shape[0]):
            if j != one and j != two:
                for i in range(cells):
                    product[i] *= m[j, i] + t * (m[j, i + 1] - m[j, i])
        for i in range(cells):
            area[i] += product[i]
        if one != two:
            for i in range(cells):
                moment[i] += (i + t) * product[i]


@njit(counted=False)
def utility_of(
    past: Past, player: int, pooled: bool, gauss: Gauss, out: np.ndarray, scratch: np.ndarray
) -> None:
    """Payoff of each threshold of `player` against the others' mixes, into `out`, shape (M,).

    Alpha of the module `kernels`, with W averaged over the others' mixes, from z = 1 down: the
    next cell's integral is added for each threshold. `m` and `counts` are sums over the past, so
    that products of them are divided by everybody's number of plays (`scale`, which has the cell's
    width too). Whoever calls owns `scratch` too, shape (3, M).
    """
    m, counts, total = past
    n, M = m.shape[0], out.size
    h = 1.0 / (M - 1)
    scale, drops, product = h, 0.0, 1.0
    for j in range(n):
        if j != player:
            drops += m[j, 0] / total[j]
            product *= m[j, 0] / total[j]
            scale /= total[j]
    area, moment = scratch[0], scratch[1]
    alone = not pooled or player == 0
    _integrals(m, player if alone else 0, player, gauss, scratch)
    if alone:
        wins = 0.0
        for i in range(M - 1, -1, -1):
            if i < M - 1:
                wins += scale * area[i]
            x = i * h
            out[i] = n - 2 - drops - x + 2 * x * product + n * (2 * wins - 1 + x)
        return
    # A partner loses what player 1 wins: with w = P(p1 <= x) and g the product over the other
    # partners, player 1 holds and wins with chance  z int_0^z w g + int_z^1 x w g.
    mean = m[0, 0] / total[0]
    low, high, weight = 0.0, 0.0, 0.0
    for i in range(M - 1):
        weight += counts[0, i]
        high += weight * scale * h * moment[i]
    weight = 0.0
    for i in range(M):
        x = i * h
        alpha = n - 2 - drops - x + 2 * x * product + n * (2 * (x * low + high) - 1 + mean)
        out[i] = -alpha
        if i < M - 1:
            weight += counts[0, i]
            low += weight * scale * area[i]
            high -= weight * scale * h * moment[i]


@njit(counted=False)
def count_play(past: Past, player: int, p: int) -> None:
    """Add one play of mesh point p to a player's past."""
    m, counts, total = past
    h = 1.0 / (counts.shape[1] - 1)
    counts[player, p] += 1
    total[player] += 1
    for i in range(p):
        m[player, i] += p * h
    for i in range(p, counts.shape[1]):
        m[player, i] += i * h


@njit
def _rounds(
    M: int, first: np.ndarray, steps: np.ndarray, alternating: bool, ties: int, pooled: bool,
    seed: np.uint64, gauss: Gauss,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:  # fmt: skip
    """Counts, gaps and plays at `steps`, and each player's gain and value in the end.

    `first` are plays of the first round, -1 for a reply like any other.
    """
    n = first.size
    past = Past(np.zeros((n, M)), np.zeros((n, M)), np.zeros(n))
    counts, total = past.counts, past.total
    utility, scratch = np.zeros(M), np.empty((3, M))
    gaps = np.zeros(steps.size)
    plays = np.empty((n, steps.size), np.int64)
    gains, values = np.zeros(n), np.zeros(n)
    choice = np.full(n, -1)
    at = 0
    for step in range(1, steps[-1] + 1):
        for player in range(n):
            if step > 1:  # before, nobody has a past
                utility_of(past, player, pooled, gauss, utility, scratch)
            choice[player] = tied_reply(utility, choice[player], ties, seed, step, player)
            if step == 1 and first[player] >= 0:
                choice[player] = first[player]
            if alternating and step > 1:
                count_play(past, player, choice[player])
        if not alternating or step == 1:
            for player in range(n):
                count_play(past, player, choice[player])
        if step == steps[at]:
            for player in range(n):
                utility_of(past, player, pooled, gauss, utility, scratch)
                values[player], gains[player] = standing(utility, counts[player], total[player])
                gaps[at] += gains[player]
                plays[player, at] = choice[player]
            at += 1
    return counts, gaps, plays, gains, values
