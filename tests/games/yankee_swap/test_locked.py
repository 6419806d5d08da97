"""The locked game: thresholds, payoffs, play, and its constant."""

import math
from decimal import Decimal, getcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats

from parlor.core.draws import draw_at
from parlor.core.laws import Beta, Exponential, Uniform, read
from parlor.games import yankee_swap
from parlor.games.yankee_swap import (
    draw_values,
    locked,
    locked_seat_payoffs,
    locked_steal_probabilities,
    simulate_locked,
)
from parlor.games.yankee_swap.asymptotics import draw_asymptotics
from parlor.games.yankee_swap.deck import deck
from parlor.games.yankee_swap.exact import check_locked

from . import oracle

LAWS = ["uniform", "exponential", "beta(2, 5)", "beta(0.5, 0.5)", [0, 0, 1, 4], [2.5]]


def exact_thresholds(n):
    t = [Fraction(1, 2)]
    while len(t) < n:
        t.append(t[-1] - t[-1] ** 2 / 2)
    return t


def test_public_names():
    names = {"draw_values", "locked_seat_payoffs", "resteal_seat_payoffs", "simulate_locked"}
    assert names <= set(yankee_swap.__all__)


def test_thresholds_are_the_source_recurrence_in_exact_rationals():
    assert draw_values(12) == pytest.approx([float(t) for t in exact_thresholds(12)], rel=1e-15)
    assert draw_values(4).tolist()[:3] == [0.5, 0.375, 0.3046875]


@pytest.mark.parametrize("law", [Uniform(), Uniform(-3, 1e9), Uniform(1, 1 + 1e-15)])
def test_thresholds_of_uniform_boxes_are_means_of_the_law_to_the_last_bit(law):
    worth = draw_values(2000, distribution=law).tolist()
    assert worth == [law.mean, *map(law.capped_mean, worth[:-1])]


def test_thresholds_at_101_in_50_digits():
    getcontext().prec = 50
    t = Decimal("0.5")
    for _ in range(100):
        t -= t * t / 2
    assert draw_values(101)[-1] == pytest.approx(float(t), rel=1e-13)
    assert draw_values(101)[-1] == pytest.approx(0.0186150, abs=5e-8)


@pytest.mark.parametrize(
    ("name", "law"),
    [
        ("exponential", stats.expon()),
        ("beta(2, 5)", stats.beta(2, 5)),
        ("beta(0.5,0.5)", stats.beta(0.5, 0.5)),
    ],
)
def test_thresholds_by_quadrature(name, law):
    t = [law.mean()]
    for _ in range(5):
        t.append(integrate.quad(law.sf, 0, t[-1], epsabs=1e-13)[0])
    assert draw_values(6, distribution=name) == pytest.approx(t, abs=1e-11)
    u = np.linspace(0.01, 0.99, 9)
    assert read(name).quantile(u) == pytest.approx(law.ppf(u), rel=1e-9)
    assert read(name).exceed(law.ppf(u)) == pytest.approx(1 - u, rel=1e-9)


@pytest.mark.parametrize("law", LAWS, ids=str)
@pytest.mark.parametrize("n", [1, 2, 7, 101])
def test_payoffs_share_out_all_there_is(law, n):
    pay = locked_seat_payoffs(n, distribution=law)
    assert pay.shape == (n,)
    assert pay.sum() == pytest.approx(n * read(law).mean, rel=1e-12)
    worth = draw_values(n, distribution=law)
    assert (np.diff(worth) <= 1e-15).all()
    if n > 1:  # only the first seat is paid less than a fresh box is worth, and the last most
        assert (pay[1:] >= read(law).mean - 1e-15).all()
        assert (np.diff(pay[1:]) >= -1e-15).all()


@pytest.mark.parametrize(
    ("boxes", "n"), [((0, 1, 2), 4), ((0, 2, 3, 7), 4), ((0, 1, 5), 5), ((1, 1, 4), 4), ((0, 3), 6)]
)
def test_payoffs_by_brute_force_over_owners(boxes, n):
    pay = oracle.seat_payoffs(boxes, n, locking=True)
    assert locked_seat_payoffs(n, distribution=boxes) == pytest.approx(
        [float(p) for p in pay], abs=1e-14
    )


@pytest.mark.parametrize(
    ("boxes", "n"), [(range(4), 5), (range(7), 4), ((0, 1, 1, 7), 6), ((0, 1), 8), ((0, 3), 1)]
)
def test_no_single_deviation_gains_at_any_position(boxes, n):
    check = check_locked(n, distribution=boxes)
    assert check.largest_gain == 0
    assert check.draw_values[0] == Fraction(sum(boxes), len(boxes))
    kinds = len(set(boxes))
    assert check.n_positions == sum(
        math.comb(kinds + p - 1, p) for k in range(1, n + 1) for p in range(n - k + 1)
    )


def test_the_deviation_test_can_fail():
    greedy = [Fraction(3, 2)] * 4  # steal what is worth more than a fresh box would be if kept
    check = check_locked(4, distribution=range(4), thresholds=greedy)
    assert check.largest_gain > 0
    assert check.worst[0] > 1


@pytest.mark.parametrize("kinds", [3, 1000])
def test_thresholds_that_only_rise_are_played_alike_by_both_kernels(kinds):
    rng = np.random.default_rng(kinds)
    boxes = rng.integers(kinds, size=(500, 12)).astype(float)
    rising = np.sort(rng.integers(kinds, size=12))[::-1].astype(float)  # by players to act
    one, other = np.zeros((2, 4, 12))
    locked._play_locked(boxes, rising, 1.0, one)
    locked._play_rising(boxes, rising, 1.0, other)
    assert (one == other).all()
    assert 0 < other[2].sum() < other[3].sum(), "some steal, and some meet a lock"
    one, other = np.zeros((2, 4, 12))
    locked._play_locked(boxes, rising[::-1].copy(), 1.0, one)
    locked._play_rising(boxes, rising[::-1].copy(), 1.0, other)
    assert (one != other).any(), "where they fall, older boxes are stolen too"


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_simulation_agrees_within_its_error(law):
    n, games = 9, 20_000
    played = simulate_locked(n, n_games=games, seed=7, distribution=law)
    off = np.abs(played.payoffs - locked_seat_payoffs(n, distribution=law))
    assert (off <= 4.5 * played.payoffs_error + 1e-12).all()
    p = locked_steal_probabilities(n, distribution=law)
    assert (np.abs(played.steal_rates - p) <= 4.5 * np.sqrt(p * (1 - p) / games) + 1e-12).all()
    if played.payoffs_error.max() > 0:
        assert (off > 1e-9).any()


def test_simulation_at_the_size_of_the_source():
    played = simulate_locked(101, n_games=50_000, seed=1)
    z = (played.payoffs - locked_seat_payoffs(101)) / played.payoffs_error
    assert np.abs(z).max() < 4.5
    assert 0.7 < z.std() < 1.3
    # the last seat steals in half of all games, though a box above 1/2 always lies there
    assert abs(played.steal_rates[-1] - 0.5) < 4.5 * 0.5 / math.sqrt(50_000)
    assert played.best_rates[-1] == 1


def test_random_stream():
    def mix(z):
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        return z ^ z >> 31

    golden = 0x9E3779B97F4A7C15
    for seed, game, draw in ((0, 0, 0), (5, 7, 11), (2**63 - 1, 10**12, 100)):
        stream = mix(mix((seed + golden) % 2**64) ^ (game * 0xD1342543DE82EF95 + 1) % 2**64)
        bits = mix((stream + (draw + 1) * golden) % 2**64) >> 12
        assert draw_at(seed, game, draw) == (bits + 0.5) / 2**52
    # the uniform law, and no correlation of neighbours in any of the three directions
    u = np.array([[[draw_at(s, g, d) for d in range(20)] for g in range(20)] for s in range(20)])
    assert stats.kstest(u.ravel(), "uniform").pvalue > 1e-4
    for axis in range(3):
        a, b = np.delete(u, 0, axis).ravel(), np.delete(u, -1, axis).ravel()
        assert abs(np.corrcoef(a, b)[0, 1]) < 4.5 / math.sqrt(a.size)


def test_simulation_sees_a_wrong_policy():
    right, wrong = (
        simulate_locked(9, n_games=20_000, seed=3, thresholds=t)
        for t in (None, draw_values(9) + 0.2)
    )
    gap = np.abs(wrong.payoffs - locked_seat_payoffs(9)) / wrong.payoffs_error
    assert gap.max() > 10
    assert wrong.payoffs.sum() == pytest.approx(right.payoffs.sum(), abs=1e-12)  # the same boxes


@pytest.mark.parametrize("law", [[1e150, -1e150], "exponential(1e150)", [0, 1e-160], "beta(2, 5)"])
def test_simulation_in_any_currency(law):
    played = simulate_locked(4, n_games=1000, seed=7, distribution=law)
    assert np.isfinite(played.payoffs).all() and (played.payoffs_error > 0).all()
    off = np.abs(played.payoffs - locked_seat_payoffs(4, distribution=law))
    assert (off <= 4.5 * played.payoffs_error).all()


@pytest.mark.parametrize("kind", [np.int8, np.float16, Fraction])
@pytest.mark.parametrize(
    ("make", "given"), [(Uniform, (-100, 100)), (Exponential, (100,)), (Beta, (100, 100))]
)
def test_laws_of_narrow_numbers_and_fractions(make, given, kind):
    narrow, plain = make(*map(kind, given)), make(*map(float, given))
    ours, theirs = (locked_seat_payoffs(6, distribution=law) for law in (narrow, plain))
    assert ours.tobytes() == theirs.tobytes()
    played, like = (simulate_locked(6, n_games=500, distribution=law) for law in (narrow, plain))
    for name in ("payoffs", "payoffs_error", "steal_rates", "best_rates"):
        assert getattr(played, name).tobytes() == getattr(like, name).tobytes()


def test_unequal_chances():
    law, listed = {0: 0.75, 1: 0.25}, [0, 0, 0, 1]
    assert draw_values(5, distribution=law) == pytest.approx(draw_values(5, distribution=listed))
    assert locked_steal_probabilities(5, distribution=law) == pytest.approx(
        locked_steal_probabilities(5, distribution=listed)
    )
    assert list(simulate_locked(2, n_games=9).to_frame().columns) == [
        "payoffs", "payoffs_error", "steal_rates", "best_rates"
    ]  # fmt: skip


@pytest.mark.parametrize("law", ["uniform(0, 5)", "exponential(1e-9)", "exponential(7)"])
def test_the_constant_does_not_depend_on_the_currency(law):
    name = law.partition("(")[0]
    found, plain = draw_asymptotics(distribution=law), draw_asymptotics(distribution=name)
    assert found.constant == pytest.approx(plain.constant, abs=found.error + plain.error)
    assert found.coefficients == plain.coefficients
    k = [20, 500]
    assert found.thresholds(k) == pytest.approx(
        draw_values(500, distribution=law)[[19, 499]], rel=1e-9
    )


def test_simulation_does_not_depend_on_chunks(monkeypatch):
    whole = simulate_locked(7, n_games=1000, seed=5)
    monkeypatch.setattr(locked, "CHUNK", 50)
    parts = simulate_locked(7, n_games=1000, seed=5)
    assert (whole.payoffs == parts.payoffs).all()
    assert (whole.payoffs_error == parts.payoffs_error).all()
    assert (simulate_locked(7, n_games=1000, seed=6).payoffs != whole.payoffs).any()


def test_constant_against_a_long_run_in_50_digits():
    getcontext().prec = 50
    u, k = Decimal("0.25"), 1
    while k < 20_000:
        u, k = u - u * u, k + 1
    # 1/u + log u + u/2 + u**2/3 = k + C + O(u**3)
    constant = 1 / u + u.ln() + u / 2 + u * u / 3 - k
    found = draw_asymptotics()
    assert found.constant == pytest.approx(float(constant), abs=1e-11)
    assert found.constant == pytest.approx(1.76799378614, abs=5e-12)
    assert found.error < 1e-10
    assert found.coefficients[:2] == (Fraction(1, 2), Fraction(1, 3))


@pytest.mark.parametrize(
    ("law", "slope"),
    [("uniform", 1), ("exponential", Fraction(1, 3)), ("beta(1, 3)", Fraction(5, 9))],
)
def test_logarithm_and_series(law, slope):
    found = draw_asymptotics(distribution=law)
    assert found.log_coefficient == Fraction(slope)
    assert (
        abs(draw_asymptotics(distribution=law, n_terms=8, n_steps=2000).constant - found.constant)
        < 1e-8
    )
    k = np.array([20, 101, 5000])
    assert found.thresholds(k) == pytest.approx(
        draw_values(5000, distribution=law)[k - 1], rel=1e-11
    )
    drift = found.source_constant(k) - float(slope) * np.log(k) - found.constant
    assert (np.diff(np.abs(drift)) < 0).all()
    assert abs(drift[-1]) < 0.01


def test_abel_functional_equation_can_fail():
    found = draw_asymptotics()
    u = 0.01
    assert found.alpha(u - u * u) - found.alpha(u) == pytest.approx(1, abs=1e-12)
    assert abs(found.alpha(u - 2 * u * u) - found.alpha(u) - 1) > 0.1


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=6), st.integers(1, 6), st.integers(1, 9))
@settings(max_examples=40, deadline=None)
def test_change_of_currency(values, scale, shift):
    pay = locked_seat_payoffs(5, distribution=values)
    moved = locked_seat_payoffs(5, distribution=[scale * v + shift for v in values])
    assert moved == pytest.approx(scale * pay + shift, abs=1e-11)


def test_deck():
    assert deck("uniform", 4).tolist() == [0.125, 0.375, 0.625, 0.875]
    assert deck([3, 1], 99).tolist() == [1.0, 3.0]
    for name, law in (("exponential", stats.expon()), ("beta(2, 5)", stats.beta(2, 5))):
        cells = deck(name, 3)
        assert cells.mean() == pytest.approx(law.mean(), rel=1e-13)
        middle = law.expect(lambda x: x, law.ppf(1 / 3), law.ppf(2 / 3), conditional=True)
        assert cells[1] == pytest.approx(middle, rel=1e-7)
        assert (np.diff(cells) > 0).all()
    assert deck("beta(1, 1)", 5) == pytest.approx(deck("uniform", 5))


@pytest.mark.parametrize(
    ("call", "names"),
    [
        (lambda: draw_values(0), "n_players: got 0"),
        (lambda: draw_values(2.5), "n_players: got 2.5"),
        (lambda: draw_values(True), "n_players: got True"),
        (lambda: draw_values(3, distribution="normal"), "distribution: got 'normal'"),
        (lambda: draw_values(3, distribution="beta(0, 1)"), "distribution: Beta with a: got 0.0"),
        (lambda: draw_values(3, distribution="beta(1.2.3, 1)"), "distribution: got 'beta"),
        (lambda: draw_values(3, distribution=[]), "distribution: got"),
        (lambda: draw_values(3, distribution=[1, math.nan]), "distribution: .* got nan"),
        (lambda: draw_values(3, distribution=None), "distribution: got None"),
        (lambda: simulate_locked(3, n_games=1), "n_games: got 1"),
        (lambda: simulate_locked(3, n_games=10, seed=-1), "seed: got -1"),
        (lambda: simulate_locked(3, n_games=10, thresholds=[1]), "thresholds: got"),
        (
            lambda: simulate_locked(3, n_games=10, thresholds=[0.5, math.inf, 0]),
            r"thresholds\[1\]: got inf",
        ),
        (
            lambda: simulate_locked(
                2, n_games=10, thresholds=[math.inf, 0], distribution="exponential"
            ),
            r"thresholds\[0\]: got inf, allowed are 2 finite numbers from 0 up",
        ),
        (
            lambda: simulate_locked(3, n_games=10, thresholds=[0.5, 0.1, 7]),
            r"thresholds\[2\]: got 7",
        ),
        (
            lambda: simulate_locked(3, n_games=10, thresholds=["0.5"] * 3),
            r"thresholds\[0\]: got '0.5'",
        ),
        (lambda: draw_values(3, distribution=b"3"), "distribution: got b'3'"),
        (lambda: draw_values(3, distribution=[1e308, -1e308]), "distribution: .* got 1e.308"),
        (lambda: draw_asymptotics(distribution="beta(2, 2)"), "distribution: got"),
        (lambda: draw_asymptotics(n_terms=0), "n_terms: got 0"),
        (lambda: check_locked(3, distribution=[]), "distribution: got"),
        (lambda: check_locked(8, distribution=range(40)), "distribution: "),
        (lambda: check_locked(9, distribution=[1]), "n_players: got 9"),
    ],
)
def test_errors_name_the_argument(call, names):
    with pytest.raises((TypeError, ValueError), match="^" + names) as error:
        call()
    assert "\n" not in str(error.value)
