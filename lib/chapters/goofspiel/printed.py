"""Nakai's formulas as transcribed, misprints included: for comparison, not for use.

Two things are read rather than copied: the fraction of n and mu in (8), which the transcription
garbles, is n mu / 2, and recursions run over all indices that their boundary values leave open.
Where a formula is misprinted the suspect parts are keyword arguments whose defaults are the print;
`corrected` passes the repaired parts, so that the rest is the very same code. T_F, S_F and A_F are
right as printed.

Functions take the law F of the prize and z, alpha, beta as the paper defines them, and return what
is to be the change of the value from n - 1 to n stages. Arrays are lists by n; index 0 of an axis
that the paper starts at 1 is unused and 0. Their `totals` are the values v(n, k, l, m) that a
definition refers to. Strategies are player I's chances of (low, high, pass) and player II's of
(play, pass) at the prize x. Arguments are taken as they are.
"""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import log, nan

import numpy as np

from parlor.core.laws import Law

__all__: list[str] = []

Step = Callable[[Law, float], float]
Function = Callable[[Law, float, float, float], float]
Totals = Callable[[int, int, int, int], float]
Strategy = tuple[tuple[float, float, float], tuple[float, float]]
LOW, HIGH, PASS = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
PLAY, WAIT = (1.0, 0.0), (0.0, 1.0)
QUIET = np.errstate(all="ignore")  # what is misprinted may blow up


# Functions


def opportunity(law: Law, z: float) -> float:
    """Return T_F(z), the expectation of the excess of the prize over z.

    >>> from parlor.core.laws import Uniform
    >>> opportunity(Uniform(), 0.5)
    0.125
    """
    return law.mean - law.moment(z) - z * (1 - law.cdf(z))


def s_function(law: Law, z: float) -> float:
    """Return S_F(z), the expectation of the larger of the prize and z."""
    return z + opportunity(law, z)


def a_function(law: Law, z: float, alpha: float, beta: float) -> float:
    """Return A_F, defined before Proposition 1 for beta > -z.

    >>> from parlor.core.laws import Uniform
    >>> round(0.5 + a_function(Uniform(), 0.5, 0, 0), 9)
    0.225346928
    """
    top = max(alpha, beta)
    share = (alpha + z) * (beta + z)
    return (
        alpha * law.cdf(alpha)
        - (alpha + beta + z) * law.cdf(top)
        + law.moment(top)
        - law.moment(alpha)
        - (share * law.inverse(top, z) if share else 0.0)
    )


@QUIET
def b_function(law: Law, z: float, alpha: float, beta: float) -> float:
    """Return B_F, defined before Proposition 3; NaN where its integrand has a pole in the range.

    >>> from parlor.core.laws import Uniform
    >>> round(b_function(Uniform(), 0.5, 0.25, 0.5), 6)
    0.387778
    """
    top = max(alpha / 2, -beta)
    share, pole = z * (z + alpha), beta + z / 2
    if share and max(top, 0.0) + pole <= 0:
        return nan
    return (
        beta * law.cdf(-beta)
        + (-beta - (alpha + z) / 2) * law.cdf(top)
        + (alpha + z) / 2
        - (law.moment(top) - law.moment(-beta))
        + (share * law.inverse(top, pole) / 2 if share else 0.0)
    )


def c_function(law: Law, z: float, alpha: float, beta: float) -> float:
    """Return C_F, defined before Lemma 6.

    >>> from parlor.core.laws import Uniform
    >>> round(c_function(Uniform(), 0.1, 0.2, -0.2), 9)
    0.56
    """
    top = (alpha - beta) / 2
    low = min(alpha + z, top)
    return (
        -(alpha + z) * law.cdf(low)
        + beta * (law.cdf(top) - 1)
        - law.moment(low)
        + law.mean
        - law.moment(top)
    )


# Arrays


def g_array(law: Law, n_max: int) -> list[np.ndarray]:
    """Return the triangular array of (4): ``g[n][i]`` for 1 <= i <= n.

    >>> from parlor.core.laws import Uniform
    >>> g_array(Uniform(), 2)[2].tolist()
    [0.0, 0.625, 0.375]
    """
    return _triangle(law, n_max, lambda z: s_function(law, z))


def h_array(law: Law, n_max: int) -> list[np.ndarray]:
    """Return the triangular array of (5): ``h[n][i]`` for 1 <= i <= n.

    >>> from parlor.core.laws import Uniform
    >>> h_array(Uniform(), 2)[2].tolist()
    [0.0, 0.375, 0.625]
    """
    return _triangle(law, n_max, lambda z: law.mean - opportunity(law, z))


def _triangle(law: Law, n_max: int, step: Callable[[float], float]) -> list[np.ndarray]:
    """(4) or (5), which differ in the function that they apply."""
    rows = [np.zeros(1), np.array([0.0, law.mean])]
    for n in range(2, n_max + 1):
        new = np.zeros(n + 1)
        for i in range(1, n):
            change = new[1:i].sum() - rows[n - 1][1:i].sum()
            new[i] = step(rows[n - 1][i]) - change
        new[n] = n * law.mean - new[1:n].sum()
        rows.append(new)
    return rows[: n_max + 1]


@QUIET
def p_array(law: Law, n_max: int, *, step: Step = s_function, first: int = 1) -> list[np.ndarray]:
    """Return the triangular array of (8): ``p[n][i]`` for 0 <= i <= n.

    The recursion applies `step` to -p, the sum in the last entry starts at `first`.

    >>> from parlor.core.laws import Uniform
    >>> p_array(Uniform(), 1)[1].tolist()
    [0.25, -0.25]
    """
    p = [np.zeros(1)]
    for n in range(1, n_max + 1):
        new = np.zeros(n + 1)
        new[0] = n * law.mean / 2
        for i in range(1, n):
            change = new[:i].sum() - p[n - 1][:i].sum()
            new[i] = -law.mean + step(law, -p[n - 1][i]) + law.mean / 2 - change
        new[n] = -n * law.mean / 2 - new[first:n].sum()
        p.append(new)
    return p


@QUIET
def f_array(
    law: Law,
    n_max: int,
    totals: Totals,
    *,
    function: Function = c_function,
    edges: str = "hg",
    sign: int = 1,
    first: int = 1,
) -> list[np.ndarray]:
    """Return the array f of Lemma 6: ``f[n][l, k]`` for k + l <= n.

    Its `function` is C_F, `edges` names the arrays that bound f at l = 0 and, negative, at k = 0,
    `sign` is that of the double sum and `first` where both its sums start.

    >>> from parlor.core.laws import Uniform
    >>> f_array(Uniform(), 1, lambda n, k, l, m: 0.0)[1].tolist()
    [[0.0, 0.5], [-0.5, 0.0]]
    """
    arrays = {"g": g_array(law, n_max), "h": h_array(law, n_max)}
    f = [np.zeros((1, 1))]
    for n in range(1, n_max + 1):
        new, old = np.zeros((n + 1, n + 1)), np.zeros((n + 1, n + 1))
        old[:n, :n] = f[n - 1]
        new[0, :], new[:, 0] = arrays[edges[0]][n], 0.0 - arrays[edges[1]][n]
        for l in range(1, n):
            for k in range(1, n - l):
                alpha, beta = old[:l, k].sum(), old[l, :k].sum()
                block = slice(first, l + 1), slice(first, k + 1)
                change = new[block].sum() - old[block].sum() + old[l, k]  # new[l, k] is still 0
                new[l, k] = old[l, k] + function(law, old[l, k], alpha, beta) + sign * change
            rest = new[: l + 1, : n - l + 1].sum()
            new[l, n - l] = totals(n, n - l, l, n) - rest
        f.append(new)
    return f


@QUIET
def g_sequence(law: Law, n_max: int, totals: Totals, *, corner: int = 0) -> list[np.ndarray]:
    """Return the sequence g of Proposition 1: ``g[n][k, m]`` for 1 <= k, m <= n.

    `corner` is the power of n that multiplies mu in the entry (n, n, n).

    >>> from parlor.core.laws import Uniform
    >>> g_sequence(Uniform(), 1, lambda n, k, l, m: 0.0)[1].tolist()
    [[0.0, 0.0], [0.0, 0.5]]
    """
    g = [np.zeros((1, 1))]
    for n in range(1, n_max + 1):
        new, old = np.zeros((n + 1, n + 1)), g[n - 1]
        for k in range(1, n + 1):
            for m in range(1, n + 1):
                before = new[: k + 1, : m + 1].sum()
                if k == m == n:
                    new[k, m] = n**corner * law.mean - before
                elif n in (k, m):
                    new[k, m] = totals(n, k, 0, m) - before
                else:
                    alpha, beta = old[k, :m].sum(), old[:k, m].sum()
                    whole = old[: k + 1, : m + 1].sum()
                    new[k, m] = whole + a_function(law, old[k, m], alpha, beta) - before
        g.append(new)
    return g


@QUIET
def h_sequence(
    law: Law, n_max: int, totals: Totals, *, function: Function = b_function, sign: int = 1
) -> list[np.ndarray]:
    """Return the sequence h of Proposition 3: ``h[n][l, m]`` for 0 <= l <= n and 1 <= m <= n.

    Its `function` is B_F, `sign` is that of the sum that is B_F's second argument.

    >>> from parlor.core.laws import Uniform
    >>> from parlor.games import nakai
    >>> h_sequence(Uniform(), 1, nakai.values(1).v)[1].tolist()
    [[0.0, 0.5], [0.0, -1.0]]
    """
    h = [np.zeros((1, 1))]
    for n in range(1, n_max + 1):
        new, old = np.zeros((n + 1, n + 1)), h[n - 1]
        for l in range(n + 1):
            for m in range(1, n + 1):
                before = new[: l + 1, : m + 1].sum()
                if l in (0, n) or m == n:
                    new[l, m] = totals(n, n - l, l, m) - before
                else:
                    alpha, beta = sign * old[l, :m].sum(), old[:l, m].sum()
                    whole = old[: l + 1, : m + 1].sum()
                    new[l, m] = whole + function(law, old[l, m], alpha, beta) - before
        h.append(new)
    return h


def example_v3() -> float:
    """Return the closed form that the Example gives for v_3 of one card of each type.

    >>> round(example_v3(), 6)
    -0.958187
    """
    a = (2 - log(3)) / 4
    return a * a / 2 + (1 - a) / 32 + 5 / 4 * log(5 / (13 - 8 * a))


# Strategies


def lemma_5_strategy(x: float, h: float) -> Strategy:
    """Return the strategies of Lemma 5, for the entry h with indices n - 1 and l.

    >>> lemma_5_strategy(0.1, 0.2)[0]
    (0.0, 1.0, 0.0)
    """
    return (HIGH if x > min(-h, 0.0) else LOW), PLAY


def lemma_6_strategy(x: float, z: float, alpha: float, beta: float) -> Strategy:
    """Return the strategies of Lemma 6.

    >>> lemma_6_strategy(0.4, 0.1, 0.2, -0.2)[0]
    (0.0, 1.0, 0.0)
    """
    top = (alpha - beta) / 2
    return (LOW if x < min(alpha + z, top) else PASS if x < top else HIGH), PLAY


def proposition_1_strategy(x: float, z: float, alpha: float, beta: float) -> Strategy:
    """Return the strategies of Proposition 1.

    >>> proposition_1_strategy(0.5, 0.5, 0.0, 0.0)
    ((0.0, 0.5, 0.5), (0.5, 0.5))
    """
    if x < alpha:
        return PASS, PLAY
    if x < max(alpha, beta):
        return HIGH, PLAY
    one = (0.0, (beta + z) / (x + z), (x - beta) / (x + z))
    return one, ((alpha + z) / (x + z), (x - alpha) / (x + z))


def proposition_2_strategy(x: float, z: float, alpha: float, beta: float) -> Strategy:
    """Return the strategies of Proposition 2.

    >>> proposition_2_strategy(0.5, 0.5, 0.0, 0.0)
    ((0.5, 0.0, 0.5), (0.5, 0.5))
    """
    if x < beta:
        return LOW, WAIT
    if x < max(alpha, beta):
        return LOW, PLAY
    one = ((beta + z) / (x + z), 0.0, (x - beta) / (x + z))
    return one, ((alpha + z) / (x + z), (x - alpha) / (x + z))


def proposition_3_strategy(x: float, z: float, alpha: float, beta: float) -> Strategy:
    """Return the strategies of Proposition 3.

    >>> proposition_3_strategy(0.5, 1.0, 0.5, 0.0)
    ((0.75, 0.25, 0.0), (0.75, 0.25))
    """
    if x < max(-beta, 0.0):
        return LOW, WAIT
    if x < max(alpha / 2, -beta, 0.0):
        return LOW, PLAY
    size = 2 * x + 2 * beta + z or nan
    one = ((x + beta + z) / size, (x + beta) / size, 0.0)
    return one, ((alpha + z) / size, (2 * x + 2 * beta - alpha) / size)


def proposition_5(n: int, k: int, l: int, m: int) -> tuple[Fraction, list, list]:
    """Return the value of Proposition 5, for prizes that are always 1, [x_1, x_2] and y.

    >>> proposition_5(4, 2, 1, 3)[0]
    Fraction(3, 4)
    """
    x1 = (Fraction(n + k - l, 2 * n), Fraction(n + l - k, 2 * n), Fraction(0))
    lead = Fraction(abs(k - l), n)
    x2 = (Fraction(0), lead, 1 - lead) if k >= l else (lead, Fraction(0), 1 - lead)
    return Fraction(m * (k - l), n), [x1, x2], [Fraction(m, n), Fraction(n - m, n)]
