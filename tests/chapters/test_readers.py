"""What two readers missed, on sources whose number of slips is known."""

from __future__ import annotations

import pytest
from scipy.stats import hypergeom

from chapters.readers import missed, told
from press.ledger.published import Published


@pytest.mark.parametrize(("slips", "first", "second"), [(30, 20, 22), (40, 35, 30)])
def test_the_estimate_is_right_on_average_and_its_range_nearly_always(
    slips: int, first: int, second: int
) -> None:
    in_common = hypergeom(slips, first, second)
    mean = sure = 0.0
    for both in range(first + second - slips, min(first, second) + 1):
        guess, least, most = missed(first, second, both)
        found, chance = first + second - both, in_common.pmf(both)
        mean += chance * (found + guess)
        sure += chance * (least <= slips - found <= most)
    assert mean == pytest.approx(slips)
    assert sure >= 0.95


def test_readers_who_find_the_same_leave_nothing_that_one_could_guess() -> None:
    assert missed(9, 9, 9)[:2] == (0, 0)


def test_a_source_without_readers_says_nothing_and_impossible_ones_are_refused() -> None:
    assert told(Published("a", {}, {})) == ""
    some = told(Published("a", {"readers": {"first": 5, "second": 4, "both": 2}}, {}))
    assert "the first found 5 and the second 4, and 2 are the same" in some
    assert some.endswith("and more may remain.")
    four = {"first": 5, "second": 4, "both": 2, "neither": 3}
    assert told(Published("a", {"readers": four}, {})).endswith("has 3 that neither noted.")
    with pytest.raises(ValueError, match="cannot have found"):
        told(Published("a", {"readers": {"first": 5, "second": 4, "both": 5}}, {}))
