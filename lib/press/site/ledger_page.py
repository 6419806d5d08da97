"""The ledger's page: a filter, and the table of all entries.

The table stands whole in the page, what does not hold first, for readers with and without scripts
alike: ``ledger.js`` hides and sorts its rows by their attributes. Most rows are in ``<noscript>``,
which costs a browser that runs scripts nothing: it shows the first screen at once, and the script
takes them from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import erf, sqrt

from markupsafe import Markup

from ..ledger.published import Published
from ..ledger.schema import DIAGNOSES, STATUSES, STRETCHES
from ..ledger.verdict import NOISE, VERDICTS
from .addresses import GROUPS, TOLD, group_of
from .formulas import in_markdown
from .layout import html
from .ledger_rows import DESCRIBED, Row, apart, ours, theirs

_GRAVITY = ("fails", "differs", "partly", *GROUPS["open"], *GROUPS["agree"])
_PLURALS = {"number": "numbers", "tuple": "tuples", "list": "lists of tuples", "claim": "claims"}


def tool(published: dict[str, Published], rows: list[Row]) -> Markup:
    """Return the filter with its counts, and the whole table below it.

    Parameters
    ----------
    published : dict of str to Published
        The sources by chapter.
    rows : list of dict
        All entries, as `ledger_rows.rows_of` returns them.

    Returns
    -------
    Markup
        HTML for a page in the folder ``book``.
    """
    sources, own = (
        {name: source.source["summary"] for name, source in some.items()}
        for some in apart(published)
    )
    return html(
        "ledger.html",
        rows=sorted(enumerate(rows), key=lambda pair: _GRAVITY.index(pair[1]["verdict"])),
        entries=theirs(rows),
        own_entries=ours(rows),
        titles={name: source.source["title"] for name, source in published.items()},
        sources=sources,
        own_sources=own,
        groups={
            group: {verdict: VERDICTS[verdict] for verdict in verdicts}
            for group, verdicts in GROUPS.items()
        },
        told=TOLD,
        diagnoses=DIAGNOSES,
        kinds=_PLURALS,
    )


def statuses(rows: Iterable[Row]) -> Markup:
    """Return what each status of the book's own claims means, with how many there are."""
    meanings = {name: meaning for name, (_, meaning) in STATUSES.items()}
    return html("legend.html#statuses", rows=ours(rows), meanings=meanings)


def legend(rows: list[Row]) -> Markup:
    """Return what each verdict means that occurs, with how many there are, as a definition list."""
    groups = {verdict: TOLD[group_of(verdict)] for verdict in VERDICTS}
    return html("legend.html#verdicts", rows=rows, meanings=VERDICTS, groups=groups)


def diagnoses(rows: list[Row]) -> Markup:
    """Return what each kind of reason means that occurs, with how many there are."""
    return html("legend.html#diagnoses", rows=rows, meanings=DIAGNOSES)


def coverage(published: dict[str, Published]) -> str:
    """Return what becomes of the lines of each source, as a table in Markdown.

    Parameters
    ----------
    published : dict of str to Published
        The sources by chapter; one whose lines nobody has told is left out.
    """
    rows = []
    for source in published.values():
        counts: Counter[str] = Counter()
        for stretch in source.lines:
            counts[stretch.kind] += stretch.last - stretch.first + 1
        if counts:
            numbers = [counts.total(), *(counts[kind] for kind in STRETCHES)]
            rows.append([source.source["title"], *(f"{number:,}" for number in numbers)])
    return markdown(["Source", "Lines", *STRETCHES], rows)


def noise(rows: Iterable[Row]) -> str:
    """Return how far published values lie from ours in standard errors, all of them as a whole.

    Parameters
    ----------
    rows : iterable of dict
        All entries, as `ledger_rows.rows_of` returns them.

    Returns
    -------
    str
        Markdown: a sentence, and a table of the shares within 1, 2, ... standard errors beside
        those of a normal distribution. Empty if no entry has such a distance.
    """
    gaps = [abs(row["z"]) for row in rows if row["z"] is not None]
    if not gaps:
        return ""
    shares = [
        [
            f"{most}",
            f"{100 * sum(z <= most for z in gaps) / len(gaps):.1f} %",
            f"{100 * erf(most / sqrt(2)):.1f} %",
        ]
        for most in range(1, NOISE + 1)
    ]
    return (
        f"{len(gaps):,} published values come from simulations, theirs or ours. One that is at "
        f"most {NOISE} standard errors away counts as within noise. The table says how far away "
        "they are:\n\n"
        + markdown(
            ["at most, standard errors", "of the comparisons", "of a normal distribution"], shares
        )
    )


def yardsticks(source: Published) -> Markup:
    """Return by which rules like claims are judged, each with the claims, as a definition list."""
    judged = {
        name: [entry.id for entry in source.entries.values() if name in entry.yardsticks]
        for name in source.yardsticks
    }
    return html("legend.html#yardsticks", yardsticks=source.yardsticks, judged=judged)


def dictionary() -> str:
    """Return what each column of the downloads holds, as a table in Markdown."""
    rows = [
        [Markup(f"`{name}`"), column["datatype"], Markup(column["dc:description"])]
        for name, column in DESCRIBED.items()
    ]
    return markdown(["Column", "Type", "What it holds"], rows, left=3)


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Return a table in Markdown, empty without rows; what is no `Markup` is text.

    Parameters
    ----------
    head : sequence of str
        What the columns are called.
    rows : list of list of str
        The cells.
    left : int, default 1
        How many columns hold words; the others hold numbers, which stand to the right.
    """
    rule = ["---"] * left + ["---:"] * (len(head) - left)
    lines = [head, rule, *(map(in_markdown, cells) for cells in rows)] if rows else []
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
