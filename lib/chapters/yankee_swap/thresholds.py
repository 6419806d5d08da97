"""The source's table of thresholds."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from parlor.games.yankee_swap.locked import draw_values, locked_steal_probabilities
from press import Check, Effort, Finding, Value, claim, in_parts, show

from .said import said

ROWS = (1, 2, 3, 4, 5, 49, 50, 51, 99, 100, 101)  # the k of the table
N = 101


@claim("threshold.*")
def thresholds(effort: Effort) -> dict[str, Value]:
    """The worth of opening a box, from the game's recurrence."""
    worth = draw_values(N)
    return {f"threshold.{k}": Value(worth[k - 1]) for k in ROWS}


@claim("move.*")
def moves(effort: Effort) -> dict[str, Value]:
    """The seat that acts with k to come: the one that steals what is above t_k, if it can."""
    worth, steals = draw_values(N), locked_steal_probabilities(N)
    wanted = {k: 1 - worth[k - 1] if k < N else 0.0 for k in ROWS}
    return {
        f"move.{k}": Value(int(np.argmin(np.abs(steals - chance))) + 1)
        for k, chance in wanted.items()
    }


@claim("table.generated")
def generated(effort: Effort) -> Finding:
    """Whether one rule makes the printed digits of the table out of the recurrence."""
    worth = draw_values(N)
    printed = {k: said.published.entry(f"threshold.{k}").printed for k in ROWS}
    rounded = [k for k, text in printed.items() if f"{worth[k - 1]:.4f}" == text]
    cut = [k for k, text in printed.items() if f"{np.floor(worth[k - 1] * 1e4) / 1e4:.4f}" == text]
    either = sorted({*rounded, *cut})
    whole = len(ROWS) in (len(rounded), len(cut))
    return Finding(
        in_parts(len(either) == len(ROWS), whole),
        f"All {len(either)} rows are $t_k$ to a unit of the last digit. Rounding gives "
        f"{len(rounded)} of them, not $k = {show([k for k in ROWS if k not in rounded])}$; "
        f"cutting off gives {len(cut)}, not $k = {show([k for k in ROWS if k not in cut])}$.",
    )


def thresholds_table(found: Mapping[str, Check]) -> pd.DataFrame:
    """The source's table, published beside computed."""
    worth = draw_values(N)
    values = [found[f"threshold.{k}"] for k in ROWS]
    seats = [found[f"move.{k}"] for k in ROWS]
    return pd.DataFrame(
        {
            "k": list(ROWS),
            "seat, published": [check.printed for check in seats],
            "verdict on the seat": seats,
            "$t_k$, published": [check.printed for check in values],
            "$t_k$": [float(f"{worth[k - 1]:.6f}") for k in ROWS],
            "verdict on $t_k$": values,
        }
    )
