"""Unlimited re-steal: brute force, closed forms, the source's recurrences, many players."""

import re
from fractions import Fraction
from itertools import pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlor.core.draws import draw_at
from parlor.core.laws import read
from parlor.games.yankee_swap import draw_values, resteal
from parlor.games.yankee_swap import exact as whole_pools
from parlor.games.yankee_swap.exact import resteal_closed_form, solve_exactly
from parlor.games.yankee_swap.kernels import act, advance, open_box
from parlor.games.yankee_swap.large import (
    PLAY,
    Plan,
    Policy,
    decide,
    large_resteal,
    play,
    stream_for,
)
from parlor.games.yankee_swap.recurrence import mean_field, solve_recurrence
from parlor.games.yankee_swap.resteal import (
    resteal_bounds,
    resteal_seat_payoffs,
    solve_resteal,
)

from . import oracle


@pytest.fixture(scope="module")
def six():
    return solve_resteal(6, n_values=96)


@pytest.mark.parametrize(
    ("boxes", "n"),
    [
        ((0, 1), 2),
        ((1, 2, 3), 3),
        ((0, 2, 3, 7), 4),
        ((1, 2, 3, 4, 5), 4),
        ((0, 1, 5), 5),
        ((0, 1), 6),
    ],
)
def test_brute_force_over_owners(boxes, n):
    pay = [float(p) for p in oracle.seat_payoffs(boxes, n, locking=False)]
    assert solve_resteal(n, distribution=boxes).payoffs == pytest.approx(pay, abs=1e-14)
    assert [float(p) for p in solve_exactly(n, distribution=boxes).payoffs] == pytest.approx(
        pay, abs=1e-14
    )


@pytest.mark.parametrize(
    ("boxes", "n"),
    [(range(8), 5), (range(5), 6), ([0, 1, 3, 4], 7), ([0, 1, 3], 8), ((0, 7, 8, 9, 10), 6)],
)
def test_only_the_k_best_are_ever_taken(boxes, n):
    exact = solve_exactly(n, distribution=boxes)
    assert all(rank <= k for k, rank in enumerate(exact.deepest, start=1))
    assert max(exact.deepest) > 1  # so that it matters
    assert exact.n_positions == sum(comb(len(boxes) + p - 1, p) for p in range(n))
    got = solve_resteal(n, distribution=list(boxes))
    assert got.payoffs == pytest.approx([float(p) for p in exact.payoffs], abs=1e-13)
    assert sum(exact.payoffs) == n * Fraction(sum(boxes), len(boxes))


@given(st.lists(st.integers(0, 30), min_size=2, max_size=5, unique=True), st.integers(2, 5))
@settings(max_examples=30, deadline=None)
def test_random_decks_against_whole_pools(boxes, n):
    exact = [float(p) for p in solve_exactly(n, distribution=boxes).payoffs]
    assert solve_resteal(n, distribution=boxes).payoffs == pytest.approx(exact, abs=1e-12)
    scaled = solve_resteal(n, distribution=[4.0 * b + 8 for b in boxes]).payoffs
    assert scaled == pytest.approx(4 * np.array(exact) + 8, abs=1e-11)


def test_of_equal_values_the_later_is_the_better():
    """As if it were a little more; by lot there is another equilibrium, with other payoffs."""
    apart = [0, 1, 4, 4 + Fraction(1, 10**30)]
    by_place = [float(p) for p in solve_exactly(5, distribution=apart).payoffs]
    by_lot = [float(p) for p in solve_exactly(5, distribution=[0, 1, 4, 4]).payoffs]
    assert solve_resteal(5, distribution=[0, 1, 4, 4]).payoffs == pytest.approx(by_place, abs=1e-12)
    assert max(np.abs(np.subtract(by_place, by_lot))) > 0.02


@given(st.lists(st.integers(0, 20), min_size=2, max_size=7), st.integers(2, 9))
@settings(max_examples=30, deadline=None)
def test_stages_by_steps_are_sums_over_fresh_boxes(boxes, n):
    solved = solve_resteal(n, distribution=boxes)
    values, start, binomial, wanted = solved._stages.arrays
    by_one = wanted.copy()
    for k in range(2, n + 1):
        d = min(k - 1, n - k)
        by_one[start[k] : start[k + 1]] = 0.0
        pool, after = np.zeros((2, d + 2), np.int64)
        for out in range(start[k], start[k + 1], d + 1):
            for y in range(values.size):
                open_box(k, n - k, (values, start, binomial, by_one), pool, y, after, out)
            advance(pool, d)
    assert by_one == pytest.approx(wanted, abs=1e-14)
    assert abs(solved.sum_excess) < 1e-12 * max(1, *boxes)
    assert solved.actions.sum(axis=1) == pytest.approx(np.ones(n), abs=1e-13)


@pytest.mark.parametrize("unit", [1e-150, 1e-14, 1e9, 1e149])
def test_change_of_currency(unit):
    # ties of the kernels are absolute: without a unit of its own a deck of 1e-14 has ties only
    plain = solve_resteal(4, distribution=[0, 2, 3, 7])
    scaled = solve_resteal(4, distribution=[unit * x for x in (0, 2, 3, 7)])
    assert scaled.payoffs / unit == pytest.approx(plain.payoffs, rel=1e-12)
    assert scaled.actions == pytest.approx(plain.actions)
    assert scaled.holding_values(2) / unit == pytest.approx(plain.holding_values(2), rel=1e-12)


def test_results_are_tables():
    frame = solve_resteal(3, distribution=[0, 1]).to_frame()
    assert list(frame.columns) == ["payoffs", "actions_0", "actions_1", "actions_2"]
    assert frame.index.tolist() == [1, 2, 3]
    assert list(mean_field(3, n_values=10).to_frame().columns) == ["payoffs"]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_closed_forms(n):
    closed = [float(p) for p in resteal_closed_form(n)]
    assert sum(resteal_closed_form(n)) == Fraction(n, 2)
    assert solve_resteal(n, n_values=500).payoffs == pytest.approx(closed, abs=2e-5)
    assert resteal_seat_payoffs(n) == pytest.approx(closed, abs=1e-4)


@pytest.mark.parametrize("n", range(4, 8))
def test_last_two_seats_in_closed_form(n):
    closed = [float(p) for p in resteal_closed_form(n)]
    assert resteal_seat_payoffs(n, tolerance=1e-3)[-2:] == pytest.approx(closed[-2:], abs=5e-4)


@pytest.mark.parametrize("tol", [2e-4, 1e-4, 5e-5, 2e-5, 1.8e-5, 1e-5, 1e-6, 4e-7])
def test_no_payoff_is_off_by_more_than_the_tolerance(tol):
    # from an even deck of 54 to an odd one of 81 three players' payoffs hardly move
    for n in (2, 3):
        closed = [float(p) for p in resteal_closed_form(n)]
        assert np.abs(resteal_seat_payoffs(n, tolerance=tol) - closed).max() <= tol


@pytest.mark.parametrize("n", [9, 14])
def test_the_least_tolerance_that_is_named_is_taken(n):
    with pytest.raises(ValueError, match="allowed with") as refused:
        resteal_seat_payoffs(n, tolerance=1e-4)
    least = float(re.search(r"no less than (\S+):", str(refused.value))[1])
    assert least < 1e-2
    pay = resteal_seat_payoffs(n, tolerance=least)
    assert pay.sum() == pytest.approx(n / 2, abs=1e-10)
    last_two = [float(p) for p in resteal_closed_form(n)]
    assert pay[-2:] == pytest.approx(last_two, abs=least)


def test_nothing_is_said_about_a_deck_of_one_value():
    assert solve_resteal(3, n_values=1).error == np.inf
    assert solve_resteal(3, distribution=[0.5]).error == 0


def test_four_players_by_nested_quadrature():
    x, w = np.polynomial.legendre.leggauss(16)
    exact = oracle.four_players_resteal(
        lambda a, b: ((a + b) / 2 + (b - a) / 2 * x, (b - a) / 2 * w)
    )
    assert sum(exact) == pytest.approx(2, abs=1e-9)
    assert solve_resteal(4, n_values=1000).payoffs == pytest.approx(exact, abs=1e-6)
    assert exact[:2] == pytest.approx((0.2944790, 0.4004429), abs=1e-7)


@pytest.mark.parametrize(("name", "mean"), [("exponential", 1.0), ("beta(2, 5)", 2 / 7)])
def test_other_distributions(name, mean):
    got = resteal_seat_payoffs(4, tolerance=2e-3, distribution=name)
    assert got.sum() == pytest.approx(4 * mean)
    assert got == pytest.approx(solve_resteal(4, distribution=name, n_values=400).payoffs, abs=2e-3)
    assert resteal_seat_payoffs(4, tolerance=1e-3, distribution="beta(1, 1)") == pytest.approx(
        resteal_seat_payoffs(4, tolerance=1e-3), abs=1e-6
    )
    # the last seat of two: E max(X, E X)
    two = resteal_seat_payoffs(2, tolerance=1e-3, distribution=name)
    assert two[0] == pytest.approx(draw_values(2, distribution=name)[-1], abs=1e-3)


def test_six_players_to_the_tolerance(six):
    pay = resteal_seat_payoffs(6, tolerance=1e-4)
    assert pay == pytest.approx(solve_resteal(6, n_values=200).payoffs, abs=1e-4)
    assert 0 < six.error < 1e-4
    assert pay.sum() == pytest.approx(3, abs=1e-10)
    assert (np.diff(pay) > 0).all()
    assert abs(six.sum_excess) < 1e-10
    assert six.actions.sum(axis=1) == pytest.approx(np.ones(6), abs=1e-10)


def test_the_sum_rule_can_fail(six):
    """The rule is not built in: with one row spoilt the seats are no longer paid N/2."""
    spoilt = solve_resteal(6, n_values=20)
    stages, total = spoilt._stages, 0.0
    stages.arrays.tables[stages.arrays.start[3]] += 0.5
    for p in range(6):
        k = 6 - p
        total += act(k, p, stages.arrays, stages.tails(p, min(k, p)), np.zeros(7))
    assert abs(total - 3) > 1e-6


@pytest.mark.parametrize("n", [4, 6])
def test_played_on_the_continuum(n):
    solved = solve_resteal(n, n_values=200)
    played = solved.simulate(400_000, seed=11)
    z = (played.payoffs - solved.payoffs) / played.payoffs_error
    assert np.abs(z).max() < 4.5
    assert (solved.simulate(50, seed=1).payoffs == solved.simulate(50, seed=1).payoffs).all()


def test_the_best_box_is_not_always_the_one_to_take(six):
    # N = 4, seat 3 sees 0.9 and 0.8: the best is worth 0.9 (1.5 - 0.9) = 0.54, the next 0.8
    four = solve_resteal(4, n_values=50)
    plane = four.decisions(3)
    i, j = 44, 40
    assert four.values[[i, j]] == pytest.approx([0.89, 0.81])
    assert plane[i, j] == 2
    assert plane[i, 5] == 1
    assert plane[5, 5] == 0
    assert plane[5, 6] == -1
    a, b = np.meshgrid(four.values, four.values, indexing="ij")
    keep = np.where(a <= 0.5, a, a * (1.5 - a))
    expected = np.where(np.maximum(keep, b) <= 0.375, 0, np.where(b > keep + 1e-9, 2, 1))
    clear = (a >= b) & (np.abs(b - keep) > 0.03) & (np.abs(a - 0.5) > 0.03)
    assert (plane == expected)[clear].all()
    assert six.actions[4, 2] > 0.6  # the last but one of six takes the second best


def test_decisions_over_the_plane_are_taken_as_often_as_the_seat_takes_them(six):
    size = six.values.size
    plane = six.decisions(3)  # two boxes, both opened by chance
    likely = (np.tri(size, k=-1) * 2 + np.eye(size)) / size**2
    for rank in range(3):
        often = likely[plane == rank].sum()
        assert often == pytest.approx(six.actions[2, rank], abs=1e-10) and often > 0


@pytest.mark.parametrize("n", [3, 4, 5])
def test_holding_values(n):
    solved = solve_resteal(n, n_values=200)
    assert solved.holding_values(0) == pytest.approx(solved.values)
    last = solved.holding_values(1)
    assert last == pytest.approx(oracle.last_holding(n, solved.values), abs=2e-4)
    assert np.diff(last).min() < -1e-4  # not monotone
    for k in range(n):  # boxes on the table, and the seats to come, share N/2
        rest = solved.payoffs[n - k :].sum()
        assert (n - k) * solved.holding_values(k).mean() + rest == pytest.approx(n / 2, abs=1e-4)


def test_three_players_holding_value_with_two_to_come():
    solved = solve_resteal(3, n_values=400)
    v = solved.values
    exact = np.where(v <= 0.375, v, np.where(v <= 0.5, 0.375, (v * v - v + 1) / 2))
    clear = np.abs(v - 0.375) > 0.01
    assert solved.holding_values(2)[clear] == pytest.approx(exact[clear], abs=5e-3)


def test_the_printed_recurrences_have_no_solution():
    printed = solve_recurrence(101)
    assert printed.thresholds == pytest.approx([(3 - 5**0.5) / 2])
    assert printed.solutions == (1, 0)
    point, below, above = printed.jump
    assert point == pytest.approx((3 - 5**0.5) / 2)
    assert below < -0.04 and above > 0.07
    assert printed.sum_excess is None


@pytest.mark.parametrize("pool", ["printed", "table"])
@pytest.mark.parametrize("n", [3, 6, 20])
def test_the_mended_recurrences_lose_money(n, pool):
    locked = solve_recurrence(n, compare="draw", pool=pool, draw="after")
    assert locked.thresholds == pytest.approx(draw_values(n))  # of the locked game
    for compare, draw in (("turn", "printed"), ("turn", "after"), ("draw", "printed")):
        mended = solve_recurrence(n, compare=compare, pool=pool, draw=draw)
        assert mended.sum_excess is None or mended.sum_excess <= -0.02
    assert locked.sum_excess < -0.04


def test_last_turn_of_a_mended_recurrence_is_below_a_fresh_box():
    mended = solve_recurrence(3, pool="table")
    assert mended.turn_values[0] < resteal_closed_form(3)[-1]
    tau = mended.thresholds[0]  # tau**2 (tau**2 + 1 - tau) / 2 + 2 (1 - tau**3) / 3 = tau
    assert tau**2 * (tau**2 + 1 - tau) / 2 + 2 * (1 - tau**3) / 3 == pytest.approx(tau)


@pytest.mark.parametrize("n", [2, 3, 6, 101])
def test_mean_field_shares_out_all_there_is(n):
    field = mean_field(n, n_values=1000)
    assert field.sum_excess == pytest.approx(0, abs=1e-10)
    assert field.draw_values == pytest.approx(field.holding_values.mean(axis=1))
    assert field.payoffs[-1] == pytest.approx(float(resteal_closed_form(n)[-1]), abs=1e-3)
    assert field.holding_values[1] == pytest.approx(oracle.last_holding(n, field.values), abs=0.06)


def test_many_players():
    rough = large_resteal(6, n_fit=2000, n_games=20_000, seed=2)
    assert rough.payoffs == pytest.approx(solve_resteal(6, n_values=32).payoffs, abs=0.02)
    assert rough.actions.sum(axis=1) == pytest.approx(np.ones(6))
    assert rough.payoffs.sum() == pytest.approx(3, abs=0.05)
    v = np.array([0.1, 0.3, 0.6, 0.95])
    held, errors = rough.first_holding_values(v, n_plays=20_000)
    exact = solve_resteal(6, n_values=50).holding_values(5)
    assert held[:2] == pytest.approx(exact[[5, 15]], abs=0.02)
    assert held[0] == pytest.approx(0.1) and errors[0] < 1e-8
    assert np.abs(held - np.interp(v, np.arange(0.01, 1, 0.02), exact)).max() < 0.03
    test = rough.exploitability(n_tables=100, n_plays=100)
    assert (test.upper >= test.gains - 4 * test.gains_error).all()
    assert test.gains.max() < 0.02
    # a policy that only ever opens boxes is exploited: seat N gains E max(X_1..X_5, 1/2) - 1/2
    idle = large_resteal(6, n_fit=2000, n_games=100, seed=2)
    idle._policy[1][:] = 2.0
    assert idle.exploitability(n_tables=400, n_plays=4).gains[-1] == pytest.approx(0.3359, abs=0.03)


def test_the_box_that_nobody_wants_is_taken_also_if_it_is_the_worst():
    """With k to act the k-th best box is safe: the movers to come take better ones."""
    policy = large_resteal(6, n_fit=2000, n_games=10, seed=2)._policy
    boxes = np.array([0.99, 0.985, 0.98])
    for k in (1, 2, 3):
        plan = Plan(np.zeros(k + 1, np.int64), np.zeros(k + 1))
        assert decide(k, 3, policy, boxes, np.zeros(3, np.int64), plan, 0) == k


@pytest.mark.parametrize("n", [2, 7, 24])
@pytest.mark.parametrize("fitted", [True, False])
def test_what_is_kept_of_a_plan_is_what_a_new_plan_would_be(n, fitted):
    policy = large_resteal(n, n_fit=60, n_games=2, seed=2)._policy
    if not fitted:  # by which a bad box can be worth more than a good one
        random = np.random.default_rng(n)
        weights = random.normal((1.5, -1, 0, 0, 0, 0), 0.1, policy[0].shape)
        policy = Policy(weights, random.uniform(0.2, 0.5, n + 1))
    sums, actions = np.zeros((2, n)), np.zeros((n, n + 1))
    play(n, policy, 2, 200, sums, actions)
    stream, thief = stream_for(2, PLAY, 0), np.zeros(n, np.int64)
    plan = Plan(np.zeros(n + 1, np.int64), np.zeros(n + 1))
    for game in range(200):
        boxes: list[tuple[float, int]] = []  # value and owner, best first
        for p in range(n):
            value = np.array([v for v, _ in boxes])
            rank = decide(n - p, p, policy, value, thief, plan, 0)
            actions[p, rank] -= 1
            opens = p
            if rank:
                opens = boxes[rank - 1][1]
                boxes[rank - 1] = value[rank - 1], p
            boxes = sorted([*boxes, (draw_at(stream, game, p), opens)], reverse=True)
        for x, owner in boxes:
            sums[0, owner] -= x
    assert not actions.any()
    assert sums[0] == pytest.approx(np.zeros(n), abs=1e-10)


@pytest.mark.parametrize(
    ("call", "names"),
    [
        (lambda: resteal_seat_payoffs(0), "n_players: got 0"),
        (lambda: resteal_seat_payoffs(15), "n_players: got 15"),
        (lambda: resteal_seat_payoffs(3, tolerance=0), "tolerance: got 0"),
        (
            lambda: resteal_seat_payoffs(14, tolerance=5e-324),
            "tolerance: got 5e-324, .* from 9.8e-08 up",
        ),
        (lambda: resteal_seat_payoffs(14, tolerance=1e-6), "tolerance: got 1e-06"),
        (
            lambda: resteal_seat_payoffs(3, tolerance=1e-3, distribution="normal"),
            "distribution: got 'normal'",
        ),
        (lambda: solve_resteal(8, n_values=400), "n_values: got 400"),
        (lambda: solve_resteal(4, n_values=8).decisions(2), "seat: got 2"),
        (lambda: solve_resteal(4, n_values=8).holding_values(4), "to_come: got 4"),
        (
            lambda: solve_resteal(3, distribution="exponential", n_values=8).simulate(9),
            "distribution: got",
        ),
        (
            lambda: solve_resteal(3, distribution={0: 0.25, 1: 0.75}),
            "distribution: got .* allowed here are",
        ),
        (lambda: resteal_closed_form(0), "n_players: got 0"),
        (lambda: solve_exactly(9, distribution=range(50)), "distribution: "),
        (lambda: solve_recurrence(3, compare="both"), "compare: got 'both'"),
        (lambda: mean_field(3, n_values=1), "n_values: got 1"),
        (lambda: large_resteal(1), "n_players: got 1"),
        (
            lambda: large_resteal(3, n_fit=60, n_games=10).exploitability(n_tables=1),
            "n_tables: got 1",
        ),
        (
            lambda: large_resteal(3, n_fit=60, n_games=10).first_holding_values([2]),
            r"values\[0\]: got",
        ),
    ],
)
def test_errors_name_the_argument(call, names):
    with pytest.raises(ValueError, match="^" + names) as error:
        call()
    assert "\n" not in str(error.value)


def test_one_player_takes_the_mean_and_none_is_no_game() -> None:
    assert solve_exactly(1, distribution=[1, 2, 3]).payoffs == (2,)
    with pytest.raises(ValueError, match="n_players: got 0"):
        solve_exactly(0, distribution=[1, 2, 3])


def test_nothing_is_taken_where_all_boxes_are_alike():
    assert solve_exactly(3, distribution=[5]).deepest == (0, 0, 0)


def test_a_deck_is_refused_for_its_positions(monkeypatch):
    positions = 1 + 3 + 6 + 10  # pools of no box to three, of three kinds
    monkeypatch.setattr(whole_pools, "MAX_POSITIONS", positions)
    assert solve_exactly(3, distribution=[1, 2, 3]).payoffs[0] == Fraction(3, 2)
    monkeypatch.setattr(whole_pools, "MAX_POSITIONS", positions - 1)
    with pytest.raises(ValueError, match=f"a deck with {positions} positions"):
        solve_exactly(3, distribution=[1, 2, 3])


@pytest.mark.parametrize(("n", "cells"), [(2, 41), (3, 40), (4, 41), (5, 60), (6, 40), (7, 30)])
def test_what_is_known_lies_in_the_intervals(n, cells):
    bounds = resteal_bounds(n, n_values=cells)
    exact = np.array([float(x) for x in resteal_closed_form(n)])
    last = slice(n - exact.size, n)
    assert (bounds.lower[last] <= exact).all() and (exact <= bounds.upper[last]).all()
    fine = solve_resteal(n, n_values=80).payoffs
    assert (bounds.lower < fine).all() and (fine < bounds.upper).all()


def test_intervals_are_as_wide_as_a_cell_or_two_where_little_can_be_mistaken():
    wide = [resteal_bounds(3, n_values=n).certificate.error for n in (50, 100, 200)]
    assert wide[0] < 1.1 / 50
    assert [a / b for a, b in pairwise(wide)] == pytest.approx([2, 2], rel=0.05)


def test_the_kernel_without_doubt_is_the_solver():
    """Cells of no width: the least and the most are one number, but for ties of values."""
    n, values = 6, np.sort(np.random.default_rng(5).random(60))
    low, high = (resteal._Stages(n, values, unit=1.0) for _ in range(2))
    solved = resteal._solve(n, read(values.tolist()), values)
    for k in range(2, n + 1):
        resteal.enclose_stage(k, n - k, low.arrays, high.arrays, 0.0)
    least, most = (resteal._seats(n, one)[0] for one in (low, high))
    assert (least <= solved.payoffs).all() and (solved.payoffs <= most).all()
    assert (most - least < 0.05).all() and most[-1] - least[-1] < 1e-12


def test_too_many_cells_are_refused():
    with pytest.raises(ValueError, match="n_values"):
        resteal_bounds(10, n_values=400)
