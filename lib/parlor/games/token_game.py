"""The token game: players in turn put tokens on stacks of money, each stack goes to the nearest.

The rules are those of the Riddler puzzle on sequential token placement; the tables recomputed from
here are in Laurent Lessard's solution of it. A stack with a token on it goes to that token, any
other to the nearest token, and a stack midway between two tokens is split. The stacks lie one step
apart on a line or around a clock.

Play is solved by backward induction over sets of occupied stacks. The rule for ties is part of the
question, since a mover may be indifferent between moves that pay the earlier players differently:

- ``pessimistic``: a move is worth the least that the later movers' optimal play may leave; every
  best move is kept, with all its continuations.
- ``optimistic``: the same with the most.
- ``first``, ``last``: every mover takes the lowest (highest) stack among the best.
- ``average``: every mover picks uniformly at random among the best; payoffs are expectations.
- ``all``: the outcomes of all subgame perfect equilibria in pure strategies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from math import comb
from numbers import Integral, Real

from parlor.games._token_kernels import (
    ALL,
    OPTIMISTIC,
    PESSIMISTIC,
    Board,
    _final_sets,
    _one_final,
    mean_takes,
    one_of,
    positions_of,
    ring_code,
)
from parlor.games.token_game_continuous import solve_continuous
from parlor.games.token_game_grid import SlotOutcomes, solve_steps

__all__ = ["Outcomes", "payoffs", "solve", "solve_continuous"]

TIES = ("pessimistic", "optimistic", "first", "last", "average", "all")
MAX_STACKS = dict.fromkeys(TIES, 24) | {"first": 26, "last": 26, "average": 16}
MAX_POOL = 2**26  # final masks kept over all states: 256 MB
MAX_PATHS = 100_000
_SET_RULES = {"pessimistic": PESSIMISTIC, "optimistic": OPTIMISTIC, "all": ALL}


@dataclass(frozen=True)
class Outcomes:
    """Outcomes of optimal play, as `solve` finds them.

    Attributes
    ----------
    prizes : tuple
        The board, as given.
    n_players, layout, ties
        The rest of the question.
    n_states : int
        Positions with somebody to move: sets of fewer than `n_players` occupied stacks.
    n_moves : int
        Moves examined: free stacks, summed over those positions.
    finals : tuple of tuple of int
        Sets of stacks occupied at the end, each increasing, in lexicographic order.
    n_paths : int
        How many ways of play lead there, counted exactly without listing them.
    paths : list of tuple of int
        Those ways: 1-based stacks in order of moves, lexicographic. Listed on demand; ValueError
        when there are more than 100 000.
    payoffs : list of tuple of float
        The distinct payoff vectors, players in order of moves, units of the prizes, in decreasing
        lexicographic order. Under ``average`` the one vector of expected payoffs.
    """

    prizes: tuple[float | Fraction, ...]
    n_players: int
    layout: str
    ties: str
    n_states: int
    n_moves: int
    _tree: _Tree = field(repr=False, compare=False)

    @cached_property
    def finals(self) -> tuple[tuple[int, ...], ...]:
        """Sets of stacks occupied at the end, in lexicographic order."""
        return tuple(sorted(positions_of(final) for final in self._tree.outcomes(0)))

    @cached_property
    def n_paths(self) -> int:
        """Number of ways of play, counted without listing them."""

        @cache
        def count(s: int, final: int) -> int:
            if s == final:
                return 1
            return sum(count(s | 1 << c, final) for c in self._tree.steps(s, final))

        return sum(count(0, final) for final in self._tree.outcomes(0))

    @cached_property
    def payoffs(self) -> list[tuple[float, ...]]:
        """Distinct payoff vectors, in decreasing lexicographic order."""
        tree = self._tree

        @cache
        def tails(s: int, final: int) -> frozenset[tuple[int, ...]]:
            """Takes of the movers still to come, in order, over all ways from s to final."""
            if s == final:
                return frozenset(((),))
            takes = tree.takes(final)
            return frozenset(
                (takes[c], *rest) for c in tree.steps(s, final) for rest in tails(s | 1 << c, final)
            )

        if self.ties == "average":
            return [tuple(tree.money(value, tree.n_players) for value in tree.mean_payoffs())]
        vectors = frozenset().union(*(tails(0, final) for final in tree.outcomes(0)))
        return [tuple(map(tree.money, vector)) for vector in sorted(vectors, reverse=True)]

    @cached_property
    def paths(self) -> list[tuple[int, ...]]:
        """Ways of play, in lexicographic order; ValueError if there are too many."""
        if self.n_paths > MAX_PATHS:
            raise ValueError(
                f"paths: there are {self.n_paths}, more than the {MAX_PATHS} that are listed; "
                "n_paths, finals and payoffs are still available"
            )

        def walk(s: int, alive: frozenset[int]) -> Iterator[tuple[int, ...]]:
            if s in alive:
                yield ()
                return
            for c, kept in self._tree.kept(s).items():
                if reached := alive & kept:
                    yield from ((c + 1, *rest) for rest in walk(s | 1 << c, reached))

        return list(walk(0, self._tree.outcomes(0)))

    def payoff_of(self, path: Sequence[int]) -> tuple[float, ...]:
        """What each mover takes when the tokens are placed along `path` (see `payoffs`)."""
        if len(path) != self.n_players:
            raise ValueError(f"path: got {len(path)} moves, expected {self.n_players}")
        return payoffs(self.prizes, path, self.layout)


def solve(
    prizes: Sequence[float | Fraction],
    n_players: int,
    layout: str = "line",
    step: float | Fraction | Sequence[float | Fraction] = 1,
    ties: str = "pessimistic",
) -> Outcomes | SlotOutcomes:
    """Solve the token game by backward induction.

    Parameters
    ----------
    prizes : sequence of real, length N
        Money on stack 1, ..., stack N: any finite real numbers, not all of them need be positive.
        Integers and Fractions are taken exactly. Floats that are, within rounding, simple
        fractions of the largest (denominator up to 10**6) are taken as those, so that a change of
        currency does not break ties; other floats at the
        decimal that prints them, or failing that at their exact binary value.
    n_players : int
        Number M of players, 1 <= M <= N; each places one token, on a stack of its own.
    layout : {"line", "clock"}
        On the clock stack N is next to stack 1.
    step : real, or sequence of M reals
        Distance 1, 1/2, 1/3, ... between the slots where tokens may lie, for all players or for
        each in order of moves. Other than 1, `token_game_grid.solve_steps` says what is allowed.
    ties : {"pessimistic", "optimistic", "first", "last", "average", "all"}
        How indifferent movers are taken to choose: see the module's description.

    Returns
    -------
    Outcomes, or SlotOutcomes with a step other than 1
        Optimal paths and payoffs. `finals`, `n_paths`, `payoffs` and `paths` are worked out when
        first asked for.

    Raises
    ------
    ValueError
        If an argument is not as above; if there are more than 24 stacks (``first`` and ``last``:
        26, ``average``: 16); if the prizes in a common unit add up to 2**60 or more; or if the
        states have more than 2**26 final sets between them (many equal prizes).

    Notes
    -----
    Lessard's tables of the integer game have prizes 1, ..., N, with N = 10 on the line and N = 12
    on the clock. His list of strategies for each row is `paths` under ``pessimistic``.

    Examples
    --------
    >>> three = solve(range(1, 11), 3)
    >>> three.paths, three.payoffs
    ([(5, 9, 8)], [(21.0, 19.0, 15.0)])
    >>> solve(range(1, 13), 2, "clock").paths
    [(9, 10), (10, 9)]
    >>> solve(range(1, 11), 4, step=0.5).paths
    [(9.0, 3.5, 6.5, 7.5)]
    """
    if isinstance(step, bool) or not isinstance(step, Real) or step != 1:
        return solve_steps(prizes, n_players, layout, step, ties)
    tree = _Tree(prizes, n_players, layout, ties)
    n, m = tree.board.n, tree.n_players
    return Outcomes(
        prizes=tuple(prizes),
        n_players=m,
        layout=layout,
        ties=ties,
        n_states=sum(comb(n, k) for k in range(m)),
        n_moves=sum(comb(n, k) * (n - k) for k in range(m)),
        _tree=tree,
    )


def payoffs(
    prizes: Sequence[float | Fraction], positions: Sequence[int], layout: str = "line"
) -> tuple[float, ...]:
    """What each token takes once all are placed.

    Parameters
    ----------
    prizes : sequence of real, length N
        As in `solve`, of any length.
    positions : sequence of int
        Stacks of the tokens, 1-based and distinct, in any order.
    layout : {"line", "clock"}

    Returns
    -------
    tuple of float
        Takes in the order of `positions`, in units of the prizes.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> payoffs(range(1, 11), (5, 4, 6))
    (5.0, 10.0, 40.0)
    """
    board = Board(prizes, layout)
    occupied = board.mask(positions, "positions")
    takes = board.takes(occupied)
    return tuple(board.money(takes[p - 1]) for p in positions)


class _Tree:
    """A solved game: what each state leads to under one rule for ties."""

    def __init__(
        self, prizes: Sequence[float | Fraction], n_players: int, layout: str, ties: str
    ) -> None:
        one_of("ties", ties, TIES)
        self.board = board = Board(prizes, layout)
        n, most = board.n, MAX_STACKS[ties]
        if n > most:
            raise ValueError(f"prizes: got {n} stacks, allowed are at most {most} with {ties=}")
        self.n_players = m = _players(n_players, n)
        self.ties = ties
        self.takes = cache(board.takes)
        self.kept = cache(self._kept)
        self.base = 1
        tables = (board.right, board.left, ring_code(n, board.clock))
        if ties == "average":
            self.means, self.mean_finals, self.base = mean_takes(n, m, *tables)
        elif ties in _SET_RULES:
            self.stop, self.pool = _final_sets(n, m, _SET_RULES[ties], *tables, MAX_POOL)
            if not self.pool.size:
                raise ValueError(
                    f"prizes: too many ties for {ties=}: the states have more than {MAX_POOL} "
                    "final sets between them; use fewer stacks, or ties='first'"
                )
        else:
            self.final = _one_final(n, m, ties == "last", *tables)

    def outcomes(self, s: int) -> frozenset[int]:
        """Final masks that optimal play from state s may reach."""
        if s.bit_count() == self.n_players:
            return frozenset((s,))
        if self.ties == "average":
            return self.mean_finals[s]
        if self.ties in _SET_RULES:
            return frozenset(self.pool[self.stop[s + 1] : self.stop[s]].tolist())
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
        return float(self.board.unit * Fraction(halves, 2 * self.base**power))


def _players(n_players: int, n_stacks: int) -> int:
    whole = isinstance(n_players, Integral) and not isinstance(n_players, bool)
    if not whole or not 1 <= n_players <= n_stacks:
        raise ValueError(
            f"n_players: got {n_players!r}, allowed are the integers 1 to {n_stacks}, "
            "one token per stack"
        )
    return int(n_players)
