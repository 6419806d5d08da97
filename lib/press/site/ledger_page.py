"""The ledger's page: a filter, and the table of all entries.

The table stands whole in the page, what does not hold first, for readers with and without scripts
alike: ``ledger.js`` hides and sorts its rows by their attributes. Most rows are in ``<noscript>``,
which costs a browser that runs scripts nothing: it shows the first screen at once, and the script
takes them from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from math import erf, sqrt

from ..ledger.files import DIAGNOSES, STATUSES, STRETCHES
from ..ledger.published import Published
from ..ledger.verdict import NOISE, VERDICTS
from .addresses import GROUPS, TOLD, group_of, slug, view
from .entry import badge, table_row
from .rows import DESCRIBED, Row, apart, theirs

_HEADS = ("The source", "Where", "Printed", "Computed", "Verdict", "Why")
_ORDERS = {  # by what the script reads of a row
    "gravity": "what does not hold first",
    "where": "order of the sources",
    "printed": "printed value",
    "computed": "computed value",
    "verdict": "verdict",
    "diagnosis": "reason",
    "z": "standard errors apart",
}
_GRAVITY = ("fails", "differs", "partly", *GROUPS["open"], *GROUPS["agree"])
_FIRST = 40  # rows that ``ledger.js`` shows unless one asks for more
_PIECE = 100  # rows that it reads at a time: a slow phone does so in a twentieth of a second
_PLURALS = {"number": "numbers", "tuple": "tuples", "list": "lists of tuples", "claim": "claims"}


def tool(published: dict[str, Published], rows: list[Row]) -> str:
    """Return the filter with its counts, and the whole table below it.

    Parameters
    ----------
    published : dict of str to Published
        The sources by chapter.
    rows : list of dict
        All entries, as `rows.rows_of` returns them.

    Returns
    -------
    str
        HTML for a page in the folder ``book``.
    """
    sources, own = apart(published)
    titles = {name: source.source["title"] for name, source in published.items()}
    entries = theirs(rows)
    facets = [
        _fieldset("Chapter", [_chapter(source, rows) for source in sources.values()]),
        _fieldset("Ours", [_chapter(source, rows) for source in own.values()]),
        _fieldset("Verdict", [_group(group, entries) for group in GROUPS]),
        _fieldset("Reason", [_choice("diagnosis", *pair, entries) for pair in DIAGNOSES.items()]),
        _fieldset("What it is", [_choice("kind", kind, "", entries) for kind in _PLURALS]),
    ]
    head = "".join(f'<th scope="col">{name}</th>' for name in _HEADS)
    grave = sorted(enumerate(rows), key=lambda pair: _GRAVITY.index(pair[1]["verdict"]))
    lines = [table_row(row, titles[row["chapter"]], place) for place, row in grave]
    table = f'class="pr-entries"><thead><tr>{head}</tr></thead><tbody>'
    rest = "".join(
        f"<noscript><table {table}{''.join(lines[at : at + _PIECE])}</tbody></table></noscript>"
        for at in range(_FIRST, len(lines), _PIECE)
    )
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
        f"<details><summary>Filter</summary>{''.join(facets)}</details></form>"
        '<div class="pr-state"><p class="pr-count" role="status"></p>'
        '<a class="pr-back" href="#pr-filter">Filter</a></div><p class="pr-tools">'
        '<button type="button" class="pr-clear">Clear</button> '
        f'<label>Sort <select name="sort" form="pr-filter">{orders}</select></label></p>'
        f'<table aria-label="Entries of the ledger" tabindex="-1" {table}'
        f"{''.join(lines[:_FIRST])}</tbody></table>{rest}"
        '<p class="pr-more" hidden><button type="button"></button></p></div>'
        '<script defer src="../_static/ledger.js"></script>'
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
    return whole and f'<div role="group" aria-label="{TOLD[group]}">{whole}{"".join(each)}</div>'


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


def statuses(rows: Iterable[Row]) -> str:
    """Return what each status of the book's own claims means, with how many there are."""
    count = Counter(row["status"] for row in rows if "status" in row)
    return _definitions((name, count[name], escape(text)) for name, (_, text) in STATUSES.items())


def legend(counts: dict[str, int]) -> str:
    """Return what each verdict means that occurs, with how many there are, as a definition list."""
    return _definitions(
        (
            badge(verdict, href=view(verdicts=[verdict])),
            count,
            f"{escape(VERDICTS[verdict])} <small>({TOLD[group_of(verdict)]})</small>",
        )
        for verdict, count in counts.items()
        if verdict in VERDICTS
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
        All entries, as `rows.rows_of` returns them.

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


def yardsticks(source: Published) -> str:
    """Return by which rules like claims are judged, each with the claims, as a definition list."""
    items = "".join(
        f"<dt>{escape(name.replace('_', ' '))}</dt><dd>{escape(rule.words)} "
        + ", ".join(
            f'<a href="#entry-{slug(entry.id)}">{escape(entry.id)}</a>'
            for entry in source.entries.values()
            if name in entry.yardsticks
        )
        + "</dd>"
        for name, rule in source.yardsticks.items()
    )
    return f'<dl class="pr-legend pr-yardsticks">{items}</dl>' if items else ""


def dictionary() -> str:
    """Return what each column of the downloads holds, as a table in Markdown."""
    rows = [
        [f"`{name}`", column["datatype"], column["dc:description"]]
        for name, column in DESCRIBED.items()
    ]
    return markdown(["Column", "Type", "What it holds"], rows, left=3)


def markdown(head: Sequence[str], rows: list[list[str]], left: int = 1) -> str:
    """Return a table in Markdown, empty without rows.

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
    lines = [head, rule, *rows] if rows else []
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
