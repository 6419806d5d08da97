"""Many questions at once: grids and samples of parameters.

A parameter is given values as on the command line: ``3``, ``1,2,5``, a range, or several of them.
Commas within brackets, parentheses and quotes belong to a value. A range is

=================  ================================================================
``1..30``          1, 2, ..., 30
``0..1..0.1``      0, 0.1, ..., 1: with a step
``1..1000..x10``   1, 10, 100, 1000: with a factor
``0..1:11``        11 numbers from 0 to 1, equally far apart
``1..1000:7log``   7 numbers, equally far apart on a logarithmic scale
``..``, ``5..``    from and to the bounds that the parameter declares; ``..`` of one that is chosen
                   from a list means all of it
=================  ================================================================

A parameter that takes whole numbers gets the nearest ones, each once. In a sample ``0..1`` and
``1..1000:log`` are intervals to draw from, and a list is drawn from as well.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product
from typing import Any

from ..run.parameters import Parameters
from ..run.project import UserError, known_name
from ..run.yaml_input import NotReadable, cut, read_yaml

MAX_POINTS = 1_000_000
_NUMBER = r"[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d{1,3})?"
_RANGE = re.compile(
    rf"(?P<low>{_NUMBER})?\.\.(?P<high>{_NUMBER})?"
    rf"(?:\.\.(?P<factor>x?)(?P<step>{_NUMBER})|:(?P<count>\d{{1,9}})?(?P<log>log)?)?"
)
_PAIRS = {"[": "]", "(": ")", "{": "}"}
_DIGITS = 12  # of what is computed: the same on every machine


@dataclass(frozen=True)
class Interval:
    """Numbers to draw from.

    Attributes
    ----------
    low, high : number
        Its ends.
    whole, log : bool
        Whether whole numbers are drawn, and whether evenly on a logarithmic scale.
    """

    low: Any
    high: Any
    whole: bool
    log: bool

    def at(self, share: float) -> Any:
        """The number at a share of the way, 0 <= share < 1."""
        low, high = float(self.low), float(self.high)
        end = high + 1 if self.whole else high
        found = low * (end / low) ** share if self.log else low + share * (end - low)
        if self.whole:
            return min(max(math.floor(found), self.low), self.high)
        return _short(min(max(found, low), high))


@dataclass(frozen=True)
class Design:
    """Points of a sweep.

    Attributes
    ----------
    names : tuple of str
        The parameters that were given, in their order.
    rows : sequence of tuple
        Their values, a row a point.
    """

    names: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]

    @property
    def varying(self) -> tuple[str, ...]:
        """The parameters that have more than one value."""
        columns = zip(self.names, zip(*self.rows, strict=True), strict=False)
        return tuple(name for name, values in columns if any(v != values[0] for v in values))


def grid(parameters: Parameters, given: Mapping[str, Any]) -> Design:
    r"""Return all combinations of values, the last parameter changing fastest.

    Parameters
    ----------
    parameters : Parameters
        What can be asked.
    given : mapping
        Texts as above by name, or lists of values.

    Returns
    -------
    Design
        At most `MAX_POINTS` points; whether each is allowed has yet to be seen.

    Raises
    ------
    UserError
        If a name is unknown, a text cannot be read, or there are too many points.

    Examples
    --------
    >>> asked = Parameters.of_source("demo", "n: int = 3\nx: float = 0.5\nfair: bool = True")
    >>> grid(asked, {"n": "1..2,7", "fair": ".."}).rows
    [(1, False), (1, True), (2, False), (2, True), (7, False), (7, True)]
    >>> [x for (x,) in grid(asked, {"x": "1..100:3log"}).rows]
    [1.0, 10.0, 100.0]
    """
    axes = {name: _values(parameters, name, text) for name, text in given.items()}
    lists = [_by_one(a, name) if isinstance(a, Interval) else a for name, a in axes.items()]
    _bounded(math.prod(map(len, lists)))
    return Design(tuple(axes), list(product(*lists)))


def sample(
    parameters: Parameters, given: Mapping[str, Any], count: int, seed: int, latin: bool
) -> Design:
    """Return points drawn at random, or a Latin hypercube of them.

    Parameters
    ----------
    parameters : Parameters
        What can be asked.
    given : mapping
        As for `grid`; ranges without a step are intervals to draw from.
    count, seed : int
        How many points, and the seed of the draw.
    latin : bool
        Whether each parameter has one value in each of `count` equal parts of its interval.

    Returns
    -------
    Design
        The points in the order in which they were drawn.
    """
    import numpy as np

    _bounded(count)
    axes = {name: _values(parameters, name, text) for name, text in given.items()}
    varying = [name for name, a in axes.items() if isinstance(a, Interval) or len(a) > 1]
    random = np.random.Generator(np.random.PCG64(seed))
    if latin and varying:
        from scipy.stats import qmc

        shares = qmc.LatinHypercube(len(varying), rng=random).random(count)
    else:
        shares = random.random((count, len(varying)))

    rows = []
    for drawn in shares:
        share = dict(zip(varying, map(float, drawn), strict=True))
        rows.append(
            tuple(
                axis.at(share[name])
                if isinstance(axis, Interval)
                else axis[int(share.get(name, 0.0) * len(axis))]
                for name, axis in axes.items()
            )
        )
    return Design(tuple(axes), rows)


def split(text: str) -> list[str]:
    """Split a text at its commas, but not within brackets, parentheses and quotes.

    >>> split('[1,2],beta(2, 3),"a,b"')
    ['[1,2]', 'beta(2, 3)', '"a,b"']
    """
    parts, closing, quote, start = [], [], "", 0
    for place, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'" and not text[start:place].strip(" [({,:"):
            quote = letter
        elif letter in _PAIRS:
            closing.append(_PAIRS[letter])
        elif closing and letter == closing[-1]:
            closing.pop()
        elif letter == "," and not closing:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()]


def _values(parameters: Parameters, name: str, given: Any) -> list[Any] | Interval:
    """The values of one parameter, each once, or the interval that they are drawn from."""
    known_name(name, list(parameters.model.model_fields), "parameter")
    if not isinstance(given, str):
        return list(given)
    kind = _kind(parameters.model.model_json_schema()["properties"][name])
    parts = split(given)
    found: list[Any] = []
    for part in parts:
        range_ = _RANGE.fullmatch(part)
        if not range_:
            found.append(_one(name, part))
            continue
        values = _ranged(name, range_, kind)
        if isinstance(values, Interval):
            if len(parts) == 1:
                return values
            values = _by_one(values, name)
        found += values
    return list({repr(value): value for value in found}.values())


def _kind(schema: dict[str, Any]) -> dict[str, Any]:
    """What a range needs of a parameter's JSON schema: of several kinds, that of its numbers."""
    kinds = schema.get("anyOf", [schema])
    ranged = ("integer", "number", "boolean")
    return next((k for k in kinds if {"enum", "const"} & k.keys() or k.get("type") in ranged), {})


def _one(name: str, text: str) -> Any:
    if not text:
        raise UserError(f"-p {name}: a value is missing")
    try:
        return read_yaml(text)
    except NotReadable as error:
        raise UserError(f"-p {name}: '{cut(text)}': {error}") from None


def _ranged(name: str, found: re.Match[str], kind: dict[str, Any]) -> list[Any] | Interval:
    def refused(why: str) -> UserError:
        return UserError(f"-p {name}: '{cut(found[0])}': {why}")

    if found[0] == "..":
        choices = [False, True] if kind.get("type") == "boolean" else kind.get("enum", [])
        if choices or "const" in kind:
            return choices or [kind["const"]]
    ends = []
    for end, bound in (("low", kind.get("minimum")), ("high", kind.get("maximum"))):
        if found[end] is None and bound is None:
            raise refused("it declares no bounds to go to")
        ends.append(Decimal(found[end]) if found[end] is not None else Decimal(str(bound)))
    low, high = ends
    if not low < high:
        raise refused("a range goes from the smaller to the larger")
    if max(abs(low), abs(high)) > Decimal("1e300"):
        raise refused("a range goes from -1e300 to 1e300")
    if (found["log"] or found["factor"]) and low <= 0:
        raise refused("on a logarithmic scale numbers are above 0")
    whole, log = kind.get("type") == "integer", bool(found["log"])
    if found["step"]:
        step = Decimal(found["step"])
        if step <= (1 if found["factor"] else 0):
            raise refused("the step leads nowhere")
        if not found["factor"]:
            return _stepped(low, high, step, name)
        count = (high / low).ln() / step.ln() + Decimal("1.000000001")
        _bounded(count, name)
        return _alike([low * step**place for place in range(int(count))])
    if found["count"]:
        return _even(low, high, int(found["count"]), log, whole, name)
    if whole:
        low, high = Decimal(math.ceil(low)), Decimal(math.floor(high))
    first, last = _alike([low, high])
    return Interval(first, last, whole, log)


def _stepped(low: Decimal, high: Decimal, step: Decimal, name: str) -> list[Any]:
    """Numbers from `low` to `high`, exactly as they are written."""
    count = (high - low) / step + 1
    _bounded(count, name)
    return _alike([low + step * place for place in range(int(count))])


def _even(low: Decimal, high: Decimal, count: int, log: bool, whole: bool, name: str) -> list[Any]:
    if count < 2:
        raise UserError(f"-p {name}: a range of {count} numbers: at least 2")
    _bounded(count, name)
    first, last = (math.log(low), math.log(high)) if log else (float(low), float(high))
    found = []
    for place in range(count):
        share = place / (count - 1)
        number = (1 - share) * first + share * last
        number = math.exp(number) if log else number
        found.append(round(number) if whole else _short(number))
    return found


def _by_one(interval: Interval, name: str) -> list[Any]:
    """The numbers of an interval one apart, as a grid has them."""
    low, high = Decimal(str(interval.low)), Decimal(str(interval.high))
    if interval.log or not (_is_whole(low) and _is_whole(high)):
        raise UserError(
            f"-p {name}: a range needs a step, as 0..1..0.1, or a number of values, as 0..1:11"
        )
    return _stepped(low, high, Decimal(1), name)


def _bounded(count: int | Decimal, name: str = "") -> None:
    if count > MAX_POINTS:
        told = f"{int(count):,}" if count < 10**15 else f"{count:.0e}"
        of = f"-p {name}: {told} values" if name else f"{told} points"
        raise UserError(f"{of} are more than a sweep takes, {MAX_POINTS:,}")


def _alike(numbers: list[Decimal]) -> list[Any]:
    """Whole numbers if all are, else floats."""
    whole = all(map(_is_whole, numbers))
    return [int(number) if whole else float(number) for number in numbers]


def _is_whole(number: Decimal) -> bool:
    return number == number.to_integral_value()


def _short(number: float) -> float:
    return float(f"{number:.{_DIGITS}g}")
