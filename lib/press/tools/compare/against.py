"""Runs held against what their sources print, by the verdicts that the ledger's rule gave them."""

from __future__ import annotations

from ...ledger.published import Published, load_all
from ...ledger.verdict import AGREES, DISAGREES, parse
from ...run.project import Project, UserError
from .cells import Cell, Number, as_float, read_cell
from .matching import Change, Comparison, Row, moved, rank
from .sides import Side

PUBLISHED = "published"
_CLAIMED = "claimed"


def against_published(project: Project, side: Side, first: bool) -> Comparison:
    """Say where a side's runs differ from the published values.

    Parameters
    ----------
    project : Project
        The checkout, whose ``data/published`` counts.
    side : Side
        Runs that decide entries.
    first : bool
        Whether the published values are the side before.

    Returns
    -------
    Comparison
        Each value that is not printed just so, and each claim that does not hold. What the ledger
        counts as ``differs`` or ``fails`` is beyond what was allowed.

    Raises
    ------
    UserError
        If no entry is decided there.
    """
    published = load_all(project.root / "data")
    changes: list[Change] = []
    decided = compared = 0
    for page, results in side.pages.items():
        source = published.get(page.partition("/")[0])
        table = results.tables.get(("entry", ""))
        for row in table.rows if table and source else ():
            name = row["id"].text
            if source and name in source.entries:
                decided += 1
                compared += len(row["computed"].numbers)
                changes += _of_entry(page, source, name, row, first)
    if not decided:
        raise UserError(f"{side.name}: decides no published entry; an audit's run does")
    changes.sort(key=rank)
    names = (PUBLISHED, side.name) if first else (side.name, PUBLISHED)
    return Comparison(*names, tuple(changes), compared, notes=side.notes)


def _of_entry(page: str, source: Published, name: str, row: Row, first: bool) -> list[Change]:
    """What an entry's verdict says of it; nothing where it is as printed."""
    entry, verdict, computed = source.entries[name], row["verdict"].text, row["computed"]
    if verdict in ("match", "holds", "not run"):
        return []
    place = (page, "entry", name, "", "")
    beyond = verdict in DISAGREES
    if not computed.text:
        told = (_CLAIMED, verdict) if first else (verdict, _CLAIMED)
        return [Change("verdict", *place, *told, beyond=beyond)]
    printed = _printed(entry.printed)
    pair = (printed, computed) if first else (computed, printed)
    if len(printed.numbers) == len(computed.numbers) == 1:
        change = moved(place, pair[0].numbers[0], pair[1].numbers[0], beyond=beyond)
        return [change]
    what = "number" if verdict in AGREES else "verdict"
    return [Change(what, *place, pair[0].text, pair[1].text, beyond=beyond)]


def _printed(text: str) -> Cell:
    """A printed value, which may say "20 million" or "31%"."""
    try:
        value, quantum = parse(text)
        return Cell(text, "#", (Number(text, as_float(quantum / 2), told=value),))
    except ValueError:
        return read_cell(text)
