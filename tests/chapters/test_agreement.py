"""The shapes of checks that all chapters share can come out either way."""

from __future__ import annotations

import numpy as np
import pytest

from chapters.agreement import agrees, tallied, tally
from press import Effort

OURS = [1.0, 2.0, np.array([3.0, 4.0])]


def found(theirs: list) -> str:
    check = agrees("a", "Off by {off} in {count}.")(lambda _: zip(theirs, OURS, strict=True))
    told = check(Effort())
    return f"{told.verdict}: {told.evidence}"


def test_a_formula_is_held_against_every_case() -> None:
    assert found([1, 2, [3, 4]]) == "holds: Off by 0e+00 in 3."
    assert found([1, 2, [3, 4.5]]) == "fails: Off by 5e-01 in 3."
    assert found([1.5, 2, [3, 4]]) == "fails: Off by 5e-01 in 3."
    with pytest.raises(ArithmeticError):
        found([1, float("nan"), [3, 4]])


def test_cases_are_counted() -> None:
    assert tally([True, 1]).all and str(tally([True, 1])) == "all 2"
    assert not tally([True, 0]).all and str(tally([True, 0])) == "1 of 2"


def test_what_is_so_in_every_case_holds() -> None:
    for cases, told in (([True, 1], "holds: all 2 of 7"), ([True, 0], "fails: 1 of 2 of 7")):
        check = tallied("a", "{right} of {it}", of=lambda _: 7)(lambda _, cases=cases: cases)
        found = check(Effort())
        assert f"{found.verdict}: {found.evidence}" == told
