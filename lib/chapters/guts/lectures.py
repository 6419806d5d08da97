"""Figures and tables that only the lectures on guts show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, log
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from scipy.optimize import brentq

from parlor.games.guts import equilibrium_threshold, payoff, solve_coalition, stakes_multiplier
from parlor.games.guts.rounds import against
from parlor.games.guts.weenie import strongest_coalition
from press import FAINT, Drawn, frame, label_ends, new_figure

from ..tolerances import ROUNDING
from .coalitions import printed_values, whole
from .learning import pennies
from .rounds import Mix, total, worth_of
from .small_games import GAMES, apart, together
from .solutions import MOST, continuum, on_mesh

LINES = (0.64, 0.68, 0.68)
DEALS = ((0.81, 0.78, 0.35), (0.72, 0.93, 0.84), (0.52, 0.31, 0.88))


def holders(hands: Sequence[float], lines: Sequence[float]) -> list[int]:
    """The seats, counted from 0, whose hands are above their lines."""
    return [seat for seat, (hand, line) in enumerate(zip(hands, lines, strict=True)) if hand > line]


def game_in_chips(
    deals: Sequence[Sequence[float]] = DEALS, lines: Sequence[float] = LINES
) -> pd.DataFrame:
    """A game dealt by dealt, every chip that moves, and what each has in the end.

    Parameters
    ----------
    deals : sequence of sequences of float
        The hands of each round.
    lines : sequence of float
        Everybody's threshold.

    Returns
    -------
    pandas.DataFrame
        A row a round, and one for the sum.

    Examples
    --------
    >>> list(game_in_chips().iloc[-1, -3:])
    ['-1', '-1', '+2']
    """
    n = len(lines)
    pot, net, rows = n, np.full(n, -1), []
    for number, hands in enumerate(deals, start=1):
        held = holders(hands, lines)
        change = np.zeros(n, int)
        if held:
            best = max(held, key=lambda seat: hands[seat])
            change[held] = -pot
            change[best] = pot
        net = net + change
        who = ", ".join(str(seat + 1) for seat in held) or "nobody"
        rows.append([str(number), f"{pot} chips", who, *map(_signed, change)])
        pot *= max(len(held) - 1, 0) if held else 1
    sums = ["in all", "", "", *map(_signed, net)]
    columns = ["deal", "pot", "who holds", *(f"player {i + 1}" for i in range(n))]
    return pd.DataFrame([*rows, sums], columns=columns)


def _signed(chips: int) -> str:
    return f"{int(chips):+d}" if chips else "0"


def hands_and_lines(
    axis: Axes, hands: Sequence[float], lines: Sequence[float], named: bool
) -> None:
    """Draw a deal: for each player a hand and the line above which she holds."""
    told: set[str] = set()
    for player, (hand, line) in enumerate(zip(hands, lines, strict=True)):
        what = "holds" if hand > line else "drops"
        axis.plot([player, player], [0, 1], color=FAINT, lw=1)
        axis.plot([player - 0.25, player + 0.25], [line] * 2, color="C0", lw=2)
        axis.plot(player, hand, "o" if hand > line else "x", color="C1", ms=8)
        for name, colour, height in ((what, "C1", hand), ("threshold", "C0", line)):
            if named and name not in told and (name != "threshold" or abs(hand - line) > 0.1):
                told.add(name)
                axis.annotate(name, (player, height), xytext=(7, 0), textcoords="offset points",
                              color=colour, fontsize=9,
                              va="top" if name == "threshold" else "bottom")  # fmt: skip
    axis.set(xticks=range(len(hands)), xticklabels=range(1, len(hands) + 1), ylim=(0, 1))
    axis.set(xlim=(-0.4, len(hands) - 0.2), xlabel="player")
    axis.grid(visible=False, axis="x")


def deals_drawn(
    deals: Sequence[Sequence[float]], lines: Sequence[float], narrow: float
) -> tuple[Any, Any, list[list[int]]]:
    """Draw deals side by side, and tell who holds in each."""
    figure, axes = new_figure(height=2.8, narrow=narrow, ncols=len(deals), sharey=True)
    for axis, hands in zip(axes, deals, strict=True):
        hands_and_lines(axis, hands, lines, named=axis is axes[0])
    axes[0].set_ylabel("hand")
    return figure, axes, [holders(hands, lines) for hands in deals]


def one_game_figure() -> Drawn:
    """Three deals of a table of three."""
    figure, axes, held = deals_drawn(DEALS, LINES, 6.6)
    told = []
    for number, (axis, seats) in enumerate(zip(axes, held, strict=True), start=1):
        axis.set_title(f"deal {number}")
        told.append(f"Deal {number}: held by {', '.join(str(seat + 1) for seat in seats)}.")
    panels = "Three panels with a hand and a threshold for each of three players."
    return figure, " ".join([panels, *told])


def fair_figure() -> Drawn:
    """What a player earns beside fair ones, by her own threshold."""
    figure, axis = new_figure()
    x = np.linspace(0, 1, 201)
    flat = []
    for n, width in ((2, 5), (3, 3), (5, 1.2)):  # so that all are seen where they coincide
        fair = equilibrium_threshold(n)
        y, _ = against([fair] * (n - 1), x)
        axis.plot(x, y, lw=width, label=f"{n} players", solid_capstyle="butt")
        axis.plot(fair, 0, "o", color=axis.lines[-1].get_color(), mec="#1a1b1c", ms=7)
        flat.append(abs(y[x <= fair]).max() < ROUNDING)
    axis.set(xlabel="own threshold", ylabel="chips won in a deal", ylim=(-0.55, 0.05))
    label_ends(axis)
    alt = "Curves for 2, 3 and 5 players: "
    alt += "exactly zero up to the fair line" if all(flat) else "not flat below the fair line"
    return figure, f"{alt}, where a dot stands, and falling beyond it."


def announced(mix: Mix) -> tuple[float, float]:
    """Player 1's best threshold, repeated against a mix that is never changed, and its worth.

    Examples
    --------
    >>> own, worth = announced([((0.5,), 1.0)])
    >>> own <= 0.5, abs(worth) < 1e-12
    (True, True)
    """
    grid = np.linspace(0, 1, 2001)
    worth = worth_of(mix, grid)
    best = int(worth.argmax())
    return float(grid[best]), float(worth[best])


def knows_table() -> pd.DataFrame:
    """What player 1 would do if she knew which of the two plans is played today."""
    solution = continuum(2)
    grid, (plan_a, plan_b) = np.linspace(0, 1, 2001), [plan for plan, _ in solution.coalition]
    best_a, best_b = (
        float(max(grid, key=lambda p: total(p, plan, solution.value))) for plan in (plan_a, plan_b)
    )
    own, rows = solution.player_one[0][0], []
    for said, p in (("sure of A", best_a), ("not knowing", own), ("sure of B", best_b)):
        against = [total(p, allies, solution.value) for allies, _ in solution.coalition]
        mixed = sum(w * x for (_, w), x in zip(solution.coalition, against, strict=True))
        rows.append([said, round(p, 3), *(f"{x:.4f}" for x in (*against, mixed))])
    columns = ["player 1 is", "holds above", "against A", "against B", "against the mix"]
    return pd.DataFrame(rows, columns=columns)


def landscape_figure() -> Drawn:
    """What two friends leave player 1, by the lower of their thresholds."""
    solution = continuum(2)
    own, value = solution.player_one[0][0], solution.value
    lower = np.linspace(0, 0.76, 153)
    upper = np.linspace(0, 1, 401)
    least = [min(total(own, (a, b), value) for b in upper[upper >= a]) for a in lower]
    q = solution.coalition[0][0][0]
    figure, axis = new_figure()
    axis.plot(lower, least)
    axis.axhline(value, color=FAINT, lw=1)
    axis.plot([0, q], [value, value], "o", color="C1")
    axis.text(0.02, value - 0.006, "plan B:\none on anything", color="C1", va="top")
    axis.text(q, value - 0.006, "plan A:\nboth alike", color="C1", va="top", ha="center")
    axis.set(xlabel="the bolder friend holds above", ylabel="player 1's return")
    axis.set(ylim=(-0.033, None))
    hump = max(x for a, x in zip(lower, least, strict=True) if a < q)
    alt = (
        "One curve with two equally low valleys, at a threshold of 0 and where both hold alike, "
        f"above {q:.3f}; between them a hump as high as {hump:.3f}."
    )
    return figure, alt


def friends_figure(sizes: Sequence[int] = (1, 2, 3, 4, 5, 8, 15)) -> Drawn:
    """Player 1's return by her threshold against both plans and their mix, for more friends."""
    figure, axis = new_figure(height=3.6)
    own, told, values = np.linspace(0.2, 1, 65), [], []
    for number, size in enumerate(sizes):
        solution = continuum(size)
        mixed, words = np.zeros_like(own), []
        for allies, share in solution.coalition:
            y = np.array([total(p, allies, solution.value) for p in own])
            mixed += share * y
            beside = size > 1 and min(allies) == 0
            frame(number, axis.plot(own, y, "C1--" if beside else "C0-.", lw=1.2))
            line = f"one holds on anything and the rest above {max(allies):.3f}" if beside else (
                f"all hold above {max(allies):.3f}")  # fmt: skip
            words.append(f"{line} ({100 * share:.0f}\u202f%)")
        best, value = solution.player_one[0][0], solution.value
        frame(number, axis.plot(own, mixed, "C2", lw=2.5), axis.plot(best, value, "o", color="C2"))
        friends = "One opponent" if size == 1 else f"{size} friends"
        loses = f"{-100 * value:.2f}\u202f% of an ante" if value < -1e-9 else "nothing"
        plans = ", or ".join(words)
        told.append(f"{friends}: {plans}. You hold above {best:.3f} and lose {loses}.")
        values.append(value)
    names = {"plan A: all alike": "C0-.", "plan B: one on anything": "C1--", "their mix": "C2"}
    for name, style in names.items():
        axis.plot([], [], style, label=name)
    axis.legend(loc="lower left")
    axis.set(xlabel="player 1 holds above", ylabel="player 1's return", ylim=(-0.5, 0.06))
    figure.move("friends", sizes, told, start=1)
    return figure, (
        f"Curves of player 1's return against plan A, plan B and their mix, for {sizes[0]} to "
        f"{sizes[-1]} friends. The mix is highest where she holds best; there she loses "
        f"{-100 * values[1]:.2f} % of an ante against {sizes[1]} and {-100 * values[-1]:.2f} % "
        f"against {sizes[-1]}."
    )


def pushed_figure() -> Drawn:
    """Two friends' thresholds pushed together."""
    solution = continuum(2)
    own, value = solution.player_one[0][0], solution.value
    figure, axis = new_figure()
    falls = []
    for mean in (0.70, 0.75, 0.80):
        apart = np.linspace(0, 2 * min(mean - own, 1 - mean), 60)
        y = [total(own, (mean - d / 2, mean + d / 2), value) for d in apart]
        falls.append(bool((np.diff(y) > 0).all()))
        axis.plot(apart, y, label=f"mean {mean:.2f}")
    axis.set(xlabel="distance of the two thresholds", ylabel="player 1's return")
    label_ends(axis)
    alt = "Three curves, for three mean thresholds of two friends above player 1's. "
    return figure, alt + ("All rise" if all(falls) else "Not all rise") + " with the distance."


def meshes_table(meshes: Sequence[int | None] = (21, 101, 201, 501, None)) -> pd.DataFrame:
    """What two allies win with thresholds on a mesh of so many points, and the share of plan B."""
    rows = []
    for mesh in meshes:
        solution = solve_coalition(2, mesh=mesh)
        beside = sum(weight for allies, weight in solution.coalition if min(allies) == 0)
        name, wins = f"{mesh} points" if mesh else "all from 0 to 1", f"{-solution.value:.7f}"
        rows.append([name, wins, f"{100 * beside:.1f} %", f"{solution.gap:.0e}"])
    return pd.DataFrame(rows, columns=["thresholds", "the friends win", "plan B", "duality gap"])


def shapes_table() -> pd.DataFrame:
    """What friends win on a mesh with any thresholds, and with those of plans A and B."""
    rows = []
    for size, mesh in ((3, 6), (3, 21), (4, 21), (5, 21)):
        free, shaped = -whole(size, mesh).value, -on_mesh(size, mesh).value
        rows.append([size, mesh, f"{free:.6f}", f"{shaped:.6f}", f"{free - shaped + 0:.1e}"])
    columns = ["friends", "mesh", "any thresholds", "plans A and B", "difference"]
    return pd.DataFrame(rows, columns=columns)


@cache
def least_of_leader_plans(n_players: int, points: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """Payoff of the Weenie rule's equilibrium against (0, q, ..., q), by q from that line up."""
    fair = equilibrium_threshold(n_players, weenie=True)
    q = np.linspace(fair, 1, points + 1)
    line = [payoff((fair, 0.0, *[x] * (n_players - 2)), weenie=True) for x in q]
    return q, np.array(line)


def dip_table(most: int = 10) -> pd.DataFrame:
    """The lowest point of each curve of `dip_figure`, beside the lowest against any plan."""
    rows = []
    for n in range(3, most + 1):
        q, line = least_of_leader_plans(n)
        fair = equilibrium_threshold(n, weenie=True)
        k = int(line.argmin())
        found = strongest_coalition(n).least
        rows.append([n, f"{fair:.4f}", f"{q[k]:.3f}", f"{line[k]:.5f}",
                     f"{round(found, 9) + 0:.5f}"])  # fmt: skip
    columns = ["players", "fair line", "careful above", "leader's plan", "any plan"]
    return pd.DataFrame(rows, columns=columns)


def leave_table(most: int = 10) -> pd.DataFrame:
    """By what the stakes multiply on the Weenie rule's fair line, and what the game is worth."""
    rows = []
    for n in range(3, most + 1):
        fair = equilibrium_threshold(n, weenie=True)
        grows = stakes_multiplier((fair,) * n, weenie=True)
        value = continuum(n - 1, weenie=True).value
        rows.append([n, f"{grows:.4f}", f"{round(value, 9) + 0:.5f}"])
    columns = ["players", "stakes multiply by", "value to player 1"]
    return pd.DataFrame(rows, columns=columns)


def dip_figure(most: int = 12) -> Drawn:
    """The Weenie rule's fair line against one friend on anything and others grown careful."""
    figure, axis = new_figure()
    told, lows, sizes = [], {}, range(3, most + 1)
    for number, n in enumerate(sizes):
        q, line = least_of_leader_plans(n)
        x, k = (q - q[0]) / (1 - q[0]), int(line.argmin())
        lows[n] = float(line[k])
        axis.plot(x, line, color=FAINT, lw=0.8)
        frame(number, axis.plot(x, line, "C0", lw=2.5), axis.plot(x[k], line[k], "C1o", ms=7))
        others = "the other holds" if n == 3 else f"the {n - 2} others hold"
        came = "wins" if lows[n] > 0 else "loses"
        told.append(
            f"{n} players. One friend holds on anything, and {others} above {q[k]:.3f} at best: "
            f"the player on the fair line then {came} {abs(lows[n]):.3f} antes a deal."
        )
    axis.axhline(0, color="#1a1b1c", lw=1)
    axis.set(xlabel="the careful friends: from the fair line (0) to never holding (1)",
             ylabel="what player 1 wins", ylim=(-0.09, 0.2))  # fmt: skip
    figure.move("players", sizes, told, start=0)
    lowest = ", ".join(f"{low:.3f} for {n}" for n, low in lows.items())
    return figure, (
        f"A curve for each number of players, each with one dip, which sinks as they grow in "
        f"number and passes below zero at six. Its lowest point: {lowest} players."
    )


def limit_of_dip() -> tuple[float, float]:
    """The best such plan as the players grow without bound: its t, and player 1's payoff.

    Holders are Poisson: player 1's line is 1 - log(3)/n, the careful allies' 1 - t/n.
    """
    a = log(3)
    t = float(brentq(lambda t: exp(t) - 2 * (a - t), 0, a))
    return t, t + 1 - a + 2 * exp(-t) * (a - t - 1)


def multiplier_figure(most: int = 40) -> Drawn:
    """What the stakes multiply by when all play the fair line."""
    figure, axis = new_figure()
    n = np.arange(2, most + 1)
    above = []
    for weenie, label in ((False, "standard rule"), (True, "Weenie rule")):
        fair = [equilibrium_threshold(int(k), weenie=weenie) for k in n]
        y = [stakes_multiplier((p,) * int(k), weenie=weenie) for k, p in zip(n, fair, strict=True)]
        axis.plot(n, y, ".", label=label)
        limit, colour = log(3 if weenie else 2), axis.lines[-1].get_color()
        axis.axhline(limit, color=colour, lw=1, ls="--")
        axis.annotate(f"{label}: to log {3 if weenie else 2}", (most, limit), xytext=(0, 3),
                      textcoords="offset points", ha="right", color=colour, fontsize=9)  # fmt: skip
        above.append([int(k) for k, x in zip(n, y, strict=True) if x > 1])
    axis.axhline(1, color=FAINT, lw=1)
    axis.set(xlabel="players", ylabel="stakes multiply by", ylim=(None, 1.17))
    never = "stay below 1" if not above[0] else f"exceed 1 from {min(above[0])} on"
    alt = f"Two rows of dots rising to dashed lines at log 2 and log 3. The standard rule's {never}"
    return figure, f"{alt}, the Weenie rule's exceed 1 from {min(above[1])} players on."


def pennies_figure(n_rounds: int = 100_000) -> Drawn:
    """Fictitious play of matching pennies: the gap times the number of rounds."""
    run = pennies(n_rounds)
    scaled = run.steps * run.gaps
    figure, axis = new_figure()
    axis.loglog(run.steps, scaled, ".", label=r"$n\,g(n)$")
    axis.loglog(run.steps, np.sqrt(run.steps), color=FAINT, lw=1, label=r"$\sqrt{n}$")
    axis.set(xlabel="n, rounds", ylabel=r"$n\,g(n)$")
    label_ends(axis)
    alt = f"Dots rise along a square root, from {scaled[0]:.0f} to {scaled[-1]:.0f}"
    return figure, f"{alt} after {n_rounds:,} rounds."


Pairs = Mapping[tuple[int, int], float]
ODD_PLANS: tuple[tuple[str, Pairs], ...] = (  # what two friends name, counted from 0
    ("both always name 1", {(0, 0): 1.0}),
    ("each names any number at random, alone", {(a, b): 1 / 9 for a in range(3) for b in range(3)}),
    ("one always names 1, the other 2 or 3 by a coin", {(0, 1): 0.5, (0, 2): 0.5}),
    ("they draw one of the pairs 1-2, 1-3 and 2-3", {(0, 1): 1 / 3, (0, 2): 1 / 3, (1, 2): 1 / 3}),
    ("they draw 1-1 or 2-2", {(0, 0): 0.5, (1, 1): 0.5}),
    ("they draw one of the pairs 1-1, 2-2 and 3-3", {(0, 0): 1 / 3, (1, 1): 1 / 3, (2, 2): 1 / 3}),
)


def odd_figure() -> Drawn:
    """What naming each number brings in the odd-man games, by the friends' plan."""
    figure, axes = new_figure(height=2.9, narrow=5.4, ncols=2, sharey=True)
    told, least = [], dict.fromkeys(("D1", "D2"), 0.0)
    for number, (plan, pairs) in enumerate(ODD_PLANS):
        best = []
        for axis, key in zip(axes, ("D1", "D2"), strict=True):
            paid = sum(chance * GAMES[key][:, a, b] for (a, b), chance in pairs.items())
            frame(number, axis.bar((1, 2, 3), paid, color="C0", width=0.6))
            best.append(float(np.max(paid)) + 0.0)
            frame(number, axis.axhline(best[-1], color="C1", lw=1.5, ls="--"))
            least[key] = min(best[-1], least[key])
        told.append(
            f"Plan {number + 1}: {plan}. At best you get {best[0]:.2f} in odd man in and "
            f"{best[1]:.2f} in odd man out."
        )
    for axis, name in zip(axes, ("odd man in", "odd man out"), strict=True):
        axis.axhline(0, color="#1a1b1c", lw=1)
        axis.set(title=name, xlabel="you name", xticks=(1, 2, 3), ylim=(-2.1, 2.1))
        axis.grid(visible=False, axis="x")
    axes[0].set_ylabel("you get, on average")
    figure.move("plan", range(1, len(ODD_PLANS) + 1), told, start=0)
    return figure, (
        f"Bars of what each of three numbers brings, for {len(ODD_PLANS)} plans of the friends; a "
        f"dashed line marks the best. The plans hold her to {least['D1']:.2f} in odd man in at "
        f"worst and to {least['D2']:.2f} in odd man out."
    )


def price_table(sizes: Sequence[int] = (2, 3, 4, 5, 8, 10, 15)) -> pd.DataFrame:
    """What friends win, printed and exact, everybody's thresholds, and the share of plan B."""
    rows = []
    for size, printed in zip(range(2, MOST + 1), printed_values(), strict=True):
        if size not in sizes:
            continue
        solution = continuum(size)
        (together, _), (led, share) = solution.coalition
        rows.append([
            size, f"{printed:.4f}", f"{-solution.value:.4f}", f"{solution.player_one[0][0]:.3f}",
            f"{max(together):.3f}", f"{max(led):.3f}", f"{100 * share:.1f} %",
        ])  # fmt: skip
    columns = ["friends", "printed", "exact", "you hold above", "plan A", "plan B", "share of B"]
    return pd.DataFrame(rows, columns=columns)


def odd_table() -> pd.DataFrame:
    """What two can hold the third to in the odd-man games, by whether they may whisper."""
    rows = []
    for key, name in (("D1", "odd man in"), ("D2", "odd man out")):
        loose, linked = apart(key, 20).value, together(key).value
        rows.append([name, 0.0, round(loose, 4) + 0.0, round(linked, 4)])
    columns = ["game", "nobody colludes", "each mixes alone", "drawn together"]
    return pd.DataFrame(rows, columns=columns)
