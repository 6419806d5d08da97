"""Section 2.7, steal limits: what raising them does to the steals, and whom they keep safe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise, permutations, product

import numpy as np
import pandas as pd

from parlor.core.estimate import Estimate, of_sample
from parlor.games.gift_exchange import Condition, play
from parlor.games.gift_exchange.watch import Observations, observe
from press import Effort, Finding, claim, counted

from ..orders import COUNTEREXAMPLE, by_limit, expected_steals, falls, random_parties, steals
from ..paired import PairedStatistics, difference, play_statistics
from ..sets import CROWDS, FULL, MODELS, Features
from ..study import study
from ..words import by_model, named

LIMITS = (1, 2, 3, 6, None)
LOT = dict.fromkeys((1, 2, 3, None))  # of small parties, which `by_limit` plays
Limited = Mapping[tuple[str, str, Features], Sequence[PairedStatistics]]


@cache
def play_limited(effort: Effort) -> Limited:
    """The same games under each limit: same tastes, same temperaments, same luck."""

    def played(crowd: str, v: str, f: Features, limit: int | None) -> PairedStatistics:
        condition = replace(study(effort).condition(v, f, crowd), total_limit=limit)
        return play_statistics(condition, ["steals"], n_games=effort.of(full=200, reduced=20))

    cells = product(CROWDS, MODELS, ((), FULL))
    return {cell: [played(*cell, limit) for limit in LIMITS] for cell in cells}


def table(limited: Limited) -> pd.DataFrame:
    """Steals a game by limit."""
    rows = [
        [crowd, v, named(f), *(f"{p.values['steals']:.1f}" for p in row)]  # noqa: PD011
        for (crowd, v, f), row in limited.items()
    ]
    heads = [*(f"limit {limit}" for limit in LIMITS[:-1]), "no limit"]
    return pd.DataFrame(rows, columns=["players of", "valuation", "features", *heads])


def n_games(limited: Limited) -> int:
    """How many games were played of each condition."""
    return min(p.n_games for row in limited.values() for p in row)


def largest_error(limited: Limited) -> float:
    """The largest standard error in the table."""
    return max(p.estimate("steals").error for row in limited.values() for p in row)


def steps(limited: Limited) -> list[Estimate]:
    """What each step to a higher limit adds to the steals."""
    return [difference(b, a) for row in limited.values() for a, b in pairwise(row)]


def fewer_without(limited: Limited) -> list[float]:
    """Share of a condition's games with fewer steals without a limit than with a limit of 3."""
    shares = []
    for row in limited.values():
        pair = (row[LIMITS.index(limit)] for limit in (3, None))
        three, free = (p.values["steals"] + p.deviations["steals"] for p in pair)  # noqa: PD011
        shares.append(float(np.mean(free + 0.5 < three)))
    return shares


def with_limits(row: Mapping[int | None, object]) -> str:
    """The limits of a row in words."""
    return f"with limits of {', '.join(str(limit or 'none') for limit in row)}"


@claim("base.limit_wording", of=play_limited)
def limit_wording(limited: Limited) -> Finding:
    """The words say the opposite of the formula."""
    changes = steps(limited)
    raised = sum(e.above() for e in changes)
    return Finding(
        not raised,
        f"Of {len(changes)} steps to a higher limit {raised} raise the steals in "
        f"{n_games(limited)} games of the source's size by over four standard errors.",
    )


@claim("base.limit_monotone")
def limit_monotone(effort: Effort) -> Finding:
    """Proposition 2.1 as it is stated, for any players: exactly, over all orders of opening."""
    row = by_limit(*COUNTEREXAMPLE)
    four = [falls(by_limit(*one)) for one in random_parties(4, effort.of(full=300, reduced=5))]
    limited = play_limited(effort)
    changes = steps(limited)
    return Finding(
        not falls(row) and not any(four),
        "Four players (open, mean_based, threshold, always_steal), values in the diagnosis, have "
        f"over all orders of opening exactly {', '.join(map(str, row.values()))} expected steals "
        f"{with_limits(row)}. Among parties of four drawn at random thefts never fall as the limit "
        f"rises in {counted(len(four) - sum(four), len(four))}. In the source's own populations "
        f"{sum(e.above() for e in changes)} of {len(changes)} steps up raise the steals of "
        f"{n_games(limited)} games beyond doubt, and {sum((-e).above() for e in changes) or 'no'} "
        "step lowers them.",
    )


@claim("base.limit_strict")
def limit_strict(effort: Effort) -> Finding:
    """Whether it is strict once gifts reach the lower limit."""
    two, rules = ((50, 50), (50, 50)), ("always_open", "always_steal")
    games = [steals(two, rules, order, 1)[1] for order in ((0, 1), (1, 0))]
    reached = sum(max(taken) == 1 for taken in games)
    low, high = (expected_steals(two, rules, limit) for limit in (1, 2))
    return Finding(
        low < high,
        "Two players, the second always steals: with a limit of one a gift reaches it in "
        f"{reached} of {len(games)} games, and the steals are {low} with a limit of one and {high} "
        "with two.",
    )


@claim("base.limit_zero")
def limit_zero(effort: Effort) -> Finding:
    """With the source's own code 0 for no limit the formula fails at 0."""
    thieves = ("always_steal",) * 4
    row = {code: expected_steals(COUNTEREXAMPLE[0], thieves, code or None) for code in range(4)}
    return Finding(
        all(a <= b for a, b in pairwise(row.values())),
        f"Four players who always steal have {', '.join(map(str, row.values()))} steals at "
        f"{', '.join(map(str, row))}: zero is less than one and its steals are more. Read as no "
        "limit, zero comes last and all is in order.",
    )


@claim("base.limit_sketch")
def limit_sketch(effort: Effort) -> Finding:
    """Whether a retired gift, another target or an opening can only mean fewer steals."""
    values, rules = COUNTEREXAMPLE
    row = by_limit(values, rules)
    orders = list(permutations(range(4)))
    played = {o: [steals(values, rules, o, limit)[0] for limit in (1, 2)] for o in orders}
    worst = max(orders, key=lambda o: played[o][0] - played[o][1])
    return Finding(
        row[1] <= row[2],
        f"In the counterexample retiring gifts after one steal gives {row[1]} expected steals, "
        f"after two {row[2]}: a thief who is sent to another victim displaces somebody else, who "
        f"may steal on (opening in the order {', '.join(str(gift + 1) for gift in worst)}: "
        f"{played[worst][0]} and {played[worst][1]} steals).",
    )


@claim("base.limit_average")
def limit_average(effort: Effort) -> Finding:
    """The proposition for parties whose tastes and strategies are drawn by lot."""
    parties = random_parties(4, effort.of(full=300, reduced=5), seed=2)
    rows = np.array([[float(x) for x in by_limit(*one).values()] for one in parties])
    rises = [of_sample(column) for column in np.diff(rows).T]
    changes = steps(play_limited(effort))
    falling = sum((-e).above() for e in changes)
    return Finding(
        "not refuted" if not falling and not any((-e).above() for e in rises) else False,
        f"Of {len(changes)} steps to a higher limit in the source's two populations, six "
        f"conditions each, {sum(e.above() for e in changes)} raise the steals by over four "
        f"standard errors and {falling or 'no step'} lowers them so. {len(rows)} parties of four "
        f"drawn at random have {', '.join(f'{x:.2f}' for x in rows.mean(axis=0))} "
        f"{with_limits(LOT)}, on average.",
    )


@cache
def three_steals(effort: Effort) -> dict[str, tuple[Observations, Observations, np.ndarray]]:
    """Games with a limit of three and without, watched; and how often what the swap takes moved."""
    n = effort.of(full=300, reduced=20)
    found = {}
    for v in MODELS:
        limited, free = (Condition(valuation=v, total_limit=limit) for limit in (3, None))
        moved = play(limited, n_games=n)["swap_steals"]
        found[v] = (observe(limited, n_games=n), observe(free, n_games=n), moved)
    return found


def of_each(effort: Effort) -> str:
    """How many games those are, in words."""
    return f"{effort.of(full=300, reduced=20)} games of each model"


@claim("variants.retire")
def retire(effort: Effort) -> Finding:
    """Whether the gift that all want is safe in the end."""
    retired = {
        v: float((limited.each("wanted")[:, 0] == 3).mean())
        for v, (limited, *_) in three_steals(effort).items()
    }
    shares = by_model({v: f"{share:.0%}" for v, share in retired.items()})
    return Finding(
        min(retired.values()) == 1,
        f"The gift of the highest mean value has retired by the end in {shares} of "
        f"{of_each(effort)}. One opened in the last two rounds cannot have been stolen three "
        "times.",
    )


@claim("variants.calmer")
def calmer(effort: Effort) -> Finding:
    """Whether a limit of three means fewer steals late in the game."""
    fewer = {
        v: of_sample(np.subtract(*(o.each("steals")[:, 19:].sum(1) for o in (limited, free))))
        for v, (limited, free, _) in three_steals(effort).items()
    }
    return Finding(
        all((-e).above() for e in fewer.values()),
        f"In {of_each(effort)} the steals of the last ten rounds change by "
        f"{by_model({v: f'{e:+.1f}' for v, e in fewer.items()})}.",
    )


@claim("variants.keeps")
def keeps(effort: Effort) -> Finding:
    """Whether the last holder keeps a retired gift."""
    taken = {v: float((moved == 3).mean()) for v, (*_, moved) in three_steals(effort).items()}
    shares = by_model({v: f"{share:.0%}" for v, share in taken.items()})
    return Finding(
        max(taken.values()) == 0,
        f"In {shares} of {of_each(effort)} player 1's final swap takes a retired gift: locks do "
        "not bind it.",
    )
