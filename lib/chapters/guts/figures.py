"""The figures on guts: each with what a reader who does not see it should know."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from parlor.core.literature import games
from parlor.games.guts import mesh_game, payoff
from parlor.games.guts.rounds import against
from parlor.solvers import recursive_game
from press import FAINT, Drawn, label_ends, new_figure

from .coalitions import fit, limit, printed_values, rational_law
from .learning import RUNS, runs_of_three
from .lectures import deals_drawn
from .solutions import MOST, continuum


def deal() -> Drawn:
    """Three deals of a game of three."""
    figure, axes, held = deals_drawn(
        ((0.81, 0.70, 0.35), (0.72, 0.93, 0.84), (0.52, 0.31, 0.88)), (0.645, 0.676, 0.676), 7.4
    )
    said = (
        "two hold: 2 pays 3 to 1,\nstakes times 1",
        "all hold: 1 and 3 pay 3,\nstakes times 2",
        "3 alone holds, and takes\nthe pot: the end",
    )
    for axis, what in zip(axes, said, strict=True):
        axis.set_title(what, fontsize=9)
    one, two, three = map(len, held)
    return figure, (
        "Three panels, one for each deal, with three hands and thresholds each. Holders: "
        f"{one}, {two} and {three}; the last one ends the game."
    )


def value_map(reduced: bool = False) -> Drawn:
    """The drift of the value map in three games."""
    figure, axes = new_figure(ncols=3, height=2.8, narrow=5.6)
    guts = tuple(mesh_game(2, 11 if reduced else 21))
    spans: list[tuple[Any, ...]] = [
        (*guts, -1, 0.5, "guts, 1 against 2"),
        (*games("parlor_2026")["tangent"].matrices, -1, 1, "the napkin's game"),
        (*games("parlor_2026")["three"].matrices, -1.5, 1.8, "three fixed points"),
    ]
    crossings, least = [], 0.0
    for axis, (a, b, low, high, name) in zip(axes, spans, strict=True):
        v = np.linspace(low, high, 61)
        drift = recursive_game.value_map(a, b, v.tolist()) - v
        crossings.append(int((drift[1:] * drift[:-1] < 0).sum()))
        least = float(drift.min()) if "napkin" in name else least
        axis.plot(v, drift)
        axis.axhline(0, color=FAINT, lw=1)
        i = np.flatnonzero((drift[1:] * drift[:-1] <= 0) & (drift[1:] != drift[:-1]))
        roots = v[i] - drift[i] * (v[i + 1] - v[i]) / (drift[i + 1] - drift[i])
        axis.plot(roots, 0 * roots, "o", color="C1", ms=5)
        axis.set(title=name, xlabel="$V$")
    axes[0].set_ylabel("$T(V) - V$")
    return figure, (
        f"Three curves. The first falls through zero {crossings[0]} time, just below $V = 0$. The "
        f"second touches zero at 0 from above, its least value is {abs(least):.3f}. The third "
        f"crosses zero {crossings[2]} times."
    )


def blend() -> Drawn:
    """Player 1's return against each plan of the friends, and against their mix."""
    two = continuum(2)
    own = two.player_one[0][0]
    ((q, _), share), ((_, r), rest) = two.coalition
    figure, axes = new_figure(ncols=2, narrow=5.4)
    p1 = np.linspace(0.4, 0.9, 201)
    total = {}
    for name, allies in (("plan A: both alike", (q, q)), ("plan B: one on anything", (0.0, r))):
        total[name] = np.array([1, two.value]) @ against(allies, p1)
        axes[0].plot(p1, total[name], label=name)
    bloc, leader = total.values()
    mixed = share * bloc + rest * leader
    axes[1].plot(p1, mixed, color="C2", label="their optimal mix")
    for axis in axes:
        axis.axhline(two.value, color=FAINT, lw=1)
        axis.axvline(own, color=FAINT, lw=1)
        axis.set(xlabel="player 1's threshold")
        axis.legend(loc="lower left")
    axes[1].annotate("value", (0.9, two.value), xytext=(0, 3), textcoords="offset points",
                     ha="right", fontsize=9)  # fmt: skip
    axes[0].set(ylabel="player 1's return")
    crossing = float(p1[np.argmax(bloc > leader)])
    return figure, (
        "First, two concave curves: against plan A the return rises and then falls, against plan B "
        f"it falls; they cross at {crossing:.3f}, the best threshold. Second, the friends' mix, "
        f"which leaves her most, {mixed.max():.4f}, at {p1[mixed.argmax()]:.3f}."
    )


def by_friends(axis: Axes) -> None:
    """Let a figure go from two friends to some hundreds, by their ratios."""
    axis.set(xscale="log", xlabel="friends")
    axis.set_xticks([2, 5, 10, 20, 50, 200], ["2", "5", "10", "20", "50", "200"])
    axis.minorticks_off()


def growth(reduced: bool = False) -> Drawn:
    """What the friends win as their number grows."""
    figure, axes = new_figure()
    n = np.arange(2, MOST + 1)
    exact = [-continuum(N).value for N in n]
    further = (20, 40) if reduced else (20, 40, 80, 160)
    true = {N: -continuum(N).value for N in further}
    law, end = fit(printed_values()), -limit().value
    axes.plot(n, printed_values(), "o", mfc="none", ms=7, label="printed")
    axes.plot(n, exact, ".", color="C1", label="exact")
    wide = np.geomspace(2, 200, 100)
    axes.plot(wide, rational_law(wide, *law), color="C0", lw=1, label="the paper's fit")
    axes.plot(list(true), list(true.values()), ".", color="C1")
    axes.axhline(end, color="C2", ls="--", label="limit of the exact values")
    axes.set(ylabel="what they win, in antes")
    by_friends(axes)
    axes.legend(loc="lower right")
    passed = float(wide[np.argmax(rational_law(wide, *law) > end)])
    return figure, (
        f"Points rise from {exact[0]:.3f} for two friends to {exact[-1]:.3f} for {MOST}. The "
        f"fitted curve overtakes the exact points and crosses the limit, {end:.4f}, near N = "
        f"{passed:.0f}."
    )


def wills(reduced: bool = False) -> Drawn:
    """Fictitious play of three: the gap, and the plays."""
    run = runs_of_three(reduced)[RUNS[0]]
    points = np.linspace(0, 1, run.mixes[0].size)
    figure, axes = new_figure(ncols=2, narrow=5.4)
    axes[0].loglog(run.steps, run.gaps, label="$g(n)$")
    axes[0].loglog(run.steps, run.steps * run.gaps, label=r"$n\,g(n)$")
    label_ends(axes[0])
    some = np.unique(np.searchsorted(run.steps, np.geomspace(1, run.steps[-1], 24)))
    # the three often play alike: marks that are seen inside each other
    for player, (mark, size) in enumerate((("s", 8), ("o", 5), ("x", 3.5))):
        axes[1].semilogx(run.steps[some], points[run.plays[player]][some], mark, ms=size, mew=1,
                         mfc="none", label=f"player {player + 1}")  # fmt: skip
    axes[1].axhline(2**-0.5, color=FAINT, lw=1)
    axes[0].set(xlabel="n, rounds", ylabel="gap")
    axes[1].set(xlabel="n, rounds", ylabel="threshold played")
    axes[1].legend()
    last = [float(points[p]) for p in run.plays[:, -1]]
    return figure, (
        "First, the gap falls like a power of n; n times the gap falls slowly and ends at "
        f"{run.steps[-1] * run.gap:.3f}. Second, the plays of all three players close in on .7071: "
        f"the last ones are {min(last):.3f} to {max(last):.3f}."
    )


def surface(reduced: bool = False) -> Drawn:
    """Player 1's payoff at the Weenie equilibrium against all pairs."""
    figure, axis = new_figure(width=5.2, height=4)
    side, root = np.linspace(0, 1, 41 if reduced else 121), 3**-0.5
    paid = np.array([[payoff((root, a, b), weenie=True) for a in side] for b in side])
    levels = [0.005, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1]
    drawn: Any = axis.contour(side, side, paid, levels=levels, colors="C0", linewidths=1)
    # each label stands where its curve crosses the diagonal, since an edge would cut it
    inside = side[(side > 0.1) & (side < 0.98)]
    rises = np.array([payoff((root, a, a), weenie=True) for a in inside])
    spots = [inside[np.abs(rises - level).argmin()] for level in levels]
    axis.clabel(drawn, fontsize=9, colors="#1a1b1c", fmt="%g", manual=[(a, a) for a in spots])
    axis.plot(root, root, "o", color="C1")
    axis.annotate("0", (root, root), xytext=(-12, 2), textcoords="offset points", color="C1")
    axis.set(xlabel="player 2's threshold", ylabel="player 3's threshold", aspect="equal")
    b, a = np.unravel_index(paid.argmin(), paid.shape)
    return figure, (
        "Contour map over the unit square. The surface is zero at the point (.577, .577) only, the "
        f"least on a mesh is {paid.min():.1e} at ({side[a]:.3f}, {side[b]:.3f}), and it rises to "
        f"{paid.max():.2f} at a corner."
    )
