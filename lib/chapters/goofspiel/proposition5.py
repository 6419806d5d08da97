"""Section 4: prizes that are always 1, where all can be done in exact fractions."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from operator import mul

from parlor.games.nakai.exact import ExactValues, exact_values, stage_rows
from parlor.games.nakai.recursion import State, states
from press import Effort, Finding, claim, counted, in_parts, show

from ..agreement import tallied, tally
from . import corrected, printed
from .comparison import printed_range
from .recursion import allowed, by_rules, game_value

ONE, HALF = Fraction(1), Fraction(1, 2)


@cache
def ones(effort: Effort) -> ExactValues:
    """The game for prizes of 1, in fractions."""
    return exact_values(effort.of(full=12, reduced=5), distribution="deterministic")


def optimal_for_one(table: ExactValues, state: State, one: Iterable) -> bool:
    """Whether a strategy of player I is allowed and guarantees the value."""
    rows = stage_rows(table.table, state, ONE)
    one = tuple(one)
    if min(one) < 0 or sum(one) != 1 or any(p and i not in rows for i, p in enumerate(one)):
        return False
    columns = range(len(next(iter(rows.values()))))
    sure = min(sum(one[i] * row[j] for i, row in rows.items() if one[i]) for j in columns)
    return sure == table.v(*state)


@tallied(
    "eq14",
    "The printed recursion and the rules give the same value, in fractions, in {right} states with "
    "up to {it} stages.",
    of=lambda effort: effort.of(full=7, reduced=4),
)
def recursion_for_ones(n_max: int) -> Iterator[bool]:
    """(14) with its boundary conditions and the choices that the cards allow, by the rules."""
    worth = by_rules(n_max, (1,))
    for n, k, l, m in states(n_max):

        def w(high: int, low: int, middle: int, left: int = n - 1) -> Fraction:
            ended = middle == 0 or high + low == 0
            return Fraction(0) if ended else worth.get((left, high, low, middle), Fraction(0))

        may_pass = int(m < n)
        rows = []
        if l:
            rows.append([-1 + w(k, l - 1, m - 1)] + [w(k, l - 1, m)] * may_pass)
        if k:
            rows.append([1 + w(k - 1, l, m - 1)] + [w(k - 1, l, m)] * may_pass)
        if k + l < n:
            rows.append([w(k, l, m - 1)] + [w(k, l, m)] * may_pass)
        yield game_value(rows) == worth[n, k, l, m]


@tallied(
    "prop5.value",
    "We solved the game in fractions: in {right} states with up to {it.n_max} stages the value is "
    "exactly $m(k - l)/n$.",
    of=ones,
)
def value(table: ExactValues) -> Iterator[bool]:
    """m(k - l)/n in every state."""
    return (table.v(n, k, l, m) == Fraction(m * (k - l), n) for n, k, l, m in states(table.n_max))


def repaired(state: State) -> list[tuple[Fraction, ...]]:
    """x_1 with its first two entries exchanged, and x_2."""
    (one, two, three), x2 = printed.proposition_5(*state)[1]
    return [(two, one, three), x2]


@claim("prop5.x1", "prop5.x2", of=ones)
def two_strategies(table: ExactValues) -> dict[str, Finding]:
    """x_1 where player I has a card of each type, x_2 where he may pass."""
    every = list(states(table.n_max))
    both = [s for s in every if s[1] and s[2]]
    first = [s for s in both if not optimal_for_one(table, s, printed.proposition_5(*s)[1][0])]
    exchanged = tally(optimal_for_one(table, s, repaired(s)[0]) for s in both)
    second = [s for s in every if not optimal_for_one(table, s, repaired(s)[1])]
    passes = tally(s not in second for s in every if s[1] + s[2] < s[0])
    return {
        "prop5.x1": Finding(
            not first,
            f"It is not optimal in {len(first):,} of {len(both):,} states with a card of each type "
            f"and up to {table.n_max} stages, first {show(min(first, default=()))}; with its first "
            f"two entries exchanged it is optimal in {exchanged}.",
        ),
        "prop5.x2": Finding(
            ("partly" if passes.all else False) if second else True,
            f"It is optimal in {passes} states with up to {table.n_max} stages in which he may "
            f"pass. But in {len(second)} of all {len(every):,} states, first "
            f"{show(min(second, default=()))}, he must play, and there it tells him to pass.",
        ),
    }


@claim("prop5.one", of=ones)
def every_mixture(table: ExactValues) -> Finding:
    """Every mixture of x_1 (repaired) and x_2, in every state."""
    bad, every = set(), list(states(table.n_max))
    for state in every:
        x1, x2 = repaired(state)
        middle = tuple(HALF * (a + b) for a, b in zip(x1, x2, strict=True))
        if not all(optimal_for_one(table, state, x) for x in (x1, middle, x2)):
            bad.add(state)
    mixed = tally(optimal_for_one(table, s, at_random(*s)) for s in every)
    able = tally(s not in bad for s in every if s[1] and s[2] and s[1] + s[2] < s[0])
    return Finding(
        ("partly" if able.all else False) if bad else True,
        f"With $x_1$ repaired, both strategies and their even mixture are optimal in {able} states "
        f"with up to {table.n_max} stages in which player I holds cards of both types and may "
        f"pass. In {len(bad):,} of all {len(every):,} states, first {show(min(bad, default=()))}, "
        "one of the three is not optimal or not allowed; the mixture $(l, k, n - k - l)/n$ is "
        f"optimal in {mixed}.",
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
    rows = stage_rows(table.table, state, ONE).values()
    return max(sum(map(mul, row, (q, 1 - q))) for row in rows)


@tallied(
    "prop5.two",
    "Against it, in {right} states with up to {it.n_max} stages, the most that player I can win is "
    "exactly the value.",
    of=ones,
)
def player_two(table: ExactValues) -> Iterator[bool]:
    """Player II plays with chance m/n."""
    return (most(table, s, Fraction(s[3], s[0])) == table.v(*s) for s in states(table.n_max))


@claim("prop5.first", of=ones)
def for_one_stage(table: ExactValues) -> Finding:
    """One stage: value, y, and both of player I's strategies."""
    single = {s: printed.proposition_5(*s) for s in ((1, 1, 0, 1), (1, 0, 1, 1))}
    values = tally(v == table.v(*s) and y == [1, 0] for s, (v, _, y) in single.items())
    optimal = tally(
        all(optimal_for_one(table, s, x) for x in ways) for s, (_, ways, _) in single.items()
    )
    return Finding(
        optimal.all or "partly" if values.all else False,
        f"The value and $y$ are right in {values} states with one stage. But $x_1$ plays the card "
        "of the other type, which player I does not have: both of his strategies are right in "
        f"{optimal}.",
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
    """The entries of (15) and its value, in the range that is printed."""
    n_max, table = effort.of(full=16, reduced=6), ones(effort)
    named = named_for_15(n_max)
    right = tally(
        game_value(matrix_15(n, k, l, m)) == Fraction(m * (k - l), n) for n, k, l, m in named
    )
    rows = tally(
        matrix_15(*s)[i] == list(row)
        for s in named
        if s[0] <= table.n_max
        for i, row in stage_rows(table.table, s, ONE).items()
    )
    return Finding(
        right.all and rows.all,
        rf"The value is right in {right} states with $1 < k, l, m < n \le {n_max}$, and so are "
        f"{rows} rows that are allowed in the solved game of {table.n_max} stages.",
    )


@printed_range(
    "prop5.range",
    r"{wrong} of the {named} states with $1 < k, l, m < n \le {n}$, first {first}, have "
    "$k + l = n$: there player I must not pass, and the matrix has a row too many. Of the {meant} "
    "states with all choices {left} are left out.",
    others=True,
    most=16,
)
def range_of_the_step(n_max: int) -> tuple[Iterable[State], Iterable[State]]:
    """(15) has three rows and two columns: for which of the named states the stage has."""
    return named_for_15(n_max), all_choices(n_max)


def named_for_15(n_max: int) -> list[State]:
    """The states for which (15) is printed."""
    return [s for s in states(n_max) if min(s[1:]) > 1 and max(s[1:]) < s[0]]


def all_choices(n_max: int) -> list[State]:
    """States in which player I has three choices and player II two."""
    return [s for s in states(n_max) if list(map(len, allowed(s))) == [3, 2]]


@claim("prop5.proof", of=ones)
def rest_of_the_proof(table: ExactValues) -> Finding:
    """Which states the induction step treats, and what goes wrong in those it does not."""
    every = [s for s in states(table.n_max) if s[0] > 1]
    rest = [s for s in every if not (min(s[1:]) > 1 and s[1] + s[2] < s[0] > s[3])]
    right = tally(table.v(*s) == printed.proposition_5(*s)[0] for s in rest)
    wrong = [s for s in rest if not all(optimal_for_one(table, s, x) for x in repaired(s))]
    return Finding(
        ("partly" if right.all else False) if wrong else True,
        f"The step treats {len(every) - len(rest)} of the {len(every):,} states with two to "
        f"{table.n_max} stages. In {right} others the value is right as well; but in "
        f"{len(wrong):,} of them, first {show(min(wrong, default=()))}, $x_1$ (repaired) or $x_2$ "
        "is not optimal.",
    )


def optima(table: ExactValues, state: State) -> set[tuple[Fraction, ...]]:
    """The corners of the set of player I's optimal strategies, of which all others are mixtures.

    With two columns no corner needs more than two rows: on each pair, where a column gives the
    value, or one row alone.
    """
    rows, value = stage_rows(table.table, state, ONE), table.v(*state)
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
    every = all_choices(table.n_max)
    right = {"$x_1$": 0, "$x_2$": 0, "$y$": 0, "exchanged": 0}
    for state in every:
        _, (x1, x2), y = printed.proposition_5(*state)
        found = optima(table, state)
        lines = [(row[0] - row[1], table.v(*state) - row[1])
                 for row in stage_rows(table.table, state, ONE).values()]  # fmt: skip
        least = max(room / slope for slope, room in lines if slope < 0)
        most = min(room / slope for slope, room in lines if slope > 0)
        right["$x_1$"] += x1 in found
        right["$x_2$"] += x2 in found
        right["$y$"] += least == most == y[0]
        right["exchanged"] += found == {*repaired(state)}
    parts = [right[name] == len(every) for name in ("$x_1$", "$x_2$", "$y$")]
    return Finding(
        in_parts(*parts),
        f"In {len(every):,} states with all choices, up to {table.n_max} stages, the inequalities "
        "that say that a strategy guarantees the value leave $x_2$ among what is optimal in "
        f"{counted(right['$x_2$'], len(every))}, $y$ alone in {counted(right['$y$'], len(every))}, "
        f"and $x_1$ in {right['$x_1$']:,}. With $x_1$ repaired, its mixtures with $x_2$ are all "
        f"that is optimal in {counted(right['exchanged'], len(every))}.",
    )


@tallied(
    "prop5.inequalities",
    "They hold in {right} comparisons, two a state with up to {it} stages.",
    of=lambda effort: effort.of(full=16, reduced=5),
)
def inequalities(n_max: int) -> Iterator[bool]:
    """The two inequalities between columns of (15)."""
    for state in states(n_max):
        if state[0] > 1:
            low, high, _ = matrix_15(*state)
            yield from (low[1] >= low[0], high[1] <= high[0])


@tallied(
    "prop5.rows",
    "In {right} states of the solved game, of up to {it.n_max} stages, in which player I has all "
    "three choices it is exactly half the sum.",
    of=ones,
)
def half_the_sum(table: ExactValues) -> Iterator[bool]:
    """The third row of a stage is half the sum of the first two, in the solved game."""
    for state in states(table.n_max):
        if len(allowed(state)[0]) == 3:
            rows = stage_rows(table.table, state, ONE).values()
            yield all(2 * c == a + b for a, b, c in zip(*rows, strict=True))


@claim("prop5.only", of=ones)
def only_chance(table: ExactValues) -> Finding:
    """Whether another chance than m/n is optimal for player II."""
    every = [s for s in states(table.n_max) if s[3] < s[0]]
    near = Fraction(1, 10**6)
    free = [
        s
        for s in every
        if any(most(table, s, Fraction(s[3], s[0]) + off) == table.v(*s) for off in (near, -near))
    ]
    forced = all(n in (k, l) for n, k, l, _ in free)
    return Finding(
        ("partly" if forced else False) if free else True,
        f"In {len(free)} of {len(every):,} states with $m < n \\le {table.n_max}$, first "
        f"{show(min(free, default=()))}, other chances do as well; in all of them player I holds "
        "$n$ cards of one type.",
    )


@claim("prop5.must", of=ones)
def only_strategies(table: ExactValues) -> Finding:
    """Whether player I, where he has a choice, has other optimal strategies than x*, repaired."""
    every = [s for s in states(table.n_max) if len(allowed(s)[0]) > 1]
    free = [s for s in every if optima(table, s) - {*corrected.proposition_5(*s)[1]}]
    forced = all(s[3] == s[0] for s in free)
    return Finding(
        ("partly" if forced and len(free) < len(every) else False) if free else True,
        f"In {len(free)} of {len(every):,} states with up to {table.n_max} stages in which player "
        f"I has a choice, first {show(min(free, default=()))}, more is optimal than the mixtures "
        "of $x_1$ (repaired) and $x_2$ that the cards allow; in all of them player II must play. "
        "In the others nothing else is.",
    )


@claim("prop5.own_hand", of=ones)
def own_hand_is_enough(table: ExactValues) -> Finding:
    """One strategy for each hand, against every hand of the other player."""
    right = tally(
        all(optimal_for_one(table, (n, k, l, m), x) for x in corrected.proposition_5(n, k, l, 1)[1])
        for n, k, l, m in states(table.n_max)
    )
    back = tally(
        most(table, (n, k, l, m), corrected.proposition_5(n, 1, 0, m)[2][0]) == table.v(n, k, l, m)
        for n, k, l, m in states(table.n_max)
    )
    return Finding(
        right.all and back.all,
        "Player I's strategies against one middle card ($x_1$ repaired, where the cards allow "
        f"them) are optimal against every number of middle cards, in {right} states with up to "
        f"{table.n_max} stages; player II's chance against one high card is optimal against every "
        f"hand, in {back}.",
    )
