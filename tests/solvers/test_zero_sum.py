"""Zero-sum games against closed forms, exact rationals and HiGHS."""

from fractions import Fraction
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import linprog

from parlor.core.result import Certificate
from parlor.solvers import zero_sum
from parlor.solvers.zero_sum import solve

quick = settings(max_examples=60)
matrices = st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=st.integers(-5, 5).map(float))
)


def exact_value(A):
    """Value by trying all square subgames in rational numbers (Shapley and Snow)."""
    A = [[Fraction(float(a)) for a in row] for row in A]
    m, n = len(A), len(A[0])
    for size in range(1, min(m, n) + 1):
        for rows in combinations(range(m), size):
            for columns in combinations(range(n), size):
                x = _equalise([[A[i][j] for i in rows] for j in columns])
                y = _equalise([[A[i][j] for j in columns] for i in rows])
                if x is None or y is None:
                    continue
                low = min(sum(p * A[i][j] for p, i in zip(x, rows, strict=True)) for j in range(n))
                high = max(
                    sum(p * A[i][j] for p, j in zip(y, columns, strict=True)) for i in range(m)
                )
                if low == high:
                    return low
    raise AssertionError("no equilibrium found")


def _equalise(M):
    """Probabilities x with M x constant, or None."""
    k = len(M)
    T = [[*row, Fraction(-1), Fraction(0)] for row in M]
    T.append([Fraction(1)] * k + [Fraction(0), Fraction(1)])
    for c in range(k + 1):
        r = next((r for r in range(c, k + 1) if T[r][c] != 0), None)
        if r is None:
            return None
        T[c], T[r] = T[r], T[c]
        T[c] = [a / T[c][c] for a in T[c]]
        for i in range(k + 1):
            if i != c:
                T[i] = [a - T[i][c] * b for a, b in zip(T[i], T[c], strict=True)]
    x = [T[i][-1] for i in range(k)]
    return x if min(x) >= 0 else None


@quick
@given(matrices)
def test_exact_value(A):
    if A.size > 20:
        A = A[:4, :4]
    assert solve(A).value == pytest.approx(float(exact_value(A)), abs=1e-12)


@quick
@given(matrices, st.integers(-9, 9), st.floats(-100, 100))
def test_scale_and_shift(A, power, shift):
    plain = solve(A)
    scaled = solve(A * 10.0**power)
    assert scaled.value == pytest.approx(plain.value * 10.0**power, abs=1e-12 * 10.0**power * 10)
    assert scaled.gap <= 1e-11 * 10.0**power
    assert solve(A + shift).value == pytest.approx(plain.value + shift, abs=1e-11)


@quick
@given(matrices)
def test_players_swap(A):
    assert solve(-A.T).value == pytest.approx(-solve(A).value, abs=1e-12)


@quick
@given(matrices, st.randoms(use_true_random=False))
def test_certificate_and_dominated(A, random):
    game = solve(A)
    assert game.row.sum() == pytest.approx(1) and game.column.sum() == pytest.approx(1)
    low, high = (game.row @ A).min(), (A @ game.column).max()
    assert low - 1e-12 <= game.value <= high + 1e-12
    assert game.gap == pytest.approx(max(high - low, 0), abs=1e-14)
    worse = np.vstack([A, A[random.randrange(A.shape[0])] - 1])
    assert solve(worse).value == pytest.approx(game.value, abs=1e-12)


@pytest.mark.parametrize("shape", [(40, 40), (7, 300), (300, 7), (120, 60)])
def test_beside_highs(shape):
    A = np.random.default_rng(7).normal(size=shape)
    m, n = shape
    lp = linprog(
        np.r_[np.zeros(n), 1],
        np.c_[A, -np.ones(m)],
        np.zeros(m),
        np.r_[np.ones(n), 0][None],
        [1],
        [(0, None)] * n + [(None, None)],
    )
    game = solve(A)
    assert game.gap < 1e-13 and game.value == pytest.approx(lp.fun, abs=1e-8)


def test_degenerate():
    A = np.random.default_rng(3).integers(0, 2, size=(80, 80)).astype(float)
    assert solve(A).gap < 1e-12
    assert solve(np.full((3, 4), 7.0)).value == 7
    assert solve(np.zeros((2, 2))).gap == 0
    for shape in ((3, 900), (900, 3)):
        flat = solve(np.full(shape, 7.0))
        assert (flat.value, flat.gap) == (7, 0)
        assert flat.row.sum() == flat.column.sum() == 1


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e9])
@pytest.mark.parametrize("shape", [(4, 700), (700, 4), (30, 900)])
def test_wide_and_tall(shape, scale):
    # small integers: many ties, and columns that dominate others
    A = np.random.default_rng(5).integers(-2, 3, size=shape) * scale
    game, other = solve(A), solve(-A.T)
    assert game.gap <= 1e-13 * scale and game.value == pytest.approx(
        -other.value, abs=1e-13 * scale
    )


def large_games():
    """By name, and what both mix, if that is known."""
    rng = np.random.default_rng(11)
    normal = rng.normal(size=(200, 200))
    return {
        "normal": (normal, None),
        "whole numbers": (rng.integers(-2, 3, size=(200, 300)).astype(float), None),
        "skew": (normal - normal.T, None),
        "small, tall": (1e-9 * rng.normal(size=(450, 200)), None),
        "rows twice": (np.repeat(rng.normal(size=(200, 200)), 2, axis=0), None),
        "rank three": (rng.normal(size=(225, 3)) @ rng.normal(size=(3, 200)), 4),
        "a saddle point": (rng.random((200, 200)) + 2.0 * np.arange(200)[:, None], 1),
        "all the same": (np.full((200, 200), -3.0), 1),
    }


@pytest.mark.parametrize("name", large_games())
def test_large(name, monkeypatch):
    A, mixed = large_games()[name]
    monkeypatch.setattr(zero_sum, "_LARGE", 200)  # half of what is large
    game, other = solve(A), solve(-A.T)
    spread = np.ptp(A) or 1.0
    assert game.gap <= 1e-13 * spread
    assert game.value == pytest.approx(-other.value, abs=1e-13 * spread)
    assert mixed is None or max((game.row > 0).sum(), (game.column > 0).sum()) <= mixed
    monkeypatch.setattr(zero_sum, "_LARGE", 10_000)
    assert game.value == pytest.approx(solve(A).value, abs=1e-13 * spread)


@pytest.mark.parametrize("failing", ["linprog", "solve"])
def test_what_highs_does_not_solve_pivots_do(failing, monkeypatch):
    if failing == "linprog":
        monkeypatch.setattr("scipy.optimize.linprog", lambda *_, **__: SimpleNamespace(status=4))
    else:

        def singular(*given):
            raise np.linalg.LinAlgError

        monkeypatch.setattr(np.linalg, "solve", singular)
    assert solve(np.random.default_rng(12).normal(size=(400, 400))).gap < 1e-13


def test_any_layout_gives_the_same():
    A = np.random.default_rng(8).normal(size=(6, 5))
    fixed = A.copy()
    fixed.flags.writeable = False
    expected = solve(A)
    for layout in (A.tolist(), np.asfortranarray(A), fixed, np.hstack([A, A])[:, :5]):
        found = solve(layout)
        assert (found.row == expected.row).all() and found.value == expected.value


def test_a_stage_game_whose_columns_are_nearly_the_same():
    # of Goofspiel with 14 cards: columns that differ by 2e-9
    A = 42.0 + np.array(
        [[0.1523313062584, 0.15233130849041, 0.3991974835469, 0.61726901431397],
         [3.1523313062584, 0.1523313062584, 0.3991974835469, 0.61726901431397],
         [6, 6, 3, 0],
         [-2.72523088194613, -2.72475863330803, -1.970828076433104, -1.222697606283454]]
    )  # fmt: skip
    assert solve(A).value == pytest.approx(float(exact_value(A)), abs=1e-12)


@pytest.mark.parametrize(("size", "method"), [(2, "_exactly"), (60, "_by_highs")])
def test_what_pivots_do_not_solve_others_do(size, method, monkeypatch):
    A = np.random.default_rng(5).normal(size=(size, size)) + 3 * np.eye(size)
    expected = solve(A).value
    for failing in ("by_pivots", "_pivots"):
        monkeypatch.setattr(zero_sum, failing, lambda *given: (np.nan, np.inf, 0.0))
    game = solve(A)
    assert game.value == pytest.approx(expected, abs=1e-13) and game.gap < 1e-13
    monkeypatch.setattr(zero_sum, method, lambda *given: (np.nan, 3.0, 0.0))
    with pytest.raises(ArithmeticError, match=r"double precision does not decide it: .* gap 3"):
        solve(A)


@quick
@given(matrices, st.integers(-300, 250))
def test_whole_numbers_leave_no_rounding(A, power):
    A = A[:4, :4] * 2.0**power
    row, column = np.empty(A.shape[0]), np.empty(A.shape[1])
    value, gap, _ = zero_sum._exactly(A, (np.nan,) * 4, 1e-12, row, column)
    exact = float(exact_value(A))
    assert abs(value - exact) <= 2.0**power * 1e-15 and gap <= 4 * 2.0**power * 1e-15


@pytest.mark.parametrize("size", [10, 400])
def test_what_is_played_may_pay_next_to_nothing(size):
    rng = np.random.default_rng(18)
    A = rng.uniform(1, 2, (size, size)) * 1.0
    A[3:] *= -1.0  # who leaves the first three strategies pays for it
    A[3:, 3:] = rng.uniform(-2, 2, (size - 3, size - 3))
    A[:3, :3] = 1e-13 * np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    game = solve(A)
    assert game.gap <= 1e-25
    assert game.row[:3] == pytest.approx(1 / 3) and game.column[:3] == pytest.approx(1 / 3)


def test_a_saddle_point_but_for_rounding():
    # some thresholds of guts under the Weenie rule, one player against one
    A = np.array([[0.1, 0, 0, 0.8, 0.9],
                  [0.1, -1.1102230246251565e-16, 2.220446049250313e-16, 0.8, 0.9],
                  [0.1, 1.1102230246251565e-16, 5.551115123125783e-17, 0.8, 0.9],
                  [-1.0, -0.9, -0.9, -0.1, 0.0]])  # fmt: skip
    assert solve(A).gap <= 1e-15 and abs(solve(A).value) <= 1e-15
    assert solve(-A.T).gap <= 1e-15


@pytest.mark.parametrize("tolerance", [1e-18, 1e-50, 1e-300])
def test_no_gap_below_rounding_is_asked_for(tolerance):
    rng = np.random.default_rng(4)  # of these games three were not solved for 1e-50
    for _ in range(200):
        A = rng.normal(size=rng.integers(2, 9, 2))
        assert solve(A, tolerance=tolerance).gap <= 1e-14


def penalised(rng, kind, penalty):
    """A small game of whole numbers with payoffs that nobody, or hardly anybody, plays."""
    m, n = rng.integers(2, 5, 2)
    game = rng.integers(-5, 6, (m, n)).astype(float)
    match kind:
        case "row and column":
            game = np.pad(game, ((0, 1), (0, 1)), constant_values=penalty)
            game[m] = -penalty
        case "cell":
            game[rng.integers(m), rng.integers(n)] = penalty * rng.choice([-1, 1])
        case "units":
            game *= 10.0 ** rng.integers(0, np.log10(penalty) + 1, (m, n))
        case "repeated":
            game = np.vstack([np.repeat(game, 2, axis=1), np.full(2 * n, -penalty)])
        case "nearly equal":
            game = np.vstack([game, game + rng.normal(size=game.shape) / penalty])
    game = rng.permutation(rng.permutation(game), axis=1)
    return game if rng.random() < 0.5 else -game.T.copy()


@pytest.mark.parametrize("penalty", [1e3, 1e9, 1e15])
@pytest.mark.parametrize("kind", ["row and column", "cell", "units", "repeated", "nearly equal"])
def test_what_nobody_plays_takes_no_digits(kind, penalty):
    rng = np.random.default_rng(17)
    for _ in range(30):
        A = penalised(rng, kind, penalty)
        exact, game = exact_value(A), solve(A)
        played = np.abs(A[np.ix_(game.row > 0, game.column > 0)]).max()
        assert abs(Fraction(float(game.value)) - exact) <= 2e-12 * played


def test_a_saddle_point_is_exact():
    game = solve([[1e15, 0.1, 3], [5, 0.3, 0.4]])
    assert (game.value, game.gap) == (0.3, 0.0)
    assert (game.row.tolist(), game.column.tolist()) == ([0, 1], [0, 1, 0])


@pytest.mark.parametrize(
    ("A", "says"),
    [
        ([[1, np.nan]], "A: got nan at"),
        ([[1, np.inf]], "A: got inf"),
        ([1, 2], "shape"),
        ([[]], "shape"),
        ([[1], [1, 2]], "no matrix"),
        ("game", "A: got"),
        ([[1e308, -1e308], [-1e308, 1e308]], r"A: got 1e\+308 at \(0, 0\)"),  # overflows
        ([[10**400, 1]], "no matrix of real numbers"),
        (np.array([[1 + 1j, 2]]), "no matrix of real numbers"),
        (np.eye(2, dtype=bool), "no matrix of real numbers"),
        ([[True, 2.0]], "no matrix of real numbers"),
        ([["1", "2"]], "no matrix of real numbers"),
        ([[None, 1]], "no matrix of real numbers"),
        (np.array([["2020-01-01"]], dtype="datetime64[D]"), "no matrix of real numbers"),
        (np.ma.masked_array([[1, 2]], mask=[[0, 1]]), "no matrix of real numbers"),
    ],
)
def test_bad_input(A, says):
    with pytest.raises((TypeError, ValueError), match=says):
        solve(A)
    for tolerance in (0, None, "x", True, np.inf, np.nan):
        with pytest.raises((TypeError, ValueError), match=r"tolerance: got .* positive numbers"):
            solve([[1.0]], tolerance=tolerance)


def test_numbers_of_any_real_type():
    game = solve([[Fraction(1, 2), 0], [0, Fraction(1, 2)]], tolerance=Fraction(1, 10**12))
    assert game.value == 0.25
    assert abs(solve([[1e300, -1e300], [-1e300, 1e300]]).value) < 1e285


def test_certificate():
    game = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0.0]])
    assert game.certificate == Certificate("duality gap", game.gap)
    assert "row=<array 3>, column=<array 3>" in repr(game) and "duality gap" in repr(game)


def test_labels_of_a_data_frame_come_back() -> None:
    labels = {"index": ["rock", "paper"], "columns": ["rock", "paper", "lizard"]}
    A = [[0, -1, -1], [1, 0, 2]]
    named, plain = (solve(x).to_frame() for x in (pd.DataFrame(A, **labels), A))
    assert named["strategy"].tolist() == ["rock", "paper", "rock", "paper", "lizard"]
    assert plain["strategy"].tolist() == [0, 1, 0, 1, 2]
    assert (named.drop(columns="strategy") == plain.drop(columns="strategy")).all(axis=None)
