"""The guts paper's own method at its own effort: fictitious play on the pseudo-bloc matrix.

The paper reads values and strategies off fictitious play, without saying how many rounds it played
or which of the three numbers at hand it read: what the two empirical mixes pay, what the coalition
gets by replying to player 1's, or what player 1 leaves it by replying to the coalition's. All three
are given here, at the exact fixed point V and carried over to it (an error e of a stage game is an
error e / (1 - multiplier) of V).
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from parlor.core.draws import step_draw
from parlor.games.guts import solve_coalition
from parlor.games.guts.coalition import pair_payoffs
from parlor.games.guts.kernels import against_grid
from parlor.solvers.fictitious_play import FIRST, play_rounds

Pair = tuple[int, int]


@dataclass(frozen=True)
class Emulation:
    """Fictitious play of one player against a pseudo-bloc coalition.

    Attributes
    ----------
    n_coalition : int
        Players in the coalition.
    n_rounds : int
        Rounds played.
    mixes : float
        The coalition's gain when both play their empirical mixes.
    coalition_replies : float
        Its gain when it replies to player 1's mix: at least the true gain.
    player_replies : float
        Its gain when player 1 replies to its mix: at most the true gain.
    gap : float
        The last but one less the last.
    share : float
        How often a member of the coalition holds at less than half of the threshold that the bloc
        plays most often.
    """

    n_coalition: int
    n_rounds: int
    mixes: float
    coalition_replies: float
    player_replies: float
    gap: float
    share: float


def emulate(
    coalitions: Sequence[int], *, mesh: int = 101, n_rounds: int = 50_000, seed: int = 42
) -> list[Emulation]:
    """Play fictitious play for coalitions of several sizes.

    Parameters
    ----------
    coalitions : sequence of int
        Numbers of players in the coalition, from 2 up.
    mesh : int
        Thresholds 0, 1 / (mesh - 1), ..., 1.
    n_rounds : int
        Rounds; moves are simultaneous, the first ones random.
    seed : int
        Seed of the first moves.

    Returns
    -------
    list of Emulation
        One for each size, in order. Two run at a time; no result depends on that.

    Raises
    ------
    ValueError
        If the mesh is so coarse that at the fixed point stakes do not shrink from round to round:
        an error of the stage game then bounds none of V.

    Examples
    --------
    >>> [two] = emulate([2], mesh=21, n_rounds=5000)
    >>> two.player_replies < 0.00986 < two.coalition_replies, two.gap < 0.001
    (True, True)
    """
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda N: _emulate(N, mesh, n_rounds, seed), coalitions))


def emulate_pairs(*, mesh: int = 21, n_rounds: int = 10_000, seed: int = 42) -> dict[Pair, float]:
    """Play fictitious play between two coalitions of two.

    Parameters
    ----------
    mesh : int
        Thresholds 0, 1 / (mesh - 1), ..., 1.
    n_rounds : int
        Rounds.
    seed : int
        Seed of the first moves.

    Returns
    -------
    dict of (int, int) to float
        How often the first pair played each pair of mesh points, in increasing order.

    Examples
    --------
    >>> round(sum(emulate_pairs(mesh=11, n_rounds=1000).values()), 12)
    1.0
    """
    x = np.arange(mesh) / (mesh - 1)
    pairs = [(a, b) for a in range(mesh) for b in range(a, mesh)]
    A = np.array([pair_payoffs(x, x[a], x[b]) for a, b in pairs]).T.copy()
    row, *_ = _fictitious_play(A, n_rounds, seed)
    return {pair: float(times / n_rounds) for pair, times in zip(pairs, row, strict=True)}


def _emulate(N: int, mesh: int, rounds: int, seed: int) -> Emulation:
    exact = solve_coalition(N, mesh=mesh, structure="pseudo-bloc")
    if exact.multiplier >= 1:
        raise ValueError(
            f"mesh: got {mesh}, allowed for a coalition of {N} are meshes on which stakes shrink; "
            f"on this one they are multiplied by {exact.multiplier:g} in a round"
        )
    grid = np.arange(mesh) / (mesh - 1)
    plans = [(leader, others) for leader in range(mesh) for others in range(mesh)]
    A = np.empty((mesh, mesh**2))
    for place, (first, rest) in enumerate(plans):
        alpha, beta = against_grid(grid[[first] + [rest] * (N - 1)], grid, False)
        A[:, place] = alpha + exact.value * beta
    row, column, received, conceded = _fictitious_play(A, rounds, seed)
    stage = np.array([row @ A @ column, -conceded.max(), received.max()]) / rounds
    stage[0] /= rounds
    gains = -(exact.value + (stage - exact.value) / (1 - exact.multiplier))
    leader, others = np.array(plans).T
    bloc = int(others[np.where(leader == others, column, 0).argmax()])
    mixes, most, least = gains.tolist()
    share = float(column[2 * leader < bloc].sum() / rounds)
    return Emulation(N, rounds, mixes, most, least, most - least, share)


def _fictitious_play(A: np.ndarray, rounds: int, seed: int) -> tuple[np.ndarray, ...]:
    """Counts and summed payoffs: moves simultaneous, random first ones, then first best replies."""
    stream = np.uint64(seed)
    first = int(step_draw(stream, 1, 0) * A.shape[0]), int(step_draw(stream, 1, 1) * A.shape[1])
    row, column, _, _, received, conceded = play_rounds(
        A, np.array([rounds]), False, FIRST, stream, first
    )
    return row, column, received, conceded
