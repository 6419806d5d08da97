"""Our claims on the token game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, permutations, product

import numpy as np

from parlor.core.compiled import njit
from parlor.core.draws import draw_at
from parlor.games.token_game import payoffs, solve, solve_continuous
from press import Effort, Finding, claim, counted, show

from ..agreement import largest_difference, tally
from ..token_game.first_mover import in_equilibria, scan
from ..token_game.prose.induction import nash_outcomes
from ..token_game.threats import chain, nash_ways
from .said import said

TEN = tuple(range(1, 11))
CLOCK = (3, 3, 4, 4)


@cache
def paid(board: tuple[int, ...], path: tuple[int, ...], layout: str) -> tuple[Fraction, ...]:
    """What each token of a way to play takes."""
    return tuple(map(Fraction, payoffs(board, path, layout=layout)))


def completed(board: Sequence[int], path: tuple[int, ...], n: int) -> Iterator[tuple[int, ...]]:
    """All ways to go on after `path`."""
    free = [c for c in range(1, len(board) + 1) if c not in path]
    return (path + rest for rest in permutations(free, n - len(path)))


def of_all_profiles(board: tuple[int, ...], n: int, layout: str) -> set[tuple[int, ...]]:
    """Outcomes of all Nash equilibria, by the definition: every profile, every deviation."""
    stacks = range(1, len(board) + 1)
    histories = [list(permutations(stacks, k)) for k in range(n)]
    plans = [
        [
            dict(zip(histories[k], choice, strict=True))
            for choice in product(*([c for c in stacks if c not in h] for h in histories[k]))
        ]
        for k in range(n)
    ]

    def played(profile: Sequence[dict], seat: int = -1, stack: int = 0) -> tuple[int, ...]:
        path: tuple[int, ...] = ()
        for k in range(n):
            path += (stack if k == seat else profile[k][path],)
        return path

    found: set[tuple[int, ...]] = set()
    for profile in product(*plans):
        path = played(profile)
        if path not in found and all(
            paid(board, played(profile, k, c), layout)[k] <= paid(board, path, layout)[k]
            for k in range(n)
            for c in stacks
            if c not in path[:k]
        ):
            found.add(path)
    return found


@claim("token_game.nash")
def nash(effort: Effort) -> Finding:
    """All profiles of strategies on tiny boards, by the definition of an equilibrium."""
    boards = [((1, 2, 3), 2, "line"), ((1, 2, 3), 3, "line"), ((2, 1, 3), 3, "clock"),
              ((1, 2, 3, 4), 2, "line"), (CLOCK, 2, "clock")]  # fmt: skip
    boards = effort.of(full=boards, reduced=boards[:1])
    found = [of_all_profiles(*case) for case in boards]
    named = [{*nash_outcomes(n, board, layout)} for board, n, layout in boards]
    same = tally(one == other for one, other in zip(found, named, strict=True))
    return Finding(
        same.all,
        f"In {len(boards)} games of up to {max(len(board) for board, *_ in boards)} stacks we went "
        "through all profiles of strategies. The equilibria have "
        f"{show([len(one) for one in found])} outcomes, and in {same} games these are the outcomes "
        "that the test names.",
    )


@claim("token_game.last_stack")
def last_stack(effort: Effort) -> Finding:
    """Counted by the library's payoffs; perfect play by its solver."""
    ways = nash_ways()
    first = [pay[0] for pay in ways.values()]
    best = sum(pay[0] == max(pay) for pay in ways.values())
    perfect = solve(TEN, 3, ties="all").paths
    return Finding(
        (len(ways), min(first), max(first), best) == (22, 10, 23.5, 4)
        and len(perfect) == 1
        and set(perfect) <= set(ways),
        f"The test names {len(ways)} ways to play. The first player is paid from "
        f"{show(min(first))} to {show(max(first))} dollars in them, and in {best} "
        f"she is the best paid. Perfect play, {show(perfect)}, is one of the {len(ways)}.",
    )


def coin_payoffs(steps: int) -> set[tuple[Fraction, Fraction]]:
    """What A and B are paid in equilibria on the clock whose coins are of some twelfths.

    Backward induction with coins: C may toss where she is indifferent, in each of the positions
    by a coin of her own; B mixes moves that are equally good, and so does A.
    """
    coins = [Fraction(k, steps) for k in range(steps + 1)]

    def ends(path: tuple[int, ...]) -> list[tuple[Fraction, ...]]:
        """C's replies: the mean payoffs of all her coins where she is indifferent."""
        each = [paid(CLOCK, whole, "clock") for whole in completed(CLOCK, path, 3)]
        best = [pay for pay in each if pay[2] == max(one[2] for one in each)]
        return [blend(best[0], best[-1], w) for w in coins] if len(best) > 1 else best

    def blend(one: Sequence[Fraction], other: Sequence[Fraction], w: Fraction) -> tuple:
        return tuple(w * a + (1 - w) * b for a, b in zip(one, other, strict=True))

    def mixed(sets: Sequence[Sequence[tuple]], mover: int) -> set[tuple]:
        """All that one choice of an end for each move leads to, equal moves mixed in pairs."""
        found: set[tuple] = set()
        for chosen in product(*sets):
            top = max(pay[mover] for pay in chosen)
            equal = [pay for pay in chosen if pay[mover] == top]
            found |= {blend(a, b, w) for a in equal for b in equal for w in coins}
        return found

    after_a = [mixed([ends((a, b)) for b in range(1, 5) if b != a], 1) for a in range(1, 5)]
    found: set[tuple] = set()
    top = max(min(pay[0] for pay in one) for one in after_a)  # what A can make sure of
    for level in {pay[0] for one in after_a for pay in one if pay[0] >= top}:
        # the other moves must not be better: each has an end that pays her no more
        if all(min(pay[0] for pay in one) <= level for one in after_a):
            equal = {pay for one in after_a for pay in one if pay[0] == level}
            found |= {blend(p, q, w) for p in equal for q in equal for w in coins}
    return {(pay[0], pay[1]) for pay in found}


@claim("token_game.coins")
def coins(effort: Effort) -> Finding:
    """All equilibria whose coins are of some parts, from the end of the game."""
    steps = effort.of(full=12, reduced=6)
    found = coin_payoffs(steps)
    between = Fraction(5), Fraction(5)
    low, high = Fraction(9, 2), Fraction(11, 2)

    def claimed(a: Fraction, b: Fraction) -> bool:
        inside = a >= low and b >= low and a + b <= Fraction(19, 2)
        return inside or (b == low and low <= a <= high) or (a == low and low <= b <= high)

    outside = [pay for pay in found if not claimed(*pay)]
    corners = {(low, low), (Fraction(5), low), (low, Fraction(5)), (high, low), (low, high)}
    inner = sum(a > low and b > low and a + b < Fraction(19, 2) for a, b in found)
    return Finding(
        not outside and corners <= found and inner > 0 and between not in found,
        "We solved the game from its end, with coins whose probabilities are whole numbers divided "
        f"by {steps}. The equilibria pay A and B in {len(found)} ways, of which "
        f"{counted(len(found) - len(outside), len(found))} lie in the set: {len(corners & found)} "
        f"of its {len(corners)} corners and {inner} points inside the triangle among them. The "
        f"point {show(tuple(map(float, between)))}, midway between the ends of the segments, is "
        f"{'one' if between in found else 'none'} of them.",
    )


def takes(tokens: Sequence[np.ndarray], n: int) -> np.ndarray:
    """Twice what tokens take on the line 1, ..., n; their places are arrays that broadcast."""
    beyond, found = 2 * n, []  # any place that is none
    for own in tokens:
        others = [x for x in tokens if x is not own]
        right = reduce(np.minimum, [np.where(x > own, x, beyond) for x in others])
        left = reduce(np.maximum, [np.where(x < own, x, -beyond) for x in others])
        up_to = np.where(right == beyond, n * (n + 1), (own + right) ** 2 // 4)
        found.append(up_to - np.where(left == -beyond, 0, (own + left) ** 2 // 4))
    return np.stack(np.broadcast_arrays(*found))


def after(first: int, n_players: int, n: int) -> np.ndarray:
    """What all take, by the places of all but the first; less than 0 where that cannot be."""
    stacks = np.arange(1, n + 1, dtype=np.int32)  # half as much to move
    tokens = [stacks[first - 1], *np.ix_(*[stacks] * (n_players - 1))]
    shared = reduce(np.logical_or, [x == y for x, y in combinations(tokens, 2)])
    return np.where(shared, -1, takes(tokens, n))


def three_shares(n: int) -> list[tuple[float, float]]:
    """The least and the greatest share of each of three in all equilibria, ties in all ways."""
    kept: list[tuple[int, np.ndarray]] = []
    for a in range(1, n + 1):
        pay = after(a, 3, n)
        best = (pay[2] == pay[2].max(axis=1, keepdims=True)) & (pay[2] >= 0)
        second = np.where(best, pay[1], n * n + n)
        sure = second.min(axis=1)
        sure[a - 1] = -1
        ends = pay[:, best & (pay[1] >= sure.max())]
        kept.append((int(ends[0].min()), ends))
    top = max(least for least, _ in kept)
    every = np.concatenate([ends[:, ends[0] >= top] for _, ends in kept], axis=1) / (n * (n + 1))
    return [(float(one.min()), float(one.max())) for one in every]


@claim("token_game.three_players")
def three_players(effort: Effort) -> Finding:
    """Exact play on long lines, every tie broken in every way."""
    limits = np.array([8 / 17, 9 / 34, 9 / 34])[:, None]
    sizes = effort.of(full=(30, 60, 120, 240), reduced=(30, 60))
    off = [float(abs(np.array(three_shares(n)) - limits).max()) for n in sizes]
    return Finding(
        all(one < 2 / (n + 1) for one, n in zip(off, sizes, strict=True)) and off[-1] < off[0],
        f"We ran through all ways to play on {show(list(sizes))} stacks. In all equilibria the "
        f"shares differ from the limits by {show([round(one, 4) for one in off])} at most, each "
        "time by less than the share of the last stack.",
    )


@njit
def four_kept(n: int) -> tuple[int, int, int, int]:
    """Twice what four take on the line 1, ..., n if the indifferent leave a mover the least.

    Up to the next token the last takes the more the farther up she goes, by more than halves of
    stacks can undo: of each gap and of either end only one stack may be her best.
    """
    best = (-1, 0, 0, 0)
    for a in range(1, n + 1):
        second, after_a = -1, best
        for b in range(1, n + 1):
            third, after_b = -1, best
            for c in range(1, n + 1):
                if a == b or b == c or c == a:
                    continue
                low, high = min(a, b, c), max(a, b, c)
                middle = a + b + c - low - high
                last, sure, worst = -1, -1, best
                for d in (low - 1, middle - 1, high - 1, high + 1):
                    if d < 1 or d > n or d in (low, middle):
                        continue
                    pay = (share(a, b, c, d, n), share(b, c, d, a, n),
                           share(c, d, a, b, n), share(d, a, b, c, n))  # fmt: skip
                    if pay[3] > last:
                        last, sure, worst = pay[3], pay[2], pay
                    elif pay[3] == last:
                        sure = min(sure, pay[2])
                        worst = pay if pay[1] < worst[1] else worst
                if sure > third or (sure == third and worst[1] < after_b[1]):
                    third, after_b = sure, worst
            if third >= 0 and after_b[1] > second:
                second, after_a = after_b[1], after_b
        if second >= 0 and after_a[0] > best[0]:
            best = after_a
    return best


@njit
def share(own: int, x: int, y: int, z: int, n: int) -> int:
    """Twice what a token takes on the line 1, ..., n beside three others."""
    left, right = -1, n + 1
    for other in (x, y, z):
        if other < own:
            left = max(left, other)
        else:
            right = min(right, other)
    up_to = n * (n + 1) if right > n else (own + right) ** 2 // 4
    return up_to - (0 if left < 0 else (own + left) ** 2 // 4)


def four_shares(n: int) -> list[float]:
    """Shares of four in perfect play where the indifferent leave a mover the least."""
    return [float(twice) / (n * (n + 1)) for twice in four_kept(n)]


@claim("token_game.chain")
def four_players(effort: Effort) -> Finding:
    """Exact play of four on longer and longer lines."""
    limits = sorted(chain(4)[1])
    sizes = effort.of(full=(15, 30, 60, 160, 320), reduced=(10, 20))
    off = [largest_difference(sorted(four_shares(n)), limits) for n in sizes]
    return Finding(
        "not refuted" if off[-1] < off[0] and off[-1] < 3 / sizes[-1] else False,
        f"We ran through all ways to play on {show(list(sizes))} stacks. In perfect play, ties "
        "broken against the mover, the shares differ from those of the chain by "
        f"{show([round(one, 4) for one in off])} at most.",
    )


@claim("token_game.longer_chain")
def more_players(effort: Effort) -> Finding:
    """Perfect play of five to eight, by the solver, on the longest lines that it takes."""
    worst, close = {}, []
    sizes = effort.of(full=range(20, 27), reduced=range(12, 15))
    for players in range(5, effort.of(full=9, reduced=6)):
        limits = sorted(chain(players)[1])
        for n in sizes:
            for pay in solve(range(1, n + 1), players).payoffs:
                shares = sorted(one / (n * (n + 1) / 2) for one in pay)
                off = largest_difference(shares, limits)
                worst[players] = off  # on the longest line at the end
                close.append(off <= 2 / (n + 1))
    return Finding(
        "not refuted" if all(close) else False,
        f"We solved the game of {min(worst)} to {max(worst)} players on lines of {sizes[0]} to "
        f"{sizes[-1]} stacks, ties broken against the mover. In {tally(close)} payoffs by seat the "
        "shares differ from those of the chain by no more than the share of the last stack. On the "
        f"longest line they still differ by {show([round(one, 3) for one in worst.values()])}.",
    )


@claim("token_game.two_players")
def two_players(effort: Effort) -> Finding:
    """All equilibria of two players on random lines."""
    games, sizes = effort.of(full=400, reduced=40), range(2, 16)
    ahead = []
    for game in range(games):
        prizes = [int(10 * draw_at(29, game, i)) for i in range(sizes[game % len(sizes)])]
        ahead += [pay[0] >= pay[1] for pay in solve(prizes, 2, ties="all").payoffs]
    return Finding(
        all(ahead),
        f"We drew {games} lines of two to {sizes[-1]} stacks, worth zero to nine each, at random. "
        f"{str(tally(ahead)).capitalize()} payoffs of their equilibria give the first player at "
        "least as much as the second.",
    )


@claim("token_game.halved")
def halved(effort: Effort) -> Finding:
    """The solver of slots, with steps that halve, against that of classes of places."""
    games: list[tuple[Sequence[int], int, str]] = [(TEN, 4, "line")]
    for game in range(effort.of(full=23, reduced=3)):
        layout, n = ("line", "clock")[game % 2], 4 + 2 * (game % 2)
        games.append(([int(10 * draw_at(31, game, i)) for i in range(n)], 2 + game % 3, layout))
    alike, other = [], 0
    for prizes, players, layout in games:
        exact = solve_continuous(prizes, players, layout=layout, ties="all").payoffs
        steps = [2.0**-k for k in range(1, players + 1)]
        halves, equal = (
            solve(prizes, players, layout=layout, step=step, ties="all").payoffs
            for step in (steps, steps[0])
        )
        alike.append(halves == exact)
        other += equal != exact
    return Finding(
        all(alike) and other > 0,
        f"We solved {len(alike)} games twice: by halved steps, and by classes of places. They are "
        "the line of ten with four players, and random lines of four stacks and clocks of six with "
        f"two to four players. In {tally(alike)} the equilibria pay the same. With equal steps of "
        f"a half they pay otherwise in {other}.",
    )


@claim("token_game.one_grid")
def one_grid(effort: Effort) -> Finding:
    """Payoffs on equal steps from the size on that the theorem names, on random lines."""
    same, coarse = list[bool](), 0
    boards: list[tuple[Sequence[int], int]] = [(range(1, 7), 3), (range(1, 9), 3)]
    boards += [
        ([int(10 * draw_at(37, game, i)) for i in range(5)], 2 + game % 2)
        for game in range(effort.of(full=18, reduced=2))
    ]
    for prizes, players in boards:
        stacks, least, *finer = (
            solve(prizes, players, step=1 / q, ties="all").payoffs
            for q in (1, *range(2**players, 2**players + 4))
        )
        same.append(all(found == least for found in finer))
        coarse += stacks != least
    return Finding(
        all(same) and coarse > 0,
        f"We solved {len(same)} lines, two of stacks that rise and others at random, with two or "
        "three players, each with four sizes of step from that of the theorem on. On "
        f"{tally(same)} lines the equilibrium payoffs are the same with all four. On {coarse} they "
        "are not the same as on the stacks alone.",
    )


@claim("token_game.map")
def first_mover_map(effort: Effort) -> Finding:
    """The shipped margins, and games of it that are solved anew, drawn at random and named."""
    claimed = said.facts("token_game.map")["behind"]
    rows = [(layout, one) for layout in claimed for one in scan(layout)]
    behind = {
        name: [[len(r.prizes), r.n_players] for layout, r in rows if layout == name and r.most < 0]
        for name in claimed
    }
    mapped = {(layout, len(one.prizes), one.n_players) for layout, one in rows}
    wanted = {
        (layout, n, m)
        for layout, n in product(claimed, range(2, 27))
        for m in range(2, min(n, 8 if n > 22 else n) + 1)
    }
    most, top = effort.of(full=14, reduced=8), 17
    again = [
        [*in_equilibria(one.prizes, layout, [one.n_players])] == [one]
        for layout, one in rows
        if len(one.prizes) <= (top if one.most < 0 else most)
    ]
    wrong = again.count(False)
    return Finding(
        behind == claimed and mapped == wanted and wrong == 0,
        f"The map has {len(rows)} games, and in {sum(map(len, behind.values()))} of them the first "
        f"player is behind in every equilibrium. We solved all games of up to {most} stacks, and "
        f"the named ones of up to {top}, once more: {counted(wrong, len(again))} differ.",
    )
