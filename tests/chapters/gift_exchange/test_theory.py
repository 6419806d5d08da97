"""What the gift exchange draws and how it ends, and the formulas of its Section 3."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from math import exp

import numpy as np
import pytest

from chapters.gift_exchange.incentives import pact_gain
from chapters.gift_exchange.theory import (
    best_assignment,
    best_of_gumbel,
    certainty_equivalent,
    chosen_quality,
    largest_linear_error,
    posterior_moments,
    shared_favourites,
)
from parlor.games.gift_exchange import Condition, Rules, play
from parlor.games.gift_exchange.watch import draw


def test_draws_are_those_of_the_played_games():
    """Each final value is one of its owner's values, and the best assignment bounds the mean."""
    condition = Condition(seed=3, n_players=9, valuation="negative", features="SC+BS")
    drawn, records = draw(condition, n_games=40), play(condition, n_games=40)
    for values, record in zip(drawn.values, records, strict=True):
        final = record["seat_value"]
        assert all(final[i] in values[i] for i in range(9))
        assert final.mean() <= best_assignment(values)[1] + 1e-12


def test_draws_do_not_depend_on_where_they_start():
    condition = Condition(seed=5, n_players=7, valuation="correlated", features="PI")
    whole, half = draw(condition, n_games=10), draw(condition, n_games=5, first_game=5)
    assert (whole.values[5:] == half.values).all()
    assert (whole.posterior[5:] == half.posterior).all()


def test_camps_and_coalitions_have_their_size():
    drawn = draw(Condition(seed=1, valuation="negative", rules=Rules(coalition=5)), n_games=50)
    assert set(drawn.camp.sum(axis=1)) == {14}
    assert set(drawn.ally.sum(axis=1)) == {5}
    assert not draw(Condition(seed=1), n_games=5).ally.any()


def test_the_swap_lessens_envy():
    condition = Condition(
        seed=11, n_players=12, valuation="correlated", features="SC", total_limit=2
    )
    records, values = play(condition, n_games=200), draw(condition, n_games=200).values
    before, after = records["swap_envy_before"], records["swap_envy_after"]
    swapped = records["swapped"] > 0
    assert 0 < swapped.sum() < 200
    np.testing.assert_allclose(after, values[:, 0].max(axis=1) - records["seat_value"][:, 0])
    assert (before[swapped] > after[swapped]).all()
    assert (before[~swapped] == after[~swapped]).all()
    assert records["swap_steals"].max() == 2
    assert not records["swap_steals"][~swapped].any()


def test_without_costs_the_swap_leaves_no_envy():
    assert not play(Condition(seed=2, n_players=10, valuation="correlated"), n_games=100)[
        "swap_envy_after"
    ].any()


def test_best_assignment_by_brute_force():
    rng = np.random.default_rng(4)
    for _ in range(20):
        values = rng.random((5, 5))
        best = max(values[range(5), list(p)].mean() for p in permutations(range(5)))
        gifts, mean = best_assignment(values)
        assert mean == pytest.approx(best)
        assert sorted(gifts) == list(range(5))
    assert not shared_favourites(np.eye(4))


def test_a_pact_against_the_coalition_statistics():
    """The paired gain is the difference of the two unpaired means, and less noisy."""
    condition = Condition(seed=9, n_players=10, rules=Rules(coalition=6))
    gain = pact_gain(condition, 3000)
    records, plain = (
        play(condition, n_games=3000),
        play(replace(condition, rules=Rules()), n_games=3000),
    )
    apart = records["allied_value"] / 6
    unpaired = apart.mean() - plain["seat_value"].mean()
    assert abs(gain.value - unpaired) < 0.02
    assert gain.error < 1.2 * apart.std() / 3000**0.5


@pytest.mark.parametrize("signal", [-0.3, 0.0, 0.4, 1.7])
@pytest.mark.parametrize(("prior", "noise"), [(0.25, 0.3), (0.01, 2.0), (3.0, 0.001)])
def test_bayes_by_quadrature(signal, prior, noise):
    weight = prior / (prior + noise**2)
    mean, variance = posterior_moments(signal, 0.5, prior, noise)
    assert mean == pytest.approx(0.5 * (1 - weight) + weight * signal, abs=1e-14)
    assert variance == pytest.approx(weight * noise**2, rel=1e-13)


@pytest.mark.parametrize(
    ("mean", "variance", "rho"), [(0.5, 0.066, 0.5), (-1.0, 2.0, 3.0), (1, 100, 10)]
)
def test_certainty_equivalent_by_quadrature(mean, variance, rho):
    found = certainty_equivalent(mean, variance, rho)
    assert found == pytest.approx(mean - rho * variance / 2, abs=1e-13)


@pytest.mark.parametrize(
    "utilities", [(0.0, 1.0), (-4.0, 3.0), (0.1, 0.7, 0.4, 0.2), (0.0, 60.0), (5e2, -5e2)]
)
def test_gumbel_errors_give_softmax(utilities):
    weights = [exp(u - max(utilities)) for u in utilities]
    expected = [w / sum(weights) for w in weights]
    assert best_of_gumbel(utilities) == pytest.approx(expected, abs=1e-14, rel=1e-13)


def test_linear_error_is_largest_at_the_end():
    assert largest_linear_error(2.0) == pytest.approx(1 - 1 / (1 + exp(-2)), abs=1e-12)


def test_more_signals_choose_better():
    """With one gift there is nothing to choose, with noise to 0 the best of n is n / (n + 1)."""
    assert chosen_quality(1, 1, 0.3).value == pytest.approx(0.5, abs=0.01)
    best = chosen_quality(4, 1, 0.0)
    assert abs(best.value - 0.8) < 4 * best.error
    assert (chosen_quality(6, 9, 0.3) - chosen_quality(6, 1, 0.3)).value > 0.05


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: draw(Condition(), n_games=0), "n_games: got 0"),
        (lambda: play(Condition(), n_games=5, first_game=-1), "first_game: got -1"),
    ],
)
def test_bad_input(call, words):
    with pytest.raises((TypeError, ValueError), match=words):
        call()
