"""Propositions 1 to 4 of Nakai's paper against the direct solver: see `audit`."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from . import corrected, corrected_play, printed, printed_play
from . import printed_functions as functions
from .audit_rows import AuditRow, Case, Rule, at_prize, between, edge_values, gaps, law_at, row
from .kernels import _layer
from .printed_play import Strategy
from .prizes import gauss_rules
from .recursion import StageValues
from .regions import states


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

    edges = edge_values(law, n_max)
    right = corrected.g_sequence(law, n_max, edges)
    as_printed = printed.g_sequence(law, n_max, edges)
    zs = np.linspace(0.1, 2, 20)
    bends = [
        float(bend)
        for alpha, beta in ((0.0, 0.0), (0.3, 0.1), (0.1, 0.3))
        for bend in np.diff([functions.a_function(law, z, alpha, beta) for z in zs], 2)
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
            step = functions.a_function(law_at(table, n), z if with_z else 0.0, alpha, beta)
            yield (n, k, 0, m), v(n - 1, k, 0, m) + step - v(n, k, 0, m)

    def step_2() -> Iterator[Case]:
        for n, l, m in inner:
            z, alpha, beta = second(n, l, m)
            step = functions.a_function(law_at(table, n), z, beta, alpha)
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
        row(
            "prop1.strategy", gaps(table, rules(first, printed_play.proposition_1_strategy, False))
        ),
        row("prop2.step", step_2()),
        row(
            "prop2.strategy", gaps(table, rules(second, printed_play.proposition_2_strategy, True))
        ),
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

    edges = edge_values(law, n_max)
    repaired = corrected.h_sequence(law, n_max, edges)
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
            return corrected_play.proposition_3_strategy(x, z, alpha, beta)
        return corrected_play.proposition_3_mixture(x, z, alpha, beta)

    def printed_mixture(x: float, z: float, alpha: float, beta: float) -> Strategy:
        """Repaired but for the mixture."""
        if x < max(-beta, alpha / 2, beta + z):
            return corrected_play.proposition_3_strategy(x, z, alpha, beta)
        return printed_play.proposition_3_strategy(x, z, alpha, beta)

    def condition(repaired: bool) -> Iterator[Case]:
        """Where the mixture's denominator is to be positive: 1 where it is not."""
        for n, l, m in inner:
            z, alpha, beta = arguments(n, l, m)
            margin = max(alpha / 2, -beta) - (z / 2 if repaired else -beta - z / 2)
            good = margin >= -1e-12 if repaired else margin > 1e-12
            yield (n, n - l, l, m), 0.0 if good else 1.0

    right = list(gaps(table, rules(corrected_play.proposition_3_strategy, arguments)))
    return [
        row("b_function.condition", condition(False), condition(True)),
        row("b_function", steps(functions.b_function), steps(corrected.b_function)),
        row(
            "prop3.strategy",
            gaps(table, rules(printed_play.proposition_3_strategy, below)),
            right,
        ),
        row(
            "prop3.strategy.proof",
            gaps(table, rules(printed_play.proposition_3_strategy, arguments)),
            right,
        ),
        row("prop3.mixture", gaps(table, rules(printed_mixture, arguments)), right),
        row("prop3.case", gaps(table, rules(without_case, arguments)), right),
    ]


def proposition_4_rows(table: StageValues) -> AuditRow:
    """The recursion in the interior, with the repaired formulas on the boundary."""
    law, n_max = law_at(table, 1), table.n_max
    edges = edge_values(law, n_max)
    f, g = corrected.f_array(law, n_max, edges), corrected.g_sequence(law, n_max, edges)
    h = corrected.h_sequence(law, n_max, edges)
    layer, cases = np.zeros((1, 1, 1)), []
    for n in range(1, n_max + 1):
        layer = _layer(layer, n, law.law(), gauss_rules(law))
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
