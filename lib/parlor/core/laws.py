"""Laws of boxes and prizes, and the one grammar in which they are given everywhere.

A distribution is

- a name: ``"uniform"``, ``"exponential"``, ``"deterministic"``, or one with its parameters:
  ``"uniform(1, 2)"``, ``"exponential(3)"``, ``"beta(2, 5)"``, ``"deterministic(4)"``;
- a list, tuple or array of numbers that are equally likely (repeat one to make it likelier);
- a mapping from values to their probabilities, ``{1: 0.25, 3: 0.75}``;
- a law, one of the frozen classes here;
- a frozen distribution of ``scipy.stats``, which becomes one of them: ``beta(2, 5)``.

All but the last two can be written in YAML and on a command line. Integers and fractions are kept
as values and probabilities, so that a game with finitely many values can be solved exactly; the
parameters of other laws are floats.

The expectations here are closed forms (SciPy's exponential integral and incomplete beta function),
or sums: kernels have quadratures of their own, so that the two check each other. The frozen
distributions of `scipy.stats` would not do: they have such expectations by quadrature alone, which
takes ten thousand times as long, keep no fractions, and take half a second to import.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from numbers import Real
from typing import Any, Protocol

import numpy as np
import scipy  # its parts are loaded when they are used

from .checks import LARGEST, items, number, plain, refusal, shown

__all__ = [
    "GRAMMAR",
    "Beta",
    "Deterministic",
    "Discrete",
    "Distribution",
    "Exponential",
    "Frozen",
    "Law",
    "Uniform",
    "read",
    "readable",
]

BETA_RANGE = (0.01, 500.0)  # above, the density overflows; below, the rules lose digits
MAX_VALUES = 100_000  # a sum over them takes a tenth of a second, in fractions
_LONGEST = 100  # characters of a text: no distribution takes so many
_SUM = 1e-12  # by which probabilities, rounded each, may miss 1
_TEXTS = (
    "'uniform', 'uniform(low, high)', 'exponential', 'exponential(mean)', 'beta(a, b)', "
    "'deterministic(value)'"
)
GRAMMAR = (
    f"{_TEXTS}, a list of equally likely numbers, a mapping from values to probabilities, a "
    "law of parlor.core.laws, or a frozen distribution of scipy.stats"
)


def _elementwise(of_one: Callable[[Any, Any], float]) -> Callable[[Any, Any], Any]:
    """A method of one number that takes arrays too, as those of `scipy.stats`."""

    @functools.wraps(of_one)
    def of_each(law: Any, t: Any) -> Any:
        if isinstance(t, Real):
            return of_one(law, t)
        row = np.asarray(t, float)
        return np.array([of_one(law, x) for x in row.flat]).reshape(row.shape)

    return of_each


@dataclass(frozen=True)
class Uniform:
    """Uniform on [low, high], with -1e150 <= low < high <= 1e150; else a TypeError or ValueError.

    Attributes
    ----------
    low, high : float
        The ends.

    Examples
    --------
    >>> Uniform().mean, Uniform(0, 2).capped_mean(1), Uniform(0, 4).cdf([1, 2])
    (0.5, 0.75, array([0.25, 0.5 ]))
    """

    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        _keep(self, "low")
        _keep(self, "high")
        if not self.low < self.high:
            raise ValueError(
                f"distribution: Uniform with low, high: got {self.low!r} and {self.high!r}, "
                f"allowed are low < high"
            )

    def __str__(self) -> str:
        return "uniform" if self == Uniform() else f"uniform({self.low:g}, {self.high:g})"

    @property
    def mean(self) -> float:
        """Expectation."""
        return (self.low + self.high) / 2

    @property
    def least(self) -> float:
        """Lowest value."""
        return self.low

    @_elementwise
    def cdf(self, t: float) -> float:
        """Return the probability of a value of at most `t`, elementwise."""
        return min(max((t - self.low) / (self.high - self.low), 0.0), 1.0)

    def exceed(self, t: Any) -> Any:
        """Return the probability of a value above `t`, elementwise."""
        return 1 - np.clip((np.asarray(t) - self.low) / (self.high - self.low), 0, 1)

    def quantile(self, u: Any) -> Any:
        """Return the inverse of the distribution function at `u` in (0, 1), elementwise."""
        return self.low + (self.high - self.low) * np.asarray(u)

    @_elementwise
    def moment(self, t: float) -> float:
        """Return the expectation of the value on the event that it is at most `t`, elementwise."""
        t = min(max(t, self.low), self.high)
        return (t - self.low) * (t + self.low) / (2 * (self.high - self.low))

    @_elementwise
    def capped_mean(self, t: float) -> float:
        """Return E min(X, t), elementwise."""
        s = (t - self.low) / (self.high - self.low)
        if s <= 0:
            return float(t)
        s = min(s, 1.0)
        return self.low + (self.high - self.low) * (s - s * s / 2)

    def inverse(self, t: float, z: float) -> float:
        """Return the expectation of 1 / (X + z) on X > `t`; NaN unless inf(X + z) > 0 there."""
        t = min(max(t, self.low), self.high)
        if t + z <= 0:
            return math.nan
        return math.log1p((self.high - t) / (t + z)) / (self.high - self.low)


@dataclass(frozen=True)
class Exponential:
    """Exponential, of a mean from 1e-150 to 1e150; else a TypeError or ValueError.

    Attributes
    ----------
    mean : float
        Expectation.

    Examples
    --------
    >>> round(Exponential(2).cdf(2), 6)
    0.632121
    """

    mean: float = 1.0

    def __post_init__(self) -> None:
        _keep(self, "mean", 1 / LARGEST)

    def __str__(self) -> str:
        return "exponential" if self == Exponential() else f"exponential({self.mean:g})"

    @property
    def least(self) -> float:
        """Lowest value."""
        return 0.0

    @_elementwise
    def cdf(self, t: float) -> float:
        """Return the probability of a value of at most `t`, elementwise."""
        return -math.expm1(-max(t, 0.0) / self.mean)

    def exceed(self, t: Any) -> Any:
        """Return the probability of a value above `t`, elementwise."""
        return np.exp(-np.maximum(t, 0) / self.mean)

    def quantile(self, u: Any) -> Any:
        """Return the inverse of the distribution function at `u` in (0, 1), elementwise."""
        return -self.mean * np.log1p(-np.asarray(u))

    @_elementwise
    def moment(self, t: float) -> float:
        """Return the expectation of the value on the event that it is at most `t`, elementwise."""
        t = max(t, 0.0) / self.mean
        return self.mean * (-math.expm1(-t) - (t * math.exp(-t) if t < math.inf else 0.0))

    @_elementwise
    def capped_mean(self, t: float) -> float:
        """Return E min(X, t), elementwise."""
        return -self.mean * float(np.expm1(-t / self.mean)) if t > 0 else float(t)

    def inverse(self, t: float, z: float) -> float:
        """Return the expectation of 1 / (X + z) on X > `t`; NaN unless inf(X + z) > 0 there."""
        t = max(t, 0.0) / self.mean
        at = t + z / self.mean
        if at <= 0:
            return math.nan
        # exp(at) overflows from 710 on; the continued fraction is exact to rounding long before
        fraction = 1 / (at + 1 - 1 / (at + 3 - 4 / (at + 5 - 9 / (at + 7))))
        scaled = math.exp(at) * float(scipy.special.exp1(at)) if at < 500 else fraction
        return math.exp(-t) * scaled / self.mean


@dataclass(frozen=True)
class Beta:
    """Beta law with density proportional to ``x**(a-1) * (1-x)**(b-1)`` on [0, 1].

    Attributes
    ----------
    a, b : float
        The parameters, from 0.01 to 500; else a TypeError or ValueError.

    Examples
    --------
    >>> Beta(2, 3).mean, round(Beta(2, 3).cdf(0.5), 6)
    (0.4, 0.6875)
    """

    a: float
    b: float

    def __post_init__(self) -> None:
        _keep(self, "a", *BETA_RANGE)
        _keep(self, "b", *BETA_RANGE)

    def __str__(self) -> str:
        return f"beta({self.a:g}, {self.b:g})"

    @property
    def mean(self) -> float:
        """Expectation."""
        return self.a / (self.a + self.b)

    @property
    def least(self) -> float:
        """Lowest value."""
        return 0.0

    @_elementwise
    def cdf(self, t: float) -> float:
        """Return the probability of a value of at most `t`, elementwise."""
        return float(scipy.special.betainc(self.a, self.b, min(max(t, 0.0), 1.0)))

    def exceed(self, t: Any) -> Any:
        """Return the probability of a value above `t`, elementwise."""
        return scipy.special.betaincc(self.a, self.b, np.clip(t, 0, 1))

    def quantile(self, u: Any) -> Any:
        """Return the inverse of the distribution function at `u` in (0, 1), elementwise."""
        return scipy.special.betaincinv(self.a, self.b, u)

    @_elementwise
    def moment(self, t: float) -> float:
        """Return the expectation of the value on the event that it is at most `t`, elementwise."""
        return self.mean * float(scipy.special.betainc(self.a + 1, self.b, min(max(t, 0.0), 1.0)))

    @_elementwise
    def capped_mean(self, t: float) -> float:
        """Return E min(X, t), elementwise."""
        if t <= 0:
            return float(t)
        t = min(t, 1.0)
        return float(
            self.mean * scipy.special.betainc(self.a + 1, self.b, t)
            + t * scipy.special.betaincc(self.a, self.b, t)
        )

    def inverse(self, t: float, z: float) -> float:
        """Return the expectation of 1 / (X + z) on X > `t`; NaN unless inf(X + z) > 0 there."""
        t = min(max(t, 0.0), 1.0)
        if t + z <= 0:
            return math.nan
        a, b = self.a, self.b
        p, q = min(a, 1.0), min(b, 1.0)
        scale = math.exp(-scipy.special.betaln(a, b))

        # near an end the density has a pole if its exponent is below 1: in y = x**p, and in
        # y = (1 - x)**q, it has none, and no digit of what is left to 1 is lost
        def lower(y: float) -> float:
            x: float = y ** (1 / p)
            value: float = scale * x ** (a - p) / p * (1 - x) ** (b - 1) / (x + z)
            return value

        def upper(y: float) -> float:
            rest: float = y ** (1 / q)
            value: float = scale * rest ** (b - q) / q * (1 - rest) ** (a - 1) / (1 - rest + z)
            return value

        # as closely as rounding allows; `full_output` keeps quad from warning that it could not
        halves = (lower, min(t, 0.5) ** p, 0.5**p), (upper, 0.0, min(1 - t, 0.5) ** q)
        options = {"epsabs": 1e-14, "epsrel": 1e-13, "limit": 400, "full_output": 1}
        return float(sum(scipy.integrate.quad(*half, **options)[0] for half in halves))


@dataclass(frozen=True)
class Discrete:
    """A law of finitely many values. Integers and Fractions are kept for exact arithmetic.

    Attributes
    ----------
    values : tuple of real
        Numbers from -1e150 to 1e150, in any order; a repeated one is so much likelier.
    probabilities : tuple of real
        As many, from 0 to 1, that add up to 1 within 1e-12; else a ValueError.

    Examples
    --------
    >>> Discrete((1, 3), (Fraction(1, 2), Fraction(1, 2))).mean
    2.0
    """

    values: tuple[float | Fraction, ...]
    probabilities: tuple[float | Fraction, ...]

    def __post_init__(self) -> None:
        for name, low, high in (("values", -LARGEST, LARGEST), ("probabilities", 0.0, 1.0)):
            row = items(f"distribution: {name}", getattr(self, name), "a row of numbers", 1)
            for i, entry in enumerate(row):
                _real(self, f"{name}[{i}]", entry, low, high)
            object.__setattr__(self, name, tuple(map(plain, row)))
        if len(self.values) != len(self.probabilities):
            raise ValueError(
                f"distribution: got {shown(self)}, allowed are as many values as chances"
            )
        if abs(float(sum(self.probabilities)) - 1) > _SUM:
            raise ValueError(f"distribution: got {shown(self)}, allowed are probabilities of sum 1")

    def __str__(self) -> str:
        if len(self.values) == 1:
            return f"deterministic({float(self.values[0]):g})"
        return f"{len(self.values)} values"

    @property
    def equally_likely(self) -> bool:
        """Whether all values have the same probability."""
        return len(set(self.probabilities)) == 1

    @property
    def mean(self) -> float:
        """Expectation."""
        if self.equally_likely:
            return float(np.array(self.values, float).mean())
        return float(sum(x * p for x, p in self._atoms()))

    @property
    def least(self) -> float:
        """Lowest value."""
        return float(min(self.values))

    @_elementwise
    def cdf(self, t: float) -> float:
        """Return the probability of a value of at most `t`, elementwise."""
        return float(sum(p for x, p in self._atoms() if x <= t))

    def exceed(self, t: Any) -> Any:
        """Return the probability of a value above `t`, elementwise."""
        values, chances = self._sorted
        place = np.searchsorted(values, t, side="right")
        if self.equally_likely:
            return (values.size - place) / values.size
        return np.append(np.cumsum(chances[::-1])[::-1], 0.0)[place]

    def quantile(self, u: Any) -> Any:
        """Return the inverse of the distribution function at `u` in (0, 1), elementwise.

        Where a value is reached and not passed, that is the next one.
        """
        values, chances = self._sorted
        if self.equally_likely:
            place = (np.asarray(u) * values.size).astype(np.int64)
        else:
            place = np.searchsorted(np.cumsum(chances), u, side="right")
        return values[np.minimum(place, values.size - 1)]

    @_elementwise
    def moment(self, t: float) -> float:
        """Return the expectation of the value on the event that it is at most `t`, elementwise."""
        return float(sum(x * p for x, p in self._atoms() if x <= t))

    @_elementwise
    def capped_mean(self, t: float) -> float:
        """Return E min(X, t), elementwise."""
        values, chances = self._sorted
        if self.equally_likely:
            return float(np.minimum(values, t).mean())
        return float(np.minimum(values, t) @ chances)

    def inverse(self, t: float, z: float) -> float:
        """Return the expectation of 1 / (X + z) on X > `t`; NaN unless `t` + z > 0."""
        if t + z <= 0:
            return math.nan
        return float(sum(p / (x + z) for x, p in self._atoms() if x > t))

    def _atoms(self) -> Sequence[tuple[Any, Any]]:
        return list(zip(self.values, self.probabilities, strict=True))

    @cached_property
    def _sorted(self) -> tuple[np.ndarray, np.ndarray]:
        values, chances = np.array(self.values, float), np.array(self.probabilities, float)
        order = np.argsort(values, kind="stable")
        return values[order], chances[order]


def Deterministic(value: float | Fraction = 1) -> Discrete:
    """Return the law of a value that is always the same, 1 unless told otherwise.

    Parameters
    ----------
    value : real
        The value.

    Returns
    -------
    Discrete
        Its law.

    Examples
    --------
    >>> Deterministic().values
    (1,)
    """
    return Discrete((value,), (1,))


class _OfScipy(Protocol):
    """What a frozen distribution of `scipy.stats` can do."""

    def cdf(self, x: Any) -> Any: ...
    def sf(self, x: Any) -> Any: ...
    def ppf(self, q: Any) -> Any: ...
    def mean(self) -> Any: ...
    def support(self) -> Any: ...


@dataclass(frozen=True, repr=False)
class Frozen:
    """A continuous law that is no other here: a frozen distribution of `scipy.stats`.

    Its expectations are integrals of its distribution function, right to some 1e-12.

    Attributes
    ----------
    distribution : rv_frozen
        What SciPy froze; its mean is finite; else a TypeError or ValueError.

    Examples
    --------
    >>> from scipy.stats import gamma
    >>> Frozen(gamma(2)).mean, round(Frozen(gamma(2)).capped_mean(1), 6)
    (2.0, 0.896362)
    """

    distribution: _OfScipy

    def __post_init__(self) -> None:
        if not (hasattr(self.distribution, "dist") and hasattr(self.distribution, "pdf")):
            allowed = "is a continuous distribution of scipy.stats, frozen"
            raise refusal("distribution", self.distribution, allowed)
        if not math.isfinite(self.distribution.mean()):
            raise ValueError(f"distribution: got {self}, allowed are those with a mean")

    def __str__(self) -> str:
        given: Any = self.distribution
        words = [*map(str, given.args), *(f"{name}={x}" for name, x in given.kwds.items())]
        return f"{given.dist.name}({', '.join(words)})"

    def __repr__(self) -> str:
        return f"Frozen({self})"

    @cached_property
    def mean(self) -> float:
        """Expectation."""
        return float(self.distribution.mean())

    @property
    def least(self) -> float:
        """Lowest value."""
        return float(self.distribution.support()[0])

    @_elementwise
    def cdf(self, t: float) -> float:
        """Return the probability of a value of at most `t`, elementwise."""
        return float(self.distribution.cdf(t))

    def exceed(self, t: Any) -> Any:
        """Return the probability of a value above `t`, elementwise."""
        return self.distribution.sf(t)

    def quantile(self, u: Any) -> Any:
        """Return the inverse of the distribution function at `u` in (0, 1), elementwise."""
        return self.distribution.ppf(u)

    @_elementwise
    def moment(self, t: float) -> float:
        """Return the expectation of the value on the event that it is at most `t`, elementwise."""
        above = float(self.distribution.sf(t))
        return float(self.capped_mean(t) - (t * above if above else 0.0))

    @_elementwise
    def capped_mean(self, t: float) -> float:
        """Return E min(X, t), elementwise."""
        if t <= self._knots[0]:
            return float(t)
        if t < self._knots[len(_SHARES) // 2]:
            return t - self._integral(self.distribution.cdf, -math.inf, t)
        return self.mean - self._integral(self.distribution.sf, t, math.inf)

    def inverse(self, t: float, z: float) -> float:
        """Return the expectation of 1 / (X + z) on X > `t`; NaN unless inf(X + z) > 0 there."""
        t, above = max(t, self.least), self.distribution.sf
        if not t + z > 0:
            return math.nan
        rest = self._integral(lambda x: above(x) / (x + z) ** 2, t, math.inf)
        return float(above(t)) / (t + z) - rest

    @cached_property
    def _knots(self) -> tuple[float, ...]:
        return tuple(map(float, self.distribution.ppf(_SHARES)))

    def _integral(self, f: Callable[[float], float], low: float, high: float) -> float:
        """The integral, piece by piece: no end of a scale of its own is overlooked."""
        low, high = max(low, self._knots[0]), min(high, self._knots[-1])
        if low >= high:
            return 0.0
        ends = [low, *(x for x in self._knots if low < x < high), high]
        # halved so often a piece is exact to rounding, or its tail is itself known to few digits
        options = {"epsabs": 0.0, "epsrel": 1e-13, "limit": 50, "full_output": 1}
        return float(sum(scipy.integrate.quad(f, a, b, **options)[0] for a, b in pairwise(ends)))


# where the integrals are cut into pieces, from one end of the law to the other
_SHARES = (0.0, 1e-12, 1e-6, 1e-3, 0.1, 0.5, 0.9, 0.999, 1 - 1e-6, 1 - 1e-12, 1.0)

Law = Uniform | Exponential | Beta | Discrete | Frozen
Distribution = str | Sequence[float] | Mapping[float, float] | Law | _OfScipy

# name: how many parameters it may have, and what makes it
_NAMES: dict[str, tuple[tuple[int, ...], Callable[..., Law]]] = {
    "uniform": ((0, 2), Uniform),
    "exponential": ((0, 1), Exponential),
    "beta": ((2,), Beta),
    "deterministic": ((0, 1), Deterministic),
}
_TEXT = re.compile(r"\s*(\w+)\s*(?:\(([^()]*)\))?\s*")


def read(distribution: object, *, name: str = "distribution") -> Law:
    """Read a distribution, given as the module's description says.

    Parameters
    ----------
    distribution : str, sequence of real, mapping, law or rv_frozen
        What the user gave.
    name : str
        The argument's name, for messages.

    Returns
    -------
    Uniform, Exponential, Beta, Discrete or Frozen
        Its law.

    Raises
    ------
    TypeError, ValueError
        If it is none of these, or a number in it is not finite or beyond 1e150.

    Examples
    --------
    >>> read("beta(2, 3)"), read([1, 2]).probabilities
    (Beta(a=2.0, b=3.0), (Fraction(1, 2), Fraction(1, 2)))
    >>> read({1: 0.25, 3: 0.75}).mean
    2.5
    >>> from scipy.stats import expon, randint
    >>> read(expon(scale=3)), read(randint(1, 4)).values
    (Exponential(mean=3.0), (1, 2, 3))
    """
    if isinstance(distribution, Law):
        return distribution
    if type(distribution).__module__.startswith("scipy.stats"):
        return _of_scipy(distribution, name)
    if isinstance(distribution, str):
        return _named(distribution, name)
    if isinstance(distribution, Mapping):
        if not 1 <= len(distribution) <= MAX_VALUES:
            raise ValueError(
                f"{name}: got {len(distribution)} values, allowed are 1 to {MAX_VALUES}"
            )
        return Discrete(tuple(distribution.keys()), tuple(distribution.values()))
    row = items(name, distribution, GRAMMAR, 1, MAX_VALUES)
    if any(isinstance(entry, str) for entry in row):
        raise refusal(name, distribution, f"are {GRAMMAR}")
    return Discrete(tuple(row), (Fraction(1, len(row)),) * len(row))  # type: ignore[arg-type]


def readable(distribution: Distribution) -> Distribution:
    """Return a distribution as it was given, or a ValueError if `read` cannot read it.

    Parameters
    ----------
    distribution : str, sequence of real, mapping or law
        What the user gave, such as a page's parameter.

    Returns
    -------
    str, sequence of real, mapping or law
        The same.

    Raises
    ------
    TypeError, ValueError
        As in `read`.

    Examples
    --------
    >>> readable("beta(2, 3)")
    'beta(2, 3)'
    """
    read(distribution)
    return distribution


def _of_scipy(given: Any, name: str) -> Law:
    """The law that a distribution of SciPy is, or an error."""
    if getattr(given, "numargs", 1) == 0:  # of a histogram or of values: it has nothing to freeze
        given = given()
    if not hasattr(given, "dist"):
        raise refusal(name, given, f"are {GRAMMAR}")
    kind, (low, high) = given.dist.name, map(float, given.support())
    if hasattr(given, "pmf"):
        values = getattr(given.dist, "xk", None)
        if values is None and high - low < MAX_VALUES:
            values = np.arange(int(low), int(high) + 1)
        if values is None:
            raise ValueError(
                f"{name}: got {kind}, allowed are distributions of finitely many values"
            )
        values = values + (low - values.min())
        chances = given.pmf(values)
        kept = [int(x) if x == int(x) else x for x in values[chances > 0].tolist()]
        return Discrete(tuple(kept), tuple((chances[chances > 0] / chances.sum()).tolist()))
    if kind == "uniform":
        return Uniform(low, high)
    if kind == "expon" and low == 0:
        return Exponential(float(given.mean()))
    if kind == "beta" and (low, high) == (0, 1):
        shapes = dict(zip(("a", "b"), given.args, strict=False)) | given.kwds
        return Beta(shapes["a"], shapes["b"])
    return Frozen(given)


def _named(text: str, name: str) -> Law:
    """A law given by a name, with or without parameters, or a ValueError."""
    match = _TEXT.fullmatch(text) if len(text) <= _LONGEST else None
    if match and match[1] in _NAMES:
        counts, make = _NAMES[match[1]]
        words = match[2].split(",") if match[2] is not None else []
        try:
            parameters = [float(word) for word in words]
        except ValueError:
            parameters = None
        if parameters is not None and len(parameters) in counts:
            return make(*parameters)
    raise ValueError(f"{name}: got {shown(text)}, allowed are {_TEXTS}")


def _keep(law: object, name: str, low: float = -LARGEST, high: float = LARGEST) -> None:
    """Check a parameter, and keep it as a plain float: NumPy's narrow ones overflow in a sum."""
    object.__setattr__(law, name, _real(law, name, getattr(law, name), low, high))


def _real(law: object, name: str, value: Any, low: float, high: float) -> float:
    allowed = f"numbers from {low:g} to {high:g}"
    return number(f"distribution: {type(law).__name__} with {name}", value, allowed, low, high)
