"""The source's table of thresholds."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from parlor.games.yankee_swap.locked import draw_values, locked_steal_probabilities
from press import Check, Effort, Finding, Value, claim, show, value

ROWS = {1: "0.5000", 2: "0.3750", 3: "0.3046", 4: "0.2582", 5: "0.2249", 49: "0.0365",
        50: "0.0358", 51: "0.0352", 99: "0.0190", 100: "0.0187", 101: "0.0186"}  # fmt: skip
N = 101


@value("threshold.*")
def thresholds(effort: Effort) -> dict[str, Value]:
    """The worth of opening a box, from the game's recurrence."""
    worth = draw_values(N)
    return {f"threshold.{k}": Value(worth[k - 1]) for k in ROWS}


@value("move.*")
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
    rounded = [k for k, text in ROWS.items() if f"{worth[k - 1]:.4f}" == text]
    cut = [k for k, text in ROWS.items() if f"{np.floor(worth[k - 1] * 1e4) / 1e4:.4f}" == text]
    either = sorted({*rounded, *cut})
    whole = len(ROWS) in (len(rounded), len(cut))
    return Finding(
        True if whole else "partly" if len(either) == len(ROWS) else False,
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
