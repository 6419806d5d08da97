"""A comparison as a table on the terminal, as Markdown for a comment, as a picture."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from ...run.yaml_input import cut, printable
from .matching import Change, Comparison

if TYPE_CHECKING:
    from rich.console import Console

    from ...page.figures import Drawing

ROWS = 60  # on the terminal; JSON has all
COMMENT = 60_000  # characters; GitHub takes 65,536 in a comment
BARS = 16  # tables in a picture
HEAD = ("where", "before", "after", "change", "of its size", "in errors")
_LONG = re.compile(r"-?\d+\.\d{5,}(e[-+]\d+)?|-?\d\.\d+e[-+]\d+")  # more digits than one reads
_SHORT = 28  # characters of a value


def print_table(comparison: Comparison, console: Console) -> None:
    """Print a comparison: what moved most, and how much there is besides.

    Parameters
    ----------
    comparison : Comparison
        What to tell.
    console : rich.console.Console
        Where to print it.
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    for note in comparison.notes:
        console.print(printable(note))
    for title, changes in _parts(comparison):
        table = Table(box=SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False)
        for name in HEAD:
            table.add_column(name, justify="right" if name in HEAD[3:] else "left")
        above = ""
        for change in changes[:ROWS]:
            if change.whole != above:
                above = change.whole
                table.add_row(printable(above))
            table.add_row(f"  {printable(change.inside)}", *map(printable, cells(change)))
        console.print(table)
        if len(changes) > ROWS:
            console.print(f"and {len(changes) - ROWS:,} more; --json tells all")
    console.print(f"{comparison.before} and {comparison.after}: {comparison}")


def to_markdown(comparison: Comparison) -> str:
    """Return a comparison as Markdown, short enough for a comment on a change.

    Parameters
    ----------
    comparison : Comparison
        What to tell.

    Returns
    -------
    str
        A heading, a sentence, and tables that end where the room does.
    """
    before, after = _in_line(comparison.before), _in_line(comparison.after)
    sentence = f"{comparison}." if comparison.changes else "No number of the book moved."
    lines = [
        "## What moved",
        "",
        f"{sentence} Compared: {before} (before) with {after} (after), "
        f"{comparison.compared:,} numbers.",
        *(f"- {_in_line(note)}" for note in comparison.notes),
    ]
    room = COMMENT - sum(map(len, lines))
    for title, changes in _parts(comparison):
        lines += ["", f"### {title}", "", f"| {' | '.join(HEAD)} |", "|---|---|---|--:|--:|--:|"]
        for done, change in enumerate(changes):
            row = f"| {' | '.join(map(_in_line, (change.place, *cells(change))))} |"
            room -= len(row) + 1
            if room < 300:
                lines += ["", f"And {len(changes) - done:,} more, which the JSON tells."]
                break
            lines.append(row)
    return "\n".join(lines) + "\n"


def _parts(comparison: Comparison) -> list[tuple[str, Sequence[Change]]]:
    within = [change for change in comparison.changes if not change.beyond]
    parts = [("Beyond what is allowed", comparison.beyond), ("Within what is allowed", within)]
    return [(title, changes) for title, changes in parts if changes]


def cells(change: Change) -> tuple[str, ...]:
    """Return a change as texts, under the columns of `HEAD` but the first."""
    before, after = change.before, change.after
    if change.change is not None and change.relative is not None:
        before, after = _digits(before, after)
        errors = "" if change.errors is None else f"{change.errors:.2g}"
        sizes = (f"{change.change:+.2g}", f"{change.relative:.2g}", errors)
    else:
        if max(len(before), len(after)) > _SHORT:
            before, after = _where_they_part(before, after)
        sizes = (change.what if change.what in ("added", "removed") else "", "", "")
    return cut(before, _SHORT), cut(after, _SHORT), *sizes


def _digits(*texts: str) -> tuple[str, ...]:
    """Numbers with no more digits than it takes to see that they differ, and one more."""
    for digits in range(6, 17):
        short = [f"{float(t):.{digits}g}" if _LONG.fullmatch(t) else t for t in texts]
        less = [f"{float(t):.{digits - 1}g}" if _LONG.fullmatch(t) else t for t in texts]
        if len(set(less)) == len(texts):
            return tuple(short)
    return texts


def _where_they_part(before: str, after: str) -> tuple[str, str]:
    """Two long texts from shortly before the first letter that is not the same."""
    same = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    start = max(same - 8, 0)
    mark = "..." if start else ""
    return mark + before[start:], mark + after[start:]


def _in_line(text: str) -> str:
    """A text that stays text, and in its cell, where GitHub reads Markdown."""
    plain = escape(printable(" ".join(text.split())), quote=False)
    return "".join(f"\\{sign}" if sign in "\\|*_`$~[]@#" else sign for sign in plain)


def picture(comparison: Comparison) -> tuple[Drawing, str]:
    """Draw how far numbers moved, by table: in errors where those are known, else of their size.

    Parameters
    ----------
    comparison : Comparison
        What to show.

    Returns
    -------
    figure : Drawing
        In the book's style.
    alt : str
        What it shows, in words.
    """
    from ...page.figures import COLOURS, new_figure

    moved = [change for change in comparison.changes if change.what == "number"]
    tables = list(dict.fromkeys(change.table for change in moved))
    shown = tables[:BARS]  # the order is that of the changes: what moved most is first
    panels = [
        ("moved by so many errors", [c for c in moved if c.errors is not None], "errors"),
        ("moved by so much of its size", [c for c in moved if c.errors is None], "relative"),
    ]
    panels = [panel for panel in panels if panel[1]] or [("", [], "")]
    height = 1.1 + 0.28 * max(len(shown), 1)
    narrow = height * len(panels)
    figure, axes = new_figure(
        7.5, height, narrow=narrow, ncols=len(panels), sharey=True, squeeze=False
    )
    figure.when_narrow(lambda: axes[0, 0].set_yticklabels([cut(name, 18) for name in shown]))
    for place, (label, changes, size) in enumerate(panels):
        panel = axes[0, place]
        panel.set_xlabel(label)
        for beyond, marker, colour in ((False, "o", COLOURS[0]), (True, "D", COLOURS[1])):
            points = [
                (min(float(getattr(c, size)), 1e300), shown.index(c.table))
                for c in changes
                if c.beyond is beyond and c.table in shown
            ]
            if points:
                name = "beyond what is allowed" if beyond else "allowed"
                panel.scatter(*zip(*points, strict=True), s=22, marker=marker, color=colour,
                              facecolors=colour if beyond else "none", label=name)  # fmt: skip
        if changes:
            sizes = [min(float(getattr(change, size)), 1e300) for change in changes]
            panel.set_xscale("log")
            panel.xaxis.set_minor_formatter("")
            panel.set_xlim(min(sizes) / 4, max(sizes) * 4)
        if size == "errors":
            panel.axvline(1, color="#8a8b8c", linewidth=1, linestyle="--")
        panel.set_yticks(range(len(shown)), [cut(name, 34) for name in shown])
        panel.set_ylim(max(len(shown), 1) - 0.5, -0.5)
    if not moved:
        axes[0, 0].set_axis_off()
        axes[0, 0].text(0.5, 0.5, "No number moved.", ha="center", transform=axes[0, 0].transAxes)
    elif len({change.beyond for change in moved}) > 1:
        axes[0, 0].legend(loc="best")
    return figure, _alt(comparison, moved, tables)


def _alt(comparison: Comparison, moved: list[Change], tables: list[str]) -> str:
    told = f"{comparison}, between {comparison.before} and {comparison.after}."
    if not moved:
        return told
    told += f" They stand in {len(tables):,} table{'s' * (len(tables) != 1)}."
    known = [c for c in moved if c.errors is not None and math.isfinite(c.errors)]
    if known:
        worst = max(known, key=lambda c: c.errors or 0)
        told += f" Farthest, in errors: {worst.place}, {worst.errors:.2g} errors."
    unknown = [change for change in moved if change.errors is None]
    if unknown:
        worst = max(unknown, key=lambda c: c.relative or 0)
        told += f" Farthest without an error: {worst.place}, {worst.relative:.2g} of its size."
    if len(tables) > BARS:
        told += f" The figure shows the {BARS} tables that moved most."
    return told
