"""Double oracle: solve a large zero-sum game through the few strategies that matter.

Solve the game restricted to the strategies met so far, ask each player for a best reply to the
opponent's solution in the whole game, add both, and repeat. The best replies bound the value of
the whole game from both sides, so the result carries its own certificate, and the payoff matrix is
never made: guts at mesh 101 with five allies has ten thousand million columns, of which some ten
are ever written down.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from parlor.core import checks

from . import zero_sum

__all__ = ["DoubleOracleSolution", "solve"]

R = TypeVar("R", bound=Hashable)
C = TypeVar("C", bound=Hashable)


@dataclass(frozen=True, eq=False)
class DoubleOracleSolution(Generic[R, C]):
    """Value and optimal strategies of a game given by its best replies.

    Attributes
    ----------
    value : float
        Value, in units of the payoffs.
    row : list of (strategy, float)
        The row player's optimal mix: strategies of positive probability, most probable first.
    column : list of (strategy, float)
        The column player's.
    gap : float
        Duality gap in the whole game: best reply of the row player to `column`, minus that of the
        column player to `row`.
    rounds : int
        Restricted games solved.
    rows, columns : list
        All strategies met, in order: a warm start for a game nearby.
    """

    value: float
    row: list[tuple[R, float]]
    column: list[tuple[C, float]]
    gap: float
    rounds: int
    rows: list[R]
    columns: list[C]


def solve(
    payoff: Callable[[R, C], float],
    best_row: Callable[[Sequence[tuple[C, float]]], tuple[R, float]],
    best_column: Callable[[Sequence[tuple[R, float]]], tuple[C, float]],
    rows: Sequence[R],
    columns: Sequence[C],
    tolerance: float = 1e-13,
    max_rounds: int = 1000,
) -> DoubleOracleSolution[R, C]:
    """Solve a zero-sum game given by its payoff function and best replies.

    Parameters
    ----------
    payoff : callable
        ``payoff(r, c)``: payoff to the row player, who maximises.
    best_row, best_column : callable
        Given the opponent's mix as a sequence of (strategy, probability), a pure best reply and
        the expected payoff to the row player when it is played.
    rows, columns : sequence
        Strategies to start from, at least one each; hashable.
    tolerance : float
        Gap at which to stop, in units of the payoffs. The search also stops when neither best
        reply is new: the rest of the gap is then rounding error.
    max_rounds : int
        Restricted games to solve at most.

    Returns
    -------
    DoubleOracleSolution
        Value, strategies, gap in the whole game and the strategies met.

    Raises
    ------
    ValueError
        If `rows` or `columns` is empty, `tolerance` is negative or `max_rounds` is below 1.
    ArithmeticError
        If `max_rounds` games were solved and the gap is still above `tolerance`.

    Notes
    -----
    McMahan, Gordon and Blum (2003), Planning in the presence of cost functions controlled by an
    adversary. Buck et al. instead write the whole matrix down (Section 4.1.3).

    Examples
    --------
    >>> best_row = lambda mix: max((sum(p * -(r - c) ** 2 for c, p in mix), r) for r in range(9))
    >>> best_column = lambda mix: min((sum(p * -(r - c) ** 2 for r, p in mix), c) for c in range(9))
    >>> game = solve(
    ...     lambda r, c: -((r - c) ** 2),
    ...     lambda mix: best_row(mix)[::-1],
    ...     lambda mix: best_column(mix)[::-1],
    ...     [0],
    ...     [0],
    ... )
    >>> round(game.value, 12), sorted(c for c, p in game.column)
    (-16.0, [0, 8])
    """
    if not len(rows) or not len(columns):
        raise ValueError("rows, columns: got none to start from, allowed is one or more each")
    tolerance = checks.number("tolerance", tolerance, "numbers from 0 up", low=0.0)
    max_rounds = checks.whole("max_rounds", max_rounds, 1)
    met_rows, met_columns = list(dict.fromkeys(rows)), list(dict.fromkeys(columns))
    table = np.array([[payoff(r, c) for c in met_columns] for r in met_rows], dtype=np.float64)
    for rounds in range(1, max_rounds + 1):
        restricted = zero_sum.solve(table, 1e-9)
        row_mix = _mix(met_rows, restricted.row)
        column_mix = _mix(met_columns, restricted.column)
        r, most = best_row(column_mix)
        c, least = best_column(row_mix)
        new_row, new_column = r not in met_rows, c not in met_columns
        if most - least <= tolerance or not (new_row or new_column):
            return DoubleOracleSolution(
                least + (most - least) / 2,
                row_mix,
                column_mix,
                max(most - least, 0.0),
                rounds,
                met_rows,
                met_columns,
            )
        if new_row:
            met_rows.append(r)
            table = np.vstack([table, [payoff(r, b) for b in met_columns]])
        if new_column:
            met_columns.append(c)
            table = np.column_stack([table, [payoff(a, c) for a in met_rows]])
    raise ArithmeticError(
        f"double oracle: gap {most - least:.1e} after {max_rounds} rounds, allowed {tolerance:.1e}"
    )


def _mix(strategies: list, probabilities: np.ndarray) -> list:
    pairs = zip(strategies, probabilities.tolist(), strict=True)
    return sorted(((s, p) for s, p in pairs if p > 0), key=lambda pair: -pair[1])
