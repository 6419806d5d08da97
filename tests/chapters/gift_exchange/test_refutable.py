"""Checks that could hardly come out otherwise come out otherwise if the source, or a game, does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from chapters.gift_exchange import (
    biased_selection,
    costs,
    decorated_game,
    experiment,
    interactions,
    results,
    strategies,
    study,
)
from chapters.gift_exchange.counting import retirement
from chapters.gift_exchange.future import own_gift
from chapters.gift_exchange.rules import positions
from chapters.gift_exchange.said import said
from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import Condition
from press import Effort

QUICK = Effort(True)


def verdict(check, entry: str) -> str:
    found = check(QUICK)
    return (found[entry] if isinstance(found, dict) else found).verdict


def test_a_limit_that_keeps_a_gift_safe_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdict(positions.unlimited, "variants.unlimited") == "holds"
    allowed = positions.targets
    monkeypatch.setattr(positions, "targets", lambda at, **limits: allowed(at, **limits)[1:])
    assert verdict(positions.unlimited, "variants.unlimited") == "fails"


def test_a_count_may_need_no_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdict(retirement.requires_multiset, "counting.requires_multiset") == "partly"
    monkeypatch.setattr(retirement, "ways_on", lambda state, rounds, limit: sum(state))
    assert verdict(retirement.requires_multiset, "counting.requires_multiset") == "fails"


def test_a_logistic_coin_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def logistic(condition: Condition, n_games: int) -> dict[str, np.ndarray]:
        odds = np.exp(2 * condition.reading.phase_weight)
        return {"steals": np.arange(n_games) / n_games < odds / (1 + odds)}

    assert verdict(decorated_game.logit_linear, "decorated.logit_linear") == "fails"
    monkeypatch.setattr(decorated_game, "play", logistic)
    assert verdict(decorated_game.logit_linear, "decorated.logit_linear") == "holds"


def test_the_ways_of_all_rounds_are_the_count_under_a_limit() -> None:
    for n, limit in ((3, 1), (4, 2), (5, 3)):
        patterns = retirement.growth(n, total_limit=limit).patterns[-1]
        assert retirement.ways_on((0,), n - 1, limit) == patterns


def test_fewer_steps_would_be_tractable(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdict(retirement.tractable, "counting.tractable") == "fails"
    monkeypatch.setattr(retirement, "algorithm_steps", lambda n, limit: 10**15)
    assert verdict(retirement.tractable, "counting.tractable") == "holds"


def test_a_game_that_keeps_more_takes_more_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdict(costs.space, "appendix.space") == "holds"

    def by_victim(condition, *, n_games):
        n = condition.n_players
        return replace(costs_draw(condition, n_games=n_games), values=np.zeros((1, n, n, n)))

    costs_draw = costs.draw
    monkeypatch.setattr(costs, "draw", by_victim)
    assert verdict(costs.space, "appendix.space") == "fails"


@pytest.mark.parametrize(
    ("exception", "rating", "expected"),
    [(True, "Weak", "fails"), (False, "Weak", "partly"), (False, "Confirmed", "holds")],
)
def test_a_rating_is_held_against_its_reason_and_its_likes(
    exception: bool, rating: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Seats:
        first_is_best, second_is_worst = True, not exception
        third, lowest = Estimate(-0.004, 0.001), {}

    monkeypatch.setattr(results, "leads", lambda effort: Seats)
    monkeypatch.setitem(said.facts("h6.verdict"), "rating", rating)
    assert verdict(results.called_weak, "h6.verdict") == expected


def test_data_would_make_constants_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(said.facts("design.calibrated"), "data", ["a survey of parties"])
    assert verdict(experiment.estimated, "design.estimated") == "holds"
    assert verdict(experiment.estimated, "design.calibrated") == "fails"


@pytest.mark.parametrize(("correlated", "expected"), [(10.0, "holds"), (7.0, "fails")])
def test_an_effect_is_concentrated_where_it_is_twice_as_large(
    correlated: float, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    effects = dict(zip(biased_selection.MODELS, (4.0, correlated, 1.0), strict=True))
    monkeypatch.setattr(
        study.Study, "rise", lambda it, s: {v: Estimate(x, 0.01) for v, x in effects.items()}
    )
    assert verdict(biased_selection.concentrated, "bs.concentrated") == expected


def test_quality_that_nobody_values_makes_no_gift_desirable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert verdict(decorated_game.desirable, "decorated.desirable") == "holds"
    clear = decorated_game.with_quality()
    blind = replace(clear, appearance=clear.appearance[::-1])  # that of another game
    monkeypatch.setattr(decorated_game, "with_quality", lambda: blind)
    assert verdict(decorated_game.desirable, "decorated.desirable") == "fails"


def test_a_hopeful_prior_would_make_opening_attractive(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdict(results.diffuse, "h1.reason") == "fails"
    draw = study.draw

    def hopeful(condition, *, n_games):
        reading = replace(condition.reading, prior_variance=0.02, prior_mean=1.2)
        return draw(replace(condition, reading=reading), n_games=n_games)

    monkeypatch.setattr(study, "draw", hopeful)
    assert verdict(results.diffuse, "h1.reason") == "holds"


def test_a_gift_that_is_left_is_a_sign_if_the_rule_bars_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdict(own_gift.reveals, "future.reveals") == "partly"
    monkeypatch.setattr(own_gift, "HARD", own_gift.Limits())
    told = own_gift.reveals(QUICK).evidence  # a third of the gifts, and of those that are left
    assert told.count("33%") == 2 and "stolen in 7 " in told


def test_an_interaction_would_be_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = said.published.entry("interactions.sc_ad")
    assert verdict(interactions.sc_ad_name, "interactions.sc_ad_name") == "fails"
    monkeypatch.setitem(said.published.entries, entry.id, replace(entry, printed="+46"))
    assert verdict(interactions.sc_ad_name, "interactions.sc_ad_name") == "holds"


@pytest.mark.parametrize(("duller", "expected"), [(-0.5, "holds"), (-3, "partly"), (-30, "fails")])
def test_posteriors_may_select_like_appearances(
    duller: float, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = Estimate(13, 0.1), Estimate(duller, 0.1)
    monkeypatch.setattr(interactions, "raw_selection", lambda it: added)
    assert verdict(interactions.posteriors, "interactions.posteriors") == expected


@pytest.mark.parametrize(
    ("one", "own", "expected"),
    [(0.235, 0.235, "holds"), (0.01, 0.235, "partly"), (0.01, 0.1, "fails")],
)
def test_one_chance_for_all_might_do(
    one: float, own: float, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spread = {"one": Estimate(one, 0.004), "own": Estimate(own, 0.004)}
    monkeypatch.setattr(decorated_game, "one_chance", lambda effort: spread)
    assert verdict(decorated_game.ad_parameters, "decorated.ad_parameters") == expected


@pytest.mark.parametrize(
    ("shown", "other", "expected"),
    [("0.935", 0.0, "holds"), ("0.935", 0.01, "partly"), ("0.941", 0.01, "fails")],
)
def test_a_better_cell_would_be_seen(
    shown: str, other: float, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Kept:
        total = staticmethod(lambda *terms: Estimate(other, 0.001))
        value = staticmethod(lambda *of: 0.94)

    entry = said.published.entry("table7.sc.always_steal")
    monkeypatch.setitem(said.published.entries, entry.id, replace(entry, printed=shown))
    monkeypatch.setitem(vars(study.study(QUICK)), "kept", Kept)
    assert verdict(strategies.highest, "strategies.highest") == expected
