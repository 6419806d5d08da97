"""Fictitious play: everybody keeps replying to what the others have played so far.

Two things that descriptions leave open change the outcome, and are arguments here. The protocol:
``simultaneous`` moves reply to the counts before the round, as in Brown's definition and in
nashpy; with ``alternating`` moves each player sees what the earlier ones have just played. The
ties: ``random`` picks uniformly among best replies that are equal to the last bit, as nashpy
does; ``first`` and ``last`` take the lowest or highest index. A random run is a function of its
seed alone: the k-th choice of player i is a hash of (seed, k, i).

In zero-sum games the empirical mixes converge (Robinson 1951), slowly. Each round bounds the value
from both sides; the gap between best replies is the error bar of whatever is read off.
"""

from __future__ import annotations

import numpy as np

from parlor.core.compiled import njit

from .fictitious_record import FictitiousPlay
from .fictitious_rules import _reply, _standing, rules, schedule
from .zero_sum import payoff_matrix

__all__ = ["FictitiousPlay", "play", "play_three"]


def play(
    A: np.ndarray,
    rounds: int,
    protocol: str = "simultaneous",
    ties: str = "random",
    seed: int = 0,
    start: tuple[int, int] | None = None,
) -> FictitiousPlay:
    """Fictitious play of a two-player zero-sum game.

    Parameters
    ----------
    A : array_like, shape (m, n)
        Payoffs to the row player.
    rounds : int
        Rounds to play, at least 1. In the first nobody has a past, and all moves are tied.
    protocol : {"simultaneous", "alternating"}
        Whether the column player sees the row player's move of the same round.
    ties : {"first", "last", "random"}
        Choice among best replies of equal payoff.
    seed : int
        Seed of random ties.
    start : (int, int), optional
        Row and column of the first round, in place of ties.

    Returns
    -------
    FictitiousPlay
        Mixes, bounds on the value and the gap's record at some 200 rounds, evenly spaced in the
        logarithm.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Notes
    -----
    Equation (C.1). nashpy's ``fictitious_play(A, -A, rounds)`` is the same process.

    Examples
    --------
    >>> pennies = play([[1, -1], [-1, 1]], 10_000, ties="first")
    >>> pennies.low <= 0 <= pennies.high, pennies.gap < 0.03
    (True, True)
    """
    A = payoff_matrix(A, "A")
    steps = schedule(rounds)
    code = rules(protocol, ties)
    first = (-1, -1) if start is None else (int(start[0]), int(start[1]))
    if start is not None and not all(0 <= s < n for s, n in zip(first, A.shape, strict=True)):
        raise ValueError(f"start: got {start!r}, allowed are a row and a column of {A.shape}")
    row, column, gaps, plays, received, conceded = _play(A, steps, *code, np.uint64(seed), first)
    x, y = row / rounds, column / rounds
    low, high = float(-conceded.max() / rounds), float(received.max() / rounds)
    value = float(x @ A @ y)
    return FictitiousPlay(
        (x, y), (value, -value), high - low, low, high, steps, gaps, plays, protocol, ties, seed
    )


def play_three(
    payoffs: np.ndarray,
    rounds: int,
    start: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None,
    protocol: str = "simultaneous",
    ties: str = "random",
    seed: int = 0,
) -> FictitiousPlay:
    """Fictitious play of a three-player game, each replying to the product of two mixes.

    Parameters
    ----------
    payoffs : array_like, shape (3, a, b, c)
        ``payoffs[i, s1, s2, s3]``: what player i gets.
    rounds : int
        Rounds to play, at least 1.
    start : tuple of three arrays, optional
        Counts that stand for a past, nonnegative, of lengths a, b and c. Default: none, so that
        the first moves are ties.
    protocol : {"simultaneous", "alternating"}
        Whether players 2 and 3 see earlier moves of the same round.
    ties : {"first", "last", "random"}
        Choice among best replies of equal payoff.
    seed : int
        Seed of random ties.

    Returns
    -------
    FictitiousPlay
        Mixes and the record of the gap (C.4).

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> odd = np.zeros((3, 2, 2, 2))  # odd one out gets 2 from the others
    >>> for i in range(3):
    ...     for s in range(2):
    ...         where = [1 - s] * 3
    ...         where[i] = s
    ...         odd[(slice(None), *where)] = -1
    ...         odd[(i, *where)] = 2
    >>> play_three(odd, 1000, seed=1).gap < 1e-2
    True
    """
    U = np.ascontiguousarray(payoffs, dtype=np.float64)
    if U.ndim != 4 or U.shape[0] != 3 or not U.size or not np.isfinite(U).all():
        raise ValueError(f"payoffs: got shape {U.shape}, allowed are finite numbers (3, a, b, c)")
    counts = [np.zeros(size) for size in U.shape[1:]]
    if start is not None:
        counts = [np.array(past, dtype=np.float64) for past in start]
        for i, (past, size) in enumerate(zip(counts, U.shape[1:], strict=True)):
            if past.shape != (size,) or not (past >= 0).all() or not np.isfinite(past).all():
                raise ValueError(f"start[{i}]: allowed are {size} nonnegative numbers")
    steps = schedule(rounds)
    code = rules(protocol, ties)
    gaps, plays, gains, values = _play_three(
        U, counts[0], counts[1], counts[2], steps, code[0], code[1], np.uint64(seed)
    )
    mixes = tuple(past / past.sum() for past in counts)
    return FictitiousPlay(
        mixes,
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


@njit(nogil=True)
def _play(
    A: np.ndarray, steps: np.ndarray, alternating: bool, ties: int, seed: np.uint64,
    first: tuple[int, int],
) -> tuple:  # fmt: skip
    """Counts, gaps and plays at `steps`, and each player's own payoffs summed over the past."""
    m, n = A.shape
    AT = A.T.copy()
    row, column = np.zeros(m), np.zeros(n)
    received, conceded = np.zeros(m), np.zeros(n)
    gaps = np.empty(steps.size)
    plays = np.empty((2, steps.size), np.int64)
    at = 0
    for step in range(1, steps[-1] + 1):
        i = _reply(received, ties, seed, step, 0)
        if step == 1 and first[0] >= 0:
            i = first[0]
        if alternating:
            for k in range(n):
                conceded[k] -= A[i, k]
        j = _reply(conceded, ties, seed, step, 1)
        if step == 1 and first[1] >= 0:
            j = first[1]
        if not alternating:
            for k in range(n):
                conceded[k] -= A[i, k]
        for k in range(m):
            received[k] += AT[j, k]
        row[i] += 1
        column[j] += 1
        if step == steps[at]:
            gaps[at] = (received.max() + conceded.max()) / step
            plays[0, at], plays[1, at] = i, j
            at += 1
    return row, column, gaps, plays, received, conceded


@njit
def _utilities(U: np.ndarray, x: np.ndarray, y: np.ndarray, z: np.ndarray, player: int) -> np.ndarray:  # fmt: skip # noqa: E501
    """Payoff of each pure strategy of one player against the others' counts."""
    a, b, c = x.size, y.size, z.size
    out = np.zeros((a, b, c)[player])
    for i in range(a):
        for j in range(b):
            for k in range(c):
                u = U[player, i, j, k]
                if player == 0:
                    out[i] += u * y[j] * z[k]
                elif player == 1:
                    out[j] += u * x[i] * z[k]
                else:
                    out[k] += u * x[i] * y[j]
    return out


@njit
def _play_three(
    U: np.ndarray, x: np.ndarray, y: np.ndarray, z: np.ndarray, steps: np.ndarray,
    alternating: bool, ties: int, seed: np.uint64,
) -> tuple:  # fmt: skip
    """Gaps and plays at `steps`; the counts x, y, z are updated in place."""
    gaps = np.empty(steps.size)
    plays = np.empty((3, steps.size), np.int64)
    gains, values = np.empty(3), np.empty(3)
    choice = np.empty(3, np.int64)
    at = 0
    for step in range(1, steps[-1] + 1):
        for player in range(3):
            choice[player] = _reply(_utilities(U, x, y, z, player), ties, seed, step, player)
            if alternating:
                (x, y, z)[player][choice[player]] += 1
        if not alternating:
            x[choice[0]] += 1
            y[choice[1]] += 1
            z[choice[2]] += 1
        if step == steps[at]:
            total = (x.sum(), y.sum(), z.sum())
            for player in range(3):
                others = total[0] * total[1] * total[2] / total[player]
                utility = _utilities(U, x, y, z, player) / others
                values[player], gains[player] = _standing(utility, (x, y, z)[player], total[player])
            gaps[at] = gains[0] + gains[1] + gains[2]
            for player in range(3):
                plays[player, at] = choice[player]
            at += 1
    return gaps, plays, gains, values
