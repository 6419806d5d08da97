"""The proof in fractions, against the solver and the rules; and that it can fail."""

from fractions import Fraction

import pytest

from chapters.guts import certificate
from parlor.games.guts import solve_coalition
from tests.games.guts import oracle


def test_certificate():
    proof = certificate.certify(digits=30)
    solved = solve_coalition(2, mesh=None)
    assert proof.lower <= proof.upper and proof.width < Fraction(1, 10**28)
    assert float(proof.lower) == pytest.approx(solved.value, abs=1e-15)
    assert float(proof.own) == pytest.approx(solved.player_one[0][0], abs=1e-12)
    assert proof.start_margin > 0
    finer = certificate.certify(digits=60)
    assert proof.lower <= finer.lower <= finer.upper <= proof.upper
    for p, q in ((Fraction(3, 5), Fraction(1, 5)), (Fraction(3, 5), Fraction(4, 5))):
        c = Fraction(9, 10)
        for family, allies in ((certificate.bloc, (q, q)), (certificate.beside, (0, q))):
            alpha, beta = oracle.by_cells((p, *allies))
            assert family(p, q, c) == alpha + (c - 1) * beta
    # and the proof can fail: claim a little more than is true
    a = (proof.own, proof.bloc, proof.beside)
    more = proof.upper + Fraction(1, 10**12)
    assert certificate.least(*a, more) < more
    less = proof.lower - Fraction(1, 10**12)
    assert certificate.most(*a, proof.weight, less) > less
