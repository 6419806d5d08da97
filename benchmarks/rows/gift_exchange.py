"""The gift exchange: both populations' full factorials of the source."""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import Any

from tests.games.gift_exchange.oracle import play_slowly

from chapters.gift_exchange.sets import POPULATIONS, conditions
from parlor.games.gift_exchange import Condition, play, simulate_condition

from ..least import drawn_normally, looked
from ..row import Growth, Limit, Row, Way

GAMES, SAMPLE = 500, 1


def fast(given: list[Condition]) -> list[int]:
    """Steals of each condition's first games, all of its games played."""
    return [
        int(steals) for cell in given for steals in play(cell, n_games=GAMES)["steals"][:SAMPLE]
    ]


def slowly(given: list[Condition]) -> list[int]:
    return [play_slowly(cell, game).steals for cell in given for game in range(SAMPLE)]


def unlike(mine: list[int], theirs: list[int]) -> float:
    return float(mine != theirs)


ROWS = tuple(
    Row(
        f"gift_exchange/factorial{place}",
        f"gift exchange, {name}: 48 conditions, {GAMES:,} games of each",
        partial(conditions, name), Way("ours", fast),
        (Way("the rules in plain Python", slowly, kind="plain", share=SAMPLE / GAMES),),
        unlike, 0.0,
    )
    for place, name in enumerate(POPULATIONS, start=1)
)  # fmt: skip


def party(n: int) -> Any:
    return simulate_condition(Condition(n_players=n, features=("SC",)), n_games=1_000).n_games


GROWTHS = (
    Growth(
        "gift_exchange/players", "1,000 parties, `simulate_condition`", "guests",
        (10, 20, 40, 80, 160, 200, 320), party, "$n^2$: everybody looks at every gift",
        5_000, expected=2.0,
    ),
    Growth(
        "gift_exchange/games", "parties of 29, `simulate_condition`", "parties",
        tuple(1_000 * 2**k for k in range(14)),
        lambda n: simulate_condition(Condition(features=("SC",)), n_games=n).n_games,
        "$n$", 10**9, expected=1.0,
    ),
)  # fmt: skip

GUESTS, PARTIES = 29, 2_000
FRESH = count(step=PARTIES)


def parties(**how: Any) -> Any:
    return simulate_condition(Condition(n_players=GUESTS, **how), n_games=PARTIES).n_games


def opposed() -> Any:
    """Parties that are new each time, since tastes of the last ones are kept."""
    condition = Condition(n_players=GUESTS, valuation="negative")
    return simulate_condition(condition, n_games=PARTIES, first_game=next(FRESH)).n_games


def tastes(numbers: int) -> float:
    """Normal tastes of the guests of some parties."""
    return drawn_normally(numbers * GUESTS * GUESTS)


LIMITS = (
    Limit(
        "gift_exchange/plain", f"parties of {GUESTS}, independent tastes, `simulate_condition`",
        "parties", lambda: PARTIES, parties, partial(looked, guests=GUESTS),
        "drawing the tastes; a look at every open gift for each guest",
        "each robbed guest looks again, and who steals is a branch that nobody can foresee",
    ),
    Limit(
        "gift_exchange/all", "such parties with signals, costs, revenge and biased choices",
        "parties", lambda: PARTIES, partial(parties, features=("PI", "SC", "AD", "BS")),
        partial(looked, guests=GUESTS),
        "drawing the tastes; a look at every open gift for each guest",
        "costs and moods enter each look, and signals are normal",
    ),
    Limit(
        "gift_exchange/negative", "such parties, tastes of two camps that disagree", "parties",
        lambda: PARTIES, opposed, tastes,
        "drawing the normal tastes, by NumPy's quickest generator",
        "numbers that know their place: a logarithm, a sine and a cosine for two, after Box and "
        "Muller, where a ziggurat needs the numbers drawn before",
    ),
)  # fmt: skip
