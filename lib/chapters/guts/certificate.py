"""A proof in exact arithmetic: what continuous guts is worth against two allies.

Everything below is done in rational numbers, so that the two bounds are theorems.

Lower bound. Player 1 repeats the pure threshold p. By Theorem 1.2 she forces V from a lost ante if
phi = alpha + beta v stays above v for all coalitions at v = -1, and is at least v at v = V. By the
argument in `parlor.games.guts.continuum` two families of coalitions matter, and with c = 1 + v

    bloc (q, q):   phi = 4 q**3 - 6 p q**2 + c (2 p q**2 - 2 q + 2 - p) + 3 p - 2,
    leader (0, q): phi = q**3 - 3 p**2 q + c (2 - p - q) + 3 p - 2.

Both are convex in q >= p, so a tangent anywhere bounds them from below.

Upper bound. The coalition repeats a mix of (a, a) and (0, b). Player 1's phi is concave in p, so a
tangent anywhere bounds it from above; phi(p) <= V for all p and v <= V implies V_n <= V for all n.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from parlor.core.quantities import Integer, checked
from parlor.core.result import Certificate, Result

__all__ = ["Proof", "certify"]

GUARD = 9  # digits more than are asked for, in Newton's method: its own rounding stays out of sight
SLACK = 3  # digits that the bounds are set apart by at first, until both are verified


@dataclass(frozen=True, repr=False)
class Proof(Result):
    """Bounds on the value of continuous guts, one player against two.

    Attributes
    ----------
    lower, upper : Fraction
        Proven: lower <= V <= upper.
    own, bloc, beside, weight : Fraction
        The strategies: p; the bloc's a; b beside a member who always holds; weight of the bloc.
    start_margin : Fraction
        Lower bound of alpha - beta + 1 over all coalitions against p; positive.
    """

    lower: Fraction
    upper: Fraction
    own: Fraction
    bloc: Fraction
    beside: Fraction
    weight: Fraction
    start_margin: Fraction

    @property
    def width(self) -> Fraction:
        """Distance of the bounds."""
        return self.upper - self.lower

    @property
    def slack(self) -> tuple[Fraction, Fraction]:
        """What each bound's inequality has to spare, computed anew: the proof, if none is negative.

        How far player 1's strategy stays above `lower`, and the coalition's mix below `upper`.
        """
        strategies = self.own, self.bloc, self.beside
        return (
            least(*strategies, self.lower) - self.lower,
            self.upper - most(*strategies, self.weight, self.upper),
        )

    @property
    def certificate(self) -> Certificate:
        """The distance of the bounds, which are exact."""
        return Certificate("proven to", float(self.width))


@checked
def certify(*, digits: Annotated[int, Integer(5, 200)] = 30) -> Proof:
    """Prove bounds on the value of continuous guts against two allies.

    Parameters
    ----------
    digits : int
        Decimal digits of the strategies. The bounds differ by about 10**-digits.

    Returns
    -------
    Proof
        Exact bounds and the strategies that force them.

    Raises
    ------
    ArithmeticError
        If an inequality of the proof does not hold.

    Examples
    --------
    >>> proof = certify(digits=20)
    >>> round(float(proof.lower), 12), proof.width < Fraction(1, 10**18), min(proof.slack) >= 0
    (-0.01328590507, True, True)
    """
    p, a, b, V = strategies(digits)
    falling, rising = _slope_beside(p, b, 1 + V), _slope_bloc(p, a, 1 + V)
    weight = _rounded(falling / (falling - rising), digits)
    step = Fraction(1, 10 ** max(digits - SLACK, 1))
    lower, upper = V - step, V + step
    while least(p, a, b, lower) < lower:  # both bounds are verified here, whatever led to them
        lower -= step
    while most(p, a, b, weight, upper) > upper:
        upper += step
    for _ in range(2 * digits):  # close in on both, keeping them verified: to 4**-digits of a step
        step /= 2
        if least(p, a, b, lower + step) >= lower + step:
            lower += step
        if most(p, a, b, weight, upper - step) <= upper - step:
            upper -= step
    margin = least(p, p, p, Fraction(-1)) + 1
    if not (margin > 0 and lower <= upper and 0 < weight < 1 and p < a < 1 and p < b < 1):
        raise ArithmeticError("certificate: an inequality of the proof does not hold")
    return Proof(lower, upper, p, a, b, weight, margin)


def bloc(p: Fraction, q: Fraction, c: Fraction) -> Fraction:
    """Player 1's alpha + (c - 1) beta against (q, q), for either order of p and q."""
    common = c * (2 * p * q * q - 2 * q + 2 - p) + 3 * p - 2
    return common + (4 * q**3 - 6 * p * q * q if q >= p else -2 * p**3)


def beside(p: Fraction, q: Fraction, c: Fraction) -> Fraction:
    """The same against (0, q)."""
    common = c * (2 - p - q) + 3 * p - 2
    return common + (q**3 - 3 * p * p * q if q >= p else -2 * p**3)


def least(p: Fraction, a: Fraction, b: Fraction, v: Fraction) -> Fraction:
    """Lower bound of alpha + beta v over all coalitions, by tangents at a and b, p <= a, b <= 1."""
    c = 1 + v
    at_a = 12 * a * a - 12 * p * a + c * (4 * p * a - 2)
    at_b = 3 * b * b - 3 * p * p - c
    return min(
        bloc(p, a, c) + min(at_a * (p - a), at_a * (1 - a)),
        beside(p, b, c) + min(at_b * (p - b), at_b * (1 - b)),
    )


def most(p: Fraction, a: Fraction, b: Fraction, weight: Fraction, v: Fraction) -> Fraction:
    """Upper bound of player 1's alpha + beta v against the mix, by the tangent at p <= a, b."""
    c = 1 + v
    value = weight * bloc(p, a, c) + (1 - weight) * beside(p, b, c)
    slope = weight * _slope_bloc(p, a, c) + (1 - weight) * _slope_beside(p, b, c)
    return value + max(slope * -p, slope * (1 - p))


def strategies(digits: int) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """p, a, b and V to so many digits: Newton's method on the four equations.

    At the solution both families pay V where they are stationary: bloc = beside = V at q = a and b.
    It starts from what `continuum` finds, rounded; each step doubles the digits, so that a few
    steps more than the binary logarithm of their number suffice. Nothing is proven about the
    result, nor need it be.
    """
    p, V = Fraction("0.6445"), Fraction("-0.0133")
    for _ in range(digits.bit_length() + 5):
        c = 1 + V
        a, b = Fraction("0.676"), Fraction("0.863")
        for _ in range(digits.bit_length() + 4):  # stationary points of the two convex functions
            a = _rounded(a - (12 * a * a - 12 * p * a + c * (4 * p * a - 2))
                         / (24 * a - 12 * p + 4 * c * p), digits + GUARD)  # fmt: skip
            b = _rounded(b - (3 * b * b - 3 * p * p - c) / (6 * b), digits + GUARD)
        f, g = bloc(p, a, c) - V, beside(p, b, c) - V
        fp, gp = _slope_bloc(p, a, c), _slope_beside(p, b, c)
        fv, gv = 2 * p * a * a - 2 * a + 1 - p, 1 - p - b
        D = fp * gv - gp * fv  # Cramer's rule: subscripts p and v are derivatives, a and b stay
        p = _rounded(p - (f * gv - g * fv) / D, digits + GUARD)
        V = _rounded(V - (fp * g - gp * f) / D, digits + GUARD)
    return p, a, b, V


def _slope_bloc(p: Fraction, q: Fraction, c: Fraction) -> Fraction:
    """Derivative of `bloc` in p <= q."""
    return c * (2 * q * q - 1) + 3 - 6 * q * q


def _slope_beside(p: Fraction, q: Fraction, c: Fraction) -> Fraction:
    """Derivative of `beside` in p <= q."""
    return 3 - c - 6 * p * q


def _rounded(x: Fraction, digits: int) -> Fraction:
    """The nearest fraction of so many decimal digits."""
    return Fraction(round(x * 10**digits), 10**digits)
