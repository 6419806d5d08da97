"""Generalised recursive games: one state, payoff A and stakes multiplier B >= 0 in each round.

Playing on is worth V when V is a fixed point of the value map T(V) = Value(A + B V), which is
nondecreasing and piecewise rational. B may exceed 1, so T need not contract: it can have several
fixed points, or none. What player 1 can force from a termination value v0 is the limit of
V_{n+1} = T(V_n), V_0 = v0, the nearest fixed point in the direction in which T moves v0.

The limit is found by strategy iteration. Let x be optimal for player 1 at V < T(V). Repeating x
earns at least ``min_j (x A)_j + (x B)_j v`` from v, a concave function that stays above v up to its
first crossing; so does T, and no fixed point is passed on the way there (Theorem 1.2 of Buck et
al.). The crossing is the next V. From above the same is done with player 2's strategy.

`climb` goes this way for any game whose stages somebody can solve. `solve` has their matrices, of
which `_first_crossing` reads the crossing off; who has best replies alone, as in guts, finds it by
them (`crossing`).

Equations and theorems are those of Buck, Lee, Platnick, Wheeler and Zumbrun, Continuous guts poker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from parlor.core import checks
from parlor.core.checks import Floats
from parlor.core.quantities import Integer, Number, Read, Row, checked
from parlor.core.result import Certificate, MatrixResult, Result

from . import zero_sum

__all__ = [
    "RecursiveGameSolution",
    "Transition",
    "fixed_points",
    "iterate",
    "solve",
    "transition",
    "value_map",
]

MAX_ENTRY = 1e100  # of payoffs, multipliers and values: A + B V stays finite throughout
MAX_STEPS = 10**6  # of rounds, and of cells
MAX_STAGES = 1000  # of a climb: some ten are usual, and more than these where T touches V
FAR = 1e9  # units of the game: who still gains there gains for ever
STAGE = 1e-11  # gap allowed in a stage, in units of its payoffs: what rounding leaves is less
FINEST = 1e-16  # rounding error of a number about 1
NEXT = 1e-2  # of the step that is expected to follow: so little a stage may be wrong by
_STILL = 1e-13  # of the payoffs: so much drift may be left at a fixed point by a stage's rounding


def _multipliers(name: str, value: object) -> Floats:
    """Multipliers as a matrix, or a ValueError."""
    matrix = checks.matrix(name, value, MAX_ENTRY)
    if matrix.min() < 0:
        raise ValueError(f"{name}: got an entry {matrix.min()}, allowed are numbers from 0 up")
    return matrix


_SHAPE = f"is a matrix (m, n) of numbers up to {MAX_ENTRY:g} in size"
Payoffs = Annotated[
    ArrayLike, Read(lambda name, value: checks.matrix(name, value, MAX_ENTRY), _SHAPE)
]
Multipliers = Annotated[ArrayLike, Read(_multipliers, f"{_SHAPE}, none below 0")]
Value = Annotated[float, Number(-MAX_ENTRY, MAX_ENTRY)]
Values = Annotated[Sequence[float], Row(0, None, -MAX_ENTRY, MAX_ENTRY)]


@dataclass(frozen=True, eq=False, repr=False)
class RecursiveGameSolution(MatrixResult):
    """The value that a generalised recursive game settles at.

    Attributes
    ----------
    value : float
        Fixed point of T reached from `start`; ``inf`` or ``-inf`` when there is none that way.
    row, column : ndarray, shapes (m,) and (n,)
        Optimal strategies of the game A + B value (when that is infinite: of the last stage).
    gap : float
        Distance between the largest and the least of value, ``max((A + B value) @ column)`` and
        ``min(row @ (A + B value))``. It bounds the drift T(V) - V; V itself is known to about
        ``gap / |1 - multiplier|``.
    multiplier : float
        ``row @ B @ column``, the slope of T at the value when both strategies are unique: below
        1 the fixed point attracts from both sides (where Theorem 1.4 needs it to).
    start : float
        The termination value v0.
    path : tuple of float
        The values visited, v0 first: between two neighbours one strategy is repeated.
    """

    value: float
    row: Floats
    column: Floats
    gap: float
    multiplier: float
    start: float
    path: tuple[float, ...]


@dataclass(frozen=True, repr=False)
class Transition(Result):
    """Theorems 1.2 and 1.3 for one strategy of player 1 and one interval.

    Attributes
    ----------
    start_margin, end_margin : float
        Least of alpha + beta v - v over player 2's pure strategies, at either end.
    holds : bool
        Theorem 1.2's conditions: `start_margin` > 0 and `end_margin` >= 0.
    rate : float
        Factor by which each round shortens the distance to the upper end at least: 1 minus
        `start_margin` over the length of the interval.
    printed_rate : float
        ``1 - start_margin``, as Theorem 1.3 has it; right for an interval of length at most 1.
    error : float
        Bound on the rounding of the margins.
    """

    start_margin: float
    end_margin: float
    holds: bool
    rate: float
    printed_rate: float
    error: float

    @property
    def certificate(self) -> Certificate:
        """The bound on the margins' rounding."""
        return Certificate("error bound", self.error)


@checked
def solve(
    A: Payoffs,
    B: Multipliers,
    *,
    v0: Value = 0.0,
    tolerance: Annotated[float, Number(checks.LEAST, 1, "numbers above 0, up to 1")] = 2e-14,
) -> RecursiveGameSolution:
    """Limit of the value iteration V <- Value(A + B V) from `v0`.

    Parameters
    ----------
    A : array_like, shape (m, n)
        Immediate payoffs to the row player.
    B : array_like, shape (m, n)
        Stakes multipliers.
    v0 : float
        Where to start: the termination value. Guts from a lost ante is -1.
    tolerance : float
        Largest drift T(V) - V that counts as none, in units of the largest payoff met: by default
        about a hundred rounding errors.

    Returns
    -------
    RecursiveGameSolution
        Fixed point, strategies and certificate.

    Raises
    ------
    ValueError
        If the matrices are of unequal shape.
    ArithmeticError
        If a stage game cannot be solved, or 1000 stages do not reach the limit,
        which takes a fixed point where T - V is tangent to 0.

    Notes
    -----
    Equations (1.4) and (1.6). The limit itself: Newton's method on V - T(V), which is as fast,
    may jump to another fixed point.

    Examples
    --------
    Section 2.2's example of overshoot, attracting from below and repelling from above:

    >>> A, B = [[0.0], [0.0]], [[0.5], [2.0]]
    >>> [solve(A, B, v0=v0).value for v0 in (-1.0, 0.0, 0.1)]
    [0.0, 0.0, inf]
    """
    A, B = _of_one_shape(A, B)
    stages = _Stages(A, B, tolerance)
    V, path, settled = climb(stages.advance, stages.resolution, v0, n_stages=MAX_STAGES)
    if not settled:
        raise ArithmeticError(
            f"recursive game: V = {V} after {MAX_STAGES} stages and no limit yet, the slope there "
            f"is close to 1; a larger tolerance than {tolerance:.1e} would stop earlier"
        )
    row, column = stages.row, stages.column
    gap = 0.0
    if isfinite(V):
        final = A + B * V
        bounds = (V, float((row @ final).min()), float((final @ column).max()))
        gap = max(bounds) - min(bounds)
    return RecursiveGameSolution(V, row, column, gap, float(row @ B @ column), v0, path)


class _Stages:
    """The stages A + B V of a game of two matrices, solved one after another.

    `row`, `column` and `scale` are of the stage that was solved last: its optimal strategies, and
    the size of its payoffs, of which the tolerance is a part.
    """

    def __init__(self, A: Floats, B: Floats, tolerance: float) -> None:
        self.A, self.B, self.tolerance = A, B, tolerance
        self.direction = 0  # in which the first stage moves V, and from then on each

    def advance(self, V: float, _: float) -> float:
        """Solve the stage at V; the next V is where it stops to pay whoever gains by it.

        That is player 1 where V has to rise, and player 2 where it has to fall. V itself, once
        nobody gains more than the tolerance or the way would lead back.
        """
        A, B = self.A, self.B
        stage = zero_sum.solve(A + B * V, tolerance=STAGE)
        self.row, self.column = stage.row, stage.column
        largest = float(np.abs(A).max()), float(np.abs(B).max()) * abs(V)
        self.scale = max(*largest, 1e-300)  # above 0 in a game of zeros too
        drift = self.tolerance * self.scale
        up = float((self.row @ (A + B * V)).min()) - V
        down = float(((A + B * V) @ self.column).max()) - V
        if self.direction == 0:
            self.direction = (up > drift) - (down < -drift)
        if self.direction > 0 and up > drift:
            return _first_crossing(self.row @ A, self.row @ B, V)
        if self.direction < 0 and down < -drift:
            return -_first_crossing(-(A @ self.column), B @ self.column, -V)
        return V

    def resolution(self, V: float) -> float:
        """What V cannot be told from V within, in double precision."""
        return FINEST * max(abs(V), self.scale)


class Climb(NamedTuple):
    """Where a climb has come to, the values on the way, and whether the last step was none."""

    value: float
    path: tuple[float, ...]
    settled: bool


def climb(
    advance: Callable[[float, float], float],
    resolution: Callable[[float], float],
    start: float,
    *,
    tolerance: float = 0.0,
    unit: float = 1.0,
    n_stages: int = MAX_STAGES,
) -> Climb:
    """Go from stage to stage until V stands still, or is infinite or no number.

    Parameters
    ----------
    advance : callable
        ``advance(V, tolerance)`` solves the stage at V to within a tolerance and returns the next
        V: for the limit of the value iteration the `crossing`; for a fixed point somewhere,
        ``V + (T(V) - V) / (1 - multiplier)``, a step of Newton's method.
    resolution : callable
        The rounding error of a V: no shorter step counts.
    start : float
        The first V.
    tolerance : float
        For the first stage; 0 if stages are solved as exactly as can be anyway. Both kinds of steps
        converge quadratically, so that after a step of d units the next stage need be no more exact
        than d**2 units, and in the end than `resolution`.
    unit : float
        A payoff of usual size: an ante, in guts.
    n_stages : int
        Stages after which the climb is given up.
    """
    V, path = start, [start]
    for _ in range(n_stages):
        before, V = V, advance(V, tolerance)
        if not isfinite(V):
            return Climb(V, tuple(path), True)
        step, finest = abs(V - before), resolution(V)
        if tolerance <= finest and step <= finest:
            return Climb(V, tuple(path), True)
        path.append(V)
        if tolerance:
            tolerance = max(finest, min(NEXT * step / unit * step, NEXT * tolerance))
    return Climb(V, tuple(path), False)


def crossing(
    reply: Callable[[float], tuple[float, float]],
    low: float,
    resolution: Callable[[float], float],
    *,
    unit: float = 1.0,
) -> float:
    """First v > `low` at which a strategy of player 1 earns v and no more; inf if it never does.

    Beyond `FAR` units, payoffs of usual size, is never: rounding hides there what is earned.

    ``reply(v)`` is the least that it earns from v, alpha + beta v, and the beta of that reply. What
    it earns less v is concave in v and positive at `low`, so that Newton's method comes down to
    the crossing from any v beyond it; where it still rises v is doubled.
    """
    v, falling = max(low, 0.0), False
    while v <= FAR * unit:
        least, beta = reply(v)
        drift = least - v
        if abs(drift) <= resolution(v) or (falling and drift > 0):  # past it by rounding only
            return v
        falling = drift < 0
        v = max(low, float(v + drift / (1 - beta))) if beta < 1 else 2 * v + unit
    return inf


@checked
def transition(
    A: Payoffs, B: Multipliers, row: Sequence[float], low: Value, high: Value
) -> Transition:
    """Check whether repeating one strategy carries player 1 from `low` to `high`.

    Parameters
    ----------
    A, B : array_like, shape (m, n)
        As in `solve`.
    row : sequence of float, length m
        Player 1's mixed strategy; probabilities that add up to 1 within 1e-9 are divided by their
        sum.
    low, high : float
        Ends of the interval; `high` is above `low` by 1e-100 at least.

    Returns
    -------
    Transition
        Margins at both ends, and the rate of approach.

    Raises
    ------
    ValueError
        As for `solve`; if `row` is not a probability vector of length m, or not low < high.

    Notes
    -----
    Theorems 1.2 and 1.3. The latter, as printed, lacks the length of the interval: for A = 0,
    B = 1/2 on [-2, 0] the start margin is 1, and yet V_n = -2 / 2**n does not jump to 0 at once.

    Examples
    --------
    >>> step = transition([[0.0]], [[0.5]], [1.0], -2.0, 0.0)
    >>> step.holds, step.rate, step.printed_rate
    (True, 0.5, 0.0)
    """
    A, B = _of_one_shape(A, B)
    _interval(low, high)
    m = A.shape[0]
    allowed = f"{m} probabilities, sum 1"
    x = checks.numbers("row", row, allowed, 0.0, 1.0, (m, m))
    if not abs(x.sum() - 1) < checks.SUM_ERROR:
        raise ValueError(f"row: got {checks.shown(row)}, allowed are {allowed}")
    x = x / x.sum()  # what is missing is larger than the margins' rounding
    alpha, beta = x @ A, x @ B
    start = float((alpha + (beta - 1) * low).min())
    end = float((alpha + (beta - 1) * high).min())
    rate = 1 - start / (high - low)
    size = float(np.abs(A).max()) + (float(B.max()) + 1) * max(abs(low), abs(high))
    error = (m + 3) * float(np.finfo(float).eps) * size
    return Transition(start, end, start > 0 and end >= 0, rate, 1 - start, error)


@checked
def value_map(A: Payoffs, B: Multipliers, values: Values) -> Floats:
    """T(V) = Value(A + B V) at each of several V.

    Parameters
    ----------
    A, B : array_like, shape (m, n)
        As in `solve`.
    values : sequence of float
        Where to evaluate T.

    Returns
    -------
    ndarray of float64
        T at each value, nondecreasing in V.

    Raises
    ------
    ValueError
        As for `solve`.

    Examples
    --------
    >>> value_map([[0.0], [0.0]], [[0.5], [2.0]], [-2.0, 0.0, 2.0])
    array([-1.,  0.,  4.])
    """
    A, B = _of_one_shape(A, B)
    return np.array([zero_sum.solve(A + B * V).value for V in values])


@checked
def iterate(
    A: Payoffs, B: Multipliers, *, v0: Value, n_rounds: Annotated[int, Integer(0, MAX_STEPS)]
) -> Floats:
    """The values V_0, V_1, ... forceable in so many rounds, equation (1.4).

    Parameters
    ----------
    A, B : array_like, shape (m, n)
        As in `solve`.
    v0 : float
        Termination value V_0.
    n_rounds : int
        Rounds.

    Returns
    -------
    ndarray of float64, shape (n_rounds + 1,)
        Monotone, in the direction of the first step.

    Raises
    ------
    ValueError
        As for `solve`.
    ArithmeticError
        If the values grow beyond 1e100.

    Examples
    --------
    >>> iterate([[0.0]], [[0.5]], v0=-1.0, n_rounds=3)
    array([-1.   , -0.5  , -0.25 , -0.125])
    """
    A, B = _of_one_shape(A, B)
    values = [v0]
    for step in range(n_rounds):
        if not abs(values[-1]) <= MAX_ENTRY:
            raise ArithmeticError(f"recursive game: a value of {values[-1]:.1e} in round {step}")
        values.append(zero_sum.solve(A + B * values[-1]).value)
    return np.array(values)


@checked
def fixed_points(
    A: Payoffs,
    B: Multipliers,
    low: Value,
    high: Value,
    *,
    cells: Annotated[int, Integer(1, MAX_STEPS)] = 200,
) -> list[tuple[float, str]]:
    """Fixed points of T on an interval, with what T does beside them.

    Parameters
    ----------
    A, B : array_like, shape (m, n)
        As in `solve`.
    low, high : float
        The interval, as in `transition`.
    cells : int
        Cells looked at: two fixed points in one cell may both be missed.

    Returns
    -------
    list of (float, str)
        Fixed points in increasing order; "attracting" (T - V falls through 0), "repelling"
        (rises), "from below" or "from above" (touches 0 and attracts from that side only). An
        interval of fixed points shows as those of its ends, "flat", that are in [`low`, `high`]:
        none if all there is fixed. What T does is read off a cell to either side, at the ends of
        the interval beyond it.

    Raises
    ------
    ValueError
        As for `solve`; if not low < high.

    Examples
    --------
    >>> points = fixed_points([[0.0], [-1.0]], [[0.5], [2.0]], -3.0, 3.0)
    >>> [(round(V, 9), kind) for V, kind in points]
    [(0.0, 'attracting'), (1.0, 'repelling')]
    """
    A, B = _of_one_shape(A, B)
    _interval(low, high)
    scale = max(float(np.abs(A).max()), float(np.abs(B).max()) * max(abs(low), abs(high)))

    def drift(V: float) -> float:
        moved = zero_sum.solve(A + B * V).value - V
        return 0.0 if abs(moved) <= _STILL * scale else moved

    grid = np.linspace(low, high, cells + 1).tolist()
    width = (high - low) / cells
    signs = [int(np.sign(drift(V))) for V in (*grid, high + width, low - width)]
    points: list[tuple[float, str]] = []
    sides = {(1, -1): "attracting", (-1, 1): "repelling"}
    sides |= {(1, 1): "from below", (-1, -1): "from above"}
    for i, V in enumerate(grid):
        if signs[i] == 0:
            beside = signs[i - 1], signs[i + 1]  # the last one is before the first
            if any(beside):
                points.append((V, sides.get(beside, "flat")))
        elif i < cells and signs[i] * signs[i + 1] < 0:
            a, b = V, grid[i + 1]
            while a < (middle := a + (b - a) / 2) < b:  # to the last bit
                here = drift(middle)
                if here == 0:
                    a = b = middle
                elif here * signs[i] > 0:
                    a = middle
                else:
                    b = middle
            points.append((a, sides[signs[i], signs[i + 1]]))
    return points


def _of_one_shape(A: ArrayLike, B: ArrayLike) -> tuple[Floats, Floats]:
    """Payoffs and multipliers, or a ValueError."""
    payoffs, multipliers = np.asarray(A), np.asarray(B)
    if payoffs.shape != multipliers.shape:
        raise ValueError(f"B: got shape {multipliers.shape}, allowed is that of A, {payoffs.shape}")
    return payoffs, multipliers


def _interval(low: float, high: float) -> None:
    """Check that one end is below the other, or raise a ValueError."""
    if not high - low >= 1 / MAX_ENTRY:
        raise ValueError(f"low, high: got {low:g} and {high:g}, allowed are numbers low < high")


def _first_crossing(alpha: Floats, beta: Floats, V: float) -> float:
    """First v > V at which min(alpha + beta v) falls to v; inf if it never does.

    At V the minimum is above V. Lines of beta >= 1 stay above; any other meets v at
    alpha / (1 - beta), and the first of these is the crossing. By rounding it may lie before V.
    """
    falling = beta < 1
    if not falling.any():
        return inf
    crossings = alpha[falling] / (1 - beta[falling])
    return max(float(crossings.min()), V)
