"""What optimal play of the token game leads to, however the game was solved."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Protocol

__all__ = ["MAX_PATHS", "PlayOutcomes"]

MAX_PATHS = 100_000


class SolvedTree(Protocol):
    """A solved game, from which outcomes are read when first asked for."""

    def n_paths(self) -> int: ...

    def paths(self) -> list[tuple]: ...

    def payoffs(self) -> list[tuple[float, ...]]: ...


@dataclass(frozen=True)
class PlayOutcomes:
    """Outcomes of optimal play, worked out when first asked for.

    Attributes
    ----------
    prizes : tuple
        The board, as given.
    n_players, layout, ties
        The rest of the question.
    n_states : int
        Positions with somebody to move (on the continuum, classes of positions).
    n_moves : int
        Moves examined, over those positions.
    n_paths : int
        Ways of optimal play, counted exactly without listing them (on the continuum, classes of
        them).
    paths : list of tuple
        Those ways: places in order of moves, stack k at k, lexicographic. ValueError when there
        are more than 100 000.
    payoffs : list of tuple of float
        The distinct payoff vectors, players in order of moves, units of the prizes, in decreasing
        lexicographic order. Exact arithmetic until this last conversion.
    """

    prizes: tuple[float | Fraction, ...]
    n_players: int
    layout: str
    ties: str
    n_states: int
    n_moves: int
    _tree: SolvedTree = field(repr=False, compare=False)

    @cached_property
    def n_paths(self) -> int:
        """Number of ways of optimal play, counted without listing them."""
        return self._tree.n_paths()

    @cached_property
    def payoffs(self) -> list[tuple[float, ...]]:
        """Distinct payoff vectors, in decreasing lexicographic order."""
        return self._tree.payoffs()

    @cached_property
    def paths(self) -> list[tuple]:
        """Ways of optimal play, in lexicographic order; ValueError if there are too many."""
        if self.n_paths > MAX_PATHS:
            raise ValueError(
                f"paths: there are {self.n_paths}, more than the {MAX_PATHS} that are listed; "
                "n_paths and payoffs are still available"
            )
        return self._tree.paths()
