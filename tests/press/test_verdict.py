"""The rule of the ledger: what the printed digits say of a computed value."""

from __future__ import annotations

from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from press.ledger.verdict import compare, parse

CASES = [
    ("12.5", 12.5, {}, "match"),
    ("12.5", 12.551, {}, "truncated"),
    ("12.5", 12.4499, {}, "differs"),
    ("12.50", 12.51, {}, "differs"),
    ("-0.333", -0.33399, {}, "truncated"),
    ("-0.333", 0.33399, {}, "differs"),
    ("1,234", 1234, {}, "match"),
    ("$21", 21, {}, "match"),
    ("20 million", 19_958_400, {}, "match"),
    ("500", 495, {}, "differs"),
    ("500", 495, {"unit": "1e2"}, "match"),
    ("1.5e-3", 0.00152, {}, "match"),
    ("0.5", Fraction(1, 2), {}, "match"),
    ("3/8", Fraction(3, 8), {}, "match"),
    ("1/3", 1 / 3, {}, "match"),
    ("1/3", 0.3333, {}, "differs"),
    ("\u22120.25", -0.25, {}, "match"),
    ("\u22120.25", 0.25, {}, "differs"),
    ("31%", 0.312, {}, "match"),
    ("12.5%", 12.5, {}, "differs"),
    ("about 103", 103.2, {}, "match"),
    ("0.70", 0.7099999, {"standard_error": 0.004}, "within noise"),
    ("0.5", np.float32(0.5), {}, "match"),
    ("7", np.int64(7), {}, "match"),
    ("(1, 2) (1.0, 2)", [(1, 2), (3, 4)], {}, "differs"),
    ("0.70", 0.73, {"standard_error": 0.004}, "differs"),
    ("0.70", 0.73, {"standard_error": 0.004, "printed_standard_error": 0.006}, "within noise"),
    ("0.70", 0.72, {"error": 0.02}, "within noise"),
    ("(28, 27)", (28, 26), {}, "differs"),
    ("(28, 27)", (28, 27, 0), {}, "differs"),
    ("(9, 10) (10, 9)", [(10, 9), (9, 10)], {}, "match"),
    ("(9, 10) (10, 9)", [(9, 10)], {}, "differs"),
    ("(9, 10) (9, 10)", [(9, 10), (10, 9)], {}, "differs"),
    ("(7.0, 7.2)", [(7, 7.26)], {}, "differs"),
]


@pytest.mark.parametrize("printed, computed, options, verdict", CASES)
def test_verdicts(printed: str, computed: object, options: dict, verdict: str) -> None:
    assert compare(printed, computed, **options) == verdict


@given(st.decimals(-1000, 1000, places=6), st.integers(0, 4))
def test_rounding_matches_and_cutting_truncates(value: Decimal, places: int) -> None:
    quantum = Decimal(1).scaleb(-places)
    assert compare(str(value.quantize(quantum, ROUND_HALF_EVEN)), Fraction(value)) == "match"
    cut = value.quantize(quantum, ROUND_DOWN)
    if cut:
        assert compare(str(cut), Fraction(value)) in ("match", "truncated")
    assert compare(str(cut + 2 * quantum), Fraction(value)) == "differs"


@pytest.mark.parametrize(
    "text", ["", "abc", "1 and 2", "()", "0,25", "20 Million", "5 dollars", "--5", "."]
)
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not one number"):
        parse(text)


@pytest.mark.parametrize("name", ["error", "standard_error", "printed_standard_error"])
@pytest.mark.parametrize("value", [-1.0, float("nan"), float("inf")])
def test_impossible_errors_are_refused(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=name):
        compare("1", 1, **{name: value})


@pytest.mark.parametrize("computed, options", [(True, {}), ([(1, 2)], {"error": 0.1})])
def test_what_cannot_be_compared_is_refused(computed: object, options: dict) -> None:
    with pytest.raises(ValueError):
        compare("1", computed, **options)
