"""What a lab answers: quantities, their errors, and that they survive JSON."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from press.page.answer import Answer, Quantity, Sure


@pytest.mark.parametrize(
    ("value", "error", "sure", "told", "certainty"),
    [
        (1234.5678, 0.0123, "standard error", "1,234.568 ± 0.012", "standard error 0.012"),
        (-0.0, None, "exact", "0", "exact"),
        (0.1 + 0.2, 3e-16, "bound", "0.3", "error at most 3e-16"),
        (Fraction(7, 2), None, "exact", "7/2", "exact"),
        ([(9.0, 6.0), (8.5, 6.5)], None, "", "(9, 6), (8.5, 6.5)", ""),
        (True, None, "", "yes", ""),
        (float("inf"), 0.1, "", "infinity", "error about 0.1"),
    ],
)
def test_how_a_quantity_is_told(
    value: Any, error: float | None, sure: Sure, told: str, certainty: str
) -> None:
    quantity = Quantity("x", value, error=error, sure=sure)
    assert (quantity.told, quantity.certainty) == (told, certainty)


def test_full_precision_survives_json() -> None:
    values: list[Any] = [
        0.1 + 0.2, 2**70, Fraction(1, 3), [1 / 3, 2, None], float("-inf"), True, "text",
        None, np.float64(1 / 3), np.int64(3), np.bool_(True), np.array([1.5, 2]), ((1, 2), (3, 4)),
    ]  # fmt: skip
    made = Answer("Things.", tuple(Quantity(f"x{i}", v, error=0.1) for i, v in enumerate(values)))
    text = json.dumps(made.as_json(), allow_nan=False)
    back = Answer.of_json(json.loads(text))
    assert back == made
    assert [type(q.value) for q in back.quantities] == [type(q.value) for q in made.quantities]
    assert back["x2"].as_json()["exact"] == "1/3" and back["x4"].as_json()["value"] is None
    assert [type(made[f"x{i}"].value) for i in (8, 9, 10, 11)] == [float, int, bool, list]


def test_what_is_no_quantity_is_refused() -> None:
    for value, error in ((float("nan"), None), (2.0, float("nan"))):
        with pytest.raises(ArithmeticError, match="not a number"):
            Quantity("mean", value, error=error)
    with pytest.raises(TypeError, match="cannot hold"):
        Quantity("x", {"a": 1})
    with pytest.raises(ValueError, match="of one name"):
        Answer("Twice.", (Quantity("x", 1), Quantity("x", 2)))
