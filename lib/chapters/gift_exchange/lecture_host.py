"""For a host: how many thefts a gift should stand, and whether friends should spare each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product

import pandas as pd

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import Condition, GameStatistics, Rules, simulate
from parlor.games.gift_exchange.position import Limits
from press import FAINT, Drawn, Effort, frame, label_ends, new_figure

from .future.welfare import best_limit as best_of
from .future.welfare import costly_limits, gain
from .incentives import pact_gain
from .lecture_party import FOUR, FOUR_WORTH, holdings, play_party
from .pieces import answers
from .plain_games import Move
from .words import named

LIMITS = (1, 2, 3, 4, 6, 10, None)
SETS = ("BASE", "SC", "AD", "FULL")
SPELLED = dict(zip(SETS, ("the plain game", "social costs", "moods", "all four"), strict=True))
MODELS = ("independent", "correlated")
SIZES = (2, 4, 8)
Limited = Mapping[tuple[str, str], Sequence[GameStatistics]]


@cache
def limited(n_games: int = 1_000) -> dict[tuple[str, str], list[GameStatistics]]:
    """Games by tastes, features and limit; number for number the same games."""
    return {
        (v, f): [simulate(n_games, valuation=v, features=f, total_limit=cap) for cap in LIMITS]
        for v, f in product(MODELS, SETS)
    }


def welfare_figure(found: Limited) -> Drawn:
    """Mean value of what players take home, by limit."""
    figure, axes = new_figure(height=3.5, ncols=2, sharey=True, narrow=5.4)
    lines = dict(zip(SETS, ("C0-o", "C3:s", "C1-.^", "C2--v"), strict=True))
    means = {key: [s.welfare for s in row] for key, row in found.items()}
    for axis, v in zip(axes, MODELS, strict=True):
        for f, style in lines.items():
            look = {"color": style[:2], "label": SPELLED[f]}
            axis.plot(range(len(LIMITS)), means[v, f], style[2:], **look)
        axis.set(
            title=v, xlabel="thefts a gift may suffer", xticks=range(len(LIMITS)),
            xticklabels=[cap or "any" for cap in LIMITS], ylim=(0.64, 0.83),
        )  # fmt: skip
        label_ends(axis)
    axes[0].set_ylabel("mean final value")
    told = []
    for f in SETS:
        row = means["correlated", f]
        best = LIMITS[row.index(max(row))] or "no limit"
        told.append(f"{SPELLED[f]} {best} ({max(row):.3f}, without a limit {row[-1]:.3f})")
    return figure, (
        "Two line charts. Where tastes agree the best limit is: " + "; ".join(told) + ". Where "
        "tastes are independent the curves rise to a limit of 4 and are nearly level from there."
    )


def costly_table(effort: Effort) -> pd.DataFrame:
    """Mean value of a gift without a limit and with the best one, and the gain by it."""
    rows = []
    for (v, f), row in costly_limits(effort).items():
        best = best_of(row)
        gained = gain(row, best)
        free, capped = (f"{row[cap].values['welfare']:.3f}" for cap in (None, best))  # noqa: PD011
        more = f"{gained:+.4f}" if best else "0"
        rows.append([f"{v}, {SPELLED[named(f)]}", free, best or "none", capped, more])
    heads = ["tastes and features", "no limit", "best limit", "with it", "gain"]
    return pd.DataFrame(rows, columns=heads)


ORDER = (2, 4, 3, 1)  # of the gifts, one of two in which the limit matters
HOLDS = 0.68  # where a gift stands in the figure


def _in_words(move: Move, last: int) -> str:
    """A move of the four guests."""
    if not move.victim:
        return f"guest {move.player} opens gift {move.gift}"
    if move.round > last:
        return f"guest {move.player} swaps with guest {move.victim}, which is no theft"
    return f"guest {move.player} takes gift {move.gift} from guest {move.victim}"


def thefts_figure() -> Drawn:
    """The four guests move by move, with a limit of one theft a gift beside no limit."""
    figure, axes = new_figure(height=3.1, ncols=2, narrow=5.6)
    games = [
        play_party(FOUR_WORTH, FOUR, ORDER, limits=Limits(total_limit=limit)) for limit in (1, None)
    ]
    n, length = len(FOUR), max(map(len, games))
    told = []
    for side, (axis, moves) in enumerate(zip(axes, games, strict=True)):
        held = holdings(moves, n)
        for guest, rule in enumerate(FOUR, 1):
            axis.text(0.02, n - guest + 0.13, f"guest {guest}", va="center")
            axis.text(0.02, n - guest - 0.17, rule, va="center", fontsize=9, color=FAINT)
        for step in range(length):
            place = min(step, len(moves) - 1)
            thefts = [m.gift for m in moves[: place + 1] if m.victim and m.round <= n]
            for guest, gift in enumerate(held[place], 1):
                if gift:
                    text = f"gift {gift}" + (", safe" if side == 0 and gift in thefts else "")
                    box = {"boxstyle": "round,pad=0.35", "facecolor": f"C{gift - 1}", "alpha": 0.35}
                    how = {"va": "center", "ha": "center", "bbox": box}
                    frame(step, axis.text(HOLDS, n - guest, text, **how))
            if step < len(moves) and moves[step].victim:
                off, to = (n - x for x in (moves[step].victim, moves[step].player))
                look = {"arrowstyle": "->", "color": "#1a1b1c", "lw": 1.4}
                arrow = axis.annotate("", (0.95, to), (0.95, off), arrowprops=look)
                frame(step, arrow, arrow.arrow_patch)
            word = "theft" if len(thefts) == 1 else "thefts"
            frame(step, axis.text(0.02, -0.85, f"{len(thefts)} {word} so far", va="center"))
        over = ["the party is over"] * (length - len(moves))
        told.append([_in_words(move, n) for move in moves] + over)
        axis.set(
            xlim=(0, 1), ylim=(-1.2, n - 0.4), xticks=[], yticks=[],
            title=("a gift is safe after one theft", "no limit")[side],
        )  # fmt: skip
        axis.grid(visible=False)
        for spine in axis.spines.values():
            spine.set_visible(False)
    totals = [sum(bool(m.victim) and m.round <= n for m in moves) for moves in games]
    lines = []
    for first, second in zip(*told, strict=True):
        same = f"In both games {first}."
        lines.append(same if first == second else f"With the limit {first}; without it {second}.")
    figure.move("move", range(1, length + 1), lines, start=3)
    return figure, (
        f"Two games of the same four guests. With a limit of one theft a gift there are {totals[0]}"
        f" thefts, without a limit {totals[1]}. " + " ".join(lines)
    )


@cache
def pacts(n_games: int = 3_000) -> dict[tuple[str, str, int], Estimate]:
    """What a pact not to rob each other is worth to a member, on the same games without it."""
    pact = {
        (v, f, k): Condition(valuation=v, features=f, rules=Rules(coalition=k))
        for f, v, k in product(("", "SC"), MODELS, SIZES)
    }
    jobs = {key: {"condition": one, "n_games": n_games} for key, one in pact.items()}
    return answers("pacts", pact_gain, jobs)


def pacts_table(found: Mapping[tuple[str, str, int], Estimate]) -> pd.DataFrame:
    """The gains by tastes, cost and size."""
    rows = [
        [f"{v}, {SPELLED[f or 'BASE']}", *(f"{found[v, f, k]:+.4f}" for k in SIZES)]
        for f, v in product(("", "SC"), MODELS)
    ]
    return pd.DataFrame(rows, columns=["tastes and features", *(f"{k} members" for k in SIZES)])


def values() -> dict[str, str]:
    """What the lecture prints."""
    row, pact = limited()["correlated", "BASE"], pacts()
    three = -gain(costly_limits(Effort(False))["correlated", ()], 3)
    return {
        "host_long": f"{row[-1].actions / row[0].actions:.1f}",
        "host_pact": f"{pact['correlated', 'SC', 8]:+.4f}",
        "host_no_pact": f"{-pact['correlated', '', 8]:.4f}",
        "host_three": f"{three:.4f}",
    }
