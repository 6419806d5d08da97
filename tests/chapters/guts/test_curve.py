"""Two against two in the continuum: the curve against the game's own payoffs."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from chapters.guts.curve import best_reply, pairs_curve
from parlor.games.guts import payoffs

CURVE = pairs_curve()


def wins(pair: tuple[float, float], mix: list) -> float:
    """What a pair wins in a deal from a mix of pairs, by the formula of a round."""
    return sum(chance * sum(payoffs((*pair, *other))[:2]) for other, chance in mix)


def test_its_chances_add_up_and_its_ends_meet() -> None:
    assert sum(chance for _, chance in CURVE.mix(stretches=30)) == pytest.approx(1, abs=1e-12)
    lower, higher = CURVE.points(count=2)
    assert lower == pytest.approx([0, CURVE.both], abs=1e-12)
    assert higher == pytest.approx([CURVE.outer, CURVE.both], abs=1e-12)


def test_no_pair_wins_from_it_and_none_in_use_loses() -> None:
    mix = CURVE.mix(stretches=60)
    grid = np.linspace(0, 1, 16)
    assert max(wins(pair, mix) for pair in combinations_with_replacement(grid, 2)) < 1e-5
    assert min(wins(pair, mix) for pair, _ in mix[::6]) > -1e-5
    assert wins((0.3, 0.8), mix) < -1e-3  # off the curve


def test_the_best_reply_is_worth_what_the_round_says() -> None:
    mix = [((0.0, 0.9), 0.25), ((0.7, 0.8), 0.75)]
    pair, worth = best_reply(mix, points=101)
    assert worth == pytest.approx(wins(pair, mix), abs=1e-4)
    grid = np.linspace(0, 1, 21)
    assert worth > max(wins(p, mix) for p in combinations_with_replacement(grid, 2)) - 1e-4


def test_a_finer_mix_is_harder_to_beat() -> None:
    gains = [best_reply(CURVE.mix(stretches=k))[1] for k in (5, 10, 20)]
    assert gains[0] > 3 * gains[1] > 9 * gains[2] > 0


def test_bad_stretches_are_refused() -> None:
    with pytest.raises(ValueError, match="stretches"):
        CURVE.mix(stretches=0)
