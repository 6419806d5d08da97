"""What the rules allow, by walking through all plays; and locked games, box by box."""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass
from functools import cache

import numpy as np

from parlor.games.yankee_swap.locked import draw_values


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


def _openers(owner: list[int], taken_on: list[int]) -> list[int]:
    """Who opened the box of each turn: the mover, or whom the mover robbed."""
    robbed = {thief: box for box, thief in enumerate(taken_on)}
    openers: list[int] = []
    for turn in range(len(owner)):
        openers.append(openers[robbed[turn]] if turn in robbed else turn)
    return openers
