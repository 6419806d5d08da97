"""Cards of entries as the site shows them, and the functions that decided what stands on a page.

In a notebook a card is told by `check.Check.card`. Here it is told again from the ledger's rows:
typeset, with an address and a link to its row. What several entries share is told once on a page:
a reason, and the source of a function, folded under the first that it decided. The source of one
that decides cells of a table stands below the table.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from pathlib import Path

from ..ledger.entries import Row
from ..page import html
from ..run.project import LIBRARY, BuildError
from .ledger_page import own_part, shown

_CARD = re.compile(r'<aside class="pr-claim">.*?</aside>', re.DOTALL)
_TABLE = re.compile(r'<figure class="pr-table".*?</figure>', re.DOTALL)
_PLACE = re.compile(r'href="[^"]*book/ledger\.html#([^"]+)"')  # the ledger's link to an entry
# Kinds of tokens that are marked in a source, by the classes that the theme has colours for.
_MARKED = {"Comment": "c1", "Name.Function": "nf"}


class Cards:
    """The cards and checks of one page, which is read from its top to its end.

    Parameters
    ----------
    rows : iterable of dict
        Entries, as `entries.rows_of` returns them.
    library : Path
        The folder that holds the package `parlor`.
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
        if not place or not row:
            return found[0]
        name = f"entry-{html.slug(row['id'])}"
        ledger = f"{'../' * self._place.count('/')}{row['url']}"
        printed = f": <b>{shown(row['printed'])}</b>" if row["printed"] else ""
        whose = f"{row['status'].capitalize()}." if "status" in row else "The source"
        computed = f"We compute {shown(row['computed'])}. " if row["computed"] else ""
        lines = [
            f'<p class="pr-claim-text"><span class="pr-claim-label">{whose}</span> '
            f"{shown(row['quantity'])}{printed} "
            f'<small class="pr-claim-where">{shown(row["where"])}</small></p>',
            f'<p class="pr-claim-verdict">{html.badge(row["verdict"], href=ledger)} {computed}'
            f"{shown(row['evidence'])}</p>",
        ]
        if row["diagnosis"]:
            lines.append(f'<p class="pr-claim-why">{self._why(row, name)}</p>')
        if "status" in row:
            way = "../" * (self._place.count("/") - 1)
            lines.append(f'<p class="pr-claim-why">{own_part(row, way)}</p>')
        links = f'<a class="pr-link" href="#{name}">Link</a> · <a href="{ledger}">Ledger</a>'
        if row["check"] and row["check"] in self._folded:
            links += f' · <a href="#{check_name(row["check"])}">{_title(row["check"])}</a>'
        lines.append(f'<p class="pr-claim-links">{links}</p>')
        lines += self._folds([row["check"]])
        return f'<aside class="pr-claim" id="{name}">{"".join(lines)}</aside>'

    def _why(self, row: Row, name: str) -> str:
        """The reason, or where the page has told it."""
        first = self._told.setdefault(row["explanation"], name)
        if first == name:
            return f"<b>{row['diagnosis']}.</b> {shown(row['explanation'])}"
        return f'<b>{row["diagnosis"]}</b>, <a href="#{first}">as above</a>.'

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


def check_name(function: str) -> str:
    """Return the fragment of the address at which a page shows the source of a check.

    Examples
    --------
    >>> check_name("chapters.guts.coalitions.own_thresholds")
    'check-coalitions-own-thresholds'
    """
    return f"check-{html.slug('.'.join(function.split('.')[-2:]))}"


def _title(function: str) -> str:
    return f"The check: {function.rpartition('.')[2]}"


def _fold(library: Path, function: str) -> str:
    module = function.rpartition(".")[0]
    return (
        f'<details class="pr-check" id="{check_name(function)}"><summary>{_title(function)}'
        f'</summary><pre class="highlight"><code>{_marked(_source(library, function))}</code></pre>'
        f"<small>In {module}.</small></details>"
    )


def _source(library: Path, function: str) -> str:
    module, _, name = function.rpartition(".")
    path = library.joinpath(*module.split(".")).with_suffix(".py")
    if not path.is_file():  # the project's own package uses what the press brings
        path = LIBRARY.joinpath(*module.split(".")).with_suffix(".py")
    found = _functions(path.read_text("utf-8"))
    if name not in found:
        raise BuildError(f"{path.name} has no function {name}")
    return found[name]


@cache
def _functions(text: str) -> dict[str, str]:
    """The functions of a module by name, as they are written."""
    lines = text.splitlines()
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            found[node.name] = "\n".join(lines[first - 1 : node.end_lineno])
    return found


@cache
def _marked(source: str) -> str:
    """Some Python as HTML with few elements: one for each run of a kind worth marking."""
    from pygments.lexers import PythonLexer
    from pygments.token import string_to_tokentype

    kinds = {string_to_tokentype(name): mark for name, mark in _MARKED.items()}
    runs: list[list[str]] = []
    for token, text in PythonLexer().get_tokens(source):
        mark = next((mark for kind, mark in kinds.items() if token in kind), "")
        if runs and (runs[-1][0] == mark or not text.strip()):
            runs[-1][1] += text
        else:
            runs.append([mark, text])
    return "".join(
        f'<span class="{mark}">{escape(text, quote=False)}</span>' if mark else escape(text, False)
        for mark, text in runs
    ).rstrip()
