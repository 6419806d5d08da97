"""Goofspiel with up to 11 cards: all values kept, every stage game solved when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from parlor.core.checks import whole
from parlor.core.quantities import Integer, checked
from parlor.core.result import Certificate, MatrixResult

from .layers import Layer, Layered, Tree, pattern, solve_stage
from .state import checked_hands, checked_state

__all__ = ["GoofspielSolution", "Stage", "solve"]

MAX_CARDS = 11  # with one more it takes minutes

Cards = Annotated[int, Integer(1, MAX_CARDS)]
Hand = Sequence[int] | np.ndarray


@dataclass(frozen=True, eq=False, repr=False)
class Stage(MatrixResult):
    """One stage game: the bids for one prize, with optimal play afterwards.

    Attributes
    ----------
    value : float
        Expected difference in points from here to the end, for the player asked about.
    row, column : ndarray (k,)
        Optimal bids of the player and of the opponent: probabilities by card held, lowest first.
    gap : float
        Duality gap of the two, in points.
    payoffs : ndarray (k, k)
        Points that each pair of bids leads to, cards in increasing order.
    """

    value: float
    row: np.ndarray
    column: np.ndarray
    gap: float
    payoffs: np.ndarray


@dataclass(frozen=True, eq=False, repr=False)
class GoofspielSolution(Layered):
    """Goofspiel with n cards, as `solve` returns it.

    Attributes
    ----------
    n_cards : int
        Cards in either hand, and prizes.
    layers : tuple of Layer
        States, stage games and largest duality gap by number of cards left, from 1 to n - 1. With
        all cards in hand the players are alike and every value is 0.
    """

    n_cards: int
    layers: tuple[Layer, ...]
    _tree: Tree
    _values: tuple[np.ndarray, ...]

    @property
    def certificate(self) -> Certificate:
        """Bound on a value's error, in points: see `error`."""
        return Certificate("error bound", self.error)

    @property
    def values(self) -> tuple[np.ndarray, ...]:
        """Values of all states with 0, 1, ... cards left, by order pattern and set of prizes."""
        return self._values

    @property
    def n_states(self) -> int:
        """States solved, up to the order of the cards and the swap of the players."""
        return self._tree.n_states

    @property
    def n_games(self) -> int:
        """Stage games solved."""
        return sum(layer.games for layer in self.layers)

    @property
    def error(self) -> float:
        """Bound on a value's error, and on what optimal play here can lose, in points.

        An error of a layer is passed on undiminished, so the layers' largest gaps add up; rounding
        in the sums adds a unit in the last place of the total of the prizes, two times a layer.
        """
        total = self.n_cards * (self.n_cards + 1) / 2
        return sum(layer.gap + 2 * float(np.spacing(total)) for layer in self.layers)

    def opening(self, prize: int) -> np.ndarray:
        """Probability of bidding card 1, ..., n when `prize` is turned up first.

        ValueError if the prize is not one of 1, ..., n.
        """
        return solve_stage(self.opening_payoffs(prize))[1]

    def opening_payoffs(self, prize: int) -> np.ndarray:
        """Points that each pair of bids for the first `prize` leads to: (n, n), skew-symmetric."""
        n = self.n_cards
        p = whole("prize", prize, 1, n) - 1
        return self._tree.stage(self._values[n - 1], 4**n - 1, 2**n - 1, p)[0]

    def value(self, hand: Hand, opponent_hand: Hand, prizes: Hand) -> float:
        """Value of a state, so a method: the expected difference in points from these cards on.

        The next prize is not turned up yet. The three are equally many different cards from 1 to n,
        of which none, one, ... or all may be left; otherwise ValueError.
        """
        mine, yours, left = checked_hands(self.n_cards, hand, opponent_hand, prizes)
        if len(mine) == self.n_cards:
            return 0.0
        code, _ = pattern(mine, yours)
        return self._tree.value(self._values[len(mine)], code, _mask(left))

    def stage(self, hand: Hand, opponent_hand: Hand, prizes: Hand, prize: int) -> Stage:
        """The stage game once `prize`, one of the prizes left, has been turned up.

        ValueError as for `value`, or if the prize is not among `prizes`.
        """
        mine, yours, left, prize = checked_state(self.n_cards, hand, opponent_hand, prizes, prize)
        code, cards = pattern(mine, yours)
        below = self._values[len(mine) - 1]
        stage = self._tree.stage(below, code, _mask(left), prize - 1)
        return by_card(
            *stage, [cards.index(card) for card in mine], [cards.index(card) for card in yours]
        )


@checked
def solve(n_cards: Cards) -> GoofspielSolution:
    """Solve Goofspiel by backward induction.

    Parameters
    ----------
    n_cards : int
        Number n of cards in either hand and of prizes. Time and memory grow about sevenfold with
        each card: 10 take a processor a second and a half and 10 MB, 11 ten seconds and 50 MB.
        Large layers are solved in threads, one a free processor.

    Returns
    -------
    GoofspielSolution
        Values of all states, strategies, and the largest duality gap of a stage game.

    Raises
    ------
    ArithmeticError
        If a stage game is not solved to 1e-12 of the spread of its payoffs.

    Notes
    -----
    The game of Section 1 of Nakai's paper, where its strategies are called very complicated.

    Examples
    --------
    >>> game = solve(4)
    >>> game.opening(2).round(4)
    array([0.3371, 0.136 , 0.5269, 0.    ])
    >>> game.value([1, 4], [2, 3], [1, 4])
    3.0
    >>> game.stage([1, 4], [2, 3], [1, 4], 4).row, game.opening_payoffs(2).shape
    (array([0., 1.]), (4, 4))
    >>> game.gap < 1e-14, game.to_frame().games.tolist()
    (True, [4, 72, 72])
    """
    tree = Tree(4**n_cards - 1, range(1, n_cards + 1))
    values, layers = [np.zeros((1, 1))], []
    for cards in range(1, n_cards):
        layer, story = tree.solve_layer(cards, values[-1])
        values.append(layer)
        layers.append(story)
    return GoofspielSolution(n_cards, tuple(layers), tree, tuple(values))


def by_card(
    payoffs: np.ndarray,
    my_bids: np.ndarray,
    your_bids: np.ndarray,
    mine: Sequence[int],
    yours: Sequence[int],
) -> Stage:
    """Solve a stage game between bids, for hands of all cards, by their places in the pattern.

    A card plays as the lowest that it cannot be told apart from, and that one is bid.
    """
    value, row, column, gap = solve_stage(payoffs)
    rows = np.searchsorted(my_bids, mine, "right") - 1
    columns = np.searchsorted(your_bids, yours, "right") - 1
    return Stage(
        value,
        np.where(np.isin(mine, my_bids), row[rows], 0.0),
        np.where(np.isin(yours, your_bids), column[columns], 0.0),
        gap,
        payoffs[np.ix_(rows, columns)],
    )


def _mask(prizes: Iterable[int]) -> int:
    return sum(1 << prize - 1 for prize in prizes)
