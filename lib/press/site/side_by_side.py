"""The page that shows what was measured beside others: words, pictures, tables, downloads.

`benchmarks` measures and writes `data/benchmarks.json` and `data/growth.json`; all that the page
says is in these. Ratios are what counts: on another machine times are others.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..page import html
from ..run.memo import Memo
from ..run.project import BuildError, Project
from .mathml import typeset
from .scale import rounded, size_told, time_told

if TYPE_CHECKING:
    from ..page.figures import Drawing

FOLDER = "side_by_side"  # of the downloads
FILES = {"benchmarks": "data/benchmarks.json", "growth": "data/growth.json"}
DATED = ("source", "plain")  # the kinds that say what the years are worth
VAGUE = 1000  # bounds of a forecast this many times apart say nothing
_VALUE = re.compile(r"\{\{ *side_by_side\.(\w+) *\}\}")

Told = dict[str, Any]
Cells = list[list[str]]


@dataclass(frozen=True)
class Page:
    """What the page is made of.

    Attributes
    ----------
    pieces : dict of str to str
        What it includes, by the name of the file.
    files : dict of str to str
        Downloads: their text by name.
    """

    pieces: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)


def page(project: Project, memo: Memo) -> Page:
    """Return what the page is made of; nothing where nothing was measured."""
    texts = _measured(project)
    if not texts:
        return Page()

    def make() -> str:
        return json.dumps(asdict(_page(*texts)))

    return Page(**json.loads(memo.text("side by side", texts, make)))


def told(project: Project, text: str) -> str:
    """Put measured numbers into the places ``{{ side_by_side.NAME }}`` of a text.

    Raises
    ------
    BuildError
        If there is no number of a name.
    """
    if not _VALUE.search(text):
        return text
    values = _values(*map(json.loads, _measured(project)))

    def put(place: re.Match[str]) -> str:
        if place[1] not in values:
            raise BuildError(f"{place[0]}: there are {', '.join(sorted(values))}")
        return values[place[1]]

    return _VALUE.sub(put, text)


def _measured(project: Project) -> tuple[str, ...]:
    """What was measured, as JSON; nothing if a part is missing."""
    paths = [project.root / path for path in FILES.values()]
    return tuple(p.read_text("utf-8") for p in paths) if all(p.is_file() for p in paths) else ()


def _page(benchmarks: str, growth: str) -> Page:
    run, grown = json.loads(benchmarks), json.loads(growth)
    found = Page()
    found.files.update({"benchmarks.json": benchmarks, "growth.json": growth})
    dated, libraries = _answers(run, DATED), _answers(run, ("library",))
    heads = ["question", "other way", "times as long", "middle half", "answers", "certificates"]
    years = "The sources' own methods and plain code beside ours"
    for number, name, caption, answers in (
        (1, "years", years, dated), (2, "libraries", "Libraries beside ours", libraries),
    ):  # fmt: skip
        cells = [_compared(run, *one) for one in answers]
        _add_table(found, number, name, caption, [*heads, "who is first"], cells, named=2)
    _add_table(found, 3, "growth", "Time against size", _GROWTH, _growths(grown))
    caption = "Kernels beside the least that the machine could do"
    _add_table(found, 4, "limits", caption, _LIMITS, _limits(run))
    _add_table(found, 5, "memory", "Peak memory of pages and solvers", _MEMORY, _memory(run, grown))
    caption = (
        "How many times as long the sources' own methods and plain code take as ours, which are "
        "the line; right of it we are first"
    )
    _add_picture(found, 1, "years-drawn", caption, _drawn(run, DATED), _seen(run, DATED))
    caption = (
        "How many times as long libraries take as ours, which are the line; right of it we are "
        "first. A hollow mark is a wrong answer"
    )
    drawn = _drawn(run, ("library",))
    _add_picture(found, 2, "libraries-drawn", caption, drawn, _seen(run, ("library",)))
    found.pieces["side_by_side_machine.md"] = _machine(run, grown)
    found.pieces["side_by_side_slower.md"] = _slower(run)
    found.pieces["side_by_side_rest.md"] = _rest(run)
    found.pieces["side_by_side_lost.md"] = _lost(run)
    return found


def _answers(run: Told, kinds: Sequence[str]) -> list[tuple[str, str]]:
    """The comparisons with ways of some kinds: row and rival."""
    return [
        (name, rival)
        for name, row in run["rows"].items()
        for rival, told in row["rivals"].items()
        if told["kind"] in kinds
    ]


def _compared(run: Told, name: str, rival: str) -> list[str]:
    row, theirs = run["rows"][name], run["rows"][name]["rivals"][rival]
    ratio = theirs.get("ratio")
    times = rounded(ratio["median"]) if ratio else ""
    spread = f"{rounded(ratio['low'])} to {rounded(ratio['high'])}" if ratio else ""
    agree = ""
    if ratio:
        agree = f"{_small(theirs['differs'])} apart" if theirs["differs"] else "equal"
    sure = [
        one["certificate"] for one in (row["ours"], theirs) if one.get("certificate") is not None
    ]
    certificates = " / ".join(map(_small, sure))
    if certificates and theirs["kind"] in DATED:
        certificates += f" ({row['certified']})"
    state = {"won": "ours", "lost": "the other"}.get(theirs["state"], theirs["state"])
    if state == "failed":
        state = f"failed: {theirs['error'] or row['ours']['error']}"
    return [row["what"], rival, times, spread, agree, certificates, state]


def _small(value: float) -> str:
    return f"{value:.2g}" if value == 0 or value >= 0.001 else f"{value:.0e}"


_GROWTH = [
    "solver", "largest in time", "took", "memory", "grows like", "theory says", "last one foretold",
    "far beyond", "would take",
]  # fmt: skip


def _growths(grown: Told) -> Cells:
    found = []
    for one in grown["solvers"].values():
        if not one["points"]:
            continue
        last, line = one["points"][-1], one["time"]
        cells = [one["what"], f"{last['size']:,} {one['size']}", time_told(last["seconds"]),
                 size_told(last["memory"])]  # fmt: skip
        if line is None or line["far_high"] > VAGUE * line["far_low"]:
            found.append([*cells, "too few points to say", one["theory"], "", "", ""])
            continue
        off = (line["high"] - line["low"]) / 2
        like = f"$n^{{{line['x']:.2f}}}$" if one["law"] == "power" else f"${line['x']:.2f}^n$"
        near = f"{line['foretold']:.2f} times" if "foretold" in line else ""
        sure = f"{time_told(line['far_low'])} to {time_told(line['far_high'])}"
        far = f"{time_told(line['far'])} ({sure})"
        cells += [f"{like} (±{off:.2f})", one["theory"], near, f"{one['far']:,} {one['size']}", far]
        found.append(cells)
    return found


_LIMITS = ["kernel", "goes through", "takes", "the least", "times as long", "middle half"]


def _limits(run: Told) -> Cells:
    found = []
    for one in run["limits"].values():
        each, away = time_told(one["seconds"] / one["count"]), one["away"]
        spread = f"{rounded(away['low'])} to {rounded(away['high'])}"
        through = f"{one['count']:,} {one['unit']}"
        times = rounded(away["median"])
        found.append([one["what"], through, f"{each} each", one["bound"], times, spread])
    return found


def _rest(run: Told) -> str:
    """Where the time of each kernel goes, as a list."""
    return "\n".join(f"- {one['what']}: {one['rest']}." for one in run["limits"].values())


_MEMORY = ["what", "peak of its process", "of it Python and packages"]


def _memory(run: Told, grown: Told) -> Cells:
    pages = [
        [f"the page {name}", size_told(peak), ""] for name, peak in sorted(run["memory"].items())
    ]
    rows = [
        [row["what"], size_told(row["ours"]["peak"]), size_told(row["base"])]
        for row in run["rows"].values()
        if row["ours"]["peak"]
    ]
    solvers = [
        [f"{one['what']}: {point['size']:,} {one['size']}",
         size_told(one["base"] + point["memory"]), size_told(one["base"])]
        for one in grown["solvers"].values()
        for point in one["points"][-1:]
    ]  # fmt: skip
    return [*pages, *solvers, *rows]


def _values(run: Told, grown: Told) -> dict[str, str]:
    """What the prose says in numbers."""
    every = [told for row in run["rows"].values() for told in row["rivals"].values()]
    states = [told["state"] for told in every]
    count = {state: f"{states.count(state):,}" for state in ("won", "tied", "lost", "wrong")}
    count["unanswered"] = str(sum(s in ("failed", "too long") for s in states))
    count["missing"] = str(states.count("not installed"))
    values = {"rows": str(len(run["rows"])), "comparisons": str(len(every)), **count}
    for kind in ("source", "plain", "library"):
        ratios = [
            told["ratio"]["median"]
            for told in every
            if told["kind"] == kind and told["state"] in ("won", "tied", "lost")
        ]
        if ratios:
            values |= {f"{kind}_least": rounded(min(ratios)), f"{kind}_most": rounded(max(ratios))}
    away = [one["away"]["median"] for one in run["limits"].values()]
    values |= {"away_least": rounded(min(away)), "away_most": rounded(max(away))}
    values["minutes"] = rounded(run["machine"]["minutes"])
    values["solvers"] = str(len(grown["solvers"]))
    values["longest"] = time_told(grown["seconds"])
    return values


def _lost(run: Told) -> str:
    """The comparisons in which the other is first, as a list; or that there is none."""
    found = [
        f"- {run['rows'][name]['what']}: {rival} takes {rounded(theirs['ratio']['median'])} times "
        f"as long as ours ({time_told(theirs['seconds'])} against "
        f"{time_told(run['rows'][name]['ours']['seconds'])})"
        for name, rival in _answers(run, ("source", "plain", "library"))
        if (theirs := run["rows"][name]["rivals"][rival])["state"] == "lost"
    ]
    return "\n".join(found) or "None: in this run we were first or tied in every row."


def _slower(run: Told) -> str:
    if not run["earlier"]:
        return "This is the first run that was kept."
    since = run["earlier"][0]["machine"]
    if not run["slower"]:
        return f"Beside the run before, of {since['date']}, no row has become slower beyond noise."
    return "\n".join(
        f"- {run['rows'][one['row']]['what']}: **{rounded(one['times'])} times slower** than on "
        f"{one['since']}, beside {', '.join(one['beside'])}"
        for one in run["slower"]
    )


def _machine(run: Told, grown: Told) -> str:
    def one(of: Told) -> str:
        told = of["machine"]
        names = ("Python", "numpy", "scipy", "numba")
        versions = ", ".join(f"{name} {told[name]}" for name in names)
        return (
            f"`{of['command']}` on {told['date']}: {told['processor']}, of its "
            f"{told['processors']} processors one, {versions}, load {told['load']}"
        )

    packages = {
        told["package"]: told["version"] or "not installed"
        for row in run["rows"].values()
        for told in row["rivals"].values()
        if told.get("package")
    }
    rivals = ", ".join(f"{name} {number}" for name, number in sorted(packages.items()))
    return (
        f"Measured by {one(run)}; growth by {one(grown)}. Beside us: {rivals}. Other work ran on "
        "the machine, so times are CPU seconds."
    )


def _add_table(
    page: Page,
    number: int,
    name: str,
    caption: str,
    heads: list[str],
    rows: Cells,
    named: int = 1,
) -> None:
    """A table with its caption, and itself as CSV beside the whole data.

    So many first columns name a row. They stand in one cell, so that numbers fit on a phone.
    """
    shown = [", ".join(heads[:named]), *heads[named:]]
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in shown)
    body = "".join(
        f'<tr><th scope="row" class="pr-text">{"".join(map(_name, row[:named]))}</th>'
        + "".join(f"<td>{_shown(text)}</td>" for text in row[named:])
        + "</tr>"
        for row in rows
    )
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows([heads, *rows])
    page.files[f"{name}.csv"] = buffer.getvalue()
    whole = "growth.json" if name == "growth" else "benchmarks.json"
    page.pieces[f"side_by_side_{name}.md"] = _raw(
        f'<figure class="pr-table" id="table-{name}"><figcaption>'
        f"<b>Table {number}.</b> {escape(caption)}.</figcaption>"
        f'<div class="pr-scroll" tabindex="0" role="region" aria-label="Table: {escape(caption)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        f"{_downloads({f'{name}.csv': 'CSV', whole: 'JSON, all that was measured'})}</figure>"
    )


def _name(text: str) -> str:
    return f'<span class="pr-line">{_shown(text)} </span>'


def _shown(text: str) -> str:
    return "".join(
        f"<code>{escape(part)}</code>" if k % 2 else typeset(part)
        for k, part in enumerate(text.split("`"))
    )


def _add_picture(
    page: Page, number: int, name: str, caption: str, draw: Callable[[], Drawing], alt: str
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        saved = draw().save(Path(folder), f"{FOLDER}-{name}", alt)
        page.files[f"{name}.svg"] = (Path(folder) / f"{FOLDER}-{name}.svg").read_text("utf-8")
    page.pieces[f"side_by_side_{name}.md"] = _raw(
        f'<figure class="pr-figure" id="figure-{name}"><div class="pr-drawing" role="img" '
        f'aria-label="{escape(alt)}"><div class="pr-broad">{saved.wide}</div>'
        f'<div class="pr-narrow" hidden>{saved.narrow}</div></div><figcaption>'
        f"<b>Figure {number}.</b> {escape(caption)}.</figcaption>"
        f"{_downloads({f'{name}.svg': 'SVG'})}</figure>"
    )


def _downloads(files: dict[str, str]) -> str:
    told = " · ".join(
        f'<a href="../downloads/{FOLDER}/{file}" download>{escape(text)}</a>'
        for file, text in files.items()
    )
    return f'<p class="pr-downloads">Download: {told}</p>'


def _raw(text: str) -> str:
    return f"``````{{raw}} html\n{html.moved(text, '../')}\n``````"


def _drawable(run: Told, kinds: Sequence[str]) -> list[tuple[str, dict[str, Told]]]:
    """Rows with the rivals of some kinds that were timed."""
    found = []
    for row in run["rows"].values():
        rivals = {
            name: told
            for name, told in row["rivals"].items()
            if told["kind"] in kinds and "ratio" in told
        }
        if rivals:
            found.append((row["what"], rivals))
    return found


def _drawn(run: Told, kinds: Sequence[str]) -> Callable[[], Drawing]:
    def draw() -> Drawing:
        from .ratios import dots  # matplotlib takes a second, and the page is made once

        return dots(_drawable(run, kinds), by_name=kinds == ("library",))

    return draw


def _seen(run: Told, kinds: Sequence[str]) -> str:
    """The picture in words."""
    ratios = [
        (told["ratio"]["median"], what, name)
        for what, rivals in _drawable(run, kinds)
        for name, told in rivals.items()
    ]
    if not ratios:
        return "Nothing was timed."
    least, most = min(ratios), max(ratios)
    first = sum(ratio > 1 for ratio, _, _ in ratios)
    return (
        f"Ratios of {len(ratios)} comparisons on a logarithmic scale, {first} of them above 1: "
        f"from {rounded(least[0])} ({least[1]}, {least[2]}) to {rounded(most[0])} ({most[1]}, "
        f"{most[2]})."
    )
