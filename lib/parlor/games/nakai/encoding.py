"""Distributions of prizes as Nakai's game takes them, and what its kernels need of them."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, NamedTuple

import numpy as np
import scipy  # its parts are loaded when they are used

from parlor.core.checks import items, shown
from parlor.core.laws import Beta, Discrete, Distribution, Exponential, Law, Uniform, read
from parlor.core.quantities import Integer, Read

__all__: list[str] = []

SMALLEST_MEAN = 1e-9  # of a prize: any unit of money will do
LARGEST_MEAN = 1e9  # of a prize: any unit of money will do
MAX_STAGES = 100  # some seconds; a minute if prizes are beta
# Of each Gauss rule. On a panel at most twice as long as it is far from a singularity the error
# shrinks like (2 + sqrt 3) ** (-2 NODES), to 5e-19.
NODES = 16
EXPONENTIAL_REACH = 48  # means: exp(-48), the chance of a larger prize, is 1e-21
EXPONENTIAL_PANEL = 8  # means: on it the rule errs by less than rounding
BETA_PANEL = 4  # over the larger parameter: a power then changes by a factor of some exp(4)
UNIFORM, EXPONENTIAL, BETA, ATOMS = range(4)
INSIDE, AT_LOW, AT_HIGH = range(3)


def prize_law(name: str, distribution: object) -> Law:
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


def stage_laws(n: int, distribution: object, stage_distributions: object) -> tuple[Law, ...]:
    """Laws of n targets, the last one first: one for all, or one each."""
    if stage_distributions is None:
        return (prize_law("distribution", distribution),) * n
    name = "stage_distributions"
    laws = items(name, stage_distributions, f"a row of {n} laws, the last target's first", n, n)
    if not (isinstance(distribution, str) and distribution == "uniform"):
        raise ValueError(
            f"distribution, stage_distributions: got {shown(distribution)} and "
            f"{shown(stage_distributions)}, allowed is one of the two"
        )
    return tuple(prize_law(f"{name}[{i}]", law) for i, law in enumerate(laws))


MEANS = f"never negative, with a mean from {SMALLEST_MEAN:g} to {LARGEST_MEAN:g}"
PrizeLaw = Annotated[Distribution, Read(prize_law, f"are laws of prizes that are {MEANS}")]
Stages = Annotated[int, Integer(1, MAX_STAGES)]


class EncodedLaw(NamedTuple):
    """The distribution of a prize as the kernels take it.

    The density is ``factor * x**low_power * (1 - x)**high_power`` from `low` to `high`, for
    exponential prizes ``factor * exp(-factor * x)``. Finitely many prizes have `atoms` and
    `chances` in its place.

    Attributes
    ----------
    kind : int
        UNIFORM, EXPONENTIAL, BETA or ATOMS.
    low, high : float
        Ends of the support.
    panel : float
        The longest piece of it on which a Gauss rule is exact up to rounding.
    factor, low_power, high_power : float
        Of the density.
    atoms, chances : ndarray (a,)
        The prizes and their probabilities.
    rules : ndarray (3, 2, NODES)
        Nodes and weights on [-1, 1]: INSIDE the support, AT_LOW and AT_HIGH with the density's
        power at that end as weight.
    """

    kind: int
    low: float
    high: float
    panel: float
    factor: float
    low_power: float
    high_power: float
    atoms: np.ndarray
    chances: np.ndarray
    rules: np.ndarray


def encode(law: Law) -> EncodedLaw:
    """Return what the kernels need of a law; ValueError if they do not know how to take it."""
    none, plain = np.empty(0), gauss_rules(0.0, 0.0)
    if isinstance(law, Uniform):
        low, high, height = float(law.low), float(law.high), float(1 / (law.high - law.low))
        return EncodedLaw(UNIFORM, low, high, np.inf, height, 0.0, 0.0, none, none, plain)
    if isinstance(law, Exponential):
        mean = float(law.mean)
        reach, panel = EXPONENTIAL_REACH * mean, EXPONENTIAL_PANEL * mean
        return EncodedLaw(EXPONENTIAL, 0.0, reach, panel, 1 / mean, 0.0, 0.0, none, none, plain)
    if isinstance(law, Beta):
        a, b = float(law.a), float(law.b)
        panel, rules = BETA_PANEL / max(a, b, BETA_PANEL), gauss_rules(a - 1, b - 1)
        factor = float(np.exp(-scipy.special.betaln(a, b)))
        return EncodedLaw(BETA, 0.0, 1.0, panel, factor, a - 1, b - 1, none, none, rules)
    if isinstance(law, Discrete):
        atoms, chances = np.array(law.values, float), np.array(law.probabilities, float)
        return EncodedLaw(ATOMS, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, atoms, chances, plain)
    # a law that is new in `core.laws`
    allowed = "uniform, exponential and beta laws, and finitely many prizes"
    raise ValueError(f"distribution: got {shown(law)}, allowed in this game are {allowed}")


@lru_cache(MAX_STAGES)
def gauss_rules(low_power: float, high_power: float) -> np.ndarray:
    """Gauss-Legendre, and Gauss-Jacobi for either end, as in `EncodedLaw`."""
    inside = np.polynomial.legendre.leggauss(NODES)
    at_low = scipy.special.roots_jacobi(NODES, 0, low_power)
    at_high = scipy.special.roots_jacobi(NODES, high_power, 0)
    return np.array([inside, at_low, at_high])
