"""What the tests of the exact game ask of a stage."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from parlor.games.nakai.exact import ZERO, Rows


def stage_gap(rows: Rows, one: Sequence[Fraction], two: Sequence[Fraction]) -> Fraction | None:
    """What both players could gain in one stage by deviating from (one, two).

    `rows` are those of `stage_rows`. None if a choice is not allowed or these are not
    probabilities of (low, high, pass) and of (play, pass).
    """
    columns = len(next(iter(rows.values())))
    if min(*one, *two) < 0 or sum(one) != 1 or sum(two) != 1:
        return None
    if any(p and i not in rows for i, p in enumerate(one)) or any(two[columns:]):
        return None
    gets = [
        sum((one[i] * row[j] for i, row in rows.items() if one[i]), ZERO) for j in range(columns)
    ]
    worths = (sum((q * a for q, a in zip(two, row, strict=False)), ZERO) for row in rows.values())
    return max(worths) - min(gets)
