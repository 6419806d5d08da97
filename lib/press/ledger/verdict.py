"""The rule that compares what is published with what is computed, by the digits as printed.

And how a value is printed, so that it can be compared.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Verdict = str  # one of these, in an order that counts: a tuple gets the last one of its values
VERDICTS: dict[Verdict, str] = {
    "match": "the computed value rounds to the printed digits, or the printed list is complete",
    "truncated": "the source cut digits off instead of rounding",
    "within noise": "equal within the stated error of simulation or iteration",
    "differs": "a published value that is not what we compute",
    "holds": "a claim that a proof, exact arithmetic or a computation bears out, which could have "
    "come out otherwise",
    "partly": "a claim of which a part holds",
    "not refuted": "a claim about infinitely many cases that has survived a search among many",
    "fails": "a claim that our computation refutes",
    "not decidable": "our error, or the source's, is larger than what is claimed, or what is "
    "claimed is left open",
    "answered": "an open question of the source, which claims nothing; the evidence has the answer",
    "not testable": "a fact outside the games, which no computation here can decide",
    "pending": "published, and not yet recomputed here",
    "not run": "not judged by a run of reduced size",
}
NAMED = ("differs", "fails", "partly")  # what wants a diagnosis, and what is computed besides
CLAIMS = ("holds", "partly", "not refuted", "fails", "not decidable", "answered")
DISAGREES = ("differs", "fails")
AGREES = ("match", "truncated", "within noise", "holds")
UNCHECKED = ("pending", "not testable")  # an entry that expects these has no check

NOISE = 4  # combined standard errors that count as noise: of a thousand cells hardly one has more
_NUMBER = re.compile(
    r"(?:about |~|≈)?\$?(?P<digits>[-+]?(?:\d+/\d+|(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?"
    r"(?:[eE][-+]?\d+)?))(?: (?P<word>thousand|million|billion)| ?(?P<percent>%))?"
)
_IN_TEXT = re.compile(r"-?(?:\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(?:\.\d+)?(?:e[-+]?\d+)?")
# how Python, NumPy and pandas write what is not a number, or not finite
_BROKEN = re.compile(r"(?<![\w\\])(?:nan|inf|NaN|NaT|<NA>)(?!\w)")
_ROUNDING = 1e-9  # what is smaller is a sum of rounding errors, and each machine has its own
_WORDS = {None: 1, "thousand": 10**3, "million": 10**6, "billion": 10**9}
_DASHES = str.maketrans("\u2212\u2013", "--")  # minus sign and en dash, as sources print them


@dataclass(frozen=True)
class Bounds:
    """Between which numbers a claim in words vouches for something.

    Attributes
    ----------
    low, high : float
        The least and the greatest number that still round to what is printed; infinite where the
        source sets no bound.
    words : str
        The source's own words, or the rule that gives them their bounds.
    printed : tuple of str
        Both ends as printed, empty where the source sets no bound.

    Examples
    --------
    >>> some = Bounds.of("27%", "48%", "between 27 and 48 %")
    >>> 0.484 in some, 0.49 in some, some.verdict([0.3, 0.49]), some.verdict([0.1])
    (True, False, 'partly', 'fails')
    """

    low: float = -math.inf
    high: float = math.inf
    words: str = ""
    printed: tuple[str, str] = ("", "")

    @classmethod
    def of(cls, low: str = "", high: str = "", words: str = "") -> Bounds:
        """Return the bounds of printed numbers, to half a unit of their last digits.

        A fraction has no digits: from ``"7"`` on is from 6.5, from ``"7/1"`` on is from 7.

        Raises
        ------
        ValueError
            If one is not a number, or there is none, or the low one is above the high one.
        """
        below, above = (parse(text) if text else None for text in (low, high))
        bounds = cls(
            float(below[0] - below[1] / 2) if below else -math.inf,
            float(above[0] + above[1] / 2) if above else math.inf,
            words,
            (low, high),
        )
        if not (below or above) or bounds.low > bounds.high:
            raise ValueError(f"no bounds: from '{low}' to '{high}'")
        return bounds

    def __contains__(self, number: Any) -> bool:
        """Whether a number, or an estimate with its ``value`` and ``error``, may lie inside."""
        value, slack = getattr(number, "value", number), NOISE * getattr(number, "error", 0.0)
        return bool(self.low - slack <= value <= self.high + slack)

    def verdict(self, numbers: Iterable[Any]) -> Verdict:
        """Return ``"holds"`` if all lie inside, ``"partly"`` if some do, ``"fails"`` if none."""
        return in_parts(*(number in self for number in numbers))


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
        Our value. A list of tuples is compared as a set, which must be equal to the printed one,
        and takes neither a unit nor errors.
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
    ArithmeticError
        If `computed` is not finite: no source prints such a number, so ours is broken.

    Examples
    --------
    >>> compare("12.5", 12.46)
    'match'

    Cut after its third digit, whether or not a certificate says how sure the fourth is:

    >>> compare("0.333", 0.33357), compare("0.333", 0.33357, error=1e-15)
    ('truncated', 'truncated')

    With an error of a thousandth the number may be one that rounds to what is printed:

    >>> compare("0.333", 0.33357, error=1e-3), compare("0.333", 0.3357, error=1e-3)
    ('within noise', 'differs')

    A list is a set, whatever its order:

    >>> compare("(9, 10) (10, 9)", [(10, 9), (9, 10)])
    'match'
    """
    errors = {
        "error": error,
        "standard_error": standard_error,
        "printed_standard_error": printed_standard_error,
    }
    finite(show(computed))
    for name, value in errors.items():
        if not 0 <= value < math.inf:
            raise ValueError(f"{name} must be at least 0 and finite, got {value}")
    slack = error + NOISE * math.hypot(standard_error, printed_standard_error)
    if isinstance(computed, list):
        if unit or slack:
            raise ValueError("a list is compared exactly: it takes neither a unit nor errors")
        return _compare_sets(printed, computed)
    if isinstance(computed, tuple):
        tuples = _tuples(printed)
        if len(tuples) != 1:
            raise ValueError(f"'{printed}' is not one tuple")
        if len(tuples[0]) != len(computed):
            return "differs"
        pairs = zip(tuples[0], computed, strict=True)
        return _worst(_compare_number(text, value, unit, slack) for text, value in pairs)
    return _compare_number(printed, computed, unit, slack)


def show(value: Any) -> str:
    """Return a value as the book prints it: no needless digits, tuples in parentheses.

    Parameters
    ----------
    value : number, str, tuple or list
        The value.

    Returns
    -------
    str
        Its text.

    Examples
    --------
    >>> show((12.5, 12.0)), show([(1, 2), (2, 1)]), show(1234567)
    ('(12.5, 12)', '(1, 2), (2, 1)', '1,234,567')
    """
    if isinstance(value, tuple):
        return "(" + ", ".join(map(show, value)) + ")"
    if isinstance(value, list):
        return ", ".join(map(show, value))
    if isinstance(value, Fraction) and value.denominator > 1:
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
        return f"{float(value):,.10g}"
    return str(value)


def in_parts(*parts: object) -> Verdict:
    """Return the verdict on a claim of several parts, or one that covers several cases.

    Parameters
    ----------
    *parts : object
        Whether each is true.

    Returns
    -------
    str
        ``"holds"`` if all are, ``"partly"`` if some are, else ``"fails"``.

    Examples
    --------
    >>> in_parts(True, True), in_parts(True, False), in_parts(False, False)
    ('holds', 'partly', 'fails')
    """
    return "holds" if all(parts) else "partly" if any(parts) else "fails"


def counted(some: int, every: int) -> str:
    """Return how many of a number, in words where it is all or none.

    Parameters
    ----------
    some, every : int
        How many, of how many.

    Returns
    -------
    str
        What can stand before a plural.

    Examples
    --------
    >>> counted(1200, 1200), counted(7, 12), counted(0, 12)
    ('all 1,200', '7 of 12', 'none of 12')
    """
    return f"all {every:,}" if some == every else f"{f'{some:,}' if some else 'none'} of {every:,}"


def pinned(row: dict[str, Any]) -> str:
    """Return what an entry that disagrees is known by, besides its verdict.

    Parameters
    ----------
    row : dict
        What a check found; see `findings.decide`.

    Returns
    -------
    str
        The computed value as the book prints it; of a claim, the numbers of its evidence in order.

    Examples
    --------
    >>> pinned({"computed": "", "evidence": "In 1,518 of 2,024 states by -0.25, else by 3e-16."})
    '1,518 2,024 -0.25 tiny'
    """
    if row["computed"]:
        return row["computed"]
    numbers = (
        (text, abs(float(text.replace(",", "")))) for text in _IN_TEXT.findall(row["evidence"])
    )
    return " ".join("tiny" if 0 < size < _ROUNDING else text for text, size in numbers)


def finite(text: str) -> str:
    """Return a text whose numbers are numbers.

    Parameters
    ----------
    text : str
        What a run says; a limit is called "infinity" there, since `inf` may be a broken sum.

    Returns
    -------
    str
        The same.

    Raises
    ------
    ArithmeticError
        If it says ``nan`` or ``inf``.

    Examples
    --------
    >>> finite("The fee is 1.5, and the infimum 0.")
    'The fee is 1.5, and the infimum 0.'
    """
    if broken := _BROKEN.search(text):
        raise ArithmeticError(f"computed {broken[0]}, which is not a finite number: {text}")
    return text


def listed(text: str) -> list[str]:
    """Return the tuples of a text that holds nothing else, as sources print them, else nothing.

    Examples
    --------
    >>> listed("(1, 2) (2, 1)"), listed("f(1)")
    (['(1, 2)', '(2, 1)'], [])
    """
    whole = re.fullmatch(r"(?:\s*\([^()]*\))+\s*", text)
    return re.findall(r"\([^()]*\)", text) if whole else []


def turns_at(
    printed: str,
    computed: Any,
    *,
    unit: str | None = None,
    error: float = 0.0,
    standard_error: float = 0.0,
    printed_standard_error: float = 0.0,
) -> int | None:
    """Return how far a printed number must move for its verdict to turn.

    Parameters
    ----------
    printed, computed, unit, error, standard_error, printed_standard_error
        As for `compare`.

    Returns
    -------
    int or None
        The least number of units of the last printed digit by which a value that agrees comes to
        differ in either direction. None for tuples, lists, fractions and what differs as it is.

    Examples
    --------
    >>> turns_at("12.5", 12.5), turns_at("12.5", 12.5, standard_error=0.1)
    (1, 5)
    """
    if isinstance(computed, list | tuple):
        return None
    value, quantum = parse(printed)
    step = Fraction(unit) if unit else quantum
    slack = error + NOISE * math.hypot(standard_error, printed_standard_error)

    def differs(units: int) -> bool:
        moved = (value + units * step, value - units * step)
        verdicts = {_compare_value(number, step, not unit, computed, slack) for number in moved}
        return verdicts == {"differs"}

    if not step or differs(0):
        return None
    most = 1
    while not differs(most):
        most *= 2
    return 1 + bisect_left(range(1, most), True, key=differs)


def parse(printed: str) -> tuple[Fraction, Fraction]:
    """Read a printed number.

    Parameters
    ----------
    printed : str
        Such as ``"1,234.50"``, ``"$21"``, ``"20 million"``, ``"3/8"`` or ``"31%"``, which is 0.31.

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
    match = _NUMBER.fullmatch(printed.translate(_DASHES).strip())
    if not match or not any(character.isdigit() for character in match["digits"]):
        raise ValueError(f"'{printed}' is not one number")
    digits = match["digits"]
    scale = Fraction(_WORDS[match["word"]], 100 if match["percent"] else 1)
    if "/" in digits:
        return Fraction(digits) * scale, Fraction(0)
    mantissa, _, exponent = digits.replace(",", "").lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    scale *= Fraction(10) ** int(exponent or 0)
    return Fraction(mantissa) * scale, scale / Fraction(10) ** decimals


def _compare_number(printed: str, computed: Any, unit: str | None, slack: float) -> Verdict:
    value, quantum = parse(printed)
    return _compare_value(value, Fraction(unit) if unit else quantum, not unit, computed, slack)


def _compare_value(
    value: Fraction, quantum: Fraction, exact_digits: bool, computed: Any, slack: float
) -> Verdict:
    if isinstance(computed, bool):
        raise ValueError("a truth value is a claim, not a number")
    number = computed.item() if hasattr(computed, "item") else computed  # a NumPy scalar
    exact = Fraction(number)
    # a float on the border between two roundings may have come from either side: thousands of
    # operations leave a relative error of 1e-12
    border = abs(exact) * Fraction(1, 10**12) if isinstance(number, float) else Fraction(0)
    distance = abs(exact - value)
    if distance <= quantum / 2 + border:
        return "match"
    if slack and distance <= quantum / 2 + Fraction(slack):
        return "within noise"
    # asked last and whatever the slack, so that a certificate never makes a verdict worse
    if exact_digits and value * exact >= 0 and 0 <= abs(exact) - abs(value) < quantum - border:
        return "truncated"
    return "differs"


def _compare_sets(printed: str, computed: Sequence[tuple[Any, ...]]) -> Verdict:
    rest = list(computed)
    for texts in _tuples(printed):
        same = [
            values
            for values in rest
            if len(texts) == len(values)
            and all(
                _compare_number(text, value, None, 0.0) == "match"
                for text, value in zip(texts, values, strict=True)
            )
        ]
        if not same:
            return "differs"
        rest.remove(same[0])
    return "differs" if rest else "match"


def _tuples(printed: str) -> list[list[str]]:
    groups = re.findall(r"\(([^()]*)\)", printed)
    if not groups:
        raise ValueError(f"'{printed}' holds no tuple")
    return [[item.strip() for item in group.split(",")] for group in groups]


def _worst(verdicts: Iterable[Verdict]) -> Verdict:
    order = list(VERDICTS)
    return max(verdicts, key=order.index)
