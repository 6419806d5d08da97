"""Clues for the lecture: who is missing in the appendix, and what one coin for all would mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pandas as pd

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import APPENDIX, FIVE, MAIN, SIX, simulate
from press import Drawn, new_figure
from press.ledger.published import Published

PRINTED = {"main text": (70.8, 104.2), "appendix": (57.017, 87.572)}  # Tables 3, 12 and 14: BASE
MODELS = ("independent", "correlated")
CAMPS = {
    "lot, more for": "two camps by lot",
    "coin": "a coin for each player",
    "halves": "two halves of the table",
    "parity": "odd seats against even ones",
}
Pair = tuple[Estimate, Estimate]


@cache
def missing(n_games: int = 1_000) -> dict[str, Pair]:
    """Thefts a game, independent and correlated, with all six and without each of them."""
    found = {}
    for left_out in ("nobody", *SIX):
        kept = [x for x in SIX if x != left_out]
        one, two = (
            simulate(n_games, valuation=v, strategies=kept).estimate("steals") for v in MODELS
        )
        found[left_out] = (one, two)
    return found


def missing_figure(found: Mapping[str, Pair]) -> Drawn:
    """Parties without one of the six beside what the source prints."""
    figure, axes = new_figure(height=4.0)
    for left_out, (ind, cor) in found.items():
        axes.plot(ind.value, cor.value, "o", color="C0", ms=5)
        if left_out in ("nobody", "always_open", "coin_flip"):
            text = "all six" if left_out == "nobody" else f"without {left_out}"
            axes.annotate(
                text,
                (ind.value, cor.value),
                (8, -3) if left_out != "always_open" else (-8, -3),
                textcoords="offset points",
                fontsize=9,
                ha="left" if left_out != "always_open" else "right",
            )
    axes.text(64, 83, "without one of the\nfour others", fontsize=9, va="center")
    for name, (x, y) in PRINTED.items():
        axes.plot(x, y, "x", color="C1", ms=11, mew=2)
        axes.annotate(
            name, (x, y), (-10, 6), textcoords="offset points", fontsize=9, color="C1",
            ha="right",
        )  # fmt: skip
    axes.set(
        xscale="log", yscale="log", xlim=(33, 230), ylim=(78, 215),
        xlabel="thefts a game, independent tastes", ylabel="thefts a game, correlated tastes",
        xticks=[50, 70, 100, 150, 200], xticklabels=[50, 70, 100, 150, 200],
        yticks=[80, 100, 150, 200], yticklabels=[80, 100, 150, 200],
    )  # fmt: skip
    axes.minorticks_off()
    near = [
        name
        for name, (ind, cor) in found.items()
        if abs(ind.value - PRINTED["appendix"][0]) < 4
        and abs(cor.value - PRINTED["appendix"][1]) < 4
    ]
    whole = found["nobody"]
    return figure, (
        f"Seven parties as points. All six have {whole[0].value:.1f} and {whole[1].value:.1f} "
        "thefts, which is where the main text's numbers lie; those of the appendix lie among "
        f"the parties without {', '.join(near)}."
    )


@cache
def one_coin(n_games: int = 2_000) -> dict[str, Estimate]:
    """What each strategy takes home under AD if all of them begin with the same chance."""
    same = replace(MAIN, base_chance=(0.5,) * len(SIX))
    played = simulate(n_games, valuation="correlated", features="AD", reading=same)
    return {x: played.estimate(x) for x in SIX}


def one_coin_table(printed: Published) -> pd.DataFrame:
    """The same beside what Table 7 prints under AD."""
    rows = [[x, f"{e:.3f}", printed.entry(f"table7.ad.{x}").printed] for x, e in one_coin().items()]
    return pd.DataFrame(rows, columns=["rule", "one chance for all", "published"])


@cache
def camps(n_games: int = 5_000) -> pd.DataFrame:
    """What the early seats get in the appendix's BASE, by how the camps are drawn."""
    rows = []
    for rule, name in CAMPS.items():
        played = simulate(
            n_games, valuation="negative", strategies=FIVE, reading=replace(APPENDIX, camps=rule)
        )
        seats = [played.estimate(f"seat{i}") for i in (2, 3)]
        rows.append([name, f"{played.estimate('steals'):.1f}", *(f"{e:.3f}" for e in seats)])
    return pd.DataFrame(rows, columns=["camps", "thefts a game", "seat 2", "seat 3"])
