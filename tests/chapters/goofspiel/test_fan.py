"""The prices of cards against sorted samples of prizes."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from chapters.goofspiel.fan import fan, prices


def test_prices_are_means_of_sorted_rows() -> None:
    """Each row is the one before with one more prize sorted in."""
    rows = prices(5)
    x = (np.arange(20_000) + 0.5) / 20_000
    for before, row in pairwise(rows):
        both = np.column_stack([x, np.broadcast_to(before, (x.size, before.size))])
        assert -np.sort(-both, axis=1).mean(axis=0) == pytest.approx(row, abs=1e-6)
        assert row + row[::-1] == pytest.approx(1, abs=1e-12)


def test_figure_says_what_it_shows() -> None:
    figure, alt = fan(6)
    assert figure.axes[0].lines
    assert "fan" in alt
