"""The worked example: prizes uniform on [0, 1].

It names its states (l, k, m), the low cards first; in this file they are (n, k, l, m).
"""

from __future__ import annotations

from functools import cache
from math import log

import numpy as np
from scipy.integrate import quad

from parlor.games.nakai import StageValues, values
from parlor.games.nakai.regions import regions
from press import Effort, Finding, Value, claim, greatest, show

from ..tolerances import CERTIFIED, ROUNDING
from . import corrected, printed
from .comparison import law_at, told
from .said import said

A = (2 - log(3)) / 4
PRIZES = np.linspace(A, 1, 202)[1:-1]  # at which both players mix


@cache
def three() -> StageValues:
    """Three stages with uniform prizes."""
    return values(3)


@claim("example.g_11", "example.v2_011", "example.v2_101", "example.v2_112_integral",
       "example.p_sum")  # fmt: skip
def equalities(effort: Effort) -> dict[str, Finding]:
    """Numbers that are said to be one: entries of arrays, sums and integrals, and values."""
    v, law, printed_ = three().v, law_at(three()), "The printed and the computed value"
    mean = quad(lambda x: max(x - 0.5, 0.5 - x), 0, 1, points=[0.5])[0]
    first, p = float(printed.g_array(law, 1)[1][1]), corrected.p_array(law, 2)[2]
    pairs = {
        "g_11": (v(1, 1, 0, 1), first, "The value and the entry of the array"),
        "v2_011": (A, v(2, 1, 0, 1), printed_),
        "v2_101": (-A, v(2, 0, 1, 1), printed_),
        "v2_112_integral": (mean, v(2, 1, 1, 2), "The integral, by quadrature, and the value"),
        "p_sum": (float(p[:2].sum()), v(2, 1, 1, 2), "The sum (with (8) repaired) and the value"),
    }
    return {
        f"example.{name}": Finding(abs(one - two) < ROUNDING, f"{are} are {one:.6f} and {two:.6f}.")
        for name, (one, two, are) in pairs.items()
    }


@claim("example.order")
def order_of_the_state(effort: Effort) -> Finding:
    """Whether the Example's (k, l, m) are those of the paper."""
    here = three().v(1, 0, 1, 1)
    return Finding(
        here == 0.5,
        r"The Example has $v_1(0,1,1) = 1/2$, and Section 2 has $v_1(0,1,1) = -\mu$, which is "
        f"{show(here)} for its uniform prizes.",
    )


@claim("example.v1_011", "example.v1_101", "example.v2_102", "example.v2_102_again",
       "example.v2_112", "example.v2_111")  # fmt: skip
def numbers(effort: Effort) -> dict[str, Value]:
    """The numbers, with states read as (l, k, m)."""
    entries = said.published.entries.values()
    states = {one.id: one.facts["state"] for one in entries if "state" in one.facts}
    return {name: Value(round(three().v(*state), 12) + 0.0) for name, state in states.items()}


@claim("example.g_211")
def by_a_function(effort: Effort) -> Finding:
    """The same from A_F, and from the integral of the value of (x 0; 0 1/2)."""
    by_a = 0.5 + printed.a_function(law_at(three()), 0.5, 0, 0)
    integral = quad(lambda x: x / (2 * x + 1), 0, 1)[0]
    return Finding(
        abs(by_a - A) < ROUNDING and abs(integral - A) < CERTIFIED,
        f"The printed number is {A:.9f}; $A_F$ gives {by_a:.9f}, and the mean, by quadrature, is "
        f"{integral:.9f}.",
    )


@claim("example.v2_102_integral")
def lesser_evil(effort: Effort) -> Finding:
    """The mean of max(-x, -1/2), and -1/2 + T_F(h_{1,1})."""
    mean = quad(lambda x: max(-x, -0.5), 0, 1, points=[0.5])[0]
    by_t = -0.5 + printed.opportunity(law_at(three()), 0.5)
    printed_ = float(said.value("example.v2_102"))
    return Finding(
        max(abs(mean - printed_), abs(by_t - printed_)) < ROUNDING,
        f"The mean, by quadrature, is {mean:.6f}, and the formula with $T_F$ gives {by_t:.6f}.",
    )


@claim("example.v2_102_s")
def one_high_against_two(effort: Effort) -> Finding:
    """5/8 as S_F(g_{1,1}), which is the value of a high card against two middle ones."""
    by_s = printed.s_function(law_at(three()), 0.5)
    printed_, worth = float(said.value("example.v2_102_again")), three().v(2, 1, 0, 2)
    return Finding(
        max(abs(by_s - printed_), abs(worth - printed_)) < ROUNDING,
        f"$S_F(1/2)$ is {show(by_s)}, and a high card against two middle ones is worth "
        f"{show(worth)}.",
    )


@claim("example.h_sum")
def index_of_h(effort: Effort) -> Finding:
    """h_{1,0,1} + h_{1,1,1}, said to be v_2(1,1,1) = 0."""
    h = corrected.h_sequence(law_at(three()), 2)
    printed_ = float(said.value("example.v2_111"))
    return Finding(
        abs(h[1][:2, 1].sum() - printed_) < ROUNDING,
        f"The sum (with $h$ repaired) is {show(float(h[1][:2, 1].sum()))}; the value is "
        rf"$h_{{2,0,1}} + h_{{2,1,1}} = {show(float(h[2][:2, 1].sum()) + 0.0)}$.",
    )


@claim("example.v3_matrix")
def last_matrix(effort: Effort) -> Finding:
    """All six entries of the last matrix, at many prizes."""
    worst, prizes = 0.0, np.linspace(0, 1, 41)
    for x in prizes:
        expected = np.array([[-x + A, 5 / 8], [x - A, -3 / 8], [0, 1 / 4]])
        worst = greatest(worst, float(np.abs(three().matrix(3, 1, 1, 2, x) - expected).max()))
    return Finding(
        worst < ROUNDING,
        f"We compared the entries at {len(prizes)} prizes in $[0, 1]$: they are off by "
        f"{told(worst)} at most.",
    )


@claim("example.v3_integral", "example.v3_step", "example.v3_112")
def integral_and_closed_form(effort: Effort) -> dict[str, Finding]:
    """Both as printed, and as repaired: with 2 for 1/4, and with the denominators exchanged."""
    area, value = quad(lambda x: (x - A) / (8 * x - 8 * A + 5), A, 1)[0], three().v(3, 1, 1, 2)
    before, mended = A * A / 2 + area / 4, A * A / 2 + 2 * area
    closed, exchanged = printed.example_v3(), corrected.example_v3()
    return {
        "example.v3_integral": Finding(
            abs(before - value) < CERTIFIED,
            f"As printed it is {before:.6f}, but the value is {value:.6f}; repaired it is "
            f"{mended:.6f}.",
        ),
        "example.v3_step": Finding(
            abs(before - closed) < CERTIFIED,
            f"The integral as printed is {before:.6f}, the closed form {closed:.6f}. Repaired they "
            f"are {mended:.6f} and {exchanged:.6f}.",
        ),
        "example.v3_112": Finding(
            abs(closed - value) < ROUNDING,
            f"As printed it is {closed:.6f}, though the integrand is never negative; the value is "
            f"{value:.6f}, and with the denominators exchanged {exchanged:.6f}.",
        ),
    }


@claim("example.strategy.low")
def low_below_a(effort: Effort) -> Finding:
    """Below a: low against M."""
    first = regions(three(), 3, 1, 1, 2)[0]
    return Finding(
        first.choice == "low, M" and abs(first.high - A) < ROUNDING,
        f"The solver finds low against $M$ up to {first.high:.6f}, and $a$ is {A:.6f}.",
    )


@claim("example.strategy.high", "example.strategy.pass", "example.strategy.two")
def mixtures(effort: Effort) -> dict[str, Finding]:
    """The chances above a, at many prizes; they are unique there."""
    size = 8 * PRIZES - 8 * A + 5
    chances = [np.concatenate(three().strategy(3, 1, 1, 2, x)) for x in PRIZES]
    _, high, passes, plays, _ = np.array(chances).T
    formulas = {  # of a chance: as printed, and as repaired if it must be
        "high": (high, A / size, 2 / size),
        "pass": (passes, (size - 2) / (8 * PRIZES + 8 * A + 5), (size - 2) / size),
        "two": (plays, 5 / size),
    }
    found = {}
    for name, (chance, *ways) in formulas.items():
        off = [float(np.abs(chance - way).max()) for way in ways]
        found[f"example.strategy.{name}"] = Finding(
            off[0] < ROUNDING,
            f"At {len(PRIZES)} prizes above $a$ the printed chances are off by up to "
            f"{'; repaired, by up to '.join(map(told, off))}.",
        )
    return found
