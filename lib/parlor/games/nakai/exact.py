"""Nakai's game in exact rationals, for prizes with finitely many rational values.

The recursion is that of the package, in `fractions.Fraction`, without rounding or quadrature: a
prize takes each of its values with a rational probability. For prizes that are always the same the
values are those of Proposition 5; for others the fractions double in length with every stage.
"""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from parlor.core.checks import LARGEST, number, plain, shown
from parlor.core.laws import Discrete
from parlor.core.quantities import Integer, checked
from parlor.core.result import ExactResult, data_frame

from .encoding import PrizeLaw, prize_law
from .recursion import State, checked_state

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ExactValues", "exact_values"]

MAX_EXACT = 30  # stages, if the prize has one value only: seconds
MAX_SEQUENCES = 128  # of prizes, if it has more: with these the fractions lengthen
Rows = dict[int, list[Fraction]]
ZERO = Fraction(0)


@dataclass(frozen=True, repr=False, eq=False)
class ExactValues(ExactResult):
    """Exact values of all states, as `exact_values` finds them.

    Attributes
    ----------
    n_max : int
        Most stages to go.
    atoms : tuple of (Fraction, Fraction)
        Values of the prize with their probabilities.
    table : dict of (n, k, l, m) to Fraction
        The values for player I.
    """

    n_max: int
    atoms: tuple[tuple[Fraction, Fraction], ...]
    table: dict[State, Fraction]

    def v(self, n: int, k: int, l: int, m: int) -> Fraction:
        """Value for player I with n stages to go, k high and l low cards against m middle ones.

        ValueError if there is no such state.
        """
        return self.table[checked_state(self.n_max, n, k, l, m)]

    def matrix(self, n: int, k: int, l: int, m: int, x: Fraction | float) -> np.ndarray:
        """Payoffs of the stage at prize x, shape (3, 2); NaN where a choice is not allowed.

        ValueError if there is no such state, the game has ended there, or x is not from 0 to 1e150.
        """
        state = checked_state(self.n_max, n, k, l, m)
        if 0 in (n, m, k + l):
            raise ValueError(f"state: got {state}, where the game has ended")
        number("x", x, f"prizes from 0 to {LARGEST:g}", 0.0, LARGEST)
        game = np.full((3, 2), math.nan, dtype=object)
        for i, row in stage_rows(self.table, state, _fraction(x)).items():
            game[i, : len(row)] = row
        return game

    def to_frame(self) -> pd.DataFrame:
        """Return a row a state: n, k, l, m and v, a Fraction."""
        rows = [(*state, v) for state, v in self.table.items()]
        return data_frame(rows, columns=["n", "k", "l", "m", "v"])


@checked
def exact_values(
    n_max: Annotated[int, Integer(1, MAX_EXACT)], *, distribution: PrizeLaw
) -> ExactValues:
    """Solve recursion (1) exactly.

    Parameters
    ----------
    n_max : int
        Most stages to go. If the prize has several values there are at most 128 sequences of
        `n_max` prizes: 7 stages with two values, 4 with three.
    distribution : str, list, mapping or law
        A law of finitely many values, as for `parlor.games.nakai.values`; floats are taken at
        their exact binary value.

    Returns
    -------
    ExactValues
        Values of all states.

    Raises
    ------
    TypeError, ValueError
        If the law has infinitely many values, or there are more sequences of prizes.

    Examples
    --------
    >>> table = exact_values(4, distribution="deterministic")
    >>> table.v(4, 2, 1, 3), table.matrix(4, 0, 4, 3, 1)[0].tolist()
    (Fraction(3, 4), [Fraction(-3, 1), Fraction(-3, 1)])
    >>> exact_values(3, distribution=[1, 3]).v(3, 1, 1, 2)
    Fraction(2524, 10549)
    """
    law = prize_law("distribution", distribution)
    if not isinstance(law, Discrete) or len(law.values) > MAX_SEQUENCES:
        raise ValueError(
            f"distribution: got {shown(law)}, allowed are laws of 1 to {MAX_SEQUENCES} values"
        )
    if len(law.values) ** n_max > MAX_SEQUENCES:
        raise ValueError(
            f"n_max: got {n_max} for {len(law.values)} values of the prize, allowed are at most "
            f"{MAX_SEQUENCES} sequences of prizes"
        )
    pairs = zip(law.values, law.probabilities, strict=True)
    atoms = tuple((_fraction(x), _fraction(p)) for x, p in pairs)
    table: dict[State, Fraction] = {(0, 0, 0, 0): ZERO}
    for n in range(1, n_max + 1):
        for k in range(n + 1):
            for l in range(n + 1 - k):
                for m in range(n + 1):
                    state = (n, k, l, m)
                    table[state] = ZERO
                    if k + l and m:
                        worths = (p * _value(stage_rows(table, state, x)) for x, p in atoms)
                        table[state] = sum(worths, ZERO)
    return ExactValues(n_max, atoms, table)


def _fraction(x: Any) -> Fraction:
    return Fraction(plain(x))


def stage_rows(table: dict[State, Fraction], state: State, x: Fraction) -> Rows:
    """Payoffs of a stage without what is not allowed: rows 0 low, 1 high, 2 pass."""
    n, k, l, m = state
    rows: Rows = {}
    for i, allowed in enumerate((l > 0, k > 0, k + l < n)):
        if allowed:
            hand = (k - (i == 1), l - (i == 0))
            row = [table[n - 1, *hand, m - 1] + (-x, x, 0)[i]]
            rows[i] = row if m == n else [*row, table[n - 1, *hand, m]]
    return rows


def _value(rows: Rows) -> Fraction:
    """Value of a matrix with one or two columns: the best of single rows and equalising pairs."""
    best = max(min(row) for row in rows.values())
    for a, b in combinations(rows.values(), 2):
        if len(a) == 2 and (a[0] - a[1]) * (b[0] - b[1]) < 0:
            worth = (a[0] * b[1] - a[1] * b[0]) / (a[0] + b[1] - a[1] - b[0])
            best = max(best, worth)
    return best
