"""The Yankee swap in which a box can be stolen again and again.

Each of N players has one turn: open a fresh box, or take any open box, whose holder then opens a
fresh one at once. Either way the table gains one independent box, so all that play decides is who
holds what. Let W(i) be what holding box i is worth once the mover has left it alone, and D what
opening a box is worth, both before the fresh value is seen. The mover takes the best of D, W(1),
W(2), ...; the holder of the box taken gets D.

With k players to act only the k best boxes are ever taken: the box of rank k is safe from the
k - 1 players who follow, so its taker is paid its value, and nobody wants one of lower rank. Hence
W and D depend on the k - 1 best boxes only, min(k - 1, N - k) numbers.

The game is solved exactly on a deck of n equally likely values. Boxes of one value are ranked by
lot; if two values of a deck are equal, the second counts as the better. A mover to whom several
actions are equally good, within some 1e-12 of the largest value, opens a box, else takes the better
one. Other rules may lead to equilibria with other payoffs.

The payoffs sum to N E X to the last digit for every n, which checks the arithmetic but not the
deck; the error of the deck, O(1/n**2) for smooth pieces and about n**-1.5 for the cells that a
change of decision cuts, is estimated from two decks. `resteal_bounds` bounds it, by intervals.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import comb, factorial, frexp
from typing import Annotated

import numpy as np

from parlor.core.checks import whole
from parlor.core.estimate import mean_and_error
from parlor.core.laws import Distribution, Law, Uniform, read
from parlor.core.quantities import Integer, Positive, Seed, checked
from parlor.core.result import Certificate

from .bounds import SeatBounds, seat_bounds, share_out
from .deck import DeckSize, deck, is_deck
from .kernels import Stages, Tails, act, decisions, enclose_stage, hold, play, solve_stage
from .seats import BySeat, NumberOfGames, Simulation

__all__ = ["Resteal", "resteal_bounds", "resteal_seat_payoffs", "solve_resteal"]

MAX_PLAYERS = 14  # of whom a deck of 18 values is as much as can be solved
MIN_VALUES = 50  # below this decks may agree by chance; of 12 players and more none is larger
MAX_CELLS = 4e7  # numbers in the tables
MAX_WORK = 6e8  # rows, and those not solved by steps times fresh values; about a minute
LEAST = 1e-7  # tolerance, of the width of a deck of MIN_VALUES: larger decks cannot be solved
FIRST = 11  # values of the first deck of several: odd, and many enough to tell anything

SLACK = 1e-9  # of an interval: rounding, of sums of a million numbers about 1, and ties

Players = Annotated[int, Integer(1, MAX_PLAYERS)]
Several = Annotated[int, Integer(2, MAX_PLAYERS)]


@dataclass(frozen=True, repr=False, eq=False)
class Resteal(BySeat):
    """The subgame perfect equilibrium on a deck, as `solve_resteal` finds it.

    Attributes
    ----------
    n_players : int
        Number N of players.
    distribution : Law
        The law of a box.
    values : ndarray (n_values,)
        The deck, increasing.
    payoffs : ndarray (n_players,)
        Expected payoff of seats 1 to N.
    actions : ndarray (n_players, n_players)
        Row m - 1 for seat m: probability that it opens a box (column 0) and that it takes the box
        of rank 1, 2, ... (columns 1, 2, ...).
    error : float
        Largest change in a payoff from a deck of two thirds the size, an estimate of the error of
        either: it may be too small by chance, mostly between an even and an odd size. 0 if the
        deck is the distribution, infinite if it has one value and so none is coarser. It is not
        about ties, of equal values or of actions, which decks of few values have: broken in another
        way they may give an equilibrium with other payoffs.
    sum_excess : float
        Payoffs' sum less N E X of the deck: it checks the arithmetic, not the deck.
    """

    _columns = ("payoffs", "actions")

    n_players: int
    distribution: Law
    values: np.ndarray
    payoffs: np.ndarray
    actions: np.ndarray
    error: float
    _stages: _Stages = field(repr=False)

    @property
    def certificate(self) -> Certificate:
        """Estimated error of the deck; `resteal_bounds` has a bound."""
        return Certificate("estimated error of the deck", self.error)

    @cached_property
    def sum_excess(self) -> float:
        """Sum of the payoffs less N E X of the deck."""
        return float(self.payoffs.sum() - self.n_players * self.values.mean())

    def holding_values(self, to_come: int) -> np.ndarray:
        """Return what holding each value of the deck is worth, the other boxes being random.

        That is the source's h(v, k) for v in `values`, an array (n_values,), with `to_come` =
        0, ..., N - 1 players yet to act, so that N - k boxes are on the table; else a ValueError.

        Examples
        --------
        >>> solve_resteal(3, distribution=[0, 0.5, 1]).holding_values(1)
        array([0.        , 0.5       , 0.58333333])
        """
        k = whole("to_come", to_come, 0, self.n_players - 1)
        if k == 0:
            return self.values.copy()
        stages, p = self._stages, self.n_players - k
        tails = stages.tails(p - 1, min(k, p - 1))
        held = np.zeros(self.values.size)
        hold(k, p, stages.arrays, tails, held)
        return stages.unit * held

    def decisions(self, seat: int) -> np.ndarray:
        """Return what a seat takes, over the plane of the two best boxes.

        With four players or more; `seat` is 3, which sees two boxes, or N - 1, to which only the
        two best matter, else a ValueError. Entry [i, j], i >= j, of the array (n_values, n_values)
        of int, with the best box at values[i] and the next at values[j], is 0 for opening a box,
        else the rank of the box taken; -1 for i < j.

        Examples
        --------
        >>> solve_resteal(4, n_values=3).decisions(3)
        array([[ 0, -1, -1],
               [ 1,  1, -1],
               [ 1,  1,  2]])
        """
        m = whole("seat", seat, 1, self.n_players)
        k, p = self.n_players - m + 1, m - 1
        if min(k, p) != 2:
            raise ValueError(f"seat: got {seat}, allowed are 3 and {self.n_players - 1}, N >= 4")
        plane = np.full((self.values.size, self.values.size), -1)
        decisions(k, p, self._stages.arrays, plane)
        return plane

    @checked
    def simulate(self, n_games: NumberOfGames, *, seed: Seed = 42) -> Simulation:
        """Play the continuous uniform game by this policy, boxes rounded to the deck to decide.

        Parameters
        ----------
        n_games : int
            How many.
        seed : int or numpy.random.Generator
            Of the boxes; game g depends on the seed and g alone.

        Returns
        -------
        Simulation
            Payoffs by seat with their standard errors.

        Raises
        ------
        ValueError
            If the distribution is not uniform.

        Examples
        --------
        >>> solve_resteal(3).simulate(1000).payoffs.round(1)
        array([0.3, 0.5, 0.7])
        """
        if self.distribution != Uniform():
            raise ValueError(
                f"distribution: got a solution for {self.distribution}, allowed is 'uniform'"
            )
        sums = np.zeros((2, self.n_players))
        play(self.n_players, self._stages.arrays, np.uint64(seed), n_games, sums)
        return Simulation(self.n_players, n_games, seed, *mean_and_error(sums[0], sums[1], n_games))


class _Stages:
    """The rows of all stages, for N players and a deck; `kernels` tells how they are laid out."""

    def __init__(self, n_players: int, values: np.ndarray, unit: float | None = None) -> None:
        # payoffs about 1, by an exact change of units: the kernels' ties are absolute
        self.unit = 2.0 ** frexp(np.abs(values).max())[1] if unit is None else unit
        values = values / self.unit
        n = values.size
        depth = n_players // 2 + 2
        binomial = np.array([[comb(a, b) for b in range(depth + 1)] for a in range(n + depth + 1)])
        self.factorials = np.array([float(factorial(i)) for i in range(n_players + 1)])
        start = np.zeros(n_players + 2, np.int64)
        for k in range(1, n_players + 1):
            d = min(k - 1, n_players - k)
            start[k + 1] = start[k] + comb(n + d - 1, d) * (d + 1)
        tables = np.zeros(start[-1])
        tables[0] = values.mean()  # the last player's draw
        self.arrays = Stages(values, start, binomial, tables)

    def tails(self, n_draws: int, n_top: int) -> Tails:
        """Table [c, v]: of n_draws - n_top + c draws none is above v, and c or more are v."""
        n = self.arrays[0].size
        below = np.arange(n) / n
        table = np.zeros((n_top + 1, n))
        for c in range(1, n_top + 1):
            q = n_draws - n_top + c
            for j in range(c, q + 1):
                table[c] += comb(q, j) * float(n) ** -j * below ** (q - j)
        return Tails(table, self.factorials)


def fits(n_players: int, n_values: int) -> bool:
    """Whether a deck of so many values can be solved."""
    cells = work = 0
    for k in range(1, n_players + 1):
        d = min(k - 1, n_players - k)
        rows = comb(n_values + d - 1, d)
        cells += (d + 1) * rows
        work += rows * (1 if 2 < k <= n_players - k + 2 else n_values)
    return cells <= MAX_CELLS and work <= MAX_WORK


@checked
def solve_resteal(
    n_players: Players, *, distribution: Distribution = "uniform", n_values: DeckSize = 64
) -> Resteal:
    """Solve the game with unlimited re-steal on a deck, by backward induction.

    Parameters
    ----------
    n_players : int
        Number N of players.
    distribution : str, sequence of real, mapping or law
        The law of a box, as `parlor.core.laws` reads it. Finitely many values must be equally
        likely; they are solved as they are: exact but for rounding and for ties within some 1e-12
        of the largest value. Of equal values the later counts as the better.
    n_values : int
        Size of the deck for a continuous law.

    Returns
    -------
    Resteal
        Payoffs, what each seat takes, holding values.

    Raises
    ------
    ValueError
        If the tables would be too large.

    Examples
    --------
    >>> solve_resteal(3).payoffs.round(3)
    array([0.326, 0.466, 0.708])
    """
    n, law = n_players, read(distribution)
    values = deck(law, n_values)
    if not fits(n, values.size):
        name = "distribution" if is_deck(law) else "n_values"
        raise ValueError(f"{name}: got {values.size} values, allowed with {n} players are fewer")
    solved = _solve(n, law, values)
    if is_deck(law):
        return solved
    if values.size == 1:
        return replace(solved, error=np.inf)
    coarse = _solve(n, law, deck(law, 2 * values.size // 3))
    return replace(solved, error=float(np.abs(solved.payoffs - coarse.payoffs).max()))


@checked
def resteal_seat_payoffs(
    n_players: Players, *, tolerance: Positive = 1e-4, distribution: Distribution = "uniform"
) -> np.ndarray:
    """Return the expected payoff of every seat with unlimited re-steal.

    Parameters
    ----------
    n_players : int
        Number N of players; up to 8 take three seconds at most, more a larger `tolerance`.
    tolerance : float
        Largest error allowed in a payoff, as estimated from decks; at least 1e-7 of the distance
        from the lowest to the highest value of a deck of 50. Decks are refined by steps of 3/2
        until the last step has moved no payoff by more than half of it, and the one before by no
        more than 9/4 of that; that none can do it is known after some seconds.
    distribution : str, sequence of real, mapping or law
        As in `solve_resteal`; a sequence is solved exactly, whatever `tolerance`.

    Returns
    -------
    ndarray (n_players,)
        Seat 1, which moves first, to seat N.

    Raises
    ------
    ValueError
        If `tolerance` would take a deck that is too large.

    Examples
    --------
    >>> resteal_seat_payoffs(4, tolerance=1e-3).round(2)
    array([0.29, 0.4 , 0.54, 0.77])
    """
    n, law = n_players, read(distribution)
    if is_deck(law):
        return solve_resteal(n, distribution=law).payoffs
    least = LEAST * float(np.ptp(deck(law, MIN_VALUES)))
    if tolerance < least:
        raise ValueError(f"tolerance: got {tolerance!r}, allowed are numbers from {least:.2g} up")
    size, before, moved, error = FIRST, None, np.inf, np.inf
    while fits(n, size):
        payoffs = _solve(n, law, deck(law, size)).payoffs
        if before is not None:
            last, moved = moved, float(np.abs(payoffs - before).max())
            # from an even to an odd size payoffs may move little by chance: the step before counts
            error = 2 * max(moved, last * (2 / 3) ** 2)
            if error <= tolerance and (size >= MIN_VALUES or not fits(n, size * 3 // 2)):
                return payoffs
        before, size = payoffs, size * 3 // 2
    raise ValueError(
        f"tolerance: got {tolerance!r}, allowed with {n} players is no less than "
        f"{1.05 * error:.2g}: a deck of {size} values would be too large"
    )


def _solve(n: int, law: Law, values: np.ndarray) -> Resteal:
    """The game of n players on a deck: its stages, then what each seat meets and does."""
    stages = _Stages(n, values)
    for k in range(2, n + 1):
        solve_stage(k, n - k, stages.arrays)
    payoffs, actions = _seats(n, stages)
    return Resteal(n, law, values, stages.unit * payoffs, actions, 0.0, stages)


def _seats(n: int, stages: _Stages) -> tuple[np.ndarray, np.ndarray]:
    """What each seat is paid, in the stages' units, and how often it takes what."""
    payoffs, actions = np.empty(n), np.zeros((n, n))
    for seat in range(1, n + 1):
        k, p = n - seat + 1, seat - 1
        tails = stages.tails(p, min(k, p))
        payoffs[seat - 1] = act(k, p, stages.arrays, tails, actions[seat - 1])
    return payoffs, actions


@checked
def resteal_bounds(n_players: Several, *, n_values: DeckSize = 64) -> SeatBounds:
    """Bound what each seat is paid in any subgame perfect equilibrium, boxes uniform.

    Backward induction with intervals. Of each of the k - 1 best boxes it is known which of n equal
    cells of [0, 1] it lies in, and of what a box or a fresh one is worth between which numbers. A
    mover may take whatever may be best; if that is not one thing alone, whoever may be robbed has
    the worse and the better of both, and so has whoever shares a cell with a fresh box. So the
    intervals hold for boxes of any values in their cells, and are O(1 / n) wide. They are narrowed
    by those of `seat_bounds`, which is for many players.

    Parameters
    ----------
    n_players : int
        Number N of players.
    n_values : int
        Number n of cells.

    Returns
    -------
    SeatBounds
        Widened by 1e-9, which is more than rounding comes to.

    Raises
    ------
    ValueError
        If the tables would be too large.

    Examples
    --------
    >>> bounds = resteal_bounds(3, n_values=400)
    >>> bounds.lower.round(3), bounds.upper.round(3)
    (array([0.324, 0.465, 0.707]), array([0.327, 0.467, 0.709]))
    """
    n, size = n_players, n_values
    if not fits(n, size):
        raise ValueError(f"n_values: got {size}, allowed with {n} players are fewer")
    edges = np.arange(size + 1) / size
    low, high = _Stages(n, edges[:-1], unit=1.0), _Stages(n, edges[1:], unit=1.0)
    for stages in (low, high):
        stages.arrays.tables[0] = 0.5  # what the last player opens, whatever its cell
    for k in range(2, n + 1):
        enclose_stage(k, n - k, low.arrays, high.arrays, SLACK)
    known = seat_bounds(n)
    return share_out(
        np.maximum(known.lower, _seats(n, low)[0]) - SLACK,
        np.minimum(known.upper, _seats(n, high)[0]) + SLACK,
    )
