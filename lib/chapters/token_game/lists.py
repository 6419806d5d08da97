"""The token game by the source's own method: recursion over lists of optimal strategies.

Laurent Lessard passes lists of strategies up the tree, since an argmax may have many solutions. He
does not say how a move with several continuations is judged: that is an argument here. The method
is slow, and written without anything of `token_game`, so that each checks the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Annotated

from parlor.core.checks import items, whole
from parlor.core.quantities import Choice, checked

__all__ = ["JUDGES", "solve_by_lists"]

MAX_LENGTH = 64  # stacks: a third of a second with two players, each more takes far longer
MAX_PRIZE = 10**15  # in any unit of money
MAX_LISTED = 100_000  # strategies in a list: some 100 MB in all
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


@checked
def solve_by_lists(
    prizes: Sequence[int],
    n_players: int,
    *,
    layout: Annotated[str, Choice(("line", "clock"))] = "line",
    judge: Annotated[str, Choice(tuple(JUDGES))] = "least",
    sort: bool = True,
    placed: Sequence[int] = (),
) -> list[Path]:
    """Find all optimal strategies of the token game by recursion over lists.

    Parameters
    ----------
    prizes : sequence of int, length N
        Money on stack 1, ..., stack N, at most 64 of them, of size up to 10**15.
    n_players : int
        Number M of players, 1 <= M <= N.
    layout : str
        On the clock stack N is next to stack 1.
    judge : str
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
        If the board, the players or the tokens on it are not as above, or a list would hold more
        than 100 000 strategies.

    Examples
    --------
    >>> solve_by_lists(range(1, 11), 3)
    [(5, 9, 8)]
    """
    row = items("prizes", prizes, f"a row of 1 to {MAX_LENGTH} integers", 1, MAX_LENGTH)
    money = [whole(f"prizes[{i}]", x, -MAX_PRIZE, MAX_PRIZE) for i, x in enumerate(row)]
    n, m = len(money), whole("n_players", n_players, 1, len(money))
    clock, worth_of = layout == "clock", JUDGES[judge]
    start = tuple(whole("placed", p, 1, n) for p in items("placed", placed, "stacks taken", 0, m))
    if len(set(start)) < len(start):
        raise ValueError(f"placed: got {start}, allowed is one token on each stack")
    stacks, half_dollars = range(1, n + 1), _sharing(tuple(money), clock)

    def play(placed: Path) -> list[tuple[Path, Takes]]:
        """Strategies of those still to move, each with what tokens take in the end."""
        if len(placed) == m:
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
        if sum(len(ways[s]) for s in kept) > MAX_LISTED:
            raise ValueError(f"prizes: got more than {MAX_LISTED} strategies in a list")
        return [((s, *rest), takes) for s in kept for rest, takes in ways[s]]

    solved: Callable[[Path], list[tuple[Path, Takes]]] = cache(play) if sort else play
    return [way for way, _ in play(start)]


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
