"""The engine of the gift exchange: games played round by round, one after another.

`play` keeps a record of each game and `allocations` who goes home with what; `run` hands over all
that can be kept of games, which others add up, watch, or look at after the party. What a game draws
is in `draws`, what players choose in `choices`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from parlor.core.checks import whole
from parlor.core.compiled import njit
from parlor.core.draws import stream_of, uniform_at
from parlor.core.quantities import checked

from . import reading
from .choices import (
    best_target,
    can_open,
    choose_wrapped,
    line_up,
    net_value,
    robs,
    theft_costs,
    turns_away,
)
from .condition import Condition, FirstGame, PlayedGames, own_values, setup
from .draws import (
    draw_noise,
    draw_noises,
    draw_players,
    draw_qualities,
    draw_signals,
    draw_values,
)
from .position import Limits, may_open, position_on, targets
from .reading import SIX
from .rules import ASKS, NONE, OPENING, Board, Game, Record, Setup, release, swap, take, unwrap

__all__ = ["allocations", "play"]

CHUNK = 2**11  # games whose records are held at a time: a megabyte
MOST_KEPT = 2_500_000  # normal numbers, 20 MB, kept for the next condition


class Scalars(NamedTuple):
    """What a game's record begins with; then come values by seat, and sums by strategy."""

    steals: int
    chains: int
    longest_chain: int
    swapped: int
    own_gifts: int
    chain_mean: int
    envy: int
    welfare: int
    allied_value: int
    swap_envy_before: int
    swap_envy_after: int
    swap_steals: int


class ByRound(NamedTuple):
    """What is seen of a game, by round or rank: a row each."""

    steals: int
    raids: int
    opened: int
    wanted: int


class ByStrategy(NamedTuple):
    """And by strategy."""

    players: int
    turns: int
    thefts: int
    losses: int
    revenge: int
    frustration: int


# the columns and rows, by name
AT = Scalars(*range(len(Scalars._fields)))
IN_ROUND = ByRound(*range(len(ByRound._fields)))
OF_STRATEGY = ByStrategy(*range(len(ByStrategy._fields)))
SEATS, N_BY_ROUND, N_BY_STRATEGY = len(AT), len(IN_ROUND), len(OF_STRATEGY)


class Kept(NamedTuple):
    """What is kept of some games; arrays without rows are not filled."""

    records: np.ndarray  # (games, SEATS + n + 2 * strategies), columns as above
    final: np.ndarray  # (games, n), the gift by seat
    seen: np.ndarray  # (games, 4 * n + 6 * strategies), columns as above
    robberies: np.ndarray  # (n, n), who robbed whom in all games that were watched
    given: np.ndarray  # (games, n, n), read: noise of opposed tastes if drawn before, or values
    tastes: np.ndarray  # (games, n, n), what the gifts are worth


@checked
def play(condition: Condition, *, n_games: PlayedGames, first_game: FirstGame = 0) -> np.ndarray:
    """Play games of one condition and keep a record of each.

    Parameters
    ----------
    condition : Condition
        What is played.
    n_games : int
        How many; a record takes some 450 bytes.
    first_game : int
        Number of the first one.

    Returns
    -------
    ndarray (n_games,)
        Records of floats. ``steals``, without the final swap, ``chains`` of at least one,
        ``longest_chain`` and ``chain_mean``; whether player 1 ``swapped``, how often that gift had
        been stolen, ``swap_steals``, and how much more than the own gift the best one is worth to
        player 1, ``swap_envy_before`` and ``swap_envy_after``; ``own_gifts``, players with the
        gift that they brought; ``envy``, by how much the best gift is worth more to them than
        their own, over all players; ``welfare``, the mean final value; ``allied_value``, the
        coalition's final values added up. By seat ``seat_value`` (n_players,), and by strategy, in
        the order of `SIX`, ``strategy_value`` (6,), added up over ``strategy_players`` (6,), among
        whom nobody is who has a policy of her own.

    Examples
    --------
    >>> records = play(Condition(n_players=3), n_games=2)
    >>> records["steals"].shape, records["seat_value"].shape
    ((2,), (2, 3))
    """
    records = run(condition, n_games, first_game).records
    n, k = condition.n_players, len(SIX)
    blocks = [
        ("seat_value", float, n),
        ("strategy_value", float, k),
        ("strategy_players", float, k),
    ]
    return named_columns(records, [*((name, float) for name in Scalars._fields), *blocks])


@checked
def allocations(
    condition: Condition, *, n_games: PlayedGames, first_game: FirstGame = 0
) -> np.ndarray:
    """Who goes home with what.

    Parameters
    ----------
    condition : Condition
        What is played.
    n_games, first_game : int
        How many games, and the number of the first one.

    Returns
    -------
    ndarray of int (n_games, n_players)
        The gift of each seat, numbered from 1: a permutation in every game (Theorem 2.1).

    Examples
    --------
    >>> sorted(allocations(Condition(n_players=4), n_games=1)[0].tolist())
    [1, 2, 3, 4]
    """
    return run(condition, n_games, first_game).final + 1


def run(
    condition: Condition,
    n_games: int,
    first_game: int,
    *,
    watched: bool = False,
    with_tastes: bool = False,
) -> Kept:
    """Play games of arguments that were checked, and keep what is asked for beside the records."""
    n = condition.n_players
    rows, columns = (n_games, n) if watched else (0, 0)
    kept = Kept(
        records=np.empty((n_games, SEATS + n + 2 * len(SIX))),
        final=np.empty((n_games, n), np.int64),
        seen=np.zeros((rows, N_BY_ROUND * n + N_BY_STRATEGY * len(SIX))),
        robberies=np.zeros((columns, columns), np.int64),
        given=np.empty((0, 0, 0)),
        tastes=np.empty((n_games if with_tastes else 0, n, n)),
    )
    most = n_games if condition.values is None else max(1, MOST_KEPT // n**2)
    for start in range(0, n_games, most):
        part = slice(start, start + most)
        records, first = kept.records[part], first_game + start
        given = own_values(condition, first, len(records))
        some = kept._replace(
            records=records,
            final=kept.final[part],
            seen=kept.seen[part],
            given=_noises(condition, first, len(records)) if given is None else given,
            tastes=kept.tastes[part],
        )
        _play_on(condition, setup(condition, first), some)
    return kept


def _play_on(condition: Condition, begin: Setup, kept: Kept) -> None:
    """Play games, and ask those who have a policy of their own whenever they are to act."""
    policies = dict(condition.policies)
    limits = Limits(
        total_limit=condition.total_limit, no_own_gift=condition.rules.own_gift == "hard"
    )
    while _play_games(begin, kept):
        asked, game = begin.game.asked[0], begin.game
        seat, board = int(asked.player) + 1, Board(*(row.tolist() for row in game.board))
        at = position_on(board, seat, int(asked.at_round) + 1)
        choices = ((0,) if may_open(at, limits=limits) else ()) + targets(at, limits=limits)
        answer = policies[seat](at, tuple(game.values[seat - 1].tolist()), choices)
        victim = whole(f"policies[{seat}]: an answer", answer, 0)
        if victim not in choices:
            raise ValueError(f"policies[{seat}]: got the answer {victim}, allowed are {choices}")
        asked.answer = board.holds[victim - 1] if victim else NONE


def in_chunks(
    condition: Condition, n_games: int, first_game: int
) -> Iterator[tuple[int, np.ndarray]]:
    """The first game and the records of one chunk of games after another."""
    starts = range(first_game, first_game + n_games, CHUNK)
    return (
        (start, run(condition, min(CHUNK, first_game + n_games - start), start).records)
        for start in starts
    )


def _noises(condition: Condition, first: int, n_games: int) -> np.ndarray:
    """The noise of opposed tastes, if few games share it: to draw it takes longer than to play."""
    n = condition.n_players
    if condition.valuation != "negative" or n_games * n**2 > MOST_KEPT:
        return np.empty((0, 0, 0))
    return _kept_noises(condition.seed, n, first, n_games)


@lru_cache(maxsize=10)  # the chunks of 20,000 games: with fewer, a condition finds none of the last
def _kept_noises(seed: int, n: int, first: int, n_games: int) -> np.ndarray:
    noises = np.empty((n_games, n, n))
    draw_noises(np.uint64(seed), first, noises)
    return noises


def named_columns(rows: np.ndarray, names: list[tuple]) -> np.ndarray:
    """A record for each row of floats, without a copy."""
    return rows.view(np.dtype(names))[:, 0]


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
        if x.calming == reading.CALMING_ALL or (
            x.calming == reading.CALMING_UNROBBED and seats[p].lost < 0
        ):
            seats[p].frustration = max(0.0, seats[p].frustration - x.frustration_decay)


@njit(counted=False, forceinline=True)
def _play_round(k: int, stream: np.uint64, base: np.ndarray, game: Game, x: Record) -> int:
    """Player k's round until a gift is opened (Definitions 2.13 to 2.19); the number of steals.

    Whoever acts is `i`, at first player k. She turns away and opens, or robs the holder of the gift
    that she likes best, who is then `i`. Gifts in line keep their places during the chain, and a
    stolen one is barred. If her policy is her own the round waits for an answer, and goes on from
    there when it is called again; the number is then `NONE`.
    """
    seats, board, asked = game.seats, game.board, game.asked[0]
    n = seats.size
    left = n - k
    if asked.waiting:
        i, steals, count = asked.player, asked.steals, asked.count
    else:
        for p in range(k):  # who holds something
            seats[p].lost = NONE
            release(board.holds[p], board)
        i, steals, count = k, 0, line_up(k, game, x)
    while True:
        if seats[i].strategy == ASKS:
            if not asked.waiting:
                asked.waiting, asked.at_round, asked.player = 1, k, i
                asked.steals, asked.count = steals, count
                return NONE
            asked.waiting = 0
            if asked.answer < 0:
                break
            place = 0
            while game.line[place] != asked.answer:
                place += 1
        else:
            may_open = can_open(i, left, game, x)
            if may_open and turns_away(i, k, stream, base, game, x):
                break
            best = best_target(i, k, count, stream, game, x)
            place = best.place
            if place < 0 or (may_open and not robs(i, left, best, game, x)):
                break
        j = game.line[place]
        victim = take(i, j, board)
        game.barred[place] = -np.inf  # locked until the chain ends
        steals += 1
        game.robbed[i, victim] += 1
        seats[i].stolen += 1
        seats[victim].lost = j
        seats[victim].frustration = min(1.0, seats[victim].frustration + x.frustration_gain)
        if x.calming == reading.CALMING_THIEF:
            seats[i].frustration = max(0.0, seats[i].frustration - x.frustration_decay)
        i = victim
    place = choose_wrapped(i, left, uniform_at(stream, OPENING, k), game, x)
    j = game.wrapped[place]
    _drop(place, game.wrapped, left)
    unwrap(i, j, board)
    game.opened[k] = j
    if x.adaptive:  # nothing else asks for frustration
        _calm(game, x)
    return steals


@njit(counted=False, forceinline=True)
def _final_swap(game: Game, x: Record) -> bool:
    """Player 1's optional swap for the best gift, the first in order of seats."""
    values, robbed, holds = game.values, game.robbed, game.board.holds
    mine, stolen = holds[0], game.seats[0].stolen
    costs = theft_costs(x.social_costs and x.swap_pays, x)
    best, other = values[0, mine], NONE
    if mine == 0:
        best -= x.own_gift_cost
    for m in range(1, holds.size):
        j = holds[m]
        if j == 0 and x.no_own_gift:
            continue
        worth = net_value(values[0, j], j == 0, robbed[0, m], stolen, costs)
        if worth > best:
            best, other = worth, m
    if other < 0:
        return False
    swap(other, game.board)
    return True


@njit(counted=False, forceinline=True)
def _clear(game: Game) -> None:
    """Nothing opened, nobody robbed."""
    seats, board = game.seats, game.board
    game.robbed[:] = 0
    for p in range(seats.size):
        seats[p].lost = NONE
        seats[p].stolen = 0
        seats[p].frustration = 0.0
        board.holds[p] = board.holder[p] = NONE
        board.in_round[p] = board.in_total[p] = 0
        game.wrapped[p] = p


@njit(counted=False)
def largest(values: np.ndarray) -> float:
    """The largest of some values. Compiled; numba's own counts references."""
    most = values[0]
    for value in values:
        most = max(most, value)
    return most


@njit(counted=False, forceinline=True)
def _tally(record: np.ndarray, game: Game, n_strategies: int) -> None:
    """Final values, by seat and by strategy, and envy; `game.worth` is overwritten."""
    values, seats, most = game.values, game.seats, game.worth
    n = seats.size
    first = SEATS + n
    most[:] = -np.inf
    for j in range(n):  # one gift after another, so that no player's maximum waits for itself
        for i in range(n):
            most[i] = max(most[i], values[i, j])
    for i in range(n):
        gift = game.board.holds[i]
        value = values[i, gift]
        strategy = seats[i].strategy
        record[AT.envy] += most[i] - value
        record[AT.own_gifts] += gift == i
        record[AT.welfare] += value / n
        record[AT.allied_value] += value if seats[i].ally else 0.0
        record[SEATS + i] = value
        if strategy < n_strategies:
            record[first + strategy] += value
            record[first + n_strategies + strategy] += 1.0


@njit(counted=False)
def _mean_value(values: np.ndarray, gift: int) -> float:
    """What a gift is worth to the players on average."""
    total = 0.0
    for i in range(values.shape[0]):
        total += values[i, gift]
    return total / values.shape[0]


@njit(counted=False, forceinline=True)
def _credit(what: int, strategy: int, amount: float, strategies: np.ndarray) -> None:
    """Add to what is counted of a strategy; a policy of one's own is none."""
    if strategy < strategies.shape[1]:
        strategies[what, strategy] += amount


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
    strategies = row[N_BY_ROUND * n :].reshape((N_BY_STRATEGY, -1))
    row[IN_ROUND.opened * n + k] = _mean_value(values, opened[k])
    i = k
    while True:
        strategy = seats[i].strategy
        _credit(OF_STRATEGY.turns, strategy, 1.0, strategies)
        victim = loser[game.board.holds[i]]
        if victim < 0:
            break
        row[IN_ROUND.steals * n + k] += 1.0
        row[IN_ROUND.raids * n + k] = 1.0
        _credit(OF_STRATEGY.thefts, strategy, 1.0, strategies)
        _credit(OF_STRATEGY.losses, seats[victim].strategy, 1.0, strategies)
        if robbed[victim, i] > 0:
            _credit(OF_STRATEGY.revenge, strategy, 1.0, strategies)
        i = victim
    for i in range(n):
        _credit(OF_STRATEGY.frustration, seats[i].strategy, seats[i].frustration, strategies)


@njit(counted=False)
def _read_game(row: np.ndarray, game: Game) -> None:
    """How often the gifts were stolen, the most valued first, and who played."""
    values, seats = game.values, game.seats
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
        row[IN_ROUND.wanted * n + rank] = game.board.in_total[order[rank]]
    strategies = row[N_BY_ROUND * n :].reshape((N_BY_STRATEGY, -1))
    for i in range(n):
        _credit(OF_STRATEGY.players, seats[i].strategy, 1.0, strategies)


@njit(counted=False, nogil=True)
def _play_games(setup: Setup, kept: Kept) -> bool:
    """Play a game for each row of the records; whether it waits for a player's answer.

    All that is random is drawn before or addressed by player and round: a player is stolen from at
    most once a round, because a stolen gift is locked until the chain ends, so each player decides
    at most once a round, and each round opens one gift. A game under other features or rules
    therefore meets the same valuations, the same strategies and the same luck: common random
    numbers.
    """
    game, x = setup.game, setup.parameters[0]
    values, seats, gifts, board = game.values, game.seats, game.gifts, game.board
    n, n_strategies, robberies = seats.size, setup.base.size, kept.robberies
    watched, recorded = kept.seen.shape[0] > 0, kept.tastes.shape[0] > 0
    drawn, asked = kept.given.shape[0] > 0, game.asked[0]  # before
    for row in range(asked.game, kept.records.shape[0]):
        stream, record = stream_of(setup.seed, setup.first + row), kept.records[row]
        if not asked.waiting:
            draw_qualities(stream, gifts)
            if x.valuation == reading.NEGATIVE and not drawn:
                draw_noise(stream, values)
            draw_values(stream, kept.given[row] if drawn else values, values, seats, gifts, x)
            if recorded:
                for i in range(n):
                    for j in range(n):
                        kept.tastes[row, i, j] = values[i, j]
            if x.partial_information or x.biased:  # nothing else asks for them
                draw_signals(stream, values, gifts, x)
            draw_players(stream, setup.thresholds, setup.policies, seats, x)
            _clear(game)
            record[:] = 0.0
        for k in range(asked.at_round if asked.waiting else 0, n):
            steals = _play_round(k, stream, setup.base, game, x)
            if steals < 0:
                asked.game = row
                return True
            record[AT.steals] += steals
            record[AT.chains] += steals > 0
            record[AT.longest_chain] = max(record[AT.longest_chain], steals)
            if watched:
                _read_round(k, kept.seen[row], game)
        if watched:
            _read_game(kept.seen[row], game)
            robberies += game.robbed
        if record[AT.chains] > 0:
            record[AT.chain_mean] = record[AT.steals] / record[AT.chains]
        most = largest(values[0])
        record[AT.swap_envy_before] = most - values[0, board.holds[0]]
        if x.final_swap:
            record[AT.swapped] = _final_swap(game, x)
        record[AT.swap_envy_after] = most - values[0, board.holds[0]]
        if record[AT.swapped] > 0:
            record[AT.swap_steals] = board.in_total[board.holds[0]]
        _tally(record, game, n_strategies)
        for i in range(n):
            kept.final[row, i] = board.holds[i]
    return False
