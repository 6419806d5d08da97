"""What the pages on Goofspiel show: figures say in words what is in them."""

from fractions import Fraction

import numpy as np
import pytest

from chapters.goofspiel import cards, figures, lab, replies, tables
from chapters.goofspiel.large_games import shipped, shipped_to_win
from chapters.goofspiel.proposition5 import at_random, optimal_for_one
from parlor.games import nakai
from parlor.games.goofspiel import solve, solve_hands
from parlor.games.nakai.exact import exact_values
from parlor.games.nakai.recursion import states


def test_a_game():
    assert figures.won([3, 5, 1], [3, 5, 1], [4, 1, 2]) == [-3, 5, -1]
    prizes = (3, 5, 1, 4, 2)
    figure, alt = figures.a_game(prizes, prizes, [p % 5 + 1 for p in prizes])
    assert len(figure.axes) == 1
    assert "Bob wins 4 of the prizes, Ann 1; in the end she has -5 points" in alt
    frame = figures.three_cards()
    assert frame["Bob bids 3"].tolist() == ["1.25", "0.00", "0.00"]
    assert min(map(float, frame.iloc[1, 1:])) == 0  # the row of the match


def test_openings():
    boards = {n: np.array([solve(n).opening(p) for p in range(1, n + 1)]) for n in (4, 6)}
    figure, alt = figures.openings(boards)
    assert len(figure.axes) == 2
    assert f"probability {boards[6][-1, -1]:.2f}" in alt
    one = np.eye(3)
    other = one[[1, 0, 2]]
    figure, alt = figures.two_aims(one, {-1: one, 0: other})
    assert figure.slider["start"] == 1 and figure.slider["places"] == ["\N{MINUS SIGN}1", "0"]
    assert "1 point behind: on average 0 % of the bids differ" in figure.slider["told"][0]
    assert "on average 67 %" in figure.slider["told"][1]
    assert "differ most for the prize 1, where 1.00 of the probability" in alt
    assert "least for 3" in alt


def test_parities():
    odds = np.array([[0.6, 0, 0.4], [0, 1, 0], [0.5, 0.1, 0.4]])
    figure, alt = figures.parities({3: odds})
    assert len(figure.axes) == 1
    assert "odd, up to a tenth of the probability, at 1 and even at 2; 1 cards" in alt
    found = shipped()
    # another way to the same holes: text
    for run in found.values():
        bids = ["".join(".x"[int(p > 1e-9)] for p in row).strip(".") for row in run.strategies]
        assert len(figures.left_out(run.strategies)) == sum(row.count(".") for row in bids)


def test_stage_and_choices():
    _, alt = figures.stage((3, 1, 1, 2))
    assert "(low, middle) up to 0.23, both mix up to 1.00" in alt
    figure, alt = figures.choices(6)
    assert len(figure.axes) == 4
    count = sum(
        any(r.choice == "high, M" for r in nakai.regions.regions(nakai.values(6), 6, k, 6 - k, 3))
        for k in range(1, 6)
    )
    assert f"in {count} of 5 columns" in alt
    figure, alt = figures.contours(8, 2)
    layer = nakai.values(8).layers[8]
    assert f"to {np.nanmax(layer[:, :, 4]) / 8:.3f} for 4 middle cards" in alt


def test_tables():
    assert tables.natural(4)["loses"].iloc[0] == 2  # n (n - 3) / 2
    frame = tables.limits(nakai.values(8), [4, 8], 16)
    assert list(frame.columns)[1:] == ["n = 4", "n = 8", "limit"]
    facts = tables.facts_of_limits(frame, [4, 8])
    worst = max(n * (frame[f"n = {n}"] - frame["limit"]).abs().max() for n in (4, 8))
    assert facts["fluid_scaled"] == f"{worst:.3f}"
    assert tables.facts_of_regions(nakai.values(3)) == {"n_scanned": 39, "case_share": 20}
    stage = tables.stage(nakai.values(3), (3, 2, 1, 2), 7 / 32)
    assert stage["player I"].tolist() == ["low", "high"]
    assert stage["middle"].tolist() == [round(3 / 8 - 7 / 32, 4), round(7 / 32, 4)]
    runs = shipped()
    sizes = tables.sizes({4: solve(4)}, {12: runs[12]})
    assert sizes["cards"].tolist() == [4, 12]
    low, high = tables.first_bids(runs[12].strategies)
    assert high.columns.tolist() == ["prize", *map(str, range(7, 13))]
    whole = np.hstack([low.iloc[:, 1:], high.iloc[:, 1:]])
    assert np.array_equal(whole, runs[12].strategies)
    assert tables.freedom([solve(4).opening_payoffs(4)]) < 1e-6


def test_facts_of_the_card_game():
    boards = {5: np.array([solve(5).opening(p) for p in range(1, 6)])}
    run = shipped()[11]
    boards[11] = run.strategies
    facts = cards.strange(boards, solve(5), run)
    assert facts["loss_match"] == 44 and facts["formula_ok"] == ""
    assert facts["ross_value"] == 20 == Fraction(11**2 - 1, 6)
    checked = cards.certified({11: run}, 4)
    assert checked["again"] == 32 and checked["worst"] == "below 1e-11"


def test_natural_plans_in_larger_games():
    found = replies.losses([4, 5])
    assert found["match the prize"] == [2, 5]
    assert found[replies.NEIGHBOUR][1] == pytest.approx(295 / 96)
    assert replies.facts()["blur_worse"] == 12
    assert replies.table([4]).columns.tolist() == ["strategy", "4"]
    runs = shipped_to_win()
    between = cards.apart({4: solve(4), 5: solve(5)}, runs)
    assert (between["first bid loses"] <= between["game loses"]).all()
    assert cards.punished({8: runs[8]}, cards.apart({8: solve(8)}, runs))["win_spoiled"] == "0.45"


def test_plan_by_lot_is_always_optimal():
    table = exact_values(6, distribution="deterministic")
    assert all(optimal_for_one(table, state, at_random(*state)) for state in states(6))


def test_lab_nakai():
    answer = lab.nakai_game([3, 1, 1, 2], ["uniform"])
    assert answer["value"].value == nakai.values(3).v(3, 1, 1, 2)
    assert answer["value"].error < 1e-12
    assert answer.tables[0].frame["prize"].is_monotonic_increasing
    laws = ["uniform", [1, 2, 5], "beta(2, 3)"]
    answer = lab.nakai_game([3, 2, 1, 2], laws)
    table = nakai.values(3, stage_distributions=laws[::-1])  # the last prize first
    assert answer["value"].value == table.v(3, 2, 1, 2)
    listed = lab.nakai_game([3, 2, 1, 2], laws[1:2])
    assert listed.tables[0].frame["prize"].tolist() == [1, 2, 5]
    assert "Four curves" in listed.figures[0].draw()[1]
    assert lab.nakai_game([2, 1, 0, 0], ["uniform"])["value"].value == 0
    with pytest.raises(ValueError, match=r"laws\[1\]"):
        lab.readable_laws(["uniform", [-1]])


def test_lab_cards():
    answer = lab.card_game([1, 4], [2, 3], [1, 4], "points")
    assert answer["value"].value == pytest.approx(3) and answer["value"].sure == "bound"
    assert len(answer.tables[0].frame) == 4
    assert "highest prize, 4" in answer.figures[0].draw()[1]
    answer = lab.card_game([1, 2, 3], [1, 2, 3], [1, 2, 3], "winning")
    assert answer["value"].value == 0
    same = solve_hands([1, 2, 3], [1, 2, 3], [1, 2, 3], aim="winning")
    assert answer["stage_games"].value == same.n_games
