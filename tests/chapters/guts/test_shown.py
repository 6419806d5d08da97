"""Tables and figures on guts: what they hold, and what is said of them to who does not see them."""

from __future__ import annotations

import re

import numpy as np
import pytest
from matplotlib.figure import Figure

from chapters.guts import coalitions, figures, lab, solutions, tables, weenie
from parlor.games.guts import solve_coalition
from parlor.games.guts.play import play_games
from press import Check, Effort
from press.project.errors import UserError
from press.project.parameters import Parameters
from press.project.places import Project
from tests.published import SOURCES

PUBLISHED = SOURCES["guts"]


def numbers(text: str) -> list[float]:
    """All numbers of a text."""
    return [float(x) for x in re.findall(r"-?\d*\.?\d+(?:e[-+]\d+)?", text)]


@pytest.fixture(scope="module")
def found() -> dict[str, Check]:
    """The entries of Table 1, with our values and any verdict."""
    told = {
        **coalitions.values(Effort(reduced=True)),
        **coalitions.own_thresholds(Effort(reduced=True)),
        **coalitions.bloc_thresholds(Effort(reduced=True)),
        **coalitions.beside_thresholds(Effort(reduced=True)),
    }
    return {
        name: Check({"printed": PUBLISHED.entry(name).printed, "computed": str(value.computed)})
        for name, value in told.items()
    }


def test_table_1_in_three_parts(found: dict[str, Check]) -> None:
    values = tables.values(found, reduced=True)
    assert list(values["published"]) == ["0.0", "0.0132", "0.0339", "0.0516", "0.0654"]
    assert values["exact, mesh 101"].iloc[1] == pytest.approx(-solutions.on_mesh(2).value, abs=1e-6)
    assert list(tables.own_thresholds(found, reduced=True)["N"]) == [1, 2, 3, 4, 5]
    plans = tables.strategies(found, reduced=True)
    assert plans["bloc, mesh"].iloc[1] == "0.67 and 0.68"
    assert plans.shape[0] == 5 and plans["share, mesh"].iloc[1] == "0.120"


def test_small_tables() -> None:
    assert list(tables.duel()["mesh"]) == [21, 101, 201, 501, "continuum"]
    assert tables.even()["probability"].sum() == pytest.approx(1, abs=1e-5)
    assert tables.deals(reduced=True)["largest z"].max() < 4
    by = tables.nashpy(reduced=True).set_index("by")
    assert by.loc["nashpy", "at least"] <= by.loc["exact", "at least"] <= by.loc["ours", "at most"]
    assert list(tables.weenies(reduced=True)["n"]) == [2, 3, 4, 5, 6, 7]
    assert len(tables.weenie_values_without_doubling()) == 5  # for six to ten players
    assert tables.tail()["exponent k"].iloc[-1] > 2
    assert (tables.asynchronous(3)["N"] == [2, 3, 4, 5, 6]).all()
    assert set(tables.equilibria()["game"]) == {"C2", "C5", "C6", "D1", "D2"}


def test_ruin_by_drift_lies_between_the_fair_chance_and_one() -> None:
    two = solutions.continuum(2)
    chances = [tables.chance_by_drift(two, 10.0, chips) for chips in (1, 10, 100)]
    assert 2 / 3 < chances[0] < chances[1] < chances[2] < 1


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("deal", [2, 3, 1]),
        ("blend", [0.645, -0.0133]),
        ("value_map", [1, 3]),
        ("surface", [0.577]),
        ("growth", [0.013, 0.118, 0.1565]),
        ("wills", [0.7071]),
    ],
)
def test_what_is_said_of_figures(name: str, facts: list[float]) -> None:
    draw = getattr(figures, name)
    figure, alt = draw() if name in ("deal", "blend") else draw(reduced=True)
    assert isinstance(figure, Figure)
    said = numbers(alt)
    for fact in facts:
        assert min(abs(x - fact) for x in said) < 5e-3 * max(1, abs(fact)), (name, fact, alt)


def test_a_readers_own_coalition_of_two() -> None:
    answer = lab.coalition(solutions.continuum(2), None, 20_000, 1)
    value, mean = answer["value"], answer["mean"]
    assert value.value == pytest.approx(solutions.continuum(2).value, abs=1e-9)
    assert value.error is not None and value.error < 1e-9
    assert mean.error is not None and abs(mean.value - value.value) < 5 * mean.error
    assert answer.tables[0].frame["probability"].sum() == pytest.approx(2, abs=1e-5)
    _, alt = answer.figures[0].draw()
    assert numbers(alt)[-2] == pytest.approx(solutions.continuum(2).value, abs=1e-3)


def test_errors_of_two_games_are_half_their_distance() -> None:
    answer = lab.coalition(solutions.continuum(2), None, 2, 1)
    games = play_games(solve_coalition(2, mesh=None), n_games=2, seed=1)
    apart = abs(games.winnings[1] - games.winnings[0])
    assert answer["mean"].error == games.certificate.error == pytest.approx(apart / 2)


def test_one_friend_alone_gains_nothing() -> None:
    answer = lab.coalition(solutions.continuum(1), None, 1000, 1)
    assert (answer["value"].value, answer["tail"].value) == (0, float("inf"))


def test_a_game_not_worth_playing_is_not_played() -> None:
    answer = lab.coalition(solutions.continuum(8, weenie=True), None, 1000, 1)
    first, second, *others = answer.quantities
    assert (first.name, first.told) == ("enters", "no") and answer.asked.endswith(
        "should not play."
    )
    assert second.name == "value" and second.value is None, "the ante that she leaves is no value"
    assert lab.weenie_rule(8)["value"].value is None
    assert "mean" not in [quantity.name for quantity in others]


def test_a_threshold_of_ones_own_is_answered_first() -> None:
    answer = lab.coalition(solutions.continuum(2), 0.9, 200_000, 1)
    first, mean = answer.quantities[0], answer["mean"]
    assert mean.error is not None and abs(first.value - mean.value) < 4 * mean.error
    assert first.value < answer["value"].value - 0.1 and "above 0.9" in answer.asked
    best = lab.coalition(solutions.continuum(2), answer["thresholds"].value[0], 2, 1)
    assert best.quantities[0].value == pytest.approx(best["value"].value, abs=1e-9)
    endless = lab.coalition(solutions.continuum(8, weenie=True), 0.8, 2, 1).quantities[0]
    assert endless.value is None and "stakes grow faster" in endless.meaning


def test_other_questions() -> None:
    six = lab.weenie_rule(5)
    assert six["strong"].value == "no"
    assert six["least"].value == pytest.approx(weenie.strongest(6).least, abs=1e-9)
    assert lab.weenie_rule(1)["least"].value == 0
    assert lab.pairs(None)["support"].value == 3
    apart = lab.partners(2, False, 0.0, 3, 1)
    assert abs(apart["least"].value) < 1e-9
    assert apart["together"].value < -0.01
    walk = lab.ruined(solve_coalition(1, mesh=None), 3.0, None, True, None, 500, 1)
    assert walk["fair"].value == 0.5
    chance = walk["chance"]
    assert chance.error is not None and abs(chance.value - 0.5) < 5 * chance.error
    play = lab.players(3, 101, "alternating", True, 500, 1)
    assert play["distance"].value < 0.1
    odd = lab.small_game("D1", 10, 1)
    assert odd["together"].value == pytest.approx(-2 / 3)
    assert odd["apart"].value == pytest.approx(-0.5)
    assert len(odd.tables[0].frame) == odd["equilibria"].value
    for answer in (six, apart, walk, play, odd):
        figure, alt = answer.figures[0].draw()
        assert isinstance(figure, Figure) and numbers(alt)


def test_returns_are_highest_at_her_optimum() -> None:
    solution = solve_coalition(3, mesh=None)
    grid = np.linspace(0.3, 1, 141)
    each = lab._returns(solution, grid)
    mixed = sum(w * y for y, (_, w) in zip(each, solution.coalition, strict=True))
    assert float(np.max(mixed)) == pytest.approx(solution.value, abs=1e-3)


@pytest.mark.parametrize("given", [{"chips": 4e-9}, {"chips": 1.0, "coalition_chips": 4e-9}])
def test_the_fewest_chips_that_the_lab_takes_can_be_played_for(given: dict[str, float]) -> None:
    page = Parameters.of_page(Project.here().page_asked("guts"))
    asked = page.validate({"question": "ruin", "n_coalition": 2, "n_walks": 2} | given)
    with pytest.raises(UserError, match="chips: question=ruin plays for a quarter of them"):
        page.validate({"question": "ruin"} | {name: amount / 2 for name, amount in given.items()})
    names = ("chips", "coalition_chips", "table_stakes", "own", "n_walks", "seed")
    answer = lab.ruined(solve_coalition(2), *(asked[name] for name in names))
    assert 0 <= answer["chance"].value <= 1
