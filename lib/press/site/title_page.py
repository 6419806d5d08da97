"""The title page's generated parts: games and findings, the ledger in one picture, the sources."""

from __future__ import annotations

from collections import Counter
from html import escape

from ..ledger.files import REMARK, STATUSES
from ..ledger.published import Published
from ..ledger.verdict import AGREES, DISAGREES, UNCHECKED
from .addresses import view
from .ledger_page import markdown
from .rows import Row

_ENDS: dict[str, tuple[str, ...]] = {  # what became of a statement, in plain words
    "hold": AGREES,
    "hold in part": ("partly",),
    "do not hold": DISAGREES,
    "are not decided": ("not refuted", "not decidable", "answered", "not testable"),
    "wait to be checked": ("pending", "not run"),
}
_REASONS = {
    "wrong": "are wrong",
    "misprint": "are misprints",
    "underspecified": "leave open what is meant",
    "method error": "come from a faulty method",
    "unexplained": "we cannot explain",
}


def ends(verdicts: Counter[str]) -> dict[str, int]:
    """Count in plain words what became of statements.

    Parameters
    ----------
    verdicts : Counter
        A count for each verdict.

    Returns
    -------
    dict of str to int
        A count for each end that occurs.

    Examples
    --------
    >>> ends(Counter({"match": 2, "holds": 1, "fails": 1}))
    {'hold': 3, 'do not hold': 1}
    """
    counts = {end: sum(verdicts[name] for name in names) for end, names in _ENDS.items()}
    return {end: count for end, count in counts.items() if count}


def story(rows: list[Row]) -> str:
    """Return the story of the ledger: two bars, whose parts lead to the entries they stand for.

    Parameters
    ----------
    rows : list of dict
        All entries of sources, as `rows.rows_of` returns them.

    Returns
    -------
    str
        HTML for the title page: how many statements there are and what became of them; below, why
        some hold in part or not at all.
    """
    verdicts = Counter(row["verdict"] for row in rows)
    decided = [row for row in rows if row["verdict"] not in UNCHECKED]
    reasons = Counter(row["diagnosis"] for row in decided if row["diagnosis"])
    remarks = reasons.pop(REMARK, 0)
    counts = ends(verdicts)
    parts = [
        (count, end, view(verdicts=_ENDS[end]), f"pr-end pr-end-{list(_ENDS).index(end)}")
        for end, count in counts.items()
    ]
    whole = sum(counts.values())
    html = (
        f'<figure class="pr-story"><p>Of <a href="{view()}"><b>{whole:,}</b> published statements'
        f"</a> {_sentence(parts, remarks)}</p>{_bar(parts)}"
    )
    if some := sum(reasons.values()):
        kinds = sorted(reasons, key=lambda kind: (kind == "unexplained", -reasons[kind]))
        why = [(reasons[kind], _REASONS[kind], view(diagnoses=[kind]), "pr-why") for kind in kinds]
        words = f"Of the <b>{some:,}</b> that hold in part or not at all, {_sentence(why)}"
        html += f"{_bar(why)}<p>{words}</p>"
    return html + "</figure>"


_Part = tuple[int, str, str, str]  # how many, what became of them, where they are, their look


def _sentence(parts: list[_Part], remarks: int = 0) -> str:
    """The parts of a bar in words, each a link; and how many of what holds have a remark."""
    phrases = [
        f'<a class="{look}" href="{escape(link)}"><b>{count:,}</b> {escape(name)}</a>'
        for count, name, link, look in parts
    ]
    if remarks:  # what holds stands first
        phrases[0] += f" ({_linked(remarks, view(diagnoses=[REMARK]))} of them with a remark)"
    return f"{', '.join(phrases[:-1])} and {phrases[-1]}." if len(phrases) > 1 else f"{phrases[0]}."


def _bar(parts: list[_Part]) -> str:
    """A bar true to size. A keyboard has the links of the sentence, which are the same."""
    whole = sum(count for count, *_ in parts)
    least = 0.08 * whole  # where three digits have room on a phone
    pieces = "".join(
        f'<a class="{look}" href="{escape(link)}" style="flex-grow:{count}" tabindex="-1">'
        f"<span>{f'{count:,}' if count > least else ''}</span></a>"
        for count, _, link, look in parts
    )
    return f'<div class="pr-shares" aria-hidden="true">{pieces}</div>'


def sources(published: dict[str, Published], rows: list[Row], first: dict[str, str]) -> str:
    """Return the sources and how many statements of each stand how, in MyST Markdown.

    Parameters
    ----------
    published : dict of str to Published
        The sources by chapter.
    rows : list of dict
        All entries, as `rows.rows_of` returns them.
    first : dict of str to str
        Where the first page of each chapter stands, such as ``"book/guts/index"``.

    Returns
    -------
    str
        A table for a page in the folder ``book``.
    """
    tallies = {
        chapter: ends(Counter(row["verdict"] for row in rows if row["chapter"] == chapter))
        for chapter in published
    }
    remarks = Counter(row["chapter"] for row in rows if row["diagnosis"] == REMARK)
    columns = [end for end in _ENDS if any(end in counts for counts in tallies.values())]
    lines = []
    for chapter, source in published.items():
        counts, title = tallies[chapter], source.source["title"]
        name = f"{{doc}}`{title} </{first[chapter]}>`" if chapter in first else title
        cite = f" {{cite}}`{source.source['cite']}`" if source.source.get("cite") else ""
        numbers = [
            _linked(counts.get(end, 0), view(chapters=[chapter], verdicts=_ENDS[end]))
            for end in columns
        ]
        if remarks:
            link = view(chapters=[chapter], diagnoses=[REMARK])
            numbers.append(_linked(remarks[chapter], link))
        whole = _linked(sum(counts.values()), view(chapters=[chapter]))
        # one column of words, so that a phone shows the first numbers beside it
        lines.append([f"{name}: {source.source['summary']}{cite}", whole, *numbers])
    head = ["Chapter and source", "Statements", *(end.capitalize() for end in columns)]
    head += ["Hold with a remark"] * bool(remarks)
    return markdown(head, lines)


def _linked(count: int, link: str) -> str:
    return f'<a href="{escape(link)}">{count:,}</a>' if count else "0"


def own(published: dict[str, Published], rows: list[Row]) -> str:
    """Return how many claims of the book's own there are, of which status, in a sentence.

    Parameters
    ----------
    published : dict of str to Published
        What is the book's own, by chapter.
    rows : list of dict
        All entries, as `rows.rows_of` returns them.

    Returns
    -------
    str
        Markdown; empty if the book claims nothing itself.
    """
    count = Counter(row["status"] for row in rows if "status" in row)
    if not count:
        return ""
    many = [
        f"{count[status]} {status}{'s' * (count[status] > 1)}"
        for status in STATUSES
        if count[status]
    ]
    phrase = f"{', '.join(many[:-1])} and {many[-1]}" if len(many) > 1 else many[0]
    link = escape(view(chapters=published))
    return f'There are <a href="{link}"><b>{count.total():,}</b> claims of ours</a>: {phrase}.'
