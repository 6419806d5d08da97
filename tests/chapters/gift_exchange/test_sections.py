"""The sections' own functions, on inputs for which they come out one way or the other."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from chapters.gift_exchange import (
    costs,
    decorated_game,
    lab,
    orders,
    seats,
    study,
    what_if,
)
from chapters.gift_exchange.counting import retirement, unlimited
from chapters.gift_exchange.future import own_gift, welfare
from chapters.gift_exchange.rules import positions as rules
from chapters.gift_exchange.rules import steal_limits
from chapters.gift_exchange.said import as_share, said
from chapters.gift_exchange.sets import COR, PI
from chapters.gift_exchange.survey import survey
from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import MAIN, SIX, Rules, simulate
from press import Effort, Finding, Value
from press.ledger.findings import checks_of

QUICK = Effort(True)


@pytest.fixture
def doctored(monkeypatch: pytest.MonkeyPatch) -> Any:
    """All positions of three players, with one number put wrong."""

    def change(**wrong: Any) -> None:
        played = {name: survey(3, limits=rules.limited(*ls)) for name, ls in rules.VARIANTS.items()}
        played["standard"] = replace(played["standard"], **wrong)
        found = rules.Positions(3, played, simulate(20, strategies=["always_steal"]))
        monkeypatch.setattr(rules, "positions", lambda effort: found)

    return change


def test_verdicts_on_the_rules_follow_the_positions(doctored: Any) -> None:
    doctored()
    assert rules.one_owner(QUICK).verdict == "holds"
    assert rules.termination(QUICK).verdict == "holds"
    assert rules.two_branches(QUICK).verdict == "partly"
    doctored(shared_gifts=1)
    assert rules.one_owner(QUICK).verdict == "fails"
    doctored(wider=2)
    assert rules.limits_reduce(QUICK).verdict == "fails"
    doctored(longest_chain=(0, 1, 3))
    assert rules.termination(QUICK).verdict == "fails"
    doctored(most_in_round=2)
    assert rules.standard_once(QUICK).verdict == "fails"


def test_a_lock_without_effect_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rules.changes_hands(QUICK).verdict == "holds"
    monkeypatch.setattr(rules, "most_in_chain", lambda variant: 1)
    assert rules.changes_hands(QUICK).verdict == "fails"


def test_the_definitions_taken_step_by_step() -> None:
    assert rules.injective_order(QUICK).verdict == "fails"
    assert rules.injective(QUICK).verdict == "fails"
    assert rules.owned_bound(QUICK).verdict == "partly"  # at the end all are owned
    assert rules.owners([1, 0, 0, 2]) == 1 and rules.owners([1, 1, 0]) == 2
    assert rules.owners([0, 0]) == 0


def test_what_ends_chains() -> None:
    assert rules.thefts_without_end(3, lock_all=False)
    assert not rules.thefts_without_end(2, lock_all=False)
    assert not any(rules.thefts_without_end(n, lock_all=True) for n in (2, 3, 4))


def test_the_example_is_replayed() -> None:
    assert rules.example_replay(QUICK).verdict == "holds"
    assert rules.example_length(QUICK).computed == 2
    assert rules.example_state(QUICK).verdict == "fails"  # six hold gifts, and two are named


def test_the_counterexample_to_proposition_2_1() -> None:
    row = orders.by_limit(*orders.COUNTEREXAMPLE)
    seven = Fraction(7, 4)
    assert row == {1: Fraction(11, 6), 2: seven, 3: seven, None: seven}
    assert orders.falls(row) and not orders.falls({1: Fraction(1), None: Fraction(1)})
    two = ((50, 50), (50, 50))
    assert orders.steals(two, ("always_open", "always_steal"), (0, 1), 1) == (1, (1, 0))
    assert orders.steals(two, ("always_steal", "always_open"), (0, 1), 1) == (0, (0, 0))


def test_rules_of_the_strategies() -> None:
    assert not orders.wants("threshold", 60, [], []) and orders.wants("threshold", 61, [], [])
    assert orders.wants("mean_based", 51, [40, 60], []) and not orders.wants(
        "mean_based", 50, [40, 60], []
    )
    assert orders.wants("expected_value", 51, [], [50]) and not orders.wants(
        "always_open", 99, [1], [1]
    )


def test_listed_games_decide_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unlimited.theorem(QUICK).verdict == unlimited.patterns(QUICK).verdict == "holds"
    assert unlimited.excess(QUICK).verdict == "holds"
    for name, where in (("listed_games", 3), ("listed_chains", 5)):
        found = getattr(unlimited, name)(QUICK)
        lost = found | {where: found[where][1:]}
        monkeypatch.setattr(unlimited, name, lambda effort, lost=lost: lost)
    for name in ("theorem", "patterns", "excess", "simplification"):
        assert getattr(unlimited, name)(QUICK).verdict == "fails"


def test_who_could_steal_back() -> None:
    assert unlimited.robbed_back((1, 2), 3) == [(1, 3), (2, 1)]
    assert unlimited.robbed_back((2, 1), 3) == [(2, 3), (1, 2)]


def test_known_sequences() -> None:
    assert retirement.bell_numbers(6) == (1, 2, 5, 15, 52, 203)
    assert [retirement.bessel_sum(m) for m in range(6)] == [1, 2, 7, 37, 266, 2431]
    names = list(retirement.readings()["which are"])
    assert names[0] == "trajectories" and len(set(names)) == 4


def test_a_party_whose_tastes_clash(monkeypatch: pytest.MonkeyPatch) -> None:
    agreed, apart = np.eye(2)[None], np.array([[[0.9, 0.8], [0.7, 0.1]]])
    monkeypatch.setattr(welfare, "wishes", lambda effort: {"a": agreed})
    assert welfare.grand(QUICK).verdict == "holds"
    monkeypatch.setattr(welfare, "wishes", lambda effort: {"a": agreed, "b": apart})
    assert welfare.grand(QUICK).verdict == "fails"


def test_pareto_efficient_assignments() -> None:
    assert welfare.efficient(((0.9, 0.8), (0.7, 0.1))) == [(0, 1), (1, 0)]
    assert welfare.efficient(((1.0, 0.0), (0.0, 1.0))) == [(0, 1)]


def test_ends_under_the_hard_rule() -> None:
    assert {at.holds for at in own_gift.ends(2)} == {(2, 1)}
    assert own_gift.unwanted(QUICK).verdict == own_gift.kappa(QUICK).verdict == "fails"


def test_passages_held_against_each_other() -> None:
    for check in (retirement.branching, retirement.total_zero, decorated_game.plain_mean):
        assert check(QUICK).verdict == "fails"
    assert decorated_game.negative_quality(QUICK).verdict == "partly"  # good for one camp


def test_a_share_of_a_whole() -> None:
    tenth = said["future.forced"]
    whole = Estimate(10.0, 1.0)
    assert as_share(Estimate(1.0, 0.1), whole, tenth) and as_share(
        Estimate(-1.2, 0.1), whole, tenth
    )
    assert not as_share(Estimate(2.0, 0.1), whole, tenth) and as_share(
        Estimate(0.0, 0.0), 0.0, tenth
    )


def test_chances_stay_chances() -> None:
    assert what_if.shifted(0) == MAIN.base_chance
    assert set(what_if.shifted(2)) == {1} and set(what_if.shifted(-2)) == {0}


def test_steals_per_player_along_a_row() -> None:
    row: Any = [SimpleNamespace(steals=s, n_players=10) for s in (5.0, 20.0, 10.0)]
    moved = what_if.Moved("cost", (0, 1, 2), {COR: row})
    assert moved.per_player() == [0.5, 2.0, 1.0] and moved.span() == "0.50 to 1.00"


def test_degrees_of_growth() -> None:
    some = range(1, 12)
    degrees = [costs.degree([n**k for n in some]) for k in (0, 1, 2, 3)]
    assert degrees == [0, 1, 2, 3] and costs.degree([2**n for n in some]) == len(some) - 1
    assert costs.bounded([n**2 + n for n in some], 2, "It").verdict == "holds"
    assert costs.bounded([n**3 for n in some], 2, "It").verdict == "fails"


def test_all_look_at_all_if_all_steal() -> None:
    assert costs.worst_looks(6)[1] <= costs.worst_looks(6)[2]


def test_correlations_of_players_and_of_camps() -> None:
    values = np.array([[[0.1, 0.5, 0.9], [0.2, 0.6, 1.0], [0.9, 0.5, 0.1]]])
    drawn: Any = SimpleNamespace(values=values, camp=np.array([[False, False, True]]))
    assert decorated_game.correlations(drawn, opposite=True) == pytest.approx([-1])
    assert decorated_game.correlations(drawn, opposite=False) == pytest.approx([-1 / 3])


def test_a_constant_moves_the_games_that_use_it() -> None:
    assert decorated_game.moves_games(QUICK, replace(MAIN, base_cost=0.2), ("SC",))
    assert not decorated_game.moves_games(QUICK, replace(MAIN, base_cost=0.2), PI)


def test_the_engine_plays_the_rules_of_section_2() -> None:
    told = decorated_game.contains_base(QUICK)
    assert told.verdict == "holds" and "In 20 of 20 games" in told.evidence


def test_what_seat_1_ends_with() -> None:
    assert decorated_game.best_of_all(0.0) == pytest.approx(29 / 30)
    assert decorated_game.best_of_all(0.2) == pytest.approx(0.9953, abs=5e-4)


def test_social_cost() -> None:
    assert decorated_game.social_cost(0, 0) == 0.05
    assert decorated_game.social_cost(2, 1) == pytest.approx(0.05 + 0.1 + 0.2)


def test_seats_are_ranked_only_where_it_is_sure() -> None:
    sure, vague, below = Estimate(1.0, 0.1), Estimate(0.1, 0.1), Estimate(-1.0, 0.1)
    seat = {"seat2": Estimate(0.5, 0.003), "seat3": Estimate(0.6, 0.004)}
    close: Any = SimpleNamespace(n_players=3, estimate=seat.__getitem__)
    key = ("main", COR, ())
    found = seats.Leads({key: sure}, {key: vague}, {}, close, close)
    assert found.first_is_best and found.second_is_worst
    assert found.third.value == pytest.approx(0.1) and found.third.error == pytest.approx(0.005)
    assert not replace(found, first={key: vague}).first_is_best
    assert not replace(found, lowest={key: below}).second_is_worst
    elsewhere = replace(found, lowest={("appendix", COR, ()): below})
    assert elsewhere.second_is_worst  # the claim is about the main text's players


def test_every_check_decides_what_it_names() -> None:
    """In a run of reduced size, those that need no long games."""
    entries = study.said.published.entries
    for check in checks_of(rules, unlimited, decorated_game):
        named = [name for name in vars(check)["decides"] if "*" not in name]
        told = check(QUICK)
        found = told if isinstance(told, dict) else dict.fromkeys(named, told)
        for name, one in found.items():
            assert name in entries and isinstance(one, Finding | Value)


def test_limits_of_small_parties() -> None:
    assert steal_limits.limit_strict(QUICK).verdict == "fails"
    assert steal_limits.limit_zero(QUICK).verdict == "fails"
    assert steal_limits.limit_sketch(QUICK).verdict == "fails"


def test_a_party_of_ones_own() -> None:
    own = lab.hold(
        200,
        n_players=5,
        seed=1,
        valuation=COR,
        features=("SC", "AD"),
        strategies=lab.mix({"always_steal": 2, "always_open": 2}),
        reading=lab.reading(0.2, base_cost=0.1),
        total_limit=2,
        rules=Rules(coalition=2),
    )
    assert own.condition.shares["always_steal"] == 0.5
    assert own.condition.reading.base_chance[0] == pytest.approx(0.3)
    answer = own.answer()
    assert "held 200 times" in answer.asked and "2 in all" in answer.asked
    assert answer["steals"].error > 0 and answer["steals"].sure == "standard error"
    assert answer["members"].value != answer["others"].value
    strategies, seats = (table.frame for table in answer.tables)
    assert list(strategies["strategy"]) == ["always_open", "always_steal"]
    assert len(seats) == 5
    assert answer["best_seat_value"].value == seats["mean final value"].max()
    _, alt = answer.figures[0].draw()
    assert alt.startswith("Line chart of 5 seats")


def test_a_mix_without_shares_is_even() -> None:
    assert lab.mix({}) == dict.fromkeys(SIX, 1 / 6)
