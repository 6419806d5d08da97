"""The tables of the Yankee swap with unlimited re-steal: what every pool is worth, stage by stage.

How rows are laid out is told in `parlor.games.yankee_swap.kernels`, which fills and reads them.
"""

from __future__ import annotations

from math import comb, factorial

import numpy as np

from .kernels import Law, _solve_stage

__all__ = ["MAX_CELLS", "MAX_WORK", "Stages"]

MAX_CELLS = 4e7  # numbers in the tables
MAX_WORK = 6e9  # pools times fresh values; about a minute


class Stages:
    """The rows of all stages, for N players and a deck (see the module of the kernels)."""

    def __init__(self, n_players: int, values: np.ndarray) -> None:
        n = values.size
        cells, work = self.size(n_players, n)
        if cells > MAX_CELLS or work > MAX_WORK:
            raise ValueError(
                f"n_values: got {n}, allowed with {n_players} players are fewer: "
                f"{cells:.1e} table entries and {work:.1e} steps are too many"
            )
        depth = n_players // 2 + 2
        self.binomial = np.array(
            [[comb(a, b) for b in range(depth + 1)] for a in range(n + depth + 1)]
        )
        self.factorials = np.array([float(factorial(i)) for i in range(n_players + 1)])
        self.start = np.zeros(n_players + 2, np.int64)
        for k in range(1, n_players + 1):
            d = min(k - 1, n_players - k)
            self.start[k + 1] = self.start[k] + comb(n + d - 1, d) * (d + 1)
        self.tables = np.zeros(self.start[-1])
        self.tables[self.start[1]] = values.mean()  # the last player's draw
        self.arrays = (values, self.start, self.binomial, self.tables)
        for k in range(2, n_players + 1):
            _solve_stage(k, n_players - k, self.arrays)

    @staticmethod
    def size(n_players: int, n: int) -> tuple[float, float]:
        """Numbers in the tables, and steps to fill and to read them."""
        dims = [min(k - 1, n_players - k) for k in range(1, n_players + 1)]
        rows = [comb(n + d - 1, d) for d in dims]
        read = sum(comb(n + d, d + 1) for d in dims)
        return sum((d + 1.0) * r for d, r in zip(dims, rows, strict=True)), sum(rows) * n + read

    def law(self, n_draws: int, n_top: int) -> Law:
        """Table [c, v]: of n_draws - n_top + c draws none is above v, and c or more are v."""
        n = self.arrays[0].size
        below = np.arange(n) / n
        table = np.zeros((n_top + 1, n))
        for c in range(1, n_top + 1):
            q = n_draws - n_top + c
            for j in range(c, q + 1):
                table[c] += comb(q, j) * float(n) ** -j * below ** (q - j)
        return table, self.factorials
