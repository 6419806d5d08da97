"""How fast the thresholds fall, and the constant that is a logarithm."""

from __future__ import annotations

from functools import cache

import numpy as np
from scipy.integrate import solve_ivp

from parlor.games.yankee_swap.asymptotics import DrawAsymptotics, draw_asymptotics
from parlor.games.yankee_swap.locked import draw_values, locked_seat_payoffs
from press import Drawn, Effort, Finding, Value, claim, new_figure, show, value


@cache
def law() -> DrawAsymptotics:
    """Abel's function of the recurrence, uniform boxes."""
    return draw_asymptotics()


@claim("asymptotic.ode")
def differential_equation(effort: Effort) -> Finding:
    """The differential equation, solved numerically from t(1) = 1/2."""
    path = solve_ivp(lambda k, t: -(t**2) / 2, (1, 101), [0.5], rtol=1e-10, atol=1e-12)
    end = float(path.y[0, -1])
    return Finding(
        abs(end - 2 / (101 + 3)) < 1e-7,
        f"From $t(1) = 1/2$ a numerical solver arrives at $t(101) = {end:.6f}$; $2/(k + C')$ with "
        f"$C' = 3$, which is 1/2 at $k = 1$, is {2 / 104:.6f} there.",
    )


@claim("asymptotic.leading")
def leading(effort: Effort) -> Finding:
    """Whether t_k is about 2/k in the long run."""
    ks = (101, 10_000, effort.of(full=1_000_000, reduced=100_000))
    ratios = [float(draw_values(k)[-1] * k / 2) for k in ks]
    return Finding(
        ratios == sorted(ratios) and 0 < 1 - ratios[-1] < 1e-3,
        f"$k t_k / 2$ is {ratios[0]:.4f} at $k = 101$, {ratios[1]:.4f} at {ks[1]:,} and "
        f"{ratios[2]:.6f} at {ks[2]:,}.",
    )


@claim("asymptotic.constant_form")
def constant_form(effort: Effort) -> Finding:
    """Whether 2/t_k - k is a constant."""
    ks = [1, 101, effort.of(full=10**6, reduced=10**5)]
    drift = law().source_constant(ks)
    return Finding(
        bool(np.ptp(drift) < 0.5),
        f"$2/t_k - k$ is {drift[0]:g} at $k = 1$, {drift[1]:.4f} at $k = 101$ and {drift[2]:.4f} "
        rf"at $k = {ks[2]:,}$; less $\log k$ it tends to {law().constant:.4f}.",
    )


@value("asymptotic.constant")
def constant(effort: Effort) -> Value:
    """The C' for which 2/(k + C') is the first player's threshold."""
    at_101 = float(law().source_constant([101])[0])
    one = float(law().source_constant([1])[0])
    return Value(
        at_101,
        evidence=f"With the printed constant $t_{{101}}$ would be {2 / (101 + 103):.4f}, which is "
        f"{float(draw_values(101)[-1]):.4f}, in the source's table too. At $k = 1$ the constant "
        f"is {one:g}, and 100 + {one:g} = 103.",
    )


@claim("asymptotic.small", "asymptotic.disadvantage")
def first_player(effort: Effort) -> dict[str, Finding]:
    """What the first player is paid, and what the other early ones are."""
    pay = locked_seat_payoffs(101)
    below = [int(seat) for seat in np.flatnonzero(pay < 0.5) + 1]
    return {
        "asymptotic.small": Finding(
            bool(pay[0] < 0.5 / 20 and abs(2 / 101 / pay[0] - 1) < 0.1),
            f"$t_{{101}} = {float(pay[0]):.6f}$, a {float(0.5 / pay[0]):.0f}th of the half that a "
            f"box is worth; $2/k$, the leading term, is {2 / 101:.4f} at $k = 101$.",
        ),
        "asymptotic.disadvantage": Finding(
            "partly" if below == [1] else len(below) > 10,
            f"Seat 1 is paid {float(pay[0]):.4f} of a fair half. Seats paid less than one half: "
            f"{show(below)}. Seat 2 is paid {float(pay[1]):.6f}, seat 51 {float(pay[50]):.4f}, "
            f"seat 101 {float(pay[100]):.4f}.",
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
    axes.set(xlabel="k, players to act", ylabel="the article's $C'$")
    axes.legend(fontsize=10)
    return figure, (
        "Line chart on a logarithmic axis. The source's constant rises from "
        f"{drift[0]:.0f} to {drift[-1]:.1f}, and from $k = {near}$ on it is within a tenth of the "
        r"straight line $\log k + C$."
    )
