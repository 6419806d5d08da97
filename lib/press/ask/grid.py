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
from collections import ChainMap
from collections.abc import Mapping
from decimal import Decimal
from functools import partial
from itertools import product
from typing import Any

from ..project.errors import UserError, known_name
from ..project.parameters import Parameters
from ..project.text import cut
from ..project.user_input import read_yaml

MAX_POINTS = 1_000_000  # at a thousandth of a second each a quarter of an hour; more is a slip
_NUMBER = r"[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d{1,2})?"
_RANGE = re.compile(
    rf"(?P<low>{_NUMBER})\.\.(?P<high>{_NUMBER})"
    rf"(?:\.\.(?P<step>{_NUMBER})|:(?P<count>\d{{1,9}})?(?P<log>log)?)?"
)


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
    >>> grid(asked, {"x": "1..100:3log"}), grid(asked, {})
    ([{'x': 1.0}, {'x': 10.0}, {'x': 100.0}], [{}])
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
    shares = np.random.default_rng(seed).random((count, len(axes))).tolist()
    return [dict(zip(given, map(_drawn, axes, row), strict=True)) for row in shares]


def split(text: str) -> list[str]:
    """Split a text at its commas, but not within brackets and parentheses.

    >>> split('{a: 1, b: [2,3]},beta(2, 3) , a')
    ['{a: 1, b: [2,3]}', 'beta(2, 3)', 'a']
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
        return given if isinstance(given, list) else [given]
    schema, parts = parameters.schemas[name], split(given)
    kind = ChainMap(*schema.get("anyOf", [schema]))  # of several, what the first says that does
    try:
        if len(parts) == 1:
            return _values(parts[0], kind, drawn)
        return [value for part in parts for value in _values(part, kind)]
    except UserError as error:
        raise UserError(f"{name} = {cut(given)}: {error}") from None


def _values(text: str, kind: Mapping[str, Any], drawn: bool = False) -> Any:
    """The values that a text means; if one is drawn, a range without a step is an interval."""
    if not text:
        raise UserError("a value is missing")
    if text == "..":
        if "enum" in kind or kind.get("type") == "boolean":
            return list(kind.get("enum", [False, True]))
        if not {"minimum", "maximum"} <= kind.keys():
            raise UserError("it declares no bounds to go to")
        text = f"{kind['minimum']}..{kind['maximum']}"
    match = _RANGE.fullmatch(text)
    if not match:
        return [read_yaml(text)]
    low, high = Decimal(match["low"]), Decimal(match["high"])
    log, whole = bool(match["log"]), kind.get("type") == "integer"
    number_at = partial(_between, float(low), float(high), log, whole)
    step, count = Decimal(match["step"] or 1), int(match["count"] or 2)
    if low >= high or (log and low <= 0) or step <= 0 or count < 2:
        raise UserError(
            "a range goes from the smaller to the larger, by a step above 0 or by at least 2 "
            "numbers; on a logarithmic scale they are above 0"
        )
    if match["count"]:
        _bounded(count)
        return [number_at(place / (count - 1)) for place in range(count)]
    if drawn and not match["step"] and (log or not whole):
        return number_at
    if not match["step"] and (log or low % 1 or high % 1):
        raise UserError("a range needs a step, as 0..1..0.1, or a number of values, as 0..1:11")
    count = int((high - low) / step) + 1
    _bounded(count)
    numbers = (low + step * place for place in range(count))  # exactly as one writes them
    return [int(number) if number % 1 == 0 else float(number) for number in numbers]


def _drawn(axis: Any, share: float) -> Any:
    """The value of an axis at a share of the way."""
    return axis(share) if callable(axis) else axis[int(share * len(axis))]


def _between(low: float, high: float, log: bool, whole: bool, share: float) -> Any:
    """The number at a share of the way from one to another: the same on every machine."""
    number = low * (high / low) ** share if log else low + share * (high - low)
    return round(number) if whole else float(f"{number:.12g}")


def _bounded(count: int) -> None:
    if count > MAX_POINTS:
        raise UserError(f"{count:,} are more than a sweep takes, {MAX_POINTS:,}")
