"""The rules of the game, as the puzzle states them."""

from __future__ import annotations

from itertools import combinations

from press import Effort, Finding, claim


@claim("prose.midway")
def midway(effort: Effort) -> Finding:
    """A stack is never as near to three tokens as to the nearest."""
    n = effort.of(full=12, reduced=8)
    sets = [tokens for m in range(1, n + 1) for tokens in combinations(range(n), m)]
    most = {
        layout: max(_nearest(stack, tokens, n, layout) for tokens in sets for stack in range(n))
        for layout in ("line", "clock")
    }
    return Finding(
        set(most.values()) == {2},
        f"All {len(sets):,} sets of tokens on {n} stacks: at most {most['line']} are nearest to a "
        f"stack on the line and {most['clock']} on the clock, one on either side.",
    )


def _nearest(stack: int, tokens: tuple[int, ...], n: int, layout: str) -> int:
    """How many tokens are nearest to a stack."""
    away = [abs(stack - token) for token in tokens]
    if layout == "clock":
        away = [min(steps, n - steps) for steps in away]
    return away.count(min(away))
