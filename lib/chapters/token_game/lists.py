"""The token game by the source's own method: recursion over lists of optimal strategies.

Laurent Lessard passes lists of strategies up the tree, since an argmax may have many solutions. He
does not say how a move with several continuations is judged: that is an argument here. The method
is slow, and written without anything of `token_game`, so that each checks the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, lru_cache

__all__ = ["JUDGES", "solve_by_lists"]

Path = tuple[int, ...]
Takes = dict[int, int]  # half dollars, by the stack where the token lies

JUDGES: dict[str, Callable[[Sequence[int]], int | Fraction]] = {
    "least": min,
    "most": max,
    "first listed": lambda takes: takes[0],
    "last listed": lambda takes: takes[-1],
    "mean of the list": lambda takes: (
        Fraction(sum(takes), len(takes)) if len(takes) > 1 else takes[0]
    ),
}


def solve_by_lists(
    prizes: Sequence[int],
    n_players: int,
    *,
    layout: str = "line",
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
    layout : str
        Line or clock; on the clock stack N is next to stack 1.
    judge : str
        What a move is worth to the mover, out of what its listed continuations leave to her; see
        `JUDGES`.
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

    Examples
    --------
    >>> solve_by_lists(range(1, 11), 3)
    [(5, 9, 8)]
    """
    stacks, worth_of = range(1, len(prizes) + 1), JUDGES[judge]
    half_dollars = _sharing(tuple(prizes), layout == "clock")

    def play(placed: Path) -> list[tuple[Path, Takes]]:
        """Strategies of those still to move, each with what tokens take in the end."""
        if len(placed) == n_players:
            return [((), half_dollars(tuple(sorted(placed))))]
        ways: dict[int, list[tuple[Path, Takes]]] = {}
        worths: dict[int, int | Fraction] = {}
        for stack in stacks:
            if stack not in placed:
                after = (*placed, stack)
                listed = ways[stack] = solved(tuple(sorted(after)) if sort else after)
                worths[stack] = worth_of([takes[stack] for _, takes in listed])
        best = max(worths.values())
        kept = [s for s in ways if worths[s] == best]
        return [((s, *rest), takes) for s in kept for rest, takes in ways[s]]

    solved: Callable[[Path], list[tuple[Path, Takes]]] = cache(play) if sort else play
    return [way for way, _ in play(tuple(placed))]


@lru_cache(maxsize=8)
def _sharing(money: tuple[int, ...], clock: bool) -> Callable[[Path], Takes]:
    """Who takes what of a board, as a function of the stacks where tokens lie."""

    @cache
    def half_dollars(final: Path) -> Takes:
        takes = dict.fromkeys(final, 0)
        for stack, prize in enumerate(money, start=1):
            away = [abs(stack - token) for token in final]
            if clock:
                away = [min(steps, len(money) - steps) for steps in away]
            least = min(away)
            nearest = [token for token, steps in zip(final, away, strict=True) if steps == least]
            for token in nearest:  # one, or two on either side
                takes[token] += 2 * prize // len(nearest)
        return takes

    return half_dollars
