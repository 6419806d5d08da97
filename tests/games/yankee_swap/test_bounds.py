"""What seats of the re-steal game are paid by theorems, against fractions and solved games."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from parlor.games.yankee_swap.bounds import seat_bounds
from parlor.games.yankee_swap.exact import resteal_closed_form
from parlor.games.yankee_swap.resteal import solve_resteal

CERTIFICATE = Path(__file__).parents[3] / "proofs/yankee_swap/resteal-101.json"


def test_bounds_are_those_of_the_certificate() -> None:
    """Which a program that shares nothing with the library has in fractions."""
    proved = np.array(
        [
            [float(Fraction(end)) for end in row]
            for row in json.loads(CERTIFICATE.read_text("utf-8"))
        ]
    )
    found = seat_bounds(101)
    assert found.lower == pytest.approx(proved[:, 0], abs=1e-12)
    assert found.upper == pytest.approx(proved[:, 1], abs=1e-12)


def test_the_narrowest_intervals_are_not_turned_about() -> None:
    """Exact ones are narrower than rounding, which had the ends the wrong way round."""
    found = seat_bounds(150)
    assert (found.lower <= found.upper).all()


@pytest.mark.parametrize("n", [2, 3, 5])
def test_equilibria_lie_in_the_bounds(n: int) -> None:
    exact = resteal_closed_form(n) if n < 4 else solve_resteal(n, n_values=100).payoffs
    found = seat_bounds(n)
    assert (found.lower - 1e-3 <= np.array(exact, float)).all()
    assert (np.array(exact, float) <= found.upper + 1e-3).all()
