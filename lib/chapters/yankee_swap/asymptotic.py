"""How fast the thresholds fall, and the constant that is a logarithm."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from scipy.integrate import solve_ivp

from parlor.games.yankee_swap.asymptotics import DrawAsymptotics, draw_asymptotics
from parlor.games.yankee_swap.locked import draw_values, locked_seat_payoffs
from press import Effort, Finding, Value, claim, new_figure, value

if TYPE_CHECKING:
    from matplotlib.figure import Figure


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
        "From $t(1) = 1/2$ a numerical solver arrives at $t(101) = {end:.6f}$; $2/(k + C')$ with "
        "$C' = 3$, which is 1/2 at $k = 1$, is {form:.6f} there.",
        end=end, form=2 / 104,
    )  # fmt: skip


@claim("asymptotic.leading")
def leading(effort: Effort) -> Finding:
    """Whether t_k is about 2/k in the long run."""
    ks = (101, 10_000, effort.of(full=1_000_000, reduced=100_000))
    ratios = [float(draw_values(k)[-1] * k / 2) for k in ks]
    return Finding(
        ratios == sorted(ratios) and 0 < 1 - ratios[-1] < 1e-3,
        "$k t_k / 2$ is {first:.4f} at $k = 101$, {second:.4f} at {ten} and {last:.6f} at {most}.",
        first=ratios[0], second=ratios[1], ten=ks[1], last=ratios[2], most=ks[2],
    )  # fmt: skip


@claim("asymptotic.constant_form")
def constant_form(effort: Effort) -> Finding:
    """Whether 2/t_k - k is a constant."""
    ks = [1, 101, effort.of(full=10**6, reduced=10**5)]
    drift = law().source_constant(ks)
    return Finding(
        bool(np.ptp(drift) < 0.5),
        "$2/t_k - k$ is {first:g} at $k = 1$, {second:.4f} at $k = 101$ and {last:.4f} at $k = "
        r"{most}$; less $\log k$ it tends to {constant:.4f}.",
        first=drift[0], second=drift[1], last=drift[2], most=ks[2], constant=law().constant,
    )  # fmt: skip


@value("asymptotic.constant")
def constant(effort: Effort) -> Value:
    """The C' for which 2/(k + C') is the first player's threshold."""
    at_101 = float(law().source_constant([101])[0])
    return Value(
        at_101,
        evidence="With the printed constant $t_{{101}}$ would be {printed:.4f}, which is "
        "{worth:.4f}, in the source's table too. At $k = 1$ the constant is {one:g}, and "
        "100 + {one:g} = 103.",
        printed=2 / (101 + 103), worth=float(draw_values(101)[-1]),
        one=float(law().source_constant([1])[0]),
    )  # fmt: skip


@claim("asymptotic.small", "asymptotic.disadvantage")
def first_player(effort: Effort) -> dict[str, Finding]:
    """What the first player is paid, and what the other early ones are."""
    pay = locked_seat_payoffs(101)
    below = [int(seat) for seat in np.flatnonzero(pay < 0.5) + 1]
    small = {
        "first": float(pay[0]), "share": float(0.5 / pay[0]), "form": 2 / 101, "k": 101,
    }  # fmt: skip
    seats = {
        "first": float(pay[0]), "second": float(pay[1]), "middle": float(pay[50]),
        "last": float(pay[100]), "above": int((pay > 0.5).sum()), "below": below,
    }  # fmt: skip
    return {
        "asymptotic.small": Finding(
            bool(pay[0] < 0.5 / 20 and abs(2 / 101 / pay[0] - 1) < 0.1),
            "$t_{{101}} = {first:.6f}$, a {share:.0f}th of the half that a box is worth; $2/k$, "
            "the leading term, is {form:.4f} at $k = {k}$.",
            **small,
        ),
        "asymptotic.disadvantage": Finding(
            "partly" if below == [1] else len(below) > 10,
            "Seat 1 is paid {first:.4f} of a fair half. Seats paid less than one half: {below}. "
            "Seat 2 is paid {second:.6f}, seat 51 {middle:.4f}, seat 101 {last:.4f}.",
            **seats,
        ),
    }


def constant_figure() -> tuple[Figure, str]:
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
