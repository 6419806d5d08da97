"""The ledger's page: a filter, and the table of all entries.

The table stands whole in the page, for readers with and without scripts alike: ``ledger.js`` hides
and sorts its rows by their attributes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape
from math import erf, sqrt

from ..ledger.entries import COLUMNS, OWN, STATUSES, Row, apart
from ..ledger.published import STRETCHES, Published
from ..ledger.verdict import NOISE, VERDICTS
from ..ledger.views import GROUPS, TOLD, group_of, slug, view
from ..page import html
from ..page.check import table_row

_HEADS = ("The source", "Where", "Printed", "Computed", "Verdict", "Why")
_ORDERS = {  # by what the script reads of a row
    "where": "order of the sources",
    "printed": "printed value",
    "computed": "computed value",
    "verdict": "verdict",
    "diagnosis": "reason",
    "z": "standard errors apart",
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


def tool(published: dict[str, Published], rows: list[Row]) -> str:
    """Return the filter with its counts, and the whole table below it.

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
    sources, own = apart(published)
    titles = {name: source.source["title"] for name, source in published.items()}
    theirs = [row for row in rows if row["chapter"] in sources]
    facets = [
        _fieldset("Chapter", [_chapter(source, rows) for source in sources.values()]),
        _fieldset("Ours", [_chapter(source, rows) for source in own.values()]),
        _fieldset("Verdict", [_group(group, theirs) for group in GROUPS]),
        _fieldset("Reason", [_choice("diagnosis", *one, theirs) for one in DIAGNOSES.items()]),
        _fieldset("What it is", [_choice("kind", kind, "", theirs) for kind in _PLURALS]),
    ]
    orders = "".join(
        f'<option value="{name}">{title}</option>'
        f'<option value="{name}-down">{title}, reversed</option>'
        for name, title in _ORDERS.items()
    )
    return (
        '<div class="pr-ledger"><form class="pr-filter" id="pr-filter" role="search" '
        'aria-label="Filter the ledger">'
        '<p class="pr-find"><label for="pr-find">Find</label> <input id="pr-find" name="find" '
        'type="search" autocomplete="off" spellcheck="false" '
        'placeholder="a number or words, such as 0.0132"></p>'
        f"{_examples(titles, theirs)}<details><summary>Filter</summary>{''.join(facets)}"
        '</details></form><div class="pr-state"><p class="pr-count" role="status"></p>'
        '<a class="pr-back" href="#pr-filter">Filter</a></div><p class="pr-tools">'
        '<button type="button" class="pr-clear">Clear</button> '
        f'<label>Sort <select name="sort" form="pr-filter">{orders}</select></label></p>'
        f"{table(titles, rows)}"
        '<p class="pr-more" hidden><button type="button"></button></p></div>'
        '<script src="../_static/ledger.js"></script>'
    )


def table(titles: dict[str, str], rows: list[Row]) -> str:
    """Return all entries as a table.

    Parameters
    ----------
    titles : dict of str to str
        What chapters are called.
    rows : list of dict
        All entries, as `entries.rows_of` returns them.
    """
    head = "".join(f'<th scope="col">{name}</th>' for name in _HEADS)
    body = "".join(table_row(row, titles[row["chapter"]]) for row in rows)
    return (
        '<table class="pr-entries" aria-label="Entries of the ledger" tabindex="-1">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _fieldset(title: str, choices: list[str]) -> str:
    """Choices of one kind, if there are any."""
    if not any(choices):
        return ""
    return f"<fieldset><legend>{title}</legend><div>{''.join(choices)}</div></fieldset>"


def _chapter(source: Published, rows: list[Row]) -> str:
    about = source.source
    return _choice("chapter", source.chapter, about["summary"], rows, about["title"])


def _group(group: str, rows: list[Row]) -> str:
    """The choice of a group of verdicts, and of each of them."""
    whole = _choice("group", group, "", rows, TOLD[group])
    each = [_choice("verdict", verdict, VERDICTS[verdict], rows) for verdict in GROUPS[group]]
    if not whole:
        return ""
    return f'<div role="group" aria-label="{TOLD[group]}">{whole}{"".join(each)}</div>'


def _choice(name: str, value: str, meaning: str, rows: list[Row], text: str = "") -> str:
    """A choice with its count; one that nothing has is not offered."""
    count = sum(row[name] == value for row in rows)
    if not count:
        return ""
    text = text or _PLURALS.get(value, value)
    title = f' title="{escape(meaning)}"' if meaning else ""
    look = f" pr-{slug(value)}" if name == "verdict" else ""
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


def statuses(rows: Iterable[Row]) -> str:
    """Return what each status of the book's own claims means, with how many there are."""
    count = Counter(row["status"] for row in rows if "status" in row)
    return _definitions((name, count[name], escape(told)) for name, (_, told) in STATUSES.items())


def legend(counts: dict[str, int]) -> str:
    """Return what each verdict means that occurs, with how many there are, as a definition list."""
    return _definitions(
        (
            html.badge(verdict, href=view(verdicts=[verdict])),
            count,
            f"{escape(VERDICTS[verdict])} <small>({TOLD[group_of(verdict)]})</small>",
        )
        for verdict, count in counts.items()
    )


def diagnoses(rows: Iterable[Row]) -> str:
    """Return what each kind of reason means that occurs, with how many there are."""
    count = Counter(row["diagnosis"] for row in rows)
    return _definitions(
        (f'<a href="{escape(view(diagnoses=[kind]))}">{kind}</a>', count[kind], escape(meaning))
        for kind, meaning in DIAGNOSES.items()
    )


def _definitions(words: Iterable[tuple[str, int, str]]) -> str:
    """Words, how many entries each is said of, and what it means: those that are said of any."""
    items = "".join(
        f"<dt>{word} {count:,}</dt><dd>{meaning}</dd>" for word, count, meaning in words if count
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
    kinds = [f'<i class="pr-line-{kind}"></i> {title}' for kind, title in _LINES.items()]
    return _framed(
        ["Source", "Lines", *kinds],
        rows,
        "Lines of the sources",
        above="<figcaption>Each line of each source is accounted for: how many hold entries of the "
        "ledger, define, motivate, prove, are headings or blank, or refer to others.</figcaption>",
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
    shares = [
        f'<tr><th scope="row">{most}</th>'
        f'<td class="pr-num">{sum(z <= most for z in found) / len(found):.1%}</td>'
        f'<td class="pr-num">{erf(most / sqrt(2)):.1%}</td></tr>'
        for most in range(1, NOISE + 1)
    ]
    head = ["at most, standard errors", "of the comparisons", "of a normal law"]
    return (
        f"<p>{len(found):,} published values come from simulations, theirs or ours. One that is at "
        f"most {NOISE} standard errors away counts as within noise; so many are how far away:</p>"
        + _framed(head, shares, "Distances in standard errors")
    )


def dictionary() -> str:
    """Return the downloads of the whole ledger, and what each column holds, as a table."""
    rows = [
        f'<tr><th scope="row"><code>{column.name}</code></th><td>{column.datatype}</td>'
        f'<td class="pr-text">{_coded(column.meaning)}</td></tr>'
        for column in (*COLUMNS, *OWN)
    ]
    links = " · ".join(
        f'<a href="../downloads/{file}" download>{name}</a>' for file, name in _FILES.items()
    )
    return _framed(
        ["Column", "Type", "What it holds"],
        rows,
        "Columns of the downloads",
        below=f'<p class="pr-downloads">The whole ledger: {links}</p>',
    )


def _framed(
    head: list[str], rows: list[str], label: str, *, above: str = "", below: str = ""
) -> str:
    """A table, given as HTML, that scrolls sideways where it is too wide."""
    columns = "".join(f'<th scope="col">{name}</th>' for name in head)
    return (
        f'<figure class="pr-table">{above}<div class="pr-scroll" tabindex="0" role="region" '
        f'aria-label="{label}"><table><thead><tr>{columns}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>{below}</figure>"
    )


def _coded(text: str) -> str:
    """A text with code between backticks."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))
