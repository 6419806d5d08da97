"""What `parlor sweep` understands: lists, ranges, samples."""

from __future__ import annotations

from typing import Any

import pytest

from press.ask.grid import grid, sample
from press.project.errors import UserError
from press.project.parameters import Parameters

ASKED = Parameters.of_source(
    "demo",
    """
from typing import Annotated, Literal
from pydantic import Field
n: Annotated[int, Field(ge=1, le=1000)] = 3
x: Annotated[float, Field(ge=0, le=1)] = 0.5
mesh: Annotated[int, Field(ge=2, le=9)] | None = None
fair: bool = True
layout: Literal["line", "clock"] = "line"
prizes: list[float] = [1]
name: str = ""
""",
)


@pytest.mark.parametrize(
    ("name", "text", "values"),
    [
        ("n", "1..8..3, 10", [1, 4, 7, 10]),
        ("n", "1..10:4log", [1, 2, 5, 10]),
        ("x", "0..0.3..0.1", [0.0, 0.1, 0.2, 0.3]),
        ("x", "1e-4..1:3log", [1e-4, 0.01, 1.0]),
        ("mesh", "..,null", [*range(2, 10), None]),
        ("fair", "..", [False, True]),
        ("layout", "..", ["line", "clock"]),
        ("prizes", "[1,2],[1, 2.5]", [[1, 2], [1, 2.5]]),
        ("name", "beta(2, 3),uniform,'a b'", ["beta(2, 3)", "uniform", "a b"]),
    ],
)
def test_what_a_text_means(name: str, text: str, values: list[Any]) -> None:
    found = [ASKED.validate(row)[name] for row in grid(ASKED, {name: text})]
    assert found == values


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"n": "4..1"}, "from the smaller to the larger"),
        ({"n": "1..4..0"}, "by a step above 0"),
        ({"n": "1,,2"}, "a value is missing"),
        ({"x": "0..0.35"}, "needs a step"),
        ({"x": "0..1:log"}, "above 0"),
        ({"name": ".."}, "declares no bounds"),
        ({"x": "1e-30..1..1e-20"}, "more than a sweep takes"),
        ({"n": "..", "x": "0..1:1001"}, "1,001,000 are more than a sweep takes"),
    ],
)
def test_what_cannot_be_read_is_told_in_a_line(given: dict[str, str], says: str) -> None:
    with pytest.raises(UserError, match=says):
        grid(ASKED, given)


def test_samples_are_seeded_and_within_bounds() -> None:
    given = {"n": "10..1000:log", "x": "..", "fair": "..", "mesh": "..", "layout": "line"}
    drawn = sample(ASKED, given, 200, 7)
    assert drawn == sample(ASKED, given, 200, 7)
    assert drawn != sample(ASKED, given, 200, 8)
    for row in drawn:
        ASKED.validate(row)
    ns, xs, fair, mesh, layout = ([row[name] for row in drawn] for name in given)
    assert 70 <= sum(n < 100 for n in ns) <= 130, "half of them below the geometric mean"
    assert set(mesh) == set(range(2, 10)) and set(fair) == {True, False} and set(layout) == {"line"}
    assert min(xs) < 0.1 and max(xs) > 0.9
