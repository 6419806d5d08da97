"""How fast the thresholds fall, and the constant that is a logarithm."""

from __future__ import annotations

from functools import cache

import numpy as np
from scipy.integrate import solve_ivp

from parlor.games.yankee_swap.asymptotics import DrawAsymptotics, draw_asymptotics
from parlor.games.yankee_swap.locked import draw_values, locked_seat_payoffs
from press import Drawn, Effort, Finding, Value, claim, in_parts, new_figure, show

from ..tolerances import CLIMBED, DRAWN
from .said import said


@cache
def law() -> DrawAsymptotics:
    """Abel's function of the recurrence, uniform boxes."""
    return draw_asymptotics()


def approximates(ratios: list[float], name: str) -> bool:
    """Whether ratios come nearer to one at each step, and at last as near as the claim wants."""
    off = [abs(ratio - 1) for ratio in ratios]
    return off == sorted(off, reverse=True) and ratios[-1] in said[name]


@claim("asymptotic.difference")
def difference(effort: Effort) -> Finding:
    """Whether the difference of two thresholds is about the derivative that replaces it."""
    ks = (10, 101, 1000, effort.of(full=1_000_000, reduced=10_000))
    worth = draw_values(ks[-1])
    ratios = [float((worth[k - 1] - worth[k - 2]) / (-(worth[k - 1] ** 2) / 2)) for k in ks]
    return Finding(
        approximates(ratios, "asymptotic.difference"),
        f"$t_k - t_{{k-1}}$ is $-t_k^2/2$ times {ratios[0]:.3f} at $k = {ks[0]}$, {ratios[1]:.4f} "
        f"at $k = {ks[1]}$ and {ratios[-1]:.6f} at $k = {ks[-1]:,}$.",
    )


@claim("asymptotic.ode")
def differential_equation(effort: Effort) -> Finding:
    """The differential equation, solved numerically from the first threshold."""
    first, last = float(draw_values(1)[0]), 101
    path = solve_ivp(lambda k, t: -(t**2) / 2, (1, last), [first], rtol=1e-10, atol=1e-12)
    end, constant = float(path.y[0, -1]), 2 / first - 1
    wanted = 2 / (last + constant)
    return Finding(
        abs(end - wanted) < CLIMBED,
        f"From $t(1) = {first:g}$ a numerical solver arrives at $t({last}) = {end:.6f}$; "
        f"$2/(k + C')$ with $C' = {constant:g}$, which is the same at $k = 1$, is {wanted:.6f} "
        "there.",
    )


@claim("asymptotic.leading")
def leading(effort: Effort) -> Finding:
    """Whether t_k is about 2/k in the long run."""
    ks = (101, 10_000, effort.of(full=1_000_000, reduced=100_000))
    ratios = [float(draw_values(k)[-1] * k / 2) for k in ks]
    return Finding(
        approximates(ratios, "asymptotic.leading"),
        f"$k t_k / 2$ is {ratios[0]:.4f} at $k = {ks[0]}$, {ratios[1]:.4f} at {ks[1]:,} and "
        f"{ratios[2]:.6f} at {ks[2]:,}.",
    )


@claim("asymptotic.constant_form")
def constant_form(effort: Effort) -> Finding:
    """Whether 2/t_k - k is a constant."""
    most = effort.of(full=10**6, reduced=10**5)
    ks = [1, 101, most // 10, most]
    drift = law().source_constant(ks)
    return Finding(
        bool(drift[-1] - drift[-2] < DRAWN),
        f"$2/t_k - k$ is {drift[0]:g} at $k = {ks[0]}$, {drift[1]:.4f} at $k = {ks[1]}$, "
        f"{drift[2]:.4f} at $k = {ks[2]:,}$ and {drift[3]:.4f} at $k = {ks[3]:,}$: a tenfold $k$ "
        rf"still adds {drift[3] - drift[2]:.3f}. Less $\log k$ it tends to {law().constant:.4f}.",
    )


@claim("asymptotic.constant")
def constant(effort: Effort) -> Value:
    """The C' for which 2/(k + C') is the first player's threshold."""
    at_101 = float(law().source_constant([101])[0])
    printed = int(said.value("asymptotic.constant"))
    return Value(
        at_101,
        evidence=f"With the printed constant $t_{{101}}$ would be {2 / (101 + printed):.4f}, but "
        f"it is {float(draw_values(101)[-1]):.4f}, and {float(said.value('threshold.101')):.4f} "
        "in the source's own table.",
    )


@claim("asymptotic.small", "asymptotic.disadvantage")
def first_player(effort: Effort) -> dict[str, Finding]:
    """What the first player is paid, and what the other early ones are."""
    n = 101
    pay, leading = locked_seat_payoffs(n), 2 / n
    below = [int(seat) for seat in np.flatnonzero(pay < 0.5) + 1]
    small = said["asymptotic.small"]
    return {
        "asymptotic.small": Finding(
            bool(pay[0] in small and leading in small),
            f"$t_{{101}} = {float(pay[0]):.6f}$, a {float(0.5 / pay[0]):.0f}th of the half that a "
            f"box is worth; $2/k$, the leading term, is {leading:.4f} there.",
        ),
        "asymptotic.disadvantage": Finding(
            in_parts(*(pay[: n // 2] < 0.5)),
            f"{len(below)} of {n} seats is paid less than one half, which a draw of a box brings: "
            f"seat {show(below)}, with {float(pay[0]):.4f}; seat 2 is paid {float(pay[1]):.6f}.",
        ),
    }


def constant_figure() -> Drawn:
    """The source's constant at every k, beside the logarithm."""
    found = law()
    ks = np.unique(np.geomspace(1, 10**6, 200).astype(int))
    drift = found.source_constant(ks.tolist())
    line = np.log(ks) + found.constant
    near = int(ks[np.argmax(np.abs(drift - line) < 0.1)])
    figure, axes = new_figure(height=3.0)
    axes.semilogx(ks, drift, label="$2/t_k - k$")
    axes.semilogx(ks, line, "--", label=r"$\log k + C$")
    axes.set(xlabel="players to act, $k$", ylabel="the article's constant")
    axes.legend(fontsize=10)
    return figure, (
        "Line chart on a logarithmic axis. The source's constant rises from "
        f"{drift[0]:.0f} to {drift[-1]:.1f}, and from $k = {near}$ on it is within a tenth of the "
        r"straight line $\log k + C$."
    )
