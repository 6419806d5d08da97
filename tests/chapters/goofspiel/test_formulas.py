"""Nakai's formulas, as printed and repaired, by quadrature and by hand."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.integrate import quad

from chapters.goofspiel import corrected, printed
from parlor.core.laws import Exponential, Uniform, read
from parlor.games import nakai
from parlor.games.nakai.encoding import encode
from parlor.games.nakai.exact import exact_values, stage_rows
from parlor.games.nakai.recursion import states
from tests.games.nakai.stages import stage_gap

LAWS = ["uniform", "exponential", "beta(2, 3)"]


@pytest.mark.parametrize("law", [Uniform(), Exponential()])
def test_functions_by_quadrature(law):
    # The repaired A, B, C are one stage's gain: integrate the value of the stage's matrix itself.
    table = nakai.values(4, distribution=law)
    high = encode(law).high

    def density(x):
        return 1.0 if isinstance(law, Uniform) else np.exp(-x)

    def gain(state, base):
        def worth(x):
            one, two = table.strategy(*state, x)
            game = table.matrix(*state, x)
            return float(np.nan_to_num(one @ np.nan_to_num(game)) @ two) - base

        points = np.linspace(0, min(high, 6), 60)
        ends = zip(points, [*points[1:], high], strict=True)
        return sum(quad(lambda x: worth(x) * density(x), a, b)[0] for a, b in ends if b > a)

    v = table.v
    a, b, c, d = v(3, 2, 1, 1), v(3, 2, 1, 2), v(3, 1, 2, 1), v(3, 1, 2, 2)
    step = corrected.b_function(law, a - b - c + d, a - c, b - a)
    assert step == pytest.approx(gain((4, 2, 2, 2), d), abs=1e-7)
    z = v(3, 1, 1, 3) - v(3, 1, 0, 3) - v(3, 0, 1, 3)
    step = corrected.c_function(law, z, v(3, 1, 0, 3), v(3, 0, 1, 3))
    assert step == pytest.approx(gain((4, 1, 1, 4), v(3, 1, 1, 3)), abs=1e-7)


def test_proposition_5_in_fractions():
    assert corrected.proposition_5(2, 2, 0, 1)[1] == [(Fraction(0), Fraction(1), Fraction(0))]
    exact = exact_values(6, distribution="deterministic")
    for state in states(6):
        value, ones, two = corrected.proposition_5(*state)
        assert value == exact.v(*state)
        gaps = [stage_gap(stage_rows(exact.table, state, Fraction(1)), one, two) for one in ones]
        assert not any(gaps) and None not in gaps


def test_p_is_minus_h():
    """And no list goes on beyond the stages that were asked for."""
    for law in LAWS:
        p = corrected.p_array(read(law), 9)
        h = corrected.printed.h_array(read(law), 9)
        assert [row.size for row in p] == [row.size for row in h] == list(range(1, 11))
        for n in range(1, 10):
            assert p[n][1:] == pytest.approx(-h[n][1:], abs=1e-13)


@pytest.mark.parametrize("law", LAWS)
def test_repaired_sequences_add_up_to_the_values(law):
    v, n_max = nakai.values(5, distribution=law).v, 5
    f, g, h = (
        make(read(law), n_max)
        for make in (corrected.f_array, corrected.g_sequence, corrected.h_sequence)
    )
    assert len(f) == len(g) == len(h) == n_max + 1
    for n, k, l, m in states(n_max):  # noqa: E741
        if m == n:
            assert f[n][: l + 1, : k + 1].sum() == pytest.approx(v(n, k, l, n), abs=1e-12)
        if l == 0:
            assert g[n][: k + 1, : m + 1].sum() == pytest.approx(v(n, k, 0, m), abs=1e-12)
        if k + l == n:
            assert h[n][: l + 1, : m + 1].sum() == pytest.approx(v(n, k, l, m), abs=1e-12)


@pytest.mark.parametrize("law", LAWS)
def test_strategies_that_hold_cannot_be_exploited(law):
    """Of Propositions 1 and 2 as printed, of the others repaired, wherever they apply."""
    table, tried = nakai.values(5, distribution=law), set()
    for n, k, l, m in states(5):  # noqa: E741

        def v(k, l, m, n=n):  # noqa: E741
            return table.v(n - 1, k, l, m)

        if m == n > k + l and k and l:
            strategy = corrected.lemma_6_strategy
            alpha, beta = v(k, l - 1, m - 1), v(k - 1, l, m - 1)
            z = v(k, l, m - 1) - alpha - beta
        elif l == 0 and max(k, m) < n:
            strategy = corrected.printed.proposition_1_strategy
            alpha, beta = v(k, 0, m - 1) - v(k - 1, 0, m - 1), v(k - 1, 0, m) - v(k - 1, 0, m - 1)
            z = v(k, 0, m) - v(k - 1, 0, m) - alpha
        elif k == 0 and max(l, m) < n:
            strategy = corrected.printed.proposition_2_strategy
            alpha, beta = v(0, l - 1, m - 1) - v(0, l, m - 1), v(0, l - 1, m - 1) - v(0, l - 1, m)
            z = v(0, l - 1, m) - v(0, l, m) - alpha
        elif k + l == n > m and k and l:
            strategy = corrected.proposition_3_strategy
            alpha, beta = (
                v(k, l - 1, m - 1) - v(k - 1, l, m - 1),
                v(k, l - 1, m) - v(k, l - 1, m - 1),
            )
            z = alpha - v(k, l - 1, m) + v(k - 1, l, m)
        else:
            continue
        for x in (0.02, 0.15, 0.3, 0.45, 0.7, 0.95):
            one, two = strategy(x, z, alpha, beta)
            assert abs(table.exploitability(n, k, l, m, x, one, two)) < 1e-12
            tried.add((strategy.__name__, tuple(np.sign(one)), tuple(np.sign(two))))
    assert len(tried) > 10


def test_the_missing_case_by_hand():
    # Three stages, two high cards and a low one against two middle ones, uniform prizes.
    game = nakai.values(3).matrix(3, 2, 1, 2, 7 / 32)[:2]
    assert game == pytest.approx(np.array([[3 / 8 - 7 / 32, 1], [7 / 32, 1 / 4]]))
    assert max(game.min(axis=1)) == min(game.max(axis=0)) == 7 / 32
    mixture = corrected.proposition_3_mixture(7 / 32, 3 / 8 - 1 + 1 / 4, 3 / 8, 1 - 3 / 8)
    assert min(mixture[0]) < 0


@pytest.mark.parametrize("number", [1, 2, 3])
def test_printed_strategies_are_probabilities_wherever_they_mix(number):
    strategy = getattr(printed, f"proposition_{number}_strategy")
    random, mixed = np.random.default_rng(number), 0
    for x, z, alpha, beta in random.uniform(0, 2, (500, 4)):
        one, two = strategy(x, z, alpha, beta)
        assert sum(one) == pytest.approx(1) and sum(two) == pytest.approx(1)
        mixed += max(one) < 1
    assert mixed > 50


def test_the_printed_rows_of_proposition_3():
    """The table's bounds are the print's, so that a check of them judges those and no others."""
    rows = set()
    pure = [(printed.LOW, printed.WAIT), (printed.LOW, printed.PLAY)]
    for x, z, alpha, beta in np.random.default_rng(3).uniform(-1, 1, (500, 4)):
        ways = printed.proposition_3_strategy(x, z, alpha, beta)
        row = pure.index(ways) if ways in pure else 2
        assert row == (0 if x < 0 or x < -beta else 1 if x < alpha / 2 else 2)
        rows.add(row)
    assert rows == {0, 1, 2}
