"""The picture of how many times as long others take: a line a question, a mark for each of them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from matplotlib.lines import Line2D

from ..page.figures import COLOURS, INK, Drawing, new_figure
from .scale import rounded

MARKS = ("o", "s", "^", "D", "v", "P", "*")


def dots(rows: Sequence[tuple[str, dict[str, Any]]], by_name: bool) -> Drawing:
    """A line a row, its question above it, a mark for each rival at its ratio."""
    kinds = {"source": "the source's own method", "plain": "plain code that is right"}

    def key(name: str, told: Any) -> str:
        return name if by_name else kinds[told["kind"]]

    keys = list(dict.fromkeys(key(*one) for _, rivals in rows for one in rivals.items()))
    height = 0.42 * len(rows) + 0.8 + 0.18 * len(keys)
    figure, axes = new_figure(6.0, height, narrow=height + 0.12 * len(rows) + 0.2)
    axes.set_xscale("log")
    ends = [told["ratio"] for _, rivals in rows for told in rivals.values()]
    least = min([0.5, *(ratio["low"] / 1.5 for ratio in ends)])
    axes.set_xlim(least, max([2.0, *(ratio["high"] * 4 for ratio in ends)]))
    axes.axvline(1, color=INK, linewidth=1)
    for place, (what, rivals) in enumerate(rows):
        title = axes.annotate(
            what, (1, -place), (4, 6), fontsize=9, textcoords="offset points", in_layout=False,
        )  # fmt: skip
        figure.when_narrow(partial(title.set_text, textwrap.fill(what, 41)))
        for name, told in rivals.items():
            kind = keys.index(key(name, told))
            ratio, colour = told["ratio"], COLOURS[kind % len(COLOURS)]
            mark, wrong = MARKS[kind % len(MARKS)], told["state"] == "wrong"
            if not wrong:  # else it would fill the hollow mark
                axes.plot(
                    [ratio["low"], ratio["high"]], [-place, -place], color=colour, linewidth=2
                )
            axes.plot(
                ratio["median"], -place, mark, color=colour, markersize=10 if mark == "*" else 7,
                markerfacecolor="none" if wrong else colour, zorder=3,
            )  # fmt: skip
            if not by_name:
                number = axes.annotate(
                    rounded(ratio["median"]), (ratio["high"], -place), (7, 0), fontsize=9,
                    textcoords="offset points", va="center", in_layout=False,
                )  # fmt: skip
                figure.when_narrow(partial(number.set_visible, len(rivals) == 1))
    axes.set_ylim(-len(rows) + 0.6, 0.8)
    axes.yaxis.set_visible(False)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("times as long as ours")
    _legend(figure, keys)
    return figure


def _legend(figure: Drawing, keys: Iterable[str]) -> None:
    marks = [
        Line2D([], [], color=COLOURS[k % len(COLOURS)], marker=MARKS[k % len(MARKS)], linewidth=0,
               label=key)
        for k, key in enumerate(keys)
    ]  # fmt: skip
    figure.legend(handles=marks, loc="outside upper left", fontsize=9, ncols=1)
