"""The paper's formulas and method, as printed, against rational integration and the solvers."""

from fractions import Fraction
from itertools import permutations

import pytest

from parlor.games.guts import emulation, payoff, printed, solve_coalition
from parlor.games.guts.pairs import two_against_two

from . import oracle

TENTHS = [Fraction(i, 10) for i in range(11)]


@pytest.mark.parametrize("p", [(2, 5, 9), (9, 5, 2), (5, 9, 2), (3, 7, 7), (10, 0, 4)])
def test_algorithms(p):
    p = [TENTHS[i] for i in p]
    alpha, beta = oracle.by_cells(p)
    assert printed.alpha_by_subsets(p) == oracle.by_subsets(p)
    assert printed.alpha_by_subsets(p)[0] == alpha
    assert printed.beta_by_subsets(p) == beta == oracle.beta_by_subsets(p)


@pytest.mark.parametrize("n", [3, 4, 6])
def test_pseudo_bloc(n):
    for own, leader, bloc in permutations(TENTHS[::3], 3):
        got = printed.pseudo_bloc(own, leader, bloc, n)
        assert got == oracle.pseudo_bloc(own, leader, bloc, n)


@pytest.mark.parametrize("weenie", [False, True])
def test_formulas(weenie):
    for p in permutations(TENTHS[1:10:2], 3):
        line, value = printed.three(*p, weenie=weenie)
        assert value == (oracle.printed_weenie_three if weenie else oracle.printed_three)(*p)
        assert (value == oracle.by_cells(p, weenie)[0]) == (not weenie or line < 6)
        two = printed.two(*p[:2], weenie=weenie)
        assert two == (oracle.printed_weenie_two if weenie else oracle.printed_two)(*p[:2])


def test_redrop():
    for p in permutations(TENTHS[1:10:2], 3):
        if p[1] < p[2]:
            cases, total = printed.redrop(*p)
            assert cases == total
            assert float(total) == pytest.approx(payoff(p, weenie=True) - payoff(p), abs=1e-14)
    with pytest.raises(ValueError, match="p2 < p3"):
        printed.redrop(*TENTHS[3:0:-1])


def test_emulation_brackets_the_value():
    first, second = emulation.emulate([2, 4], mesh=21, n_rounds=3000)
    for found in (first, second):
        exact = -solve_coalition(found.n_coalition, mesh=21, structure="pseudo-bloc").value
        assert found.player_replies <= exact <= found.coalition_replies
        assert found.gap == pytest.approx(found.coalition_replies - found.player_replies)
        assert found.player_replies <= found.mixes <= found.coalition_replies
    assert [second] == emulation.emulate([4], mesh=21, n_rounds=3000)


@pytest.mark.parametrize("n_coalition, mesh", [(2, 2), (3, 3)])
def test_emulation_is_refused_where_stakes_do_not_shrink(n_coalition, mesh):
    assert solve_coalition(n_coalition, mesh=mesh, structure="pseudo-bloc").multiplier >= 1
    with pytest.raises(ValueError, match=f"^mesh: got {mesh}, .* coalition of {n_coalition}"):
        emulation.emulate([n_coalition], mesh=mesh, n_rounds=10)


def test_pairs():
    played = emulation.emulate_pairs(mesh=21, n_rounds=20_000)
    exact = dict(two_against_two(mesh=21).row)
    assert sum(played.values()) == pytest.approx(1)
    assert played[0, 19] == pytest.approx(exact[0, 19], abs=0.01)
    with pytest.raises(ValueError, match="mesh"):
        emulation.emulate_pairs(mesh=1)


@pytest.mark.parametrize(
    ("given", "says"),
    [({"coalitions": [1]}, "coalitions"), ({"coalitions": [2], "mesh": 1}, "mesh")],
)
def test_bad_input(given, says):
    with pytest.raises(ValueError, match=says):
        emulation.emulate(**given)
