"""Cards of entries as the site shows them, and the functions that decided what stands on a page.

A notebook has a card of each entry. Here it is made again by the same function from the ledger's
rows, with links. What several entries share is told once on a page: a reason, and the source of a
function, folded under the first that it decided, with what it rests on in its module. The source of
one that decides cells of a table stands below the table.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from ..ledger.entries import Row
from ..ledger.views import slug
from ..page.check import card, check_name, check_title
from ..run.project import BuildError

_CARD = re.compile(r'<aside class="pr-claim".*?</aside>', re.DOTALL)
_TABLE = re.compile(r'<figure class="pr-table".*?</figure>', re.DOTALL)
_PLACE = re.compile(r'href="[^"]*book/ledger\.html#([^"]+)"')  # the ledger's link to an entry


class Cards:
    """The cards and checks of one page, which is read from its top to its end.

    Parameters
    ----------
    rows : iterable of dict
        Entries, as `entries.rows_of` returns them.
    library : Path
        The folder that holds the chapters' packages.
    place : str
        Where the page stands, such as ``"book/guts/audit"``.
    """

    def __init__(self, rows: Iterable[Row], library: Path, place: str) -> None:
        self._rows = {row["url"].partition("#")[2]: row for row in rows}
        self._library = library
        self._place = place
        self._told: dict[str, str] = {}  # which entry has told a reason
        self._folded: set[str] = set()  # checks whose source stands on the page
        self._seen: dict[str, str] = {}  # all that stands in these folds, and in which

    def written(self, text: str) -> str:
        """Return a part of the page with its cards, and with the checks of its tables.

        Parameters
        ----------
        text : str
            HTML, or Markdown that holds some.

        Returns
        -------
        str
            The same, with today's sources: those of the run but for comments and docstrings.
        """
        return _TABLE.sub(lambda found: self._table(found[0]), _CARD.sub(self._card, text))

    def _card(self, found: re.Match[str]) -> str:
        place = _PLACE.search(found[0])
        row = self._rows.get(place[1]) if place else None
        if not row:
            return found[0]
        name = f"entry-{slug(row['id'])}"
        up = "../" * self._place.count("/")
        links = [
            f'<a class="pr-link" href="#{name}">Link</a>',
            f'<a href="{up}{row["url"]}">Ledger</a>',
        ]
        if row["check"] in self._folded:
            links.append(f'<a href="#{check_name(row["check"])}">{check_title(row["check"])}</a>')
        below = f'<p class="pr-claim-links">{" · ".join(links)}</p>'
        below += "".join(self._folds([row["check"]]))
        reason = None
        if row["diagnosis"] and self._told.setdefault(row["explanation"], name) != name:
            first = self._told[row["explanation"]]
            reason = f'<b>{row["diagnosis"]}</b>, <a href="#{first}">as above</a>.'
        return card(row, up, reason=reason, below=below)

    def _table(self, table: str) -> str:
        """A table with the sources of what decided its cells, where this page decides them."""
        rows = [self._rows[name] for name in _PLACE.findall(table) if name in self._rows]
        folds = self._folds(
            row["check"] for row in rows if row["page"].startswith(f"{self._place}.html#")
        )
        return table.replace("</figure>", f"{''.join(folds)}</figure>")

    def _folds(self, functions: Iterable[str]) -> Iterator[str]:
        """The sources of those functions that the page has not shown yet."""
        for function in functions:
            if function and function not in self._folded:
                self._folded.add(function)
                yield self._fold(function)

    def _fold(self, function: str) -> str:
        """A check's source, below what it rests on in its module and the page has not shown yet."""
        module, _, name = function.rpartition(".")
        path = self._library.joinpath(*module.split(".")).with_suffix(".py")
        inside = _definitions(path) if path.is_file() else {}
        if name not in inside:
            raise BuildError(f"there is no function {function}, which decided entries")
        used, waiting = {name}, [name]
        while waiting:
            more = inside[waiting.pop()].uses & inside.keys() - used
            used |= more
            waiting += more
        needed = [one for one in inside if one in used]
        above = {one: self._seen.get(f"{module}.{one}") for one in needed if one != name}
        source = "\n\n".join(inside[one].source for one in needed if not above.get(one))
        self._seen |= {f"{module}.{one}": at or check_name(function) for one, at in above.items()}
        links = "".join(f' <a href="#{at}">{one}</a>' for one, at in above.items() if at)
        return (
            f'<details class="pr-check" id="{check_name(function)}">'
            f"<summary>{check_title(function)}</summary>"
            f'<pre class="highlight"><code>{escape(source, False)}</code></pre>'
            f"<small>In {module}.{links and f' Above:{links}.'}</small></details>"
        )


class _Definition(NamedTuple):
    """What a module defines, as it is written, and the names that occur in it."""

    source: str
    uses: set[str]


@cache
def _definitions(path: Path) -> dict[str, _Definition]:
    """The functions, classes and constants of a module by name, in their order."""
    text = path.read_text("utf-8")
    lines = text.splitlines()
    found = {}
    for node in ast.parse(text).body:
        match node:
            case (
                ast.FunctionDef(name=name, decorator_list=marks)
                | ast.ClassDef(name=name, decorator_list=marks)
            ):
                pass
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                marks = []
            case _:
                continue
        first = min([node.lineno, *(mark.lineno for mark in marks)])
        uses = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
        found[name] = _Definition("\n".join(lines[first - 1 : node.end_lineno]), uses)
    return found
