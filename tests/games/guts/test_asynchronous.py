"""Independent coalitions in guts: the proof for two members in exact numbers, and searches."""

from fractions import Fraction

import numpy as np
import pytest

from parlor.games.guts import equilibrium_threshold, payoff, stakes_multiplier
from parlor.games.guts.asynchronous import best_reply, guarantee, hold_down


def alpha(p, q, r):
    """Equation (3.2) for q <= r, any p, exact."""
    a = 2 * p - q - r
    if p <= q:
        return a + r**3 + 3 * q * q * r - 4 * p * q * r
    if p <= r:
        return a + r**3 - 3 * p * p * r + 2 * p * q * r
    return a - 2 * p**3 + 2 * p * q * r


def test_every_case_of_the_proof():
    """The three choices of threshold, each with its payoff as an identity in rationals."""
    cases = set()
    for i in range(41):
        for j in range(i, 41):
            q, r = Fraction(i, 40), Fraction(j, 40)
            if 2 * r * r <= 1:
                p, case = r, "low"
            elif r * (r + q) >= 1:
                p, case = q, "high"
            else:
                p, case = (1 + q * r) / (3 * r), "between"
                assert q <= p <= r
            cases.add(case)
            assert alpha(p, q, r) == guarantee(q, r) >= 0
            assert float(alpha(p, q, r)) == pytest.approx(
                payoff([float(p), float(q), float(r)]), abs=1e-14
            )
    assert cases == {"low", "high", "between"}


def test_mixing_does_not_help_a_member():
    rng = np.random.default_rng(1)
    for weenie in (False, True):
        for _ in range(100):
            own, *allies = rng.random(4)
            q, V = rng.random(2), -rng.random()
            w = rng.random()

            def phi(t, own=own, allies=allies, V=V, weenie=weenie):
                p = [own, t, *allies]
                return payoff(p, weenie=weenie) + V * stakes_multiplier(p, weenie=weenie)

            assert w * phi(q[0]) + (1 - w) * phi(q[1]) >= phi(w * q[0] + (1 - w) * q[1]) - 1e-12


def test_reply_is_best():
    rng = np.random.default_rng(2)
    for weenie in (False, True):
        for n in (1, 2, 5):
            allies = rng.random(n)
            V = -rng.random()
            own, value = best_reply(allies, V=V, weenie=weenie)
            others = [
                payoff([p, *allies], weenie=weenie)
                + V * stakes_multiplier([p, *allies], weenie=weenie)
                for p in np.linspace(0, 1, 201)
            ]
            assert value >= max(others) - 1e-12
            assert value <= max(others) + 1e-3 and 0 <= own <= 1


@pytest.mark.parametrize("n_coalition", [2, 3, 4])
def test_nothing_found_below_the_equilibrium(n_coalition):
    found = hold_down(n_coalition, n_starts=20, seed=0)
    assert abs(found.value) < 1e-9 and found.hits == 20
    assert found.coalition == pytest.approx(
        [equilibrium_threshold(n_coalition + 1)] * n_coalition, abs=1e-4
    )
    paid = hold_down(n_coalition, V=-0.3, n_starts=10, seed=0)
    assert paid.value > -0.3 + 0.1  # from below, playing on climbs towards 0


def test_no_start_stops_in_a_narrow_valley():
    """Of eight members at high stakes neither of two alone can move, from some starts."""
    found = hold_down(8, V=10, n_starts=20, seed=0)
    assert found.hits == 20
    assert found.coalition[1:] == pytest.approx([found.coalition[-1]] * 7, abs=1e-5)


def test_bad_input():
    with pytest.raises(ValueError, match="coalition"):
        best_reply([])
    with pytest.raises(ValueError, match="coalition"):
        best_reply([1.5])
    with pytest.raises(ValueError, match="V: got"):
        best_reply([0.5], V=-2)
    with pytest.raises(ValueError, match="V: got"):
        hold_down(2, V=-2)
    with pytest.raises(ValueError, match="n_coalition"):
        hold_down(0)
    with pytest.raises(ValueError, match="n_starts: got 1001"):
        hold_down(2, n_starts=1001)
    with pytest.raises(ValueError, match="q, r"):
        guarantee(0.5, 0.2)


def test_narrow_numbers_are_computed_with_as_floats():
    q, r = np.float16(0.3), np.float16(0.9)
    assert guarantee(q, r) == guarantee(float(q), float(r))
