"""Playing around the clock: what the source says of its table."""

from __future__ import annotations

from press import Effort, Finding, claim

from .line import complete, multiple, same_payoffs


@claim("prose.clock_multiple")
def clock_multiple(effort: Effort) -> Finding:
    """Many rows hold several strategies."""
    return multiple("clock", "prose.clock_multiple")


@claim("prose.clock_same_payoffs")
def clock_same_payoffs(effort: Effort) -> Finding:
    """The strategies listed in a row pay the same, all equilibria of a row not always."""
    return same_payoffs("clock")


@claim("prose.clock_complete")
def clock_complete(effort: Effort) -> Finding:
    """Two rows have equilibria that are not listed, with other payoffs."""
    return complete("clock")
