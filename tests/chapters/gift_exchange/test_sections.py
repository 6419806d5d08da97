"""The sections' own functions, on inputs for which they come out one way or the other."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from parlor.chapters.gift_exchange import (
    costs,
    counting,
    people,
    retirement,
    rules,
    seats,
    steal_limits,
    what_if,
)
from parlor.chapters.gift_exchange.findings import Claim, Finding
from parlor.chapters.gift_exchange.study import COR, PI, Study
from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import MAIN, Condition, simulate
from parlor.games.gift_exchange.survey import survey

STUDY = Study(SimpleNamespace(entries={}), seed=42, games=100, reduced=True)


def verdicts(findings: list[Finding]) -> dict[str, bool]:
    return {f.entry: bool(f.holds) for f in findings if isinstance(f, Claim)}


@pytest.fixture(scope="module")
def positions() -> rules.Positions:
    played = {name: survey(3, rules.limited(*limits)) for name, limits in rules.VARIANTS.items()}
    return rules.Positions(3, played, simulate(20, 42, strategies=["always_steal"]))


def doctored(found: rules.Positions, **wrong: Any) -> rules.Positions:
    surveys = found.surveys | {"standard": replace(found.surveys["standard"], **wrong)}
    return replace(found, surveys=surveys)


def test_verdicts_on_the_rules_follow_the_positions(positions: rules.Positions) -> None:
    assert verdicts(rules.model(positions)) == {
        "base.two_branches": False,
        "base.next_player": False,
        "base.one_owner": True,
    }
    assert all(verdicts(rules.chains(positions) + rules.rounds(positions)).values())
    assert not verdicts(rules.model(doctored(positions, shared_gifts=1)))["base.one_owner"]
    assert not verdicts(rules.rounds(doctored(positions, wider=2)))["base.limits_reduce"]
    endless = doctored(positions, longest_chain=(0, 1, 3))
    assert not verdicts(rules.chains(endless))["base.termination"]


def test_the_example_is_replayed() -> None:
    claim, length, opened = rules.example()
    assert isinstance(claim, Claim) and claim.holds
    assert (length.computed, opened.computed) == (2, 6)  # type: ignore[union-attr]


def test_listed_games_decide_the_count() -> None:
    found = counting.list_all(STUDY)
    assert all(verdicts(counting.chains(found) + counting.figures(found)).values())
    assert all(verdicts(counting.theorem(found)).values())
    lost = replace(found, plays=found.plays | {3: found.plays[3][1:]})
    assert not verdicts(counting.theorem(lost))["counting.theorem"]
    short = replace(found, patterns=found.patterns | {5: found.patterns[5][1:]})
    assert not any(verdicts(counting.chains(short)).values())


def test_forms_of_the_number_of_chains() -> None:
    assert all(verdicts(counting.forms()).values())


def test_known_sequences() -> None:
    assert retirement.bell_numbers(6) == (1, 2, 5, 15, 52, 203)
    assert retirement.bessel_numbers(6) == (1, 2, 7, 37, 266, 2431)
    names = list(retirement.readings()["which are"])
    assert names[0] == "trajectories" and len(set(names)) == 4


def test_the_least_limit_that_is_nearly_as_good() -> None:
    welfare = [0.5, 0.6, 0.68, 0.69, 0.695, 0.7, 0.7, 0.7, 0.7]
    row: Any = [SimpleNamespace(welfare=w) for w in welfare]
    assert steal_limits.within_reach(row) == 3
    assert steal_limits.within_reach(row, share=0.99) == 6
    rising: Any = [SimpleNamespace(welfare=w) for w in (*np.linspace(0.5, 0.6, 8), 1.0)]
    assert steal_limits.within_reach(rising) == "none"


def test_a_party_whose_tastes_clash() -> None:
    agreed, apart = np.eye(2)[None], np.array([[[0.9, 0.8], [0.7, 0.1]]])
    (holds,) = verdicts(steal_limits.cooperation({"a": agreed})).values()
    (fails,) = verdicts(steal_limits.cooperation({"a": agreed, "b": apart})).values()
    assert holds and not fails


def test_chances_stay_chances() -> None:
    assert what_if.shifted(0) == MAIN.base_chance
    assert set(what_if.shifted(2)) == {1} and set(what_if.shifted(-2)) == {0}


def test_steals_per_player_along_a_row() -> None:
    row: Any = [SimpleNamespace(steals=s, n_players=10) for s in (5.0, 20.0, 10.0)]
    moved = what_if.Moved("cost", (0, 1, 2), {COR: row})
    assert moved.per_player() == [0.5, 2.0, 1.0] and moved.span() == "0.50 to 1.00"


def test_powers_of_growth() -> None:
    sizes = (4, 8, 16)
    assert costs.steepness([n**3 for n in sizes], sizes) == pytest.approx([3, 3])
    looks = costs.Looks(sizes, [(n, n**2, n**3) for n in sizes], {"BASE": [n**2.5 for n in sizes]})
    assert looks.powers() == pytest.approx([1, 2, 3, 2.5])
    assert all(verdicts(costs.bounds(looks)).values())
    dear = replace(looks, worst=[(n, n**2.2, n**3) for n in sizes])
    assert not verdicts(costs.bounds(dear))["appendix.chain"]


def test_all_look_at_all_if_all_steal() -> None:
    assert costs.worst_looks(6)[1] <= costs.worst_looks(6)[2]


def test_correlations_of_players_and_of_camps() -> None:
    values = np.array([[[0.1, 0.5, 0.9], [0.2, 0.6, 1.0], [0.9, 0.5, 0.1]]])
    drawn: Any = SimpleNamespace(values=values, camp=np.array([[False, False, True]]))
    assert people.correlations(drawn, opposite=True) == pytest.approx([-1])
    assert people.correlations(drawn, opposite=False) == pytest.approx([-1 / 3])


def test_a_constant_moves_the_games_that_use_it() -> None:
    assert people.moves_games(STUDY, replace(MAIN, base_cost=0.2), ("SC",))
    assert not people.moves_games(STUDY, replace(MAIN, base_cost=0.2), PI)


def test_formulas_hold_and_one_does_not() -> None:
    drawn = people.draw(Condition(42, 29, COR), 1)
    assert all(verdicts(people.beliefs(STUDY, drawn)).values())
    assert verdicts(people.choices(STUDY, drawn)) == {
        "decorated.logit": True,
        "decorated.logistic_linear": False,
        "decorated.softmax_limits": True,
        "decorated.softmax_gumbel": True,
    }


def test_seats_are_ranked_only_where_it_is_sure() -> None:
    sure, vague, below = Estimate(1.0, 0.1), Estimate(0.1, 0.1), Estimate(-1.0, 0.1)
    close: Any = SimpleNamespace(
        seat_value=np.array([0.9, 0.5, 0.6]), seat_value_error=np.array([0.1, 0.003, 0.004])
    )
    key = ("main", COR, ())
    found = seats.Leads({key: sure}, {key: vague}, {}, close)
    assert found.first_is_best and found.second_is_worst
    assert found.third.value == pytest.approx(0.1) and found.third.error == pytest.approx(0.005)
    assert not replace(found, first={key: vague}).first_is_best
    assert not replace(found, lowest={key: below}).second_is_worst
    elsewhere = replace(found, lowest={("appendix", COR, ()): below})
    assert elsewhere.second_is_worst  # the claim is about the main text's players
