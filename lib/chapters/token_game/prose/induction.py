"""The source's first section: backward induction, and what it calls a strategy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import combinations, permutations

from parlor.games.token_game import payoffs, study
from press import Effort, Finding, claim, counted, show

from ..rows import ROWS, boards, row

PRIZES = boards("line")


@claim("prose.induction")
def induction(effort: Effort) -> Finding:
    """The source's three formulas, written as they stand, find the solver's outcome."""
    best_a = max(PRIZES, key=lambda a: _pay(_play(a))[0])
    way = _play(best_a)
    solved = row("line", 3, "all")
    return Finding(
        solved.paths == [way],
        f"$K_C$, $K_B$ and $K_A$ of ten stacks and three players lead to {show(way)}, which pays "
        f"{show(_pay(way))}; the subgame perfect equilibria, found by the solver, lead to "
        f"{show(solved.paths)}.",
    )


def _best_c(a: int, b: int) -> int:
    return max((c for c in PRIZES if c not in (a, b)), key=lambda c: _pay((a, b, c))[2])


def _best_b(a: int) -> int:
    return max((b for b in PRIZES if b != a), key=lambda b: _pay((a, b, _best_c(a, b)))[1])


def _play(a: int) -> tuple[int, int, int]:
    return a, _best_b(a), _best_c(a, _best_b(a))


@claim("prose.strategy_moves")
def strategy_moves(effort: Effort) -> Finding:
    """Moves that stand whatever the others do are no Nash equilibrium."""
    stable = [
        (layout, m)
        for layout, m in ROWS
        if all(not _tempted(layout, way) for way in row(layout, m).paths)
    ]
    way = (5, 9, 8)
    alone = {a: _pay((a, *way[1:]))[0] for a in PRIZES if a not in way[1:]}
    best = max(alone, key=lambda a: alone[a])
    return Finding(
        "fails" if not stable else "partly" if len(stable) < len(ROWS) else True,
        f"If the moves {show(way)} stood whatever the others do, the first player would take "
        f"{show(alone[best])} on {best} instead of {show(_pay(way)[0])}. In {len(stable)} of the "
        f"{len(ROWS)} rows of both tables no player by herself would move her token.",
    )


@claim("prose.one_reply")
def one_reply(effort: Effort) -> Finding:
    """With three players each reply is the only best one, with four it is not."""
    several = {m: positions_with_several(m) for m in (3, 4)}
    ways = {m: row("line", m, "all").payoffs for m in (3, 4)}
    return Finding(
        several[3][0] == 0 and len(ways[3]) == 1,
        f"With three players {counted(several[3][1] - several[3][0], several[3][1])} positions "
        f"(sets of occupied stacks) have one best stack, and all equilibria pay {show(ways[3])}. "
        f"With four players {several[4][0]} of {several[4][1]} positions have several, and "
        f"equilibria pay {show(ways[4])}.",
    )


def nash_outcomes(
    n_players: int, prizes: Sequence[int] = PRIZES, layout: str = "line"
) -> list[tuple[int, ...]]:
    """Ways to play that some Nash equilibrium in plans leads to, perfect or not.

    Whoever leaves the way may be met by the worst that the later players can do to her, whether
    or not it is good for them.
    """
    stacks = range(1, len(prizes) + 1)
    pay = cache(partial(payoffs, tuple(prizes), layout=layout))
    secure: dict[tuple[int, ...], float] = {}
    for k in range(n_players):
        for before in permutations(stacks, k):
            free = [c for c in stacks if c not in before]
            secure[before] = max(
                min(
                    pay((*before, c, *rest))[k]
                    for rest in combinations([x for x in free if x != c], n_players - k - 1)
                )
                for c in free
            )
    return [
        way
        for way in permutations(stacks, n_players)
        if all(paid >= secure[way[:k]] for k, paid in enumerate(pay(way)))
    ]


@cache
def _pay(way: tuple[int, ...]) -> tuple[float, ...]:
    return payoffs(PRIZES, way)


def _tempted(layout: str, path: Sequence[float]) -> list[int]:
    """Seats that would be paid more elsewhere if all others stayed where they are."""
    prizes, way = boards(layout), [int(place) for place in path]
    pay = payoffs(prizes, way, layout=layout)
    free = [c for c in prizes if c not in way]
    return [
        k
        for k in range(len(way))
        for c in free
        if payoffs(prizes, [*way[:k], c, *way[k + 1 :]], layout=layout)[k] > pay[k]
    ]


def positions_with_several(n_players: int) -> tuple[int, int]:
    """Positions on the line in which several stacks are best, and all positions."""
    moves = study.policy(PRIZES, n_players).values()
    return sum(len(best) > 1 for best in moves), len(moves)
