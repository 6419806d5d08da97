"""Cards of entries as the site shows them, and the functions that decided what stands on a page.

A notebook has a card of each entry. Here it is made again by the same function from the ledger's
rows, with links. What several entries share is told once on a page: a reason, and the source of a
function, folded under the first that it decided, with what it calls of its chapter. The source of
one that decides cells of a table stands below the table.
"""

from __future__ import annotations

import ast
import re
import symtable
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from ..ledger.entries import Row
from ..ledger.published import Published
from ..ledger.views import slug
from ..page.check import card, check_name, check_title
from ..run.project import BuildError, text_of
from . import argument_map

_CARD = re.compile(r'<aside class="pr-claim".*?</aside>', re.DOTALL)
_TABLE = re.compile(r'<figure class="pr-table".*?</figure>', re.DOTALL)
_CALLS = "What it calls"
_PLACE = re.compile(r'href="[^"]*book/ledger\.html#([^"]+)"')  # the ledger's link to an entry


class Cards:
    """The cards and checks of one page, which is read from its top to its end.

    Parameters
    ----------
    rows : iterable of dict
        Entries, as `entries.rows_of` returns them.
    published : mapping of str to Published
        Their sources.
    library : Path
        The folder that holds the chapters' packages.
    place : str
        Where the page stands, such as ``"book/guts/audit"``.
    """

    def __init__(
        self,
        rows: Iterable[Row],
        published: Mapping[str, Published],
        library: Path,
        place: str,
    ) -> None:
        rows = list(rows)
        self._published = published
        self._verdicts: dict[str, dict[str, str]] = {}  # by chapter and entry
        for row in rows:
            self._verdicts.setdefault(row["chapter"], {})[row["id"]] = row["verdict"]
        self._rows = {row["url"].partition("#")[2]: row for row in rows}
        self._library = library
        self._place = place
        self._told: dict[str, str] = {}  # which entry has told a reason
        self._folded: set[str] = set()  # checks whose source stands on the page
        self._seen: dict[_Place, str] = {}  # all that stands in these folds, and in which

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
        links = [f'<a class="pr-link" href="#{name}">Link</a>']
        if row["check"] in self._folded:
            links.append(f'<a href="#{check_name(row["check"])}"{_titled(row["check"])}</a>')
        below = f'<p class="pr-claim-links">{" · ".join(links)}</p>'
        below += "".join(self._folds([row["check"]]))
        reason = None
        if row["diagnosis"] and self._told.setdefault(row["explanation"], name) != name:
            first = self._told[row["explanation"]]
            reason = f'<b>{row["diagnosis"]}</b>, <a href="#{first}">as above</a>.'
        source = self._published[row["chapter"]]
        carried = argument_map.carried(source, row, self._verdicts[source.chapter], up)
        made = card(row, up, reason=reason, carried=carried, below=below)
        # whoever has the links alone read out hears which entry each belongs to
        same = f"Link|as above|Proof|What it rests on|{row['verdict']}"
        return re.sub(rf"(<a [^>]*)>({same})</a>", rf'\1 aria-label="\2: {row["id"]}">\2</a>', made)

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
        """A check's source, with what it calls of its chapter and the page has not shown yet."""
        module, _, name = function.rpartition(".")
        if name not in _definitions(self._library, module):
            raise BuildError(f"there is no function {function}, which decided entries")
        check, *needed = _used(self._library, (module, name), self._seen)
        above = {one: self._seen[one] for one in needed if one in self._seen}
        below = [one for one in needed if one not in above]
        self._seen |= dict.fromkeys(below, check_name(function))
        links = "".join(f' <a href="#{at}">{one[1]}</a>' for one, at in above.items())
        calls = _code(self._library, below)
        if calls:
            calls = f"<details><summary{_titled(function, _CALLS)}</summary>{calls}</details>"
        return (
            f'<details class="pr-check" id="{check_name(function)}">'
            f"<summary{_titled(function)}</summary>{_code(self._library, [check])}"
            f"{calls}<small>In {module}.{links and f' Above:{links}.'}</small></details>"
        )


def _titled(function: str, title: str = "") -> str:
    """The end of an element's tag and its text: two modules may have a check of one name."""
    title = title or check_title(function)
    return f' aria-label="{title}, in {".".join(function.split(".")[-2:])}">{title}'


_Place = tuple[str, str]  # a module, and the name of what it defines


class _Definition(NamedTuple):
    """What a module of a chapter defines, as it is written, and the names of the module in it."""

    source: str
    uses: set[str]


def _used(library: Path, check: _Place, seen: Container[_Place] = ()) -> list[_Place]:
    """A check and all that it uses of its chapter, nearest first, but not what the seen uses."""
    found, waiting = {check: None}, [check]
    for module, name in waiting:
        known = _definitions(library, module)
        for one in known:
            if one in getattr(known[name], "uses", ()):
                place = _home(library, (module, one))
                if place not in found:
                    found[place] = None
                    if place not in seen:
                        waiting.append(place)
    return list(found)


def _home(library: Path, place: _Place) -> _Place:
    """Where that which a module calls by a name is defined."""
    told = _definitions(library, place[0])[place[1]]
    return place if isinstance(told, _Definition) else _home(library, told)


def _code(library: Path, places: Iterable[_Place]) -> str:
    """The sources of definitions, module by module, each in its order."""
    modules: dict[str, set[str]] = {}
    for module, name in places:
        modules.setdefault(module, set()).add(name)
    texts = [
        f"# {module}\n" * (len(modules) > 1)
        + "\n\n".join(
            told.source
            for name, told in _definitions(library, module).items()
            if name in names and isinstance(told, _Definition)
        )
        for module, names in modules.items()
    ]
    code = escape("\n\n".join(texts), False)
    return code and f'<pre class="highlight"><code>{code}</code></pre>'


@cache
def _definitions(library: Path, module: str) -> dict[str, _Definition | _Place]:
    """What a module of a chapter knows by name: what it defines, and what it has of others."""
    path = library.joinpath(*module.split(".")).with_suffix(".py")
    text = text_of(path) if path.is_file() else ""
    lines = text.splitlines()
    package = module.rpartition(".")[0]
    found: dict[str, _Definition | _Place] = {}
    for node in ast.parse(text).body:
        match node:
            case ast.ImportFrom(module=str(home), level=1, names=names):
                other = _definitions(library, f"{package}.{home}")
                found |= {
                    one.asname or one.name: (f"{package}.{home}", one.name)
                    for one in names
                    if one.name in other
                }
                continue
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
        source = "\n".join(lines[first - 1 : node.end_lineno])
        uses = {*_asked(symtable.symtable(source, name, "exec"))}
        found[name] = _Definition(source, uses)
    return found


def _asked(scope: symtable.SymbolTable) -> Iterator[str]:
    """The names that a definition has of its module: those of its own variables are others."""
    outside = scope.get_type() == "module"
    for one in scope.get_symbols():
        if one.is_referenced() and (outside or one.is_global()):
            yield one.get_name()
    for inner in scope.get_children():
        yield from _asked(inner)
