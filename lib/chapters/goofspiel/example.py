"""The worked example: prizes uniform on [0, 1].

It names its states (l, k, m), the low cards first; in this file they are (n, k, l, m).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import log

import numpy as np
from scipy.integrate import quad

from parlor.games.nakai import StageValues, values
from parlor.games.nakai.regions import regions
from press import Effort, Finding, Value, claim, greatest, show

from ..tolerances import CERTIFIED, ROUNDING
from . import corrected, printed
from .comparing import law_at, told
from .said import said

A = (2 - log(3)) / 4
PRIZES = np.linspace(A, 1, 202)[1:-1]  # at which both players mix


@cache
def three() -> StageValues:
    """Three stages with uniform prizes."""
    return values(3)


def equal(one: float, two: float, names: str = "The printed and the computed value") -> Finding:
    """Whether two numbers are equal."""
    return Finding(abs(one - two) < ROUNDING, f"{names} are {one:.6f} and {two:.6f}.")


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
    states = {one.id: one.columns["state"] for one in entries if "state" in one.columns}
    return {name: Value(round(three().v(*state), 12) + 0.0) for name, state in states.items()}


@claim("example.g_11")
def first_g(effort: Effort) -> Finding:
    """1/2 as g_{1,1}."""
    return equal(three().v(1, 1, 0, 1), float(printed.g_array(law_at(three()), 1)[1][1]),
                 "The value and the entry of the array")  # fmt: skip


@claim("example.v2_011")
def one_high_card(effort: Effort) -> Finding:
    """(2 - log 3)/4 for one high card against a middle one."""
    return equal(A, three().v(2, 1, 0, 1))


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


@claim("example.v2_101")
def one_low_card(effort: Effort) -> Finding:
    """Minus that for one low card."""
    return equal(-A, three().v(2, 0, 1, 1))


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


@claim("example.v2_112_integral")
def both_must_play(effort: Effort) -> Finding:
    """v_2(1,1,2) as the mean of max(x - 1/2, 1/2 - x), its number aside."""
    mean = quad(lambda x: max(x - 0.5, 0.5 - x), 0, 1, points=[0.5])[0]
    return equal(mean, three().v(2, 1, 1, 2), "The integral, by quadrature, and the value")


@claim("example.p_sum")
def factor_two(effort: Effort) -> Finding:
    """p_{2,1} + p_{2,0}, repaired, and the value."""
    p = corrected.p_array(2)[2]
    return equal(float(p[:2].sum()), three().v(2, 1, 1, 2), "The sum (with (8) repaired) and "
                 "the value, twice as large,")  # fmt: skip


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


@claim("example.v3_integral")
def integral(effort: Effort) -> Finding:
    """The integral as printed, and with the factor 2 for 1/4."""
    area, factor = quad(lambda x: (x - A) / (8 * x - 8 * A + 5), A, 1)[0], Fraction(1, 4)
    printed_, repaired = (A * A / 2 + float(by) * area for by in (factor, 8 * factor))
    found = three().v(3, 1, 1, 2)
    return Finding(
        abs(printed_ - found) < CERTIFIED,
        f"As printed it is {printed_:.6f}, but the value is {found:.6f}; with {8 * factor} in "
        f"place of {factor} it is {repaired:.6f}.",
    )


@claim("example.v3_step")
def integrated(effort: Effort) -> Finding:
    """The closed form against the integral before it, both as printed, and both as repaired."""
    area = quad(lambda x: (x - A) / (8 * x - 8 * A + 5), A, 1)[0]
    before, mended = A * A / 2 + area / 4, A * A / 2 + 2 * area
    return Finding(
        abs(before - printed.example_v3()) < CERTIFIED,
        f"The integral as printed is {before:.6f}, the closed form {printed.example_v3():.6f}. "
        f"Repaired they are {mended:.6f} and {corrected.example_v3():.6f}.",
    )


@claim("example.v3_112")
def closed_form(effort: Effort) -> Finding:
    """The closed form as printed, and with its denominators exchanged."""
    found = three().v(3, 1, 1, 2)
    return Finding(
        abs(printed.example_v3() - found) < ROUNDING,
        f"As printed it is {printed.example_v3():.6f}, though the integrand is never negative; the "
        f"value is {found:.6f}, and with the denominators exchanged {corrected.example_v3():.6f}.",
    )


@claim("example.strategy.low")
def low_below_a(effort: Effort) -> Finding:
    """Below a: low against M."""
    first = regions(three(), 3, 1, 1, 2)[0]
    return Finding(
        first.choice == "low, M" and abs(first.high - A) < ROUNDING,
        f"The solver finds low against $M$ up to {first.high:.6f}, and $a$ is {A:.6f}.",
    )


def largest_difference(which: int, choice: int, formula: np.ndarray) -> float:
    """How far a formula is from the optimal chance of a choice, over many prizes above a."""
    found = [three().strategy(3, 1, 1, 2, x)[which][choice] for x in PRIZES]
    return float(np.abs(np.array(found) - formula).max())


@claim("example.strategy.high", "example.strategy.pass", "example.strategy.two")
def mixtures(effort: Effort) -> dict[str, Finding]:
    """The chances above a, at many prizes; they are unique there."""
    size = 8 * PRIZES - 8 * A + 5
    off = {
        "high": largest_difference(0, 1, A / size),
        "pass": largest_difference(0, 2, (size - 2) / (8 * PRIZES + 8 * A + 5)),
        "two": largest_difference(1, 0, 5 / size),
    }
    mended = {
        "high": largest_difference(0, 1, 2 / size),
        "pass": largest_difference(0, 2, (size - 2) / size),
        "two": largest_difference(1, 1, (size - 5) / size),
    }
    as_repaired = dict.fromkeys(("high", "pass"), "; repaired, they are right, to within")
    as_repaired["two"] = ": $5$ and $8x - 8a$ over $8x - 8a + 5$ are right, to within"
    return {
        f"example.strategy.{name}": Finding(
            off[name] < ROUNDING,
            f"At {len(PRIZES)} prizes above $a$ the printed chances are off by up to "
            f"{told(off[name])}{as_repaired[name]} {told(mended[name])}.",
        )
        for name in off
    }
