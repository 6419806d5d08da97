"""Solving the token game on the stacks, or between them if a step is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb
from numbers import Real

from .continuous import solve_continuous
from .grid import SlotOutcomes, solve_steps
from .kernels import Board
from .outcomes import MAX_PATHS, PlayOutcomes
from .stacks import TIES, StackTree

__all__ = ["MAX_PATHS", "TIES", "Outcomes", "payoffs", "solve", "solve_continuous"]


@dataclass(frozen=True)
class Outcomes(PlayOutcomes):
    """Outcomes of optimal play on the stacks; see `PlayOutcomes` for the rest.

    Attributes
    ----------
    finals : tuple of tuple of int
        Sets of stacks occupied at the end, each increasing, in lexicographic order.
    paths : list of tuple of int
        Ways of optimal play: 1-based stacks in order of moves, lexicographic.
    payoffs : list of tuple of float
        Distinct payoff vectors; under ``average`` the one vector of expected payoffs.
    """

    _tree: StackTree = field(repr=False, compare=False)

    @cached_property
    def finals(self) -> tuple[tuple[int, ...], ...]:
        """Sets of stacks occupied at the end, in lexicographic order."""
        return self._tree.finals()

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
        each in order of moves. Other than 1, `grid.solve_steps` says what is allowed.
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
    tree = StackTree(prizes, n_players, layout, ties)
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
