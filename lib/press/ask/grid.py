"""Many questions at once: grids and samples of parameters.

A parameter is given values as on the command line: ``3``, ``1,2,5``, a range, or several of them.
Commas within brackets and parentheses belong to a value. A range is

=================  ================================================================
``1..30``          1, 2, ..., 30
``0..1..0.1``      0, 0.1, ..., 1: with a step
``0..1:11``        11 numbers from 0 to 1, equally far apart
``1..1000:7log``   7 numbers, equally far apart on a logarithmic scale
``..``             all that the parameter allows
=================  ================================================================

In a sample ``0..1`` and ``1..1000:log`` are intervals to draw from, and a list is drawn from as
well.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, product
from typing import Any

from ..project.errors import UserError, known_name
from ..project.parameters import Parameters
from ..project.text import cut
from ..project.yaml_input import read_yaml

MAX_POINTS = 1_000_000  # at a thousandth of a second each a quarter of an hour; more is a slip
_NUMBER = r"([-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d{1,2})?)"
_RANGED = ("integer", "number", "boolean")  # types of JSON
_RANGE = re.compile(rf"{_NUMBER}\.\.{_NUMBER}(?:\.\.{_NUMBER}|:(\d{{1,9}})?(log)?)?")


@dataclass(frozen=True)
class Interval:
    """Numbers to draw from.

    Attributes
    ----------
    low, high : Decimal
        Its ends.
    whole, log : bool
        Whether its numbers are whole, and whether its scale is logarithmic.
    """

    low: Decimal
    high: Decimal
    whole: bool
    log: bool = False

    def at(self, share: float) -> Any:
        """Return the number at a share of the way: the same on every machine."""
        low, high = float(self.low), float(self.high)
        number = low * (high / low) ** share if self.log else low + share * (high - low)
        return round(number) if self.whole else float(f"{number:.12g}")

    def steps(self, step: Decimal = Decimal(1)) -> list[Any]:
        """Return the numbers that are a step apart, exactly as one writes them."""
        count = int((self.high - self.low) / step) + 1
        _bounded(count)
        numbers = [self.low + step * place for place in range(count)]
        kind = int if all(number % 1 == 0 for number in numbers) else float
        return [kind(number) for number in numbers]


def grid(parameters: Parameters, given: Mapping[str, Any]) -> list[dict[str, Any]]:
    r"""Return all combinations of values, the last parameter changing fastest.

    Parameters
    ----------
    parameters : Parameters
        What can be asked.
    given : mapping
        Texts as above by name, or lists of values.

    Returns
    -------
    list of dict
        At most `MAX_POINTS` points, each with a value by name; whether it is allowed has yet to
        be seen.

    Raises
    ------
    UserError
        If a name is unknown, a text cannot be read, or there are too many points.

    Examples
    --------
    >>> asked = Parameters.of_source("demo", "n: int = 3\nx: float = 0.5\nfair: bool = True")
    >>> grid(asked, {"n": "1,7", "fair": ".."})[1:]
    [{'n': 1, 'fair': True}, {'n': 7, 'fair': False}, {'n': 7, 'fair': True}]
    >>> grid(asked, {"x": "1..100:3log"})
    [{'x': 1.0}, {'x': 10.0}, {'x': 100.0}]
    """
    axes = [_axis(parameters, name, values) for name, values in given.items()]
    _bounded(math.prod(map(len, axes)))
    return [dict(zip(given, row, strict=True)) for row in product(*axes)]


def sample(
    parameters: Parameters, given: Mapping[str, Any], count: int, seed: int
) -> list[dict[str, Any]]:
    """Return points drawn at random.

    Parameters
    ----------
    parameters : Parameters
        What can be asked.
    given : mapping
        As for `grid`; ranges without a step are intervals to draw from.
    count, seed : int
        How many points, and the seed of the draw.

    Returns
    -------
    list of dict
        The points in the order in which they were drawn.
    """
    import numpy as np

    _bounded(count)
    axes = [_axis(parameters, name, values, drawn=True) for name, values in given.items()]
    shares = np.random.default_rng(seed).random((count, len(axes)))
    return [
        {
            name: axis.at(share) if isinstance(axis, Interval) else axis[int(share * len(axis))]
            for name, axis, share in zip(given, axes, map(float, drawn), strict=True)
        }
        for drawn in shares
    ]


def split(text: str) -> list[str]:
    """Split a text at its commas, but not within brackets and parentheses.

    >>> split('[1,2],beta(2, 3), a')
    ['[1,2]', 'beta(2, 3)', 'a']
    """
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "[({") - (letter in "])}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _axis(parameters: Parameters, name: str, given: Any, drawn: bool = False) -> Any:
    """The values of one parameter, or the interval that they are drawn from."""
    known_name(name, list(parameters.model.model_fields), "parameter")
    if not isinstance(given, str):
        return list(given)
    schema, parts = parameters.schemas[name], split(given)
    try:
        axes = [_values(text, schema, drawn and len(parts) == 1) for text in parts]
    except UserError as error:
        raise UserError(f"-p {name}: '{cut(given)}': {error}") from None
    return axes[0] if len(axes) == 1 else list(chain(*axes))


def _values(text: str, schema: dict[str, Any], drawn: bool) -> Any:
    # a parameter of several kinds has the ranges of the first of them that has any
    kinds = schema.get("anyOf", [schema])
    kind: dict[str, Any] = next((k for k in kinds if "enum" in k or k.get("type") in _RANGED), {})
    if not text:
        raise UserError("a value is missing")
    if text == ".." and ("enum" in kind or kind.get("type") == "boolean"):
        return list(kind.get("enum", [False, True]))
    if text == "..":
        if not {"minimum", "maximum"} <= kind.keys():
            raise UserError("it declares no bounds to go to")
        text = f"{kind['minimum']}..{kind['maximum']}"
    match = _RANGE.fullmatch(text)
    if not match:
        return [read_yaml(text)]
    whole = kind.get("type") == "integer"
    low, high, step, count, log = match.groups()
    interval = Interval(Decimal(low), Decimal(high), whole, log is not None)
    if (
        interval.low >= interval.high
        or (log and interval.low <= 0)
        or (step and Decimal(step) <= 0)
        or (count and int(count) < 2)
    ):
        raise UserError(
            "a range goes from the smaller to the larger, by a step above 0 or by at least 2 "
            "numbers; on a logarithmic scale they are above 0"
        )
    if step:
        return interval.steps(Decimal(step))
    if count:
        _bounded(int(count))
        return [interval.at(place / (int(count) - 1)) for place in range(int(count))]
    if drawn and not (whole and not log):
        return interval
    if log or interval.low % 1 or interval.high % 1:
        raise UserError("a range needs a step, as 0..1..0.1, or a number of values, as 0..1:11")
    return interval.steps()


def _bounded(count: int) -> None:
    if count > MAX_POINTS:
        raise UserError(f"{count:,} are more than a sweep takes, {MAX_POINTS:,}")
