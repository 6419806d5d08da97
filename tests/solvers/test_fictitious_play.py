"""Fictitious play against nashpy, the value, and its own rules."""

from dataclasses import replace

import nashpy
import numpy as np
import pytest
from nashpy.learning.fictitious_play import fictitious_play as reference

from parlor.solvers import zero_sum
from parlor.solvers.fictitious_play import play, play_three


@pytest.mark.parametrize("seed", range(5))
def test_nashpys_process(seed):
    """With no ties after a fixed start the two must agree play by play."""
    A = np.random.default_rng(seed).normal(size=(6, 9))
    past = [np.eye(6)[2], np.eye(9)[4]]
    *_, (row, column) = reference(A, -A, 300, play_counts=past)
    received, conceded = A[:, 4].copy(), A[2].copy()
    x, y = past
    for _ in range(300):
        i, j = received.argmax(), conceded.argmin()
        received, conceded = received + A[:, j], conceded + A[i]
        x, y = x + np.eye(6)[i], y + np.eye(9)[j]
    assert (x == row).all() and (y == column).all()
    kernel = play(A, n_rounds=4000, seed=seed)  # and the kernel bounds the same value
    low, high = kernel.bounds
    assert low - 1e-12 <= zero_sum.solve(A).value <= high + 1e-12


def test_kernel_is_that_process():
    A = np.random.default_rng(1).normal(size=(5, 5))
    kernel = play(A, n_rounds=500, ties="first")
    start = [np.zeros(5), np.zeros(5)]
    start[0][0] = start[1][0] = 1
    *_, (row, column) = nashpy.Game(A, -A).fictitious_play(499, play_counts=start)
    assert kernel.mixes[0] * 500 == pytest.approx(row)
    assert kernel.mixes[1] * 500 == pytest.approx(column)


@pytest.mark.parametrize("protocol", ["simultaneous", "alternating"])
@pytest.mark.parametrize("ties", ["first", "last", "random", "kept"])
def test_converges(protocol, ties):
    A = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    game = play(A, n_rounds=20_000, protocol=protocol, ties=ties, seed=4)
    assert game.bounds[0] <= 0 <= game.bounds[1] and game.gap < 0.03
    assert game.gaps[-1] == pytest.approx(game.gap) and game.steps[-1] == 20_000


def test_start():
    A = np.random.default_rng(2).normal(size=(4, 5))
    run = play(A, n_rounds=100, ties="first", start=(3, 2))
    assert run.plays[:, 0].tolist() == [3, 2]
    past = [np.eye(4)[3], np.eye(5)[2]]
    *_, (row, column) = nashpy.Game(A, -A).fictitious_play(99, play_counts=past)
    assert run.mixes[0] * 100 == pytest.approx(row)
    assert run.mixes[1] * 100 == pytest.approx(column)
    for first in [(0, 0), (0, 4), (3, 0)]:
        for ties in ("first", "last"):
            assert play(A, n_rounds=1, ties=ties, start=first).plays[:, 0].tolist() == [*first]
    for start, says in (((4, 0), "0"), ((0.9, 1), "0"), ((1, True), "1")):
        with pytest.raises((TypeError, ValueError), match=rf"^start\[{says}\]: got"):
            play(A, n_rounds=100, start=start)


def test_exponent():
    run = play([[1.0, -1.0], [-1.0, 1.0]], n_rounds=10_000, ties="first")
    made = replace(run, gaps=5 * run.steps**-1.3)
    assert made.exponent() == pytest.approx(-1.3) and made.exponent(share=0.5) == pytest.approx(
        -1.3
    )
    kinked = replace(run, gaps=np.where(run.steps < 5000, 1.0, 5000 / run.steps))
    assert kinked.exponent(share=0.4) == pytest.approx(-1) and kinked.exponent(share=1.0) > -0.5
    assert np.isnan(replace(run, gaps=0 * run.gaps).exponent())
    for share in (0, 1.5, np.nan):
        with pytest.raises(ValueError, match="share"):
            run.exponent(share=share)


def test_seed_decides():
    A = np.array([[1.0, 1, 0], [1, 1, 0]])
    one, same, other = (play(A, n_rounds=50, seed=s).plays for s in (1, 1, 2))
    assert (one == same).all() and (one != other).any()
    ends = [play(np.ones((3, 3)), n_rounds=1, seed=s).plays[0, 0] for s in range(300)]
    assert np.bincount(ends, minlength=3).min() > 60  # first moves are uniform


def test_three_players_matching():
    U = np.zeros((3, 2, 2, 2))
    for s in np.ndindex(2, 2, 2):
        U[(slice(None), *s)] = len(set(s)) == 1
    game = play_three(U, n_rounds=200, seed=3)
    assert game.gap < 0.1 and max(map(max, game.mixes)) > 0.9
    fixed = play_three(U, n_rounds=50, start=(np.array([0, 3.0]),) * 3, ties="first")
    assert all(mix[1] == 1 for mix in fixed.mixes)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"n_rounds": 0}, "n_rounds"),
        ({"n_rounds": 2.5}, "n_rounds"),
        ({"n_rounds": 10**400}, "n_rounds"),
        ({"protocol": "both"}, "protocol"),
        ({"protocol": None}, "protocol"),
        ({"ties": "none"}, "ties"),
        ({"seed": -1}, "seed: got -1"),
        ({"seed": 1.7}, "seed: got 1.7"),
        ({"seed": True}, "seed: got True"),
        ({"start": {0, 1}}, "start: got"),
    ],
)
def test_bad_input(more, says):
    given = {"A": [[0.0]], "n_rounds": 1} | more
    with pytest.raises((TypeError, ValueError), match=f"^{says}"):
        play(**given)
    del given["A"]
    with pytest.raises((TypeError, ValueError), match=f"^{says}"):
        play_three(np.zeros((3, 1, 1, 1)), **given)


def test_bad_games():
    with pytest.raises(ValueError, match="A: got nan"):
        play([[np.nan]], n_rounds=3)
    with pytest.raises(ValueError, match="payoffs"):
        play_three(np.zeros((2, 1, 1, 1)), n_rounds=3)
    with pytest.raises(ValueError, match="start"):
        play_three(np.zeros((3, 2, 2, 2)), n_rounds=3, start=(np.ones(2), np.ones(2), np.ones(3)))
    with pytest.raises(ValueError, match=r"^start\[1\]"):
        play_three(np.zeros((3, 2, 2, 2)), n_rounds=3, start=([1, 0], [1, np.inf], [1, 1]))
    with pytest.raises(ValueError, match=r"^payoffs: got 1e"):
        play_three(np.full((3, 2, 2, 2), 1e200), n_rounds=3)


def test_largest_payoffs_and_counts_stay_finite():
    U = 1e150 * np.random.default_rng(1).choice([-1.0, 1.0], (3, 2, 2, 2))
    for run in (play(U[0, 0], n_rounds=50), play_three(U, n_rounds=50, start=[[1e15, 1e15]] * 3)):
        assert np.isfinite([run.gap, *run.gains, *run.values, *run.gaps]).all()


def test_record_as_a_table():
    run = play([[1, -1], [-1, 1]], n_rounds=1000, ties="first")
    table = run.to_frame()
    assert table.columns.tolist() == ["round", "gap", "player_1", "player_2"]
    assert table["round"].iloc[-1] == 1000
    assert table.gap.iloc[-1] == pytest.approx(run.certificate.error)
    assert run.certificate.kind == "duality gap"
    assert play_three(np.ones((3, 1, 1, 1)), n_rounds=5).certificate.kind == "exploitability"


def test_exponent_of_a_gap_of_nothing():
    even = play([[1.0]], n_rounds=100)
    assert not even.gaps.any()
    with np.errstate(divide="raise"):  # the logarithm of 0 is not even looked at
        assert np.isnan(even.exponent())


@pytest.mark.parametrize("protocol", ["simultaneous", "alternating"])
@pytest.mark.parametrize("size", [3, 70])  # below and above what is looked at side by side
def test_a_reply_is_kept_while_it_is_among_the_best(protocol, size):
    A = np.random.default_rng(size).integers(-1, 2, (size, size)).astype(float)
    run = play(A, n_rounds=100, ties="kept", protocol=protocol)
    received, conceded, i, j = np.zeros(size), np.zeros(size), -1, -1
    rows, columns, kept = [], [], 0
    for _ in range(100):
        best = np.flatnonzero(received == received.max())
        kept += i in best and i != best[0]
        i = i if i in best else int(best[0])
        if protocol == "alternating":
            conceded = conceded - A[i]
        best = np.flatnonzero(conceded == conceded.max())
        kept += j in best and j != best[0]
        j = j if j in best else int(best[0])
        if protocol == "simultaneous":
            conceded = conceded - A[i]
        received = received + A[:, j]
        rows.append(i)
        columns.append(j)
    assert kept > 0
    early = run.steps <= 100
    assert run.plays[0, early].tolist() == [rows[n - 1] for n in run.steps[early]]
    assert run.plays[1, early].tolist() == [columns[n - 1] for n in run.steps[early]]


def test_three_players_keep_their_replies():
    """Each earns the same whatever happens: all moves are tied, and the first is kept."""
    run = play_three(np.zeros((3, 2, 3, 4)), n_rounds=50, ties="kept")
    assert (run.plays == 0).all()
    odd = np.zeros((3, 2, 2, 2))
    odd[0, 1], odd[1, :, 1] = 1.0, 1.0  # 1 is better for the first two; the third does not care
    run = play_three(odd, n_rounds=50, ties="kept")
    assert run.plays[:, 1:].tolist() == [[1] * (run.steps.size - 1)] * 2 + [
        [0] * (run.steps.size - 1)
    ]
