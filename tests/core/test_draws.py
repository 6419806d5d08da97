"""Draws: fixed for good, uniform, and functions of their place alone."""

import numpy as np
import pytest
from scipy import stats

from parlor.core.draws import _mix, draw_at, step_draw, stream_of, uniform_at


def test_values_are_fixed_for_good():
    """Every published simulation depends on these."""
    stream = stream_of(42, 7)
    assert int(_mix(np.uint64(1))) == 6238072747940578789
    assert int(stream) == 18232499485964857643
    assert uniform_at(stream, 0, 0) == draw_at(42, 7, 0) == 0.699426581494235
    assert uniform_at(stream, 3, 5) == 0.5768744646211458
    assert step_draw(np.uint64(42), 1, 2) == 0.21840519371218436
    assert int(stream_of(2**63 - 1, 10**9)) == 9377905711078366805


def test_splitmix64():
    """The finaliser beside its definition in whole numbers."""
    mask = 2**64 - 1
    for z in (0, 1, 2**63, mask, 0x9E3779B97F4A7C15):
        x = z
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & mask
        x = (x ^ x >> 27) * 0x94D049BB133111EB & mask
        assert int(_mix(np.uint64(z))) == x ^ x >> 31


STREAM = stream_of(3, 0)
KINDS = {
    "places": lambda n: [draw_at(3, 0, place) for place in range(n)],
    "games": lambda n: [draw_at(3, game, 0) for game in range(n)],
    "seeds": lambda n: [draw_at(seed, 0, 0) for seed in range(n)],
    "purposes": lambda n: [uniform_at(STREAM, purpose, 0) for purpose in range(n)],
    "steps": lambda n: [step_draw(np.uint64(3), step, 1) for step in range(n)],
    "players": lambda n: [step_draw(np.uint64(3), i // 4, i % 4) for i in range(n)],
}


@pytest.mark.parametrize("kind", KINDS)
def test_uniform_and_not_correlated(kind):
    u = np.array(KINDS[kind](8_000))
    assert u.min() >= 0
    assert u.max() < 1
    assert stats.kstest(u, "uniform").pvalue > 1e-4
    for power in (1, 2, 3, 4):
        error = (1 / (2 * power + 1) - 1 / (power + 1) ** 2) ** 0.5 / u.size**0.5
        assert abs((u**power).mean() - 1 / (power + 1)) < 4.5 * error
    centred = u - 0.5
    for lag in (1, 2, 7):
        assert abs((centred[lag:] * centred[:-lag]).mean() * 12) < 4.5 / u.size**0.5


def test_streams_are_not_correlated():
    a, b = (np.array([draw_at(seed, 1, place) for place in range(20_000)]) for seed in (1, 2))
    assert abs(np.corrcoef(a, b)[0, 1]) < 4.5 / 20_000**0.5
    assert not set(a) & set(b)


def test_order_does_not_matter():
    places = [(seed, game, place) for seed in (0, 9) for game in (0, 5) for place in range(50)]
    forth = {at: draw_at(*at) for at in places}
    back = {at: draw_at(*at) for at in reversed(places)}
    assert forth == back
    assert len(set(forth.values())) == len(places)


def test_never_zero_or_one():
    """The middle of 2**52 equal cells: logarithms and quantiles of it are finite."""
    u = np.array([draw_at(5, 0, place) for place in range(1000)])
    assert ((u * 2**52) % 1 == 0.5).all()
