"""Double oracle: solve a large zero-sum game through the few strategies that matter.

Solve the game restricted to the strategies met so far, ask each player for a best reply to the
opponent's solution in the whole game, add both, and repeat. The best replies bound the value of
the whole game from both sides, so the result carries its own certificate, and the payoff matrix is
never made: guts at mesh 101 with five allies has nearly a hundred million columns, of which some
ten are ever written down.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

import numpy as np

from parlor.core import checks
from parlor.core.checks import Floats
from parlor.core.quantities import Integer, Number, Read, checked
from parlor.core.result import MatrixResult, data_frame

from . import zero_sum

__all__ = ["DoubleOracleSolution", "solve"]

MAX_ROUNDS = 10**6  # each adds a row and a column to a matrix: memory ends long before
# Gap of a restricted game that is let through, of what it pays: nearly all are solved to 1e-16, and
# the best replies judge the solution anyway.
_RESTRICTED = 1e-9
# What an oracle may be off by, of the payoffs that it adds up: hundreds of roundings.
_ROUNDING = 1e-12

_PAYOFF = Number(-checks.LARGEST, checks.LARGEST, f"values up to {checks.LARGEST:g} in size")
R = TypeVar("R", bound=Hashable)
C = TypeVar("C", bound=Hashable)


@dataclass(frozen=True, eq=False, repr=False)
class DoubleOracleSolution(MatrixResult, Generic[R, C]):
    """Value and optimal strategies of a game given by its best replies.

    It unpacks into row, column as other solutions do, here lists of pairs and no vectors.

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

    def to_frame(self) -> Any:
        """Return both mixes as a data frame: player, strategy and probability."""
        mixes = [("row", *pair) for pair in self.row] + [("column", *pair) for pair in self.column]
        return data_frame(mixes, columns=["player", "strategy", "probability"])


def _strategies(name: str, given: object) -> list[Any]:
    """Strategies to start from, each once, or an error."""
    strategies = checks.items(name, given, "one or more strategies", 1)
    try:
        return list(dict.fromkeys(strategies))
    except TypeError:
        raise checks.refusal(name, given, "are hashable ones") from None


def _function(name: str, given: object) -> object:
    """What can be called, or a TypeError."""
    if not callable(given):
        raise checks.refusal(name, given, "are functions")
    return given


_STRATEGIES = Read(_strategies, "are one or more strategies")
_FUNCTION = Read(_function, "are functions")


@checked
def solve(
    payoff: Annotated[Callable[[R, C], float], _FUNCTION],
    best_row: Annotated[Callable[[Sequence[tuple[C, float]]], tuple[R, float]], _FUNCTION],
    best_column: Annotated[Callable[[Sequence[tuple[R, float]]], tuple[C, float]], _FUNCTION],
    rows: Annotated[Sequence[R], _STRATEGIES],
    columns: Annotated[Sequence[C], _STRATEGIES],
    *,
    tolerance: Annotated[float, Number(low=0, words="numbers from 0 up")] = 1e-13,
    max_rounds: Annotated[int, Integer(1, MAX_ROUNDS)] = 1000,
) -> DoubleOracleSolution[R, C]:
    """Solve a zero-sum game given by its payoff function and best replies.

    Parameters
    ----------
    payoff : callable
        ``payoff(r, c)``: payoff to the row player, who maximises; up to 1e150 in size.
    best_row, best_column : callable
        Given the opponent's mix as a sequence of (strategy, probability), a pure best reply and
        the expected payoff to the row player when it is played.
    rows, columns : sequence
        Strategies to start from; hashable.
    tolerance : float
        Gap at which to stop, in units of the payoffs; what best replies are said to earn may be
        off by so much, and by rounding. The search also stops when neither best reply is new: the
        rest of the gap, which the solution tells, is then error of that kind.
    max_rounds : int
        Restricted games to solve at most.

    Returns
    -------
    DoubleOracleSolution
        Value, strategies, gap in the whole game and the strategies met.

    Raises
    ------
    TypeError, ValueError
        If a payoff is no number of that size, or a best reply no strategy and its payoff.
    ArithmeticError
        If `max_rounds` games were solved and the gap is still above `tolerance`, or if a best
        reply earns something else than it is said to, or less than a strategy met before.

    Notes
    -----
    The best replies are taken at their word only about strategies that nobody has met: one that
    overlooks such a strategy is not found out, and the solution is that of the game without it.

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
    met_rows, met_columns = list(rows), list(columns)

    def pays(r: R, c: C) -> float:
        return _PAYOFF.check("payoff", payoff(r, c))

    table = np.array([[pays(r, c) for c in met_columns] for r in met_rows])
    for rounds in range(1, max_rounds + 1):
        restricted = zero_sum.solve(table, tolerance=_RESTRICTED)
        row_mix = _mix(met_rows, restricted.row)
        column_mix = _mix(met_columns, restricted.column)
        r, most = _reply("best_row", best_row(column_mix))
        c, least = _reply("best_column", best_column(row_mix))
        m, n = table.shape
        if r not in met_rows:
            met_rows.append(r)
            table = np.vstack([table, [pays(r, b) for b in met_columns]])
        if c not in met_columns:
            met_columns.append(c)
            table = np.column_stack([table, [pays(a, c) for a in met_rows]])
        x, y = restricted.row, restricted.column
        upper = _heard("best_row", 1, (r, most), met_rows, table[:, :n], y, tolerance)
        lower = _heard("best_column", -1, (c, least), met_columns, table[:m].T, x, tolerance)
        if most - least <= tolerance or table.shape == (m, n):
            value, gap = least + (most - least) / 2, max(upper - lower, 0.0)
            return DoubleOracleSolution(
                value, row_mix, column_mix, gap, rounds, met_rows[:m], met_columns[:n]
            )
    raise ArithmeticError(
        f"double oracle: gap {most - least:.1e} after {max_rounds} rounds, allowed {tolerance:.1e}"
    )


def _reply(name: str, given: object) -> tuple[Any, float]:
    """A best reply and its payoff, or an error."""
    if not (isinstance(given, tuple) and len(given) == 2 and isinstance(given[0], Hashable)):
        raise checks.refusal(name, given, "is a hashable strategy and its payoff")
    return given[0], _PAYOFF.check(name, given[1])


def _heard(
    name: str, sign: int, reply: tuple[Any, float], met: list[Any], payoffs: Floats, mix: Floats,
    tolerance: float,
) -> float:  # fmt: skip
    """The best that an oracle and what is met say of a mix, or an ArithmeticError if they differ.

    Payoffs, of each strategy met against each in the mix, are to the row player; `sign` is -1 if
    less is better.
    """
    best, said = reply
    pays, slack = payoffs @ mix, tolerance + _ROUNDING * (np.abs(payoffs) @ mix)
    at = met.index(best)
    if abs(pays[at] - said) > slack[at]:
        raise ArithmeticError(
            f"double oracle: {name} says that {checks.shown(best)} pays {said:g}, "
            f"payoff says {pays[at]:g}"
        )
    better = sign * (pays - said) - slack
    at = int(better.argmax())
    if better[at] > 0:
        raise ArithmeticError(
            f"double oracle: {name} says that none is better than {checks.shown(best)} with "
            f"{said:g}, but {checks.shown(met[at])} pays {pays[at]:g}"
        )
    return sign * max(sign * said, float((sign * pays).max()))


def _mix(strategies: list[Any], probabilities: Floats) -> list[Any]:
    """What is played, with its probability, most probable first."""
    pairs = zip(strategies, probabilities.tolist(), strict=True)
    return sorted(((s, p) for s, p in pairs if p > 0), key=lambda pair: -pair[1])
