"""A solved token game of stacks: what every set of occupied stacks leads to.

The kernels of `kernels` work out the outcomes of every state; here they are read, under one
rule for ties, to count and list the ways of optimal play and what they pay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Annotated

from parlor.core.checks import whole
from parlor.core.quantities import Choice

from .board import Board, positions_of
from .kernels import ALL, OPTIMISTIC, PESSIMISTIC, final_sets, mean_takes, one_final, ring

__all__ = ["TIES"]

TIES = ("pessimistic", "optimistic", "first", "last", "average", "all")
# 2**26 states of four bytes; under "average" they are lists of integers that Python makes
MAX_STACKS = dict.fromkeys(TIES, 26) | {"average": 16}
MAX_POOL = 2**26  # final masks kept over all states: 256 MB
Ties = Annotated[str, Choice(TIES)]
_SET_RULES = {"pessimistic": PESSIMISTIC, "optimistic": OPTIMISTIC, "all": ALL}


class StackTree:
    """A solved game: what each state leads to under one rule for ties."""

    def __init__(self, board: Board, n_players: int, ties: str) -> None:
        self.ties, self.board = ties, board
        n, most = board.n, MAX_STACKS[ties]
        if n > most:
            raise ValueError(f"prizes: got {n} stacks, allowed are at most {most} with {ties=}")
        self.n_players = m = whole("n_players", n_players, 1, n)
        self.n_states = sum(comb(n, k) for k in range(m))
        self.n_moves = sum(comb(n, k) * (n - k) for k in range(m))
        self.takes = cache(board.takes)
        self.kept = cache(self._kept)
        self.base = 1
        money = ring(*board.gaps, board.clock)
        if ties == "average":
            self.means, self.mean_finals, self.base = mean_takes(n, m, money)
        elif ties in _SET_RULES:
            found = final_sets(n, m, _SET_RULES[ties], money, MAX_POOL)
            self.start, self.stop, self.pool = found
            if not self.pool.size:
                raise ValueError(
                    f"prizes: too many ties for {ties=}: the states have more than {MAX_POOL} "
                    "final sets between them; use fewer stacks, or ties='first'"
                )
        else:
            self.final = one_final(n, m, ties == "last", money)

    def outcomes(self, s: int) -> frozenset[int]:
        """Final masks that optimal play from state s may reach."""
        if s.bit_count() == self.n_players:
            return frozenset((s,))
        if self.ties == "average":
            return self.mean_finals[s]
        if self.ties in _SET_RULES:
            return frozenset(self.pool[self.start[s] : self.stop[s]].tolist())
        return frozenset((int(self.final[s]),))

    def worths(self, s: int) -> dict[int, int]:
        """What each free stack is worth to the mover at s, in half units (times base**rest)."""
        free = [c for c in range(self.board.n) if not s >> c & 1]
        if self.ties == "average":
            return {c: self.means[s | 1 << c][c] for c in free}
        choose = max if self.ties == "optimistic" else min
        return {c: choose(self.takes(f)[c] for f in self.outcomes(s | 1 << c)) for c in free}

    def _kept(self, s: int) -> dict[int, frozenset[int]]:
        """Moves of optimal play at s, each with the final masks that it keeps."""
        worths = self.worths(s)
        best = max(worths.values())
        if self.ties == "all":
            kept = {
                c: frozenset(f for f in self.outcomes(s | 1 << c) if self.takes(f)[c] >= best)
                for c in worths
            }
            return {c: finals for c, finals in kept.items() if finals}
        moves = [c for c, worth in worths.items() if worth == best]
        if self.ties in ("first", "last"):
            moves = [moves[0 if self.ties == "first" else -1]]
        return {c: self.outcomes(s | 1 << c) for c in moves}

    def steps(self, s: int, final: int) -> list[int]:
        """Moves at s on optimal ways to `final`."""
        return [c for c, finals in self.kept(s).items() if final in finals]

    def finals(self, listed: object) -> tuple[tuple[int, ...], ...]:
        """Sets of stacks occupied at the end, in lexicographic order; no ways need be `listed`."""
        return tuple(sorted(positions_of(final) for final in self.outcomes(0)))

    def n_paths(self) -> int:
        """Number of ways of optimal play."""

        @cache
        def count(s: int, final: int) -> int:
            if s == final:
                return 1
            return sum(count(s | 1 << c, final) for c in self.steps(s, final))

        return sum(count(0, final) for final in self.outcomes(0))

    def paths(self) -> list[tuple[int, ...]]:
        """Ways of optimal play, in lexicographic order."""

        def walk(s: int, alive: frozenset[int]) -> Iterator[tuple[int, ...]]:
            if s in alive:
                yield ()
                return
            for c, kept in self.kept(s).items():
                if reached := alive & kept:
                    yield from ((c + 1, *rest) for rest in walk(s | 1 << c, reached))

        return list(walk(0, self.outcomes(0)))

    def payoffs(self) -> list[tuple[float, ...]]:
        """Distinct payoff vectors, in decreasing lexicographic order."""

        @cache
        def tails(s: int, final: int) -> frozenset[tuple[int, ...]]:
            """Takes of the movers still to come, in order, over all ways from s to final."""
            if s == final:
                return frozenset(((),))
            takes = self.takes(final)
            return frozenset(
                (takes[c], *rest) for c in self.steps(s, final) for rest in tails(s | 1 << c, final)
            )

        if self.ties == "average":
            return [tuple(self.money(value, self.n_players) for value in self.mean_payoffs())]
        vectors = frozenset().union(*(tails(0, final) for final in self.outcomes(0)))
        return [tuple(map(self.money, vector)) for vector in sorted(vectors, reverse=True)]

    def pay(self, path: Sequence[float | Fraction]) -> tuple[float, ...]:
        """What each mover takes when the tokens are placed along a path."""
        return self.board.pay_stacks(self.board.stacks("path", path, *[self.n_players] * 2))

    def mean_payoffs(self) -> list[int]:
        """Expected takes in order of moves, times ``base**n_players``."""

        @cache
        def ahead(s: int) -> list[int]:
            if s.bit_count() == self.n_players:
                return []
            after = [[self.means[s | 1 << c][c], *ahead(s | 1 << c)] for c in self.kept(s)]
            # ahead() counts in base**(moves to come), so each mean brings in one factor base
            return [self.base // len(after) * sum(column) for column in zip(*after, strict=True)]

        return ahead(0)

    def money(self, halves: int, power: int = 0) -> float:
        """Half units (times base**power) in units of the prizes."""
        return float(self.board.unit * Fraction(halves, 2 * self.base**power))
