"""Laws against SciPy's, by quadrature, and at the ends of what is allowed."""

from fractions import Fraction

import numpy as np
import pytest
from mpmath import hyp2f1
from scipy import stats
from scipy.integrate import quad
from scipy.special import betainc

from parlor.core.laws import (
    GRAMMAR,
    Beta,
    Deterministic,
    Discrete,
    Exponential,
    Frozen,
    Uniform,
    read,
)

CONTINUOUS = [
    (Uniform(), stats.uniform()),
    (Uniform(-3, -1), stats.uniform(-3, 2)),
    (Uniform(-2, 5), stats.uniform(-2, 7)),
    (Exponential(), stats.expon()),
    (Exponential(0.2), stats.expon(scale=0.2)),
    (Beta(2, 5), stats.beta(2, 5)),
    (Beta(0.5, 0.5), stats.beta(0.5, 0.5)),
    (Beta(500, 3), stats.beta(500, 3)),
]
CONTINUOUS += [
    (Frozen(theirs), theirs)
    for theirs in (
        stats.gamma(2),
        stats.norm(1, 2),
        stats.lognorm(0.5, scale=3),
        stats.pareto(7),
        stats.uniform(-3, 2),
        stats.expon(scale=0.2),
        stats.triang(0.3, loc=-1),
    )
]
DISCRETE = [
    Discrete((-2, 1, 4), (0.2, 0.5, 0.3)),
    Discrete((4, -2, 1), (Fraction(1, 3),) * 3),
    Discrete((1, 1, 2), (0.25, 0.25, 0.5)),
    Deterministic(-3),
]
PLACES = np.array([-5.0, -2.0, -1.5, 0.0, 0.01, 0.3, 0.7, 0.99, 1.0, 3.0, 8.0])
CHANCES = np.array([1e-9, 0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999, 1 - 1e-9])
each = pytest.mark.parametrize(
    ("law", "theirs"), CONTINUOUS, ids=[str(law) for law, _ in CONTINUOUS]
)
discrete = pytest.mark.parametrize("law", DISCRETE, ids=str)


@each
def test_beside_scipy(law, theirs):
    assert law.mean == pytest.approx(theirs.mean())
    assert law.least == theirs.support()[0]
    assert law.cdf(PLACES) == pytest.approx(theirs.cdf(PLACES), abs=1e-14)
    assert law.exceed(PLACES) == pytest.approx(theirs.sf(PLACES), abs=1e-14)
    assert law.quantile(CHANCES) == pytest.approx(theirs.ppf(CHANCES), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("law", [law for law, _ in CONTINUOUS] + DISCRETE, ids=str)
def test_a_table_is_taken_number_by_number(law):
    for function in (law.cdf, law.moment, law.capped_mean):
        assert function(PLACES[:, None]).tolist() == [[function(t)] for t in PLACES]
        assert isinstance(function(0.5), float)


@each
def test_expectations_by_quadrature(law, theirs):
    low, high = theirs.ppf([0, 1 - 1e-13])
    for t in PLACES[::2]:  # below, within and above each
        middle = float(np.clip(t, low, high))
        part = quad(lambda x: x * theirs.pdf(x), low, middle, limit=200)[0]
        assert law.moment(t) == pytest.approx(part, abs=2e-8)
        assert law.capped_mean(t) == pytest.approx(part + t * theirs.sf(t), abs=2e-8)
        for z in (3.5, 10.0):
            if theirs.support()[0] + z > 0:
                over = quad(lambda x, z=z: theirs.pdf(x) / (x + z), middle, high, limit=200)[0]
                assert law.inverse(t, z) == pytest.approx(over, abs=2e-8)


@pytest.mark.parametrize("z", [0.006, 0.3, 9.0])
@pytest.mark.parametrize("b", [0.01, 0.15, 1.0, 40.0])
@pytest.mark.parametrize("a", [0.01, 0.7, 3.0])
def test_poles_of_a_density_cost_no_digit(a, b, z):
    """With small parameters nearly all mass lies within rounding of 0 and of 1."""
    found = Beta(a, b).inverse(0.0, z)
    assert found == pytest.approx(float(hyp2f1(1, a, a + b, -1 / z) / z), rel=1e-12)
    above = Beta(a, b).inverse(1e-9, z)  # a part of it, of which nothing is lost either
    below = 1 / z * betainc(a, b, 1e-9)
    assert above == pytest.approx(found - below, rel=1e-6, abs=1e-12)


@each
def test_quantile_is_the_inverse(law, theirs):
    x = law.quantile(CHANCES)
    assert (np.diff(x) >= 0).all()
    assert [law.cdf(t) for t in x] == pytest.approx(CHANCES, abs=2e-8)
    assert (x >= law.least).all()


@each
def test_moments_of_draws(law, theirs):
    draws = law.quantile(np.random.default_rng(0).random(200_000))
    assert draws.mean() == pytest.approx(law.mean, abs=5 * theirs.std() / 200_000**0.5)
    assert draws.std() == pytest.approx(theirs.std(), rel=0.02)


@discrete
def test_discrete_by_sums(law):
    values = np.array(law.values, float)
    chances = np.array(law.probabilities, float)
    assert law.mean == pytest.approx(values @ chances)
    assert law.least == values.min()
    for t in (*PLACES, 4.0):
        assert law.cdf(t) == pytest.approx(chances[values <= t].sum())
        assert law.exceed(t) == pytest.approx(chances[values > t].sum())
        assert law.moment(t) == pytest.approx((values * chances)[values <= t].sum())
        assert law.capped_mean(t) == pytest.approx(np.minimum(values, t) @ chances)
        more = values > t
        if t > -3.5:
            expected = (chances / (values + 3.5))[more].sum()
            assert law.inverse(t, 3.5) == pytest.approx(expected)
    u = np.random.default_rng(0).random(100_000)
    drawn = law.quantile(u)
    for x in set(law.values):
        chance = chances[values == float(x)].sum()
        assert (drawn == float(x)).mean() == pytest.approx(chance, abs=0.006)
    assert (np.diff(law.quantile(np.sort(u))) >= 0).all()


@pytest.mark.parametrize("law", [law for law, _ in CONTINUOUS] + DISCRETE, ids=str)
def test_no_expectation_where_the_denominator_vanishes(law):
    assert np.isnan(law.inverse(-20.0, 1.0)) or law.least + 1.0 > 0
    assert np.isnan(law.inverse(1.0, -8.0)) or law.inverse(1.0, -8.0) == 0


@pytest.mark.parametrize(
    ("given", "law"),
    [
        ("uniform", Uniform()),
        (" uniform ( -1 , 2.5 ) ", Uniform(-1, 2.5)),
        ("exponential", Exponential()),
        ("exponential(1e-150)", Exponential(1e-150)),
        ("beta(0.01, 500)", Beta(0.01, 500)),
        ("deterministic", Deterministic()),
        ("deterministic(4)", Deterministic(4.0)),
        ([2, 1], Discrete((2, 1), (Fraction(1, 2),) * 2)),
        (np.array([2.0, 1.0]), Discrete((2.0, 1.0), (Fraction(1, 2),) * 2)),
        (range(1, 3), Discrete((1, 2), (Fraction(1, 2),) * 2)),
        ({1: 0.25, 3: 0.75}, Discrete((1, 3), (0.25, 0.75))),
        (Beta(2, 3), Beta(2, 3)),
    ],
)
def test_grammar(given, law):
    assert read(given) == law


@pytest.mark.parametrize(
    "given",
    [
        None, 3, "", "normal", "uniform(1)", "uniform(1, 1)", "uniform(2, 1)", "uniform(0, inf)",
        "uniform(-1e308, 1e308)", "uniform(nan, 1)", "beta(2)", "beta(0.001, 1)", "beta(2, 501)",
        "exponential(0)", "exponential(-1)", "exponential(1e151)", "beta(2,3) x", "beta" * 100,
        "uniform((1, 2))", "deterministic(1e151)", [], (), {}, [1, "2"], ["beta", 2, 3], [np.nan],
        [1, 1e308], [True], [10**400], {1: 0.5}, {1: 0.5, 2: 0.6}, {1: -0.5, 2: 1.5}, {"a": 1.0},
        {1: None}, {1, 2}, b"uniform", iter([1]), np.eye(2), np.ma.masked_array([1.0], [1]),
        ("uniform", 0, 1), [1] * 100_001, Uniform,
    ],
    ids=lambda given: repr(given).partition(" at 0x")[0][:30],
)  # fmt: skip
def test_refused(given):
    with pytest.raises((TypeError, ValueError), match=r"^distribution: "):
        read(given)


def test_refused_by_the_name_it_is_given_by():
    for given in (3, [], ["1"], {}, "normal"):
        with pytest.raises((TypeError, ValueError), match=r"^prizes: got"):
            read(given, name="prizes")
    assert "'beta(a, b)'" in GRAMMAR


def test_integers_of_numpy_do_not_overflow_in_fractions():
    law = read({np.int8(100): Fraction(1, 2), np.int8(50): Fraction(1, 2)})
    assert law == read({100: Fraction(1, 2), 50: Fraction(1, 2)})
    assert [type(x) for x in law.values] == [int, int]


NARROW = [np.int8, np.float16, Fraction]


@pytest.mark.parametrize("kind", NARROW)
@pytest.mark.parametrize(
    ("make", "given"), [(Uniform, (-100, 100)), (Exponential, (100,)), (Beta, (100, 100))]
)
def test_parameters_are_kept_as_floats(make, given, kind):
    law, plain = make(*map(kind, given)), make(*map(float, given))
    kept = list(vars(law).values())
    assert kept == list(given)
    assert [type(x) for x in kept] == [float] * len(given)
    assert law == plain
    assert hash(law) == hash(plain)
    assert repr(law) == repr(plain)
    assert str(law) == str(plain)
    assert (law.mean, law.moment(0.4), law.inverse(0.4, 200)) == (
        plain.mean, plain.moment(0.4), plain.inverse(0.4, 200)
    )  # fmt: skip
    assert law.exceed(PLACES).tobytes() == plain.exceed(PLACES).tobytes()
    assert law.quantile(CHANCES).tobytes() == plain.quantile(CHANCES).tobytes()


def test_ends_that_are_one_float_are_no_interval():
    with pytest.raises(ValueError, match=r"^distribution: Uniform with low, high: got 1e\+17 and"):
        Uniform(10**17, 10**17 + 1)


def test_exact_numbers_are_kept():
    law = read([1, Fraction(1, 3)])
    assert law.values == (1, Fraction(1, 3))
    assert law.probabilities == (Fraction(1, 2),) * 2
    assert law.equally_likely
    assert not read({1: 0.25, 3: 0.75}).equally_likely


@pytest.mark.parametrize("law", [Uniform(-1e150, 1e150), Exponential(1e150), Deterministic(1e150)])
def test_largest_values_stay_finite(law):
    u = np.array([1e-16, 0.5, 1 - 1e-16])
    assert np.isfinite(law.quantile(u)).all()
    numbers = [law.mean, law.cdf(1.0), law.moment(1e150), law.capped_mean(1e150), law.exceed(0.0)]
    assert np.isfinite(numbers).all()


def test_texts():
    laws = [Uniform(), Uniform(0, 2), Exponential(), Exponential(3), Beta(2, 5), Deterministic(4)]
    for law in laws:
        assert read(str(law)) == law
    assert str(Discrete((1, 2), (0.5, 0.5))) == "2 values"


@pytest.mark.parametrize(
    ("theirs", "law"),
    [
        (stats.uniform(1, 2), Uniform(1, 3)),
        (stats.expon(scale=3), Exponential(3)),
        (stats.beta(2, b=5), Beta(2, 5)),
        (stats.randint(1, 5), Discrete((1, 2, 3, 4), (0.25,) * 4)),
        (stats.binom(2, 0.5), Discrete((0, 1, 2), (0.25, 0.5, 0.25))),
        (stats.bernoulli(0.25, loc=1), Discrete((1, 2), (0.75, 0.25))),
        (stats.rv_discrete(values=([1, 3], [0.25, 0.75])), Discrete((1, 3), (0.25, 0.75))),
        (stats.rv_discrete(values=([1, 3], [0.25, 0.75]))(loc=2), Discrete((3, 5), (0.25, 0.75))),
    ],
)
def test_distributions_of_scipy_are_our_laws(theirs, law):
    found = read(theirs)
    if not isinstance(law, Discrete):
        assert found == law
        return
    assert found.values == law.values and all(type(x) is int for x in found.values)
    assert found.probabilities == pytest.approx(law.probabilities, abs=1e-15)


@pytest.mark.parametrize("theirs", [stats.gamma(2), stats.expon(1), stats.beta(2, 3, scale=4)])
def test_any_other_is_kept_as_it_is(theirs):
    assert read(theirs) == Frozen(theirs) and read(theirs).distribution is theirs
    assert hash(read(theirs)) == hash(Frozen(theirs))
    assert str(read(theirs)).startswith(f"{theirs.dist.name}(")


def test_scale_of_a_frozen_law_costs_no_digit():
    for scale in (1e-9, 1e9):
        law, unit = Frozen(stats.gamma(2, scale=scale)), Frozen(stats.gamma(2))
        for t in (0.1, 1.0, 5.0):
            assert law.capped_mean(t * scale) == pytest.approx(
                scale * unit.capped_mean(t), rel=1e-12
            )
            over = law.inverse(t * scale, scale) * scale
            assert over == pytest.approx(unit.inverse(t, 1.0), rel=1e-12)


@pytest.mark.parametrize(
    ("theirs", "kind", "says"),
    [
        (stats.cauchy(), ValueError, "distribution: got cauchy.*, allowed are those with a mean"),
        (stats.poisson(2), ValueError, "distribution: got poisson, .*finitely many values"),
        (stats.beta, TypeError, "distribution: got <scipy.*allowed are 'uniform'"),
        (stats.beta(1e-3, 2), ValueError, "distribution: Beta with a: got 0.001"),
    ],
)
def test_distributions_of_scipy_that_are_refused(theirs, kind, says):
    with pytest.raises(kind, match=f"^{says}"):
        read(theirs)
