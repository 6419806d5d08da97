"""A solved token game of stacks: what every set of occupied stacks leads to.

The kernels of `kernels` work out the outcomes of every state; here they are read, under one
rule for ties, to count and list the ways of optimal play and what they pay.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Annotated

from parlor.core.checks import whole
from parlor.core.quantities import Choice

from .board import Board, positions_of
from .kernels import final_sets, mean_takes, one_final, ring
from .slots import RULES
from .tree import Kept, Takes, Tree

__all__ = ["TIES"]

TIES = ("pessimistic", "optimistic", "first", "last", "average", "all")
# 2**26 states of four bytes; under "average" they are lists of integers that Python makes
MAX_STACKS = dict.fromkeys(TIES, 26) | {"average": 16}
MAX_POOL = 2**26  # final masks kept over all states: 256 MB
Ties = Annotated[str, Choice(TIES)]
_SETS = ("pessimistic", "optimistic", "all")  # rules by which a state may have several finals


class StackTree(Tree):
    """A solved game of stacks: a key is the mask of those that are occupied."""

    def __init__(self, board: Board, n_players: int, ties: str) -> None:
        n, most = board.n, MAX_STACKS[ties]
        if n > most:
            raise ValueError(f"prizes: got {n} stacks, allowed are at most {most} with {ties=}")
        super().__init__(board, m := whole("n_players", n_players, 1, n), ties)
        self.n_states = sum(comb(n, k) for k in range(m))
        self.n_moves = sum(comb(n, k) * (n - k) for k in range(m))
        self.takes = cache(board.takes)
        self.base = 1
        money = ring(*board.gaps, board.clock)
        if ties == "average":
            self.means, self.mean_finals, self.base = mean_takes(n, m, money)
        elif ties in _SETS:
            sets = final_sets(n, m, RULES[ties], money, MAX_POOL)
            self.start, self.stop, self.pool = sets
            if not self.pool.size:
                raise ValueError(
                    f"prizes: too many ties for {ties=}: the states have more than {MAX_POOL} "
                    "final sets between them; use fewer stacks, or ties='first'"
                )
        else:
            self.final = one_final(n, m, ties == "last", money)

    def reached(self, s: int) -> frozenset[int]:
        """Final masks that optimal play from state s may reach."""
        if s.bit_count() == self.n_players:
            return frozenset((s,))
        if self.ties == "average":
            return self.mean_finals[s]
        if self.ties in _SETS:
            return frozenset(self.pool[self.start[s] : self.stop[s]].tolist())
        return frozenset((int(self.final[s]),))

    def final_takes(self, key: int) -> Takes:
        """Half units that the tokens take, from left to right, once all are placed."""
        return tuple(self.takes(key).values())

    def worths(self, s: int) -> dict[int, int]:
        """What each free stack is worth to the mover at s, in half units (times base**rest)."""
        free = [c for c in range(self.board.n) if not s >> c & 1]
        if self.ties == "average":
            return {c: self.means[s | 1 << c][c] for c in free}
        choose = max if self.ties == "optimistic" else min
        return {c: choose(self.left(s, c)) for c in free}

    def _kept(self, k: int, key: int) -> tuple[int, list[Kept]]:
        worths = self.worths(key)
        best = max(worths.values())
        if self.ties == "all":
            moves = [c for c in worths if max(self.left(key, c)) >= best]
        else:
            moves = [c for c, worth in worths.items() if worth == best]
        if self.ties in ("first", "last"):
            moves = [moves[0 if self.ties == "first" else -1]]
        return best, [(c, (key & (1 << c) - 1).bit_count(), key | 1 << c) for c in moves]

    def left(self, s: int, c: int) -> list[int]:
        """What the outcomes of a move from s to stack c leave to the mover."""
        return [self.takes(f)[c] for f in self.reached(s | 1 << c)]

    def finals(self, listed: object) -> tuple[tuple[int, ...], ...]:
        """Sets of stacks occupied at the end, in lexicographic order; no ways need be `listed`."""
        return tuple(sorted(positions_of(final) for final in self.reached(0)))

    def payoffs(self) -> list[tuple[float, ...]]:
        """Distinct payoff vectors, in decreasing lexicographic order, or the expected one."""
        if self.ties != "average":
            return super().payoffs()
        return [tuple(self.money(value, self.n_players) for value in self.mean_payoffs())]

    def positions(self, path: tuple[int, ...]) -> tuple[int, ...]:
        """Stacks of the tokens along a path, counted from 1."""
        return tuple(c + 1 for c in path)

    def pay(self, path: Sequence[float | Fraction]) -> tuple[float, ...]:
        """What each mover takes when the tokens are placed along a path."""
        return self.board.pay_stacks(self.board.stacks("path", path, *[self.n_players] * 2))

    def mean_payoffs(self) -> list[int]:
        """Expected takes in order of moves, times ``base**n_players``."""

        @cache
        def ahead(s: int) -> list[int]:
            k = s.bit_count()
            if k == self.n_players:
                return []
            after = [[self.means[t][c], *ahead(t)] for c, _, t in self.kept(k, s)[1]]
            # ahead() counts in base**(moves to come), so each mean brings in one factor base
            return [self.base // len(after) * sum(column) for column in zip(*after, strict=True)]

        return ahead(0)

    def money(self, halves: int, power: int = 0) -> float:
        """Half units (times base**power) in units of the prizes."""
        return float(self.board.unit * Fraction(halves, 2 * self.base**power))
