"""Cards of entries as the site shows them, and the functions that decided what stands on a page.

A notebook has a card of each entry. Here it is made again by the same function from the ledger's
rows, with links. What several entries share is told once on a page: a reason, and the source of a
function, folded under the first that it decided. The source of one that decides cells of a table
stands below the table.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from pathlib import Path

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
        self._folded: set[str] = set()  # functions whose source stands on the page

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
                yield _fold(self._library, function)


def _fold(library: Path, function: str) -> str:
    module, _, name = function.rpartition(".")
    path = library.joinpath(*module.split(".")).with_suffix(".py")
    source = _functions(path).get(name) if path.is_file() else None
    if source is None:
        raise BuildError(f"there is no function {function}, which decided entries")
    return (
        f'<details class="pr-check" id="{check_name(function)}"><summary>{check_title(function)}'
        f'</summary><pre class="highlight"><code>{escape(source, False)}</code></pre>'
        f"<small>In {module}.</small></details>"
    )


@cache
def _functions(path: Path) -> dict[str, str]:
    """The functions of a module by name, as they are written."""
    text = path.read_text("utf-8")
    lines = text.splitlines()
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            found[node.name] = "\n".join(lines[first - 1 : node.end_lineno])
    return found
