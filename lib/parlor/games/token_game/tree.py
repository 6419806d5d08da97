"""A solved token game as a tree that is walked along optimal play only.

Kernels work out what every position is worth; the few on optimal ways are looked at again, to count
and list those ways and what they pay. Here is that walk, whatever the positions are. The game of
slots is in `slot_tree`; that of stacks alone, where a position is one mask of bits and many more
fit, in `stack_tree`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from .board import Board

__all__: list[str] = []

Takes = tuple[int, ...]
Kept = tuple[int, int, int]  # slot, place among the tokens, key of the position after


class Tree(ABC):
    """What each position leads to under one rule for ties.

    A position is a key, and the number k of the tokens on it. An outcome of it is what optimal play
    leaves to these tokens, from left to right, and to the movers to come, in their order.
    """

    n_states: int
    n_moves: int

    def __init__(self, board: Board, n_players: int, ties: str) -> None:
        self.board, self.n_players, self.ties = board, n_players, ties
        self.outcomes, self.kept = cache(self._outcomes), cache(self._kept)

    @abstractmethod
    def final_takes(self, key: int) -> Takes:
        """Half units that the tokens take, from left to right, once all are placed."""

    @abstractmethod
    def _kept(self, k: int, key: int) -> tuple[int, list[Kept]]:
        """What the mover can secure, and the moves that may be played."""

    @abstractmethod
    def positions(self, path: tuple[int, ...]) -> tuple[Any, ...]:
        """Places of the tokens along a path of moves, stack k at k."""

    @abstractmethod
    def pay(self, path: Sequence[float | Fraction]) -> tuple[float, ...]:
        """What each mover takes when the tokens are placed along a path."""

    def _outcomes(self, k: int, key: int) -> Counter[tuple[Takes, Takes]]:
        """Outcomes of a position, and in how many ways each comes about."""
        if k == self.n_players:
            return Counter({(self.final_takes(key), ()): 1})
        best, kept = self.kept(k, key)
        outcomes: Counter[tuple[Takes, Takes]] = Counter()
        for _, j, child in kept:
            for (takes, tail), ways in self.outcomes(k + 1, child).items():
                if self.ties != "all" or takes[j] >= best:
                    outcomes[takes[:j] + takes[j + 1 :], (takes[j], *tail)] += ways
        return outcomes

    def n_paths(self) -> int:
        """Number of ways of optimal play (on the continuum, of classes of them)."""
        return sum(self.outcomes(0, 0).values())

    def payoffs(self) -> list[tuple[float, ...]]:
        """Distinct payoff vectors, in decreasing lexicographic order."""
        vectors = {tail for _, tail in self.outcomes(0, 0)}
        return [tuple(map(self.board.money, vector)) for vector in sorted(vectors, reverse=True)]

    def paths(self) -> list[tuple[float, ...]]:
        """Ways of optimal play, in lexicographic order."""
        return sorted(map(self.positions, self.walk(0, 0, frozenset(((),)))))

    def finals(self, listed: Callable[[], list[tuple[float, ...]]]) -> tuple[tuple, ...]:
        """Sets of places occupied at the end, in lexicographic order, of the ways `listed`."""
        return tuple(sorted({tuple(sorted(path)) for path in listed()}))

    def walk(self, k: int, key: int, alive: frozenset[Takes]) -> Iterator[tuple[int, ...]]:
        """Moves to come, over optimal ways that leave takes in `alive`."""
        if k == self.n_players:
            yield ()
            return
        best, kept = self.kept(k, key)
        for c, j, child in kept:
            reached = frozenset(
                takes
                for takes, _ in self.outcomes(k + 1, child)
                if (self.ties != "all" or takes[j] >= best) and takes[:j] + takes[j + 1 :] in alive
            )
            if reached:
                yield from ((c, *rest) for rest in self.walk(k + 1, child, reached))
