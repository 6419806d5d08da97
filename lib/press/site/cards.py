"""Cards of entries as the site shows them, and the functions that decided what stands on a page.

A card is made from the ledger's row, with links. What several entries share is told once on a
page: a reason, and the source of a function, folded under the first that it decided, with what it
calls of its chapter. The source of one that decides cells of a table stands below the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from griffe import Object
from markupsafe import Markup

from . import argument_map
from .addresses import slug
from .book import Book
from .check_code import code, used
from .layout import html
from .ledger_rows import Row


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
        self._seen: dict[Object, str] = {}  # all that stands in these folds, and in which

    def card(self, row: Row) -> Markup:
        """Return an entry as a card, with today's check: that of the run but for comments."""
        name, chapter = f"entry-{slug(row['id'])}", row["chapter"]
        first = self._told.setdefault(row["explanation"], name)
        derived = argument_map.derived(self._published[chapter], row, self._verdicts[chapter])
        folded = row["check"] in self._folded
        return html(
            "card.html",
            row=row,
            way=self._way,
            above="" if first == name else f"{self._here}#{first}",
            derived=derived,
            on_site=not self._here,
            folded=folded,
            checks=self._folds([row["check"]]),
        )

    def checks(self, rows: Iterable[Row]) -> list[dict[str, Any]]:
        """Return the checks that decided the cells of a table, where this page decides them."""
        here = f"{self._place}.html#"
        return self._folds(row["check"] for row in rows if row["page"].startswith(here))

    def _folds(self, functions: Iterable[str]) -> list[dict[str, Any]]:
        """Those checks that the page has not shown yet; a notebook shows none."""
        folds = []
        for function in functions:
            if function and function not in self._folded and not self._here:
                self._folded.add(function)
                folds.append(self._fold(function))
        return folds

    def _fold(self, check: str) -> dict[str, Any]:
        """A check's source, with what it calls of its chapter and the page has not shown yet."""
        own, *needed = used(self._library, check, self._seen)
        above = [(one.name, self._seen[one]) for one in needed if one in self._seen]
        below = [one for one in needed if one not in self._seen]
        self._seen |= dict.fromkeys(below, check)
        return {
            "check": check,
            "module": own.module.path,
            "code": code([own]),
            "calls": code(below),
            "above": above,
        }
