"""The audit of Nakai's paper: every formula as printed, and repaired, against the direct solver.

`audit` returns a row an item. A value is judged by its largest difference from the direct solver
over all states that it covers, a strategy by its largest exploitability in the stage game, over the
middles of all intervals between thresholds (the print's, the repair's and the solver's own
breakpoints), an inequality by its largest violation. Where an array has several misprints each is
judged alone, with the rest repaired, so that none hides behind another.
"""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import inf, log

import numpy as np

from parlor.core.checks import items, shown, whole
from parlor.core.laws import Distribution, Law

from . import corrected, printed
from .encoding import density_law, encode, gauss_rules
from .exact import MAX_EXACT, exact_values, stage_gap
from .kernels import _layer
from .printed import HIGH, LOW, PASS, PLAY, Strategy
from .recursion import StageValues, State, states, values
from .regions import regions

__all__ = ["MAX_AUDIT", "AuditRow", "ExampleRow", "audit", "deterministic", "example", "unequal"]

MAX_AUDIT = 24  # stages
MEANS = 0.01, 100.0  # of audited prizes
TOLERANCE = 1e-10  # differences above it are no rounding error
HALF = Fraction(1, 2)
Case = tuple[State, float]
Rule = tuple[State, Callable[[float], Strategy], tuple[float, ...]]


@dataclass(frozen=True)
class AuditRow:
    """What became of one item of the paper.

    Attributes
    ----------
    item : str
        Name of the item, such as ``"eq4"`` or ``"prop3.strategy"``.
    printed : float
        Largest difference, exploitability or violation of the item as printed; infinite where it
        is not defined or not a strategy.
    corrected : float
        The same of the repaired item; equal to `printed` where nothing is to be repaired.
    n_states : int
        Number of states (or cases) that were compared.
    n_wrong : int
        Number of those that show a difference.
    worst : tuple of int
        The state (n, k, l, m) with the largest difference of the item as printed.
    smallest : tuple of int or None
        The first state, by n, then k, l, m, that shows a difference.
    """

    item: str
    printed: float
    corrected: float
    n_states: int
    n_wrong: int
    worst: State
    smallest: State | None

    @property
    def verdict(self) -> str:
        """``"right"``, ``"misprinted"`` (a repair is known) or ``"wrong"``."""
        if self.printed <= TOLERANCE:
            return "right"
        return "misprinted" if self.corrected <= TOLERANCE else "wrong"


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


def audit(n_max: int = 12, distribution: Distribution = "uniform") -> tuple[AuditRow, ...]:
    """Hold every formula of the paper's Sections 2 and 3 against the direct solver.

    Parameters
    ----------
    n_max : int
        Largest n, 3 to 24.
    distribution : str or law
        Law of the prizes, as for `parlor.games.nakai.values`, with a density and a mean from 0.01
        to 100, the same for all targets.

    Returns
    -------
    tuple of AuditRow
        In the order of the paper.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> rows = {row.item: row for row in audit(3)}
    >>> rows["eq4"].verdict, rows["eq8.step"].verdict, rows["eq8.step"].smallest
    ('right', 'misprinted', (2, 1, 1, 2))
    """
    n_max = whole("n_max", n_max, 3, MAX_AUDIT)
    table = values(n_max, _audited(distribution, "distribution"))
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


def unequal(stage_distributions: Sequence[Distribution]) -> tuple[AuditRow, ...]:
    """Test the remark that independent targets with different laws change nothing.

    Parameters
    ----------
    stage_distributions : list
        3 to 24 laws as for `audit`, entry i with i + 1 stages to go.

    Returns
    -------
    tuple of AuditRow
        Lemmas 1 to 3, and the steps and strategies of Lemmas 5 and 6 and Propositions 1 to 3 as
        repaired, where the law of the current target takes the place of F.

    Raises
    ------
    ValueError
        If the argument is not as above.

    Examples
    --------
    >>> rows = unequal(["uniform", "exponential", "beta(2, 3)"])
    >>> all(row.corrected < 1e-12 for row in rows)
    True
    """
    name = "stage_distributions"
    given = items(name, stage_distributions, f"a row of 3 to {MAX_AUDIT} laws", 3, MAX_AUDIT)
    laws = [_audited(law, f"{name}[{i}]") for i, law in enumerate(given)]
    table = values(len(laws), stage_distributions=laws)
    rows = [*lemmas_rows(table), *lemma_5_steps_rows(table), *lemma_6_steps_rows(table)]
    return tuple(rows + proposition_1_2_steps_rows(table) + proposition_3_steps_rows(table))


def _audited(distribution: object, name: str) -> Law:
    """Read a law whose prizes are large and small enough for the tolerance."""
    law = density_law(distribution, name)
    if not MEANS[0] <= law.mean <= MEANS[1]:
        raise ValueError(f"{name}: got {shown(law)}, allowed are means from 0.01 to 100")
    return law


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
        If `n_max` is not as above.

    Examples
    --------
    >>> [(row.item, row.verdict, row.smallest) for row in deterministic(4)][:2]
    [('prop5.value', 'right', None), ('prop5.x1', 'misprinted', (3, 1, 2, 1))]
    """
    table = exact_values(whole("n_max", n_max, 3, MAX_EXACT))
    ONE, STEP = Fraction(1), Fraction(1, 10**6)
    cases: dict[str, list[Case]] = {}
    for state in states(table.n_max):
        rows = table.matrix(*state, ONE)
        value, (x1, x2), y = printed.proposition_5(*state)
        right = corrected.proposition_5(*state)[1]
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
        ExampleRow("g(2,1,1)", 1 / 2 + printed.a_function(law, 1 / 2, 0, 0), v(2, 1, 0, 1)),
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


# Rows and what they have in common


def row(item: str, cases: Iterable[Case], repaired: Iterable[Case] | None = None) -> AuditRow:
    """One row from the differences of an item as printed and as repaired."""
    largest, worst, smallest, count, wrong = -1.0, (0, 0, 0, 0), None, 0, 0
    for state, difference in cases:
        size = abs(difference) if math.isfinite(difference) else math.inf
        count += 1
        if size > largest:
            largest, worst = size, state
        if size > TOLERANCE:
            wrong += 1
            smallest = state if smallest is None else min(smallest, state)
    best = largest
    if repaired is not None:
        sizes = [abs(difference) for _, difference in repaired]
        best = max(size if math.isfinite(size) else math.inf for size in sizes)
    return AuditRow(item, float(largest), float(best), count, wrong, worst, smallest)


def gaps(table: StageValues, rules: Iterable[Rule]) -> Iterator[Case]:
    """Largest exploitability of each state's printed strategies."""
    for state, rule, thresholds in rules:
        pieces = regions(table, *state)
        low, high = pieces[0].low, pieces[-1].high
        inner = [x for x in thresholds if low < x < high]
        cuts = sorted({low, *inner, *(piece.high for piece in pieces)})
        middles = [(a + b) / 2 for a, b in pairwise(cuts) if b - a > 1e-9]
        gap = 0.0
        for x in middles:
            one, two = rule(x)
            gap = max(gap, table._gap(state, x, one, two))
        yield state, gap


def law_at(table: StageValues, n: int) -> Law:
    """Law of the prize with n stages to go."""
    return table.prizes[n - 1]


def between(table: StageValues) -> list[tuple[int, int]]:
    """All (n, l) with 0 < l < n."""
    return [(n, l) for n in range(2, table.n_max + 1) for l in range(1, n)]


def at_prize(
    strategy: Callable[..., Strategy], z: float, alpha: float, beta: float
) -> Callable[[float], Strategy]:
    """Strategy table of one state as a function of the prize."""
    return lambda x: strategy(x, z, alpha, beta)


# Lemmas


def lemmas_rows(table: StageValues) -> list[AuditRow]:
    """Lemmas 1 to 3: violations."""
    v, n_max = table.v, table.n_max

    def every() -> Iterator[State]:
        for n in range(1, n_max + 1):
            for k in range(n + 1):
                for l in range(n + 1 - k):
                    yield from ((n, k, l, m) for m in range(n + 1))

    def least(pairs: Iterable[tuple[State, float]]) -> Iterator[Case]:
        return ((state, max(-margin, 0.0)) for state, margin in pairs)

    room = [s for s in every() if s[1] + s[2] < s[0]]
    more = [s for s in every() if s[3] > 0]
    low = ((s, v(*s) - v(s[0], s[1], s[2] + 1, s[3])) for s in room)
    high = ((s, v(s[0], s[1] + 1, s[2], s[3]) - v(*s)) for s in room)
    fewer = [(s, v(*s) - v(s[0], s[1], s[2], s[3] - 1)) for s in more]
    return [
        row("lemma1.low", least(low)),
        row("lemma1.high", least(high)),
        row("lemma2.high", least((s, margin) for s, margin in fewer if s[2] == 0)),
        row("lemma2.low", least((s, -margin) for s, margin in fewer if s[1] == 0)),
        row("lemma3.high", least((s, v(*s)) for s in every() if s[2] == 0)),
        row("lemma3.low", least((s, -v(*s)) for s in every() if s[1] == 0)),
    ]


def lemma_4_rows(table: StageValues) -> list[AuditRow]:
    """T_F and S_F, the arrays g and h, (6), (7), and the strategy and proof of Lemma 4."""
    v, law, n_max = table.v, law_at(table, 1), table.n_max
    g, h = printed.g_array(law, n_max), printed.h_array(law, n_max)
    pairs = [(n, i) for n in range(1, n_max + 1) for i in range(1, n + 1)]
    six = [((n, k, 0, n), g[n][: k + 1].sum() - v(n, k, 0, n)) for n, k in pairs]
    seven = [((n, 0, l, n), h[n][: l + 1].sum() + v(n, 0, l, n)) for n, l in pairs]
    grid = np.linspace(-1, 4, 101)
    s = np.array([printed.s_function(law, z) for z in grid])
    rise, bend = np.diff(s), np.diff(s, 2)
    where = (0, 0, 0, 0)

    def proof(sign: int) -> Iterator[Case]:
        for n, k in pairs:
            if k < n:
                stay, play = v(n - 1, k, 0, n - 1), v(n - 1, k - 1, 0, n - 1)
                step = printed.opportunity(law, sign * (stay - play))
                yield (n, k, 0, n), stay + step - v(n, k, 0, n)

    rules = (
        ((n, k, 0, n), lambda x, c=g[n - 1][k]: ((HIGH if x >= c else PASS), PLAY), (g[n - 1][k],))
        for n, k in pairs
        if k < n
    )
    return [
        row("intro.assignment", _assignment(table)),
        row("s_function.increasing", [(where, min(float(d), 0.0)) for d in rise]),
        row("s_function.convex", [(where, min(float(d), 0.0)) for d in bend]),
        row("eq4", six),
        row("eq5", seven),
        row(
            "eq6.second",  # a hand of n + k cards, and nothing to play for: the value is 0
            [((n, n, k, 0), g[n][: k + 1].sum()) for n, k in pairs],
            [((n, 0, n, k), g[n][: k + 1].sum() + v(n, 0, n, k)) for n, k in pairs],
        ),
        row(
            "eq7.second",
            [((n, l, n, 0), h[n][: l + 1].sum()) for n, l in pairs],
            [((n, n, 0, l), h[n][: l + 1].sum() - v(n, n, 0, l)) for n, l in pairs],
        ),
        row("lemma4.proof", proof(-1), proof(1)),
        row("lemma4.strategy", gaps(table, rules)),
        row("lemma4.positive", [((n, i, 0, n), min(g[n][i], h[n][i], 0.0)) for n, i in pairs]),
    ]


def _assignment(table: StageValues) -> Iterator[Case]:
    """Game without low cards against m = n, less the assignment problem of Derman et al.

    Their thresholds are expectations: with one target more, the i-th smallest is that of the target
    confined between its two neighbours, and k cards are worth the sum of the k largest.
    """
    law = law_at(table, 1)
    thresholds = [law.mean]
    for n in range(1, table.n_max + 1):
        if n > 1:
            cuts = [0.0, *thresholds, np.inf]
            thresholds = []
            for i, (a, b) in enumerate(pairwise(cuts)):
                middle = law.moment(b) - law.moment(a) if i < n - 1 else law.mean - law.moment(a)
                above = b * (1 - law.cdf(b)) if i < n - 1 else 0.0
                thresholds.append(middle + a * law.cdf(a) + above)
        for k in range(1, n + 1):
            yield (n, k, 0, n), sum(thresholds[n - k :]) - table.v(n, k, 0, n)


def lemma_5_rows(table: StageValues) -> list[AuditRow]:
    """The array p, (9) and Lemma 5."""
    v, law, n_max = table.v, law_at(table, 1), table.n_max

    def totals(p: list[np.ndarray]) -> list[Case]:
        pairs = ((n, l) for n in range(1, n_max + 1) for l in range(n + 1))
        return [((n, n - l, l, n), 2 * p[n][: l + 1].sum() - v(n, n - l, l, n)) for n, l in pairs]

    right = totals(corrected.p_array(law, n_max))
    return [
        row("eq8.step", totals(printed.p_array(law, n_max, first=0)), right),
        row("eq8.last", totals(printed.p_array(law, n_max, step=printed.opportunity)), right),
        row(  # the recursion is printed for i >= 2 only, and p with i = 1 < n is left open
            "eq8.range",
            [((n, n - l, l, n), np.inf if l == 1 else 0.0) for n, l in between(table)],
            right,
        ),
        row("eq8", totals(printed.p_array(law, n_max)), right),
        row("eq9", right),
        *lemma_5_steps_rows(table),
    ]


def lemma_5_steps_rows(table: StageValues) -> list[AuditRow]:
    """The step in Lemma 5's proof, and its strategy."""
    v = table.v

    def half(n: int, l: int) -> float:
        """Entry p of the stage before, from the values."""
        return (v(n - 1, n - l - 1, l, n - 1) - v(n - 1, n - l, l - 1, n - 1)) / 2

    def steps() -> Iterator[Case]:
        for n, l in between(table):
            law = law_at(table, n)
            step = -law.mean + 2 * printed.s_function(law, -half(n, l))
            yield (n, n - l, l, n), v(n - 1, n - l - 1, l, n - 1) + step - v(n, n - l, l, n)

    def h(n: int, l: int) -> float:
        """Entry h of the stage before, from the values."""
        return v(n - 1, n - 1, 0, l) - v(n - 1, n - 1, 0, l - 1)

    def rules(strategy: Callable, entry: Callable) -> Iterator[Rule]:
        for n, l in between(table):
            yield (n, n - l, l, n), partial(strategy, entry(n, l)), (-half(n, l), -h(n, l))

    def by_h(c: float, x: float) -> Strategy:
        return printed.lemma_5_strategy(x, c)

    def larger_of_h(c: float, x: float) -> Strategy:
        return (HIGH if x > max(-c, 0.0) else LOW), PLAY

    def by_p(c: float, x: float) -> Strategy:
        return corrected.lemma_5_strategy(x, c)

    right = list(gaps(table, rules(by_p, half)))
    return [
        row("lemma5.proof", steps()),
        row("lemma5.strategy", gaps(table, rules(by_h, h)), right),
        row("lemma5.strategy.p_only", gaps(table, rules(by_h, half)), right),
        row("lemma5.strategy.max_only", gaps(table, rules(larger_of_h, h)), right),
    ]


def lemma_6_rows(table: StageValues) -> list[AuditRow]:
    """The array f and Lemma 6."""
    v, law, n_max = table.v, law_at(table, 1), table.n_max
    edges = corrected.edge_values(law, n_max)
    top = [s for s in states(n_max) if s[3] == s[0]]

    def totals(f: list[np.ndarray]) -> list[Case]:
        return [((n, k, l, m), f[n][: l + 1, : k + 1].sum() - v(n, k, l, m)) for n, k, l, m in top]

    good: dict = {"function": corrected.c_function, "edges": "gh", "sign": -1, "first": 0}
    bad = {"edges": "hg", "sign": 1, "first": 1}
    right = totals(corrected.f_array(law, n_max))
    alone = [
        row(
            f"lemma6.{name}",
            totals(printed.f_array(law, n_max, edges, **(good | {name: part}))),
            right,
        )
        for name, part in bad.items()
    ]
    return [
        *lemma_6_steps_rows(table),
        *alone,
        row("lemma6.array", totals(printed.f_array(law, n_max, edges)), right),
        row("eq10", right),
    ]


def lemma_6_steps_rows(table: StageValues) -> list[AuditRow]:
    """C_F and the strategy of Lemma 6."""
    v = table.v
    inner = [s for s in states(table.n_max) if s[1] and s[2] and s[1] + s[2] < s[0] == s[3]]

    def arguments(n: int, k: int, l: int) -> tuple[float, float, float]:
        both, high = v(n - 1, k, l, n - 1), v(n - 1, k, l - 1, n - 1)
        low, none = v(n - 1, k - 1, l, n - 1), v(n - 1, k - 1, l - 1, n - 1)
        return both - high - low + none, high - none, low - none

    def steps(function: printed.Function) -> Iterator[Case]:
        for n, k, l, m in inner:
            step = function(law_at(table, n), *arguments(n, k, l))
            yield (n, k, l, m), v(n - 1, k, l, n - 1) + step - v(n, k, l, m)

    def rules(strategy: Callable[..., Strategy]) -> Iterator[Rule]:
        for n, k, l, m in inner:
            z, alpha, beta = arguments(n, k, l)
            cuts = (alpha + z, (alpha - beta) / 2, -beta - z)
            yield (n, k, l, m), at_prize(strategy, z, alpha, beta), cuts

    return [
        row("lemma6.function", steps(printed.c_function), steps(corrected.c_function)),
        row(
            "lemma6.strategy",
            gaps(table, rules(printed.lemma_6_strategy)),
            gaps(table, rules(corrected.lemma_6_strategy)),
        ),
    ]


# Propositions


def propositions_1_2_rows(table: StageValues) -> list[AuditRow]:
    """The sequence g, (11), (12) and Propositions 1 and 2."""
    v, law, n_max = table.v, law_at(table, 1), table.n_max
    triples = [(n, i, j) for n in range(1, n_max + 1) for i in range(n + 1) for j in range(n + 1)]

    def totals(g: list[np.ndarray], mirrored: bool) -> list[Case]:
        if mirrored:
            return [
                ((n, 0, l, m), -g[n][: m + 1, : l + 1].sum() - v(n, 0, l, m)) for n, l, m in triples
            ]
        return [((n, k, 0, m), g[n][: k + 1, : m + 1].sum() - v(n, k, 0, m)) for n, k, m in triples]

    edges = corrected.edge_values(law, n_max)
    right = corrected.g_sequence(law, n_max)
    as_printed = printed.g_sequence(law, n_max, edges)
    zs = np.linspace(0.1, 2, 20)
    bends = [
        float(bend)
        for alpha, beta in ((0.0, 0.0), (0.3, 0.1), (0.1, 0.3))
        for bend in np.diff([printed.a_function(law, z, alpha, beta) for z in zs], 2)
    ]
    where = (0, 0, 0, 0)
    inner = [(n, k, m) for n, k, m in triples if 0 < k < n and 0 < m < n]
    return [
        row(  # the recursion is printed for 1 < k, m < n - 1 only
            "g.range",
            [
                ((n, k, 0, m), 0.0 if 1 < k < n - 1 and 1 < m < n - 1 else np.inf)
                for n, k, m in inner
            ],
            totals(right, False),
        ),
        row("g.corner", totals(as_printed, False), totals(right, False)),
        row("eq11", totals(right, False)),
        row(
            "a_function.convex",
            [(where, min(bend, 0.0)) for bend in bends],
            [(where, max(bend, 0.0)) for bend in bends],  # concave
        ),
        row("eq12", totals(right, True)),
        *proposition_1_2_steps_rows(table),
    ]


def proposition_1_2_steps_rows(table: StageValues) -> list[AuditRow]:
    """A_F, the signs of its arguments, and the strategies of Propositions 1 and 2."""
    v = table.v
    inner = [(n, i, m) for n in range(2, table.n_max + 1) for i in range(1, n) for m in range(1, n)]

    def first(n: int, k: int, m: int) -> tuple[float, float, float]:
        alpha = v(n - 1, k, 0, m - 1) - v(n - 1, k - 1, 0, m - 1)
        beta = v(n - 1, k - 1, 0, m) - v(n - 1, k - 1, 0, m - 1)
        return v(n - 1, k, 0, m) - v(n - 1, k - 1, 0, m) - alpha, alpha, beta

    def second(n: int, l: int, m: int) -> tuple[float, float, float]:
        alpha = v(n - 1, 0, l - 1, m - 1) - v(n - 1, 0, l, m - 1)
        beta = v(n - 1, 0, l - 1, m - 1) - v(n - 1, 0, l - 1, m)
        return v(n - 1, 0, l - 1, m) - v(n - 1, 0, l, m) - alpha, alpha, beta

    def step_1(with_z: bool) -> Iterator[Case]:
        for n, k, m in inner:
            z, alpha, beta = first(n, k, m)
            step = printed.a_function(law_at(table, n), z if with_z else 0.0, alpha, beta)
            yield (n, k, 0, m), v(n - 1, k, 0, m) + step - v(n, k, 0, m)

    def step_2() -> Iterator[Case]:
        for n, l, m in inner:
            z, alpha, beta = second(n, l, m)
            step = printed.a_function(law_at(table, n), z, beta, alpha)
            yield (n, 0, l, m), v(n - 1, 0, l, m) - step - v(n, 0, l, m)

    def rules(arguments: Callable, strategy: Callable[..., Strategy], low: bool) -> Iterator[Rule]:
        for n, i, m in inner:
            z, alpha, beta = arguments(n, i, m)
            state = (n, 0, i, m) if low else (n, i, 0, m)
            yield state, at_prize(strategy, z, alpha, beta), (alpha, beta)

    signs = [((n, k, 0, m), min(*first(n, k, m)[1:], 0.0)) for n, k, m in inner]
    signs += [((n, 0, l, m), min(*second(n, l, m)[1:], 0.0)) for n, l, m in inner]
    return [
        row("a_function", step_1(True)),
        row("prop1.call", step_1(False), step_1(True)),
        row("prop1.signs", signs),
        row("prop1.strategy", gaps(table, rules(first, printed.proposition_1_strategy, False))),
        row("prop2.step", step_2()),
        row("prop2.strategy", gaps(table, rules(second, printed.proposition_2_strategy, True))),
    ]


def proposition_3_rows(table: StageValues) -> list[AuditRow]:
    """The sequence h, (13) and Proposition 3."""
    v, law, n_max = table.v, law_at(table, 1), table.n_max
    triples = [
        (n, l, m) for n in range(1, n_max + 1) for l in range(n + 1) for m in range(1, n + 1)
    ]

    def totals(h: list[np.ndarray]) -> list[Case]:
        return [
            ((n, n - l, l, m), h[n][: l + 1, : m + 1].sum() - v(n, n - l, l, m))
            for n, l, m in triples
        ]

    edges = corrected.edge_values(law, n_max)
    repaired = corrected.h_sequence(law, n_max)
    right = totals(repaired)

    def sums(across: bool) -> tuple[list[Case], list[Case]]:
        """The sums below the table of Proposition 3, less alpha and beta of its proof."""
        alphas, betas = [], []
        for n, l, m in triples:
            if l in (0, n) or m == n:
                continue
            old = repaired[n - 1]
            one, two = old[:l, m].sum(), old[l, :m].sum()
            alpha, beta = (-one, two) if across else (-two, one)
            a = v(n - 1, n - l, l - 1, m - 1)
            alphas.append(((n, n - l, l, m), alpha - a + v(n - 1, n - l - 1, l, m - 1)))
            betas.append(((n, n - l, l, m), beta + a - v(n - 1, n - l, l - 1, m)))
        return alphas, betas

    bad, good = sums(True), sums(False)
    call = printed.h_sequence(law, n_max, edges, function=corrected.b_function)
    return [
        *proposition_3_steps_rows(table),
        row("prop3.alpha", bad[0], good[0]),
        row("prop3.beta", bad[1], good[1]),
        row("h.call", totals(call), right),
        row("h.sequence", totals(printed.h_sequence(law, n_max, edges)), right),
        row("eq13", right),
    ]


def proposition_3_steps_rows(table: StageValues) -> list[AuditRow]:
    """B_F and the strategies of Proposition 3, with two readings of its alpha and beta."""
    v = table.v
    inner = [(n, l, m) for n, l in between(table) for m in range(1, n)]

    def arguments(n: int, l: int, m: int) -> tuple[float, float, float]:
        """As in the proof."""
        a, b = v(n - 1, n - l, l - 1, m - 1), v(n - 1, n - l, l - 1, m)
        c, d = v(n - 1, n - l - 1, l, m - 1), v(n - 1, n - l - 1, l, m)
        return a - b - c + d, a - c, b - a

    def below(n: int, l: int, m: int) -> tuple[float, float, float]:
        """As the sums below the table have it."""
        z, alpha, beta = arguments(n, l, m)
        return z, -beta, -alpha

    def steps(function: printed.Function) -> Iterator[Case]:
        for n, l, m in inner:
            step = function(law_at(table, n), *arguments(n, l, m))
            yield (n, n - l, l, m), v(n - 1, n - l - 1, l, m) + step - v(n, n - l, l, m)

    def rules(strategy: Callable[..., Strategy], reading: Callable) -> Iterator[Rule]:
        for n, l, m in inner:
            z, alpha, beta = reading(n, l, m)
            cuts = (-beta, alpha / 2, beta + z)
            yield (n, n - l, l, m), at_prize(strategy, z, alpha, beta), cuts

    def without_case(x: float, z: float, alpha: float, beta: float) -> Strategy:
        """Repaired but for the case left out: the mixture begins where it begins in print."""
        if x < max(-beta, alpha / 2):
            return corrected.proposition_3_strategy(x, z, alpha, beta)
        return corrected.proposition_3_mixture(x, z, alpha, beta)

    def printed_mixture(x: float, z: float, alpha: float, beta: float) -> Strategy:
        """Repaired but for the mixture."""
        if x < max(-beta, alpha / 2, beta + z):
            return corrected.proposition_3_strategy(x, z, alpha, beta)
        return printed.proposition_3_strategy(x, z, alpha, beta)

    def condition(repaired: bool) -> Iterator[Case]:
        """Where the mixture's denominator is to be positive: 1 where it is not."""
        for n, l, m in inner:
            z, alpha, beta = arguments(n, l, m)
            margin = max(alpha / 2, -beta) - (z / 2 if repaired else -beta - z / 2)
            good = margin >= -1e-12 if repaired else margin > 1e-12
            yield (n, n - l, l, m), 0.0 if good else 1.0

    right = list(gaps(table, rules(corrected.proposition_3_strategy, arguments)))
    return [
        row("b_function.condition", condition(False), condition(True)),
        row("b_function", steps(printed.b_function), steps(corrected.b_function)),
        row(
            "prop3.strategy",
            gaps(table, rules(printed.proposition_3_strategy, below)),
            right,
        ),
        row(
            "prop3.strategy.proof",
            gaps(table, rules(printed.proposition_3_strategy, arguments)),
            right,
        ),
        row("prop3.mixture", gaps(table, rules(printed_mixture, arguments)), right),
        row("prop3.case", gaps(table, rules(without_case, arguments)), right),
    ]


def proposition_4_rows(table: StageValues) -> AuditRow:
    """The recursion in the interior, with the repaired formulas on the boundary."""
    law, n_max = law_at(table, 1), table.n_max
    f, g = corrected.f_array(law, n_max), corrected.g_sequence(law, n_max)
    h = corrected.h_sequence(law, n_max)
    layer, cases = np.zeros((1, 1, 1)), []
    for n in range(1, n_max + 1):
        layer = _layer(layer, n, encode(law), gauss_rules(law))
        for _, k, l, m in (s for s in states(n) if s[0] == n):
            if m == n:
                layer[k, l, m] = f[n][: l + 1, : k + 1].sum()
            elif l == 0:
                layer[k, l, m] = g[n][: k + 1, : m + 1].sum()
            elif k == 0:
                layer[k, l, m] = -g[n][: m + 1, : l + 1].sum()
            elif k + l == n:
                layer[k, l, m] = h[n][: l + 1, : m + 1].sum()
            cases.append(((n, k, l, m), float(layer[k, l, m] - table.v(n, k, l, m))))
    return row("prop4", cases)
