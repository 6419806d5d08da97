"""Playing around the clock: what the source says of its table."""

from __future__ import annotations

from press import Effort, Finding, claim

from .line import of_table


@claim("prose.clock_multiple", "prose.clock_same_payoffs", "prose.clock_complete")
def table_of_the_clock(effort: Effort) -> dict[str, Finding]:
    """Many rows hold several strategies, which pay the same; two have others, which do not."""
    return of_table("clock")
