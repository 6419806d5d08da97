"""Kernels of the gift exchange: one game after another, as records of numbers.

A player is stolen from at most once a round, because a stolen gift is locked until the chain ends;
so each player decides at most once a round, and each round opens one gift. The random numbers of a
game are therefore addressed by player and round, and a game under other features or rules meets the
same valuations, the same strategies and the same luck: common random numbers.
"""

from __future__ import annotations

import numpy as np

from parlor.core.compiled import njit
from parlor.core.draws import stream_of, uniform_at

from . import options
from .choices import (
    _best_target,
    _choose_wrapped,
    _costs,
    _line_up,
    _may_open,
    _net,
    _steals,
    _turns_away,
)
from .draws import (
    OPENING,
    _draw_noise,
    _draw_players,
    _draw_qualities,
    _draw_signals,
    _draw_values,
)
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


@njit(counted=False, forceinline=True)
def _take(i: int, j: int, game: Game) -> int:
    """Player i steals gift j, Definition 2.19; whoever held it."""
    seats, gifts = game.seats, game.gifts
    m = gifts[j].holder
    seats[i].gift, seats[m].gift = j, -1
    seats[m].lost = j
    gifts[j].holder = i
    gifts[j].locked = 1
    gifts[j].in_total += 1
    game.robbed[i, m] += 1
    seats[i].stolen += 1
    return m


@njit(counted=False, forceinline=True)
def _drop(place: int, row: np.ndarray, size: int) -> None:
    """Take one number out of the first so many of a row; those behind it move up."""
    for after in range(place + 1, size):
        row[after - 1] = row[after]


@njit(counted=False)
def _calm(game: Game, x: Record) -> None:
    """Let frustration decay at a round's end."""
    seats = game.seats
    for p in range(seats.size):
        if x.calming == options.CALMING_ALL or (
            x.calming == options.CALMING_UNROBBED and seats[p].lost < 0
        ):
            seats[p].frustration = max(0.0, seats[p].frustration - x.frustration_decay)


@njit(counted=False, forceinline=True)
def _play_round(k: int, stream: np.uint64, base: np.ndarray, game: Game, x: Record) -> int:
    """Player k's round until a gift is opened; the number of steals."""
    seats, gifts = game.seats, game.gifts
    n = seats.size
    for p in range(k):  # who holds something
        seats[p].lost = -1
        gifts[seats[p].gift].locked = 0
    count, left = _line_up(k, game, x), n - k
    i, steals = k, 0
    while True:
        may_open = _may_open(i, left, game, x)
        if may_open and _turns_away(i, k, stream, base, game, x):
            break
        place, net, value = _best_target(i, k, count, stream, game, x)
        if place < 0 or (may_open and not _steals(i, left, net, value, game, x)):
            break
        victim = _take(i, game.line[place], game)
        game.barred[place] = -np.inf  # locked until the chain ends
        steals += 1
        seats[victim].frustration = min(1.0, seats[victim].frustration + x.frustration_gain)
        if x.calming == options.CALMING_THIEF:
            seats[i].frustration = max(0.0, seats[i].frustration - x.frustration_decay)
        i = victim
    place = _choose_wrapped(i, left, uniform_at(stream, OPENING, k), game, x)
    j = game.wrapped[place]
    _drop(place, game.wrapped, left)
    seats[i].gift = j
    gifts[j].holder = i
    gifts[j].opened = 1
    game.opened[k] = j
    if x.adaptive:  # nothing else asks for frustration
        _calm(game, x)
    return steals


@njit(counted=False, forceinline=True)
def _final_swap(game: Game, x: Record) -> bool:
    """Player 1's optional swap for the best gift, the first in order of seats."""
    values, robbed, seats = game.values, game.robbed, game.seats
    mine, stolen = seats[0].gift, seats[0].stolen
    costs = _costs(x.social_costs and x.swap_pays, x)
    best, other = values[0, mine], -1
    if mine == 0 and x.own_gift == options.OWN_GIFT_SOFT:
        best -= x.own_gift_cost
    for m in range(1, seats.size):
        j = seats[m].gift
        if j == 0 and x.own_gift == options.OWN_GIFT_HARD:
            continue
        worth = _net(values[0, j], j == 0, robbed[0, m], stolen, costs)
        if worth > best:
            best, other = worth, m
    if other < 0:
        return False
    seats[0].gift, seats[other].gift = seats[other].gift, mine
    return True


@njit(counted=False, forceinline=True)
def _clear(game: Game) -> None:
    """Nothing opened, nobody robbed."""
    seats, gifts = game.seats, game.gifts
    game.robbed[:] = 0
    for p in range(seats.size):
        seats[p].gift = -1
        seats[p].lost = -1
        seats[p].stolen = 0
        seats[p].frustration = 0.0
        gifts[p].opened = 0
        gifts[p].locked = 0
        gifts[p].in_total = 0
        game.wrapped[p] = p


@njit(counted=False)
def _most(values: np.ndarray) -> float:
    """The largest of some values."""
    most = values[0]
    for value in values:
        most = max(most, value)
    return most


@njit(counted=False, forceinline=True)
def _tally(record: np.ndarray, game: Game, n_strategies: int) -> None:
    """Final values, by seat and by strategy, and envy."""
    values, seats, most = game.values, game.seats, game.worth
    n = seats.size
    first = SEATS + n
    most[:] = -np.inf
    for j in range(n):  # one gift after another, so that no player's maximum waits for itself
        for i in range(n):
            most[i] = max(most[i], values[i, j])
    for i in range(n):
        value = values[i, seats[i].gift]
        strategy = seats[i].strategy
        record[ENVY] += most[i] - value
        record[OWN] += seats[i].gift == i
        record[WELFARE] += value / n
        record[ALLIED] += value if seats[i].ally else 0.0
        record[SEATS + i] = value
        record[first + strategy] += value
        record[first + n_strategies + strategy] += 1.0


@njit(counted=False)
def _mean_value(values: np.ndarray, gift: int) -> float:
    """What a gift is worth to the players on average."""
    total = 0.0
    for i in range(values.shape[0]):
        total += values[i, gift]
    return total / values.shape[0]


@njit(counted=False)
def _read_round(k: int, row: np.ndarray, game: Game) -> None:
    """Follow the chain of round k from thief to victim.

    A stolen gift is locked until the chain ends, so whoever stole it holds it still, and whoever
    lost it in this round is marked: that is the whole chain.
    """
    values, robbed, seats, opened = game.values, game.robbed, game.seats, game.opened
    n, loser = seats.size, game.line  # of each gift, who lost it in this round
    loser[:] = -1
    for m in range(n):
        if seats[m].lost >= 0:
            loser[seats[m].lost] = m
    strategies = row[4 * n :].reshape((6, -1))
    row[OPENED * n + k] = _mean_value(values, opened[k])
    i = k
    while True:
        strategy = seats[i].strategy
        strategies[TURNS, strategy] += 1.0
        victim = loser[seats[i].gift]
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


@njit(counted=False)
def _read_game(row: np.ndarray, game: Game) -> None:
    """How often the gifts were stolen, the most valued first, and who played."""
    values, seats, gifts = game.values, game.seats, game.gifts
    n = seats.size
    worth, order = game.worth, game.line
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


@njit(counted=False, nogil=True)
def _play_games(
    seed: np.uint64,
    first: int,
    thresholds: np.ndarray,
    base: np.ndarray,
    parameters: np.ndarray,
    game: Game,
    records: np.ndarray,
    final: np.ndarray,
    seen: np.ndarray,
    robberies: np.ndarray,
    noises: np.ndarray,
    tastes: np.ndarray,
) -> None:
    """Fill a row of `records`, and of `final` the gift by seat, for each game.

    If `seen` has rows, each game is watched too, and `robberies` adds up who robbed whom. If
    `noises` has tables, they are the noise of opposed tastes; else it is drawn. If `tastes` has
    some, they are filled with what the gifts are worth.
    """
    values, seats, gifts = game.values, game.seats, game.gifts
    n = seats.size
    x = parameters[0]
    watched, kept, told = seen.shape[0] > 0, noises.shape[0] > 0, tastes.shape[0] > 0
    for row in range(records.shape[0]):
        stream = stream_of(seed, first + row)
        _draw_qualities(stream, gifts)
        if x.valuation == options.NEGATIVE and not kept:
            _draw_noise(stream, values)
        _draw_values(stream, noises[row] if kept else values, values, seats, gifts, x)
        if told:
            for i in range(n):
                for j in range(n):
                    tastes[row, i, j] = values[i, j]
        if x.partial_information or x.biased:  # nothing else asks for them
            _draw_signals(stream, values, gifts, x)
        _draw_players(stream, thresholds, seats, x)
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
            robberies += game.robbed
        if record[CHAINS] > 0:
            record[CHAIN_MEAN] = record[STEALS] / record[CHAINS]
        most = _most(values[0])
        record[SWAP_BEFORE] = most - values[0, seats[0].gift]
        record[SWAPPED] = _final_swap(game, x)
        record[SWAP_AFTER] = most - values[0, seats[0].gift]
        if record[SWAPPED] > 0:
            record[SWAP_STEALS] = gifts[seats[0].gift].in_total
        _tally(record, game, base.size)
        for i in range(n):
            final[row, i] = seats[i].gift
