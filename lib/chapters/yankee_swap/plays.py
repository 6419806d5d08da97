"""What the rules allow, by walking through all plays; and games of both kinds, box by box."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from parlor.games.yankee_swap.exact import check_locked
from parlor.games.yankee_swap.locked import draw_values
from press import Effort

from .chain import queue_game


@dataclass(frozen=True)
class Plays:
    """All plays of a swap: what can happen.

    Attributes
    ----------
    thefts_of_one, thefts : int
        Most thefts of one box, and in one game.
    opened : tuple of (int, int)
        Fewest and most boxes on the table when each player's turn comes.
    stealable : tuple of (int, int)
        Fewest and most of them that may be stolen.
    """

    thefts_of_one: int
    thefts: int
    opened: tuple[tuple[int, int], ...]
    stealable: tuple[tuple[int, int], ...]


@cache
def all_plays(n_players: int, *, locked: bool) -> Plays:
    """Walk through all plays; boxes that were stolen equally often are alike."""
    tables: set[tuple[int, ...]] = {()}  # how often each box on the table was stolen
    opened, stealable = [], []
    for _ in range(n_players):
        free = {t: [i for i, thefts in enumerate(t) if not (locked and thefts)] for t in tables}
        opened.append((min(map(len, tables)), max(map(len, tables))))
        stealable.append((min(map(len, free.values())), max(map(len, free.values()))))
        after = {tuple(sorted((*t, 0))) for t in tables}
        for t, boxes in free.items():  # the victim opens the box that is added
            after |= {tuple(sorted((*t[:i], t[i] + 1, *t[i + 1 :], 0))) for i in boxes}
        tables = after
    most = max(max(t) for t in tables)
    return Plays(most, max(map(sum, tables)), tuple(opened), tuple(stealable))


@cache
def holders(n_players: int, *, locked: bool) -> tuple[frozenset[tuple[int, ...]], ...]:
    """Walk through all plays by who holds the boxes: who may hold them as each turn comes.

    Players are numbered from 0, and each stands there once for each box of theirs.
    """
    tables: set[tuple[tuple[int, bool], ...]] = {()}  # of each box the holder, and if it is locked
    found = []
    for mover in range(n_players):
        found.append(frozenset(tuple(sorted(holder for holder, _ in t)) for t in tables))
        after = {(*t, (mover, False)) for t in tables}
        for t in tables:
            for i, (victim, shut) in enumerate(t):
                if not shut:
                    after.add((*t[:i], (mover, locked), *t[i + 1 :], (victim, False)))
        tables = {tuple(sorted(t)) for t in after}
    return tuple(found)


def pool_off(tables: np.ndarray) -> float:
    """By how many standard errors the boxes on the table are off independent draws, at most.

    Looked at are the means of all ranks at all stages, and of the products of all pairs of ranks.
    `tables` are those of `Queued`.
    """
    worst = 0.0
    n = tables.shape[1]
    for m in range(1, n + 1):
        table = tables[:, m - 1, :m]
        for i in range(m):
            for j in range(i, m):
                seen = table[:, i] * (table[:, j] if j > i else 1.0)
                low, high = m - j, m - i + 1  # of ranks from the least, and one more
                wanted = low * high / ((m + 1) * (m + 2)) if j > i else low / (m + 1)
                error = seen.std(ddof=1) / np.sqrt(len(seen))
                worst = max(worst, float(abs(seen.mean() - wanted) / error))
    return worst


@cache
def locked_tables(n_players: int, n_games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Boxes on the table after each turn of locked games by the thresholds; see `Queued`.

    Those that are locked are among them. Besides, the best box that the last player may steal.
    """
    limits = draw_values(n_players).tolist()  # by players to act, from 1
    rng = np.random.default_rng(seed)
    tables, best = np.full((n_games, n_players, n_players), np.nan), np.empty(n_games)
    for game in range(n_games):
        free: list[float] = []
        shut: list[float] = []
        for turn in range(n_players):
            best[game] = max(free, default=0.0)
            if best[game] > limits[n_players - turn - 1]:
                free.remove(best[game])
                shut.append(best[game])
            free.append(rng.random())
            tables[game, turn, : turn + 1] = sorted(free + shut, reverse=True)
    return tables, best


@dataclass(frozen=True)
class Stories:
    """What became of the boxes in locked games, played by the thresholds.

    Attributes
    ----------
    n_games, thefts : int
        Games played, and boxes stolen in them.
    of_latest : int
        Thefts of the box that was opened last.
    above, above_taken : int
        Boxes opened above the next player's threshold, and how many of them that player took.
    below, below_kept : int
        Boxes opened at or below it, and how many were never taken.
    worth, worth_error : ndarray (n_players,)
        What those who opened a box with k = 1, ..., N to act were paid in the end, whether it was
        their turn or they had been robbed; with standard errors.
    stealable : float
        Mean number of boxes that the last player may steal.
    best_free : int
        Games in which the best box on the table is one of them.
    """

    n_games: int
    thefts: int
    of_latest: int
    above: int
    above_taken: int
    below: int
    below_kept: int
    worth: np.ndarray
    worth_error: np.ndarray
    stealable: float
    best_free: int


@cache
def stories(n_players: int, n_games: int, seed: int) -> Stories:
    """Play locked games and follow every box; the rules are spelt out here once more."""
    limits = draw_values(n_players).tolist()  # by players to act, from 1
    boxes = np.random.default_rng(seed).random((n_games, n_players))
    thefts = latest = above = above_taken = below = below_kept = free_at_last = best = 0
    paid = np.empty((n_games, n_players))
    for game, values in enumerate(boxes.tolist()):
        free: list[tuple[float, int]] = []  # value and turn of the boxes that may be stolen
        owner = list(range(n_players))  # of the box opened on each turn
        taken_on = [n_players] * n_players
        for turn, fresh in enumerate(values):
            if turn == n_players - 1:
                free_at_last += len(free)
                best += bool(free) and free[-1][0] == max(values[:-1])
            if free and free[-1][0] > limits[n_players - turn - 1]:
                box = free.pop()[1]
                owner[turn] = owner[box]  # the victim opens
                owner[box] = turn
                taken_on[box] = turn
                thefts += 1
                latest += box == turn - 1
            free.insert(bisect(free, (fresh, turn)), (fresh, turn))
        final = dict(zip(owner, values, strict=True))
        for turn, fresh in enumerate(values[:-1]):
            if fresh > limits[n_players - turn - 2]:
                above += 1
                above_taken += taken_on[turn] == turn + 1
            else:
                below += 1
                below_kept += taken_on[turn] == n_players
        openers = _openers(owner, taken_on)
        paid[game] = [final[holder] for holder in openers]
    worth = paid.mean(axis=0)[::-1]
    error = paid.std(axis=0, ddof=1)[::-1] / np.sqrt(n_games)
    return Stories(n_games, thefts, latest, above, above_taken, below, below_kept, worth, error,
                   free_at_last / n_games, best)  # fmt: skip


CROWD = 101  # players, as in the article


def hundred(effort: Effort) -> Stories:
    """Locked games of so many, followed box by box."""
    return stories(CROWD, effort.of(full=2000, reduced=40), 1)


def _openers(owner: list[int], taken_on: list[int]) -> list[int]:
    """Who opened the box of each turn: the mover, or whom the mover robbed."""
    robbed = {thief: box for box, thief in enumerate(taken_on)}
    openers: list[int] = []
    for turn in range(len(owner)):
        openers.append(openers[robbed[turn]] if turn in robbed else turn)
    return openers


@dataclass(frozen=True)
class Fates:
    """What becomes of freshly opened boxes in the locked game, at all positions of a small deck.

    Attributes
    ----------
    positions : int
        Players to act, other boxes that may be stolen, and a fresh one.
    above, above_taken : int
        Positions with the fresh box above the next player's threshold, and of these those in which
        that player takes it.
    met, met_taken : int
        The same, if no other box was worth stealing to whoever opened it.
    below, below_taken : int
        Positions with the fresh box at or below the next threshold, and of these those in which
        some later player may take it.
    """

    positions: int
    above: int
    above_taken: int
    met: int
    met_taken: int
    below: int
    below_taken: int


@cache
def fates(n_players: int, cards: int, *, turned: bool = False) -> Fates:
    """Follow boxes at all positions, in fractions; if `turned`, with thresholds that rise with k.

    All boxes have different values, so that nothing hangs on ties.
    """
    limits = check_locked(
        n_players, distribution=range(cards)
    ).draw_values  # by players to act, from 1
    if turned:
        limits = limits[::-1]

    @cache
    def taken(k: int, others: tuple[int, ...], box: int) -> bool:
        """Whether one of k players to act may take the box, beside others, whatever is opened."""
        if k == 0:
            return False
        top = max((*others, box))
        if top > limits[k - 1]:
            if top == box:
                return True
            others = tuple(x for x in others if x != top)
        fresh = (x for x in range(cards) if x != box and x not in others)
        return any(taken(k - 1, (*others, x), box) for x in fresh)

    counts = dict.fromkeys(Fates.__dataclass_fields__, 0)
    for k in range(2, n_players + 1):  # whoever opens the box, who may have been robbed, included
        for p in range(n_players - k + 1):
            for others in combinations(range(cards), p):
                for box in (x for x in range(cards) if x not in others):
                    top = max(others, default=-1)
                    counts["positions"] += 1
                    if box > limits[k - 2]:
                        met = top <= limits[k - 1]
                        counts["above"] += 1
                        counts["above_taken"] += box > top
                        counts["met"] += met
                        counts["met_taken"] += met and box > top
                    else:
                        counts["below"] += 1
                        counts["below_taken"] += taken(k - 1, others, box)
    return Fates(**counts)


@dataclass(frozen=True)
class Queued:
    """Games with unlimited re-steal in which everybody follows the queue, box by box.

    Attributes
    ----------
    tables : ndarray (n_games, n_players, n_players)
        [g, m, :m + 1] are the boxes on the table after m + 1 turns, the best first.
    held : ndarray (n_games, n_players)
        What each seat holds in the end.
    high, lost : ndarray (n_players,)
        Boxes above one half that each seat opened or took on its turn, and how many of these
        others took from it.
    """

    tables: np.ndarray
    held: np.ndarray
    high: np.ndarray
    lost: np.ndarray

    def share_lost(self, seats: Iterable[int]) -> float:
        """Return which share of the high boxes of some seats, from 0, others took."""
        some = list(seats)
        return float(self.lost[some].sum() / self.high[some].sum())


@cache
def queue_games(n_players: int, n_games: int, seed: int) -> Queued:
    """Play games by the queue."""
    boxes = np.random.default_rng(seed).random((n_games, n_players))
    tables = np.full((n_games, n_players, n_players), np.nan)
    held = np.empty((n_games, n_players))
    high, lost = np.zeros((2, n_players + 1), int)  # seats are counted from 1
    for game, fresh in enumerate(boxes):
        turns, home = queue_game(fresh)
        held[game] = [home[turn.seat] for turn in turns]
        after = [*(turn.table for turn in turns[1:]), sorted(home.values(), reverse=True)]
        for place, table in enumerate(after):
            tables[game, place, : place + 1] = table
        got: dict[int, float] = {}  # by each seat on its turn
        for turn in turns:
            box = turn.table[turn.place] if turn.place >= 0 else turn.fresh
            high[turn.seat] += box > 0.5
            lost[turn.victim] += box > 0.5 and got.get(turn.victim) == box
            got[turn.seat] = box
    return Queued(tables, held, high[1:], lost[1:])
