"""What hosts and guests would choose: envelopes by trying all, replays, and a settled party."""

from __future__ import annotations

import numpy as np
import pytest

from chapters.gift_exchange import incentives
from chapters.gift_exchange.incentives import (
    LIMITS,
    best_limits,
    feature_sets,
    limit_row,
    settle,
    shipped,
)
from parlor.games.gift_exchange.condition import FEATURES, Condition
from parlor.games.gift_exchange.statistics import simulate


def test_stairs_are_the_best_of_all_limits_at_every_price() -> None:
    random = np.random.default_rng(3)
    for _ in range(50):
        thefts = np.sort(random.random(10)) * 70
        worth = random.random(10) * 5
        steps = best_limits(thefts, worth)
        assert [start for start, _ in steps] == sorted(start for start, _ in steps)
        for price in random.random(40) * 2:
            limit = [name for start, name in steps if start <= price][-1]
            net = worth - price * thefts
            assert net[LIMITS.index(limit)] == pytest.approx(net.max())


def test_of_equal_limits_the_one_with_fewest_thefts() -> None:
    assert best_limits([5, 7, 9], [2, 2, 1], limits=[1, 2, None]) == [(0.0, 1)]


def test_row_is_what_simulate_says() -> None:
    row = limit_row(Condition(n_players=6, features="SC"), 200)
    for place, limit in enumerate(LIMITS):
        game = simulate(200, n_players=6, features="SC", total_limit=limit)
        assert row["thefts"][place] == pytest.approx(game.steals)
        assert row["welfare"][place] == pytest.approx(game.welfare)


def test_a_population_is_told_of_the_last_third_of_its_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = np.eye(6)[2]  # whatever the others do, one strategy earns 1 and all others nothing
    monkeypatch.setattr(incentives, "_earned", lambda *_: one)
    population = settle(Condition(), n_steps=6, n_games=1, rate=1.0, n_fresh=4)
    last = [np.exp(step) / (np.exp(step) + 5) for step in (5, 6)]
    assert population.shares[incentives.SIX[2]] == pytest.approx(np.mean(last))


def test_shares_go_to_what_pays() -> None:
    population = settle(Condition(features="SC"), n_steps=15, n_games=60, n_fresh=200)
    assert sum(population.shares.values()) == pytest.approx(1)
    assert population.shares["always_steal"] > 0.9
    assert population.shares["always_open"] < 0.01
    assert population.payoffs["always_steal"] > population.payoffs["always_open"] + 0.2


def test_without_growth_shares_stay() -> None:
    population = settle(Condition(n_players=4), n_steps=3, n_games=5, rate=0, n_fresh=8)
    assert list(population.shares.values()) == pytest.approx([1 / 6] * 6)


def test_what_is_shipped_is_whole() -> None:
    tables = shipped()
    every = {
        ("+".join(f.split("+")), v)
        for f in feature_sets()
        for v in ("independent", "correlated", "negative")
    }
    for name in ("pacts", "populations"):
        assert {(row["features"], row["valuation"]) for row in tables[name]} == every
    assert len(tables["limits"]) == 21
    assert set("+".join(feature_sets()).split("+")) == {"BASE", *FEATURES}
