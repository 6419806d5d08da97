"""Questions asked of the token game: perfect players, and a conspiracy.

The last answers a remark in Laurent Lessard's solution of the Riddler puzzle on sequential token
placement: that two players together can hold the first one to a fraction of her worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Annotated, Any

from parlor.core.checks import whole
from parlor.core.quantities import Integer, checked
from parlor.core.result import ExactResult, data_frame

from .board import MAX_LENGTH, Board, Layout, Prizes, positions_of
from .stack_tree import StackTree, Ties

__all__ = [
    "Conspiracy",
    "Replies",
    "best_replies",
    "conspiracy",
    "policy",
]

MAX_PLACEMENTS = 1_000_000  # eight seconds
MAX_TABLE = 16  # stacks of a table of all positions

Players = Annotated[int, Integer(1, MAX_LENGTH)]


@dataclass(frozen=True, repr=False, eq=False)
class Replies(ExactResult):
    """What the player to move should do, as `best_replies` finds it.

    Attributes
    ----------
    moves : tuple of int
        Best moves (1-based stacks, increasing); under ``all``, every move that is part of some
        equilibrium; under ``first`` and ``last`` the one move that the rule picks.
    worth : float
        What the best move is worth under the ties rule, in units of the prizes; under ``all`` the
        least that the mover gets in any equilibrium.
    worths : dict of int to float
        The same for every free stack, in increasing order.
    """

    moves: tuple[int, ...]
    worth: float
    worths: dict[int, float]

    def to_frame(self) -> Any:
        """Free stacks, what they are worth to the mover, and whether they are best."""
        best = [stack in self.moves for stack in self.worths]
        columns = {"stack": [*self.worths], "worth": [*self.worths.values()], "best": best}
        return data_frame(columns)


@checked
def best_replies(
    prizes: Prizes,
    n_players: Players,
    placed: Sequence[int],
    *,
    layout: Layout = "line",
    ties: Ties = "pessimistic",
) -> Replies:
    """Best moves of the player to move once the stacks `placed` are occupied.

    Parameters
    ----------
    prizes : sequence of real
        Money on stack 1, ..., stack N, as in `token_game.solve`.
    n_players : int
        Number of players, as in `token_game.solve`.
    placed : sequence of int
        Occupied stacks, 1-based and distinct, fewer than `n_players`; their order is irrelevant.
    layout, ties : str
        As in `token_game.solve`.

    Returns
    -------
    Replies
        Best moves and what every free stack is worth to the mover.

    Raises
    ------
    ValueError
        As in `solve`, and if nobody is left to move.

    Examples
    --------
    >>> reply = best_replies(range(1, 11), 3, (5,))
    >>> reply.moves, reply.worth
    ((9,), 19.0)
    """
    m, board = n_players, Board(prizes, layout)
    stacks = board.stacks("placed", placed, 0, m - 1)
    tree = StackTree(board, m, ties)
    state = sum(1 << p - 1 for p in stacks)
    values = tree.worths(state)
    worths = {c + 1: tree.money(value, m - len(stacks) - 1) for c, value in values.items()}
    moves = (c + 1 for c, _, _ in tree.kept(len(stacks), state)[1])
    return Replies(tuple(moves), max(worths.values()), worths)


@checked
def policy(
    prizes: Prizes, n_players: int, *, layout: Layout = "line", ties: Ties = "pessimistic"
) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Best moves at every position of a small board: perfect players as a table.

    Parameters
    ----------
    prizes : sequence of real
        Money on stack 1, ..., stack N, as in `token_game.solve`; at most 16 stacks.
    n_players, layout, ties : int, str, str
        As in `token_game.solve`.

    Returns
    -------
    dict of tuple of int to tuple of int
        For each set of fewer than `n_players` occupied stacks (1-based, increasing), the `moves`
        of `best_replies`; sets in increasing order of their bitmask.

    Raises
    ------
    ValueError
        As in `solve`, and for more than 16 stacks.

    Examples
    --------
    >>> policy((1, 2, 3), 2)
    {(): (2, 3), (1,): (2,), (2,): (3,), (3,): (2,)}
    """
    board = Board(prizes, layout)
    if board.n > MAX_TABLE:
        raise ValueError(f"prizes: got {board.n} stacks, allowed are at most {MAX_TABLE}")
    tree = StackTree(board, n_players, ties)
    sizes = ((s.bit_count(), s) for s in range(1 << board.n))
    return {
        positions_of(s): tuple(c + 1 for c, _, _ in tree.kept(k, s)[1])
        for k, s in sizes
        if k < tree.n_players
    }


@dataclass(frozen=True, repr=False)
class Conspiracy(ExactResult):
    """What all the others can do together to one player.

    Attributes
    ----------
    take : float
        Least that the player can be held to, in units of the prizes.
    spoils : float
        What the others take between them while they do it.
    placements : tuple of tuple of int
        Every set of stacks (1-based, increasing) that does it, in lexicographic order.
    """

    take: float
    spoils: float
    placements: tuple[tuple[int, ...], ...]


@checked
def conspiracy(
    prizes: Prizes, n_players: int, position: int, *, layout: Layout = "line"
) -> Conspiracy:
    """Least that the token on `position` takes when all the other players place theirs against it.

    Parameters
    ----------
    prizes : sequence of real, length N
        As in `token_game.solve`.
    n_players : int
        Number of players, its owner included.
    position : int
        Stack (1-based) of the token that the others conspire against.
    layout : {"line", "clock"}
        As in `token_game.solve`.

    Returns
    -------
    Conspiracy
        The least take, what the others get meanwhile, and how they do it.

    Raises
    ------
    ValueError
        If the board has no such stack or fewer than so many, or there are more than 10**6
        placements to try.

    Examples
    --------
    >>> conspiracy(range(1, 11), 3, 5)
    Conspiracy(take=5, spoils=50, placements=((4, 6),); exact)
    """
    board = Board(prizes, layout)
    mine = 1 << whole("position", position, 1, board.n) - 1
    others = whole("n_players", n_players, 1, board.n) - 1
    if (tries := comb(board.n - 1, others)) > MAX_PLACEMENTS:
        raise ValueError(f"prizes: got {tries} placements, allowed are {MAX_PLACEMENTS}")
    free = [1 << c for c in range(board.n) if not mine >> c & 1]
    takes = {
        placed: board.takes(mine | placed)[int(position) - 1]
        for placed in map(sum, combinations(free, others))
    }
    least = min(takes.values())
    placements = sorted(positions_of(placed) for placed, take in takes.items() if take == least)
    spoils = (2 * sum(board.amounts) - least) if others else 0
    return Conspiracy(board.money(least), board.money(spoils), tuple(placements))
