"""Kernels of the gift exchange: one game after another, as records of numbers.

A player is stolen from at most once a round, because a stolen gift is locked until the chain ends;
so each player decides at most once a round, and each round opens one gift. The random numbers of a
game are therefore addressed by player and round, and a game under other features or rules meets the
same valuations, the same strategies and the same luck: common random numbers.
"""

from __future__ import annotations

import numpy as np

from parlor.core.compiled import njit
from parlor.core.draws import _stream, _uniform

from . import options
from .choices import (
    _best_target,
    _choose_wrapped,
    _cost,
    _may_open,
    _steal_chance,
    _stealable,
    _steals,
)
from .draws import DECISION, OPENING, _draw_game
from .options import Game, Record

# Columns of a game's record: scalars, then values by seat, their sums and players by strategy.
SCALARS = (
    "steals", "chains", "longest_chain", "swapped", "own_gifts", "chain_mean", "envy", "welfare",
    "allied_value", "swap_envy_before", "swap_envy_after", "swap_steals"
)  # fmt: skip
STEALS, CHAINS, LONGEST, SWAPPED, OWN, CHAIN_MEAN, ENVY, WELFARE, ALLIED = range(9)
SWAP_BEFORE, SWAP_AFTER, SWAP_STEALS = range(9, 12)
VALUES = (CHAIN_MEAN, ENVY, WELFARE, ALLIED, SWAP_BEFORE, SWAP_AFTER)  # the others are counts
SEATS = len(SCALARS)  # the first of the columns by seat

# Columns of what is seen of a game: n of each by round or rank, then one by strategy.
BY_ROUND = ("steals", "raids", "opened", "wanted")
SEEN_STEALS, RAIDS, OPENED, WANTED = range(4)
BY_STRATEGY = ("players", "turns", "thefts", "losses", "revenge", "frustration")
PLAYERS, TURNS, THEFTS, LOSSES, REVENGE, FRUSTRATION = range(6)


@njit(forceinline=True)
def _take(i: int, m: int, game: Game, x: Record) -> None:
    """Player i steals from m, Definition 2.19."""
    robbed, seats, gifts = game.robbed, game.seats, game.gifts
    j = seats[m].gift
    seats[i].gift, seats[m].gift = j, -1
    seats[m].lost = j
    gifts[j].holder = i
    gifts[j].locked = 1
    gifts[j].in_round += 1
    gifts[j].in_total += 1
    seats[m].prize = -1
    seats[i].prize = j if _stealable(gifts[j], x) else -1
    robbed[i, m] += 1
    seats[i].stolen += 1


@njit
def _calm(game: Game, x: Record) -> None:
    """Let frustration decay at a round's end."""
    seats = game.seats
    for p in range(seats.size):
        if x.calming == options.CALMING_ALL or (
            x.calming == options.CALMING_UNROBBED and seats[p].lost < 0
        ):
            seats[p].frustration = max(0.0, seats[p].frustration - x.frustration_decay)


@njit(forceinline=True)
def _play_round(k: int, stream: np.uint64, base: np.ndarray, game: Game, x: Record) -> int:
    """Player k's round until a gift is opened; the number of steals."""
    seats, gifts, opened = game.seats, game.gifts, game.opened
    n = seats.size
    for p in range(n):
        seats[p].lost = -1
        gifts[p].locked = 0
        gifts[p].in_round = 0
    for p in range(n):
        held = seats[p].gift
        seats[p].prize = held if held >= 0 and _stealable(gifts[held], x) else -1
    i, steals = k, 0
    while True:
        victim, net, value = _best_target(i, k, stream, game, x)
        if victim < 0:
            break
        luck = _uniform(stream, DECISION, k * n + i)
        if x.adaptive:
            wants = luck < _steal_chance(i, k, base, game, x)
            wants = wants and (net > 0.0 or not x.needs_gain)
        else:
            wants = _steals(i, net, value, luck, game, x)
        if not wants and _may_open(i, game, x):
            break
        _take(i, victim, game, x)
        steals += 1
        seats[victim].frustration = min(1.0, seats[victim].frustration + x.frustration_gain)
        if x.calming == options.CALMING_THIEF:
            seats[i].frustration = max(0.0, seats[i].frustration - x.frustration_decay)
        i = victim
    j = _choose_wrapped(i, _uniform(stream, OPENING, k), game, x)
    seats[i].gift = j
    gifts[j].holder = i
    gifts[j].opened = 1
    opened[k] = j
    if x.adaptive:  # nothing else asks for frustration
        _calm(game, x)
    return steals


@njit(forceinline=True)
def _final_swap(game: Game, x: Record) -> bool:
    """Player 1's optional swap for the best gift, the first in order of seats."""
    values, robbed, seats = game.values, game.robbed, game.seats
    mine = seats[0].gift
    own = values[0, mine]
    if mine == 0 and x.own_gift == options.OWN_GIFT_SOFT:
        own -= x.own_gift_cost
    best, other = own, -1
    for m in range(1, seats.size):
        j = seats[m].gift
        worth = values[0, j]
        if x.social_costs and x.swap_pays:
            worth -= _cost(robbed[0, m], seats[0].stolen, x)
        if j == 0:
            if x.own_gift == options.OWN_GIFT_HARD:
                continue
            if x.own_gift == options.OWN_GIFT_SOFT:
                worth -= x.own_gift_cost
        if worth > best:
            best, other = worth, m
    if other < 0:
        return False
    seats[0].gift, seats[other].gift = seats[other].gift, mine
    return True


@njit(forceinline=True)
def _clear(game: Game) -> None:
    """Nothing opened, nobody robbed."""
    robbed, seats, gifts, opened = game.robbed, game.seats, game.gifts, game.opened
    robbed[:] = 0
    opened[:] = -1
    for p in range(seats.size):
        seats[p].gift = -1
        seats[p].stolen = 0
        seats[p].frustration = 0.0
        gifts[p].holder = -1
        gifts[p].opened = 0
        gifts[p].in_total = 0


@njit(forceinline=True)
def _tally(record: np.ndarray, game: Game, n_strategies: int) -> None:
    """Final values, by seat and by strategy, and envy."""
    values, seats = game.values, game.seats
    n = seats.size
    first = SEATS + n
    for i in range(n):
        value = values[i, seats[i].gift]
        most = value
        for j in range(n):
            most = max(most, values[i, j])
        strategy = seats[i].strategy
        record[ENVY] += most - value
        record[OWN] += seats[i].gift == i
        record[WELFARE] += value / n
        record[ALLIED] += value if seats[i].ally else 0.0
        record[SEATS + i] = value
        record[first + strategy] += value
        record[first + n_strategies + strategy] += 1.0


@njit
def _mean_value(values: np.ndarray, gift: int) -> float:
    """What a gift is worth to the players on average."""
    total = 0.0
    for i in range(values.shape[0]):
        total += values[i, gift]
    return total / values.shape[0]


@njit
def _read_round(k: int, row: np.ndarray, game: Game) -> None:
    """Follow the chain of round k from thief to victim.

    A stolen gift is locked until the chain ends, so whoever stole it holds it still, and whoever
    lost it in this round is marked: that is the whole chain.
    """
    values, robbed, seats, opened = game.values, game.robbed, game.seats, game.opened
    n = seats.size
    strategies = row[4 * n :].reshape((6, -1))
    row[OPENED * n + k] = _mean_value(values, opened[k])
    i = k
    while True:
        strategy = seats[i].strategy
        strategies[TURNS, strategy] += 1.0
        victim = -1
        for m in range(n):
            if m != i and seats[m].lost == seats[i].gift:
                victim = m
        if victim < 0:
            break
        row[SEEN_STEALS * n + k] += 1.0
        row[RAIDS * n + k] = 1.0
        strategies[THEFTS, strategy] += 1.0
        strategies[LOSSES, seats[victim].strategy] += 1.0
        if robbed[victim, i] > 0:
            strategies[REVENGE, strategy] += 1.0
        i = victim
    for i in range(n):
        strategies[FRUSTRATION, seats[i].strategy] += seats[i].frustration


@njit
def _read_game(row: np.ndarray, game: Game) -> None:
    """How often the gifts were stolen, the most valued first, and who played."""
    values, seats, gifts = game.values, game.seats, game.gifts
    n = seats.size
    worth, order = np.empty(n), np.empty(n, np.int64)
    for j in range(n):  # by insertion: numba takes seconds to compile its own sorting
        worth[j] = _mean_value(values, j)
        rank = j
        while rank > 0 and worth[order[rank - 1]] < worth[j]:
            order[rank] = order[rank - 1]
            rank -= 1
        order[rank] = j
    for rank in range(n):
        row[WANTED * n + rank] = gifts[order[rank]].in_total
    strategies = row[4 * n :].reshape((6, -1))
    for i in range(n):
        strategies[PLAYERS, seats[i].strategy] += 1.0


@njit(nogil=True)
def _play_games(
    seed: np.uint64,
    first: int,
    thresholds: np.ndarray,
    base: np.ndarray,
    parameters: np.ndarray,
    seats: np.ndarray,
    gifts: np.ndarray,
    records: np.ndarray,
    final: np.ndarray,
    seen: np.ndarray,
    robberies: np.ndarray,
) -> None:
    """Fill a row of `records`, and of `final` the gift by seat, for each game.

    If `seen` has rows, each game is watched too, and `robberies` adds up who robbed whom.
    """
    n = seats.size
    x = parameters[0]
    values = np.empty((n, n))
    robbed = np.empty((n, n), np.int64)
    game = Game(values, robbed, seats, gifts, np.empty(n, np.int64))
    watched = seen.shape[0] > 0
    for row in range(records.shape[0]):
        stream = _stream(seed, first + row)
        _draw_game(stream, thresholds, values, seats, gifts, x)
        _clear(game)
        record = records[row]
        record[:] = 0.0
        for k in range(n):
            steals = _play_round(k, stream, base, game, x)
            record[STEALS] += steals
            record[CHAINS] += steals > 0
            record[LONGEST] = max(record[LONGEST], steals)
            if watched:
                _read_round(k, seen[row], game)
        if watched:
            _read_game(seen[row], game)
            robberies += robbed
        if record[CHAINS] > 0:
            record[CHAIN_MEAN] = record[STEALS] / record[CHAINS]
        most = values[0].max()
        record[SWAP_BEFORE] = most - values[0, seats[0].gift]
        record[SWAPPED] = _final_swap(game, x)
        record[SWAP_AFTER] = most - values[0, seats[0].gift]
        if record[SWAPPED] > 0:
            record[SWAP_STEALS] = gifts[seats[0].gift].in_total
        _tally(record, game, base.size)
        for i in range(n):
            final[row, i] = seats[i].gift
