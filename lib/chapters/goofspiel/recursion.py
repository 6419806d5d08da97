"""Section 2: the matrix of a stage, equation (1), one stage, and Lemmas 1 to 3."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np

from parlor.games.nakai.recursion import StageValues, State, states, values
from parlor.games.nakai.regions import regions
from press import Effort, Finding, claim, show

from ..agreement import tallied, tally
from ..tolerances import CERTIFIED, ROUNDING
from .comparison import Case, deviations, every_state, law_at, stages, told, uniform
from .said import said

PRIZES = (1, 2, 5)  # equally likely, for what is computed from the rules alone
START = 0  # of equation (1), as printed
AT = (0.0, 0.4, 3.0)  # prizes at which rows are compared
RANK = {"low": 1, "middle": 2, "high": 3}


def one_round(state: State, mine: str, yours: str, x: Fraction) -> tuple[Fraction, State]:
    """What the rules say of one round: what player I wins, and the state that follows.

    >>> one_round((3, 2, 1, 2), "high", "middle", Fraction(5))
    (Fraction(5, 1), (2, 1, 1, 1))
    """
    n, k, l, m = state
    won = Fraction(0)
    if mine != "pass" and yours != "pass":
        won = x if RANK[mine] > RANK[yours] else -x
    return won, (n - 1, k - (mine == "high"), l - (mine == "low"), m - (yours == "middle"))


def listed(numbers: Iterable[object]) -> str:
    """Numbers in words.

    >>> listed((1, 2, 5))
    '1, 2 and 5'
    """
    *some, last = map(str, numbers)
    return f"{', '.join(some)} and {last}"


def allowed(state: State) -> tuple[list[str], list[str]]:
    """What either player may do: a player with as many cards as there are stages must play."""
    n, k, l, m = state
    mine = [name for name, may in (("low", l), ("high", k), ("pass", k + l < n)) if may]
    return mine, [name for name, may in (("middle", m), ("pass", m < n)) if may]


def few_stages(effort: Effort) -> int:
    """Stages of the games that are solved from the rules."""
    return effort.of(full=5, reduced=3)


@cache
def by_rules(n_max: int, prizes: tuple[int, ...], start: int = 0) -> dict[State, Fraction]:
    """All values from v_0(0, 0, 0), the start, and the rules of a round, in exact fractions."""
    worth = {(0, 0, 0, 0): Fraction(start)}
    for state in every_state(n_max):
        mine, yours = allowed(state)
        total = Fraction(0)
        for x in map(Fraction, prizes):
            rows = []
            for a in mine:
                rounds = [one_round(state, a, b, x) for b in yours]
                rows.append([won + worth[after] for won, after in rounds])
            total += game_value(rows)
        worth[state] = total / len(prizes)
    return worth


def game_value(rows: list[list[Fraction]]) -> Fraction:
    """Value of a game with one or two columns: the lowest point of the rows' upper envelope.

    >>> game_value([[Fraction(3), Fraction(0)], [Fraction(0), Fraction(1)]])
    Fraction(3, 4)
    """
    if len(rows[0]) == 1:
        return max(row[0] for row in rows)
    shares, lines = {Fraction(0), Fraction(1)}, [(a - b, b) for a, b in rows]
    for (slope, b), (other, d) in combinations(lines, 2):
        if slope != other:
            shares.add((d - b) / (slope - other))
    return min(max(q * slope + b for slope, b in lines) for q in shares if 0 <= q <= 1)


@tallied(
    "matrix",
    "In all states with up to {it} stages we held the entries (payoff, and state that follows) "
    "against rounds played by the rules: {right} agree.",
    of=stages,
)
def stage_matrix(n_max: int) -> Iterator[bool]:
    """The six entries of the matrix, as printed, against one round played by the rules."""
    x = Fraction(7)
    for state in states(n_max):
        n, k, l, m = state
        printed = {
            ("low", "middle"): (-x, (n - 1, k, l - 1, m - 1)),
            ("low", "pass"): (0, (n - 1, k, l - 1, m)),
            ("high", "middle"): (x, (n - 1, k - 1, l, m - 1)),
            ("high", "pass"): (0, (n - 1, k - 1, l, m)),
            ("pass", "middle"): (0, (n - 1, k, l, m - 1)),
            ("pass", "pass"): (0, (n - 1, k, l, m)),
        }
        yield from (printed[a, b] == one_round(state, a, b, x) for a, b in product(*allowed(state)))


@tallied(
    "matrix.column",
    r"In {right} states with $m = n \le {it}$ the matrix is a column, and player II must play "
    "again in every state that can follow.",
    of=stages,
)
def column_for_good(n_max: int) -> Iterator[bool]:
    """With as many middle cards as stages player II must play, now and at every later stage."""
    for state in (s for s in states(n_max) if s[3] == s[0]):
        mine, yours = allowed(state)
        after = [one_round(state, a, b, Fraction(1))[1] for a in mine for b in yours]
        yield yours == ["middle"] and all(s[3] == s[0] for s in after)


@claim("eq1")
def dynamic_programming(effort: Effort) -> Finding:
    """Equation (1), as solved everywhere in this book, against the rules in exact fractions."""
    worth = by_rules(few_stages(effort), PRIZES)
    table = values(max(worth)[0], distribution=list(PRIZES))
    worst = max(abs(table.v(*state) - float(value)) for state, value in worth.items())
    return Finding(
        worst < CERTIFIED,
        f"With prizes of {listed(PRIZES)} we solved all {len(worth)} states with up to "
        f"{max(worth)[0]} stages from the rules alone: (1) is off by {told(worst)} at most.",
    )


@claim("eq1.start")
def start(effort: Effort) -> Finding:
    """Started from 0, (1) gives the values of one stage as printed; from another number none."""
    mean = Fraction(sum(PRIZES), len(PRIZES))
    printed = one_stage_printed(mean)
    right = {}
    for first in (START, 1, -1):
        worth = by_rules(1, PRIZES, first)
        right[first] = sum(worth[1, *cards] == value for cards, value in printed.items())
    asked, *others = right.values()
    return Finding(
        asked == len(printed) and not any(others),
        f"We started (1) from each of {listed(right)}, with the choices that the cards allow and "
        f"prizes of {listed(PRIZES)}. Of the {len(printed)} values of one stage that the paper "
        f"prints next it gives {listed(right.values())}.",
    )


def one_stage_printed(mean: Any) -> dict[tuple[int, int, int], Any]:
    """The five values of one stage, by the numbers of high, low and middle cards."""
    return {(0, 1, 0): 0, (1, 0, 0): 0, (0, 0, 1): 0, (1, 0, 1): mean, (0, 1, 1): -mean}


@deviations("v1")
def one_stage(table: StageValues) -> Iterable[Case]:
    """The five values of one stage."""
    printed = one_stage_printed(law_at(table).mean)
    yield from (((1, *cards), table.v(1, *cards) - v) for cards, v in printed.items())


# Of Lemmas 1 to 3: how far a value lies on the right side of another, where they say so.
LEMMAS: dict[str, Callable[..., float | None]] = {
    "lemma1.low": lambda v, n, k, l, m: v(n, k, l, m) - v(n, k, l + 1, m) if k + l < n else None,
    "lemma1.high": lambda v, n, k, l, m: v(n, k + 1, l, m) - v(n, k, l, m) if k + l < n else None,
    "lemma2.high": lambda v, n, k, l, m: None if l or not m else v(n, k, l, m) - v(n, k, l, m - 1),
    "lemma2.low": lambda v, n, k, l, m: None if k or not m else v(n, k, l, m - 1) - v(n, k, l, m),
    "lemma3.high": lambda v, n, k, l, m: None if l else v(n, k, l, m),
    "lemma3.low": lambda v, n, k, l, m: None if k else -v(n, k, l, m),
}


def violations(table: StageValues, entry: str = "") -> Iterator[Case]:
    """By how much an inequality of Lemmas 1 to 3, or any of them, is violated, state by state."""
    for name, state in product([entry] if entry else LEMMAS, every_state(table.n_max)):
        margin = LEMMAS[name](table.v, *state)
        if margin is not None:
            yield state, min(margin + ROUNDING, 0.0)


lemmas = deviations(*LEMMAS, note="Proved in the lecture.")(violations)


@claim("lemmas.used")
def used_later(effort: Effort) -> Finding:
    """Which of the lemmas the text refers to behind them."""
    cited = said.facts("lemmas.used")["cited"]
    used = [name for name, lines in cited.items() if lines]
    never = [name for name in cited if name not in used]
    return Finding(
        ("partly" if used else False) if never else True,
        f"Behind them the text refers to {' and '.join(used)}, and never to {', '.join(never)}.",
    )


@tallied(
    "v1.lemmas",
    "In the states with one stage, a uniform prize, {right} inequalities of the lemmas hold.",
    of=uniform,
)
def lemmas_for_one_stage(table: StageValues) -> Iterator[bool]:
    """Lemmas 1 to 3 for one stage, where their proof begins."""
    return (size >= 0 for state, size in violations(table) if state[0] == 1)


@tallied(
    "lemmas.induction",
    "The induction needs that each row or column of the poorer hand is matched or beaten by one of "
    "the richer hand. In the states with up to {it.n_max} stages and uniform prizes, each at "
    f"{len(AT)} prizes, {{right}} are.",
    of=uniform,
)
def induction(table: StageValues) -> Iterator[bool]:
    """That an induction on n proves the lemmas: its step, row by row and column by column.

    A hand that is poorer by a high card, or richer by a low one, has no row that some row of the
    other hand does not match or beat, whatever player II does; likewise for player II's columns in
    Lemma 2.
    """
    for (n, k, l, m), x in product(states(table.n_max), AT):
        here, compared = playable(table, (n, k, l, m), x), []
        if k + l < n:
            compared.append((playable(table, (n, k + 1, l, m), x), here))
            compared.append((here, playable(table, (n, k, l + 1, m), x)))
        if m > 1 and not (k and l):
            less = playable(table, (n, k, l, m - 1), x)
            better, worse = (here, less) if l == 0 else (less, here)
            compared.append((-worse.T, -better.T))
        for better, worse in compared:
            yield from (any((b >= w - ROUNDING).all() for b in better) for w in worse)


def playable(table: StageValues, state: State, x: float) -> np.ndarray:
    """The matrix of a stage at a prize, without what is not allowed."""
    game = table.matrix(*state, x)
    return game[~np.isnan(game).all(1)][:, ~np.isnan(game).all(0)]


@tallied(
    "lemma3.trivial",
    "In all states with one type of cards and up to {it} stages we played the pairs of choices: "
    "{right} cost the player with the better cards nothing.",
    of=stages,
)
def nothing_to_pay(n_max: int) -> Iterator[bool]:
    """With high cards alone no round costs player I anything, with low ones none pays him."""
    return (
        one_round(state, a, b, Fraction(7))[0] * (1 if state[1] else -1) >= 0
        for state in states(n_max)
        if not (state[1] and state[2])
        for a, b in product(*allowed(state))
    )


def mixes(table: StageValues, state: State) -> bool:
    """Whether both mix at the highest prizes."""
    return "mix" in regions(table, *state)[-1].choice


def mixing(table: StageValues, where: str, some: Iterable[State]) -> Finding:
    """Whether both mix at some prize in all of some states, and if not, whether one is forced."""
    some = list(some)
    odd = [s for s in some if not mixes(table, s)]
    forced = tally(1 in map(len, allowed(s)) for s in odd)
    return Finding(
        ("partly" if forced.all and len(odd) < len(some) else False) if odd else True,
        f"In {len(odd):,} of {len(some):,} states with {where}up to {table.n_max} stages and "
        f"uniform prizes, first {show(min(odd, default=()))}, nobody mixes at any prize. In "
        f"{forced} of them somebody has no choice.",
    )
