"""Results: a short text, with the certificate last."""

import sys
from dataclasses import FrozenInstanceError, dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from parlor.core.result import EXACT, Certificate, Result, _brief, _digits
from parlor.solvers.fictitious_play import play


@dataclass(frozen=True, eq=False, repr=False)
class Solved(Result):
    value: float
    name: str
    mix: np.ndarray
    paths: list[Any]
    few: tuple[int, ...]
    sums: tuple[int, ...] = field(default=(1, 2), repr=False)
    _kept: dict[str, int] = field(default_factory=dict)

    @property
    def certificate(self):
        return Certificate("duality gap", 1.26e-15)


def solved(**more):
    given = {"value": 1 / 3, "name": "guts", "mix": np.eye(3)} | more
    return Solved(**{"paths": list(range(1000)), "few": (1, 2)} | given)


def test_text_is_short():
    assert repr(solved()) == (
        "Solved(value=0.333333, name='guts', mix=<array 3x3>, paths=<list of 1000>, few=(1, 2); "
        "duality gap 1.3e-15)"
    )
    assert "name=<str>" in repr(solved(name="x" * 100))
    assert "value=0.5" in repr(solved(value=np.float32(0.5)))


HUGE = 10**5000  # Python writes no integer of so many digits


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (10**40 - 1, "9" * 40),
        (10**40, "<int of 41 digits>"),
        (-(10**40), "<int of 41 digits>"),
        (-(10**40) + 1, "<int>"),
        (HUGE, "<int of 5001 digits>"),
        (-HUGE, "<int of 5001 digits>"),
        (HUGE - 1, "<int of 5000 digits>"),
        (Fraction(1, 3), "Fraction(1, 3)"),
        (Fraction(HUGE, 3), "<Fraction>"),
        (Fraction(3, HUGE), "<Fraction>"),
        ((1, HUGE), "<tuple of 2>"),
        ([Fraction(1, HUGE)], "<list of 1>"),
        ({"a": HUGE}, "<dict of 1>"),
        ({HUGE: "a"}, "<dict of 1>"),
        ({HUGE}, "<set of 1>"),
        (((1, 2), [3, {4: (HUGE,)}]), "<tuple of 2>"),
        (((1, 2), [3, {4: (5,)}]), "((1, 2), [3, {4: (5,)}])"),
        ((10**12,) * 3, "<tuple of 3>"),
        ([True] * 6, "[True, True, True, True, True, True]"),
        ([True] * 7, "<list of 7>"),
        (None, "None"),
        ("x" * 38, repr("x" * 38)),
        ("x" * 39, "<str>"),
        ((np.eye(2), np.ones(3)), "(<array 2x2>, <array 3>)"),
        ((np.eye(2),) * 4, "<tuple of 4>"),
    ],
    ids=range(25),
)
def test_text_of_a_field(value, text):
    assert _brief(value) == text


@pytest.mark.parametrize("k", [1, 15, 16, 17, 308, 309, 5000, 20_000])
def test_digits(k):
    assert [_digits(x) for x in (10**k - 1, 10**k, 3 * 10**k, 4 * 10**k)] == [k, *[k + 1] * 3]


def test_frozen():
    with pytest.raises(FrozenInstanceError):
        solved().value = 2


def test_certificate_is_asked_for():
    @dataclass(frozen=True, repr=False)
    class Without(Result):
        value: float

    with pytest.raises(TypeError, match="certificate"):
        Without(1.0)


def test_text_of_certificates():
    assert str(EXACT) == "exact"
    assert str(Certificate("standard error", 0.0123)) == "standard error 0.012"


def test_a_data_frame_without_pandas_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match="one of pandas, which is not installed"):
        play([[1, -1], [-1, 1]], n_rounds=10, ties="first").to_frame()
