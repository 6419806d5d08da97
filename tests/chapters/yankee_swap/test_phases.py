"""The queue: the law of its phases, and the strategy against a plain one."""

from __future__ import annotations

from math import log
from random import Random

import numpy as np
import pytest

from chapters.yankee_swap.phases import choose_box, play_queue, queue_law
from parlor.games.yankee_swap.bounds import seat_bounds


def test_law_has_the_closed_forms_of_the_last_phase() -> None:
    law = queue_law(2, n_cells=20_000)
    assert law.levels[1:] == pytest.approx([0.5, log(1.5)], abs=1e-4)
    assert law.kinks[0] == pytest.approx(1 / 3, abs=1e-4)
    for c in (0.05, 0.2, 0.33):
        assert law.pays(c) == pytest.approx((1 - 2 * c) / (1 - c), abs=1e-3)
    high = law.values > 0.5
    worth = law.values - 0.5 + np.log(2 - law.values)
    assert law.worths[1][high] == pytest.approx(worth[high], abs=1e-3)
    assert law.error < 1e-4


def plain_choice(k: int, law, table: list[float]) -> int:
    """The strategy, written from its statement."""
    before = 0
    for phase, level in enumerate(law.levels[1:]):
        above = [j for j, v in enumerate(table) if v > level]
        if k - before <= len(above):
            worth = table if phase == 0 else np.interp(table, law.values, law.worths[phase])
            return sorted(above, key=lambda j: -worth[j])[k - before - 1]
        before += len(above)
    return -1


def test_choice_is_the_strategy() -> None:
    law, random = queue_law(12, n_cells=500), Random(1)
    for _ in range(200):
        n = random.randint(2, 30)
        k = random.randint(1, n - 1)
        table = sorted((random.random() for _ in range(n - k)), reverse=True)
        wanted = plain_choice(k, law, table)
        assert choose_box(k, n - k, law.levels, law.worths, np.array(table)) == wanted


def test_all_boxes_are_paid_out_and_late_seats_as_proved() -> None:
    play = play_queue(60, n_games=1000, seed=5)
    assert play.payoffs.sum() == pytest.approx(30, abs=0.3)
    late = slice(50, 60)
    wanted = seat_bounds(60).lower[late]
    assert (np.abs(play.payoffs[late] - wanted) < 5 * play.payoffs_error[late]).all()


def test_a_share_beyond_the_phases_is_refused() -> None:
    law = queue_law(1)
    with pytest.raises(ValueError, match="share"):
        law.pays(0.5)
