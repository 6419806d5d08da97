"""An entry that was decided, as pages and tables have it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from .block import Block


@dataclass(frozen=True)
class Check:
    """A published entry beside what a run computes; in a table it is a badge.

    Attributes
    ----------
    row : dict
        What is recorded of it, and what became of it: `Published.told` and `findings.decide`.
    again : bool
        Whether its page shows it elsewhere: in a table its badge is then a link and no more.
    """

    row: dict[str, Any]
    again: bool = False

    @property
    def printed(self) -> str:
        """The value as printed in the source."""
        return self.row["printed"]

    @property
    def computed(self) -> str:
        """Our value, as text."""
        return self.row["computed"]

    @property
    def verdict(self) -> str:
        """What became of it, one of `verdict.VERDICTS`."""
        return self.row["verdict"]

    def __str__(self) -> str:
        return self.verdict

    @property
    def block(self) -> Block:
        """What a cell shows of it."""
        row = self.row
        claim = " ".join(filter(None, (row["quantity"], row["printed"])))
        why = " ".join(filter(None, (row["computed"], row["evidence"])))
        whose = "" if row["status"] else "The source "  # a claim of ours is a sentence
        html = f"<p><b>{self}.</b> {whose}{escape(claim)} {escape(why)}</p>"
        return Block((("entry", row["id"]),), html, f"{row['id']}: {self}")

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return self.block._repr_mimebundle_()
