"""The paper's formulas, as printed, against rational integration."""

from fractions import Fraction
from itertools import permutations

import pytest

from chapters.guts import printed
from parlor.games.guts import payoff
from tests.games.guts import oracle

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
