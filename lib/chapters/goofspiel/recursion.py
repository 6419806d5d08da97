"""Section 2: the matrix of a stage, equation (1), one stage, and Lemmas 1 to 3."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np

from parlor.games.nakai import StageValues, values
from parlor.games.nakai.recursion import State, states
from press import Effort, Finding, claim, counted

from ..agreement import tally
from ..tolerances import CERTIFIED, ROUNDING
from .comparing import Case, deviations, every_state, law_at, told, uniform
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


@claim("matrix")
def stage_matrix(effort: Effort) -> Finding:
    """The six entries of the matrix, as printed, against one round played by the rules."""
    n_max, x = effort.of(full=12, reduced=4), Fraction(7)
    checked = wrong = 0
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
        mine, yours = allowed(state)
        for a in mine:
            for b in yours:
                checked += 1
                wrong += printed[a, b] != one_round(state, a, b, x)
    return Finding(
        wrong == 0,
        "We compared the entries (payoff, and state that follows) in all states with up to "
        f"{n_max} stages with rounds played by the rules: {counted(checked - wrong, checked)} "
        "agree.",
    )


@claim("matrix.column")
def column_for_good(effort: Effort) -> Finding:
    """With as many middle cards as stages player II must play, now and at every later stage."""
    n_max = effort.of(full=12, reduced=4)
    bad = count = 0
    for state in states(n_max):
        if state[3] == state[0]:
            mine, yours = allowed(state)
            after = [one_round(state, a, b, Fraction(1))[1] for a in mine for b in yours]
            count += 1
            bad += yours != ["middle"] or any(s[3] != s[0] for s in after)
    return Finding(
        bad == 0,
        rf"In {counted(count - bad, count)} states with $m = n \le {n_max}$ the matrix is a "
        "column, and player II must play again in every state that can follow.",
    )


@claim("eq1")
def dynamic_programming(effort: Effort) -> Finding:
    """Equation (1), as solved everywhere in this book, against the rules in exact fractions."""
    worth = by_rules(effort.of(full=5, reduced=3), PRIZES)
    table = values(max(worth)[0], distribution=list(PRIZES))
    worst = max(abs(table.v(*state) - float(value)) for state, value in worth.items())
    return Finding(
        worst < CERTIFIED,
        f"With prizes of {listed(PRIZES)} we solved all {len(worth)} states with up to "
        f"{max(worth)[0]} stages from the rules alone: (1) is off by {told(worst)} at most. It is "
        "backward induction: the prizes are independent, and both players see everything but the "
        "choice that is made at the same time.",
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
        f"prints next it gives {listed(right.values())}. Nothing else has to be given.",
    )


def one_stage_printed(mean: Any) -> dict[tuple[int, int, int], Any]:
    """The five values of one stage, by the numbers of high, low and middle cards."""
    return {(0, 1, 0): 0, (1, 0, 0): 0, (0, 0, 1): 0, (1, 0, 1): mean, (0, 1, 1): -mean}


@deviations("v1")
def one_stage(table: StageValues) -> Iterable[Case]:
    """The five values of one stage."""
    printed = one_stage_printed(law_at(table).mean)
    yield from (((1, *cards), table.v(1, *cards) - v) for cards, v in printed.items())


def violations(table: StageValues, name: str) -> Iterator[Case]:
    """By how much the inequalities of Lemmas 1 to 3 are violated, state by state."""
    v = table.v
    for n, k, l, m in every_state(table.n_max):
        here, margin = v(n, k, l, m), 0.0
        if name == "lemma1.low" and k + l < n:
            margin = here - v(n, k, l + 1, m)
        elif name == "lemma1.high" and k + l < n:
            margin = v(n, k + 1, l, m) - here
        elif name == "lemma2.high" and l == 0 and m:
            margin = here - v(n, k, 0, m - 1)
        elif name == "lemma2.low" and k == 0 and m:
            margin = v(n, 0, l, m - 1) - here
        elif name == "lemma3.high" and l == 0:
            margin = here
        elif name == "lemma3.low" and k == 0:
            margin = -here
        else:
            continue
        yield (n, k, l, m), min(margin + ROUNDING, 0.0)


LEMMAS = ("lemma1.low", "lemma1.high", "lemma2.high", "lemma2.low", "lemma3.high", "lemma3.low")
PROVED = "Proved in the lecture."


@claim("lemmas.used")
def used_later(effort: Effort) -> Finding:
    """Which of the lemmas the text refers to behind them."""
    cited = said.published.entry("lemmas.used").columns["cited"]
    used = [name for name, lines in cited.items() if lines]
    never = [name for name in cited if name not in used]
    return Finding(
        ("partly" if used else False) if never else True,
        f"Behind them the text refers to {' and '.join(used)}, and never to {', '.join(never)}.",
    )


@claim("v1.lemmas", of=uniform)
def lemmas_for_one_stage(table: StageValues) -> Finding:
    """Lemmas 1 to 3 for one stage, where their proof begins."""
    cases = [c for name in LEMMAS for c in violations(table, name) if c[0][0] == 1]
    right = tally(size >= 0 for _, size in cases)
    return Finding(
        right.all,
        f"In the states with one stage, a uniform prize, {right} inequalities of the lemmas hold.",
    )


@claim("lemmas.induction", of=uniform)
def induction(table: StageValues) -> Finding:
    """That an induction on n proves the lemmas: its step, row by row and column by column.

    A hand that is poorer by a high card, or richer by a low one, has no row that some row of the
    other hand does not match or beat, whatever player II does; likewise for player II's columns in
    Lemma 2.
    """
    steps = bad = 0
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
            steps += len(worse)
            bad += sum(not any((b >= w - ROUNDING).all() for b in better) for w in worse)
    return Finding(
        bad == 0,
        "The induction needs that each row or column of the poorer hand is matched or beaten by "
        f"one of the richer hand. In the states with up to {table.n_max} stages and uniform "
        f"prizes, at the prizes {listed(f'{x:g}' for x in AT)}, {counted(steps - bad, steps)} are.",
    )


def playable(table: StageValues, state: State, x: float) -> np.ndarray:
    """The matrix of a stage at a prize, without what is not allowed."""
    game = table.matrix(*state, x)
    return game[~np.isnan(game).all(1)][:, ~np.isnan(game).all(0)]


@deviations("lemma1.low", note=PROVED)
def one_more_low_card(table: StageValues) -> Iterable[Case]:
    """One more low card never raises the value."""
    return violations(table, "lemma1.low")


@deviations("lemma1.high", note=PROVED)
def one_more_high_card(table: StageValues) -> Iterable[Case]:
    """One more high card never lowers the value."""
    return violations(table, "lemma1.high")


@deviations("lemma2.high", note=PROVED)
def more_middle_cards_against_high(table: StageValues) -> Iterable[Case]:
    """Against high cards alone one more middle card never lowers the value."""
    return violations(table, "lemma2.high")


@deviations("lemma2.low", note=PROVED)
def more_middle_cards_against_low(table: StageValues) -> Iterable[Case]:
    """Against low cards alone one more middle card never raises the value."""
    return violations(table, "lemma2.low")


@claim("lemma3.trivial")
def nothing_to_pay(effort: Effort) -> Finding:
    """With high cards alone no round costs player I anything, with low ones none pays him."""
    n_max, x = effort.of(full=12, reduced=4), Fraction(7)
    right = tally(
        one_round(state, a, b, x)[0] * (1 if state[1] else -1) >= 0
        for state in states(n_max)
        if not (state[1] and state[2])
        for a, b in product(*allowed(state))
    )
    return Finding(
        right.all,
        f"We played the pairs of choices in all states with one type of cards and up to {n_max} "
        f"stages: {right} cost the player with the better cards nothing, so that no sum of them is "
        "a loss.",
    )


@deviations("lemma3.high", note=PROVED)
def high_cards_never_lose(table: StageValues) -> Iterable[Case]:
    """With high cards alone the value is not negative."""
    return violations(table, "lemma3.high")


@deviations("lemma3.low", note=PROVED)
def low_cards_never_win(table: StageValues) -> Iterable[Case]:
    """With low cards alone the value is not positive."""
    return violations(table, "lemma3.low")
