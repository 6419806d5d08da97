"""The source's table of means, and what it says of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parlor.dice import solve
from press import Check, Effort, Finding, Value, claim, new_figure, value

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

FACES = (6, 8, 20)


@value("mean.*")
def means(effort: Effort) -> dict[str, Value]:
    """The mean payoffs in the table."""
    return {f"mean.{n}": Value(float(solve(n).mean)) for n in FACES}


@claim("prose.between")
def between(effort: Effort) -> Finding:
    """The mean lies midway between the lowest and the highest face."""
    most = effort.of(full=100, reduced=10)
    off = [n for n in range(1, most + 1) if 2 * solve(n).mean != 1 + n]
    return Finding(not off, "Dice of 1 to {most} faces; off the middle: {off}.",
                   most=most, off=len(off))  # fmt: skip


def table1(found: Mapping[str, Check]) -> pd.DataFrame:
    """Published beside computed, a row for each number of faces."""
    import pandas as pd

    checks = [found[f"mean.{n}"] for n in FACES]
    return pd.DataFrame(
        {
            "faces": FACES,
            "published": [check.printed for check in checks],
            "computed": [check.computed for check in checks],
            "verdict": checks,
        }
    )


def means_figure() -> tuple[Figure, str]:
    """Mean payoff by the number of faces, and what to know of it without seeing it."""
    faces = range(1, max(FACES) + 1)
    values = [float(solve(n).mean) for n in faces]
    figure, axes = new_figure()
    axes.plot(faces, values, "o")
    axes.set_xlabel("faces")
    axes.set_ylabel("mean payoff")
    return figure, f"The mean payoff rises in a straight line from {values[0]} to {values[-1]}."
