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

from dataclasses import dataclass, field

import numpy as np

from parlor.core.checks import whole

from .large_kernels import KINDS, TERMS, Policy, _hold_first, _run, _sample, _test
from .values import mean_and_error

__all__ = ["Exploitability", "LargeResteal", "large_resteal"]


@dataclass(frozen=True)
class LargeResteal:
    """An approximate equilibrium, as `large_resteal` finds it.

    Attributes
    ----------
    n_players, n_games, seed
        The question.
    payoffs : ndarray (n_players,)
        Mean payoff of seats 1 to N in games played by the policy.
    standard_errors : ndarray (n_players,)
        Their standard errors.
    actions : ndarray (n_players, n_players + 1)
        Row m - 1 for seat m: share of games in which it opens a box (column 0) or takes rank 1,
        2, ... (columns 1, 2, ...).
    """

    n_players: int
    n_games: int
    seed: int
    payoffs: np.ndarray
    standard_errors: np.ndarray
    actions: np.ndarray
    _policy: Policy = field(repr=False, compare=False)

    def exploitability(self, n_tables: int = 5, n_plays: int = 100) -> Exploitability:
        """What one change of action gains, on average over random tables, for every seat.

        Parameters
        ----------
        n_tables : int
            Tables for each seat, at least 2. Tables are random whatever was played before.
        n_plays : int
            Continuations of each, even, at least 4.

        Returns
        -------
        Exploitability
            Gains by seat with standard errors.

        Raises
        ------
        ValueError
            If an argument is not as above.
        """
        tables = whole("n_tables", n_tables, 2, 10**7)
        plays = whole("n_plays", n_plays, 4, 10**7)
        n = self.n_players
        gains = np.zeros((3, n))
        for seat in range(1, n + 1):
            lower, upper = np.zeros((2, tables))
            _test(n, n - seat + 1, self._policy, self.seed, tables, plays // 2, lower, upper)
            gains[:, seat - 1] = lower.mean(), lower.std(ddof=1) / np.sqrt(tables), upper.mean()
        return Exploitability(gains[0], gains[1], gains[2])

    def first_holding_values(
        self, values: np.ndarray, n_plays: int = 1000
    ) -> tuple[np.ndarray, np.ndarray]:
        """What the first player's box is worth once opened, by its value.

        Parameters
        ----------
        values : array_like (n,)
            Values v in [0, 1].
        n_plays : int
            Games played on from each, at least 2; the same random numbers for every value.

        Returns
        -------
        tuple of ndarray (n,)
            The source's h(v, N - 1), and standard errors.

        Raises
        ------
        ValueError
            If an argument is not as above.
        """
        v, plays = np.array(values, dtype=float), whole("n_plays", n_plays, 2, 10**7)
        if v.ndim != 1 or not ((v >= 0) & (v <= 1)).all():
            raise ValueError(f"values: got shape {v.shape}, allowed are numbers in [0, 1] in a row")
        total, square = np.zeros((2, v.size))
        _hold_first(self.n_players, self._policy, self.seed, v, plays, total, square)
        return mean_and_error(total, square, plays)


@dataclass(frozen=True)
class Exploitability:
    """Gain of the best single change of action, by seat.

    Attributes
    ----------
    gains : ndarray (n_players,)
        Mean gain of the change that half of the continuations recommend, on the other half.
    standard_errors : ndarray (n_players,)
        Their standard errors.
    upper : ndarray (n_players,)
        Mean of the largest gain seen: no smaller than the true one in expectation.
    """

    gains: np.ndarray
    standard_errors: np.ndarray
    upper: np.ndarray


def large_resteal(
    n_players: int = 101, n_fit: int = 300, n_games: int = 2000, seed: int = 0
) -> LargeResteal:
    """Approximate the equilibrium of unlimited re-steal for many players, uniform boxes.

    Parameters
    ----------
    n_players : int
        Number N of players, 2 to 400. The fit costs N**4 steps, play N**3.
    n_fit : int
        Games played for the fit of each turn, at least 50.
    n_games : int
        Games played by the fitted policy for the payoffs, at least 2.
    seed : int
        0 to 2**60.

    Returns
    -------
    LargeResteal
        Payoffs with standard errors, what each seat takes, and a measure of exploitability.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> large_resteal(4, 2000, 4000).payoffs.round(1)
    array([0.3, 0.4, 0.5, 0.8])
    """
    n = whole("n_players", n_players, 2, 400)
    fit = whole("n_fit", n_fit, 50, 10**7)
    games = whole("n_games", n_games, 2, 10**9)
    start = whole("seed", seed, 0, 2**60)
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
    total, square = np.zeros((2, n))
    actions = np.zeros((n, n + 1))
    _run(n, policy, start, games, total, square, actions)
    mean, errors = mean_and_error(total, square, games)
    return LargeResteal(n, games, start, mean, errors, actions / games, policy)
