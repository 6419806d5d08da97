"""Unlimited re-steal with many players, by backward induction over simulated play.

The exact state is the k best boxes, too many numbers beyond a dozen players. What matters most
about a box, beside its value and rank, is when it would be stolen. So every mover works out what
the movers after it, last to first, would take from the table as it is, were no better box to come.
That puts each box into one of a few kinds: safe, or stolen in 1, 2, 3, 4, 5-6, ... turns. For each
kind and number of players to act, the worth of holding a box is a polynomial in its value and rank;
a fresh box is worth a constant; the box of rank k is worth its value, exactly.

Polynomials and constants are fitted for k = 2, 3, ... to games played on from random tables by the
policies fitted before. Whatever the mover does, the table gains the same box, so that one played
game shows at once what every box on the table and a fresh one would have been worth.

How far this is from equilibrium is measured, not assumed: at random tables, many continuations say
how much the best single change of action would gain. The better action is chosen on one half of
the continuations and its gain taken from the other, which leaves no optimism in the estimate; the
best of the means over all continuations is an upper bound in expectation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from parlor.core import checks
from parlor.core.checks import whole
from parlor.core.compiled import njit
from parlor.core.draws import draw_at
from parlor.core.estimate import mean_and_error
from parlor.core.result import Certificate

from .seats import MAX_GAMES, BySeat, Played

__all__ = ["Exploitability", "LargeResteal", "large_resteal"]

MAX_PLAYERS = 400
MAX_PLAYS = 10**7  # games and tables of the fit and of the tests

TERMS = 6  # of the regression: 1, x, x**2, r/k, (r/k)**2, x r/k
Policy = tuple[np.ndarray, np.ndarray]  # weights (N+1, KINDS, TERMS), worths of a fresh box (N+1,)
Hands = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]  # value, owner, paid, thief
Plan = tuple[np.ndarray, np.ndarray]  # by players to act: an action, and what it is worth
KINDS = 9  # of boxes, by when they would be stolen if no better box came
# the kind by the turns until then; 0 is for never
_KIND = np.repeat(range(KINDS), (1, 1, 1, 1, 1, 2, 4, 10, MAX_PLAYERS))
FIT, PLAY, TEST = 0, 1, 2  # streams of random numbers


@dataclass(frozen=True, repr=False, eq=False)
class LargeResteal(Played):
    """An approximate equilibrium, as `large_resteal` finds it: see `Played` for the rest.

    Attributes
    ----------
    actions : ndarray (n_players, n_players + 1)
        Row m - 1 for seat m: share of games in which it opens a box (column 0) or takes rank 1,
        2, ... (columns 1, 2, ...).
    """

    actions: np.ndarray
    _policy: Policy = field(repr=False)

    def exploitability(self, *, n_tables: int = 5, n_plays: int = 100) -> Exploitability:
        """Return what one change of action gains, on average over random tables, for every seat.

        There are `n_tables` (2 to 10**7) tables for each seat, random whatever was played before,
        and `n_plays` (4 to 10**7; of an odd number one is left out) continuations of each.
        Otherwise a ValueError.

        Examples
        --------
        >>> regret = large_resteal(3, n_fit=50, n_games=10).exploitability(n_tables=9, n_plays=40)
        >>> regret.gains.shape
        (3,)
        """
        tables = whole("n_tables", n_tables, 2, MAX_PLAYS)
        plays = whole("n_plays", n_plays, 4, MAX_PLAYS)
        n = self.n_players
        gains = np.zeros((3, n))
        for seat in range(1, n + 1):
            found = np.zeros((2, tables))
            _test(n, n - seat + 1, self._policy, self.seed, tables, plays // 2, found)
            lower, upper = found
            gains[:, seat - 1] = lower.mean(), lower.std(ddof=1) / np.sqrt(tables), upper.mean()
        return Exploitability(gains[0], gains[1], gains[2])

    def first_holding_values(
        self, values: Sequence[float], *, n_plays: int = 1000
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return what the first player's box is worth once opened, and its standard error.

        That is the source's h(v, N - 1) for each v of `values`, in [0, 1], from `n_plays` games
        (2 to 10**7) played on from each, with the same random numbers. Otherwise a ValueError.

        Examples
        --------
        >>> large_resteal(3, n_fit=50, n_games=10).first_holding_values([0.0])[0]
        array([0.])
        """
        v = checks.numbers("values", values, "a row of numbers from 0 to 1", 0, 1, (1, None))
        plays = whole("n_plays", n_plays, 2, MAX_PLAYS)
        sums = np.zeros((2, v.size))
        _hold_first(self.n_players, self._policy, self.seed, v, plays, sums)
        mean, error = mean_and_error(sums[0], sums[1], plays)
        return mean, error


@dataclass(frozen=True, repr=False, eq=False)
class Exploitability(BySeat):
    """Gain of the best single change of action, by seat.

    Attributes
    ----------
    gains, gains_error : ndarray (n_players,)
        Mean gain of the change that half of the continuations recommend, on the other half, and
        its standard error.
    upper : ndarray (n_players,)
        Mean of the largest gain seen: no smaller than the true one in expectation.
    """

    _columns = ("gains", "gains_error", "upper")

    gains: np.ndarray
    gains_error: np.ndarray
    upper: np.ndarray

    @property
    def certificate(self) -> Certificate:
        """Largest standard error of a gain."""
        return Certificate("standard error", float(self.gains_error.max()))


def large_resteal(
    n_players: int = 101, *, n_fit: int = 300, n_games: int = 2000, seed: int = 42
) -> LargeResteal:
    """Approximate the equilibrium of unlimited re-steal for many players, uniform boxes.

    Parameters
    ----------
    n_players : int
        Number N of players, 2 to 400. The fit costs N**4 steps, play N**3.
    n_fit : int
        Games played for the fit of each turn, 50 to 10**7.
    n_games : int
        Games played by the fitted policy for the payoffs, 2 to 10**9.
    seed : int
        0 to 2**63 - 1.

    Returns
    -------
    LargeResteal
        Payoffs with standard errors, what each seat takes, and a measure of exploitability.

    Examples
    --------
    >>> large_resteal(4, n_fit=2000, n_games=4000).payoffs.round(1)
    array([0.3, 0.4, 0.5, 0.8])
    """
    n = whole("n_players", n_players, 2, MAX_PLAYERS)
    fit = whole("n_fit", n_fit, 50, MAX_PLAYS)
    games = whole("n_games", n_games, 2, MAX_GAMES)
    start = checks.seed(seed)
    weights = np.zeros((n + 1, KINDS, TERMS))
    draws = np.full(n + 1, 0.5)
    policy, means = (weights, draws), draws.copy()
    for k in range(2, n + 1):
        gram, moment = np.zeros((KINDS, TERMS, TERMS)), np.zeros((KINDS, TERMS))
        draws[k] = means[k] = _sample(n, k, policy, start, fit, gram, moment)
        recent = np.arange(k - min(15, k // 4), k + 1)
        if recent.size > 2:  # it changes little from turn to turn: take the noise out
            line = np.polyfit(recent - k, means[recent], 1)
            draws[k] = line[-1]
        ridge = 1e-6 * (1 + gram[:, 0, 0])[:, None, None] * np.eye(TERMS)
        weights[k] = np.linalg.solve(gram + ridge, moment[:, :, None])[:, :, 0]
    sums = np.zeros((2, n))
    actions = np.zeros((n, n + 1))
    _run(n, policy, start, games, sums, actions)
    mean, error = mean_and_error(sums[0], sums[1], games)
    return LargeResteal(n, games, start, mean, error, actions / games, policy)


@njit
def _stream(seed: int, purpose: int, k: int) -> np.uint64:
    return np.uint64(seed) * np.uint64(3) + np.uint64(purpose) + (np.uint64(k) << np.uint64(44))


@njit(counted=False)
def _deal(p: int, m: int, stream: np.uint64, game: int, at: int, value: np.ndarray) -> None:
    """The m best of p uniform numbers, decreasing; uses m draws of the stream."""
    x = 1.0
    for j in range(m):
        x *= draw_at(stream, game, at + j) ** (1.0 / (p - j))
        value[j] = x


@njit(counted=False)
def _terms(x: float, rank: int, k: int, out: np.ndarray) -> None:
    r = rank / k
    out[0], out[1], out[2], out[3], out[4], out[5] = 1.0, x, x * x, r, r * r, x * r


@njit(counted=False)
def _decide(
    k: int, p: int, policy: Policy, value: np.ndarray, thief: np.ndarray, plan: Plan, known: int
) -> int:
    """Action of the mover, 0 for opening a box, else the rank of the box taken.

    On the way `plan` becomes what the movers 1, 2, ..., k would do if no better box came, last to
    first, of which the first `known` entries are right already. And `thief` becomes, for each box,
    the number of players to act when it would be stolen next.
    """
    weights, draws = policy
    actions, worths = plan
    for i in range(min(k, p)):
        thief[i] = 0
    for j in range(1, min(known + 1, k)):
        if actions[j]:
            thief[actions[j] - 1] = j
    for j in range(known + 1, k + 1):
        best, action, w = draws[j], 0, weights[j]
        if p >= j and value[j - 1] > best:
            best, action = value[j - 1], j
        for i in range(min(j - 1, p)):
            if value[i] <= best:
                break  # a holder never does better than to keep the box
            kind = _KIND[j - thief[i]] if thief[i] else 0
            x, r = value[i], i / j
            worth = w[kind, 0] + x * (w[kind, 1] + x * w[kind, 2] + r * w[kind, 5])
            worth += r * (w[kind, 3] + r * w[kind, 4])
            if worth > best:
                best, action = worth, i + 1
        actions[j], worths[j] = action, best
        if action and j < k:
            thief[action - 1] = j
    return actions[k]


@njit(counted=False)
def _finish(
    n: int,
    k: int,
    policy: Policy,
    stream: np.uint64,
    game: int,
    at: int,
    hands: Hands,
    plan: Plan,
    counts: np.ndarray,
) -> None:
    """Play from the moment the mover with k to act opens a box: the min(k, n - k) best are known.

    Those belong to owners 0, 1, ..., the mover is the next and later movers follow. What they get
    is left in `paid`, what movers take is counted in `counts` unless that is empty. The `plan` of
    `_decide` for these boxes is kept up to date: a new box changes nothing for movers, last to
    first, who do better than by taking it and do not take a box that is worse.
    """
    value, owner, paid, thief = hands
    actions, worths = plan
    held = mover = new = min(k, n - k)
    for i in range(held):
        owner[i], paid[i] = i, value[i]
    while True:
        y = draw_at(stream, game, at + n - k)
        j = held
        while j > 0 and value[j - 1] < y:
            value[j], owner[j] = value[j - 1], owner[j - 1]
            j -= 1
        value[j], owner[j] = y, new
        held += 1
        paid[new] = y
        k -= 1
        if k == 0:
            return
        held = min(held, k)  # boxes of lower rank are safe, and paid
        mover += 1
        paid[mover] = 0.0
        known = 0
        while known < k and actions[known + 1] <= j and worths[known + 1] > y:
            known += 1
        action = _decide(k, n - k, policy, value, thief, plan, known)
        if counts.size:
            counts[n - k, action] += 1
        new = mover
        if action:
            new = owner[action - 1]
            owner[action - 1] = mover
            paid[mover] = value[action - 1]


@njit
def _sample(
    n: int, k: int, policy: Policy, seed: int, n_games: int, gram: np.ndarray, moment: np.ndarray
) -> float:
    """Play on from tables with k to act: normal equations for boxes, mean for a fresh one."""
    p = n - k
    m, d, mean = min(k, p), min(k - 1, p), 0.0
    value, table, paid = np.empty((3, n + 1))
    owner, thief, kinds = np.empty((3, n + 1), np.int64)
    hands, counts, terms = (value, owner, paid, thief), np.empty((0, 0)), np.empty(TERMS)
    plan = np.empty(n + 1, np.int64), np.empty(n + 1)
    stream = _stream(seed, FIT, k)
    for game in range(n_games):
        _deal(p, m, stream, game, n, table)
        _decide(k, p, policy, table, kinds, plan, 0)
        for i in range(m):  # an assignment of slices takes long to compile
            value[i] = table[i]
        _finish(n, k, policy, stream, game, 0, hands, plan, counts)
        mean += paid[m] / n_games
        for i in range(d):
            kind = _KIND[k - kinds[i]] if kinds[i] else 0
            _terms(table[i], i, k, terms)
            for a in range(TERMS):
                moment[kind, a] += terms[a] * paid[i]
                for b in range(TERMS):
                    gram[kind, a, b] += terms[a] * terms[b]
    return mean


@njit
def _run(
    n: int, policy: Policy, seed: int, n_games: int, sums: np.ndarray, actions: np.ndarray
) -> None:
    value, paid = np.empty((2, n + 1))
    owner, thief = np.empty((2, n + 1), np.int64)
    hands, stream = (value, owner, paid, thief), _stream(seed, PLAY, 0)
    plan = np.empty(n + 1, np.int64), np.empty(n + 1)
    actions[0, 0] += n_games
    for game in range(n_games):
        _decide(n, 0, policy, value, thief, plan, 0)
        _finish(n, n, policy, stream, game, 0, hands, plan, actions)
        for i in range(n):
            sums[0, i] += paid[i]
            sums[1, i] += paid[i] * paid[i]


@njit
def _test(
    n: int, k: int, policy: Policy, seed: int, n_tables: int, half: int, gains: np.ndarray
) -> None:
    """Gain of the best other action at random tables: on fresh continuations, and at most."""
    p = n - k
    m = min(k, p)
    d = min(k - 1, p)
    value, table, paid = np.empty((3, n + 1))
    owner, thief = np.empty((2, n + 1), np.int64)
    hands, counts = (value, owner, paid, thief), np.empty((0, 0))
    first = np.empty(n + 1, np.int64), np.empty(n + 1)
    plan = np.empty(n + 1, np.int64), np.empty(n + 1)
    stream = _stream(seed, TEST, k)
    for t in range(n_tables):
        _deal(p, m, stream, t, 0, table)
        chosen = _decide(k, p, policy, table, thief, first, 0)
        worth = np.zeros((2, k + 1))  # by half and action
        for side in range(2):
            for play in range(half):
                at = n * (1 + side * half + play)
                for i in range(m):
                    value[i] = table[i]
                for j in range(1, k + 1):
                    plan[0][j], plan[1][j] = first[0][j], first[1][j]
                _finish(n, k, policy, stream, t, at, hands, plan, counts)
                worth[side, 0] += paid[m] / half
                for i in range(d):
                    worth[side, i + 1] += paid[i] / half
            for i in range(d, k):
                worth[side, i + 1] = table[i] if i < m else 0.0
        for side in range(2):
            better = _greatest(worth[side])
            gains[0, t] += 0.5 * (worth[1 - side, better] - worth[1 - side, chosen])
        for i in range(k + 1):
            worth[0, i] = 0.5 * (worth[0, i] + worth[1, i])
        gains[1, t] = worth[0, _greatest(worth[0])] - worth[0, chosen]


@njit(counted=False)
def _greatest(row: np.ndarray) -> int:
    """Place of the greatest number; np.argmax takes long to compile."""
    best = 0
    for i in range(row.size):
        if row[i] > row[best]:
            best = i
    return best


@njit
def _hold_first(
    n: int, policy: Policy, seed: int, values: np.ndarray, n_plays: int, sums: np.ndarray
) -> None:
    """What the first player gets from holding each value, before the second player moves."""
    value, paid = np.empty((2, n + 1))
    owner, thief = np.empty((2, n + 1), np.int64)
    hands, counts = (value, owner, paid, thief), np.empty((0, 0))
    plan = np.empty(n + 1, np.int64), np.empty(n + 1)
    stream = _stream(seed, PLAY, n)
    for i in range(values.size):
        for game in range(n_plays):
            value[0] = values[i]
            # who is robbed opens what is opened next
            robbed = _decide(n - 1, 1, policy, value, thief, plan, 0)
            _finish(n, n - 1, policy, stream, game, 0, hands, plan, counts)
            sums[0, i] += paid[robbed]
            sums[1, i] += paid[robbed] * paid[robbed]
