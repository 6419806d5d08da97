"""Guts, one player against a coalition that agrees on its thresholds each round.

On a mesh the game is solved by `parlor.games.guts.mesh`; with ``mesh=None`` thresholds are any
real numbers, and `parlor.games.guts.continuum` solves it.
"""

from __future__ import annotations

from parlor.core.quantities import checked

from . import continuum
from .mesh import Mesh
from .mesh import solve as solve_on_mesh
from .solution import Coalition, CoalitionSolution, Structure

__all__ = ["CoalitionSolution", "solve_coalition"]


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
    """
    if mesh is None:
        return continuum.solve(n_coalition, structure=structure, weenie=weenie)
    return solve_on_mesh(n_coalition, mesh, structure=structure, weenie=weenie)
