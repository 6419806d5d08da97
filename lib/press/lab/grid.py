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
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

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
class Declared:
    """What a parameter allows, as far as a range needs to know.

    Attributes
    ----------
    whole : bool
        Whether its numbers are whole.
    low, high : number, optional
        Its bounds.
    choices : tuple
        All its values, if it is chosen from a list.
    """

    whole: bool = False
    low: Any = None
    high: Any = None
    choices: tuple[Any, ...] = ()


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
        if self.log and self.whole:
            found: float = math.floor(low * ((high + 1) / low) ** share)
        elif self.log:
            found = low * (high / low) ** share
        elif self.whole:
            found = math.floor(low + share * (high - low + 1))
        else:
            found = low + share * (high - low)
        if self.whole:
            return min(max(int(found), self.low), self.high)
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
        if not self.rows:
            return ()
        first = self.rows[0]
        return tuple(
            name
            for place, name in enumerate(self.names)
            if any(row[place] != first[place] for row in self.rows)
        )


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

    def of(axis: Interval | list[Any], share: float) -> Any:
        return axis.at(share) if isinstance(axis, Interval) else axis[int(share * len(axis))]

    places = {name: column for column, name in enumerate(varying)}
    rows = [
        tuple(
            of(axis, float(row[places[name]]) if name in places else 0.0)
            for name, axis in axes.items()
        )
        for row in shares
    ]
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


def declared(field: FieldInfo) -> Declared:
    """Return what the annotation of a parameter says of its values."""
    return _declared(field.annotation, field.metadata)


def _declared(kind: Any, metadata: Sequence[Any]) -> Declared:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        found = [limit for item in inner[1:] for limit in getattr(item, "metadata", [item])]
        return _declared(inner[0], [*metadata, *found])
    if origin in (Union, UnionType):
        numbers = [d for d in (_declared(item, metadata) for item in inner) if d != Declared()]
        return numbers[0] if numbers else Declared()
    if origin is Literal:
        return Declared(choices=inner)
    if kind is bool:
        return Declared(choices=(False, True))
    if kind not in (int, float):
        return Declared()
    limits = {
        key: getattr(item, key)
        for item in metadata
        for key in ("ge", "le")
        if getattr(item, key, None) is not None
    }
    return Declared(kind is int, limits.get("ge"), limits.get("le"))


def _values(parameters: Parameters, name: str, given: Any) -> list[Any] | Interval:
    """The values of one parameter, each once, or the interval that they are drawn from."""
    known_name(name, list(parameters.model.model_fields), "parameter")
    if not isinstance(given, str):
        return list(given)
    allowed = declared(parameters.model.model_fields[name])
    parts = split(given)
    found: list[Any] = []
    for part in parts:
        range_ = _RANGE.fullmatch(part)
        if not range_:
            found.append(_one(name, part))
            continue
        values = _ranged(name, part, range_, allowed)
        if isinstance(values, Interval):
            if len(parts) == 1:
                return values
            values = _by_one(values, name)
        found += values
    return list({repr(value): value for value in found}.values())


def _one(name: str, text: str) -> Any:
    if not text:
        raise UserError(f"-p {name}: a value is missing")
    try:
        return read_yaml(text)
    except NotReadable as error:
        raise UserError(f"-p {name}: '{cut(text)}': {error}") from None


def _ranged(name: str, text: str, found: re.Match[str], allowed: Declared) -> list[Any] | Interval:
    if text == ".." and allowed.choices:
        return list(allowed.choices)
    ends = []
    for end, bound in (("low", allowed.low), ("high", allowed.high)):
        if found[end] is None and bound is None:
            raise UserError(f"-p {name}: '{cut(text)}': it declares no bounds to go to")
        ends.append(Decimal(found[end]) if found[end] is not None else Decimal(str(bound)))
    low, high = ends
    if not low < high:
        raise UserError(f"-p {name}: '{cut(text)}': a range goes from the smaller to the larger")
    if max(abs(low), abs(high)) > Decimal("1e300"):
        raise UserError(f"-p {name}: '{cut(text)}': a range goes from -1e300 to 1e300")
    if (found["log"] or found["factor"]) and low <= 0:
        raise UserError(f"-p {name}: '{cut(text)}': on a logarithmic scale numbers are above 0")
    if found["step"]:
        step = Decimal(found["step"])
        if step <= (1 if found["factor"] else 0):
            raise UserError(f"-p {name}: '{cut(text)}': the step leads nowhere")
        if found["factor"]:
            return _multiplied(low, high, step, name)
        return _stepped(low, high, step, name)
    if found["count"]:
        return _even(low, high, int(found["count"]), bool(found["log"]), allowed.whole, name)
    if allowed.whole:
        low, high = Decimal(math.ceil(low)), Decimal(math.floor(high))
    return Interval(_number(low), _number(high), allowed.whole, bool(found["log"]))


def _stepped(low: Decimal, high: Decimal, step: Decimal, name: str) -> list[Any]:
    """Numbers from `low` to `high`, exactly as they are written."""
    count = (high - low) / step + 1
    _bounded(count, name)
    return _alike([low + step * place for place in range(int(count))])


def _multiplied(low: Decimal, high: Decimal, factor: Decimal, name: str) -> list[Any]:
    count = (high / low).ln() / factor.ln() + Decimal("1.000000001")
    _bounded(count, name)
    return _alike([low * factor**place for place in range(int(count))])


def _even(low: Decimal, high: Decimal, count: int, log: bool, whole: bool, name: str) -> list[Any]:
    if count < 2:
        raise UserError(f"-p {name}: a range of {count} numbers: at least 2")
    _bounded(count, name)
    ends = (math.log(low), math.log(high)) if log else (float(low), float(high))
    found = []
    for place in range(count):
        share = place / (count - 1)
        number = (1 - share) * ends[0] + share * ends[1]
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


def _number(number: Decimal) -> Any:
    return int(number) if _is_whole(number) else float(number)


def _short(number: float) -> float:
    return float(f"{number:.{_DIGITS}g}")
