"""The token game by the source's own method: recursion over lists of optimal strategies.

Laurent Lessard passes lists of strategies up the tree, since an argmax may have many solutions. He
does not say how a move with several continuations is judged: that is an argument here. The method
is slow, and written without anything of `token_game`, so that each checks the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

__all__ = ["JUDGES", "solve_by_lists"]

Path = tuple[int, ...]


JUDGES: dict[str, Callable[[Sequence[int]], int | Fraction]] = {
    "least": min,
    "most": max,
    "first listed": lambda takes: takes[0],
    "last listed": lambda takes: takes[-1],
    "mean of the list": lambda takes: Fraction(sum(takes), len(takes)),
}


def solve_by_lists(
    prizes: Sequence[int],
    n_players: int,
    layout: str = "line",
    *,
    judge: str = "least",
    sort: bool = True,
    placed: Sequence[int] = (),
) -> list[Path]:
    """Find all optimal strategies of the token game by recursion over lists.

    Parameters
    ----------
    prizes : sequence of int, length N
        Money on stack 1, ..., stack N.
    n_players : int
        Number M of players, 1 <= M <= N.
    layout : {"line", "clock"}
        On the clock stack N is next to stack 1.
    judge : {"least", "most", "first listed", "last listed", "mean of the list"}
        What a move is worth to the mover, out of what its listed continuations leave to her.
    sort : bool
        Whether to forget the order of earlier moves, and so to solve each set of occupied stacks
        once, as the source does. Without it every history is solved on its own.
    placed : sequence of int
        Stacks taken already, in order of moves.

    Returns
    -------
    list of tuple of int
        Optimal strategies of the players still to move, in lexicographic order: 1-based stacks in
        order of moves.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> solve_by_lists(range(1, 11), 3)
    [(5, 9, 8)]
    """
    if judge not in JUDGES:
        raise ValueError(f"judge: got {judge!r}, allowed are {', '.join(map(repr, JUDGES))}")
    if layout not in ("line", "clock"):
        raise ValueError(f"layout: got {layout!r}, allowed are 'line', 'clock'")
    if not 1 <= n_players <= len(prizes):
        raise ValueError(f"n_players: got {n_players!r}, allowed are 1 to {len(prizes)}")
    worth_of = JUDGES[judge]
    stacks = range(1, len(prizes) + 1)

    @cache
    def half_dollars(final: Path) -> dict[int, int]:
        takes = dict.fromkeys(final, 0)
        for stack, prize in zip(stacks, prizes, strict=True):
            away = [abs(stack - token) for token in final]
            if layout == "clock":
                away = [min(steps, len(prizes) - steps) for steps in away]
            nearest = [
                token for token, steps in zip(final, away, strict=True) if steps == min(away)
            ]
            for token in nearest:  # one, or two on either side
                takes[token] += 2 * prize // len(nearest)
        return takes

    def play(placed: Path) -> list[Path]:
        if len(placed) == n_players:
            return [()]
        ways: dict[int, list[Path]] = {}
        worths: dict[int, int | Fraction] = {}
        for stack in stacks:
            if stack not in placed:
                after = (*placed, stack)
                ways[stack] = solved(tuple(sorted(after)) if sort else after)
                finals = [tuple(sorted(after + rest)) for rest in ways[stack]]
                worths[stack] = worth_of([half_dollars(final)[stack] for final in finals])
        best = max(worths.values())
        return [(s, *rest) for s in ways if worths[s] == best for rest in ways[s]]

    solved: Callable[[Path], list[Path]] = cache(play) if sort else play
    return play(tuple(placed))
