"""Guts, one player against a coalition: optimal synchronous play on a mesh.

The coalition draws one tuple of thresholds a round, so its pure strategies are multisets of mesh
points. At a guess V the round is the zero-sum game alpha + beta V, solved by double oracle: player
1's best reply by evaluating the mesh, the coalition's by running through all multisets (`full`),
all but one equal (`pseudo-bloc`), or all equal (`bloc`). Newton's method on V closes the loop: the
slope of the value map is the expected multiplier beta at the optimum.

``mesh=None`` hands over to `parlor.games.guts_continuum`, where thresholds are any real numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral

import numpy as np

from parlor.games._guts_kernels import _against, _best_bloc, _best_full, _moments
from parlor.solvers import double_oracle

__all__ = ["CoalitionSolution", "solve_coalition"]

STRUCTURES = ("full", "pseudo-bloc", "bloc")
MAX_COALITIONS = 200_000_000  # of `full`, all but the lowest threshold: about 2 s a best reply
Mix = list[tuple[float, float]]
Allies = tuple[float, ...]
Indices = tuple[int, ...]
Point = double_oracle.DoubleOracleSolution[int, Indices]


@dataclass(frozen=True)
class CoalitionSolution:
    """Player 1 against a coalition in the recursive game of guts.

    Attributes
    ----------
    n_coalition, mesh, structure, weenie
        The question.
    value : float
        What player 1 can force, V <= 0, in antes; the coalition wins -V.
    enters : bool
        Whether player 1 should play at all. False: one round is worth no more than the fee of one
        ante for leaving, ``Value(alpha - beta) <= -1``, and so the value is -1; the strategies
        are then those of that first round.
    player_one : list of (float, float)
        Player 1's optimal mix: (threshold, probability), most probable first.
    coalition : list of (tuple of float, float)
        The coalition's optimal mix: (thresholds in increasing order, probability).
    gap : float
        Duality gap at the fixed point: with W = alpha + beta V under best replies, the distance
        between the largest and the least of: player 1's best W against `coalition`, the
        coalition's best against `player_one`, and V itself (unless player 1 stays out).
    multiplier : float
        Expected stakes multiplier beta when both play the solution; below 1 the fixed point
        attracts from both sides.
    margin : float
        Least of ``alpha - beta + 1`` over all coalitions, player 1 playing `player_one`: positive
        means that by Theorem 1.2 repeating it carries player 1 from V = -1, a lost ante, to V.
    rounds : int
        Restricted games solved on the way.
    """

    n_coalition: int
    mesh: int | None
    structure: str
    weenie: bool
    value: float
    enters: bool
    player_one: Mix
    coalition: list[tuple[Allies, float]]
    gap: float
    multiplier: float
    margin: float
    rounds: int


def solve_coalition(
    n_coalition: int, mesh: int | None = 101, structure: str = "full", weenie: bool = False
) -> CoalitionSolution:
    """Solve guts for player 1 against a coalition that agrees on its thresholds each round.

    Parameters
    ----------
    n_coalition : int
        Players N >= 1 in the coalition; n = N + 1 players in all.
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
        duality gap and the margin of Theorem 1.2.

    Raises
    ------
    ValueError
        If an argument is not as above, or there are too many coalitions on the mesh to run
        through (more than 2e8 choices of all thresholds but one).
    ArithmeticError
        If the solver does not reach a gap of 1e-11.

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
    """
    N = _count("n_coalition", n_coalition, 1)
    if structure not in STRUCTURES:
        raise ValueError(f"structure: got {structure!r}, allowed are {', '.join(STRUCTURES)}")
    if mesh is None:
        from parlor.games import guts_continuum

        return guts_continuum.solve(N, structure, bool(weenie))
    M = _count("mesh", mesh, 2)
    loops = 1.0
    for i in range(N - 1):
        loops *= (M + i) / (i + 1)
    if structure == "full" and loops > MAX_COALITIONS:
        raise ValueError(
            f"mesh: got {M} with {N} in the coalition, too many thresholds to run through; "
            "use a coarser mesh, structure='pseudo-bloc' or mesh=None"
        )
    return _solve_mesh(N, M, structure, bool(weenie))


class MeshGame:
    """The game alpha + beta V on a mesh, by best replies; strategies are mesh indices."""

    def __init__(self, N: int, mesh: int, structure: str, weenie: bool) -> None:
        self.N, self.structure, self.weenie = N, structure, weenie
        self.grid = np.arange(mesh) / (mesh - 1)
        self.value = 0.0
        self.rounds = 0
        self.finest = 2e-15 * (N + 1)  # rounding error of a payoff
        self._columns: dict[Indices, tuple[np.ndarray, np.ndarray]] = {}

    def start(self) -> tuple[list[int], list[Indices]]:
        """The symmetric equilibrium, as a first guess."""
        own = round((3 if self.weenie else 2) ** (-1 / self.N) * (self.grid.size - 1))
        return [own], [(own,) * self.N]

    def solve(self, rows: list[int], columns: list[Indices], tolerance: float) -> Point:
        at = double_oracle.solve(
            self.payoff, self.best_row, self.best_column, rows, columns, tolerance
        )
        self.rounds += at.rounds
        return at

    def multiplier(self, at: Point) -> float:
        """Expected stakes multiplier under the solution `at`."""
        return float(sum(p * q * self.column(c)[1][r] for r, p in at.row for c, q in at.column))

    def column(self, allies: Indices) -> tuple[np.ndarray, np.ndarray]:
        """Alpha and beta of each of player 1's thresholds against one coalition."""
        if allies not in self._columns:
            thresholds = self.grid[np.array(allies)]
            self._columns[allies] = _against(thresholds, self.grid, self.weenie)
        return self._columns[allies]

    def payoff(self, own: int, allies: Indices) -> float:
        alpha, beta = self.column(allies)
        return float(alpha[own] + beta[own] * self.value)

    def best_row(self, mix: Sequence[tuple[Indices, float]]) -> tuple[int, float]:
        total = np.zeros(self.grid.size)
        for allies, probability in mix:
            alpha, beta = self.column(allies)
            total += probability * (alpha + beta * self.value)
        return int(total.argmax()), float(total.max())

    def best_column(self, mix: Sequence[tuple[int, float]]) -> tuple[Indices, float]:
        row = np.zeros(self.grid.size)
        for own, probability in mix:
            row[own] = probability
        mean = float(row @ self.grid)
        hold, drop = _moments(self.grid, row, self.N)
        given = (self.N, self.grid, mean, hold, drop, 1 + self.value, self.weenie)
        if self.structure == "full" or self.N == 1:
            least, allies = _best_full(*given)
        else:
            least, allies = _best_bloc(*given, self.structure == "pseudo-bloc")
        return tuple(sorted(allies.tolist())), float(least)


def _solve_mesh(N: int, M: int, structure: str, weenie: bool) -> CoalitionSolution:
    game = MeshGame(N, M, "pseudo-bloc" if structure == "full" else structure, weenie)
    at = _newton(game, structure)
    value = game.value
    margin = -np.inf if at is None else _drift(game, at, -1.0)
    if at is None or not margin > 0:
        at = _climb(game, structure)
        value = game.value
        margin = _drift(game, at, -1.0)
    most, least = game.best_row(at.column)[1], game.best_column(at.row)[1]
    enters = value > -1
    if enters:
        most, least = max(most, value), min(least, value)
    if not most - least <= 1e-11:
        raise ArithmeticError(f"guts: duality gap {most - least:.1e} at V = {value}")
    grid = game.grid.tolist()
    return CoalitionSolution(
        n_coalition=N,
        mesh=M,
        structure=structure,
        weenie=weenie,
        value=value,
        enters=enters,
        player_one=[(grid[r], p) for r, p in at.row],
        coalition=[(tuple(grid[i] for i in c), p) for c, p in at.column],
        gap=max(float(most - least), 0.0),
        multiplier=game.multiplier(at),
        margin=margin,
        rounds=game.rounds,
    )


def _newton(game: MeshGame, structure: str) -> Point | None:
    """The fixed point that Newton's method reaches from V = 0, or None."""
    rows, columns = game.start()
    finest = game.finest
    tolerance = 1e-3
    for _ in range(30):
        at = game.solve(rows, columns, tolerance)
        rows, columns = at.rows, at.columns
        multiplier = game.multiplier(at)
        if not multiplier < 1:
            return None
        step = (at.value - game.value) / (1 - multiplier)
        if tolerance == finest and abs(step) <= finest:
            if game.structure == structure:
                return at
            game.structure = structure  # the few rounds that need all coalitions come last
            continue
        game.value = float(game.value + step)
        if not -1 <= game.value <= 1:
            return None
        tolerance = max(finest, min(1e-2 * step * step, 1e-2 * tolerance))
    return None


def _climb(game: MeshGame, structure: str) -> Point:
    """The lowest fixed point from V = -1 up, by steps that Theorem 1.2 warrants.

    An optimal strategy for the stage at V carries player 1 from V to the first v at which some
    coalition holds it to v, and no fixed point is passed on the way.
    """
    game.structure, game.value = structure, -1.0
    rows, columns = game.start()
    finest = game.finest
    tolerance = 1e-3
    for _ in range(200):
        at = game.solve(rows, columns, tolerance)
        rows, columns = at.rows, at.columns
        low, high = game.value, 0.0
        while _drift(game, at, low) > finest:
            game.value = high
            allies, least = game.best_column(at.row)
            columns = [*columns, allies]
            if least >= high - finest:
                break
            beta = sum(p * game.column(allies)[1][r] for r, p in at.row)
            high = max(low, float(high + (least - high) / (1 - beta)))
        else:
            high = low
        game.value = high
        if tolerance == finest and high - low <= finest:
            return at  # at V = -1 also when not even the fee can be forced by playing
        tolerance = max(finest, min(1e-2 * (high - low) ** 2, 1e-2 * tolerance))
    raise ArithmeticError(f"guts: no fixed point reached by V = {game.value}")


def _drift(game: MeshGame, at: Point, value: float) -> float:
    """Least of alpha + beta V - V over all coalitions when player 1 repeats `at.row`."""
    kept, game.value = game.value, value
    least = game.best_column(at.row)[1]
    game.value = kept
    return least - value


def _count(name: str, value: object, least: int) -> int:
    if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name}: got {value!r}, allowed are the integers from {least} up")
    return int(value)
