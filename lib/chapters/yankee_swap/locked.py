"""Key structural observations: what is best in the locked game."""

from __future__ import annotations

from press import Effort, Finding, claim

from .recursion import every_position, played_on


@claim("locked.best")
def best(effort: Effort) -> Finding:
    """In the locked game: the best box that may be stolen, if above the threshold."""
    checks = every_position(effort.of(full=4, reduced=2))
    gain = max(check.largest_gain for check in checks)
    return Finding(
        gain == 0,
        f"We compared {sum(check.n_actions for check in checks):,} actions at "
        f"{sum(check.n_positions for check in checks)} positions of {len(checks)} games of "
        f"{played_on(checks)}, in exact fractions. The largest gain of any other action is {gain}.",
    )
