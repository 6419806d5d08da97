"""Nakai's game: the direct solver, its strategies, regions and fluid limit."""

import math
import re
from fractions import Fraction
from itertools import pairwise
from types import SimpleNamespace

import mpmath
import numpy as np
import pytest
from scipy.integrate import quad

from chapters.goofspiel.fluid import fluid, without_low
from chapters.goofspiel.order import scan_order
from parlor.core.laws import Beta, Deterministic, Exponential, Uniform, read
from parlor.games import nakai
from parlor.games.nakai import kernels
from parlor.games.nakai.encoding import encode
from parlor.games.nakai.exact import exact_values, stage_rows
from parlor.games.nakai.kernels import Piece
from parlor.games.nakai.recursion import gap_at, states
from parlor.games.nakai.regions import regions
from parlor.solvers import zero_sum

from . import oracle
from .stages import stage_gap

LAWS = ("uniform", "exponential", "beta(2, 3)", "beta(0.5, 0.5)", "uniform(1, 2)")
COIN = [1, 3]

# From nakai_oracle, which knows the rules only: 20 digits
REFERENCES = {
    "uniform": {
        (2, 1, 0, 1): "0.22534692783297257715",
        (3, 1, 1, 2): "0.093080757364403785182",
        (4, 2, 1, 2): "0.25080871022679631829",
        (4, 1, 2, 3): "-0.17620411584404127806",
        (5, 2, 2, 3): "0.1103038679440863978",
        (5, 3, 1, 4): "1.052246916638392967",
        (5, 1, 4, 2): "-0.63604991608894449756",
        (5, 2, 2, 5): "0.81821748707443475723",
        (5, 4, 0, 3): "0.99202554789973558676",
    },
    "exponential": {
        (2, 1, 0, 1): "0.40365263767680592566",
        (3, 1, 1, 2): "0.24079494090654848976",
        (4, 2, 1, 2): "0.45526515499180840507",
        (4, 1, 2, 3): "-0.15520886938026398911",
        (5, 2, 2, 3): "0.27714710277545260627",
        (5, 3, 1, 4): "2.0955145788565586958",
        (5, 1, 4, 2): "-1.2298579426002873385",
        (5, 2, 2, 5): "2.389239001004768458",
        (5, 4, 0, 3): "1.6342405001793426284",
    },
    "beta(2, 3)": {
        (2, 1, 0, 1): "0.18655904121670753655",
        (3, 1, 1, 2): "0.055582020484892354296",
        (4, 2, 1, 2): "0.19688507914083719465",
        (4, 1, 2, 3): "-0.18033450362028686727",
        (5, 2, 2, 3): "0.059246727512983803683",
        (5, 3, 1, 4): "0.78986216421972692131",
        (5, 1, 4, 2): "-0.50731236761286080158",
        (5, 2, 2, 5): "0.54590386391965029073",
        (5, 4, 0, 3): "0.82897119681694583403",
    },
    "beta(0.5, 0.5)": {
        (2, 1, 0, 1): "0.21132486540518711607",
        (3, 1, 1, 2): "0.12745087595936649733",
        (4, 2, 1, 2): "0.25445433982584242907",
        (4, 1, 2, 3): "-0.099544216249339302291",
        (5, 2, 2, 3): "0.16238810668840677573",
        (5, 3, 1, 4): "1.1318915340450556609",
        (5, 1, 4, 2): "-0.63541068815000489549",
        (5, 2, 2, 5): "1.033601829041233569",
        (5, 4, 0, 3): "0.91446662151091104468",
    },
}


# One side has no cards: the only legal moves, or both pass
EMPTY = {(4, 2, 1, 0): [2, 1], (4, 0, 0, 3): [2, 1], (4, 0, 0, 4): [2, 0], (4, 1, 3, 0): [0, 1]}
EMPTY[4, 4, 0, 0] = [1, 1]


def density(law):
    """Density of a law, written once more."""
    if isinstance(law, Uniform):
        return lambda x: 1 / (law.high - law.low)
    if isinstance(law, Exponential):
        return lambda x: math.exp(-x / law.mean) / law.mean
    scale = math.gamma(law.a + law.b) / math.gamma(law.a) / math.gamma(law.b)
    return lambda x: scale * x ** (law.a - 1) * (1 - x) ** (law.b - 1)


def support(law):
    """Where prizes may lie."""
    return [encode(law).low, encode(law).high]


# Values


@pytest.mark.parametrize("law", REFERENCES)
def test_references(law):
    table = nakai.values(5, distribution=law)
    for state, digits in REFERENCES[law].items():
        assert table.v(*state) == pytest.approx(float(digits), abs=5e-15)


def test_oracle():
    for law, description in oracle.densities().items():
        slow, table = oracle.Oracle(*description), nakai.values(3, distribution=law)
        for state in states(3 if law == "uniform" else 2):  # of others REFERENCES has more stages
            assert table.v(*state) == pytest.approx(float(slow.v(*state)), abs=1e-14)


@pytest.mark.parametrize("law", LAWS)
def test_one_stage_by_another_solver_and_another_quadrature(law):
    table = nakai.values(6, distribution=law)
    f = density(read(law))
    for state in (
        (6, 2, 2, 3),
        (6, 3, 3, 2),
        (6, 1, 4, 5),
        (6, 2, 0, 4),
        (6, 1, 3, 6),
        (5, 0, 5, 3),
    ):

        def worth(x, state=state):
            game = table.matrix(*state, x)
            game = game[~np.isnan(game[:, 0])][:, ~np.isnan(game).all(axis=0)]
            return zero_sum.solve(game).value * f(x)

        cuts = [(r.low, r.high) for r in regions(table, *state)]
        total = sum(quad(worth, a, b, epsabs=1e-10, epsrel=1e-10)[0] for a, b in cuts)
        assert table.v(*state) == pytest.approx(total, abs=3e-9)


def test_exact_rationals():
    exact, table = exact_values(6, distribution=COIN), nakai.values(6, distribution=COIN)
    assert exact.v(1, 1, 0, 1) == 2
    assert exact.v(2, 1, 1, 2) == Fraction(1)  # (low, high) in either order, best by the coin
    for state in states(6):
        assert table.v(*state) == pytest.approx(float(exact.v(*state)), abs=1e-14)
        game = exact.matrix(*state, 0.5).astype(float)
        assert game == pytest.approx(table.matrix(*state, 0.5), abs=1e-14, nan_ok=True)


def test_deterministic_prizes():
    table, exact = (f(12, distribution="deterministic") for f in (nakai.values, exact_values))
    for n, k, l, m in states(12):  # noqa: E741
        assert exact.v(n, k, l, m) == Fraction(m * (k - l), n)
        assert table.v(n, k, l, m) == pytest.approx(m * (k - l) / n, abs=1e-13)


@pytest.mark.parametrize("law", LAWS)
def test_whoever_has_one_type_of_cards_is_the_mirror_image(law):
    table = nakai.values(9, distribution=law)
    for n in range(1, 10):
        for k in range(n + 1):
            for m in range(n + 1):
                assert table.v(n, k, 0, m) == pytest.approx(-table.v(n, 0, m, k), abs=1e-13)


def test_sequential_assignment():
    # Derman, Lieberman and Ross: thresholds of the order in which targets are worth a card.
    for law in (Uniform(), Exponential(), Beta(2, 3)):
        table = nakai.values(8, distribution=law)
        worths = [law.mean]  # with n = 1, ascending
        for n in range(2, 9):
            cuts = [0.0, *worths, math.inf]
            worths = [
                law.moment(b)
                - law.moment(a)
                + (a * law.cdf(a) if i else 0.0)
                + (b * (1 - law.cdf(b)) if b < math.inf else 0.0)
                for i, (a, b) in enumerate(pairwise(cuts))
            ]
            for k in range(n + 1):
                best = sum(sorted(worths)[n - k :])
                assert table.v(n, k, 0, n) == pytest.approx(best, abs=1e-13)


def test_unit_of_money():
    one, million = nakai.values(7), nakai.values(7, distribution="uniform(0, 1e6)")
    for state in states(7):
        assert million.v(*state) == pytest.approx(1e6 * one.v(*state), rel=1e-12, abs=1e-8)


def test_no_cards():
    table = nakai.values(4)
    assert table.v(0, 0, 0, 0) == table.v(4, 2, 1, 0) == table.v(4, 0, 0, 3) == 0
    strategies = {s: [list(p).index(1) for p in table.strategy(*s, 0.5)] for s in EMPTY}
    assert strategies == EMPTY
    with pytest.raises(ValueError, match=r"state: got \(0, 0, 0, 0\)"):
        table.strategy(0, 0, 0, 0, 0.5)


def test_unequal_prizes():
    assert nakai.values(5, stage_distributions=["uniform"] * 5).v(5, 2, 1, 3) == nakai.values(5).v(
        5, 2, 1, 3
    )
    laws = [Uniform(), Deterministic(2), Exponential()]
    table = nakai.values(3, stage_distributions=laws)
    assert table.v(1, 1, 0, 1) == 0.5  # the last target is the first of the list
    assert table.v(2, 2, 0, 2) == 2.5
    # one high card and two stages: at the prize 2 wait for 1/2, or play at once
    assert table.v(2, 1, 0, 2) == 2.0
    f = density(Exponential())
    best = quad(lambda x: max(x, 2.0) * f(x), 0, 2)[0] + quad(lambda x: x * f(x), 2, 60)[0]
    assert table.v(3, 1, 0, 3) == pytest.approx(best, abs=1e-12)
    assert repr(table).count(", ") == 3, "three laws are named"
    assert "4 laws" in repr(nakai.values(4, stage_distributions=[*laws, Uniform(0, 2)]))


def test_layers_are_of_one_prize_more_each():
    assert [layer.shape for layer in nakai.values(2).layers] == [(1,) * 3, (2,) * 3, (3,) * 3]


# Strategies


@pytest.mark.parametrize("law", [*LAWS, "deterministic", COIN])
def test_strategies_cannot_be_exploited(law):
    table = nakai.values(7, distribution=law)
    assert table.certificate.error < 1e-13
    for state in states(7):
        for x in (0.0, 0.03, 0.4, 0.97, 1.3):
            one, two = table.strategy(*state, x)
            assert abs(table.exploitability(*state, x, one, two)) < 1e-13
            assert min(*one, *two) >= 0
            assert sum(one) == pytest.approx(1)
            assert sum(two) == pytest.approx(1)


@pytest.mark.parametrize("law", [Uniform(), read(COIN)])
def test_the_certificate_looks_at_states_on_every_side(law):
    """Where values are large rounding errors are, and they are what it finds."""
    n = 6
    k, l, m = np.indices((n, n, n))  # noqa: E741
    previous = np.random.default_rng(3).normal(size=(n, n, n))
    assert kernels.largest_gap(previous, n, encode(law)) < 1e-13
    for side in (k == 0, l == 0, m == 0, m == n - 1, k + l == n - 1):
        large = np.where(side, 1e12, 1.0) * previous
        assert kernels.largest_gap(large, n, encode(law)) > 1e-6


def test_a_bad_strategy_is_found_out():
    table = nakai.values(3)
    one, two = table.strategy(3, 1, 1, 2, 0.8)
    assert table.exploitability(3, 1, 1, 2, 0.8, one, [1, 0]) > 0.1
    assert table.exploitability(3, 1, 1, 2, 0.8, [1, 0, 0], two) > 0.01
    for total in (1 - 9e-10, 1 + 9e-10):  # of rounded probabilities
        assert abs(table.exploitability(3, 3, 0, 2, 0.9, [0, total, 0], [0, total])) < 1e-15
    for state, mine, yours in (
        ((3, 2, 1, 2), [0, 0, 1], two),  # must play
        ((3, 0, 1, 2), [0, 1, 0], two),  # has no high card
        ((3, 1, 1, 3), one, [0, 1]),  # must play
        ((3, 1, 1, 2), [1.5, 0, -0.5], two),
        ((3, 1, 1, 2), [0.5, 0, 0], two),
        ((3, 1, 1, 2), [math.nan] * 3, two),
        ((3, 1, 1, 2), [1, 0], two),
        ((3, 1, 1, 2), one, "10"),
    ):
        with pytest.raises((TypeError, ValueError), match=r"one|two"):
            table.exploitability(*state, 0.8, mine, yours)
    assert gap_at(table, (3, 2, 1, 2), 0.8, [0, 0, 1], [1, 0]) == math.inf
    assert gap_at(table, (3, 1, 1, 2), 0.8, [math.nan] * 3, [1, 0]) == math.inf
    assert stage_gap({0: [Fraction(1)]}, (0, 1, 0), (1, 0)) is None
    half = Fraction(1, 2)
    for mine, yours in (((half, 0, 0), (1, 0)), ((1, 0, 0), (half, 0)), ((2, -1, 0), (1, 0))):
        assert stage_gap({0: [Fraction(1)], 1: [Fraction(0)]}, mine, yours) is None


def test_what_a_stage_of_fractions_leaves_to_gain():
    rows = stage_rows(exact_values(3, distribution=COIN).table, (3, 1, 1, 2), Fraction(1))
    best = max(range(3), key=lambda i: min(rows[i]))
    one = tuple(int(i == best) for i in range(3))
    for two, place in (((1, 0), 0), ((0, 1), 1)):
        gap = max(row[place] for row in rows.values()) - min(rows[best])
        assert stage_gap(rows, one, two) == gap
    allowed = {i: rows[i] for i in (0, 2)}
    assert stage_gap(allowed, (1, 0, 0), (1, 0)) is not None
    assert stage_gap(allowed, (0, 1, 0), (1, 0)) is None


@pytest.mark.parametrize("law", LAWS)
def test_forced_moves(law):
    table = nakai.values(5, distribution=law)
    for n, k, l, m in states(5):  # noqa: E741
        one, two = table.strategy(n, k, l, m, 0.6)
        assert (k > 0 or one[1] == 0) and (l > 0 or one[0] == 0)
        if k + l == n:
            assert one[2] == 0
        if m == n:
            assert two[0] == 1


# Regions


@pytest.mark.parametrize("law", LAWS)
def test_regions_name_what_is_optimal(law):
    table = nakai.values(6, distribution=law)
    for state in states(6):
        found = regions(table, *state)
        ends = support(table.prizes[0])
        assert (found[0].low, found[-1].high) == tuple(ends)
        assert all(a.high == b.low for a, b in pairwise(found))
        for region in found:
            x = (region.low + region.high) / 2
            for choice in (region.choice, *region.others):
                one, two = table.strategy(*state, x)
                if choice.startswith("mix"):  # these two rows alone can secure the value
                    used = [("low", "high", "pass").index(row) for row in choice[4:].split("/")]
                    game = table.matrix(*state, x)
                    value = float(two @ (one[~np.isnan(one)] @ np.nan_to_num(game)))
                    assert zero_sum.solve(game[used]).value == pytest.approx(value, abs=1e-12)
                    assert 0 < two[0] < 1
                else:
                    row, column = choice.split(", ")
                    one = [float(row == name) for name in ("low", "high", "pass")]
                    two = [float(column == "M"), float(column == "pass")]
                    assert table.exploitability(*state, x, one, two) < 1e-11


def test_regions_are_those_of_the_prize_that_is_turned_up():
    laws = ["uniform", "uniform(1, 2)", "uniform(4, 6)"]
    table = nakai.values(3, stage_distributions=laws)
    for n in (1, 2, 3):
        found = regions(table, n, 1, 0, 1)
        assert [found[0].low, found[-1].high] == support(table.prizes[n - 1])
    assert len({encode(law).high for law in table.prizes}) == 3


@pytest.mark.parametrize("law", LAWS)
def test_order_of_regions(law):
    found = scan_order(nakai.values(8, distribution=law))
    forced = [(n, n, 0, m) for n in range(2, 9) for m in range(1, n)]
    assert list(found.unlisted) == forced  # all high cards must be played: (high, pass) comes last
    assert found.reversed == found.mixed_first == ()
    assert sum(found.sequences.values()) == found.n_states


# The laws


@pytest.mark.parametrize("law", [*LAWS, "exponential(3)", "beta(0.7, 2.5)", "beta(3, 0.4)"])
def test_integrals_of_laws(law):
    law = read(law)
    f = density(law)
    low, high = encode(law).low, encode(law).high
    for share in (0.1, 0.37, 0.8):
        t = low + share * (min(high, 3.0) - low)
        parts = [
            (low, t, lambda x: f(x)),
            (low, t, lambda x: x * f(x)),
            (t, high, lambda x: f(x) / (x + 0.2)),
        ]
        found = [quad(g, a, b, epsabs=1e-12, limit=400, full_output=1)[0] for a, b, g in parts]
        given = [law.cdf(t), law.moment(t), law.inverse(t, 0.2)]
        assert given == pytest.approx(found, abs=1e-9)
    assert law.moment(high) == pytest.approx(law.mean, rel=1e-12)
    assert law.cdf(low - 1) == law.moment(low - 1) == 0
    assert math.isnan(law.inverse(0.0, -5.0))
    assert not isinstance(law, Exponential) or math.isnan(law.inverse(0.0, 0.0))


@pytest.mark.parametrize(
    "law", ["beta(0.1, 3)", "beta(30, 40)", "beta(0.3, 0.2)", "beta(5.5, 0.8)"]
)
def test_quadrature_of_awkward_densities(law):
    law = read(law)
    table = nakai.values(3, distribution=law)
    assert table.v(1, 1, 0, 1) == pytest.approx(law.mean, abs=1e-13)
    # v(2, 1, 0, 1) = E[x mu / (x + mu)]
    expected = law.mean * (1 - law.mean * law.inverse(0.0, law.mean))
    assert table.v(2, 1, 0, 1) == pytest.approx(expected, abs=1e-11)


def test_panels_are_halved_only_where_a_power_asks_for_it():
    # no power at either end: one panel, up to the longest, is one rule to the last bit
    encoded, smooth = encode(Exponential()), Piece(0.3, -0.7, 0.0, 1.0, 1.0)
    *_, panels = kernels.room()
    different = 0
    for u, v in ((0.1, 4.0), (0.01, 7.9), (1.0, 8.5), (0.3, 5.1), (40.5, 47.9), (41.0, 47.5)):
        whole = kernels.gauss(encoded, u, v, smooth)
        assert kernels.integral(encoded, panels, u, v, smooth) == whole
        c = u + 0.5 * (v - u)
        parts = [kernels.gauss(encoded, *ends, smooth) for ends in ((u, c), (c, v))]
        different += sum(parts) != whole
    assert different  # to the last bit it matters how many there are
    constant, linear = Piece(1.0, 0.0, 0.0, 1.0, 1.0), Piece(0.0, 1.0, 0.0, 1.0, 1.0)
    # a fractional power: the integral on either side of a cut close to the end is that of the law
    for law in (Beta(1.5, 1), Beta(0.2, 1), Beta(1, 0.2), Beta(1, 1.5)):
        encoded = encode(law)
        for t in (1e-9, 1e-4, 0.3, 1 - 1e-4):  # closer to 1 it is 1 - x that loses digits
            mass = kernels.integral(encoded, panels, t, 1.0, constant)
            assert mass == pytest.approx(float(law.exceed(t)), abs=1e-12)
            moment = kernels.integral(encoded, panels, 0.0, t, linear)
            assert moment == pytest.approx(law.moment(t), abs=1e-12)


@pytest.mark.parametrize("at", [1e-8, 0.5, 20, 49.0, 51, 120, 499, 501, 720, 900, 1e6, 1e12])
def test_exponential_integral_on_both_sides_of_its_continued_fraction(at):
    # 500 and the depth of the fraction are chosen so that no digit is lost; exp(710) overflows
    expected = float(mpmath.exp(at) * mpmath.e1(at))
    assert Exponential().inverse(0.0, at) == pytest.approx(expected, rel=2e-14, abs=0)
    later = Exponential(2).inverse(1.0, 2 * at - 1) * 2 * math.exp(0.5)
    assert at < 0.1 or later == pytest.approx(expected, rel=2e-14, abs=0)


# The fluid limit


@pytest.mark.parametrize("shares", [(0.25, 0.5), (0.5, 0.25), (0.7, 0.4), (0.1, 0.9)])
def test_fluid_limit_without_low_cards(shares):
    found = fluid(shares[0], 0, shares[1], n_steps=26)
    assert found == pytest.approx(without_low(*shares), abs=2e-5)
    mirrored = fluid(0, shares[1], shares[0], n_steps=26)
    assert mirrored == pytest.approx(-found, abs=4e-5)


@pytest.mark.parametrize("shares", [(0.02, 0.02), (0.01, 0.5), (0.001, 0.999), (0.9, 0.5)])
def test_few_cards_need_steps(shares):
    exact = without_low(*shares)
    few, more = (fluid(shares[0], 0, shares[1], n_steps=s) for s in (10, 28))
    assert abs(more - exact) < 1e-4 * min(shares) < abs(few - exact)


def test_fluid_limit_is_the_limit():
    for shares in ((0.5, 0.25, 0.5), (0.25, 0.5, 0.75), (0.5, 0.0, 0.25)):
        limit = fluid(*shares, n_steps=24)
        errors = []
        for n in (8, 16, 32):
            k, l, m = (round(n * share) for share in shares)  # noqa: E741
            errors.append(abs(nakai.values(n).v(n, k, l, m) / n - limit))
        assert errors[2] < errors[0]
        assert errors[2] < 0.007


# Bad input


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ((3, 2, 2, 1), r"k \+ l: got 2 \+ 2 cards, allowed are at most n = 3"),
        ((3, 1, 1, 4), "m: got 4 cards, allowed are at most n = 3"),
        ((3, -1, 1, 1), "k: got -1, allowed are the integers from 0 up"),
        ((3, 1, -1, 1), "l: got -1"),
        ((3, 1, 1, -1), "m: got -1"),
        ((5, 1, 1, 1), "n: got 5, allowed are at most n_max = 4"),
        ((3, 1.5, 1, 1), "k: got 1.5"),
        ((3, True, 1, 1), "k: got True"),
    ],
)
def test_bad_states(state, words):
    table = nakai.values(4)
    with pytest.raises((TypeError, ValueError), match=words):
        table.v(*state)
    with pytest.raises((TypeError, ValueError), match=words):
        table.strategy(*state, 0.5)
    with pytest.raises((TypeError, ValueError), match=words):
        regions(table, *state)


@pytest.mark.parametrize(
    ("law", "words"),
    [
        ("cauchy", "distribution: got 'cauchy', allowed are 'uniform'"),
        ("beta(2)", r"distribution: got 'beta\(2\)'"),
        ("exponential(1e-10)", "allowed are means from 1e-09 to 1e\\+09"),
        ("exponential(1e10)", "allowed are means from"),
        ("uniform(-1, 2)", "allowed are prizes that are not negative"),
        ("deterministic(0)", "means from 1e-09"),
        ("deterministic(-1)", "not negative"),
        ([0, 0], "means from 1e-09"),
        ([1, -2], "not negative"),
        ([1, math.inf], r"values\[1\]: got inf"),
        ([1, True], r"values\[1\]: got True"),
        ([], "distribution: got 0 entries"),
        ({1: 0.5, 2: 0.4}, "sum 1"),
        (("beta", 2, 3), "distribution: got"),  # the grammar of long ago
        ({1, 2}, "distribution: got"),
        (7, "distribution: got 7"),
        (None, "distribution: got None"),
        ("beta(1000, 1000)", "a: got 1000"),  # the density overflowed: NaN, certificate 0
        ([10**400], r"values\[0\]: got 1000"),
    ],
)
def test_bad_laws(law, words):
    with pytest.raises((TypeError, ValueError), match=words):
        nakai.values(3, distribution=law)
    with pytest.raises((TypeError, ValueError), match=words.replace("distribution: ", "")):
        nakai.values(3, stage_distributions=["uniform", law, "uniform"])


def test_a_law_that_is_new_is_refused():
    """As the developers' page says of whoever adds one to `core.laws`."""
    new = SimpleNamespace(least=0.0, mean=0.5)
    with pytest.raises(
        ValueError, match=r"^distribution: got namespace.* in this game are uniform"
    ):
        encode(new)


def test_bad_laws_of_stages():
    for laws, words in (
        (["uniform"], "stage_distributions: got 1 entries, allowed is a row of 3 laws"),
        ("uniform", "stage_distributions: got 'uniform'"),
        ({"uniform": 1}, "stage_distributions: got"),
    ):
        with pytest.raises((TypeError, ValueError), match=words):
            nakai.values(3, stage_distributions=laws)
    with pytest.raises((TypeError, ValueError), match=r"'exponential' and .* one of the two"):
        nakai.values(3, distribution="exponential", stage_distributions=["uniform"] * 3)


@pytest.mark.parametrize("scale", [1e-8, 1e8])
@pytest.mark.parametrize(
    "law",
    [lambda s: f"uniform(0, {s})", lambda s: f"exponential({s})", lambda s: [s, 3 * s]],
)
def test_scale_does_not_matter(law, scale):
    unit, scaled = nakai.values(3, distribution=law(1)), nakai.values(3, distribution=law(scale))
    for state in states(3):
        assert scaled.v(*state) / scale == pytest.approx(unit.v(*state), abs=1e-14)


def test_a_rare_prize_of_any_size():
    table = nakai.values(4, distribution={0: 1 - 1e-142, 1e150: 1e-142})
    assert all(math.isfinite(table.v(*state)) for state in states(4))
    assert table.certificate.error < 1e-12 * 1e150


@pytest.mark.parametrize("law", ["beta(500, 500)", "beta(0.01, 0.01)", "beta(500, 0.01)"])
def test_beta_at_the_ends_of_its_range(law):
    table = nakai.values(2, distribution=law)
    assert table.v(1, 1, 0, 1) == pytest.approx(table.prizes[0].mean, rel=1e-11)


def test_numbers_of_numpy_and_fractions():
    table = nakai.values(np.int8(3))
    assert type(table.n_max) is int
    assert table.v(np.int8(3), np.uint8(1), np.int64(1), np.int8(2)) == table.v(3, 1, 1, 2)
    for given in (Fraction(1, 2), np.float32(0.5)):
        assert (table.strategy(3, 1, 1, 2, given)[0] == table.strategy(3, 1, 1, 2, 0.5)[0]).all()


def test_other_bad_input():
    table = nakai.values(3)
    for n_max in (0, 101, 2.0, True, "3", 10**400, None):
        with pytest.raises((TypeError, ValueError), match="n_max: got"):
            nakai.values(n_max)
        with pytest.raises((TypeError, ValueError), match="n_max: got"):
            exact_values(n_max, distribution="deterministic")
    with pytest.raises((TypeError, ValueError), match="table: got 3"):
        regions(3, 3, 1, 1, 1)
    for state in ((4, 0, 0, 0), (3, 2, 2, 1), (3, 1.0, 1, 1)):
        with pytest.raises((TypeError, ValueError), match="got"):
            exact_values(3, distribution="deterministic").v(*state)
    for x in (-1, True, math.nan, 1e151, 10**400, "1", None):
        with pytest.raises((TypeError, ValueError), match=re.escape(f"x: got {x!r}"[:20])):
            table.strategy(3, 1, 1, 1, x)
    with pytest.raises((TypeError, ValueError), match=r"k \+ l: got 127 \+ 127"):
        table.v(3, np.int8(127), np.int8(127), 1)  # their sum is -2 in 8 bits
    with pytest.raises((TypeError, ValueError), match="where the game has ended"):
        table.matrix(3, 1, 1, 0, 0.5)
    with pytest.raises((TypeError, ValueError), match="prizes with a density"):
        regions(nakai.values(3, distribution="deterministic"), 3, 1, 1, 1)
    with pytest.raises((TypeError, ValueError), match="laws of 1 to 128 values"):
        exact_values(3, distribution="uniform")
    with pytest.raises((TypeError, ValueError), match="at most 128 sequences"):
        exact_values(8, distribution=COIN)


def test_results_show_their_certificates_and_tables():
    table, exact = nakai.values(3), exact_values(3, distribution="deterministic")
    for result, kind in zip((table, exact), ("exploitability", "exact"), strict=True):
        assert result.certificate.kind == kind
        assert f"{result.certificate})" in repr(result)
        assert len(repr(result)) < 200
    assert "not yet computed" in repr(nakai.values(21))
    mixed = nakai.values(3, stage_distributions=["uniform", "exponential(2)", "uniform"])
    assert "prizes=uniform, exponential(2);" in repr(mixed)
    for result in (table, exact):
        frame = result.to_frame()
        assert list(frame.columns) == ["n", "k", "l", "m", "v"]
        for row in frame.itertuples(index=False):
            assert row.v == result.v(*row[:4])
    assert len(frame) == sum((n + 1) ** 2 * (n + 2) // 2 for n in range(4))
