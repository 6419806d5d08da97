"""Envy at the end of a party, and an exchange of gifts after it: figure, table and numbers."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pandas as pd

from parlor.games.gift_exchange.condition import VALUATIONS, Condition
from parlor.games.gift_exchange.watch import draw
from press import FAINT, Drawn, new_figure

from .choices import NAMES
from .incentives import feature_sets
from .pieces import answers
from .theory import best_assignment
from .top_trading_cycles import Aftermath, aftermath

LIMITS = (1, 2, 3, None)
STYLES = {"BASE": "C0-o", "SC": "C3--s", "PI+SC+AD+BS": "C2:v"}
GAMES = 600
SEED = 2026


def party(valuation: str, features: str, limit: int | None, seed: int = SEED) -> Condition:
    """A party of the paper's size."""
    return Condition(seed=seed, valuation=valuation, features=features, total_limit=limit)


@cache
def ends(n_games: int = GAMES, seed: int = SEED) -> dict[tuple[str, str, int | None], Aftermath]:
    """How parties of all 48 conditions end, under four limits."""
    keys = product(VALUATIONS, feature_sets(), LIMITS)
    jobs = {key: {"condition": party(*key, seed), "n_games": n_games} for key in keys}
    return answers("parties", aftermath, jobs)


@cache
def best(valuation: str, n_games: int = 200) -> float:
    """The most that a guest can have on average, by the best assignment of the gifts."""
    drawn = draw(party(valuation, "BASE", None), n_games=n_games)
    return float(np.mean([best_assignment(one)[1] for one in drawn.values]))  # noqa: PD011


def exchange_figure() -> Drawn:
    """Mean value of a gift by limit, before and after the exchange."""
    figure, axes = new_figure(height=3.3, ncols=3, sharey=True, narrow=7.5)
    told = []
    for axis, valuation in zip(axes, VALUATIONS, strict=True):
        for features, style in STYLES.items():
            found = [ends()[valuation, features, limit] for limit in LIMITS]
            before = [one.welfare.value for one in found]
            after = [one.exchanged.value for one in found]
            name = NAMES.get(features, features)
            axis.plot(range(len(LIMITS)), before, style[2:], color=style[:2], label=name)
            axis.plot(range(len(LIMITS)), after, style[2:], color=style[:2])
            told.append(
                f"{valuation} {name}: {before[0]:.2f} to {before[-1]:.2f} before, "
                f"{after[0]:.2f} to {after[-1]:.2f} after"
            )
        axis.axhline(best(valuation), color=FAINT, linewidth=0.8, linestyle=":")
        axis.set(
            title=valuation, xlabel="thefts a gift may suffer", xticks=range(len(LIMITS)),
            xticklabels=[limit or "any" for limit in LIMITS], ylim=(0.64, 0.97),
        )  # fmt: skip
    axes[0].set_ylabel("mean value of a gift")
    axes[-1].legend(loc="lower right", fontsize=9, frameon=False)
    return figure, (
        "Three panels, the mean value of a guest's gift by the limit on thefts. At the end of the "
        "game lines differ; after an exchange of gifts they are level and lie together: "
        + "; ".join(told) + "."
    )  # fmt: skip


def envy_table() -> pd.DataFrame:
    """Sizes of envy by tastes and limit, without features."""
    rows = []
    for valuation, limit in product(VALUATIONS, LIMITS):
        one = ends()[valuation, "BASE", limit]
        shares = (f"{100 * x.value:.0f} %" for x in (one.content, one.traders))
        sizes = f"{one.envy.value:.2f}", f"{one.most.value:.2f}"
        rows.append([valuation, limit or "none", *sizes, *shares])
    heads = ["tastes", "limit", "mean envy", "largest", "envy nobody", "would trade"]
    return pd.DataFrame(rows, columns=heads)


def largest_error() -> float:
    """The largest standard error of what the table of envy shows."""
    found = (ends()[valuation, "BASE", limit] for valuation, limit in product(VALUATIONS, LIMITS))
    return max(x.error for one in found for x in (one.envy, one.most, one.content, one.traders))


def facts() -> dict[str, str]:
    """What the lecture prints."""
    found = ends()
    first, last = (found["independent", "BASE", limit] for limit in (LIMITS[0], LIMITS[-1]))
    gains = [one.gain.value for one in found.values()]
    traders = [one.traders.value for one in found.values()]
    return {
        "after_low": f"{min(gains):.2f}", "after_high": f"{max(gains):.2f}",
        "after_few": f"{100 * min(traders):.0f}", "after_many": f"{100 * max(traders):.0f}",
        "after_content_one": f"{100 * first.content.value:.0f}",
        "after_content_any": f"{100 * last.content.value:.0f}",
        "after_stable": f"{100 * max(one.stable.value for one in found.values()):.0f}",
        "after_best": f"{best('independent'):.2f}",
        "after_game": f"{last.welfare.value:.2f}", "after_exchange": f"{last.exchanged.value:.2f}",
    }  # fmt: skip
