"""Nakai's game in exact rationals, for prizes with finitely many rational values.

The recursion is the one of `nakai`, in `fractions.Fraction`, without rounding or quadrature: a
prize takes each of its values with a rational probability. For prizes that are always the same the
values are those of Proposition 5; for others the fractions double in length with every stage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from numbers import Integral

from .prizes import Discrete
from .specification import prize

__all__ = ["ExactValues", "exact_values", "stage_gap"]

State = tuple[int, int, int, int]
Rows = dict[int, list[Fraction]]
ZERO = Fraction(0)


@dataclass(frozen=True)
class ExactValues:
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

    def v(self, n: int, k: int, l: int, m: int) -> Fraction:  # noqa: E741
        """Value for player I with n stages to go, k high and l low cards against m middle ones."""
        return self.table[n, k, l, m]

    def matrix(self, n: int, k: int, l: int, m: int, x: Fraction) -> Rows:  # noqa: E741
        """Payoffs of the stage at prize x, for the rows that are allowed: 0 low, 1 high, 2 pass."""
        return _matrix(self.table, (n, k, l, m), Fraction(x))

    def exploitability(
        self, state: State, x: Fraction, one: Sequence[Fraction], two: Sequence[Fraction]
    ) -> Fraction | None:
        """What both players could gain by deviating from (one, two); None if it is not allowed."""
        return stage_gap(self.matrix(*state, x), one, two)


def exact_values(n_max: int, distribution: object = "deterministic") -> ExactValues:
    """Solve recursion (1) exactly.

    Parameters
    ----------
    n_max : int
        Most stages to go, 1 to 30 (for more than one value of the prize at most 8).
    distribution : str, tuple or law
        A discrete or deterministic law, for `specification.prize`; floats are taken at
        their exact binary value.

    Returns
    -------
    ExactValues
        Values of all states.

    Raises
    ------
    ValueError
        If `n_max` is out of range or the law has a density.

    Examples
    --------
    >>> exact_values(4).v(4, 2, 1, 3)
    Fraction(3, 4)
    >>> two = ("discrete", (1, 3), (Fraction(1, 2), Fraction(1, 2)))
    >>> exact_values(3, two).v(3, 1, 1, 2)
    Fraction(2524, 10549)
    """
    law = prize(distribution)
    if not isinstance(law, Discrete):
        raise ValueError(f"distribution: got {law}, allowed are discrete and deterministic prizes")
    most = 30 if len(law.values) == 1 else 8
    whole = isinstance(n_max, Integral) and not isinstance(n_max, bool)
    if not whole or not 1 <= n_max <= most:
        raise ValueError(f"n_max: got {n_max!r}, allowed are the integers 1 to {most}")
    pairs = zip(law.values, law.probabilities, strict=True)
    atoms = tuple((Fraction(x), Fraction(p)) for x, p in pairs)
    table: dict[State, Fraction] = {(0, 0, 0, 0): ZERO}
    for n in range(1, int(n_max) + 1):
        for k in range(n + 1):
            for l in range(n + 1 - k):  # noqa: E741
                for m in range(n + 1):
                    state = (n, k, l, m)
                    table[state] = ZERO
                    if k + l and m:
                        worths = (p * _value(_matrix(table, state, x)) for x, p in atoms)
                        table[state] = sum(worths, ZERO)
    return ExactValues(int(n_max), atoms, table)


def stage_gap(rows: Rows, one: Sequence[Fraction], two: Sequence[Fraction]) -> Fraction | None:
    """What both players could gain in one stage by deviating from (one, two).

    Parameters
    ----------
    rows : dict of int to list of Fraction
        The matrix, as `ExactValues.matrix` gives it.
    one, two : sequence of Fraction
        Probabilities of (low, high, pass) and of (play, pass).

    Returns
    -------
    Fraction or None
        The exploitability; None if a choice is not allowed or these are not probabilities.

    Examples
    --------
    >>> stage_gap({0: [Fraction(-1)]}, (1, 0, 0), (1, 0))
    Fraction(0, 1)
    """
    columns = len(next(iter(rows.values())))
    if min(*one, *two) < 0 or sum(one) != 1 or sum(two) != 1:
        return None
    if any(p and i not in rows for i, p in enumerate(one)) or any(two[columns:]):
        return None
    gets = [
        sum((one[i] * row[j] for i, row in rows.items() if one[i]), ZERO) for j in range(columns)
    ]
    worths = (sum((q * a for q, a in zip(two, row, strict=False)), ZERO) for row in rows.values())
    return max(worths) - min(gets)


def _matrix(table: dict[State, Fraction], state: State, x: Fraction) -> Rows:
    n, k, l, m = state  # noqa: E741
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
