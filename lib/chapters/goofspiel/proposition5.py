"""Section 4: prizes that are always 1, where all can be done in exact fractions."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from operator import mul

from parlor.games.nakai.exact import ExactValues, exact_values, stage_gap
from parlor.games.nakai.recursion import State, states
from press import Effort, Finding, claim, counted, show

from ..agreement import tally
from . import corrected, printed
from .comparing import of_range
from .recursion import allowed, by_rules, game_value

ONE, HALF = Fraction(1), Fraction(1, 2)


@cache
def ones(effort: Effort) -> ExactValues:
    """The game for prizes of 1, in fractions."""
    return exact_values(effort.of(full=12, reduced=5))


def gap_of(table: ExactValues, state: State, one: Iterable, two: Iterable) -> Fraction | None:
    """What both could gain against a pair of strategies; None if the cards do not allow them."""
    return stage_gap(table.matrix(*state, ONE), tuple(one), tuple(two))


def optimal_for_one(table: ExactValues, state: State, one: Iterable) -> bool:
    """Whether a strategy of player I is allowed and guarantees the value."""
    rows = table.matrix(*state, ONE)
    one = tuple(one)
    if min(one) < 0 or sum(one) != 1 or any(p and i not in rows for i, p in enumerate(one)):
        return False
    columns = range(len(next(iter(rows.values()))))
    sure = min(sum(one[i] * row[j] for i, row in rows.items() if one[i]) for j in columns)
    return sure == table.v(*state)


@claim("eq14")
def recursion_for_ones(effort: Effort) -> Finding:
    """(14) with its boundary conditions and the choices that the cards allow, by the rules."""
    n = effort.of(full=7, reduced=4)
    worth, bad = by_rules(n, (1,)), 0
    for n_, k, l, m in states(n):

        def w(high: int, low: int, middle: int, left: int = n_ - 1) -> Fraction:
            ended = middle == 0 or high + low == 0
            return Fraction(0) if ended else worth.get((left, high, low, middle), Fraction(0))

        may_pass = int(m < n_)
        rows = []
        if l:
            rows.append([-1 + w(k, l - 1, m - 1)] + [w(k, l - 1, m)] * may_pass)
        if k:
            rows.append([1 + w(k - 1, l, m - 1)] + [w(k - 1, l, m)] * may_pass)
        if k + l < n_:
            rows.append([w(k, l, m - 1)] + [w(k, l, m)] * may_pass)
        bad += game_value(rows) != worth[n_, k, l, m]
    every = len(list(states(n)))
    return Finding(
        bad == 0,
        "The printed recursion and the rules give the same value, in fractions, in "
        f"{counted(every - bad, every)} states with up to {n} stages.",
    )


@claim("prop5.value", of=ones)
def value(table: ExactValues) -> Finding:
    """m(k - l)/n in every state."""
    right = tally(
        table.v(n, k, l, m) == Fraction(m * (k - l), n) for n, k, l, m in states(table.n_max)
    )
    return Finding(
        right.all,
        f"We solved the game in fractions: in {right} states with up to {table.n_max} stages the "
        "value is exactly $m(k - l)/n$.",
    )


@claim("prop5.x1", "prop5.x2", of=ones)
def two_strategies(table: ExactValues) -> dict[str, Finding]:
    """x_1 where player I has a card of each type, x_2 where he may pass."""
    both = [s for s in states(table.n_max) if s[1] and s[2]]
    free = [s for s in states(table.n_max) if s[1] + s[2] < s[0]]
    first, exchanged = [], []
    for state in both:
        low, high, wait = printed.proposition_5(*state)[1][0]
        if not optimal_for_one(table, state, (low, high, wait)):
            first.append(state)
        if not optimal_for_one(table, state, (high, low, wait)):
            exchanged.append(state)
    every = list(states(table.n_max))
    second = [s for s in every if not optimal_for_one(table, s, printed.proposition_5(*s)[1][1])]
    stuck = [s for s in second if s not in set(free)]
    return {
        "prop5.x1": Finding(
            not first,
            f"It is not optimal in {len(first):,} of {len(both):,} states with a card of each type "
            f"and up to {table.n_max} stages, first {show(min(first, default=()))}; with its first "
            "two entries exchanged it is optimal in "
            f"{counted(len(both) - len(exchanged), len(both))}.",
        ),
        "prop5.x2": Finding(
            ("partly" if len(stuck) == len(second) else False) if second else True,
            f"It is optimal in {counted(len(free) - len(second) + len(stuck), len(free))} states "
            f"with up to {table.n_max} stages in which he may pass. But in {len(second)} of all "
            f"{len(every):,} states, first {show(min(second, default=()))}, he holds as many cards "
            "as there are stages and must play, and there it tells him to pass.",
        ),
    }


@claim("prop5.one")
def every_mixture(effort: Effort) -> Finding:
    """Every mixture of x_1 (repaired) and x_2, in every state."""
    table, bad = ones(effort), []
    every = list(states(table.n_max))
    for state in every:
        x1, x2 = printed.proposition_5(*state)[1]
        x1 = (x1[1], x1[0], x1[2])
        middle = tuple(HALF * (a + b) for a, b in zip(x1, x2, strict=True))
        if not all(optimal_for_one(table, state, x) for x in (x1, middle, x2)):
            bad.append(state)
    none = [s for s in every if not optimal_for_one(table, s, at_random(*s))]
    able = [s for s in every if s[1] and s[2] and s[1] + s[2] < s[0]]
    wrong = {*able} & {*bad}
    return Finding(
        ("partly" if able and not wrong else False) if bad else True,
        f"We repaired $x_1$ and tried both strategies and their even mixture, with up to "
        f"{table.n_max} stages. They are optimal in "
        f"{counted(len(able) - len(wrong), len(able))} states in which player I holds cards of "
        f"both types and may pass. In {len(bad):,} of all {len(every):,} states, first "
        f"{show(min(bad, default=()))}, one of the three is not optimal or needs what the cards do "
        "not allow. The mixture $(l, k, n - k - l)/n$ is always allowed, and it is optimal in "
        f"{counted(len(every) - len(none), len(every))} states.",
    )


def at_random(n: int, k: int, l: int, m: int) -> tuple[Fraction, Fraction, Fraction]:
    """Chances of low, high and pass if player I spreads all cards at random over the stages.

    With x_1 repaired it is x* for t = 2 min(k, l) / (n - |k - l|).

    >>> at_random(4, 2, 1, 3)
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    """
    return Fraction(l, n), Fraction(k, n), Fraction(n - k - l, n)


def most(table: ExactValues, state: State, q: Fraction) -> Fraction:
    """The most that player I can win if player II plays with chance q."""
    rows = table.matrix(*state, ONE).values()
    return max(sum(map(mul, row, (q, 1 - q))) for row in rows)


@claim("prop5.two", of=ones)
def player_two(table: ExactValues) -> Finding:
    """Player II plays with chance m/n."""
    right = tally(most(table, s, Fraction(s[3], s[0])) == table.v(*s) for s in states(table.n_max))
    return Finding(
        right.all,
        f"Against it, in {right} states with up to {table.n_max} stages, the most that player I "
        "can win is exactly the value.",
    )


@claim("prop5.first", of=ones)
def for_one_stage(table: ExactValues) -> Finding:
    """One stage: value, y, and both of player I's strategies."""
    values = strategies = 0
    single = ((1, 1, 0, 1), (1, 0, 1, 1))
    for state in single:
        value, ways, two = printed.proposition_5(*state)
        values += value == table.v(*state) and two == [1, 0]
        strategies += all(optimal_for_one(table, state, way) for way in ways)
    return Finding(
        "partly" if values == len(single) > strategies else values == strategies == len(single),
        f"Of the {len(single)} states with one stage {values} have the value and $y$ right. But "
        "$x_1$ plays the card of the other type, which player I does not have: both of his "
        f"strategies are right in {strategies or 'none'} of them.",
    )


def matrix_15(n: int, k: int, l: int, m: int) -> list[list[Fraction]]:
    """The matrix (15)."""
    lead, d = k - l, n - 1
    return [
        [-1 + Fraction((m - 1) * (lead + 1), d), Fraction(m * (lead + 1), d)],
        [1 + Fraction((m - 1) * (lead - 1), d), Fraction(m * (lead - 1), d)],
        [Fraction((m - 1) * lead, d), Fraction(m * lead, d)],
    ]


@claim("prop5.step")
def induction_step(effort: Effort) -> Finding:
    """The entries of (15) and its value, in the range that is printed and beyond."""
    n_max, table = effort.of(full=16, reduced=6), ones(effort)
    named = [s for s in states(n_max) if min(s[1:]) > 1 and max(s[1:]) < s[0]]
    wider = [s for s in states(n_max) if min(s[1:]) > 0 and s[1] + s[2] < s[0] > s[3]]
    worth = {
        s: game_value(matrix_15(*s)) - Fraction(s[3] * (s[1] - s[2]), s[0])
        for s in {*named, *wider}
    }
    bad = sum(worth[s] != 0 for s in named)
    solved = [s for s in named if s[0] <= table.n_max]
    rows = sum(
        matrix_15(*s)[i] != list(row) for s in solved for i, row in table.matrix(*s, ONE).items()
    )
    return Finding(
        bad == rows == 0,
        f"The value is right in {counted(len(named) - bad, len(named))} states with $1 < k, l, m < "
        rf"n \le {n_max}$, and in the {len(solved):,} with up to {table.n_max} stages "
        f"{rows or 'none'} of the rows that are allowed differs from the solved game's. It is "
        f"right, too, in {counted(sum(worth[s] == 0 for s in wider), len(wider))} states in which "
        "nobody must play, those with a single card included.",
    )


@claim("prop5.range")
def range_of_the_step(effort: Effort) -> Finding:
    """(15) has three rows and two columns: for which of the named states the stage has."""
    n_max = effort.of(full=16, reduced=6)
    named = [s for s in states(n_max) if min(s[1:]) > 1 and max(s[1:]) < s[0]]
    meant = [s for s in states(n_max) if list(map(len, allowed(s))) == [3, 2]]
    wrong = sorted({*named} - {*meant})
    return Finding(
        of_range(named, meant, others=True),
        f"{len(wrong):,} of the {len(named):,} states with $1 < k, l, m < n \\le {n_max}$, first "
        f"{show(wrong[0] if wrong else ())}, have $k + l = n$. There player I must not pass, and "
        f"the third row has more cards than stages. Of the {len(meant):,} states with all choices "
        f"{len({*meant} - {*named}):,} are left out.",
    )


@claim("prop5.proof", of=ones)
def rest_of_the_proof(table: ExactValues) -> Finding:
    """Which states the induction step treats, and what goes wrong in those it does not."""
    every = [s for s in states(table.n_max) if s[0] > 1]
    treated = [s for s in every if min(s[1:]) > 1 and s[1] + s[2] < s[0] > s[3]]
    rest = [s for s in every if s not in set(treated)]
    wrong = []
    off = [s for s in rest if table.v(*s) != printed.proposition_5(*s)[0]]
    for state in rest:
        x1, x2 = printed.proposition_5(*state)[1]
        if not all(optimal_for_one(table, state, x) for x in ((x1[1], x1[0], x1[2]), x2)):
            wrong.append(state)
    return Finding(
        ("partly" if not off else False) if wrong else True,
        f"The step treats {len(treated)} of the {len(every):,} states with two to {table.n_max} "
        f"stages. In {counted(len(rest) - len(off), len(rest))} others the value is right as well; "
        f"but in {len(wrong):,} of them, first {show(min(wrong, default=()))}, $x_1$ (repaired) or "
        "$x_2$ is not optimal.",
    )


def optima(table: ExactValues, state: State) -> set[tuple[Fraction, ...]]:
    """The corners of the set of player I's optimal strategies, of which all others are mixtures.

    With two columns no corner needs more than two rows: on each pair, where a column gives the
    value, or one row alone.
    """
    rows, value = table.matrix(*state, ONE), table.v(*state)
    found = set()
    for i, j in product(rows, repeat=2):
        steep = [(a - b, b) for a, b in zip(rows[i], rows[j], strict=True) if a != b]
        for share in {ONE, *((value - b) / slope for slope, b in steep)}:
            way = tuple(share * (c == i) + (1 - share) * (c == j) for c in range(3))
            if optimal_for_one(table, state, way):
                found.add(way)
    return found


@claim("prop5.easily", of=ones)
def from_the_value(table: ExactValues) -> Finding:
    """What the inequalities of the known value give, beside the strategies as printed."""
    every = [s for s in states(table.n_max) if list(map(len, allowed(s))) == [3, 2]]
    right = {"$x_1$": 0, "$x_2$": 0, "$y$": 0, "exchanged": 0}
    for state in every:
        _, (x1, x2), y = printed.proposition_5(*state)
        found = optima(table, state)
        lines = [(row[0] - row[1], table.v(*state) - row[1])
                 for row in table.matrix(*state, ONE).values()]  # fmt: skip
        least = max(room / slope for slope, room in lines if slope < 0)
        most = min(room / slope for slope, room in lines if slope > 0)
        right["$x_1$"] += x1 in found
        right["$x_2$"] += x2 in found
        right["$y$"] += least == most == y[0]
        right["exchanged"] += found == {(x1[1], x1[0], x1[2]), x2}
    parts = [right[name] == len(every) for name in ("$x_1$", "$x_2$", "$y$")]
    return Finding(
        "partly" if any(parts) and not all(parts) else all(parts),
        f"In the {len(every):,} states with all choices, up to {table.n_max} stages, we solved the "
        "inequalities that say that a strategy guarantees the value. "
        f"$x_2$ is a corner of what they leave in {counted(right['$x_2$'], len(every))}, $y$ is "
        f"all that is left for player II in {counted(right['$y$'], len(every))}, and $x_1$ is one "
        f"in {right['$x_1$']:,}. With its first two entries exchanged, the mixtures of it and "
        f"$x_2$ are all that is optimal in {counted(right['exchanged'], len(every))}.",
    )


@claim("prop5.inequalities")
def inequalities(effort: Effort) -> Finding:
    """The two inequalities between columns of (15)."""
    bad = tight = count = 0
    n_max = effort.of(full=16, reduced=5)
    for n, k, l, m in states(n_max):
        if n > 1:
            low, high, _ = matrix_15(n, k, l, m)
            count += 2
            bad += (low[1] < low[0]) + (high[1] > high[0])
            tight += (low[1] == low[0]) + (high[1] == high[0])
    return Finding(
        bad == 0,
        f"They hold in {counted(count - bad, count)} comparisons, two a state with up to {n_max} "
        f"stages. {tight} of these are equalities, "
        r"all with $|k - l| = n$: the inequalities say no more than $|k - l| \le n$.",
    )


@claim("prop5.rows", of=ones)
def half_the_sum(table: ExactValues) -> Finding:
    """The third row of a stage is half the sum of the first two, in the solved game."""
    right = tally(
        all(2 * c == a + b for a, b, c in zip(*table.matrix(n, k, l, m, ONE).values(), strict=True))
        for n, k, l, m in states(table.n_max)
        if k and l and k + l < n
    )
    return Finding(
        right.all,
        f"In {right} states of the solved game, of up to {table.n_max} stages, in which player I "
        "has all three choices it is exactly half the sum.",
    )


@claim("prop5.only")
def only_chance(effort: Effort) -> Finding:
    """Whether another chance than m/n is optimal for player II."""
    table, free = ones(effort), []
    every = [s for s in states(table.n_max) if s[3] < s[0]]
    for n, k, l, m in every:
        rows = table.matrix(n, k, l, m, ONE).values()
        for q in (Fraction(m, n) + Fraction(1, 10**6), Fraction(m, n) - Fraction(1, 10**6)):
            if max(q * row[0] + (1 - q) * row[1] for row in rows) == table.v(n, k, l, m):
                free.append((n, k, l, m))
                break
    forced = all(n in (k, l) for n, k, l, _ in free)
    return Finding(
        ("partly" if forced else False) if free else True,
        f"In {len(free)} of {len(every):,} states with $m < n \\le {table.n_max}$, first "
        f"{show(min(free, default=()))}, other chances do as well; in all of them player I holds "
        "$n$ cards of one type.",
    )


@claim("prop5.must")
def only_strategies(effort: Effort) -> Finding:
    """Whether player I, where he has a choice, has other optimal strategies than x*, repaired."""
    table = ones(effort)
    every = [s for s in states(table.n_max) if len(allowed(s)[0]) > 1]
    free = [s for s in every if optima(table, s) - {*corrected.proposition_5(*s)[1]}]
    forced = all(s[3] == s[0] for s in free)
    return Finding(
        ("partly" if forced and len(free) < len(every) else False) if free else True,
        f"In {len(free)} of {len(every):,} states with up to {table.n_max} stages in which player "
        f"I has a choice, first {show(min(free, default=()))}, more is optimal than the mixtures "
        "of $x_1$ (repaired) and $x_2$ that the cards allow; in all of them player II must play, "
        "$m = n$. In the others nothing else is.",
    )


@claim("prop5.own_hand", of=ones)
def own_hand_is_enough(table: ExactValues) -> Finding:
    """One strategy for each hand, against every hand of the other player."""
    right = tally(
        all(optimal_for_one(table, (n, k, l, m), way) for way in ways)
        for n, k, l in _hands(table.n_max)
        for ways in (corrected.proposition_5(n, k, l, 1)[1],)
        for m in range(1, n + 1)
    )
    back = tally(
        most(table, (n, k, l, m), corrected.proposition_5(n, 1, 0, m)[2][0]) == table.v(n, k, l, m)
        for n, k, l, m in states(table.n_max)
    )
    return Finding(
        right.all and back.all,
        "We took player I's strategies against one middle card ($x_1$ repaired, where the cards "
        "allow them) and tried them against every number of middle cards. They are optimal in "
        f"{right} states with up to {table.n_max} stages. Player II's chance against one high card "
        f"is optimal against every hand, in {back} states.",
    )


def _hands(n_max: int) -> Iterator[tuple[int, int, int]]:
    for n in range(1, n_max + 1):
        for k in range(n + 1):
            yield from ((n, k, l) for l in range(n + 1 - k) if k + l)
