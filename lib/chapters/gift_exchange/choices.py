"""What hosts and guests would choose: figures, and the numbers that the lecture prints."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from parlor.games.gift_exchange.condition import VALUATIONS
from parlor.games.gift_exchange.reading import SIX
from press import FAINT, Drawn, new_figure

from .incentives import LIMITS, best_limits, shipped

N_PLAYERS = 29
PRICE = 0.05  # the least that a theft costs under SC
LOW = 6  # the highest limit that the lecture counts as low
STYLES = {"BASE": "C0-", "SC": "C3--", "SC+AD": "C1-.", "PI+SC+AD+BS": "C2:"}
NAMES = {"PI+SC+AD+BS": "FULL"}


def table(name: str) -> dict[tuple[str, str], dict[str, Any]]:
    """One of the tables that come with the library, by tastes and features."""
    return {(row["valuation"], row["features"]): row for row in shipped()[name]}


def part(name: str, valuation: str) -> dict[str, dict[str, Any]]:
    """Rows of a table of one kind of tastes, by features."""
    return {f: row for (v, f), row in table(name).items() if v == valuation}


def stairs(row: dict[str, Any]) -> list[tuple[float, int | None]]:
    """Best limits of a party by the price of a theft."""
    return best_limits(row["thefts"], [N_PLAYERS * x for x in row["welfare"]])


def limit_at(row: dict[str, Any], price: float) -> int | None:
    """The best limit at a price."""
    return [limit for start, limit in stairs(row) if start <= price][-1]


def prices_figure() -> Drawn:
    """Best limits by the price of a theft, as stairs."""
    figure, axes = new_figure(height=3.3, ncols=3, sharey=True, narrow=7.5)
    told = []
    for axis, valuation in zip(axes, VALUATIONS, strict=True):
        for features, row in part("limits", valuation).items():
            if features not in STYLES:
                continue
            steps, style = stairs(row), STYLES[features]
            starts = [start for start, _ in steps]
            places = [LIMITS.index(limit) for _, limit in steps]
            axis.step(
                [*starts, 0.2], [*places, places[-1]], style[2:], where="post", color=style[:2],
                label=NAMES.get(features, features),
            )  # fmt: skip
            told.append(f"{valuation} {features} {limit_at(row, PRICE)}")
        axis.axvline(PRICE, color=FAINT, linewidth=0.8, linestyle=":")
        axis.set(
            title=valuation, xlabel="price of a theft", xlim=(0, 0.16), yticks=range(len(LIMITS)),
            yticklabels=[limit or "any" for limit in LIMITS],
        )  # fmt: skip
    axes[0].set_ylabel("best limit")
    axes[-1].legend(loc="upper right", fontsize=9, frameon=False)
    return figure, (
        "Three panels of falling stairs, the best limit on the thefts of a gift by the price of a "
        f"theft. At the price {PRICE}: " + ", ".join(told) + "."
    )


def pacts_figure() -> Drawn:
    """Gains by a pact in units of their error, all conditions and sizes."""
    sizes = list(next(iter(table("pacts").values()))["gain"])
    figure, axes = new_figure(height=4.4, ncols=3, sharey=True, narrow=11)
    some = []
    for axis, valuation in zip(axes, VALUATIONS, strict=True):
        rows = part("pacts", valuation)
        dots: dict[tuple[str, str, int], list[tuple[int, int]]] = {}  # by look
        for y, (features, row) in enumerate(rows.items()):
            for x, size in enumerate(sizes):
                gain, error = row["gain"][size]
                if gain > 2 * error:
                    some.append(f"{valuation} {features} {size}")
                color = "C0" if gain > 2 * error else "C3" if gain < -2 * error else FAINT
                whole = min(round(abs(gain / error)), 12)
                dots.setdefault((color, "o" if gain > 0 else "s", whole), []).append((x, y))
        for (color, marker, whole), places in dots.items():
            axis.scatter(*zip(*places, strict=True), s=3 + 4 * whole, color=color, marker=marker)
        axis.set(
            title=valuation, xticks=range(len(sizes)), xticklabels=sizes,
            xlabel="members", yticks=range(len(rows)), yticklabels=[NAMES.get(f, f) for f in rows],
        )  # fmt: skip
        axis.invert_yaxis()
    return figure, (
        "What a pact is worth to a member in 48 conditions and seven sizes: squares for losses, "
        "round marks for gains, larger with their number of standard errors. Blue, gains of more "
        f"than two errors, only at: {', '.join(some)}."
    )


def populations_figure() -> Drawn:
    """Where a population ends if its members copy whoever does best."""
    figure, axes = new_figure(height=4.2, ncols=3, sharey=True, narrow=11)
    colors = dict(zip(SIX, (FAINT, "C3", "#c0c1c2", "C1", "C2", "C0"), strict=True))
    told = {}
    for axis, valuation in zip(axes, VALUATIONS, strict=True):
        rows = {f: row["shares"] for f, row in part("populations", valuation).items()}
        left = np.zeros(len(rows))
        for strategy in SIX:
            share = np.array([shares[strategy] for shares in rows.values()])
            label = strategy if share.max() > 0.02 else f"_{strategy}"
            axis.barh(range(len(rows)), share, left=left, color=colors[strategy], label=label)
            left += share
        for features, shares in rows.items():
            if shares["always_steal"] < 0.5:
                told[f"{valuation} {features}"] = max(shares, key=shares.__getitem__)
        axis.set(
            title=valuation, xlim=(0, 1), xlabel="share",
            yticks=range(len(rows)), yticklabels=[NAMES.get(f, f) for f in rows],
        )  # fmt: skip
        axis.invert_yaxis()
        axis.grid(visible=False)
    handles: dict[str, Any] = {}
    for axis in axes:
        handles |= zip(*axis.get_legend_handles_labels()[::-1], strict=True)
    figure.legend(
        handles.values(), handles.keys(), loc="outside lower center", ncols=2, fontsize=9,
        frameon=False,
    )  # fmt: skip
    return figure, (
        "Shares of the strategies in 48 conditions. All bars are always_steal but for "
        + "; ".join(f"{name}: mostly {first}" for name, first in told.items())
        + "."
    )


def prices_table() -> pd.DataFrame:
    """From which price on which limit is best."""
    rows = [
        [v, NAMES.get(f, f), ", ".join(f"{most or 'any'} from {x:.3f}" for x, most in stairs(row))]
        for (v, f), row in table("limits").items()
    ]
    return pd.DataFrame(rows, columns=["tastes", "features", "best limit, from which price on"])


def limits_at(valuation: str, price: float) -> str:
    """The least and the largest of the best limits at a price, over the features played."""
    best = [LIMITS.index(limit_at(row, price)) for row in part("limits", valuation).values()]
    return f"{LIMITS[min(best)]} to {LIMITS[max(best)]}"


def rewarded() -> list[tuple[str, str]]:
    """Conditions in which some pact gains more than two standard errors."""
    gains = {key: row["gain"].values() for key, row in table("pacts").items()}
    return [key for key, by in gains.items() if any(gain > 2 * error for gain, error in by)]


def best_sizes() -> list[int]:
    """Sizes of pacts that gain most, over the conditions that reward any."""
    gains = [table("pacts")[key]["gain"] for key in rewarded()]
    return sorted({int(max(by, key=lambda size: by[size][0])) for by in gains})


def thieves() -> list[tuple[str, str]]:
    """Conditions in which the population comes to always_steal alone."""
    found = table("populations").items()
    return [key for key, row in found if row["shares"]["always_steal"] > 0.99]


def facts() -> dict[str, str | int]:
    """What the lecture prints."""
    limits, pacts = table("limits"), {key: row["gain"] for key, row in table("pacts").items()}
    free, alike = limits["independent", "BASE"], limits["correlated", "BASE"]
    low = sum((limit_at(row, 0) or N_PLAYERS) <= LOW for row in limits.values())
    three, at = limits["correlated", "PI+SC+AD+BS"], LIMITS.index(3)
    gain, error = pacts["correlated", "SC"]["8"]
    cells = [gain / error for row in pacts.values() for gain, error in row.values()]
    return {
        "chosen_free": str(limit_at(free, PRICE)), "chosen_alike": str(limit_at(alike, PRICE)),
        "chosen_free_all": limits_at("independent", PRICE),
        "chosen_alike_all": limits_at("correlated", PRICE),
        "chosen_sizes": " or ".join(map(str, best_sizes())),
        "chosen_cells": len(limits), "chosen_low": low,
        "chosen_gain": f"{three['gain'][at]:.3f} ± {three['error'][at]:.3f}",
        "chosen_rewarded": len(rewarded()), "chosen_conditions": len(pacts),
        "chosen_pact": f"{gain:.4f} ± {error:.4f}",
        "chosen_all": f"{-pacts['independent', 'BASE']['29'][0]:.2f}",
        "chosen_thieves": len(thieves()),
        "chosen_pact_cells": len(cells), "chosen_pact_gains": sum(z > 2 for z in cells),
    }  # fmt: skip
