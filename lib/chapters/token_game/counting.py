"""Computational details: how many cases there are, and what lists of strategies keep."""

from __future__ import annotations

from itertools import pairwise, permutations
from math import comb, perm

from parlor.games.token_game import payoffs, solve
from parlor.games.token_game.lists import JUDGES, solve_by_lists
from parlor.games.token_game.study import policy
from press import Effort, Finding, Value, claim, value

from .rows import ROWS, boards, by_lists, row


@claim("prose.strategies_formula")
def strategies_formula(effort: Effort) -> Finding:
    """Without money every way to play is an equilibrium, so that the solver counts them all."""
    sizes = [(n, m) for n in range(1, effort.of(full=9, reduced=6)) for m in range(1, n + 1)]
    alike = [solve([0] * n, m, ties="all").n_paths == perm(n, m) for n, m in sizes]
    return Finding(
        all(alike), "On {count} boards without money the solver counts N(N-1)...(N-M+1) ways to "
        "play {alike} times.", count=len(sizes), alike=sum(alike),
    )  # fmt: skip


@value("prose.ordered_states")
def ordered_states(effort: Effort) -> Value:
    """Ways in which 8 players can have moved on 12 stacks."""
    return Value(perm(12, 8), evidence="12!/4!, the number of inputs of the ninth player's K.")


@value("prose.sorted_states")
def sorted_states(effort: Effort) -> Value:
    """The same with the order forgotten."""
    return Value(
        comb(12, 8), evidence="Sets of 8 among 12 stacks. The number printed is a round one."
    )


@claim("prose.growth")
def growth(effort: Effort) -> Finding:
    """One stack or one player more multiplies the histories that the last player may see."""
    seen = [_last_histories(n, m) for n, m in ((5, 4), (6, 4), (6, 5), (7, 5), (7, 6))]
    factors = [later / before for before, later in pairwise(seen)]
    return Finding(
        min(factors) > 1.5,
        "Histories before the last move, listed: {seen} with $(N, M) = (5, 4)$, (6, 4), (6, 5), "
        "(7, 5), (7, 6). At (12, 9) one stack more multiplies them by {stack}, one player more "
        "by {player}.",
        seen=seen, stack=perm(13, 8) / perm(12, 8), player=perm(12, 9) / perm(12, 8),
    )  # fmt: skip


@claim("prose.order_irrelevant")
def order_irrelevant(effort: Effort) -> Finding:
    """What is best after some moves is best after the same moves in any order."""
    most = effort.of(full=6, reduced=5)
    sizes = [(b, n, m) for b in ("line", "clock") for n in range(2, most) for m in range(2, n + 1)]
    alike = [
        solve_by_lists(range(1, n + 1), m, layout=b, sort=False, placed=order)
        == solve_by_lists(range(1, n + 1), m, layout=b, sort=False, placed=sorted(order))
        for b, n, m in sizes
        for k in range(2, m)
        for order in permutations(range(1, n + 1), k)
    ]
    return Finding(
        all(alike), "A token's take depends on the final places alone. After {count} histories on "
        "small boards, each solved by itself, the best continuations are those after the same "
        "moves sorted {alike} times.", count=len(alike), alike=sum(alike),
    )  # fmt: skip


@claim("prose.sorted_formula")
def sorted_formula(effort: Effort) -> Finding:
    """Sorted strategies are sets of M stacks; what the last player sees are sets of M - 1."""
    n, m = 6, 5
    strategies = len({frozenset(order) for order in permutations(range(n), m)})
    inputs = len({frozenset(order) for order in permutations(range(n), m - 1)})
    whole, seen = strategies == comb(n, m), inputs == comb(n, m)
    return Finding(
        "partly" if whole and not seen else whole,
        "Of {m} players on {n} stacks: {strategies} sorted strategies, which is N over M; but the "
        "last player's K, of which the sentence and its example speak, has {inputs} sorted "
        "inputs. At (12, 9) sorting leaves {over} of {plays} strategies, and {right} of "
        "{histories} inputs, which are the two numbers printed.",
        n=n, m=m, strategies=strategies, inputs=inputs, over=comb(12, 9), plays=perm(12, 9),
        right=comb(12, 8), histories=perm(12, 8),
    )  # fmt: skip


@claim("prose.ties_many")
def ties_many(effort: Effort) -> Finding:
    """At many positions several stacks are best for whoever moves."""
    counts = {m: _tied(10, m) for m in (3, 4, 7)}
    return Finding(
        counts[7][0] > 1,
        "On the line of ten several stacks are best in {none} of {all3} positions with 3 players, "
        "in {few} of {all4} with 4, in {many} of {all7} with 7.",
        none=counts[3][0], all3=counts[3][1], few=counts[4][0], all4=counts[4][1],
        many=counts[7][0], all7=counts[7][1],
    )  # fmt: skip


@claim("prose.lists_all")
def lists_all(effort: Effort) -> Finding:
    """A list of strategies needs a rule to be valued by, and none of the rules keeps all."""
    lost = {
        judge: [
            key for key in ROWS
            if not set(row(*key, "all").paths) <= set(by_lists(*key, judge))
        ]
        for judge in JUDGES
    }  # fmt: skip
    unlike = [key for key in ROWS if len({tuple(by_lists(*key, judge)) for judge in JUDGES}) > 1]
    fewest = min(map(len, lost.values()))
    return Finding(
        "partly" if fewest else True,
        "Lists do carry several strategies. But a move with several continuations must be valued: "
        "by the least, the most, the mean, the first or the last that they leave to the mover, the "
        "lists come out different in {unlike} of {rows} rows; and each way loses equilibria in "
        "{fewest} rows at least.",
        unlike=len(unlike), rows=len(ROWS), fewest=fewest,
    )  # fmt: skip


@claim("prose.payout_only")
def payout_only(effort: Effort) -> Finding:
    """A recursion that differs in the distance alone solves line and clock."""
    alike = [key for key in ROWS if by_lists(*key, "least") == row(*key).paths]
    apart = payoffs(boards("line"), (1, 9)) != payoffs(boards("line"), (1, 9), layout="clock")
    return Finding(
        len(alike) == len(ROWS) and apart,
        "The recursion over lists, given the distance around the clock in place of that along the "
        "line and otherwise the same, finds what the solver finds in {alike} of {rows} rows.",
        alike=len(alike), rows=len(ROWS),
    )  # fmt: skip


def _last_histories(n: int, m: int) -> int:
    return sum(1 for _ in permutations(range(n), m - 1))


def _tied(n: int, m: int) -> tuple[int, int]:
    moves = policy(range(1, n + 1), m).values()
    return sum(len(best) > 1 for best in moves), len(moves)
