"""Tables and figures on guts: what they hold, and what is said of them to who does not see them."""

from __future__ import annotations

import re

import numpy as np
import pytest
from matplotlib.figure import Figure

from parlor.chapters.guts import coalitions, figures, own, solved, tables, weenie
from parlor.games.guts import solve_coalition
from parlor.press import Check, Effort
from parlor.press.ledger import Published
from parlor.press.project import Project

PUBLISHED = Published.load(Project.here().root / "data/published/guts")


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
        name: Check("guts", PUBLISHED.entry(name), str(value.computed), "match", "", None)
        for name, value in told.items()
    }


def test_table_1_in_three_parts(found: dict[str, Check]) -> None:
    values = tables.values(found, reduced=True)
    assert list(values["published"]) == ["0.0", "0.0132", "0.0339", "0.0516", "0.0654"]
    assert values["exact, mesh 101"].iloc[1] == pytest.approx(-solved.on_mesh(2).value, abs=1e-6)
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
    assert len(tables.weenie_values_without_doubling(reduced=True)) == 2
    assert tables.tail()["exponent k"].iloc[-1] > 2
    assert (tables.asynchronous(3)["N"] == [2, 3, 4, 5, 6]).all()
    assert set(tables.equilibria()["game"]) == {"C2", "C5", "C6", "D1", "D2"}


def test_ruin_by_drift_lies_between_the_fair_chance_and_one() -> None:
    two = solved.continuum(2)
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
    answer = own.coalition(2, None, "full", False, None, 20_000, 1)
    assert float(answer.values["own_value"]) == pytest.approx(solved.continuum(2).value, abs=1e-9)
    mean, error = (float(answer.values[k]) for k in ("own_mean", "own_se"))
    assert abs(mean - solved.continuum(2).value) < 5 * error
    assert answer.table["probability"].sum() == pytest.approx(2, abs=1e-5)
    assert numbers(answer.alt)[-2] == pytest.approx(solved.continuum(2).value, abs=1e-3)


def test_a_game_not_worth_playing_is_not_played() -> None:
    answer = own.coalition(8, None, "full", True, None, 1000, 1)
    assert answer.values["own_enters"] == "no" and "own_mean" not in answer.values


def test_other_questions() -> None:
    six = own.weenie_rule(5)
    assert six.values["own_strong"] == "no"
    assert float(six.values["own_least"]) == pytest.approx(weenie.strongest(6).least, abs=1e-9)
    assert own.weenie_rule(1).values["own_least"] == "0.000000000"
    assert own.pairs(None).values["own_support"] == 3
    apart = own.partners(2, False, 0.0, 3, 1)
    assert abs(float(apart.values["own_least"])) < 1e-9
    assert float(apart.values["own_together"]) < -0.01
    walk = own.ruined(solve_coalition(1, None), 3.0, None, True, None, 500, 1)
    assert walk.values["own_fair"] == "0.50000"
    assert abs(float(walk.values["own_chance"]) - 0.5) < 5 * float(walk.values["own_error"])
    play = own.players(3, 101, "alternating", True, 500, 1)
    assert float(play.values["own_distance"]) < 0.1
    odd = own.small_game("D1", 10, 1)
    assert float(odd.values["own_together"]) == pytest.approx(-2 / 3)
    assert float(odd.values["own_apart"]) == pytest.approx(-0.5)
    assert len(odd.table) == odd.values["own_equilibria"]


def test_returns_are_highest_at_her_optimum() -> None:
    solution = solve_coalition(3, None)
    grid = np.linspace(0.3, 1, 141)
    each = own._returns(solution, grid)
    mixed = sum(w * y for y, (_, w) in zip(each, solution.coalition, strict=True))
    assert float(np.max(mixed)) == pytest.approx(solution.value, abs=1e-3)
