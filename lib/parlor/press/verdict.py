"""The rule that compares a published value with a computed one, by the digits as printed."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Literal

Verdict = Literal["match", "truncated", "within noise", "differs", "holds", "fails", "pending"]

VERDICTS: dict[str, str] = {
    "match": "the computed value rounds to the printed digits, or the printed list is complete",
    "truncated": "the source cut digits off instead of rounding",
    "within noise": "equal within the stated error of simulation or iteration",
    "differs": "a published value that is not what we compute",
    "holds": "a claim that our computation bears out",
    "fails": "a claim that our computation refutes",
    "pending": "published, and not yet recomputed here",
}
AGREES = ("match", "truncated", "within noise", "holds")

NOISE = 4  # combined standard errors that count as noise
_NUMBER = re.compile(
    r"([-+]?(?:\d+/\d+|(?:\d[\d,]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?))"
    r"(?: (thousand|million|billion))?"
)
_WORDS = {"": 1, "thousand": 10**3, "million": 10**6, "billion": 10**9}


def compare(
    printed: str,
    computed: Any,
    *,
    unit: str | None = None,
    error: float = 0.0,
    standard_error: float = 0.0,
    printed_standard_error: float = 0.0,
) -> Verdict:
    """Compare a published value with a computed one.

    Parameters
    ----------
    printed : str
        The value as printed. One number (``"12.50"``), one tuple (``"(28, 27)"``) or a list of
        tuples (``"(9, 10) (10, 9)"``), told apart by the type of `computed`.
    computed : number, tuple of numbers or list of tuples
        Our value. A list of tuples is compared as a set, which must be equal to the printed one.
    unit : str, optional
        The unit to which the source vouches for its value where that is coarser than the digits:
        ``"1e6"`` for "about 20 million".
    error : float, optional
        Bound on the error of an iterative method on either side, such as its duality
        gap; at least 0.
    standard_error, printed_standard_error : float, optional
        Standard errors of a simulation on our side and on the source's; at least 0.

    Returns
    -------
    str
        ``"match"``, ``"truncated"``, ``"within noise"`` or ``"differs"``.

    Raises
    ------
    ValueError
        If `printed` cannot be read as what `computed` is, or an error is negative or not finite.

    Examples
    --------
    >>> compare("12.5", 12.46)
    'match'
    >>> compare("0.333", 0.33357)
    'truncated'
    >>> compare("(9, 10) (10, 9)", [(10, 9), (9, 10)])
    'match'
    """
    for name, value in (("error", error), ("standard_error", standard_error)):
        if not 0 <= value < math.inf:
            raise ValueError(f"{name} must be at least 0 and finite, got {value}")
    slack = error + NOISE * math.hypot(standard_error, printed_standard_error)
    if isinstance(computed, list):
        return _compare_sets(printed, computed)
    if isinstance(computed, tuple):
        found = _tuples(printed)
        if len(found) != 1:
            raise ValueError(f"'{printed}' is not one tuple")
        if len(found[0]) != len(computed):
            return "differs"
        pairs = zip(found[0], computed, strict=True)
        return _worst(_compare_number(text, value, unit, slack) for text, value in pairs)
    return _compare_number(printed, computed, unit, slack)


def parse(printed: str) -> tuple[Fraction, Fraction]:
    """Read a printed number.

    Parameters
    ----------
    printed : str
        Such as ``"1,234.50"``, ``"$21"``, ``"20 million"`` or ``"3/8"``.

    Returns
    -------
    value : Fraction
        The number.
    quantum : Fraction
        One unit of its last printed digit; 0 for a fraction, which is exact.

    Raises
    ------
    ValueError
        If there is not exactly one number.

    Examples
    --------
    >>> parse("$12.5")
    (Fraction(25, 2), Fraction(1, 10))
    """
    found = _NUMBER.findall(printed)
    if len(found) != 1:
        raise ValueError(f"'{printed}' is not one number")
    digits, word = found[0]
    if "/" in digits:
        return Fraction(digits), Fraction(0)
    mantissa, _, exponent = digits.replace(",", "").lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    scale = _WORDS[word] * Fraction(10) ** int(exponent or 0)
    return Fraction(mantissa) * scale, scale / Fraction(10) ** decimals


def _compare_number(printed: str, computed: Any, unit: str | None, slack: float) -> Verdict:
    value, quantum = parse(printed)
    if unit:
        quantum = Fraction(unit)
    if not math.isfinite(computed):
        return "differs"
    exact = Fraction(computed)
    # a float on the border between two roundings may have come from either side
    border = abs(exact) * Fraction(1, 10**12) if isinstance(computed, float) else Fraction(0)
    distance = abs(exact - value)
    if distance <= quantum / 2 + border:
        return "match"
    if value * exact >= 0 and 0 <= abs(exact) - abs(value) < quantum - border:
        return "truncated"
    if slack and distance <= quantum / 2 + Fraction(slack):
        return "within noise"
    return "differs"


def _compare_sets(printed: str, computed: Sequence[tuple[Any, ...]]) -> Verdict:
    found = _tuples(printed)
    if len(found) != len(set(map(tuple, found))) or len(computed) != len(set(computed)):
        return "differs"
    matched = all(
        any(
            len(texts) == len(values)
            and all(
                _compare_number(t, v, None, 0.0) == "match"
                for t, v in zip(texts, values, strict=True)
            )
            for values in computed
        )
        for texts in found
    )
    return "match" if matched and len(found) == len(computed) else "differs"


def _tuples(printed: str) -> list[list[str]]:
    groups = re.findall(r"\(([^()]*)\)", printed)
    if not groups:
        raise ValueError(f"'{printed}' holds no tuple")
    return [[item.strip() for item in group.split(",")] for group in groups]


def _worst(verdicts: Iterable[Verdict]) -> Verdict:
    order = list(VERDICTS)
    return max(verdicts, key=order.index)
