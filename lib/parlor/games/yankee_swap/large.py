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
from typing import Annotated, NamedTuple

import numpy as np

from parlor.core.compiled import njit
from parlor.core.draws import draw_at
from parlor.core.estimate import mean_and_error
from parlor.core.quantities import Integer, Row, Seed, checked
from parlor.core.result import Certificate

from .seats import BySeat, NumberOfGames, Simulation

__all__ = ["Exploitability", "LargeResteal", "large_resteal"]

MAX_PLAYERS = 400  # hours of a fit
MAX_PLAYS = 10**7  # games and tables of the fit and of the tests

TERMS = 6  # of the regression: 1, x, x**2, r/k, (r/k)**2, x r/k
KINDS = 9  # of boxes, by when they would be stolen if no better box came
# the kind by the turns until then; 0 is for never
KIND_BY_TURNS = np.repeat(range(KINDS), (1, 1, 1, 1, 1, 2, 4, 10, MAX_PLAYERS))
# Of a term's weight in the normal equations of a kind, a part of the boxes seen: too little to move
# a fit, and enough to have one of kinds that are seldom or never seen.
RIDGE = 1e-6
# What a fresh box is worth changes little from turn to turn. It is read off a line through what the
# last turns have shown, a quarter of all so far and 15 at most, on which it is as good as straight.
LINE, LINE_PART = 15, 4
FIT, PLAY, TEST = 0, 1, 2  # purposes of random numbers
PURPOSES = 3
TURN_BITS = 44  # a stream is its seed and purpose below these bits, and the players to act above

Players = Annotated[int, Integer(2, MAX_PLAYERS)]
Plays = Annotated[int, Integer(2, MAX_PLAYS)]


class Policy(NamedTuple):
    """What a mover takes boxes to be worth.

    Attributes
    ----------
    weights : ndarray, shape (N + 1, KINDS, TERMS)
        By players to act: the polynomial of each kind of box.
    draws : ndarray, shape (N + 1,)
        By players to act: the worth of a fresh box.
    """

    weights: np.ndarray
    draws: np.ndarray


class Hands(NamedTuple):
    """A table while it is played on; whoever calls a kernel owns these rooms for N + 1 each.

    Attributes
    ----------
    value, owner : ndarray
        Of the boxes, best first, and who holds them.
    paid : ndarray
        What each owner holds, by owner.
    thief : ndarray of int
        How many are to act when the box would be stolen, 0 for never.
    """

    value: np.ndarray
    owner: np.ndarray
    paid: np.ndarray
    thief: np.ndarray


class Plan(NamedTuple):
    """What movers would do if no better box came, and what that is worth, by players to act."""

    actions: np.ndarray
    worths: np.ndarray


class Stream(NamedTuple):
    """Random numbers: those of a game of a stream, from a place on."""

    stream: np.uint64
    game: int
    at: int


@dataclass(frozen=True, repr=False, eq=False)
class LargeResteal(Simulation):
    """An approximate equilibrium, as `large_resteal` finds it: see `Simulation` for the rest.

    Attributes
    ----------
    actions : ndarray (n_players, n_players + 1)
        Row m - 1 for seat m: share of games in which it opens a box (column 0) or takes rank 1,
        2, ... (columns 1, 2, ...).
    """

    actions: np.ndarray
    _policy: Policy = field(repr=False)

    @checked
    def exploitability(
        self, *, n_tables: Plays = 5, n_plays: Annotated[int, Integer(4, MAX_PLAYS)] = 100
    ) -> Exploitability:
        """Return what one change of action gains, on average over random tables, for every seat.

        Parameters
        ----------
        n_tables : int
            Tables for each seat, random whatever was played before.
        n_plays : int
            Continuations of each; of an odd number one is left out.

        Returns
        -------
        Exploitability
            Gains by seat.

        Examples
        --------
        >>> regret = large_resteal(3, n_fit=50, n_games=10).exploitability(n_tables=9, n_plays=40)
        >>> regret.gains.shape
        (3,)
        """
        n = self.n_players
        gains = np.zeros((3, n))
        for seat in range(1, n + 1):
            bounds = np.zeros((2, n_tables))
            _test(n, n - seat + 1, self._policy, self.seed, n_tables, n_plays // 2, bounds)
            lower, upper = bounds
            gains[:, seat - 1] = lower.mean(), lower.std(ddof=1) / np.sqrt(n_tables), upper.mean()
        return Exploitability(gains[0], gains[1], gains[2])

    @checked
    def first_holding_values(
        self, values: Annotated[Sequence[float], Row(1, None, 0.0, 1.0)], *, n_plays: Plays = 1000
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return what the first player's box is worth once opened, and its standard error.

        Parameters
        ----------
        values : sequence of float
            Values v of the box.
        n_plays : int
            Games played on from each, with the same random numbers.

        Returns
        -------
        mean, error : ndarray
            The source's h(v, N - 1) for each, and its standard error.

        Examples
        --------
        >>> large_resteal(3, n_fit=50, n_games=10).first_holding_values([0.0])[0]
        array([0.])
        """
        v = np.asarray(values)
        sums = np.zeros((2, v.size))
        _hold_first(self.n_players, self._policy, self.seed, v, n_plays, sums)
        mean, error = mean_and_error(sums[0], sums[1], n_plays)
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


@checked
def large_resteal(
    n_players: Players = 101,
    *,
    n_fit: Annotated[int, Integer(50, MAX_PLAYS)] = 300,
    n_games: NumberOfGames = 2000,
    seed: Seed = 42,
) -> LargeResteal:
    """Approximate the equilibrium of unlimited re-steal for many players, uniform boxes.

    Parameters
    ----------
    n_players : int
        Number N of players. The fit costs N**4 steps, play N**3.
    n_fit : int
        Games played for the fit of each turn.
    n_games : int
        Games played by the fitted policy for the payoffs.
    seed : int or numpy.random.Generator
        Of the boxes.

    Returns
    -------
    LargeResteal
        Payoffs with standard errors, what each seat takes, and a measure of exploitability.

    Examples
    --------
    >>> large_resteal(4, n_fit=2000, n_games=4000).payoffs.round(1)
    array([0.3, 0.4, 0.5, 0.8])
    """
    policy = _fit(n_players, n_fit, seed)
    sums = np.zeros((2, n_players))
    actions = np.zeros((n_players, n_players + 1))
    play(n_players, policy, seed, n_games, sums, actions)
    mean, error = mean_and_error(sums[0], sums[1], n_games)
    return LargeResteal(n_players, n_games, seed, mean, error, actions / n_games, policy)


def _fit(n: int, n_games: int, seed: int) -> Policy:
    """The policy of k to act, from games played on by those fitted for fewer."""
    weights = np.zeros((n + 1, KINDS, TERMS))
    draws = np.full(n + 1, 0.5)  # the mean of a box that nobody steals
    policy, means = Policy(weights, draws), draws.copy()
    for k in range(2, n + 1):
        gram, moment = np.zeros((KINDS, TERMS, TERMS)), np.zeros((KINDS, TERMS))
        draws[k] = means[k] = _sample(n, k, policy, seed, n_games, gram, moment)
        recent = np.arange(k - min(LINE, k // LINE_PART), k + 1)
        if recent.size > 2:
            line = np.polyfit(recent - k, means[recent], 1)
            draws[k] = line[-1]
        ridge = RIDGE * (1 + gram[:, 0, 0])[:, None, None] * np.eye(TERMS)
        weights[k] = np.linalg.solve(gram + ridge, moment[:, :, None])[:, :, 0]
    return policy


@njit
def stream_for(seed: int, purpose: int, k: int) -> np.uint64:
    """The stream of random numbers for a purpose, with k to act."""
    below = np.uint64(seed) * np.uint64(PURPOSES) + np.uint64(purpose)
    return below + (np.uint64(k) << np.uint64(TURN_BITS))


@njit(counted=False)
def _deal(p: int, m: int, draws: Stream, value: np.ndarray) -> None:
    """The m best of p uniform numbers, decreasing; uses m draws of the stream."""
    x = 1.0
    for j in range(m):
        x *= draw_at(draws.stream, draws.game, draws.at + j) ** (1.0 / (p - j))
        value[j] = x


@njit(counted=False)
def _terms(x: float, rank: int, k: int, out: np.ndarray) -> None:
    r = rank / k
    out[0], out[1], out[2], out[3], out[4], out[5] = 1.0, x, x * x, r, r * r, x * r


@njit(counted=False)
def decide(
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
            kind = KIND_BY_TURNS[j - thief[i]] if thief[i] else 0
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
    n: int, k: int, policy: Policy, draws: Stream, hands: Hands, plan: Plan, counts: np.ndarray
) -> None:
    """Play from the moment the mover with k to act opens a box: the min(k, n - k) best are known.

    Those belong to owners 0, 1, ..., the mover is the next and later movers follow. What they get
    is left in `paid`, what movers take is counted in `counts` unless that is empty. The `plan` of
    `decide` for these boxes is kept up to date: a new box changes nothing for movers, last to
    first, who do better than by taking it and do not take a box that is worse.
    """
    value, owner, paid, thief = hands
    actions, worths = plan
    held = mover = new = min(k, n - k)
    for i in range(held):
        owner[i], paid[i] = i, value[i]
    while True:
        y = draw_at(draws.stream, draws.game, draws.at + n - k)
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
        action = decide(k, n - k, policy, value, thief, plan, known)
        if counts.size:
            counts[n - k, action] += 1
        new = mover
        if action:
            new = owner[action - 1]
            owner[action - 1] = mover
            paid[mover] = value[action - 1]


@njit
def _room(n: int) -> Hands:
    """Room for a table of n boxes."""
    numbers, players = np.empty((2, n + 1)), np.empty((2, n + 1), np.int64)
    return Hands(numbers[0], players[0], numbers[1], players[1])


@njit
def _no_plan(n: int) -> Plan:
    """Room for a plan of n movers."""
    return Plan(np.empty(n + 1, np.int64), np.empty(n + 1))


@njit
def _sample(
    n: int, k: int, policy: Policy, seed: int, n_games: int, gram: np.ndarray, moment: np.ndarray
) -> float:
    """Play on from tables with k to act: normal equations for boxes, mean for a fresh one."""
    p = n - k
    m, d, mean = min(k, p), min(k - 1, p), 0.0
    hands, plan, counts = _room(n), _no_plan(n), np.empty((0, 0))
    table, kinds, terms = np.empty(n + 1), np.empty(n + 1, np.int64), np.empty(TERMS)
    stream = stream_for(seed, FIT, k)
    for game in range(n_games):
        _deal(p, m, Stream(stream, game, n), table)
        decide(k, p, policy, table, kinds, plan, 0)
        for i in range(m):  # an assignment of slices takes long to compile
            hands.value[i] = table[i]
        _finish(n, k, policy, Stream(stream, game, 0), hands, plan, counts)
        mean += hands.paid[m] / n_games
        for i in range(d):
            kind = KIND_BY_TURNS[k - kinds[i]] if kinds[i] else 0
            _terms(table[i], i, k, terms)
            for a in range(TERMS):
                moment[kind, a] += terms[a] * hands.paid[i]
                for b in range(TERMS):
                    gram[kind, a, b] += terms[a] * terms[b]
    return mean


@njit
def play(
    n: int, policy: Policy, seed: int, n_games: int, sums: np.ndarray, actions: np.ndarray
) -> None:
    """Play games from the start: sums of payoffs and of their squares, and what is taken."""
    hands, plan, stream = _room(n), _no_plan(n), stream_for(seed, PLAY, 0)
    paid = hands.paid
    actions[0, 0] += n_games
    for game in range(n_games):
        decide(n, 0, policy, hands.value, hands.thief, plan, 0)
        _finish(n, n, policy, Stream(stream, game, 0), hands, plan, actions)
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
    hands, first, plan = _room(n), _no_plan(n), _no_plan(n)
    table, counts = np.empty(n + 1), np.empty((0, 0))
    stream = stream_for(seed, TEST, k)
    for t in range(n_tables):
        _deal(p, m, Stream(stream, t, 0), table)
        chosen = decide(k, p, policy, table, hands.thief, first, 0)
        worth = np.zeros((2, k + 1))  # by half and action
        for side in range(2):
            for play in range(half):
                at = n * (1 + side * half + play)
                for i in range(m):
                    hands.value[i] = table[i]
                for j in range(1, k + 1):
                    plan.actions[j], plan.worths[j] = first.actions[j], first.worths[j]
                _finish(n, k, policy, Stream(stream, t, at), hands, plan, counts)
                worth[side, 0] += hands.paid[m] / half
                for i in range(d):
                    worth[side, i + 1] += hands.paid[i] / half
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
    hands, plan, counts = _room(n), _no_plan(n), np.empty((0, 0))
    paid, stream = hands.paid, stream_for(seed, PLAY, n)
    for i in range(values.size):
        for game in range(n_plays):
            hands.value[0] = values[i]
            # who is robbed opens what is opened next
            robbed = decide(n - 1, 1, policy, hands.value, hands.thief, plan, 0)
            _finish(n, n - 1, policy, Stream(stream, game, 0), hands, plan, counts)
            sums[0, i] += paid[robbed]
            sums[1, i] += paid[robbed] * paid[robbed]
