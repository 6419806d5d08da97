"""Laws of prizes as Nakai's game takes them, and what its kernels need of a law.

A kernel gets a law as an array, whose first entry is its kind. For a density follow the ends of
the support, the longest panel of the quadrature, a factor, and the powers of x and 1 - x (the rate
takes the factor's place for exponential prizes); for atoms their number, padding, and from entry 7
on the values and then the probabilities.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy  # its parts are loaded when they are used

from parlor.core.checks import items, shown
from parlor.core.laws import Beta, Discrete, Exponential, Law, Uniform, read

__all__ = ["LARGEST_MEAN", "MAX_STAGES", "SMALLEST_MEAN"]

SMALLEST_MEAN = 1e-9  # of a prize: any unit of money will do
LARGEST_MEAN = 1e9  # of a prize: any unit of money will do
MAX_STAGES = 100
NODES = 16  # of each Gauss rule
UNIFORM, EXPONENTIAL, BETA, ATOMS = range(4)


def prize_law(distribution: object, name: str = "distribution") -> Law:
    """Read the law of a prize; ValueError unless it is never negative and its mean is as above.

    The paper asks for 0 < E(X) < infinity.
    """
    law = read(distribution, name=name)
    if law.least < 0:
        raise ValueError(f"{name}: got {shown(law)}, allowed are prizes that are not negative")
    if not SMALLEST_MEAN <= law.mean <= LARGEST_MEAN:
        raise ValueError(
            f"{name}: got {shown(law)}, allowed are means from {SMALLEST_MEAN:g} to "
            f"{LARGEST_MEAN:g}"
        )
    return law


def density_law(distribution: object, name: str = "distribution") -> Law:
    """Read the law of a prize, which is to have a density."""
    law = prize_law(distribution, name)
    if isinstance(law, Discrete):
        raise ValueError(f"{name}: got {shown(law)}, allowed are prizes with a density")
    return law


def stage_laws(n: int, distribution: object, stage_distributions: object) -> tuple[Law, ...]:
    """Laws of n targets, the last one first: one for all, or one each."""
    if stage_distributions is None:
        return (prize_law(distribution),) * n
    if not (isinstance(distribution, str) and distribution == "uniform"):
        raise ValueError(
            f"distribution, stage_distributions: got {shown(distribution)} and "
            f"{shown(stage_distributions)}, allowed is one of the two"
        )
    name = "stage_distributions"
    laws = items(name, stage_distributions, f"a row of {n} laws, the last target's first", n, n)
    return tuple(prize_law(law, f"{name}[{i}]") for i, law in enumerate(laws))


def encode(law: Law) -> np.ndarray:
    """Return what the kernels need of a law; ValueError if they do not know how to take it."""
    row: list[Any]
    if isinstance(law, Uniform):
        row = [UNIFORM, law.low, law.high, np.inf, 1 / (law.high - law.low), 0, 0]
    elif isinstance(law, Exponential):
        mean = float(law.mean)
        row = [EXPONENTIAL, 0, 48 * mean, 8 * mean, 1 / mean, 0, 0]
    elif isinstance(law, Beta):
        a, b = float(law.a), float(law.b)
        row = [BETA, 0, 1, 4 / max(a, b, 4.0), np.exp(-scipy.special.betaln(a, b)), a - 1, b - 1]
    elif isinstance(law, Discrete):
        row = [ATOMS, len(law.values), 0, 0, 0, 0, 0, *law.values, *law.probabilities]
    else:  # a law that is new in `core.laws`
        allowed = "uniform, exponential and beta laws, and finitely many prizes"
        raise ValueError(f"distribution: got {shown(law)}, allowed in this game are {allowed}")
    return np.array(row, float)


def gauss_rules(law: Law) -> np.ndarray:
    """Nodes and weights on [-1, 1]: Gauss-Legendre, and Gauss-Jacobi for either end of `law`."""
    a, b = (law.a - 1, law.b - 1) if isinstance(law, Beta) else (0.0, 0.0)
    pairs = [
        np.polynomial.legendre.leggauss(NODES),
        scipy.special.roots_jacobi(NODES, 0, a),
        scipy.special.roots_jacobi(NODES, b, 0),
    ]
    return np.array([row for pair in pairs for row in pair])
