"""Two friends in a small party of guests who reason: the table of the lecture, and its numbers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pandas as pd

from parlor.games.gift_exchange.friends import pair_gains

PARTIES = [
    *((n, 1) for n in (3, 4, 5)),
    *((n, 2) for n in (3, 4, 5)),
    *((n, None) for n in (4, 5)),
]


@cache
def gains(
    n: int, limit: int | None, *, spare: bool = False, swap: bool = False, eager: bool = False
) -> list[Fraction]:
    """What each two of n guests gain, whose gifts are worth 0, 1, 2 and so on."""
    found = pair_gains(range(n), total_limit=limit, spare=spare, final_swap=swap, eager=eager)
    return list(found.values())


def mean(values: list[Fraction]) -> float:
    """The mean over all pairs."""
    return float(sum(values) / len(values))


def friends_table() -> pd.DataFrame:
    """Gains of two friends by guests and limit."""
    rows = []
    for n, limit in PARTIES:
        joint = gains(n, limit)
        rows.append([
            n, limit or "none", mean(joint), f"{sum(x > 0 for x in joint)} of {len(joint)}",
            float(max(joint)), mean(gains(n, limit, spare=True)),
        ])  # fmt: skip
    heads = ["guests", "limit", "friends gain", "pairs that gain", "most", "by a pact to spare"]
    return pd.DataFrame(rows, columns=heads)


def facts() -> dict[str, str]:
    """What the lecture prints."""
    return {
        "friends_mean": f"{mean(gains(5, None)):.2f}",
        "friends_pact": f"{-mean(gains(5, None, spare=True)):.2f}",
        "friends_swap": f"{mean(gains(4, None, swap=True)):.2f}",
    }
