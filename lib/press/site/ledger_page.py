"""The ledger's page: a tool for those with JavaScript, the whole table for those without.

The table stands in a ``<noscript>``, so that a browser with scripts keeps it as one piece of text.
What the script reads is in a file of its own, `data`, beside the downloads.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import cache
from html import escape
from math import erf, sqrt
from typing import Any

from ..ledger.entries import COLUMNS, OWN, STATUSES, Row, apart, columns_of
from ..ledger.published import STRETCHES, Published
from ..ledger.verdict import NOISE, VERDICTS
from ..ledger.views import GROUPS, TOLD, group_of, view
from ..page import html
from .mathml import typeset
from .numerals import printed

DATA = "ledger.js"  # below downloads: what the script of the page reads
_TEXTS = ("quantity", "where", "printed", "computed", "evidence", "explanation")
_HEADS = {
    "quantity": "The source",
    "where": "Where",
    "printed": "Printed",
    "computed": "Computed",
    "verdict": "Verdict",
    "why": "Why",
}
_PLURALS = {"number": "numbers", "tuple": "tuples", "list": "lists of tuples", "claim": "claims"}
# What becomes of the lines of a source: the kinds of `STRETCHES` as heads of a table.
_LINES = {
    "entries": "entries",
    "definition": "definition",
    "motivation": "motivation",
    "proof": "proof",
    "heading": "heading, blank",
    "reference": "reference",
}
_FILES = {
    "ledger.csv": "CSV",
    "ledger.json": "JSON",
    "ledger.csv-metadata.json": "columns as CSV on the Web",
}
DIAGNOSES = {
    "misprint": "what is printed is not what the source's own method or proof gives; the entry has "
    "what should stand there, and that is verified",
    "method error": "the source's method leads astray; we emulate it and find its number",
    "underspecified": "the source leaves something open on which the result depends; the entry "
    "says what we assumed, and what other readings give",
    "wrong": "it is not so, and the entry has a counterexample, the smallest where we know it",
    "unexplained": "it differs, and we do not know why",
    "outside": "it is about something outside the games, such as how long the authors' computer "
    "took, so no computation here can decide it; the entry says what stands in the way",
}


@cache
def shown(text: str) -> str:
    """Return a text of the ledger as HTML: typeset, tuples below each other."""
    return html.tuples(map(printed, html.listed(text))) or typeset(text)


def tool(published: dict[str, Published], rows: list[Row]) -> str:
    """Return the filter with its counts, an empty table that the script fills, and the whole one.

    Parameters
    ----------
    published : dict of str to Published
        The sources by chapter.
    rows : list of dict
        All entries, as `entries.rows_of` returns them.

    Returns
    -------
    str
        HTML for a page in the folder ``book``.
    """
    everything, every = rows, Counter(row["chapter"] for row in rows)
    told = _titles(published)
    sources = {name: source.source["summary"] for name, source in published.items()}
    titles, ours = (_titles(part) for part in apart(published))
    rows = [row for row in rows if row["chapter"] in titles]
    count = {name: Counter(row[name] for row in rows) for name in ("diagnosis", "kind")}
    kinds = {kind: kind for kind in DIAGNOSES}
    facets = [
        _facet("chapter", "Chapter", titles, every, sources),
        _facet("chapter", "Ours", ours, every, sources),
        _verdicts(Counter(row["verdict"] for row in rows)),
        _facet("diagnosis", "Reason", kinds, count["diagnosis"], DIAGNOSES),
        _facet("kind", "What it is", _PLURALS, count["kind"]),
    ]
    head = "".join(
        f'<th scope="col" role="columnheader" data-sort="{name}"><button type="button" '
        f'class="pr-sort">{title}</button></th>'
        for name, title in _HEADS.items()
    )
    return (
        '<div class="pr-ledger" hidden>'
        '<form class="pr-filter" role="search" aria-label="Filter the ledger">'
        '<p class="pr-find"><label for="pr-find">Find</label> <input id="pr-find" name="find" '
        'type="search" autocomplete="off" spellcheck="false" '
        'placeholder="a number or words, such as 0.0132"></p>'
        f"{_examples(titles, rows)}<details open><summary>Filter</summary>{''.join(facets)}"
        "</details></form>"
        '<div class="pr-state"><div class="pr-stay"><p class="pr-count" role="status"></p> '
        '<button type="button" class="pr-back">Filter</button></div>'
        '<p class="pr-tools"><button type="button" class="pr-clear">Show all</button> '
        '<label>Sort <select class="pr-order"></select></label> '
        '<span role="group" aria-label="What is in view">This view: '
        '<button type="button" class="pr-export" data-kind="csv">CSV</button> '
        '<button type="button" class="pr-export" data-kind="json">JSON</button> '
        '<button type="button" class="pr-copy-view">Copy link</button></span></p></div>'
        '<table class="pr-entries" role="table" aria-label="Entries of the ledger">'
        f'<thead role="rowgroup"><tr role="row">{head}</tr></thead>'
        '<tbody role="rowgroup"></tbody></table>'
        '<nav class="pr-pages" aria-label="Pages of the ledger"></nav></div>'
        "<noscript><style>.pr-ledger.pr-ledger[hidden] { display: none !important }</style>"
        f'<div class="pr-plain">{plain(told, everything)}</div></noscript>'
        f'<script src="../downloads/{DATA}" defer></script>'
        '<script src="../_static/ledger.js" defer></script>'
    )


def _titles(published: dict[str, Published]) -> dict[str, str]:
    return {name: source.source["title"] for name, source in published.items()}


def _facet(
    name: str,
    title: str,
    choices: dict[str, str],
    count: Counter[str],
    meanings: dict[str, str] | None = None,
) -> str:
    """The choices of one kind; one that nothing has is not offered."""
    labels = "".join(
        _choice(name, value, text, count[value], (meanings or {}).get(value, ""))
        for value, text in choices.items()
        if count[value]
    )
    return _fieldset(title, labels) if labels else ""


def _fieldset(title: str, choices: str) -> str:
    return f"<fieldset><legend>{title}</legend><div>{choices}</div></fieldset>"


def _verdicts(count: Counter[str]) -> str:
    groups = []
    for group, verdicts in GROUPS.items():
        own = [verdict for verdict in verdicts if count[verdict]]
        if own:
            whole = _choice("group", group, TOLD[group], sum(count[verdict] for verdict in own))
            each = "".join(
                _choice("verdict", verdict, verdict, count[verdict], VERDICTS[verdict])
                for verdict in own
            )
            groups.append(f'<div role="group" aria-label="{TOLD[group]}">{whole}{each}</div>')
    return _fieldset("Verdict", "".join(groups))


def _choice(name: str, value: str, text: str, count: int, meaning: str = "") -> str:
    title = f' title="{escape(meaning)}"' if meaning else ""
    look = f" pr-{html.slug(value)}" if name == "verdict" else ""
    return (
        f'<label class="pr-choice{look}" data-of="{name}"{title}><input type="checkbox" '
        f'name="{name}" value="{escape(value)}"> {escape(text)} <b>{count:,}</b></label> '
    )


def _examples(titles: dict[str, str], rows: list[Row]) -> str:
    """Views that one may come for: every misprint, what does not hold in a source."""
    misprints = sum(row["diagnosis"] == "misprint" for row in rows)
    off = Counter(row["chapter"] for row in rows if row["group"] == "disagree")
    links = [(f"every misprint ({misprints:,})", view(diagnoses=["misprint"]))] if misprints else []
    links += [
        (f"{titles[name]} ({count:,})", view(chapters=[name], verdicts=["disagree"]))
        for name, count in off.items()
    ]
    shown = [f'<a href="{escape(address)}">{escape(text)}</a>' for text, address in links]
    if not shown:
        return ""
    told = f"For example: {shown[0]}; what does not hold as it stands in {', '.join(shown[1:])}."
    return f'<p class="pr-examples">{told}</p>'


def plain(titles: dict[str, str], rows: list[Row]) -> str:
    """Return all entries as one table a chapter, for readers without JavaScript."""
    tables = []
    for chapter, title in titles.items():
        own = [row for row in rows if row["chapter"] == chapter]
        head = "".join(f'<th scope="col">{name}</th>' for name in _HEADS.values())
        tables.append(
            f'<h2 id="{chapter}">{escape(title)}: {len(own):,} entries</h2>'
            f'<table class="pr-entries"><thead><tr>{head}</tr></thead>'
            f"<tbody>{''.join(map(_plain_row, own))}</tbody></table>"
        )
    return "".join(tables)


def _plain_row(row: Row) -> str:
    why = (
        f"<p><b>{row['diagnosis']}.</b> {shown(row['explanation'])}</p>" if row["diagnosis"] else ""
    )
    why += f"<p>{shown(row['evidence'])}</p>" if row["evidence"] else ""
    why += f"<p>{own_part(row, '')}</p>" if "status" in row else ""
    name = row["url"].partition("#")[2]
    badge = html.badge(row["verdict"], href=row["page"] and f"../{row['page']}")
    return (
        f'<tr id="{name}"><th scope="row"><span>{_whose(row)}{shown(row["quantity"])}</span> '
        f'<small class="pr-name"><a href="#{name}">{escape(row["id"])}</a></small></th>'
        f"<td><span>{shown(row['where'])}</span></td>"
        f'<td class="pr-code"><span>{shown(row["printed"])}</span></td>'
        f'<td class="pr-code"><span>{shown(row["computed"])}</span></td><td>{badge}</td>'
        f"<td><div>{why}</div></td></tr>"
    )


def _whose(row: Row) -> str:
    """What a claim of this book begins with; nothing for a source's."""
    return f"<b>{row['status'].capitalize()}.</b> " if "status" in row else ""


def own_part(row: Row, way: str) -> str:
    """Return what a claim of this book has besides: prior work, its proof, how to recheck it.

    Parameters
    ----------
    row : dict
        One of its rows.
    way : str
        The way from the page to the folder ``book``.

    Returns
    -------
    str
        HTML.
    """
    word = "Proof" if row["status"] in ("theorem", "counterexample") else "What it rests on"
    proof = f'<a href="{way}{row["chapter"]}/{row["proof"]}.html">{word}</a>. ' * bool(row["proof"])
    again = f"Recheck it: <code>{escape(row['recheck'])}</code>." * bool(row["recheck"])
    return f"{proof}<b>Known before.</b> {shown(row['before'])} {again}"


def statuses(rows: Iterable[Row]) -> str:
    """Return what each status of the book's own claims means, with how many there are."""
    count = Counter(row["status"] for row in rows if "status" in row)
    items = "".join(
        f"<dt>{status} {count[status]:,}</dt><dd>{escape(meaning)}</dd>"
        for status, (_, meaning) in STATUSES.items()
        if count[status]
    )
    return f'<dl class="pr-legend">{items}</dl>' if items else "<p></p>"


def data(published: dict[str, Published], rows: list[Row]) -> str:
    """Return what the page's script reads: a classic script, since pages are opened from disk.

    Parameters
    ----------
    published : dict of str to Published
        The sources by chapter.
    rows : list of dict
        All entries, as `entries.rows_of` returns them.

    Returns
    -------
    str
        A script that sets ``window.parlor.ledger``: `columns`; `rows`, a list of cells each;
        `html`, what texts look like that are more than themselves; titles of chapters and what
        their sources are; verdicts by group; kinds of reasons.
    """
    texts = {row[name] for row in rows for name in (*_TEXTS, "before") if name in row}
    told: dict[str, Any] = {
        "columns": [column.name for column in columns_of(rows)],
        "rows": [list(row.values()) for row in rows],
        "html": {
            text: made
            for text in sorted(texts)
            if (made := shown(text)) != escape(text, quote=False)
        },
        "chapters": _titles(published),
        "sources": {name: source.source["summary"] for name, source in published.items()},
        "groups": GROUPS,
        "diagnoses": list(DIAGNOSES),
    }
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return f"window.parlor=window.parlor||{{}};\nwindow.parlor.ledger={text};\n"


def legend(counts: dict[str, int]) -> str:
    """Return what each verdict means that occurs, with how many there are, as a definition list."""
    items = "".join(
        f"<dt>{html.badge(verdict, href=view(verdicts=[verdict]))} {count:,}</dt>"
        f"<dd>{escape(VERDICTS[verdict])} <small>({TOLD[group_of(verdict)]})</small></dd>"
        for verdict, count in counts.items()
    )
    return f'<dl class="pr-legend">{items}</dl>'


def diagnoses(rows: Iterable[Row]) -> str:
    """Return what each kind of reason means that occurs, with how many there are."""
    count = Counter(row["diagnosis"] for row in rows)
    items = "".join(
        f'<dt><a href="{escape(view(diagnoses=[kind]))}">{kind}</a> {count[kind]:,}</dt>'
        f"<dd>{escape(meaning)}</dd>"
        for kind, meaning in DIAGNOSES.items()
        if count[kind]
    )
    return f'<dl class="pr-legend">{items}</dl>' if items else "<p></p>"


def coverage(published: dict[str, Published]) -> str:
    """Return what becomes of the lines of each source: a bar and the numbers.

    Parameters
    ----------
    published : dict of str to Published
        The sources by chapter; one whose lines nobody has told is left out.

    Returns
    -------
    str
        A table, a row a source; empty if there is none.
    """
    rows = []
    for source in published.values():
        counts: Counter[str] = Counter()
        for stretch in source.lines:
            counts[stretch.kind] += stretch.last - stretch.first + 1
        if counts:
            rows.append(_coverage_row(source.source["title"], counts))
    if not rows:
        return "<p></p>"
    head = "".join(
        f'<th scope="col"><i class="pr-line-{kind}"></i> {title}</th>'
        for kind, title in _LINES.items()
    )
    return (
        '<figure class="pr-table"><figcaption>Each line of each source is accounted for: how many '
        "hold entries of the ledger, define, motivate, prove, are headings or blank, or refer to "
        'others.</figcaption><div class="pr-scroll" tabindex="0" role="region" aria-label="Lines '
        'of the sources"><table class="pr-coverage"><thead><tr><th scope="col">Source</th>'
        f'<th scope="col">Lines</th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
        "</figure>"
    )


def _coverage_row(title: str, counts: Counter[str]) -> str:
    total = sum(counts.values())
    bar = "".join(
        f'<i class="pr-line-{kind}" style="width:{100 * counts[kind] / total:.2f}%"></i>'
        for kind in STRETCHES
        if counts[kind]
    )
    cells = "".join(f'<td class="pr-num">{counts[kind]:,}</td>' for kind in STRETCHES)
    return (
        f'<tr><th scope="row">{escape(title)}<span class="pr-share" aria-hidden="true">{bar}</span>'
        f'</th><td class="pr-num">{total:,}</td>{cells}</tr>'
    )


def noise(rows: Iterable[Row]) -> str:
    """Return how far published values lie from ours in standard errors, all of them as a whole.

    Parameters
    ----------
    rows : iterable of dict
        All entries, as `entries.rows_of` returns them.

    Returns
    -------
    str
        A sentence, and a table of the shares within 1, 2, ... standard errors beside those of
        a normal law. An empty paragraph if no entry has such a distance.
    """
    found = [abs(row["z"]) for row in rows if row["z"] is not None]
    if not found:
        return "<p></p>"
    shares = "".join(
        f'<tr><th scope="row">{most}</th>'
        f'<td class="pr-num">{sum(z <= most for z in found) / len(found):.1%}</td>'
        f'<td class="pr-num">{erf(most / sqrt(2)):.1%}</td></tr>'
        for most in range(1, NOISE + 1)
    )
    columns = ("at most, standard errors", "of the comparisons", "of a normal law")
    head = "".join(f'<th scope="col">{column}</th>' for column in columns)
    return (
        f"<p>{len(found):,} published values come from simulations, theirs or ours. One that is at "
        f"most {NOISE} standard errors away counts as within noise; so many are how far away:</p>"
        '<figure class="pr-table"><div class="pr-scroll" tabindex="0" role="region" '
        f'aria-label="Distances in standard errors"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{shares}</tbody></table></div></figure>"
    )


def dictionary() -> str:
    """Return the downloads of the whole ledger, and what each column holds, as a table."""
    rows = "".join(
        f'<tr><th scope="row"><code>{column.name}</code></th><td>{column.datatype}</td>'
        f'<td class="pr-text">{_coded(column.meaning)}</td></tr>'
        for column in (*COLUMNS, *OWN)
    )
    links = " · ".join(
        f'<a href="../downloads/{file}" download>{name}</a>' for file, name in _FILES.items()
    )
    return (
        '<figure class="pr-table"><div class="pr-scroll" tabindex="0" role="region" '
        'aria-label="Columns of the downloads"><table><thead><tr><th scope="col">Column</th>'
        '<th scope="col">Type</th><th scope="col">What it holds</th></tr></thead>'
        f'<tbody>{rows}</tbody></table></div><p class="pr-downloads">The whole ledger: {links}</p>'
        "</figure>"
    )


def _coded(text: str) -> str:
    """A text with code between backticks."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))
