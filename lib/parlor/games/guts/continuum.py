"""Guts, one player against a coalition, with every threshold in [0, 1] allowed: no mesh.

Two facts make the continuum easier than a mesh. Write c = 1 + V and phi = alpha + beta V.

- phi is concave in player 1's threshold, its slope being c (2 prod p_j - 1) + n (1 - 2 prod
  max(p_j, p1)) over j >= 2. Whatever the coalition mixes, player 1 has a best reply that is one
  pure threshold, and by the minimax theorem an optimal strategy of that kind; the coalition needs
  two pure strategies, on which phi rises and falls at that point.
- Against a pure p1 the coalition's best reply is a bloc (q, ..., q) or a pseudo-bloc with a member
  who always holds, (0, q, ..., q), in both cases q >= p1. Proof: let a < b be two thresholds. If
  both are at least p1, moving them together along a + b changes phi by ``phi_a - phi_b`` =
  ``(b - a)(d + 2 n G) - 2 n int_a^b x g``, g the product of max(p_j, x) over the other members,
  ``G = int_p1^a g`` and ``d = 2 c p1 prod p_j``; that is negative, as x g >= a g(a) on [a, b],
  ``G <= (a - p1) g(a)`` and c <= 1 leave at most ``-2 (n - c)(b - a) p1 g(a)``. So all thresholds
  above p1 are equal. Below p1 phi is linear in each threshold, which may move to 0 or up to p1;
  and with two members at 0 the slope in one of them is -c < 0, so at most one stays at 0.

The source saw this pseudo-bloc structure in its experiments; on a mesh it can fail by rounding.
Under the Weenie rule the first fact holds and of the second what concerns thresholds above p1;
coalitions are then found from many starts (`parlor.games.guts.weenie`).

As the coalition grows, thresholds approach 1, so that the number of players who hold stays finite:
a player of threshold 1 - a/N holds with probability a/N. In the limit only the expected numbers a,
s and t of the three strategies matter, and four equations in them and V remain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from typing import Annotated, NamedTuple

import numpy as np
import scipy  # its parts are loaded when they are used

from parlor.core.checks import whole
from parlor.core.quantities import Number, Probability, checked
from parlor.core.result import Certificate, Result
from parlor.solvers import recursive_game

from .kernels import alpha_of, beta_of, slope_of
from .solution import LARGEST_GAP, Allies, Coalition, CoalitionSolution, Structure
from .weenie import MAX_WEENIE, weenie_replies

__all__ = ["LargeCoalition", "best_replies", "large_coalition", "solve"]

ROUNDING = 1e-15  # error of a payoff, by player
STAGES, CUTS = 60, 100  # at most; a handful of either is usual
# Where the least of phi is highest two coalitions are least at once, one rising and one falling;
# of one whose phi is higher than the least by more than this, the slope says nothing.
LEVEL = 1e-6


@checked
def solve(
    n_coalition: Coalition,
    *,
    structure: Structure = "full",
    weenie: bool = False,
    doubles: bool = True,
) -> CoalitionSolution:
    """Solve guts against a coalition in the continuum.

    Parameters
    ----------
    n_coalition : int
        Players N in the coalition, at most 200 under the Weenie rule.
    structure : {"full", "pseudo-bloc", "bloc"}
        Coalitions allowed.
    weenie : bool
        Play by the Weenie rule.
    doubles : bool
        Under the Weenie rule, whether the stakes double when all drop. They do; False takes the
        multiplier that the source states there (Proposition B.3), the standard game's.

    Returns
    -------
    CoalitionSolution
        As from `parlor.games.guts.solve_coalition` with ``mesh=None``.

    Raises
    ------
    ValueError
        If there are more than 200 in the coalition under the Weenie rule.
    ArithmeticError
        If the gap does not fall below 1e-11.

    Notes
    -----
    Cutting planes: player 1 maximises the least of the concave functions phi(., c) over the
    coalitions c met so far, the coalition adds its best replies there. V by Newton's method.

    Examples
    --------
    >>> two = solve(2)
    >>> round(two.value, 12), two.gap < 1e-14
    (-0.01328590507, True)
    >>> [round(solve(5, weenie=True, doubles=d).value, 6) for d in (True, False)]
    [-0.008711, -0.001042]
    """
    if weenie:
        whole("n_coalition", n_coalition, 1, MAX_WEENIE)
    game = Game(n_coalition, structure, weenie, weenie and doubles)
    value = 0.0
    if weenie and game.fee_is_best():
        value = -1.0
    finest = ROUNDING * (n_coalition + 1)
    value = recursive_game.climb(game.newton, lambda V: finest, value, n_stages=STAGES).value
    value = min(value, 0.0)  # the rest is rounding: a bloc can play as player 1 does
    own, mix, lower, upper, multiplier = game.at
    bounds = [upper, lower] + ([value] if value > -1 else [])
    gap = max(bounds) - min(bounds)
    if not gap <= LARGEST_GAP:
        raise ArithmeticError(f"guts: duality gap {gap:.1e} at V = {value}")
    margin = min(game.phi(own, allies, 0.0) for allies in game.replies(own, 0.0)) + 1
    return CoalitionSolution(
        n_coalition=n_coalition,
        mesh=None,
        structure=structure,
        weenie=weenie,
        value=value,
        enters=value > -1,
        player_one=((own, 1.0),),
        coalition=tuple((tuple(sorted(a)), w) for a, w in mix),
        gap=gap,
        multiplier=multiplier,
        margin=margin,
        stages=game.stages,
    )


@checked
def best_replies(
    n_coalition: Coalition,
    own: Probability,
    *,
    V: Annotated[float, Number(-1.0, 0.0)] = 0.0,
    structure: Structure = "full",
) -> list[Allies]:
    """Coalitions that may be best against a pure threshold, standard rule.

    Parameters
    ----------
    n_coalition : int
        Players N in the coalition.
    own : float
        Player 1's threshold.
    V : float
        Value of going on.
    structure : {"full", "pseudo-bloc", "bloc"}
        Coalitions allowed.

    Returns
    -------
    list of tuple of float
        The best bloc and, unless only blocs are allowed, the best pseudo-bloc whose leader always
        holds; one of them minimises alpha + beta V.

    Notes
    -----
    With c = 1 + V both are roots of functions that increase in q: for the bloc ``c (2 p1 q**(N-1)
    - 1) + 2 n q**(N-1) max(q - p1, 0)``, for the other ``n q**(N-2) max(q**2 - p1**2, 0) - c``.

    Examples
    --------
    >>> [[round(q, 6) for q in allies] for allies in best_replies(2, 0.6449, V=-0.0133)]
    [[0.676045, 0.676045], [0.0, 0.863016]]
    """
    return _best_replies(n_coalition, own, 1.0 + V, structure)


@dataclass(frozen=True, repr=False)
class LargeCoalition(Result):
    """Guts against a coalition of N players as N grows.

    Attributes
    ----------
    value : float
        Limit of V, in antes.
    slope : float
        First correction: V = value + slope / N + O(1 / N**2).
    own, bloc, pseudo_bloc : float
        Expected numbers a, s, t: thresholds are 1 - a / N for player 1, 1 - s / N in the bloc and
        1 - t / N beside a leader who always holds, up to O(1 / N**2).
    weight : float
        Probability of the bloc.
    multiplier : float
        Expected stakes multiplier.
    residual : float
        Largest residual of the four equations.
    """

    value: float
    slope: float
    own: float
    bloc: float
    pseudo_bloc: float
    weight: float
    multiplier: float
    residual: float

    @property
    def certificate(self) -> Certificate:
        """How far the four equations are from holding."""
        return Certificate("residual", self.residual)


def large_coalition() -> LargeCoalition:
    """Solve the limit of guts for a large coalition.

    Returns
    -------
    LargeCoalition
        Value, first correction and strategies in units of 1 / N.

    Notes
    -----
    With p1 = exp(-a/n), q = exp(-s/n) and exp(-t/n), n = N + 1, the payoffs converge to

    - bloc: ``c (s - 1 + 2 e**-s) + 1 - a + 2 e**-s (a - s - 1)``,
    - pseudo-bloc: ``c t + 1 - a + 2 e**-t (a - t - 1)``,

    with c = 1 + V. Both equal V, both are stationary in s and t. The correction is the derivative
    in 1/n with a, s and t held fixed, as they are stationary, over 1 minus the multiplier.

    Examples
    --------
    >>> far = large_coalition()
    >>> round(far.value, 10), round(far.slope, 6), far.residual < 1e-14
    (-0.1565327233, 0.617629, True)
    """

    def residuals(z: np.ndarray) -> np.ndarray:
        a, s, t, V = z
        c, u, v = 1 + V, exp(-s), exp(-t)
        return np.array(
            [
                c * (s - 1 + 2 * u) + 1 - a + 2 * u * (a - s - 1) - V,
                c * t + 1 - a + 2 * v * (a - t - 1) - V,
                c * (1 - 2 * u) - 2 * u * (a - s),
                c - 2 * v * (a - t),
            ]
        )

    near = [1.0, 0.85, 0.4, -0.16]  # what coalitions of a hundred have
    z = scipy.optimize.root(residuals, near, tol=1e-13).x
    a, s, t, V = (float(x) for x in z)
    c, u, v = 1 + V, exp(-s), exp(-t)
    weight = (2 * v - 1) / ((2 * v - 1) - (2 * u - 1))
    multiplier = weight * (s - 1 + 2 * u) + (1 - weight) * t
    bloc = c * ((a - s) * (1 - 2 * u) - s * s / 2) - u * (a - s) ** 2 + a * a / 2
    pseudo = c * (a - 2 * t - t * t / 2) - 2 * v * (a - t) ** 2 + a * a / 2
    slope = (weight * bloc + (1 - weight) * pseudo) / (1 - multiplier)
    residual = float(np.abs(residuals(z)).max())
    return LargeCoalition(V, slope, a, s, t, weight, multiplier, residual)


def _best_replies(N: int, own: float, c: float, structure: str) -> list[Allies]:
    """The same for the solver, of numbers that rounding may have put outside of [0, 1]."""
    n = N + 1

    def bloc(q: float) -> float:
        return c * (2 * own * q ** (N - 1) - 1) + 2 * n * q ** (N - 1) * max(q - own, 0.0)

    def leader(q: float) -> float:
        return n * q ** (N - 2) * max(q - own, 0.0) * (q + own) - c

    replies: list[Allies] = [(_root(bloc, 0.0, 1.0),) * N]
    if N >= 2 and structure != "bloc":
        replies.append((0.0, *(_root(leader, own, 1.0),) * (N - 1)))
    return replies


class Stage(NamedTuple):
    """A stage game, solved.

    Attributes
    ----------
    own : float
        Player 1's threshold.
    mix : list of (tuple of float, float)
        The coalition's mix.
    lower, upper : float
        What player 1 secures by the one, and at most gets against the other.
    multiplier : float
        Of the stakes, between the two.
    """

    own: float
    mix: list[tuple[Allies, float]]
    lower: float
    upper: float
    multiplier: float

    @property
    def value(self) -> float:
        """The middle of both bounds."""
        return self.lower + (self.upper - self.lower) / 2


class Game:
    """The game alpha + beta V between pure thresholds, whose stages are solved by cutting planes.

    Player 1 maximises the least of the functions phi(., c) of the coalitions met so far. It is
    concave, so that its highest point is the root of a slope; two of the coalitions that are least
    there, weighted so that no slope is left, are what the coalition plays. Its best replies to
    that point are met next. A stage starts from the coalitions that the one before has left.
    """

    at: Stage

    def __init__(self, N: int, structure: str, weenie: bool, doubles: bool) -> None:
        self.N, self.structure, self.weenie, self.doubles = N, structure, weenie, doubles
        self.stages = 0  # rounds of cutting planes so far
        self.equilibrium = (3 if weenie else 2) ** (-1 / N)
        self.met: list[Allies] = [(self.equilibrium,) * N]

    def fee_is_best(self) -> bool:
        """Whether the symmetric equilibrium raises the stakes: then T(V) <= beta V < V < 0."""
        return self.beta(self.equilibrium, (self.equilibrium,) * self.N) > 1

    def beta(self, own: float, allies: Allies) -> float:
        return float(beta_of(np.array((own, *allies)), self.doubles))

    def phi(self, own: float, allies: Allies, c: float) -> float:
        return float(alpha_of(np.array((own, *allies)), self.weenie)) + (c - 1) * self.beta(
            own, allies
        )

    def slope(self, own: float, allies: Allies, c: float) -> float:
        slope = float(slope_of(np.array((own, *allies)), c, self.weenie))
        if self.weenie and not self.doubles:
            slope -= (c - 1) * float(np.prod(allies))
        return slope

    def replies(self, own: float, c: float) -> list[Allies]:
        if self.weenie:
            return weenie_replies(self.N, own, c, self.structure, self.doubles)
        return _best_replies(self.N, own, c, self.structure)

    def newton(self, V: float, _: float) -> float:
        """Solve the stage at V, and make a step of Newton's method."""
        self.at = self.stage(1 + V)
        return V if V == -1 else V + (self.at.value - V) / (1 - self.at.multiplier)

    def stage(self, c: float) -> Stage:
        """Solve the stage at V = c - 1."""
        finest = ROUNDING * (self.N + 1)
        own, alike = self.equilibrium, (self.equilibrium,) * self.N
        lower = min(self.phi(own, allies, c) for allies in [alike, *self.replies(own, c)])
        stage = self.settled(own, [(alike, 1.0)], lower, c)
        if stage.upper - stage.lower <= 2 * finest:  # the symmetric equilibrium is optimal
            return stage
        lower = upper = -np.inf
        for _ in range(CUTS):
            self.stages += 1
            own = self.highest_of_least(c)
            heights = [self.phi(own, allies, c) for allies in self.met]
            near = [allies for _, allies in sorted(zip(heights, self.met, strict=True))]
            mix = self._balance(own, near, c)
            falls = sum(w * self.phi(own, allies, c) for allies, w in mix)
            replies = self.replies(own, c)
            least = min(self.phi(own, allies, c) for allies in replies)
            if least > lower:
                best, lower, upper = (own, mix), least, falls
            else:
                upper = min(upper, falls)
            fresh = [r for r in replies if r not in self.met]
            if upper - lower <= finest or not fresh:
                break
            self.met = [allies for allies, _ in mix] + fresh
        return self.settled(*best, lower, c)

    def settled(self, own: float, mix: list[tuple[Allies, float]], lower: float, c: float) -> Stage:
        """A solution of which the upper bound is not known: player 1's best reply to the mix."""
        best = _root(lambda p: -sum(w * self.slope(p, a, c) for a, w in mix), 0.0, 1.0)
        upper = max(sum(w * self.phi(p, a, c) for a, w in mix) for p in (best, own))
        return Stage(own, mix, lower, upper, sum(w * self.beta(own, a) for a, w in mix))

    def highest_of_least(self, c: float) -> float:
        """Where the least of phi over the coalitions met so far is highest; it is concave."""

        def fall(p: float) -> float:
            heights = [self.phi(p, allies, c) for allies in self.met]
            return -self.slope(p, self.met[int(np.argmin(heights))], c)

        return _root(fall, 0.0, 1.0)

    def _balance(self, own: float, near: list[Allies], c: float) -> list[tuple[Allies, float]]:
        """Weights of the lowest rising and the lowest falling coalition that leave no slope."""
        slopes = [self.slope(own, allies, c) for allies in near]
        first = slopes[0]
        for allies, slope in zip(near[1:], slopes[1:], strict=True):
            if first * slope < 0:
                if self.phi(own, allies, c) - self.phi(own, near[0], c) > LEVEL:
                    break
                weight = slope / (slope - first)
                return sorted([(near[0], weight), (allies, 1 - weight)], key=lambda pair: -pair[1])
        return [(near[0], 1.0)]


def _root(f: Callable[[float], float], low: float, high: float) -> float:
    """Where a nondecreasing function changes sign, to the last bit; an end point if it does not."""
    if f(low) >= 0:
        return low
    if f(high) <= 0:
        return high
    while True:
        middle = low + (high - low) / 2
        if not low < middle < high:
            return high if abs(f(high)) < abs(f(low)) else low
        if f(middle) < 0:
            low = middle
        else:
            high = middle
