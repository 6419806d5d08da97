"""The map of an argument: the statements of a source, one a line, with arcs to what they rest on.

A line leads to the cards of its statement. The arcs stand beside the list, which says in words what
they show: to a screen reader, on a phone, and on paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from ..ledger.published import Published
from ..ledger.schema import REMARK
from ..ledger.statements import Statement
from ..ledger.verdict import VERDICTS
from .layout import html
from .ledger_rows import Row

_STATES = {  # what a line says of its statement, and what that means
    "fell": "does not hold",
    "partly": "holds in part",
    "stands": "holds",
    "open": "is not decided",
}


def drawing(source: Published, rows: Iterable[Row], up: str, arcs: bool = True) -> Markup:
    """Return the map of a source's argument, empty if nobody has told what rests on what.

    Parameters
    ----------
    source : Published
        The source.
    rows : iterable of dict
        The ledger; see `ledger_rows.rows_of`.
    up : str
        The way from the page to the top of the site.
    arcs : bool, optional
        Whether they are drawn beside the list.
    """
    every = source.argument.statements
    known = {row["id"]: row for row in rows if row["chapter"] == source.chapter}
    verdicts = {name: row["verdict"] for name, row in known.items()}
    states = {name: statement.state(verdicts) for name, statement in every.items()}
    links = [
        (name, other, f"pr-{kind} pr-{states[other]}")
        for name, statement in every.items()
        for kind, names in (("rests", statement.rests_on), ("against", statement.contradicts))
        for other in names
    ]
    linked = {name for *ends, _ in links for name in ends}
    statements = [statement for name, statement in every.items() if name in linked]
    if not statements:
        return Markup()
    places = {statement.name: place for place, statement in enumerate(statements)}
    return html(
        "map.html",
        way=up,
        lines=[_line(statement, states, known, up) for statement in statements],
        arcs=[(places[name], places[other], look) for name, other, look in links] if arcs else [],
    )


def derived(source: Published, row: Row, verdicts: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return what a source derives from an entry that does not hold, for its card.

    Parameters
    ----------
    source : Published
        The entry's source.
    row : dict
        The entry.
    verdicts : mapping of str to str
        The verdicts of the source by entry.
    """
    own = source.argument.of_entry.get(row["id"])
    if row["group"] != "disagree" or not own:
        return []
    return [
        {"statement": statement, "said": _STATES[statement.state(verdicts)]}
        for statement in source.argument.resting_on(own.name)
    ]


def _line(
    statement: Statement, states: Mapping[str, str], rows: Mapping[str, Row], up: str
) -> dict[str, Any]:
    """A statement as an item of the list: what became of it, and where it is decided."""
    entries = [rows[name] for name in statement.entries]
    count = Counter(row["verdict"] for row in entries)
    several = ", ".join(f"{count[verdict]} {verdict}" for verdict in VERDICTS if count[verdict])
    href = ""
    if entries:
        said = _said(statement, states)
        href = f"{up}{entries[0]['page'] or entries[0]['url']}"
        statuses = dict.fromkeys(row.get("status", "") for row in entries)
        if any(statuses):  # one of the book's own claims
            said = ": ".join([*statuses, said.replace("is not decided", "not refuted")])
    elif statement.at.endswith(".py"):
        said = "a program that rechecks it"
    else:
        page, _, label = statement.at.partition("#")
        said, href = "proved on its page", f"{up}book/{page}.html#{label}"
    return {
        "statement": statement,
        "state": states[statement.name],
        "href": href,
        "said": said,
        "several": several if len(entries) > 1 else "",
        "remarks": sum(row["diagnosis"] == REMARK for row in entries),
    }


def _said(statement: Statement, states: Mapping[str, str]) -> str:
    """What a line says of its statement's state, seen from what it rests on."""
    state = states[statement.name]
    if any(states[below] == "fell" for below in statement.rests_on):
        if state == "fell":
            return "does not hold either"
        if state == "stands":
            return "holds for another reason"
    return _STATES[state]
