"""For a host: how many thefts a gift should stand, and whether friends should spare each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import pandas as pd

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import Condition, GameStatistics, Rules, simulate
from parlor.games.gift_exchange.outlook import pact_gain
from press import Drawn, in_pieces, label_ends, new_figure

LIMITS = (1, 2, 3, 4, 6, 10, None)
SETS = ("BASE", "SC", "AD", "FULL")
MODELS = ("independent", "correlated")
SIZES = (2, 4, 8)
Limited = Mapping[tuple[str, str], Sequence[GameStatistics]]


@cache
def limited(n_games: int = 1_000) -> dict[tuple[str, str], list[GameStatistics]]:
    """Games by tastes, features and limit; number for number the same games."""
    return {
        (v, f): [simulate(n_games, valuation=v, features=f, total_limit=cap) for cap in LIMITS]
        for v in MODELS
        for f in SETS
    }


def best_limit(row: Sequence[GameStatistics]) -> int | None:
    """The limit with the largest mean value."""
    return LIMITS[max(range(len(LIMITS)), key=lambda i: row[i].welfare)]


def welfare_figure(found: Limited) -> Drawn:
    """Mean value of what players take home, by limit."""
    figure, axes = new_figure(height=3.5, ncols=2, sharey=True, narrow=5.4)
    lines = dict(zip(SETS, ("C0-o", "C3:s", "C1-.^", "C2--v"), strict=True))
    for axis, v in zip(axes, MODELS, strict=True):
        for f, style in lines.items():
            row = found[v, f]
            axis.plot(
                range(len(LIMITS)), [s.welfare for s in row], style[2:], color=style[:2], label=f
            )
        axis.set(
            title=v, xlabel="thefts a gift may suffer", xticks=range(len(LIMITS)),
            xticklabels=[cap or "any" for cap in LIMITS], ylim=(0.64, 0.83),
        )  # fmt: skip
        label_ends(axis)
    axes[0].set_ylabel("mean final value")
    told = [
        f"{f} {best_limit(found['correlated', f]) or 'no limit'}"
        f" ({max(s.welfare for s in found['correlated', f]):.3f}, without a limit "
        f"{found['correlated', f][-1].welfare:.3f})"
        for f in SETS
    ]
    return figure, (
        "Two line charts. Where tastes agree the best limit is: " + "; ".join(told) + ". Where "
        "tastes are independent the curves rise to a limit of 4 and are nearly level from there."
    )


@cache
def pacts(n_games: int = 3_000) -> dict[tuple[str, str, int], Estimate]:
    """What a pact not to rob each other is worth to a member, on the same games without it."""
    keys = [(v, f, k) for f in ("", "SC") for v in MODELS for k in SIZES]
    jobs = [
        {
            "condition": Condition(42, 29, v, (f,) if f else (), rules=Rules(coalition=k)),
            "n_games": n_games,
        }
        for v, f, k in keys
    ]
    made = [gain for _, gain in in_pieces("pacts", pact_gain, jobs)]  # the audit asks for some
    return dict(zip(keys, made, strict=True))


def pacts_table(found: Mapping[tuple[str, str, int], Estimate]) -> pd.DataFrame:
    """The gains by tastes, cost and size."""
    rows = [
        [v, f or "BASE", *(f"{found[v, f, k]:+.4f}" for k in SIZES)]
        for f in ("", "SC")
        for v in MODELS
    ]
    return pd.DataFrame(rows, columns=["tastes", "features", *(f"{k} members" for k in SIZES)])


def values() -> dict[str, str]:
    """What the lecture prints."""
    row, gain = limited()["correlated", "BASE"], pacts()
    lost = gain["correlated", "", 8]
    cost = Estimate(-lost.value, lost.error)
    return {
        "host_long": f"{row[-1].actions / row[0].actions:.1f}",
        "host_pact": f"{gain['correlated', 'SC', 8]:+.4f}",
        "host_no_pact": f"{cost:.4f}",
    }
