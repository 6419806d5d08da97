"""What optimal play of the token game leads to, however the game was solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from parlor.core.result import ExactResult, data_frame

from .board import Prizes

if TYPE_CHECKING:
    import pandas as pd

    from .tree import Tree

__all__ = ["Outcomes"]

MAX_PATHS = 100_000
Path = tuple[float, ...]
Kind = TypeVar("Kind", bound="Outcomes")


@dataclass(frozen=True, repr=False)
class Outcomes(ExactResult):
    """Outcomes of optimal play, worked out when first asked for.

    Attributes
    ----------
    prizes : tuple
        The board, as given.
    n_players, layout, ties
        The rest of the question.
    steps : tuple of Fraction, or None
        Each player's step in units of the distance between stacks; None on the continuum.
    n_states : int
        Positions with somebody to move (on the continuum, classes of positions).
    n_moves : int
        Moves examined, over those positions.
    n_paths : int
        Ways of optimal play, counted exactly without listing them (on the continuum, classes of
        them).
    paths : list of tuple
        Those ways: places in order of moves, stack k at k, lexicographic; on the stacks integers,
        on the continuum one of each class. ValueError when there are more than 100 000.
    finals : tuple of tuple
        Sets of places occupied at the end, each increasing, in lexicographic order.
    payoffs : list of tuple of float
        The distinct payoff vectors, players in order of moves, units of the prizes, in decreasing
        lexicographic order; under ``average`` the one vector of expected payoffs. Exact arithmetic
        until this last conversion.
    """

    prizes: Prizes
    n_players: int
    layout: str
    ties: str
    steps: tuple[Fraction, ...] | None
    n_states: int
    n_moves: int
    _tree: Tree = field(compare=False)

    _shown = ("payoffs",)

    @cached_property
    def n_paths(self) -> int:
        """Number of ways of optimal play, counted without listing them."""
        return self._tree.n_paths()

    @cached_property
    def payoffs(self) -> list[tuple[float, ...]]:
        """Distinct payoff vectors, in decreasing lexicographic order."""
        return self._tree.payoffs()

    @cached_property
    def paths(self) -> list[Path]:
        """Ways of optimal play, in lexicographic order; ValueError if there are too many."""
        return self._listed()

    def _listed(self) -> list[Path]:
        if self.n_paths > MAX_PATHS:
            raise ValueError(
                f"paths: there are {self.n_paths}, more than the {MAX_PATHS} that are listed; "
                "n_paths and payoffs are still available"
            )
        return list(self._tree.paths())

    @cached_property
    def finals(self) -> tuple[Path, ...]:
        """Sets of places occupied at the end, in lexicographic order."""
        return self._tree.finals(self._listed)

    def payoff_of(self, path: Sequence[float | Fraction]) -> tuple[float, ...]:
        """Return what each mover takes when the tokens are placed along `path`.

        TypeError or ValueError if it is no such path.

        Examples
        --------
        >>> from parlor.games.token_game import solve
        >>> solve([1, 2, 3], 2).payoff_of((2, 1))
        (5.0, 1.0)
        """
        return self._tree.pay(path)

    def to_frame(self) -> pd.DataFrame:
        """Return a row a way of play: where each player goes, and what they take."""
        seats = range(1, self.n_players + 1)
        columns = [f"{what}_{seat}" for what in ("place", "payoff") for seat in seats]
        rows = [[*path, *self.payoff_of(path)] for path in self.paths]
        return data_frame(rows, columns=columns)


def outcomes_of(kind: type[Kind], tree: Tree, steps: tuple[Fraction, ...] | None) -> Kind:
    """The outcomes of a solved game, as a kind of `Outcomes`."""
    board, question = tree.board, (tree.ties, steps, tree.n_states, tree.n_moves, tree)
    return kind(board.prizes, tree.n_players, board.layout, *question)
