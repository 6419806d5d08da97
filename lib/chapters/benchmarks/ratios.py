"""The picture of how many times as long others take: a line a question, a mark for each of them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import partial
from typing import Any

from press import new_figure

from .side_by_side import LIBRARIES, Told, timed
from .units import rounded

MARKS = ("o", "s", "^", "D", "v", "P", "*")
KINDS = {"source": "the source's own method", "plain": "plain code that is right"}


def figure(run: Told, kinds: Sequence[str]) -> Any:
    """The ratios of all that was timed of some kinds, on a logarithmic scale; ours are the line."""
    rows = list(timed(run, kinds))
    by_name = kinds == LIBRARIES
    places = {what: -n for n, what in enumerate(dict.fromkeys(what for what, _, _ in rows))}
    keys = list(dict.fromkeys(name if by_name else KINDS[told["kind"]] for _, name, told in rows))
    height = 0.42 * len(places) + 0.8 + 0.18 * len(keys)
    drawn, axes = new_figure(6.0, height, narrow=height + 0.12 * len(places) + 0.2)
    axes.set_xscale("log")
    axes.axvline(1, color="0.5", linewidth=1)
    for what, place in places.items():
        title = axes.annotate(
            what, (1, place), (4, 6), fontsize=9, textcoords="offset points", in_layout=False
        )
        drawn.when_narrow(partial(title.set_text, textwrap.fill(what, 41)))
    for number, key in enumerate(keys):
        axes.plot([], [], MARKS[number % len(MARKS)], color=f"C{number}", label=key)
    for what, name, told in rows:
        number = keys.index(name if by_name else KINDS[told["kind"]])
        colour, ratio, place = f"C{number}", told["ratio"], places[what]
        wrong = told["state"] == "wrong"
        if not wrong:  # else it would fill the hollow mark
            axes.plot([ratio["low"], ratio["high"]], [place, place], color=colour, linewidth=2)
        axes.plot(
            ratio["median"], place, MARKS[number % len(MARKS)], color=colour, zorder=3,
            markerfacecolor="none" if wrong else colour,
        )  # fmt: skip
        if not by_name:
            axes.annotate(
                rounded(ratio["median"]), (ratio["high"], place), (7, 0), fontsize=9,
                textcoords="offset points", va="center", in_layout=False,
            )  # fmt: skip
    least = min([0.5, *(told["ratio"]["low"] / 1.5 for _, _, told in rows)])
    axes.set_xlim(least, max([2.0, *(told["ratio"]["high"] * 4 for _, _, told in rows)]))
    axes.set_ylim(min(places.values(), default=0) - 0.4, 0.8)
    axes.yaxis.set_visible(False)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("times as long as ours")
    drawn.legend(loc="outside upper left", fontsize=9, ncols=1)
    return drawn


def race(run: Told, rival: str) -> Any:
    """The race with a rival: a line a shape, a mark a game, on a logarithmic scale."""
    games = run["race"]["games"]
    shapes = list(dict.fromkeys(f"{m} by {n}" for m, n in (game["shape"] for game in games)))
    kinds = list(dict.fromkeys(game["kind"] for game in games))
    drawn, axes = new_figure(6.0, 0.22 * len(shapes) + 1.6)
    axes.set_xscale("log")
    axes.axvline(1, color="0.5", linewidth=1)
    for number, kind in enumerate(kinds):
        mine = [game for game in games if game["kind"] == kind]
        axes.plot(
            [game["rivals"][rival]["ratio"]["median"] for game in mine],
            ["{} by {}".format(*game["shape"]) for game in mine],
            MARKS[number], color=f"C{number}", label=kind, markersize=5,
        )  # fmt: skip
    axes.invert_yaxis()
    axes.set_xlabel("times as long as ours")
    axes.xaxis.set_major_formatter("{x:g}")
    drawn.legend(loc="outside upper left", fontsize=9, ncols=2)
    return drawn


def seen(run: Told, kinds: Sequence[str]) -> str:
    """The picture in words."""
    ratios = [(told["ratio"]["median"], what, name) for what, name, told in timed(run, kinds)]
    if not ratios:
        return "Nothing was timed."
    least, most = min(ratios), max(ratios)
    first = sum(ratio > 1 for ratio, _, _ in ratios)
    return (
        f"Ratios of {len(ratios)} comparisons on a logarithmic scale, {first} of them above 1: "
        f"from {rounded(least[0])} ({least[1]}, {least[2]}) to {rounded(most[0])} ({most[1]}, "
        f"{most[2]})."
    )
