"""Guts, one player against a coalition that agrees on its thresholds each round.

On a mesh the game is solved by `parlor.games.guts_mesh`; with ``mesh=None`` thresholds are any
real numbers, and `parlor.games.guts_continuum` solves it.
"""

from __future__ import annotations

from parlor.games import guts_continuum, guts_mesh
from parlor.games.guts_solution import CoalitionSolution
from parlor.solvers._checks import whole

__all__ = ["CoalitionSolution", "solve_coalition"]

STRUCTURES = ("full", "pseudo-bloc", "bloc")


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
    N = whole("n_coalition", n_coalition, 1)
    if structure not in STRUCTURES:
        raise ValueError(f"structure: got {structure!r}, allowed are {', '.join(STRUCTURES)}")
    if mesh is None:
        return guts_continuum.solve(N, structure, bool(weenie))
    return guts_mesh.solve(N, whole("mesh", mesh, 2), structure, bool(weenie))
