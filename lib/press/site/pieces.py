"""Pieces of pages that runs have left as data, and the places in prose that ask for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..page.block import MIME
from ..project.errors import known_name
from .addresses import slug

# What is filled in prose, and code, which is not; see `transclusion`.
PLACE = re.compile(
    r"^(?P<margin> *)```\{shown\} +(?P<shown>.+?) *\n(?P=margin)```$"
    r"|^:::\{titled\} +(?P<titled>[\w-]+) *\n(?P<title>(?s:.+?))\n\n(?P<table>(?s:.+?))\n:::$"
    r"|^ *(?P<fence>`{3,})[\w-]+\n(?s:.*?)\n *(?P=fence)$"
    r"|(?<!`)(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`)"
    r"|\[(?P<text>[^\]\n]*)\]\(#(?P<target>(?:[a-z]\w*/)?(?:figure|table)-[\w-]+)\)"
    r"|\{\{\s*(?P<value>\w+\.\w+)\s*\}\}"
    r"|(?P<half>\{\{\s*\w+\.\w+\s*\}|(?<!\{)\{\s*\w+\.\w+\s*\}\})",
    re.MULTILINE,
)


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


def find(pieces: Pieces, chapter: str, request: str) -> Piece:
    """Return what a page asks for by name; a table or figure needs no kind.

    Parameters
    ----------
    pieces : dict of str to Piece
        All that there are.
    chapter : str
        Whose page asks.
    request : str
        Such as ``"prizes"``, ``"entry table3.mean"`` or ``"guts/prizes"``.

    Returns
    -------
    Piece
        The piece.

    Raises
    ------
    UserError
        If there is none of that name.
    """
    name = request if "/" in request else f"{chapter}/{request}"
    for kind in ("", "table ", "figure "):
        if piece := pieces.get(name.replace("/", f"/{kind}", 1)):
            return piece
    names = [re.sub("/(table|figure) ", "/", key) for key in pieces]
    return pieces[known_name(name, names, "piece of a page")]
