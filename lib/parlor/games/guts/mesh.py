"""Guts, one player against a coalition: optimal synchronous play on a mesh.

The coalition draws one tuple of thresholds a round, so its pure strategies are multisets of mesh
points. At a guess V the round is the zero-sum game alpha + beta V, solved by double oracle: player
1's best reply by evaluating the mesh, the coalition's by running through all multisets (`full`),
all but one equal (`pseudo-bloc`), or all equal (`bloc`). Newton's method on V closes the loop: the
slope of the value map is the expected multiplier beta at the optimum.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, inf, isfinite

import numpy as np

from parlor.core.checks import flag, one_of, whole
from parlor.solvers import double_oracle

from .kernels import _against, _best_bloc, _best_full, _moments
from .solution import MAX_COALITION, STRUCTURES, CoalitionSolution

__all__ = ["MAX_COALITIONS", "MAX_MESH", "solve"]

MAX_MESH = 2001  # about a minute
MAX_COALITIONS = 100_000_000  # of `full`, all but the lowest threshold: about 1 s a best reply
FAR = 1e9  # a strategy that still gains there is worth more than any stakes
Indices = tuple[int, ...]
Point = double_oracle.DoubleOracleSolution[int, Indices]


def solve(
    n_coalition: int, mesh: int, *, structure: str = "full", weenie: bool = False
) -> CoalitionSolution:
    """Solve guts against a coalition on a mesh.

    Parameters
    ----------
    n_coalition, mesh : int
        As for `parlor.games.guts.solve_coalition`, 1 to 1000 and 2 to 2001.
    structure : {"full", "pseudo-bloc", "bloc"}
        As there.
    weenie : bool
        Play by the Weenie rule.

    Returns
    -------
    CoalitionSolution
        As from there.

    Raises
    ------
    ValueError
        If an argument is not as above, or there are more than 1e8 choices of all thresholds but
        one.
    ArithmeticError
        If the gap does not fall below 1e-11 (of the value, where that is above an ante).

    Examples
    --------
    >>> kinds = ("full", "pseudo-bloc", "bloc")
    >>> [round(solve(3, 21, structure=kind).value, 6) for kind in kinds]
    [-0.032766, -0.032766, 0.005889]
    >>> solve(5, 8, structure="bloc", weenie=True).value
    inf
    """
    weenie = flag("weenie", weenie)
    structure = one_of("structure", structure, STRUCTURES)
    n_coalition = whole("n_coalition", n_coalition, 1, MAX_COALITION)
    mesh = whole("mesh", mesh, 2, MAX_MESH)
    if structure == "full" and comb(mesh + n_coalition - 2, n_coalition - 1) > MAX_COALITIONS:
        raise ValueError(
            f"mesh: got {mesh} with {n_coalition} in the coalition, too many thresholds to run "
            "through; use a coarser mesh, structure='pseudo-bloc' or mesh=None"
        )
    game = _Game(n_coalition, mesh, "pseudo-bloc" if structure == "full" else structure, weenie)
    at = _newton(game, structure)
    value = game.value
    margin = -np.inf if at is None else _drift(game, at, -1.0)
    if at is None or not margin > 0:
        at = _climb(game, structure)
        value = game.value
        margin = _drift(game, at, -1.0)
    if 0 < value <= 1e-13:
        value = game.value = 0.0  # rounding: nobody has the edge
    enters = value > -1
    most = least = 0.0
    if isfinite(value):
        most, least = game.best_row(at.column)[1], game.best_column(at.row)[1]
        if enters:
            most, least = max(most, value), min(least, value)
        if not most - least <= 1e-11 * max(1.0, value):
            raise ArithmeticError(f"guts: duality gap {most - least:.1e} at V = {value}")
    grid = game.grid.tolist()
    return CoalitionSolution(
        n_coalition=n_coalition,
        mesh=mesh,
        structure=structure,
        weenie=weenie,
        value=value,
        enters=enters,
        player_one=[(grid[r], p) for r, p in at.row],
        coalition=[(tuple(grid[i] for i in c), p) for c, p in at.column],
        gap=max(float(most - least), 0.0),
        multiplier=game.multiplier(at),
        margin=margin,
        stages=game.stages,
    )


class _Game:
    """The game alpha + beta V on a mesh, by best replies; strategies are mesh indices."""

    def __init__(self, N: int, mesh: int, structure: str, weenie: bool) -> None:
        self.N, self.structure, self.weenie = N, structure, weenie
        self.grid = np.arange(mesh) / (mesh - 1)
        self.value = 0.0
        self.stages = 0
        self._columns: dict[Indices, tuple[np.ndarray, np.ndarray]] = {}
        self._replies: dict[tuple[object, ...], tuple[Indices, float]] = {}

    @property
    def finest(self) -> float:
        """Rounding error of a payoff."""
        return 2e-15 * (self.N + 1) * max(1.0, self.value)

    def start(self) -> tuple[list[int], list[Indices]]:
        """The symmetric equilibrium, as a first guess."""
        own = round((3 if self.weenie else 2) ** (-1 / self.N) * (self.grid.size - 1))
        return [own], [(own,) * self.N]

    def solve(self, rows: list[int], columns: list[Indices], tolerance: float) -> Point:
        at = double_oracle.solve(
            self.payoff, self.best_row, self.best_column, rows, columns, tolerance=tolerance
        )
        self.stages += at.rounds
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
        asked = self.structure, self.value, *mix
        if asked not in self._replies:  # the last one is asked again for the certificate
            self._replies[asked] = self._best_column(mix)
        return self._replies[asked]

    def _best_column(self, mix: Sequence[tuple[int, float]]) -> tuple[Indices, float]:
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


def _newton(game: _Game, structure: str) -> Point | None:
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


def _climb(game: _Game, structure: str) -> Point:
    """The lowest fixed point from V = -1 up, by steps that Theorem 1.2 warrants.

    An optimal strategy for the stage at V carries player 1 from V to the first v at which some
    coalition holds it to v, and no fixed point is passed on the way.
    """
    game.structure, game.value = structure, -1.0
    rows, columns = game.start()
    tolerance = 1e-3
    for _ in range(200):
        at = game.solve(rows, columns, tolerance)
        rows, columns = at.rows, at.columns
        low = game.value
        if _drift(game, at, low) > game.finest:
            columns = [*columns, *_cross(game, at)]
        step, finest = game.value - low, game.finest
        if not isfinite(step) or (tolerance <= finest and step <= finest):
            return at  # at V = -1 also when not even the fee can be forced by playing
        tolerance = max(finest, min(1e-2 * step**2, 1e-2 * tolerance))
    raise ArithmeticError(f"guts: no fixed point reached by V = {game.value}")


def _cross(game: _Game, at: Point) -> list[Indices]:
    """Raise V to where a coalition first holds `at.row` to it, or to infinity if none does.

    What the row is worth less V is concave in V and positive at the start, so that Newton's method
    comes down to the crossing from any V beyond it; where it still rises V is doubled. Returns the
    coalitions met.
    """
    low, met = game.value, []
    game.value = max(low, 0.0)
    falling = False
    while True:
        allies, least = game.best_column(at.row)
        met.append(allies)
        drift = least - game.value
        if abs(drift) <= game.finest or (falling and drift > 0):  # past it by rounding only
            return met
        falling = drift < 0
        beta = sum(p * game.column(allies)[1][r] for r, p in at.row)
        if beta < 1:
            game.value = max(low, float(game.value + drift / (1 - beta)))
        else:
            game.value = 2 * game.value + 1
        if game.value > FAR:
            game.value = inf
            return met


def _drift(game: _Game, at: Point, value: float) -> float:
    """Least of alpha + beta V - V over all coalitions when player 1 repeats `at.row`."""
    kept, game.value = game.value, value
    least = game.best_column(at.row)[1]
    game.value = kept
    return least - value
