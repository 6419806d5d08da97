"""Nakai's formulas repaired: each agrees with the direct solver to rounding error.

What is not here is right as printed, up to indices: see the source of `printed`, which also says
what arguments and results are. The conventions are those of the paper's proofs, which are sound
where its definitions are not:

- (8) applies T_F, not S_F, and its last entry sums from 0; the threshold of Lemma 5
  is -p = h, which is positive.
- Lemma 6 compares three lines: low pays ``-x - (beta + z)`` more than a pass, high
  ``x - (alpha + z)`` more.
- The corner of g is n mu - ...
- Proposition 3 has alpha minus the sum over j of h(n-1, l, j) and beta the sum over i of
  h(n-1, i, m), and between the two pure cases and the mixture a case that the paper leaves out:
  while x < beta + z player I plays high and player II plays.
"""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from fractions import Fraction
from math import log, nan
from typing import Any

import numpy as np

from parlor.core.laws import Law

from . import printed
from .printed import HIGH, LOW, PASS, PLAY, WAIT, Strategy, Totals, opportunity


def edge_values(law: Law, n_max: int) -> Totals:
    """Values of the states in which one player never chooses, by Lemmas 4 and 5."""
    g, h = printed.g_array(law, n_max), printed.h_array(law, n_max)
    p = p_array(law, n_max)

    def value(n: int, k: int, l: int, m: int) -> float:
        if l == 0 and m == n:
            return float(g[n][: k + 1].sum())
        if k == n:
            return float(h[n][: m + 1].sum())
        if l == n:
            return -float(g[n][: m + 1].sum())
        return 2 * float(p[n][: l + 1].sum())  # k + l = m = n

    return value


def p_array(
    law: Law, n_max: int, *, step: printed.Step = opportunity, first: int = 0
) -> list[np.ndarray]:
    """Return the triangular array of (8), repaired but for what is given.

    >>> from parlor.core.laws import Uniform
    >>> p_array(Uniform(), 2)[2].tolist()
    [0.5, -0.375, -0.625]
    """
    return printed.p_array(law, n_max, step=step, first=first)


def c_function(law: Law, z: float, alpha: float, beta: float) -> float:
    """Return C_F of Lemma 6; alpha + z and beta + z are what a high and a low card add.

    >>> from parlor.core.laws import Uniform
    >>> round(c_function(Uniform(), 0.1, 0.2, -0.2), 9)
    0.25
    """
    low, high = thresholds(z, alpha, beta)
    return (
        -(beta + z) * law.cdf(low)
        - law.moment(low)
        + (law.mean - law.moment(high))
        - (alpha + z) * (1 - law.cdf(high))
    )


def thresholds(z: float, alpha: float, beta: float) -> tuple[float, float]:
    """Return the prizes of Lemma 6 below which low is played, and from which on high.

    >>> thresholds(0.1, 0.2, -0.2)
    (0.1, 0.30000000000000004)
    """
    even = (alpha - beta) / 2
    return min(-(beta + z), even), max(alpha + z, even)


def b_function(law: Law, z: float, alpha: float, beta: float) -> float:
    """Return B_F of Proposition 3, its arguments as in the proof.

    >>> from parlor.core.laws import Uniform
    >>> round(b_function(Uniform(), -0.5, 0.25, 0.5), 6)
    0.23869
    """
    low = max(-beta, 0.0)
    middle = max(low, alpha / 2)
    high = max(middle, beta + z)
    share = (alpha - z) * (2 * beta + z) / 2
    return (
        (alpha - z) * law.cdf(low)
        + (alpha - beta - z) * (law.cdf(middle) - law.cdf(low))
        - (law.moment(middle) - law.moment(low))
        + (law.moment(high) - law.moment(middle))
        - (beta + z) * (law.cdf(high) - law.cdf(middle))
        + (alpha - z) / 2 * (1 - law.cdf(high))
        - (share * law.inverse(high, -z / 2) / 2 if share else 0.0)
    )


def f_array(law: Law, n_max: int, **misprints: Any) -> list[np.ndarray]:
    """Return the array f of Lemma 6, repaired but for some of the suspect parts.

    >>> from parlor.core.laws import Uniform
    >>> f_array(Uniform(), 2)[2].tolist()[1]
    [-0.375, 0.0, 0.0]
    """
    parts: dict[str, Any] = {"function": c_function, "edges": "gh", "sign": -1, "first": 0}
    return printed.f_array(law, n_max, edge_values(law, n_max), **(parts | misprints))


def g_sequence(law: Law, n_max: int, *, corner: int = 1) -> list[np.ndarray]:
    """Return the sequence g of Proposition 1, repaired but for what is given."""
    return printed.g_sequence(law, n_max, edge_values(law, n_max), corner=corner)


def h_sequence(law: Law, n_max: int, **misprints: Any) -> list[np.ndarray]:
    """Return the sequence h of Proposition 3, repaired but for some of the suspect parts.

    >>> from parlor.core.laws import Uniform
    >>> h_sequence(Uniform(), 2)[2][:2, 1].tolist()
    [0.375, -0.375]
    """
    parts: dict[str, Any] = {"function": b_function, "sign": -1}
    return printed.h_sequence(law, n_max, edge_values(law, n_max), **(parts | misprints))


def example_v3() -> float:
    """Return v_3 of one card of each type; the denominators 4 and 32 are exchanged in print.

    >>> round(example_v3(), 9)
    0.093080757
    """
    a = (2 - log(3)) / 4
    return a * a / 2 + (1 - a) / 4 + 5 / 32 * log(5 / (13 - 8 * a))


def lemma_5_strategy(x: float, p: float) -> Strategy:
    """Return the strategies of Lemma 5, for the entry p with indices n - 1 and l.

    >>> lemma_5_strategy(0.1, -0.2)[0]
    (1.0, 0.0, 0.0)
    """
    return (HIGH if x > max(-p, 0.0) else LOW), PLAY


def lemma_6_strategy(x: float, z: float, alpha: float, beta: float) -> Strategy:
    """Return the strategies of Lemma 6.

    >>> lemma_6_strategy(0.2, 0.1, 0.2, -0.2)[0]
    (0.0, 0.0, 1.0)
    """
    low, high = thresholds(z, alpha, beta)
    return (LOW if x < low else PASS if x < high else HIGH), PLAY


def proposition_3_strategy(x: float, z: float, alpha: float, beta: float) -> Strategy:
    """Return the strategies of Proposition 3, with the case that the paper leaves out.

    >>> proposition_3_strategy(0.1, 0.0, 0.0, 0.2)[0]
    (0.0, 1.0, 0.0)
    """
    if x < -beta:
        return LOW, WAIT
    if x < alpha / 2:
        return LOW, PLAY
    if x < beta + z:
        return HIGH, PLAY
    return proposition_3_mixture(x, z, alpha, beta)


def proposition_3_mixture(x: float, z: float, alpha: float, beta: float) -> Strategy:
    """Return the mixtures of Proposition 3: no probabilities in the case that the paper leaves out.

    >>> proposition_3_mixture(0.5, 0.0, 0.5, 0.2)
    ((0.3, 0.7, 0.0), (0.5, 0.5))
    """
    size = 2 * x - z or nan
    one = ((x - beta - z) / size, (x + beta) / size, 0.0)
    return one, ((alpha - z) / size, (2 * x - alpha) / size)


def proposition_5(n: int, k: int, l: int, m: int) -> tuple[Fraction, list, list]:
    """Return the value, strategies and y of Proposition 5, for prizes that are always 1.

    Of x_1, with low and high exchanged, and x_2 those that the cards allow: x_1 needs a card of
    both types, or one and all cards to be played; x_2 must not pass when k + l = n.

    >>> proposition_5(3, 2, 1, 1)[1]
    [(Fraction(1, 3), Fraction(2, 3), Fraction(0, 1))]
    """
    value, (x1, x2), two = printed.proposition_5(n, k, l, m)
    x1 = (x1[1], x1[0], x1[2])

    def allowed(mix: tuple) -> bool:
        return (l > 0 or not mix[0]) and (k > 0 or not mix[1]) and (k + l < n or not mix[2])

    return value, [mix for mix in dict.fromkeys((x1, x2)) if allowed(mix)], two
