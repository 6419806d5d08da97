"""Lemmas 1 to 6 of Nakai's paper against the direct solver: see `audit`."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise

import numpy as np

from . import corrected, corrected_play, printed, printed_play
from . import printed_functions as functions
from .audit_rows import (
    AuditRow,
    Case,
    Rule,
    State,
    at_prize,
    between,
    edge_values,
    gaps,
    law_at,
    row,
)
from .printed_play import HIGH, LOW, PASS, PLAY, Strategy
from .recursion import StageValues
from .regions import states


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
    s = np.array([functions.s_function(law, z) for z in grid])
    rise, bend = np.diff(s), np.diff(s, 2)
    where = (0, 0, 0, 0)

    def proof(sign: int) -> Iterator[Case]:
        for n, k in pairs:
            if k < n:
                stay, play = v(n - 1, k, 0, n - 1), v(n - 1, k - 1, 0, n - 1)
                step = functions.opportunity(law, sign * (stay - play))
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
        row("eq8.last", totals(printed.p_array(law, n_max, step=functions.opportunity)), right),
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
            step = -law.mean + 2 * functions.s_function(law, -half(n, l))
            yield (n, n - l, l, n), v(n - 1, n - l - 1, l, n - 1) + step - v(n, n - l, l, n)

    def h(n: int, l: int) -> float:
        """Entry h of the stage before, from the values."""
        return v(n - 1, n - 1, 0, l) - v(n - 1, n - 1, 0, l - 1)

    def rules(strategy: Callable, entry: Callable) -> Iterator[Rule]:
        for n, l in between(table):
            yield (n, n - l, l, n), partial(strategy, entry(n, l)), (-half(n, l), -h(n, l))

    def by_h(c: float, x: float) -> Strategy:
        return printed_play.lemma_5_strategy(x, c)

    def larger_of_h(c: float, x: float) -> Strategy:
        return (HIGH if x > max(-c, 0.0) else LOW), PLAY

    def by_p(c: float, x: float) -> Strategy:
        return corrected_play.lemma_5_strategy(x, c)

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
    edges = edge_values(law, n_max)
    whole = [s for s in states(n_max) if s[3] == s[0]]

    def totals(f: list[np.ndarray]) -> list[Case]:
        return [
            ((n, k, l, m), f[n][: l + 1, : k + 1].sum() - v(n, k, l, m)) for n, k, l, m in whole
        ]

    good: dict = {"function": corrected.c_function, "edges": "gh", "sign": -1, "first": 0}
    bad = {"edges": "hg", "sign": 1, "first": 1}
    right = totals(corrected.f_array(law, n_max, edges))
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
        row("lemma6.function", steps(functions.c_function), steps(corrected.c_function)),
        row(
            "lemma6.strategy",
            gaps(table, rules(printed_play.lemma_6_strategy)),
            gaps(table, rules(corrected_play.lemma_6_strategy)),
        ),
    ]
