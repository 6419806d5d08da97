"""Coalitions solved, once a run."""

from __future__ import annotations

from functools import cache

from parlor.games.guts import CoalitionSolution, solve_coalition
from parlor.games.guts.solution import Structure

MOST = 15  # partners in the source's Table 1
SOURCE_MESH = 101
COARSE = 21  # the source's mesh for the full game, and for two against two


@cache
def continuum(
    n_coalition: int, structure: Structure = "full", weenie: bool = False
) -> CoalitionSolution:
    """One against `n_coalition` on all of [0, 1]."""
    return solve_coalition(n_coalition, mesh=None, structure=structure, weenie=weenie)


@cache
def on_mesh(
    n_coalition: int, mesh: int = SOURCE_MESH, structure: Structure = "pseudo-bloc"
) -> CoalitionSolution:
    """One against `n_coalition` on a mesh, by default as in the source's Table 1."""
    return solve_coalition(n_coalition, mesh=mesh, structure=structure)


def sizes(reduced: bool) -> range:
    """The coalitions of Table 1 from two on."""
    return range(2, (5 if reduced else MOST) + 1)
