"""What a cell shows: in a run the names of what it has left as data, elsewhere plain HTML."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

MIME = "application/vnd.press+json"  # of an output that names what the site prints in its place


def in_run() -> bool:
    """Whether this is a run of the press, whose pages go into the book; not JupyterLab, say."""
    return "PRESS_RUN" in os.environ


@dataclass(frozen=True)
class Block:
    """Pieces of a page.

    Attributes
    ----------
    pieces : tuple of (str, str)
        Kind and name of each, such as ``("table", "means")``.
    html : str
        What stands for them where nobody prints them.
    text : str
        The same on a terminal.
    """

    pieces: tuple[tuple[str, str], ...]
    html: str
    text: str

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        named = [{"kind": kind, "name": name} for kind, name in self.pieces]
        bundle = {MIME: {"items": named}} if in_run() else {"text/html": self.html}
        return bundle | {"text/plain": self.text}

    def __repr__(self) -> str:
        return self.text


def joined(blocks: list[Block], gap: str = "\n\n") -> Block:
    """Return several blocks as one; on a terminal with a gap between them."""
    return Block(
        tuple(piece for block in blocks for piece in block.pieces),
        "".join(block.html for block in blocks),
        gap.join(block.text for block in blocks),
    )
