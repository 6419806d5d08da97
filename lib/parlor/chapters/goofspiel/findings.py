"""What the chapter finds of Nakai's formulas, as entries of its ledger and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from parlor.games.nakai.audit import AuditRow, ExampleRow
from parlor.press import Chapter
from parlor.press.check import Check

PLANS = ["pass, M", "high, M"], ["low, pass", "low, M"]


def told(deviation: float) -> str:
    """A deviation in words: rounding, undefined, or three digits.

    >>> told(1e-16), told(0.12345)
    ('< 1e-12', '0.123')
    """
    if deviation < 1e-12:
        return "< 1e-12"
    return "undefined" if deviation == inf else f"{deviation:.3g}"


def worth(value: float) -> str:
    """The value of a state with nine decimals, or nine digits if it is small.

    >>> worth(0.25), worth(-2.5e-10)
    ('0.250000000', '-2.5e-10')
    """
    return f"{value:.9f}" if value == 0 or abs(value) >= 1e-3 else f"{value:.9g}"


def number(chapter: Chapter, example: Mapping[str, ExampleRow], entry: str, item: str) -> Check:
    """Enter one number of the Example."""
    return chapter.check(f"example.{entry}", round(example[item].computed, 12) + 0.0)


def formula(chapter: Chapter, example: Mapping[str, ExampleRow], entry: str, *items: str) -> Check:
    """Enter formulas of the Example: equal to the computed values or not."""
    rows = [example[item] for item in items]
    off = max(abs(row.printed - row.computed) for row in rows)
    texts = [f"as printed {row.printed:.6f}, computed {row.computed:.6f}" for row in rows]
    return chapter.claim(f"example.{entry}", off < 1e-12, "; ".join(texts) + ".")


def proposition_5(chapter: Chapter, audited: Mapping[str, AuditRow], item: str) -> Check:
    """Enter one statement of Proposition 5, held against exact values in every state."""
    row = audited[f"prop5.{item}"]
    evidence = f"Exact in all {row.n_states} states."
    if row.printed:
        evidence = f"Wrong in {row.n_wrong} of {row.n_states} states, first in {row.smallest}."
    return chapter.claim(f"prop5.{item}", row.printed == 0, evidence)


def one_type(choices: Sequence[str]) -> bool:
    """Whether a hand of one type is played as told: the losing card, then both play, then both mix.

    >>> one_type(["low, M", "mix low/pass"]), one_type(["low, M", "low, pass"])
    (True, False)
    """
    pure = [choice for choice in choices if "mix" not in choice]
    planned = any(pure == [choice for choice in plan if choice in pure] for plan in PLANS)
    return planned and "mix" in choices[-1]
