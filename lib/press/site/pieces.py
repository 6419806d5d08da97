"""Pieces of pages that runs have left as data: tables, figures, entries, ..., by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..page.block import MIME
from .addresses import slug


@dataclass(frozen=True)
class Piece:
    """Something that a run has left, and that pages show.

    Attributes
    ----------
    kind : str
        ``"table"``, ``"figure"``, ``"entry"``, ``"widget"``, ``"data"``; or ``"map"`` and
        ``"yardsticks"``, which no run leaves: a chapter has one of each.
    chapter, name : str
        Whose it is, and what it is called there.
    shown : dict
        What there is to show of it, as the run has left it.
    """

    kind: str
    chapter: str
    name: str = ""
    shown: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """What it is called in the book, such as ``"guts/table prizes"``."""
        return f"{self.chapter}/{self.kind} {self.name}".strip()

    @property
    def fragment(self) -> str:
        """Its id on a page."""
        return f"{self.kind}-{slug(self.name)}"


Pieces = dict[str, Piece]  # by key


def named(output: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield kind and name of what an output of a cell shows."""
    for item in output.get("data", {}).get(MIME, {}).get("items", []):
        yield item["kind"], item["name"]


def find(pieces: Pieces, chapter: str, request: str) -> Piece | None:
    """Return what a page asks for by name; a table or figure needs no kind.

    Parameters
    ----------
    pieces : dict of str to Piece
        All that there are.
    chapter : str
        Whose page asks.
    request : str
        Such as ``"prizes"``, ``"entry table3.mean"`` or ``"guts/prizes"``.
    """
    other, _, name = request.partition("/")
    keys = (
        f"{of}/{kind}{what}"
        for of, what in ((chapter, request), (other, name))
        for kind in ("", "table ", "figure ")
    )
    return next((pieces[key] for key in keys if key in pieces), None)
