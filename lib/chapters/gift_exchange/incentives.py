"""What hosts and guests would choose: a limit on thefts, a pact, a strategy.

These are questions of the source's last section. `limit_row` plays the same games under several
limits, and `best_limits` says which is best at which price of a theft. `pact_gain` says what a pact
is worth to those who keep it. `settle` lets a population choose among the six strategies: shares
grow with what a strategy earns (replicator dynamics), until they settle.

The tables for all conditions take minutes and come with the library, `shipped`; this makes them:

    python -m chapters.gift_exchange.long_run --output data/games/gift_exchange.json
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from parlor.core.estimate import Estimate, of_sample
from parlor.core.places import data_file
from parlor.games.gift_exchange.condition import Condition
from parlor.games.gift_exchange.engine import play
from parlor.games.gift_exchange.reading import SIX
from parlor.games.gift_exchange.watch import draw

from .sets import SETS

# in most parties of 29 no gift is stolen more than 15 times
LIMITS = (1, 2, 3, 4, 5, 6, 8, 10, 15, None)
TREMBLE = 0.06  # of the guests choose blindly, so that every strategy's payoff is seen
LEAST_SHARE = 1e-4  # no strategy dies out, since it may pay once others have grown
N_PARTS = 4  # of the fresh games, whose spread gives the error


@dataclass(frozen=True)
class Population:
    """Where a population settles that chooses among the six strategies.

    Attributes
    ----------
    shares : dict of str to float
        Of each strategy, the mean over the last third of the steps.
    payoffs : dict of str to float
        What each earns there: the mean value of the gift that is taken home.
    regret : float
        How much more than the population the best strategy earns, on fresh games.
    error : float
        Standard error of the payoff that the best strategy has.
    """

    shares: dict[str, float]
    payoffs: dict[str, float]
    regret: float
    error: float


def feature_sets() -> list[str]:
    """Return the 16 sets of features.

    Returns
    -------
    list of str
        As `Condition` names them.

    Examples
    --------
    >>> feature_sets()[:3], len(feature_sets())
    (['BASE', 'PI', 'SC'], 16)
    """
    return ["+".join(some) or "BASE" for some in SETS]


def limit_row(condition: Condition, n_games: int) -> dict[str, np.ndarray]:
    """Play the same games under each of `LIMITS`.

    Parameters
    ----------
    condition : Condition
        What is played; its limit for the whole game is not used.
    n_games : int
        How many games of each.

    Returns
    -------
    dict of str to ndarray
        By limit ``thefts`` a game, ``welfare``, the mean value that is taken home, ``envy``, how
        much more the best gift is worth to a guest, and ``gain``, welfare less that without a
        limit, with its standard error ``error``.

    Examples
    --------
    >>> row = limit_row(Condition(n_players=5), 50)
    >>> bool((np.diff(row["thefts"]) >= 0).all()), float(row["gain"][-1])
    (True, 0.0)
    """
    found = [play(replace(condition, total_limit=limit), n_games=n_games) for limit in LIMITS]
    welfare = np.array([records["welfare"] for records in found])
    change = welfare - welfare[-1]
    return {
        "thefts": np.array([records["steals"].mean() for records in found]),
        "welfare": welfare.mean(axis=1),
        "envy": np.array([records["envy"].mean() for records in found]) / condition.n_players,
        "gain": change.mean(axis=1),
        "error": change.std(axis=1, ddof=1) / np.sqrt(n_games),
    }


def pact_gain(condition: Condition, n_games: int) -> Estimate:
    """Return what a coalition's pact changes for its members: the same players without it.

    Parameters
    ----------
    condition : Condition
        With a coalition of at least one member in its rules.
    n_games : int
        How many games.

    Returns
    -------
    Estimate
        Change of a member's mean final value, with its standard error over games.

    Examples
    --------
    >>> from parlor.games.gift_exchange import Rules
    >>> pact_gain(Condition(n_players=8, rules=Rules(coalition=1)), 20)
    Estimate(value=0.0, error=0.0)
    """
    alone = replace(condition, rules=replace(condition.rules, coalition=0))
    moved, left = (play(one, n_games=n_games)["seat_value"] for one in (condition, alone))
    gain = (moved - left) * draw(condition, n_games=n_games).ally
    return of_sample(gain.sum(axis=1) / condition.rules.coalition)


def best_limits(
    thefts: Sequence[float] | np.ndarray,
    worth: Sequence[float] | np.ndarray,
    *,
    limits: Sequence[int | None] = LIMITS,
) -> list[tuple[float, int | None]]:
    """Return which limit is best from which price of a theft on.

    A party is worth `worth` less the price times `thefts`: straight lines, of which the upper
    envelope is taken. As the price rises the best number of thefts falls.

    Parameters
    ----------
    thefts, worth : sequence of float
        By limit, as long as `limits`; worth in the units of the price, for the whole party.
    limits : sequence of int or None
        Which they are: thefts of a gift, from 0 up, None for no limit.

    Returns
    -------
    list of (float, int or None)
        Prices, rising from 0, and the limit that is best from there on.

    Examples
    --------
    >>> best_limits([10, 20, 40], [5.0, 6.0, 7.0], limits=[1, 2, None])
    [(0.0, None), (0.05, 2), (0.1, 1)]
    """
    x, y = np.asarray(thefts, float), np.asarray(worth, float)
    at = int(np.lexsort((x, -y))[0])  # the best without a price; of equals that with fewest thefts
    found: list[tuple[float, int | None]] = [(0.0, limits[at])]
    while (fewer := np.flatnonzero(x < x[at])).size:
        prices = (y[at] - y[fewer]) / (x[at] - x[fewer])
        first = prices.min()
        at = int(fewer[prices == first][np.argmin(x[fewer[prices == first]])])
        found.append((float(first), limits[at]))
    return found


def settle(
    condition: Condition,
    *,
    n_steps: int = 45,
    n_games: int = 600,
    rate: float = 25.0,
    n_fresh: int = 6000,
) -> Population:
    """Let a population choose among the six strategies, from equal shares.

    Each step plays games of guests drawn from the population, six in a hundred of whom choose
    blindly, and multiplies the share of a strategy by exp(`rate` times what it earns more than the
    mean).

    Parameters
    ----------
    condition : Condition
        What is played; its strategies are not used.
    n_steps : int
        Steps.
    n_games : int
        Games of each.
    rate : float
        How fast shares grow.
    n_fresh : int
        Games for the regret.

    Returns
    -------
    Population
        The mean of the last third of the steps.

    Examples
    --------
    >>> population = settle(Condition(features="SC"), n_steps=12, n_games=50, n_fresh=100)
    >>> max(population.shares, key=population.shares.get)
    'always_steal'
    """
    shares, tail = np.full(len(SIX), 1 / len(SIX)), []
    for step in range(n_steps):
        earned = _earned(condition, shares, n_games, step * n_games)
        shares = shares * np.exp(rate * (earned - shares @ earned))
        shares = np.maximum(shares, LEAST_SHARE)
        shares /= shares.sum()
        if step >= n_steps - n_steps // 3:
            tail.append(shares)
    mean = np.mean(tail, axis=0)
    start, size = n_steps * n_games, n_fresh // N_PARTS
    parts = np.array(
        [_earned(condition, mean, size, start + part * size) for part in range(N_PARTS)]
    )
    earned, error = parts.mean(axis=0), parts.std(axis=0, ddof=1) / np.sqrt(N_PARTS)
    best = int(earned.argmax())
    return Population(
        dict(zip(SIX, mean.tolist(), strict=True)),
        dict(zip(SIX, earned.tolist(), strict=True)),
        float(earned[best] - mean @ earned),
        float(error[best]),
    )


def _earned(condition: Condition, shares: np.ndarray, n_games: int, first_game: int) -> np.ndarray:
    """What each strategy takes home on average, in a population with these shares."""
    mix = (1 - TREMBLE) * shares + TREMBLE / len(SIX)
    strategies = dict(zip(SIX, (mix / mix.sum()).tolist(), strict=True))
    drawn = replace(condition, strategies=strategies)
    records = play(drawn, n_games=n_games, first_game=first_game)
    value, players = (records[x].sum(axis=0) for x in ("strategy_value", "strategy_players"))
    mean = np.full(len(SIX), value.sum() / players.sum())  # if nobody drew a strategy
    return np.divide(value, players, out=mean, where=players > 0)


@cache
def shipped() -> Mapping[str, list[dict[str, Any]]]:
    """Read the tables that come with the library.

    Returns
    -------
    mapping of str to list of dict
        ``limits``, ``pacts`` and ``populations``, a dict for each condition.

    Examples
    --------
    >>> sorted(shipped()), len(shipped()["populations"])
    (['limits', 'pacts', 'populations'], 48)
    """
    return json.loads(data_file("gift_exchange.json").read_text(encoding="utf-8"))
