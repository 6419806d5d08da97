"""The token game with tokens between the stacks: a grid of slots, one step for each player.

Laurent Lessard's continuous tables add slots between the stacks, with the same step for everybody;
he suggests finer and finer steps for later players as the way to the continuous game. Both are
here; `continuous` solves that game itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite, lcm
from numbers import Rational, Real
from typing import Any

from parlor.core.checks import whole

from .kernels import Board
from .outcomes import PlayOutcomes
from .tree import SlotTree

__all__ = ["SlotOutcomes", "payoffs_at", "solve_steps"]


@dataclass(frozen=True)
class SlotOutcomes(PlayOutcomes):
    """Outcomes of optimal play with tokens between the stacks; see `PlayOutcomes` for the rest.

    Attributes
    ----------
    steps : tuple of Fraction, or None
        Each player's step in units of the distance between stacks; None on the continuum.
    paths : list of tuple of float
        Ways of optimal play: positions in order of moves (on the continuum, one of each class, the
        k-th token on a multiple of 2**-k).
    """

    _tree: SlotTree = field(repr=False, compare=False)
    steps: tuple[Fraction, ...] | None

    def payoff_of(self, path: Sequence[float | Fraction]) -> tuple[float, ...]:
        """What each mover takes when the tokens are placed along `path` (see `payoffs_at`)."""
        if len(path) != self.n_players:
            raise ValueError(f"path: got {len(path)} moves, expected {self.n_players}")
        return payoffs_at(self.prizes, path, self.layout)


def solve_steps(
    prizes: Sequence[float | Fraction],
    n_players: int,
    layout: str = "line",
    step: float | Fraction | Sequence[float | Fraction] = 1,
    ties: str = "pessimistic",
) -> SlotOutcomes:
    """Solve the token game on a grid of slots; `token_game.solve` with a step calls this.

    Parameters
    ----------
    prizes : sequence of real, length N
        As in `token_game.solve`.
    n_players : int
        Number M of players, at least 1. They need not be fewer than the stacks.
    layout : {"line", "clock"}
        Slots lie from stack 1 to stack N on the line, all the way around on the clock.
    step : real, or sequence of M reals
        Distance between slots, 1, 1/2, 1/3, ...: one for everybody, or one for each player in
        order of moves. Floats are taken as the fraction they round (0.2 is 1/5).
    ties : {"pessimistic", "optimistic", "first", "last", "all"}
        As in `token_game.solve`, which has ``average`` too.

    Returns
    -------
    SlotOutcomes
        Optimal paths, in units of the stacks, and payoffs.

    Raises
    ------
    ValueError
        If an argument is not as above, if some mover would find no free slot, or if there are too
        many positions.

    Notes
    -----
    Lessard's continuous tables have prizes 1, ..., 10 on the line, 0.2 as the step with 2 and 3
    players, and 0.5, 0.25, 0.2 and 0.1 with 4.

    Examples
    --------
    >>> four = solve_steps(range(1, 11), 4, step=0.5)
    >>> four.paths, four.payoffs
    ([(9.0, 3.5, 6.5, 7.5)], [(19.0, 12.5, 12.0, 11.5)])
    """
    m = whole("n_players", n_players, 1)
    steps = _steps(step, m)
    mesh = lcm(*(s.denominator for s in steps))
    tree = SlotTree(prizes, m, layout, ties, mesh, [mesh // s.denominator for s in steps])
    return SlotOutcomes(tuple(prizes), m, layout, ties, tree.n_states, tree.n_moves, tree, steps)


def payoffs_at(
    prizes: Sequence[float | Fraction],
    positions: Sequence[float | Fraction],
    layout: str = "line",
) -> tuple[float, ...]:
    """What each token takes when tokens lie anywhere: each stack goes to the nearest.

    Parameters
    ----------
    prizes : sequence of real, length N
        As in `token_game.solve`.
    positions : sequence of real
        Distinct places of the tokens, in any order, stack k at k: from 1 to N on the line, from 1
        to below N + 1 on the clock. Floats are taken as the fraction they round.
    layout : {"line", "clock"}

    Returns
    -------
    tuple of float
        Takes in the order of `positions`, in units of the prizes; a stack midway is split.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> payoffs_at(range(1, 11), (9, 3.5, 6.5, 7.5))
    (19.0, 12.5, 12.0, 11.5)
    """
    board = Board(prizes, layout)
    places = exact_places(positions, board, "positions")
    takes = [0] * len(places)
    for k, amount in enumerate(board.amounts):
        away = [abs(k - x) for x in places]
        if board.clock:
            away = [min(d, board.n - d) for d in away]
        nearest = [i for i, d in enumerate(away) if d == min(away)]
        for i in nearest:
            takes[i] += 2 * amount // len(nearest)
    return tuple(map(board.money, takes))


def exact_places(
    positions: Sequence[float | Fraction], board: Board, name: str
) -> tuple[Fraction, ...]:
    """Positions as exact distances from stack 1."""
    top = board.n if board.clock else board.n - 1
    places: list[Fraction] = []
    for p in positions:
        x = simple_fraction(p) - 1 if isinstance(p, Real) and isfinite(p) else None
        if x is None or not 0 <= x <= top or (board.clock and x == top):
            room = f"1 <= x < {top + 1}" if board.clock else f"1 <= x <= {top + 1}"
            raise ValueError(f"{name}: got {p!r}, allowed are places {room}")
        if x in places:
            raise ValueError(f"{name}: got {p!r} twice, each token has a place of its own")
        places.append(x)
    return tuple(places)


def simple_fraction(value: float | Fraction) -> Fraction:
    """The fraction that a number is, or the simple one (denominator up to 10**6) it rounds."""
    exact = Fraction(value)
    simple = exact.limit_denominator(10**6)
    rounded = not isinstance(value, Rational) and float(simple) == float(value)
    return simple if rounded else exact


def _steps(
    step: float | Fraction | Sequence[float | Fraction], n_players: int
) -> tuple[Fraction, ...]:
    given: Any = [step] * n_players if isinstance(step, Real) else step
    if isinstance(given, str) or not hasattr(given, "__len__") or len(given) != n_players:
        raise ValueError(
            f"step: got {step!r}, allowed are one number, or one for each of the "
            f"{n_players} players"
        )
    steps = []
    for s in given:
        real = isinstance(s, Real) and not isinstance(s, bool) and isfinite(s)
        exact = simple_fraction(s) if real else Fraction(0)
        if exact.numerator != 1 or exact < 0:
            raise ValueError(f"step: got {s!r}, allowed are 1, 1/2, 1/3, ...")
        steps.append(exact)
    return tuple(steps)
