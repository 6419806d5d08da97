"""Computational details: how many cases there are, and what lists of strategies keep."""

from __future__ import annotations

from itertools import pairwise, permutations
from math import comb, perm

from parlor.games.token_game import payoffs, solve
from parlor.games.token_game.lists import JUDGES, solve_by_lists
from parlor.games.token_game.study import policy
from press import Effort, Finding, Value, claim, show, value

from .rows import ROWS, boards, by_lists, row


@claim("prose.strategies_formula")
def strategies_formula(effort: Effort) -> Finding:
    """Without money every way to play is an equilibrium, so that the solver counts them all."""
    sizes = [(n, m) for n in range(1, effort.of(full=9, reduced=6)) for m in range(1, n + 1)]
    alike = [solve([0] * n, m, ties="all").n_paths == perm(n, m) for n, m in sizes]
    return Finding(
        all(alike),
        f"On {len(sizes)} boards without money the solver counts N(N-1)...(N-M+1) ways to play "
        f"{sum(alike)} times.",
    )


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
        f"Histories before the last move, listed: {show(seen)} with $(N, M) = (5, 4)$, (6, 4), (6, "
        "5), (7, 5), (7, 6). At (12, 9) one stack more multiplies them by "
        f"{show(perm(13, 8) / perm(12, 8))}, one player more by {show(perm(12, 9) / perm(12, 8))}.",
    )


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
        all(alike),
        f"A token's take depends on the final places alone. After {len(alike)} histories on small "
        "boards, each solved by itself, the best continuations are those after the same moves "
        f"sorted {sum(alike)} times.",
    )


@claim("prose.sorted_formula")
def sorted_formula(effort: Effort) -> Finding:
    """Sorted strategies are sets of M stacks; what the last player sees are sets of M - 1."""
    n, m = 6, 5
    strategies = len({frozenset(order) for order in permutations(range(n), m)})
    inputs = len({frozenset(order) for order in permutations(range(n), m - 1)})
    whole, seen = strategies == comb(n, m), inputs == comb(n, m)
    return Finding(
        "partly" if whole and not seen else whole,
        f"Of {m} players on {n} stacks: {strategies} sorted strategies, which is N over M; but the "
        f"last player's K, of which the sentence and its example speak, has {inputs} sorted "
        f"inputs. At (12, 9) sorting leaves {comb(12, 9)} of {perm(12, 9):,} strategies, and "
        f"{comb(12, 8)} of {perm(12, 8):,} inputs, which are the two numbers printed.",
    )


@claim("prose.ties_many")
def ties_many(effort: Effort) -> Finding:
    """At many positions several stacks are best for whoever moves."""
    counts = {m: _tied(10, m) for m in (3, 4, 7)}
    return Finding(
        counts[7][0] > 1,
        f"On the line of ten several stacks are best in {counts[3][0]} of {counts[3][1]} positions "
        f"with 3 players, in {counts[4][0]} of {counts[4][1]} with 4, in {counts[7][0]} of "
        f"{counts[7][1]} with 7.",
    )


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
        "by the least, the most, the mean, the first or the last that they leave to the mover, "
        f"the lists come out different in {len(unlike)} of {len(ROWS)} rows; and each way loses "
        f"equilibria in {fewest} rows at least.",
    )


@claim("prose.payout_only")
def payout_only(effort: Effort) -> Finding:
    """A recursion that differs in the distance alone solves line and clock."""
    alike = [key for key in ROWS if by_lists(*key, "least") == row(*key).paths]
    apart = payoffs(boards("line"), (1, 9)) != payoffs(boards("line"), (1, 9), layout="clock")
    return Finding(
        len(alike) == len(ROWS) and apart,
        "The recursion over lists, given the distance around the clock in place of that along the "
        f"line and otherwise the same, finds what the solver finds in {len(alike)} of {len(ROWS)} "
        "rows.",
    )


def _last_histories(n: int, m: int) -> int:
    return sum(1 for _ in permutations(range(n), m - 1))


def _tied(n: int, m: int) -> tuple[int, int]:
    moves = policy(range(1, n + 1), m).values()
    return sum(len(best) > 1 for best in moves), len(moves)
