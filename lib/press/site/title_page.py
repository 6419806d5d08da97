"""The title page's generated parts: games and findings, the ledger in one picture, the sources."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from markupsafe import Markup

from ..ledger.files import REMARK, STATUSES
from ..ledger.published import Published
from ..ledger.verdict import AGREES, DISAGREES, UNCHECKED
from .addresses import view
from .formulas import in_markdown
from .layout import html
from .ledger_page import markdown
from .ledger_rows import Row

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


@dataclass(frozen=True)
class Part:
    """A part of a bar, and of the sentence that says the same.

    Attributes
    ----------
    count : int
        How many entries it stands for.
    href : str
        Where they are.
    text : str
        What is said of them.
    look : str
        Its classes.
    """

    count: int
    href: str
    text: str = ""
    look: str = ""


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
        whole=Part(counts.total(), view()),
        ends=[
            Part(count, view(verdicts=_ENDS[end]), end, f"pr-end pr-end-{[*_ENDS].index(end)}")
            for end, count in counts.items()
        ],
        remarks=Part(remarks, view(diagnoses=[REMARK])),
        reasons=[
            Part(reasons[kind], view(diagnoses=[kind]), _REASONS[kind], "pr-why") for kind in kinds
        ],
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
    tallies = {
        chapter: ends(Counter(row["verdict"] for row in rows if row["chapter"] == chapter))
        for chapter in published
    }
    remarks = Counter(row["chapter"] for row in rows if row["diagnosis"] == REMARK)
    columns = [end for end in _ENDS if any(end in counts for counts in tallies.values())]
    lines = []
    for chapter, source in published.items():
        counts = tallies[chapter]
        name, summary = (in_markdown(source.source[part]) for part in ("title", "summary"))
        if chapter in first:
            name = Markup(f"[{name}](project:/{first[chapter]}.md)")
        cite = f" {{cite}}`{source.source['cite']}`" if source.source.get("cite") else ""
        numbers = [
            _linked(counts[end], view(chapters=[chapter], verdicts=_ENDS[end])) for end in columns
        ]
        if remarks:
            link = view(chapters=[chapter], diagnoses=[REMARK])
            numbers.append(_linked(remarks[chapter], link))
        whole = _linked(sum(counts.values()), view(chapters=[chapter]))
        # one column of words, so that a phone shows the first numbers beside it
        lines.append([Markup(f"{name}: {summary}{cite}"), whole, *numbers])
    head = ["Chapter and source", "Statements", *(end.capitalize() for end in columns)]
    head += ["Hold with a remark"] * bool(remarks)
    return markdown(head, lines)


def _linked(count: int, href: str) -> Markup:
    return html("story.html#linked", part=Part(count, href))


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
    count = Counter(row["status"] for row in rows if "status" in row)
    kinds = [(count[status], status) for status in STATUSES if count[status]]
    href = view(chapters=published)
    return html("story.html#own", count=count.total(), href=href, kinds=kinds) if kinds else ""
