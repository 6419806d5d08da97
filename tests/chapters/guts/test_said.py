"""What the paper vouches for, in numbers."""

from __future__ import annotations

from chapters.guts.said import said


def test_a_rule_that_sets_bounds_sets_those_it_says() -> None:
    assert 2 / 100 in said["break.partner"] and 3 / 100 not in said["break.partner"]
    assert {1, 2} <= {x for x in (0.4, 1, 2, 2.1) if x in said["payoff.alpha_cost"]}
    assert 8 not in said["full.cost"]
