"""The audit of Nakai's paper: every formula as printed, and repaired, against the direct solver.

`audit` returns a row an item. A value is judged by its largest difference from the direct solver
over all states that it covers, a strategy by its largest exploitability in the stage game, over the
middles of all intervals between thresholds (the print's, the repair's and the solver's own
breakpoints), an inequality by its largest violation. Where an array has several misprints each is
judged alone, with the rest repaired, so that none hides behind another.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log

import numpy as np

from . import corrected, corrected_play, printed, printed_play
from . import printed_functions as functions
from .audit_rows import AuditRow, Case, State, row
from .exact import exact_values, stage_gap
from .lemmas import (
    lemma_4_rows,
    lemma_5_rows,
    lemma_5_steps_rows,
    lemma_6_rows,
    lemma_6_steps_rows,
    lemmas_rows,
)
from .propositions import (
    proposition_1_2_steps_rows,
    proposition_3_rows,
    proposition_3_steps_rows,
    proposition_4_rows,
    propositions_1_2_rows,
)
from .recursion import values
from .regions import states

__all__ = ["AuditRow", "ExampleRow", "audit", "deterministic", "example", "unequal"]

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class ExampleRow:
    """One number of the paper's worked example, prizes uniform on [0, 1].

    Attributes
    ----------
    item : str
        Its name; states are in the example's own order (l, k, m).
    printed : float
        The number as printed, formulas evaluated.
    computed : float
        The same quantity from the direct solver or the repaired arrays.
    """

    item: str
    printed: float
    computed: float


def audit(n_max: int = 12, distribution: object = "uniform") -> tuple[AuditRow, ...]:
    """Hold every formula of the paper's Sections 2 and 3 against the direct solver.

    Parameters
    ----------
    n_max : int
        Largest n, 3 or more.
    distribution : str, tuple or law
        Law of the prizes, with a density, the same for all targets.

    Returns
    -------
    tuple of AuditRow
        In the order of the paper.

    Raises
    ------
    ValueError
        As for `nakai.values`, and if `n_max` is below 3 or targets have different laws.

    Examples
    --------
    >>> rows = {row.item: row for row in audit(3)}
    >>> rows["eq4"].verdict, rows["eq8.step"].verdict, rows["eq8.step"].smallest
    ('right', 'misprinted', (2, 1, 1, 2))
    """
    table = values(n_max, distribution)
    if n_max < 3:
        raise ValueError(f"n_max: got {n_max}, allowed are the integers 3 to 100")
    if isinstance(distribution, list):
        raise ValueError("distribution: got a list, allowed is one law for all targets")
    with np.errstate(all="ignore"):  # misprinted recursions blow up
        return (
            *lemmas_rows(table),
            *lemma_4_rows(table),
            *lemma_5_rows(table),
            *lemma_6_rows(table),
            *propositions_1_2_rows(table),
            *proposition_3_rows(table),
            proposition_4_rows(table),
        )


def unequal(distributions: list) -> tuple[AuditRow, ...]:
    """Test the remark that independent targets with different laws change nothing.

    Parameters
    ----------
    distributions : list
        Laws with a density, entry i with i + 1 stages to go.

    Returns
    -------
    tuple of AuditRow
        Lemmas 1 to 3, and the steps and strategies of Lemmas 5 and 6 and Propositions 1 to 3 as
        repaired, where the law of the current target takes the place of F.

    Raises
    ------
    ValueError
        As for `nakai.values`.

    Examples
    --------
    >>> rows = unequal(["uniform", "exponential", ("beta", 2, 3)])
    >>> all(row.corrected < 1e-12 for row in rows)
    True
    """
    table = values(len(distributions), distributions)
    rows = [*lemmas_rows(table), *lemma_5_steps_rows(table), *lemma_6_steps_rows(table)]
    return tuple(rows + proposition_1_2_steps_rows(table) + proposition_3_steps_rows(table))


def deterministic(n_max: int = 12) -> tuple[AuditRow, ...]:
    """Hold Proposition 5 against exact values, in every state, for prizes that are always 1.

    Parameters
    ----------
    n_max : int
        Largest n, 3 to 30.

    Returns
    -------
    tuple of AuditRow
        The value; x_1 with a card of each type; all of x* for t = 0, 1/2, 1; y; whether y is the
        only optimal strategy; and the half-sum of rows in the proof. All exact.

    Raises
    ------
    ValueError
        As for `exact_values`.

    Examples
    --------
    >>> [(row.item, row.verdict, row.smallest) for row in deterministic(4)][:2]
    [('prop5.value', 'right', None), ('prop5.x1', 'misprinted', (3, 1, 2, 1))]
    """
    table = exact_values(n_max)
    ONE, STEP = Fraction(1), Fraction(1, 10**6)
    cases: dict[str, list[Case]] = {}
    for state in states(table.n_max):
        rows = table.matrix(*state, ONE)
        value, (x1, x2), y = printed_play.proposition_5(*state)
        right = corrected_play.proposition_5(*state)[1]
        meant = (x1[1], x1[0], x1[2])  # x1 is judged alone, and repaired for what rests on it
        middle = tuple(HALF * (a + b) for a, b in zip(meant, x2, strict=True))

        def worst(mixes: Iterable, y: list = y, rows: dict = rows) -> float:
            gaps = [stage_gap(rows, mix, y) for mix in mixes]
            return max(inf if gap is None else float(gap) for gap in gaps)

        def put(item: str, size: float, state: State = state) -> None:
            cases.setdefault(item, []).append((state, size))

        put("value", float(value - table.v(*state)))
        put("one", worst((meant, middle, x2)))
        put("one.right", worst(right))
        if state[1] and state[2]:
            put("x1", worst((x1,)))
            put("x1.right", worst(right[:1]))
        others = ([y[0] + step, y[1] - step] for step in (STEP, -STEP))
        free = state[3] < state[0] and any(stage_gap(rows, right[0], z) == 0 for z in others)
        put("only", float(STEP) if free else 0.0)
        if len(rows) == 3:
            columns = zip(rows[0], rows[1], rows[2], strict=True)
            put("rows", float(max(abs(HALF * (a + b) - c) for a, b, c in columns)))
    return (
        row("prop5.value", cases["value"]),
        row("prop5.x1", cases["x1"], cases["x1.right"]),
        row("prop5.one", cases["one"], cases["one.right"]),
        row("prop5.two", cases["one.right"]),
        row("prop5.only", cases["only"]),
        row("prop5.rows", cases["rows"]),
    )


def example() -> tuple[ExampleRow, ...]:
    """Recompute the worked example.

    Returns
    -------
    tuple of ExampleRow
        Its numbers in the order of the paper; strategies at x = 1/2.

    Examples
    --------
    >>> [row.item for row in example() if abs(row.printed - row.computed) > 1e-12][:3]
    ['v2(1,0,2), the second', 'v2(1,1,2)', 'p(2,1) + p(2,0)']
    """
    v, law = values(3).v, values(3).prizes[0]
    a = (2 - log(3)) / 4
    p = corrected.p_array(law, 2)
    h1 = v(1, 0, 1, 1)  # h(1,0,1) + h(1,1,1) by (13)
    integral = a * a / 2 + ((1 - a) / 8 + 5 / 64 * log(5 / (13 - 8 * a))) / 4
    one, two = values(3).strategy(3, 1, 1, 2, 0.5)
    size = 8 * 0.5 - 8 * a + 5
    return (
        ExampleRow("v1(0,1,1)", 1 / 2, v(1, 1, 0, 1)),
        ExampleRow("v1(1,0,1)", -1 / 2, v(1, 0, 1, 1)),
        ExampleRow("v2(0,1,1)", a, v(2, 1, 0, 1)),
        ExampleRow("g(2,1,1)", 1 / 2 + functions.a_function(law, 1 / 2, 0, 0), v(2, 1, 0, 1)),
        ExampleRow("v2(1,0,1)", -a, v(2, 0, 1, 1)),
        ExampleRow("v2(1,0,2)", -3 / 8, v(2, 0, 1, 2)),
        ExampleRow("v2(1,0,2), the second", 5 / 8, v(2, 0, 1, 2)),
        ExampleRow("v2(0,1,2), meant there", 5 / 8, v(2, 1, 0, 2)),
        ExampleRow("v2(1,1,2)", -1 / 4, v(2, 1, 1, 2)),
        ExampleRow("p(2,1) + p(2,0)", v(2, 1, 1, 2), float(p[2][:2].sum())),
        ExampleRow("v2(1,1,1)", 0.0, v(2, 1, 1, 1)),
        ExampleRow("h(1,0,1) + h(1,1,1)", 0.0, h1),
        ExampleRow("v3(1,1,2), integral", integral, v(3, 1, 1, 2)),
        ExampleRow("v3(1,1,2)", printed.example_v3(), v(3, 1, 1, 2)),
        ExampleRow("v3(1,1,2), repaired", corrected.example_v3(), v(3, 1, 1, 2)),
        ExampleRow("I plays high", a / size, float(one[1])),
        ExampleRow("I passes", (8 * 0.5 - 8 * a + 3) / (8 * 0.5 + 8 * a + 5), float(one[2])),
        ExampleRow("II plays", 5 / size, float(two[0])),
    )
