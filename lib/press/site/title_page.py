"""The title page's generated parts: games and findings, the ledger in one picture, the sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from markupsafe import Markup

from ..ledger.published import Published
from ..ledger.schema import REMARK, STATUSES
from ..ledger.verdict import AGREES, DISAGREES, UNCHECKED
from .addresses import view
from .formulas import in_markdown
from .layout import html
from .ledger_page import markdown
from .ledger_rows import Row, ours

_ENDS: dict[str, tuple[str, ...]] = {  # what became of a statement, in plain words
    "hold": AGREES,
    "hold in part": ("partly",),
    "do not hold": DISAGREES,
    "are not decided": ("not refuted", "not decidable", "answered", "not testable"),
    "wait to be checked": ("pending", "not run"),
}
_VIEWS: dict[str, dict[str, Iterable[str]]] = {  # what a column of numbers leads to
    "Statements": {},
    **{end.capitalize(): {"verdicts": verdicts} for end, verdicts in _ENDS.items()},
    "Hold with a remark": {"diagnoses": [REMARK]},
}
_REASONS = {
    "wrong": "are wrong",
    "misprint": "are misprints",
    "underspecified": "leave open what is meant",
    "method error": "come from a faulty method",
    "unexplained": "we cannot explain",
}


def ends(verdicts: Counter[str]) -> Counter[str]:
    """Count in plain words what became of statements.

    Parameters
    ----------
    verdicts : Counter
        A count for each verdict.

    Returns
    -------
    Counter
        A count for each end that occurs.

    Examples
    --------
    >>> ends(Counter({"match": 2, "holds": 1, "fails": 1}))
    Counter({'hold': 3, 'do not hold': 1})
    """
    counts = {end: sum(verdicts[name] for name in names) for end, names in _ENDS.items()}
    return +Counter(counts)


def story(rows: list[Row]) -> Markup:
    """Return the story of the ledger: two bars, whose parts lead to the entries they stand for.

    Parameters
    ----------
    rows : list of dict
        All entries of sources, as `ledger_rows.rows_of` returns them.

    Returns
    -------
    Markup
        HTML for the title page: how many statements there are and what became of them; below, why
        some hold in part or not at all.
    """
    counts = ends(Counter(row["verdict"] for row in rows))
    decided = [row for row in rows if row["verdict"] not in UNCHECKED]
    reasons = Counter(row["diagnosis"] for row in decided if row["diagnosis"])
    remarks = reasons.pop(REMARK, 0)
    kinds = sorted(reasons, key=lambda kind: (kind == "unexplained", -reasons[kind]))
    return html(
        "story.html#story",
        ends=counts,
        reasons={kind: reasons[kind] for kind in kinds},
        remarks=remarks,
        verdicts=_ENDS,
        texts=_REASONS,
    )


def sources(published: dict[str, Published], rows: list[Row], first: dict[str, str]) -> str:
    """Return the sources and how many statements of each stand how, in MyST Markdown.

    Parameters
    ----------
    published : dict of str to Published
        The sources by chapter.
    rows : list of dict
        All entries, as `ledger_rows.rows_of` returns them.
    first : dict of str to str
        Where the first page of each chapter stands, such as ``"book/guts/index"``.

    Returns
    -------
    str
        A table for a page in the folder ``book``.
    """
    counts = Counter((row["chapter"], column) for row in rows for column in _columns(row))
    columns = [name for name in _VIEWS if any(counts[chapter, name] for chapter in published)]
    lines = []
    for chapter, source in published.items():
        name, summary = (in_markdown(source.source[part]) for part in ("title", "summary"))
        if chapter in first:
            name = Markup(f"[{name}](project:/{first[chapter]}.md)")
        cite = f" {{cite}}`{source.source['cite']}`" if source.source.get("cite") else ""
        linked = ((counts[chapter, c], view(chapters=[chapter], **_VIEWS[c])) for c in columns)
        numbers = [html("story.html#linked", count=count, href=href) for count, href in linked]
        # one column of words, so that a phone shows the first numbers beside it
        lines.append([Markup(f"{name}: {summary}{cite}"), *numbers])
    return markdown(["Chapter and source", *columns], lines)


def _columns(row: Row) -> Iterator[str]:
    """The columns in which an entry is counted."""
    yield "Statements"
    yield from (end.capitalize() for end in ends(Counter([row["verdict"]])))
    if row["diagnosis"] == REMARK:
        yield "Hold with a remark"


def own(published: dict[str, Published], rows: list[Row]) -> str:
    """Return how many claims of the book's own there are, of which status, in a sentence.

    Parameters
    ----------
    published : dict of str to Published
        What is the book's own, by chapter.
    rows : list of dict
        All entries, as `ledger_rows.rows_of` returns them.

    Returns
    -------
    str
        Markdown; empty if the book claims nothing itself.
    """
    count = Counter(row["status"] for row in ours(rows))
    kinds = [(count[status], status) for status in STATUSES if count[status]]
    href = view(chapters=published)
    return html("story.html#own", count=count.total(), href=href, kinds=kinds) if kinds else ""
