"""The symbols of a source, by the table of them in its ``source.yaml``."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pandas as pd

from press import Finding, Said
from press.ledger.schema import Symbol
from press.page.check import Check


def judged(said: Said) -> dict[str, Finding]:
    """Whether symbols are defined, and mean one thing: a finding for each entry on symbols."""
    found: dict[str, list[Symbol]] = defaultdict(list)
    for one in said.published.symbols:
        if one.entry.startswith("symbols."):
            found[one.entry].append(one)
    return {
        name: Finding(
            all(one.where and not one.otherwise for one in some), " ".join(map(_told, some))
        )
        for name, some in found.items()
    }


def _told(one: Symbol) -> str:
    where = f"defined in {one.where}" if one.where else "not defined"
    return f"{one.symbol} is {one.meaning}, {where}{one.otherwise and '; '}{one.otherwise}."


def table(said: Said, found: dict[str, Check]) -> pd.DataFrame:
    """All symbols of a source, each with the verdict of the entry that judges it, if one does.

    The entry stands in one row, unless a card has it; in the other rows its badge is a link.
    """
    rows = said.published.symbols
    first = {one.entry: one for one in reversed(rows) if one.entry.startswith("symbols.")}
    return pd.DataFrame(
        {
            "symbol": [one.symbol for one in rows],
            "meaning": [one.meaning for one in rows],
            "defined": [one.where or "nowhere" for one in rows],
            "otherwise": [one.otherwise for one in rows],
            "judged": [
                one.entry and replace(found[one.entry], again=first.get(one.entry) is not one)
                for one in rows
            ],
        }
    )  # fmt: skip
