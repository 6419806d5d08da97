"""What the party to replay on the lecture's page knows: the story, and means over many parties.

The page plays the rules of BASE by itself, from the same random numbers as the engine, so that a
party there is a game of the engine, with the same steps. What the engine does not keep apart, a
seat's mean by the rule that its player follows, is made here: seats draw their rules independently,
so the games in which a seat has drawn a rule are games in which it follows that rule among others
who draw theirs.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from parlor.core.compiled import njit
from parlor.core.draws import stream_of, uniform_at
from parlor.games.gift_exchange import SIX, VALUATIONS, Condition, play
from parlor.games.gift_exchange.rules import STRATEGY

from .lecture_party import GIFTS, GUESTS, TEMPERS, TOSSES, WORTH

N_GAMES = 120_000
DIGITS = 5


def party_to_play(n_games: int = N_GAMES) -> dict[str, Any]:
    """The party of the lecture, and what each seat goes home with on average by its rule.

    Parameters
    ----------
    n_games : int
        Parties of six for each kind of taste.

    Returns
    -------
    dict
        ``guests``, ``gifts``, ``rules`` (the six) and ``tastes`` by name; ``story`` with ``rules``
        (by seat, places in ``rules``), ``values`` (by guest and gift) and ``tosses`` of coins that
        say steal; ``seed`` and ``games`` of the engine; ``means[taste][seat][rule]`` and
        ``errors``, one standard error each.

    Examples
    --------
    >>> told = party_to_play(1000)
    >>> told["gifts"][0], len(told["means"]["independent"][5])
    ('book', 6)
    """
    means, errors = {}, {}
    for taste in VALUATIONS:
        condition = Condition(n_players=len(GUESTS), valuation=taste)
        means[taste], errors[taste] = by_rule(condition, n_games)
    return {
        "guests": list(GUESTS),
        "gifts": list(GIFTS),
        "rules": list(SIX),
        "tastes": list(VALUATIONS),
        "story": {
            "rules": [SIX.index(temper) for temper in TEMPERS],
            "values": [list(row) for row in WORTH],
            "tosses": [int(toss) for toss in TOSSES],
        },
        "seed": Condition().seed,
        "games": n_games,
        "means": means,
        "errors": errors,
    }


def by_rule(condition: Condition, n_games: int) -> tuple[list[list[float]], list[list[float]]]:
    """Mean final value by seat and rule, and its standard error, over games 0 to `n_games` - 1."""
    rules = drawn_rules(condition, n_games)
    values = play(condition, n_games=n_games)["seat_value"]
    means, errors = [], []
    for seat in range(condition.n_players):
        row = [values[rules[:, seat] == rule, seat] for rule in range(len(SIX))]
        means.append([round(float(x.mean()), DIGITS) for x in row])
        errors.append([round(float(x.std(ddof=1)) / sqrt(x.size), DIGITS) for x in row])
    return means, errors


def drawn_rules(condition: Condition, n_games: int) -> np.ndarray:
    """The rule that each seat has drawn in each game, a place in `SIX`: (n_games, n_players)."""
    rules = np.empty((n_games, condition.n_players), np.int64)
    _draw_rules(np.uint64(condition.seed), np.cumsum(condition.chances), rules)
    return rules


@njit(counted=False)
def _draw_rules(seed: np.uint64, thresholds: np.ndarray, rules: np.ndarray) -> None:
    for game in range(rules.shape[0]):
        stream = stream_of(seed, game)
        for seat in range(rules.shape[1]):
            luck, rule = uniform_at(stream, STRATEGY, seat), 0
            while rule + 1 < thresholds.size and luck >= thresholds[rule]:
                rule += 1
            rules[game, seat] = rule


def still_party() -> str:
    """The guests of the lecture's party, where it cannot be replayed."""
    seats = "".join(
        f'<text x="{90 * (i % 3) + 50}" y="{44 * (i // 3) + 18}">{i + 1} {guest}</text>'
        f'<text x="{90 * (i % 3) + 50}" y="{44 * (i // 3) + 34}" font-size="11">{gift}</text>'
        for i, (guest, gift) in enumerate(zip(GUESTS, GIFTS, strict=True))
    )
    return (
        '<svg viewBox="0 0 280 88" role="img" fill="currentColor" font-size="14" '
        'text-anchor="middle" aria-label="Six guests and six gifts">'
        f"{seats}</svg>"
    )
