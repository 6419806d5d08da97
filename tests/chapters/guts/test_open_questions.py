"""Figures of what the source leaves open."""

from __future__ import annotations

import numpy as np

from chapters.guts import open_questions, recursion
from parlor.solvers import zero_sum


def test_the_zigzag_is_the_value_map_of_its_game() -> None:
    A, B = recursion.zigzag(5)
    assert (B >= 0).all()
    knots = np.arange(4.0)
    heights = knots + np.array([1, -1, 1, -1]) / 3
    for V in np.linspace(0, 3, 13):
        value = zero_sum.solve(A + B * V).value
        assert abs(value - np.interp(V, knots, heights)) < 1e-12


def test_the_figures_say_what_is_claimed() -> None:
    assert "never cross" in open_questions.order_figure()[1]
    assert (
        "meets it four times; the second, a zigzag, 7 times"
        in (open_questions.fixed_points_figure()[1])
    )
    assert open_questions.curve_numbers()["pairs_d"] == "0.76508738"
