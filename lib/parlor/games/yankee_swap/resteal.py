"""The Yankee swap in which a box can be stolen again and again.

Each of N players has one turn: open a fresh box, or take any open box, whose holder then opens a
fresh one at once. Either way the table gains one independent box, so all that play decides is who
holds what. Let W(i) be what holding box i is worth once the mover has left it alone, and D what
opening a box is worth, both before the fresh value is seen. The mover takes the best of D, W(1),
W(2), ...; the holder of the box taken gets D.

With k players to act only the k best boxes are ever taken: the box of rank k is safe from the
k - 1 players who follow, so its taker is paid its value, and nobody wants one of lower rank. Hence
W and D depend on the k - 1 best boxes only, min(k - 1, N - k) numbers.

The game is solved exactly on a deck of n equally likely values, equal values being ranked by lot.
Then the payoffs sum to N E X to the last digit for every n, which checks the arithmetic but not the
deck; the error of the deck, O(1/n**2) for smooth pieces and about n**-1.5 for the cells that a
change of decision cuts, is read off from two decks.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from parlor.core.checks import whole

from .kernels import DRAW, _act, _choose, _hold, _play, _row
from .stages import MAX_CELLS, MAX_WORK, Stages
from .values import Distribution, box_values, deck, mean_and_error

__all__ = [
    "Resteal",
    "RestealSimulation",
    "resteal_seat_payoffs",
    "solve_resteal",
]

MAX_PLAYERS = 14
MIN_VALUES = 50  # below this two decks may agree by chance


@dataclass(frozen=True)
class Resteal:
    """The subgame perfect equilibrium on a deck, as `solve_resteal` finds it.

    Attributes
    ----------
    n_players : int
        Number N of players.
    distribution : str or sequence of float
        As given.
    values : ndarray (n_values,)
        The deck, increasing.
    payoffs : ndarray (n_players,)
        Expected payoff of seats 1 to N.
    actions : ndarray (n_players, n_players)
        Row m - 1 for seat m: probability that it opens a box (column 0) and that it takes the box
        of rank 1, 2, ... (columns 1, 2, ...).
    error : float
        Largest change in a payoff from a deck of two thirds the size: an estimate of the error of
        the coarser deck, so on the safe side for this one. 0 if the deck is the distribution.
    sum_gap : float
        Payoffs' sum less N E X of the deck: it checks the arithmetic, not the deck.
    """

    n_players: int
    distribution: Distribution
    values: np.ndarray
    payoffs: np.ndarray
    actions: np.ndarray
    error: float
    _stages: Stages = field(repr=False, compare=False)

    @cached_property
    def sum_gap(self) -> float:
        """Sum of the payoffs less N E X of the deck."""
        return float(self.payoffs.sum() - self.n_players * self.values.mean())

    def holding_values(self, to_come: int) -> np.ndarray:
        """What holding each value of the deck is worth, the other boxes being random.

        Parameters
        ----------
        to_come : int
            Players yet to act, k = 0, ..., N - 1; N - k boxes are on the table.

        Returns
        -------
        ndarray (n_values,)
            The source's h(v, k), for v in `values`.

        Raises
        ------
        ValueError
            If `to_come` is not as above.
        """
        k = whole("to_come", to_come, 0, self.n_players - 1)
        if k == 0:
            return self.values.copy()
        stages, p = self._stages, self.n_players - k
        law = stages.law(p - 1, min(k, p - 1))
        return np.array([_hold(k, p, v, stages.arrays, law) for v in range(self.values.size)])

    def decisions(self, seat: int) -> np.ndarray:
        """What a seat takes, over the plane of the two best boxes.

        Parameters
        ----------
        seat : int
            Seat 3, which sees two boxes, or seat N - 1, to which only the two best matter.

        Returns
        -------
        ndarray (n_values, n_values) of int
            Entry [i, j], i >= j, with the best box at values[i] and the next at values[j]: 0 for
            opening a box, else the rank of the box taken; -1 for i < j.

        Raises
        ------
        ValueError
            If `seat` is neither.
        """
        m = whole("seat", seat, 1, self.n_players)
        k, p = self.n_players - m + 1, m - 1
        if min(k, p) != 2:
            raise ValueError(f"seat: got {seat}, allowed are 3 and {self.n_players - 1}, N >= 4")
        values, start, binomial, tables = self._stages.arrays
        n, d = values.size, min(k - 1, p)
        plane = np.full((n, n), -1)
        for i in range(n):
            for j in range(i + 1):
                at = start[k] + _row(np.array([i, j]), d, binomial) * (d + 1)
                plane[i, j] = _choose(tables, at, d, values[j] if p > d else -np.inf)[1] - DRAW
        return plane

    def simulate(self, n_games: int, seed: int = 0) -> RestealSimulation:
        """Play the continuous uniform game by this policy, boxes rounded to the deck to decide.

        Parameters
        ----------
        n_games : int
            Number of games, at least 2.
        seed : int
            0 to 2**63 - 1; game g depends on the seed and g alone.

        Returns
        -------
        RestealSimulation
            Mean payoffs and standard errors by seat.

        Raises
        ------
        ValueError
            If an argument is not as above, or if the distribution is not uniform.
        """
        if self.distribution != "uniform":
            raise ValueError(f"distribution: got {self.distribution!r}, allowed is 'uniform'")
        games = whole("n_games", n_games, 2, 10**12)
        start = whole("seed", seed, 0, 2**63 - 1)
        total, square = np.zeros((2, self.n_players))
        _play(self.n_players, self._stages.arrays, np.uint64(start), games, total, square)
        mean, errors = mean_and_error(total, square, games)
        return RestealSimulation(self.n_players, games, start, mean, errors)


@dataclass(frozen=True)
class RestealSimulation:
    """Played games: `payoffs` and `standard_errors` by seat, and the question asked."""

    n_players: int
    n_games: int
    seed: int
    payoffs: np.ndarray
    standard_errors: np.ndarray


def solve_resteal(
    n_players: int, n_values: int = 64, distribution: Distribution = "uniform"
) -> Resteal:
    """Solve the game with unlimited re-steal on a deck, by backward induction.

    Parameters
    ----------
    n_players : int
        Number N of players, 1 to 14.
    n_values : int
        Size of the deck; ignored if the distribution is a sequence of values.
    distribution : str or sequence of float
        ``"uniform"``, ``"exponential"``, ``"beta(a, b)"`` or equally likely numbers, which are
        solved as they are: exact but for rounding.

    Returns
    -------
    Resteal
        Payoffs, what each seat takes, holding values.

    Raises
    ------
    ValueError
        If an argument is not as above, or if the tables would be too large.

    Examples
    --------
    >>> solve_resteal(3, 64).payoffs.round(3)
    array([0.326, 0.466, 0.708])
    """
    n = whole("n_players", n_players, 1, MAX_PLAYERS)
    values = deck(distribution, n_values)
    solved = _solve(n, distribution, values, 0.0)
    if box_values(distribution).support is not None:
        return solved
    coarse = _solve(n, distribution, deck(distribution, max(1, 2 * n_values // 3)), 0.0)
    return replace(solved, error=float(np.abs(solved.payoffs - coarse.payoffs).max()))


def resteal_seat_payoffs(
    n_players: int, tol: float = 1e-4, distribution: Distribution = "uniform"
) -> np.ndarray:
    """Expected payoff of every seat with unlimited re-steal.

    Parameters
    ----------
    n_players : int
        Number N of players, 1 to 14; more than 8 take minutes or a larger `tol`.
    tol : float
        Largest error allowed in a payoff, in (0, 1). Decks are refined by steps of 3/2 until the
        last step has moved no payoff by more than `tol` / 2.
    distribution : str or sequence of float
        As in `solve_resteal`; a sequence is solved exactly, whatever `tol`.

    Returns
    -------
    ndarray (n_players,)
        Seat 1, which moves first, to seat N.

    Raises
    ------
    ValueError
        If an argument is not as above, or if `tol` would take a deck that is too large.

    Examples
    --------
    >>> resteal_seat_payoffs(4, 1e-3).round(2)
    array([0.29, 0.4 , 0.54, 0.77])
    """
    n = whole("n_players", n_players, 1, MAX_PLAYERS)
    if not 0 < tol < 1:
        raise ValueError(f"tol: got {tol!r}, allowed are numbers between 0 and 1")
    if box_values(distribution).support is not None:
        return solve_resteal(n, 1, distribution).payoffs
    size, before, moved = 16, None, np.inf
    while True:
        cells, work = Stages.size(n, size)
        if cells > MAX_CELLS or work > MAX_WORK:
            raise ValueError(
                f"tol: got {tol!r}, allowed with {n} players is no less than {2 * moved:.1g}: "
                f"a deck of {size} values would be too large"
            )
        payoffs = _solve(n, distribution, deck(distribution, size), 0.0).payoffs
        if before is not None:
            moved = float(np.abs(payoffs - before).max())
            if moved <= tol / 2 and size >= MIN_VALUES:
                return payoffs
        before, size = payoffs, size * 3 // 2


def _solve(n: int, distribution: Distribution, values: np.ndarray, error: float) -> Resteal:
    stages = Stages(n, values)
    payoffs, actions = np.empty(n), np.zeros((n, n))
    for seat in range(1, n + 1):
        k, p = n - seat + 1, seat - 1
        law = stages.law(p, min(k, p))
        payoffs[seat - 1] = _act(k, p, stages.arrays, law, actions[seat - 1])
    return Resteal(n, distribution, values, payoffs, actions, error, stages)
