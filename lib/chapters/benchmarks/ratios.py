"""Pictures of what was measured: a column of labels, and dots on a logarithmic scale beside it."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from press import Drawn, new_figure

from .side_by_side import LIBRARIES, Told, large, pages_and_solvers, timed
from .units import rounded, size_told, time_told

MARKS = ("o", "s", "^", "D", "v", "P", "*")
KINDS = {"source": "the publication's own method", "plain": "plain code, or a simpler method"}
BROAD, SMALL = 42, 46  # letters of a label in a column, and above its dots on a phone
COUNTS = {10.0**n: f"{10**n:,}" for n in range(6)}
TIMES = {1e-2: "10 ms", 1.0: "1 s", 60.0: "1 min", 3600.0: "1 h", 86400.0: "1 day"}
SIZES = {1e8: "100 MB", 3e8: "300 MB", 1e9: "1 GB", 3e9: "3 GB"}


@dataclass(frozen=True)
class Dot:
    """A mark in a row: a value, the range that it may have, and its look."""

    label: str
    value: float
    low: float
    high: float
    look: int = 0
    hollow: bool = False
    text: str = ""


def figure(run: Told, kinds: Sequence[str]) -> Any:
    """The ratios of all that was timed of some kinds; ours are the line."""
    by_name = kinds == LIBRARIES
    rows = list(timed(run, kinds))

    def key(name: str, told: Told) -> str:
        return _maker(name) if by_name else KINDS[told["kind"]]

    keys = list(dict.fromkeys(key(name, told) for _, name, told in rows))
    dots = [
        Dot(
            what,
            told["ratio"]["median"],
            told["ratio"]["low"],
            told["ratio"]["high"],
            keys.index(key(name, told)),
            told["state"] == "wrong",
            "" if by_name else rounded(told["ratio"]["median"]),
        )
        for what, name, told in rows
    ]
    drawn, axes = plot(dots, keys)
    axes.axvline(1, color="0.5", linewidth=1)
    axes.set_xlim(min([0.5, *(dot.low / 1.5 for dot in dots)]), max(dot.high for dot in dots) * 4)
    _ticks(axes, COUNTS)
    axes.set_xlabel("times as long as ours")
    return drawn


def away(run: Told) -> Drawn:
    """How many times as long kernels take as the least that the machine could do."""
    limits = [one["away"] | {"what": one["what"]} for one in run["limits"].values()]
    dots = [
        Dot(_plain(one["what"]), one["median"], one["low"], one["high"],
            text=rounded(one["median"]))
        for one in sorted(limits, key=lambda one: -one["median"])
    ]  # fmt: skip
    drawn, axes = plot(dots, [])
    axes.axvline(1, color="0.5", linewidth=1)
    axes.set_xlim(0.6, 2 * dots[0].value)
    _ticks(axes, {1.0: "1", 2.0: "2", 5.0: "5", 10.0: "10"})
    axes.set_xlabel("times as long as the bound")
    return drawn, (
        f"{len(dots)} kernels take {rounded(dots[-1].value)} ({dots[-1].label}) to "
        f"{rounded(dots[0].value)} times ({dots[0].label}) as long as the bound."
    )


def forecasts(grown: Told) -> Drawn:
    """How long much larger questions would take, as the measured times continue."""
    dots = [
        Dot(f"{what}: {size}", line["far"], line["far_low"], line["far_high"],
            text=time_told(line["far"]))
        for what, size, line in large(grown)
    ]  # fmt: skip
    dots.sort(key=lambda dot: -dot.value)
    drawn, axes = plot(dots, [])
    axes.set_xlim(1, 40 * dots[0].value)
    _ticks(axes, TIMES)
    axes.set_xlabel("time that it would take")
    return drawn, (
        f"{len(dots)} large questions would take from {dots[-1].text} ({dots[-1].label}) to "
        f"{dots[0].text} ({dots[0].label})."
    )


def memory(run: Told, grown: Told, least: float) -> Drawn:
    """The peak memory of pages and solvers that need at least so many bytes."""
    needs = [(peak, what) for what, peak in pages_and_solvers(run, grown) if peak >= least]
    dots = [Dot(what, peak, peak, peak, text=size_told(peak)) for peak, what in sorted(needs)[::-1]]
    drawn, axes = plot(dots, [])
    axes.set_xlim(0.8 * least, 3 * dots[0].value)
    _ticks(axes, SIZES)
    axes.set_xlabel("peak memory")
    return drawn, (
        f"{len(dots)} pages and solvers need {size_told(least)} or more, up to {dots[0].text} "
        f"({dots[0].label})."
    )


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
    """The picture of ratios in words."""
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


def plot(dots: Sequence[Dot], keys: Sequence[str]) -> tuple[Any, Any]:
    """A row for each label: in a column beside its dots, on a phone above them."""
    labels = list(dict.fromkeys(dot.label for dot in dots))
    head = 0.7 + 0.18 * len(keys)
    drawn, axes = new_figure(6.8, 0.36 * len(labels) + head, narrow=0.68 * len(labels) + head + 0.3)
    axes.set_xscale("log")
    axes.grid(axis="y", alpha=0.35)
    for number, key in enumerate(keys):
        axes.plot([], [], MARKS[number % len(MARKS)], color=f"C{number}", label=key)
    marks: dict[tuple[int, bool], list[tuple[float, int]]] = {}  # by look
    for dot in dots:
        place = -labels.index(dot.label)
        if not dot.hollow and dot.low < dot.high:  # else it would fill the hollow mark
            axes.plot([dot.low, dot.high], [place, place], color=f"C{dot.look}", linewidth=2)
        marks.setdefault((dot.look, dot.hollow), []).append((dot.value, place))
        if dot.text:
            axes.annotate(
                dot.text, (dot.high, place), (7, 0), fontsize=9, textcoords="offset points",
                va="center", in_layout=False,
            )  # fmt: skip
    for (look, hollow), values in marks.items():
        axes.plot(
            *zip(*values, strict=True), MARKS[look % len(MARKS)], color=f"C{look}", zorder=3,
            markerfacecolor="none" if hollow else f"C{look}",
        )  # fmt: skip
    places = [-n for n in range(len(labels))]
    axes.set_yticks(places, [textwrap.fill(label, BROAD) for label in labels], fontsize=9)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(-len(labels) + 0.4, 0.6)
    axes.spines["left"].set_visible(False)

    def become_narrow() -> None:
        axes.set_yticks(places, [""] * len(places))
        axes.set_ylim(-len(labels) + 0.6, 0.9)
        for place, label in zip(places, labels, strict=True):
            axes.annotate(
                textwrap.fill(label, SMALL), (0, place), (0, 8), fontsize=9,
                xycoords=("axes fraction", "data"), textcoords="offset points", in_layout=False,
            )  # fmt: skip

    drawn.when_narrow(become_narrow)
    if keys:
        drawn.legend(loc="outside upper left", fontsize=9, ncols=1)
    return drawn, axes


def _ticks(axes: Any, named: dict[float, str]) -> None:
    """Name a few values of a logarithmic scale, of those within its limits."""
    low, high = axes.get_xlim()
    kept = {value: name for value, name in named.items() if low <= value <= high}
    axes.set_xticks([*kept], [*kept.values()])
    axes.minorticks_off()


def _maker(name: str) -> str:
    """A rival without the way in which it was used, which the table says."""
    return name.removeprefix("value iteration by ").removesuffix(", the value as a variable")


def _plain(text: str) -> str:
    return text.replace("`", "")
