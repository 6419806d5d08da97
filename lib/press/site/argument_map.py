"""The map of an argument: the statements of a source, one a line, with arcs to what they rest on.

A line leads to the cards of its statement. The arcs stand beside the list, which says in words what
they show: to a screen reader, on a phone, and on paper.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from html import escape

from ..ledger.files import REMARK
from ..ledger.published import Published
from ..ledger.statements import Statement
from ..ledger.verdict import VERDICTS
from .addresses import slug
from .rows import Row

# how far an arc goes out, in pixels: to a neighbour, each line more, and at most; downwards a line
# is the unit: all are as high as the highest needs, and the drawing is stretched to them
NEAR, STEP, FAR = 8.0, 5.0, 110.0
_STATES = {  # what a line says of its statement, and what that means
    "fell": "does not hold",
    "partly": "holds in part",
    "stands": "holds",
    "open": "is not decided",
}


def _typeset(text: str) -> str:
    """A text as HTML, with the indices and powers of single letters and digits; no formula."""
    parts = text.split("$")
    for place in range(0, len(parts), 2):
        html = escape(parts[place], False)
        html = re.sub(r"\b(\w)_(?:\{([^{}]*)\}|(\w+))", r"\1<sub>\2\3</sub>", html)
        html = re.sub(r"\^(?:\{([^{}]*)\}|\(([^()]*(?:\([^()]*\))?[^()]*)\)|([-\u2212]?\w+))",
                      r"<sup>\1\2\3</sup>", html)  # fmt: skip
        parts[place] = html
    return "$".join(parts)


def drawing(source: Published, rows: Iterable[Row], up: str, arcs: bool = True) -> str:
    """Return the map of a source's argument, empty if nobody has told what rests on what.

    Parameters
    ----------
    source : Published
        The source.
    rows : iterable of dict
        The ledger; see `rows.rows_of`.
    up : str
        The way from the page to the top of the site.
    arcs : bool, optional
        Whether they are drawn beside the list.
    """
    argument = source.argument
    known = {row["id"]: row for row in rows if row["chapter"] == source.chapter}
    verdicts = {name: row["verdict"] for name, row in known.items()}
    states = {name: statement.state(verdicts) for name, statement in argument.statements.items()}
    linked = {name for statement in argument.statements.values() for name in _links(statement)}
    statements = [
        statement
        for name, statement in argument.statements.items()
        if _links(statement) or name in linked
    ]
    if not statements:
        return ""
    places = {statement.name: place for place, statement in enumerate(statements)}
    lines = "".join(_line(statement, states, known, up) for statement in statements)
    # beyond the widest arc 4 pixels to the left, and to the right a dot with a margin
    width = 12 + max(
        _reach(places[statement.name], places[to])
        for statement in statements
        for to in _links(statement)
    )
    drawn = "".join(_arcs(statement, places, states, width - 8) for statement in statements)
    stands = "".join(
        f"<li><b>{_typeset(statement.name)}</b>: {_typeset(statement.stands)}</li>"
        for statement in statements
        if statement.stands
    )
    below = f"<p>What holds although the source derives it from what does not:</p><ul>{stands}</ul>"
    beside = (
        f'<svg viewBox="0 0 {width:g} {len(statements)}" width="{width:g}" '
        f'preserveAspectRatio="none" aria-hidden="true">{drawn}</svg>'
    )
    script = f'<script defer src="{up}_static/map.js"></script>'
    return (
        f'<div class="pr-map"><div class="pr-arcs">{beside * arcs}<ol>{lines}</ol></div>'
        f"{below if stands else ''}</div>{script * arcs}"
    )


def carried(source: Published, row: Row, verdicts: Mapping[str, str], up: str) -> str:
    """Return what rests on an entry that does not hold, as a sentence; empty if nothing does.

    Parameters
    ----------
    source : Published
        The entry's source.
    row : dict
        The entry.
    verdicts : mapping of str to str
        The verdicts of the source by entry.
    up : str
        The way from the page to the top of the site.
    """
    argument = source.argument
    if row["group"] != "disagree" or not argument.statements:
        return ""
    own = argument.of_entry.get(row["id"])
    above = argument.resting_on(own.name) if own else []
    if not above:
        return ""
    links = []
    for statement in above:
        place = f"{up}book/{source.chapter}/audit.html#map-{slug(statement.name)}"
        state = _STATES[statement.state(verdicts)]
        otherwise = " for another reason" if statement.stands else ""  # which is told below the map
        links.append(f'<a href="{place}">{_typeset(statement.name)}</a>, which {state}{otherwise}')
    return f"The source derives from it {'; '.join(links)}."


def _links(statement: Statement) -> tuple[str, ...]:
    return (*statement.rests_on, *statement.contradicts)


def _line(statement: Statement, states: Mapping[str, str], rows: Mapping[str, Row], up: str) -> str:
    """A statement as an item of the list."""
    state = states[statement.name]
    fell = any(states[below] == "fell" for below in statement.rests_on)
    said = _STATES[state]
    if fell and state == "fell":
        said = "does not hold either"
    elif fell and state == "stands":
        said = "holds for another reason"
    count = Counter(rows[name]["verdict"] for name in statement.entries)
    several = ", ".join(f"{count[verdict]} {verdict}" for verdict in VERDICTS if count[verdict])
    remarks = sum(rows[name]["diagnosis"] == REMARK for name in statement.entries)
    counted = [several] * (len(statement.entries) > 1) + [f"remarks: {remarks}"] * bool(remarks)
    words = counted + [
        f"{verb} {', '.join(map(_typeset, names))}"
        for verb, names in (
            ("rests on", statement.rests_on),
            ("cannot be true with", statement.contradicts),
        )
        if names
    ]
    small = f" <small>{'; '.join(words)}</small>" if words else ""
    place = ""
    if statement.entries:
        first = rows[statement.entries[0]]
        place = f"{up}{first['page'] or first['url']}"
        statuses = dict.fromkeys(rows[name].get("status", "") for name in statement.entries)
        if any(statuses):  # one of the book's own claims
            said = ": ".join([*statuses, "not refuted" if state == "open" else said])
    elif statement.at.endswith(".py"):
        said = "a program that rechecks it"
    else:
        page, _, label = statement.at.partition("#")
        place, said = f"{up}book/{page}.html#{label}", "proved on its page"
    link = f' href="{escape(place)}"' if place else ""
    return (
        f'<li id="map-{slug(statement.name)}" data-state="{state}">'
        f"<a{link}>{_typeset(statement.name)}</a> <span>{_typeset(statement.says)}</span> "
        f"<b>{escape(said)}</b>{small}</li>"
    )


def _arcs(
    statement: Statement, places: Mapping[str, int], states: Mapping[str, str], edge: float
) -> str:
    """The arcs from a statement to those that it rests on, and that it contradicts."""
    return "".join(
        _arc(places[statement.name], places[other], edge, f"pr-{kind} pr-{states[other]}")
        for kind, names in (("rests", statement.rests_on), ("against", statement.contradicts))
        for other in names
    )


def _arc(start: int, end: int, edge: float, look: str) -> str:
    """An arc from one line to another, with a dot at its end."""
    y, to = start + 0.5, end + 0.5
    out = edge - 4 / 3 * _reach(start, end)  # a curve goes 3/4 of the way to where it is pulled
    # a stroke of no length with round ends, which stays round where a circle would be stretched
    dot = f'<path class="pr-dot {look}" d="M{edge:g} {to:g}h0"/>'
    return (
        f'<path class="{look}" data-ends="{start} {end}" '
        f'd="M{edge:g} {y:g}C{out:.4g} {y:g} {out:.4g} {to:g} {edge:g} {to:g}"/>'
        + dot
        * look.startswith("pr-rests")
    )


def _reach(start: int, end: int) -> float:
    """How far the arc between two lines goes out."""
    return min(NEAR + STEP * (abs(start - end) - 1), FAR)
