"""Cards of entries as the site shows them, and the functions that decided what stands on a page.

A card is made from the ledger's row, with links. What several entries share is told once on a
page: a reason, and the source of a function, folded under the first that it decided, with what it
calls of its chapter. The source of one that decides cells of a table stands below the table.
"""

from __future__ import annotations

import ast
import symtable
from collections.abc import Container, Iterable, Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from ..project.errors import BuildError
from ..project.files import text_of
from . import argument_map
from .addresses import slug
from .book import Book
from .entry import card, check_name, check_title, link
from .rows import Row

_CALLS = "What it calls"


class Cards:
    """The cards and checks of one page, which is read from its top to its end.

    Parameters
    ----------
    book : Book
        What there is.
    place : str
        Where the page stands, such as ``"book/guts/audit"``.
    way : str
        The way from it to the top of the site.
    here : str, optional
        The address of the page, if it stands elsewhere: without checks, as a notebook.
    """

    def __init__(self, book: Book, place: str, way: str, here: str = "") -> None:
        self._published = book.published
        self._library = book.project.root / "lib"
        self._verdicts: dict[str, dict[str, str]] = {}  # by chapter and entry
        for row in book.rows:
            self._verdicts.setdefault(row["chapter"], {})[row["id"]] = row["verdict"]
        self._place, self._way, self._here = place, way, here
        self._told: dict[str, str] = {}  # which entry has told a reason
        self._folded: set[str] = set()  # checks whose source stands on the page
        self._seen: dict[_Place, str] = {}  # all that stands in these folds, and in which

    def card(self, row: Row) -> str:
        """Return an entry as a card, with today's check: that of the run but for comments."""
        name = f"entry-{slug(row['id'])}"
        reason = None
        if row["diagnosis"] and self._told.setdefault(row["explanation"], name) != name:
            above = link(f"{self._here}#{self._told[row['explanation']]}", "as above", row["id"])
            reason = f"<b>{row['diagnosis']}</b>, {above}."
        source = self._published[row["chapter"]]
        carried = argument_map.carried(source, row, self._verdicts[source.chapter], self._way)
        below = "" if self._here else self._below(row, name)
        return card(row, self._way, reason=reason, carried=carried, below=below)

    def _below(self, row: Row, name: str) -> str:
        """What a reader may ask of a card: its address, and the check."""
        links = [link(f"#{name}", "Link", row["id"], "pr-link")]
        if row["check"] in self._folded:
            links.append(f'<a href="#{check_name(row["check"])}"{_titled(row["check"])}</a>')
        folds = "".join(self._folds([row["check"]]))
        return f'<p class="pr-claim-links">{" · ".join(links)}</p>{folds}'

    def checks(self, rows: Iterable[Row]) -> str:
        """Return the sources of what decided the cells of a table, where this page decides them."""
        if self._here:
            return ""
        own = (row for row in rows if row["page"].startswith(f"{self._place}.html#"))
        return "".join(self._folds(row["check"] for row in own))

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
        above = {place: self._seen[place] for place in needed if place in self._seen}
        below = [place for place in needed if place not in above]
        self._seen |= dict.fromkeys(below, check_name(function))
        links = "".join(f' <a href="#{at}">{place[1]}</a>' for place, at in above.items())
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
    """What a module of a chapter defines, as it is written, and the names of the module in it.

    What it has of a room that is imported whole is named with the room, ``room.name``.
    """

    source: str
    uses: set[str]


def _used(library: Path, check: _Place, seen: Container[_Place] = ()) -> list[_Place]:
    """A check and all that it uses of its chapter, nearest first, but not what the seen uses."""
    places, waiting = {check: None}, [check]
    for module, name in waiting:
        known = _definitions(library, module)
        for other in known:
            if other in getattr(known[name], "uses", ()):
                place = _home(library, (module, other))
                if place not in places:
                    places[place] = None
                    if place not in seen:
                        waiting.append(place)
    return list(places)


def _home(library: Path, place: _Place) -> _Place:
    """Where that which a module calls by a name is defined."""
    meaning = _definitions(library, place[0])[place[1]]
    return place if isinstance(meaning, _Definition) else _home(library, meaning)


def _code(library: Path, places: Iterable[_Place]) -> str:
    """The sources of definitions, module by module, each in its order."""
    modules: dict[str, set[str]] = {}
    for module, name in places:
        modules.setdefault(module, set()).add(name)
    texts = [
        f"# {module}\n" * (len(modules) > 1)
        + "\n\n".join(
            definition.source
            for name, definition in _definitions(library, module).items()
            if name in names and isinstance(definition, _Definition)
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
    parts = module.split(".")
    known: dict[str, _Definition | _Place] = {}
    for node in ast.parse(text).body:
        match node:
            case ast.ImportFrom(module=str(home), level=level, names=names) if level:
                place = ".".join([*parts[:-level], home])
                if place.startswith(f"{parts[0]}."):  # of its chapter, or of all chapters
                    other = _definitions(library, place)
                    known |= {
                        alias.asname or alias.name: (place, alias.name)
                        for alias in names
                        if alias.name in other
                    }
                continue
            case ast.ImportFrom(module=None, level=level, names=names):  # whole rooms
                for alias in names:
                    place = ".".join([*parts[:-level], alias.name])
                    room = alias.asname or alias.name
                    known |= {
                        f"{room}.{name}": (place, name) for name in _definitions(library, place)
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
        for part in ast.walk(node):
            match part:
                case ast.Attribute(value=ast.Name(id=room), attr=held) if room in uses:
                    uses.add(f"{room}.{held}")
        known[name] = _Definition(source, uses)
    return known


def _asked(scope: symtable.SymbolTable) -> Iterator[str]:
    """The names that a definition has of its module: those of its own variables are others."""
    outside = scope.get_type() == "module"
    for symbol in scope.get_symbols():
        if symbol.is_referenced() and (outside or symbol.is_global()):
            yield symbol.get_name()
    for inner in scope.get_children():
        yield from _asked(inner)
