"""Figures of what the source leaves open: proofs are in the chapter of our own claims."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np
import pandas as pd

from parlor.games.guts import equilibrium_threshold
from parlor.solvers import zero_sum
from press import FAINT, Drawn, frame, label_ends, new_figure

from .curve import PairsCurve, pairs_curve
from .figures import by_friends
from .recursion import FOUR, zigzag
from .solutions import continuum
from .teams import Mix, solve_teams
from .two_against_two import weights

TEAMS = ((2, 3), (2, 4), (2, 5), (3, 4), (3, 6), (4, 5))
SIZES = (2, 3, 4, 5, 7, 10, 14, 20, 30, 50, 100, 200)


def order_figure() -> Drawn:
    """The four thresholds of the theorem by the number of friends, as distances from 1 times N."""
    rows = []
    for friends in SIZES:
        solution = continuum(friends)
        (*_, led), (*_, together) = sorted(plan for plan, _ in solution.coalition)
        own = solution.player_one[0][0]
        rows.append([own, together, equilibrium_threshold(friends + 1), led])
    far = (1 - np.array(rows)) * np.array(SIZES)[:, None]
    figure, axis = new_figure()
    names = ("you", "plan A: all alike", "fair line", "plan B: beside a leader")
    styles = ({"color": "C2"}, {"color": "C0"}, {"color": FAINT, "ls": "--"}, {"color": "C1"})
    for name, style, line in zip(names, styles, far.T, strict=True):
        axis.plot(SIZES, line, label=name, **style)
    axis.set(ylabel="(1 \u2212 threshold) \u00d7 friends", ylim=(0, 1.2))
    by_friends(axis)
    told = []
    for number, (friends, marks, row) in enumerate(zip(SIZES, far, rows, strict=True)):
        yours, alike, fair, others = row
        frame(number, axis.axvline(friends, color=FAINT, lw=1),
              axis.plot([friends] * len(row), marks, "o", color="#1a1b1c", ms=4))  # fmt: skip
        told.append(
            f"{friends} friends. You hold above {yours:.3f}. They all hold above {alike:.3f}, or "
            f"one holds on anything and {'the other' if friends == 2 else 'the others'} above "
            f"{others:.3f}. The fair line is {fair:.3f}."
        )
    figure.move("friends", SIZES, told, start=0)
    label_ends(axis)
    last = ", ".join(f"{name} {value:.3f}" for name, value in zip(names, far[-1], strict=True))
    return figure, (
        f"Four curves that never cross, from 2 to {SIZES[-1]} friends; at the right end: {last}. "
        f"The fair line tends to {log(2):.3f}."
    )


def curve_numbers() -> dict[str, str]:
    """The constants of two against two, as the pages print them."""
    curve = pairs_curve()
    between = 1 - curve.at_start - curve.at_end
    return {
        "pairs_t0": f"{curve.start:.8f}", "pairs_t1": f"{curve.end:.8f}",
        "pairs_d": f"{curve.both:.8f}", "pairs_q0": f"{curve.outer:.8f}",
        "pairs_zero": f"{curve.at_start:.5f}", "pairs_diagonal": f"{curve.at_end:.5f}",
        "pairs_between": f"{between:.5f}",
        "short_d": f"{curve.both:.3f}", "short_q0": f"{curve.outer:.3f}",
        "short_zero": f"{curve.at_start:.2f}", "short_diagonal": f"{curve.at_end:.2f}",
        "short_between": f"{between:.2f}",
    }  # fmt: skip


def curve_figure(mesh: int = 21) -> Drawn:
    """The curve of optimal pairs, dots by their chance; crosses: the optimal pairs of a mesh."""
    curve: PairsCurve = pairs_curve()
    figure, axis = new_figure(width=4.8, height=3.8)
    lower, higher = curve.points(count=200)
    axis.plot([0.64, 1], [0.64, 1], color=FAINT, lw=1)
    axis.text(0.9, 0.87, "both hold alike", fontsize=9, rotation=62, rotation_mode="anchor",
              ha="right", va="top")  # fmt: skip
    axis.plot(lower, higher, "C0", lw=1.5)
    for (p, q), chance in curve.mix(stretches=8):
        axis.plot(p, q, "o", color="C0", ms=4 + 18 * chance**0.5, alpha=0.6)
    at = list(weights(mesh))
    axis.plot(*zip(*at, strict=True), "x", color="C1", ms=9, mew=2,
              label=f"the paper's pairs, on a mesh of {mesh}")  # fmt: skip
    axis.plot([], [], "C0o-", label="optimal pairs, by their chance")
    axis.legend(loc="lower left")
    axis.set(xlim=(-0.04, 1), ylim=(0.5, 1.02))
    axis.set(xlabel="the bolder partner holds above", ylabel="the other holds above")
    return figure, (
        f"A curve that falls from (0, {curve.outer:.3f}) to ({curve.both:.3f}, {curve.both:.3f}) "
        f"on the diagonal. The dot at the start has {curve.at_start:.0%} of all chance, the one on "
        f"the diagonal {curve.at_end:.0%}. {len(at)} crosses lie near the curve."
    )


def mixed(mix: Mix) -> str:
    """Plans with their probabilities in words."""
    return "; ".join(
        (f"all {q:.4f}" if p == q else f"{p:.4g}, {q:.4f}")
        + (f" ({w:.3f})" if len(mix) > 1 else "")
        for (p, q), w in mix
    )


def teams_table(sizes: Sequence[tuple[int, int]] = TEAMS) -> pd.DataFrame:
    """Values and optimal mixes of teams that differ in number."""
    rows = [
        [f"{m} v {k}", f"{-game.value:.6f}", mixed(game.first), mixed(game.second)]
        for m, k, game in ((m, k, solve_teams(m, k)) for m, k in sizes)
    ]
    return pd.DataFrame(rows, columns=["teams", "each loses", "smaller team", "larger team"])


def fixed_points_figure(pieces: int = 7) -> Drawn:
    """T(V) less V of the game with four fixed points, and of a zigzag."""
    figure, axes = new_figure(height=2.9, narrow=5.6, ncols=2)
    for axis, (A, B), (low, high), title in (
        (axes[0], FOUR, (-4.0, 5.0), "two by two"),
        (axes[1], zigzag(pieces), (-1.0, pieces - 1.0), f"{pieces} by {pieces}"),
    ):
        V = np.linspace(low, high, 241)
        above = np.array([zero_sum.solve(A + B * v).value - v for v in V])
        axis.plot(V, above)
        axis.axhline(0, color=FAINT, lw=1)
        zeros = V[:-1][np.diff(np.sign(above + 1e-12)) != 0]
        axis.plot(zeros, 0 * zeros, "o", color="C1", ms=5)
        axis.set(title=title, xlabel="$V$", ylabel="$T(V) - V$", ylim=(-1.6, 1.6))
    return figure, (
        "Two curves about a line at zero. The first, of a game of two rows and two columns, "
        f"meets it four times; the second, a zigzag, {pieces} times."
    )
