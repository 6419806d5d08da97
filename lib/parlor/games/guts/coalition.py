"""Guts, one player against a coalition that agrees on its thresholds each round, on a mesh.

The coalition draws one tuple of thresholds a round, so its pure strategies are multisets of mesh
points. At a guess V the round is the zero-sum game alpha + beta V, solved by double oracle: player
1's best reply by evaluating the mesh, the coalition's by running through all multisets (`full`),
all but one equal (`pseudo-bloc`), or all equal (`bloc`). Newton's method on V closes the loop: the
slope of the value map is the expected multiplier beta at the optimum. With ``mesh=None`` thresholds
are any real numbers, and `parlor.games.guts.continuum` solves the game.

Small games are written down as matrices too, and two coalitions of two play each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, isfinite, nan
from typing import TYPE_CHECKING, Annotated

import numpy as np

from parlor.core.compiled import njit
from parlor.core.quantities import Integer, checked
from parlor.core.result import ExactResult, data_frame
from parlor.solvers import double_oracle, recursive_game

from . import continuum
from .kernels import against_grid, alpha_of, best_bloc, best_of_all, mesh_mix
from .rounds import GoingOn
from .solution import LARGEST_GAP, Allies, Coalition, CoalitionSolution, Structure

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "CoalitionSolution",
    "Mesh",
    "MeshGame",
    "mesh_game",
    "solve_coalition",
    "two_against_two",
]

MAX_MESH = 2001  # about a minute
MAX_PAIRS_MESH = 301  # some seconds
MAX_COALITIONS = 100_000_000  # of `full`, all but the lowest threshold: about 1 s a best reply
MAX_ENTRIES = 10_000_000  # of a matrix written down: 80 MB
FIRST = 1e-3  # gap allowed in the first stage: strategies there are a start for the next ones
FINEST = 2e-15  # error of a payoff, by player, per unit of V where that is above an ante
ROUNDING = 1e-13  # what V can be above 0 by the errors of a climb alone
NEWTON_STAGES, CLIMB_STAGES = 30, 200  # at most; two to seven are usual
EASIER = {"full": "pseudo-bloc"}  # what is nearly as good and quicker to run through
Indices = tuple[int, ...]
Mesh = Annotated[int, Integer(2, MAX_MESH)]
Point = double_oracle.DoubleOracleSolution[int, Indices]
Pair = tuple[int, int]
PairsMesh = Annotated[int, Integer(2, MAX_PAIRS_MESH)]
TwoPairs = double_oracle.DoubleOracleSolution[Pair, Pair]


@checked
def solve_coalition(
    n_coalition: Coalition,
    *,
    mesh: Mesh | None = 101,
    structure: Structure = "full",
    weenie: bool = False,
) -> CoalitionSolution:
    """Solve guts for player 1 against a coalition that agrees on its thresholds each round.

    Parameters
    ----------
    n_coalition : int
        Players N in the coalition, at most 200 in the continuum under the Weenie rule; n = N + 1
        players in all.
    mesh : int or None
        Thresholds are the `mesh` points 0, 1 / (mesh - 1), ..., 1; None: all of [0, 1].
    structure : {"full", "pseudo-bloc", "bloc"}
        The coalitions that are allowed: any; all members but one alike; all alike.
    weenie : bool
        Play by the Weenie rule.

    Returns
    -------
    CoalitionSolution
        Value of the recursive game from a termination fee of one ante, both optimal strategies,
        duality gap and the margin of Theorem 1.2. The value is at most 0, but for "bloc" and
        "pseudo-bloc" on a coarse mesh, where it may be positive or infinite.

    Raises
    ------
    ValueError
        If there are too many coalitions on the mesh to run through (more than 1e8 choices of all
        thresholds but one), or in the continuum for the Weenie rule.
    ArithmeticError
        If the solver does not reach a gap of 1e-11 (of the value, where that is above an ante).

    Notes
    -----
    Section 4 and Table 1 of Buck et al.; there by fictitious play on the whole payoff matrix.

    Examples
    --------
    >>> two = solve_coalition(2, mesh=21)
    >>> round(two.value, 9), two.gap < 1e-13
    (-0.009860321, True)
    >>> [(allies, round(p, 4)) for allies, p in two.coalition]
    [((0.65, 0.7), 0.8669), ((0.0, 0.85), 0.1331)]
    >>> kinds = ("full", "pseudo-bloc", "bloc")
    >>> [round(solve_coalition(3, mesh=21, structure=kind).value, 6) for kind in kinds]
    [-0.032766, -0.032766, 0.005889]
    >>> solve_coalition(5, mesh=8, structure="bloc", weenie=True).value
    inf
    """
    if mesh is None:
        return continuum.solve(n_coalition, structure=structure, weenie=weenie)
    if structure == "full" and comb(mesh + n_coalition - 2, n_coalition - 1) > MAX_COALITIONS:
        raise ValueError(
            f"mesh: got {mesh} with {n_coalition} in the coalition, too many thresholds to run "
            "through; use a coarser mesh, structure='pseudo-bloc' or mesh=None"
        )
    game = _Game(n_coalition, mesh, structure, weenie)
    stages, value = _newton(game)
    # It may have jumped to a fixed point that play from a lost ante does not lead to. If repeating
    # her strategy gains there, by Theorem 1.2 it has not.
    if not (isfinite(value) and game.drift(stages.at, -1.0) > 0):
        stages, value = _climb(game)
    at = stages.at
    if 0 < value <= ROUNDING:
        value = 0.0
    enters = value > -1
    gap = 0.0
    if isfinite(value):
        most = game.best_row(at.column, value)[1]
        least = game.best_column(at.row, value, structure)[1]
        if enters:
            most, least = max(most, value), min(least, value)
        gap = max(float(most - least), 0.0)
        if not gap <= LARGEST_GAP * max(1.0, value):
            raise ArithmeticError(f"guts: duality gap {gap:.1e} at V = {value}")
    grid = game.grid.tolist()
    return CoalitionSolution(
        n_coalition=n_coalition,
        mesh=mesh,
        structure=structure,
        weenie=weenie,
        value=value,
        enters=enters,
        player_one=tuple((grid[r], p) for r, p in at.row),
        coalition=tuple((tuple(grid[i] for i in c), p) for c, p in at.column),
        gap=gap,
        multiplier=game.multiplier(at),
        margin=game.drift(at, -1.0),
        stages=game.stages,
    )


@dataclass(frozen=True, repr=False, eq=False)
class MeshGame(ExactResult):
    """Guts on a mesh, written down; it unpacks into its two matrices.

    Attributes
    ----------
    alpha, beta : ndarray, shape (mesh, m)
        Player 1's immediate payoff and the stakes multiplier, by her threshold and the coalition's
        plan.
    thresholds : tuple of float
        Player 1's, of the rows.
    plans : tuple of tuple of float
        The coalition's thresholds in increasing order, of the columns: all there are.
    """

    alpha: np.ndarray
    beta: np.ndarray
    thresholds: tuple[float, ...]
    plans: tuple[Allies, ...]

    def __iter__(self) -> Iterator[np.ndarray]:
        """Unpacks into alpha, beta."""
        return iter((self.alpha, self.beta))

    def to_frame(self) -> pd.DataFrame:
        """A row an entry: threshold, the coalition's plan as a tuple, alpha and beta."""
        pairs = [(own, plan) for own in self.thresholds for plan in self.plans]
        return data_frame(
            {
                "threshold": [own for own, _ in pairs],
                "plan": [plan for _, plan in pairs],
                "alpha": self.alpha.ravel(),
                "beta": self.beta.ravel(),
            }
        )

    @checked
    def stage(self, V: GoingOn) -> np.ndarray:
        """Return the matrix alpha + beta V of a round when playing on is worth V.

        Examples
        --------
        >>> mesh_game(1, 3).stage(0)
        array([[ 0. ,  0. ,  1. ],
               [ 0. ,  0. ,  0.5],
               [-1. , -0.5,  0. ]])
        """
        return self.alpha + self.beta * V


@checked
def mesh_game(n_coalition: Coalition, mesh: Mesh, *, weenie: bool = False) -> MeshGame:
    """Write down guts against a coalition on a mesh, for any solver of matrix games.

    Parameters
    ----------
    n_coalition, mesh : int
        As for `parlor.games.guts.solve_coalition`.
    weenie : bool
        Play by the Weenie rule.

    Returns
    -------
    MeshGame
        The matrices alpha and beta: a round is alpha + beta V, and the game its fixed point.

    Raises
    ------
    ValueError
        If a matrix has more than 1e7 entries.

    Examples
    --------
    >>> from parlor.solvers import recursive_game
    >>> A, B = mesh_game(2, 21)
    >>> mesh_game(1, 3).to_frame().columns.tolist()
    ['threshold', 'plan', 'alpha', 'beta']
    >>> A.shape, round(recursive_game.solve(A, B, v0=-1.0).value, 9)
    ((21, 231), -0.009860321)
    """
    if mesh * comb(mesh + n_coalition - 1, n_coalition) > MAX_ENTRIES:
        raise ValueError(
            f"mesh: got {mesh} with {n_coalition} in the coalition, allowed are matrices of at "
            f"most {MAX_ENTRIES} entries"
        )
    x = np.arange(mesh) / (mesh - 1)
    plans = tuple(combinations_with_replacement(x.tolist(), n_coalition))
    tables = np.array([against_grid(np.array(plan), x, weenie) for plan in plans])
    alpha, beta = (np.ascontiguousarray(tables[:, i].T) for i in (0, 1))
    return MeshGame(alpha, beta, tuple(x.tolist()), plans)


@checked
def two_against_two(*, mesh: PairsMesh = 21) -> TwoPairs:
    """Solve guts between two coalitions of two, each drawing its pair of thresholds together.

    Parameters
    ----------
    mesh : int
        Thresholds 0, 1 / (mesh - 1), ..., 1.

    Returns
    -------
    DoubleOracleSolution
        Optimal mixes over pairs of mesh indices in increasing order, value and gap. The game is
        symmetric, so V = 0 is a fixed point and the stage game is alpha alone.

    Notes
    -----
    Section 5, by the source at mesh 21.

    Examples
    --------
    >>> game = two_against_two(mesh=11)
    >>> abs(game.value) < 1e-14, game.gap < 1e-13
    (True, True)
    """
    x = np.arange(mesh) / (mesh - 1)
    columns: dict[Pair, np.ndarray] = {}

    def column(pair: Pair) -> np.ndarray:
        if pair not in columns:
            columns[pair] = pair_payoffs(x, x[pair[0]], x[pair[1]])
        return columns[pair]

    def index(pair: Pair) -> int:  # where `pair_payoffs` has it: rows of a triangle, one by one
        a, b = pair
        return a * mesh - a * (a - 1) // 2 + b - a

    pairs = [(a, b) for a in range(mesh) for b in range(a, mesh)]

    def best(mix: Sequence[tuple[Pair, float]]) -> tuple[Pair, float]:
        total = np.zeros(len(pairs))
        for pair, probability in mix:
            total += probability * column(pair)
        return pairs[int(total.argmax())], float(total.max())

    def worst(mix: Sequence[tuple[Pair, float]]) -> tuple[Pair, float]:
        pair, value = best(mix)
        return pair, -value

    middle = round(2 ** (-1 / 3) * (mesh - 1))  # the symmetric equilibrium of four, as a guess
    start = [(middle, middle)]
    return double_oracle.solve(
        lambda r, c: float(column(c)[index(r)]), best, worst, start, start, tolerance=1e-14
    )


class _Game:
    """The game alpha + beta V on a mesh, by best replies; strategies are mesh indices."""

    def __init__(self, N: int, mesh: int, structure: str, weenie: bool) -> None:
        self.N, self.structure, self.weenie = N, structure, weenie
        self.grid = np.arange(mesh) / (mesh - 1)
        self.stages = 0
        self._columns: dict[Indices, tuple[np.ndarray, np.ndarray]] = {}
        self._replies: dict[tuple[object, ...], tuple[Indices, float]] = {}

    def finest(self, V: float) -> float:
        """Rounding error of a payoff."""
        return FINEST * (self.N + 1) * max(1.0, V)

    def multiplier(self, at: Point) -> float:
        """Expected stakes multiplier under the solution `at`."""
        return float(sum(p * q * self.column(c)[1][r] for r, p in at.row for c, q in at.column))

    def drift(self, at: Point, V: float) -> float:
        """Least of alpha + beta V - V over all coalitions when player 1 repeats `at.row`."""
        return self.best_column(at.row, V, self.structure)[1] - V

    def column(self, allies: Indices) -> tuple[np.ndarray, np.ndarray]:
        """Alpha and beta of each of player 1's thresholds against one coalition."""
        if allies not in self._columns:
            thresholds = self.grid[np.array(allies)]
            self._columns[allies] = against_grid(thresholds, self.grid, self.weenie)
        return self._columns[allies]

    def best_row(self, mix: Sequence[tuple[Indices, float]], V: float) -> tuple[int, float]:
        total = np.zeros(self.grid.size)
        for allies, probability in mix:
            alpha, beta = self.column(allies)
            total += probability * (alpha + beta * V)
        return int(total.argmax()), float(total.max())

    def best_column(
        self, mix: Sequence[tuple[int, float]], V: float, structure: str
    ) -> tuple[Indices, float]:
        question = structure, V, *mix
        if question not in self._replies:  # the last one is asked again for the certificate
            self._replies[question] = self._best_column(mix, V, structure)
        return self._replies[question]

    def _best_column(
        self, mix: Sequence[tuple[int, float]], V: float, structure: str
    ) -> tuple[Indices, float]:
        row = np.zeros(self.grid.size)
        for own, probability in mix:
            row[own] = probability
        given = (self.N, mesh_mix(self.grid, row, self.N), 1 + V, self.weenie)
        if structure == "full" or self.N == 1:
            least, allies = best_of_all(*given)
        else:
            least, allies = best_bloc(*given, structure == "pseudo-bloc")
        return tuple(sorted(allies.tolist())), float(least)


class _Stages:
    """The stages of one climb, each begun with the strategies that those before it have met."""

    at: Point

    def __init__(self, game: _Game) -> None:
        self.game, self.structure = game, game.structure
        # the symmetric equilibrium, as a first guess
        own = round((3 if game.weenie else 2) ** (-1 / game.N) * (game.grid.size - 1))
        self.rows: list[int] = [own]
        self.columns: list[Indices] = [(own,) * game.N]

    def solve(self, V: float, tolerance: float) -> None:
        game = self.game

        def payoff(own: int, allies: Indices) -> float:
            alpha, beta = game.column(allies)
            return float(alpha[own] + beta[own] * V)

        self.at = double_oracle.solve(
            payoff,
            lambda mix: game.best_row(mix, V),
            lambda mix: game.best_column(mix, V, self.structure),
            self.rows,
            self.columns,
            tolerance=tolerance,
        )
        game.stages += self.at.rounds
        self.rows, self.columns = self.at.rows, self.at.columns

    def newton(self, V: float, tolerance: float) -> float:
        """A step of Newton's method; none to where the value map is no contraction."""
        self.solve(V, tolerance)
        multiplier, finest = self.game.multiplier(self.at), self.game.finest(V)
        if not multiplier < 1:
            return nan
        step = (self.at.value - V) / (1 - multiplier)
        if tolerance == finest and abs(step) <= finest:
            return V
        return float(V + step) if -1 <= V + step <= 1 else nan

    def cross(self, V: float, tolerance: float) -> float:
        """The step that Theorem 1.2 warrants: none at V = -1 if not even the fee can be forced."""
        self.solve(V, tolerance)
        game, row = self.game, self.at.row
        if not game.drift(self.at, V) > game.finest(V):
            return V

        def reply(v: float) -> tuple[float, float]:
            allies, least = game.best_column(row, v, self.structure)
            met.append(allies)
            return least, sum(p * game.column(allies)[1][r] for r, p in row)

        met: list[Indices] = []
        after = recursive_game.crossing(reply, V, game.finest)
        self.columns = [*self.columns, *met]
        return after


def _newton(game: _Game) -> tuple[_Stages, float]:
    """The last stage and the fixed point that Newton's method reaches from V = 0, or no number.

    The few rounds that need all coalitions come last.
    """
    stages, V, tolerance = _Stages(game), 0.0, FIRST
    for structure in dict.fromkeys((EASIER.get(game.structure, game.structure), game.structure)):
        stages.structure = structure
        climb = recursive_game.climb(
            stages.newton, game.finest, V, tolerance=tolerance, n_stages=NEWTON_STAGES
        )
        if not (climb.settled and isfinite(climb.value)):
            return stages, nan
        V, tolerance = climb.value, game.finest(climb.value)
    return stages, V


def _climb(game: _Game) -> tuple[_Stages, float]:
    """The last stage and the lowest fixed point from V = -1 up."""
    stages = _Stages(game)
    climb = recursive_game.climb(
        stages.cross, game.finest, -1.0, tolerance=FIRST, n_stages=CLIMB_STAGES
    )
    if not climb.settled:
        raise ArithmeticError(f"guts: no fixed point reached by V = {climb.value}")
    return stages, climb.value


@njit
def pair_payoffs(x: np.ndarray, third: float, fourth: float) -> np.ndarray:
    """Joint payoff of every pair (x[a], x[b]), a <= b, of a mesh against a pair of thresholds.

    Pairs stand in the order of a, and then of b: shape (M (M + 1) / 2,).
    """
    M = x.size
    out = np.empty(M * (M + 1) // 2)
    p = np.empty(4)
    p[2], p[3] = third, fourth
    k = 0
    for a in range(M):
        for b in range(a, M):
            p[0], p[1] = x[a], x[b]
            out[k] = alpha_of(p, False)
            p[0], p[1] = x[b], x[a]
            out[k] += alpha_of(p, False)
            k += 1
    return out
