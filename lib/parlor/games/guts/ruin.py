"""Gambler's ruin at the guts table: play goes on until one side has nothing left.

Player 1 and the coalition, whose members pool what they have, play game after game for an ante of
one. What happens when a loser cannot match the pot is not in the source; there are two rules here.

On credit, a game that has begun is played to its end and debts are settled then, so that the loser
may end below zero, the more so as stakes have a heavy tail.

At table stakes nobody pays more than he has. The best hand takes the pot, which is paid for; what
each loser puts up for the next one is capped by the chips of the poorer side, a head: by player
1's, and by an equal share of the coalition's. So are antes. A side without chips stays in the game
for the pot on the table; if nothing can be put up, the game ends with the winner's pot.

Both sides keep to the strategies of the unlimited game. Each walk has a counter-based stream of
its own, and the hands are the same under both rules as long as nobody runs short.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Annotated, NamedTuple

import numpy as np

from parlor.core.compiled import njit
from parlor.core.draws import numbered_draw, step_draw
from parlor.core.estimate import of_sample
from parlor.core.quantities import Integer, Number, Probability, Seed, checked
from parlor.core.result import Certificate, Result

from .play import FAR, HANDS, STREAMS, Mixes, Plans, mixes

__all__ = ["Ruin", "ruin"]

MAX_WALKS = 10**8  # 1.6 GB of results
# Of fewer chips than these only rounding errors are left; with more, those come near an ante.
FEWEST_CHIPS, MAX_CHIPS = 1e-9, 1e9
AHEAD = 64  # rounds dealt at a time: they fit the fastest memory, and few are dealt in vain
LONGEST = 10_000  # rounds of a game: some would never end

Chips = Annotated[float, Number(FEWEST_CHIPS, MAX_CHIPS)]
NumberOfWalks = Annotated[int, Integer(2, MAX_WALKS)]


@dataclass(frozen=True, repr=False)
class Ruin(Result):
    """How often player 1 is ruined before the coalition.

    Attributes
    ----------
    chance, chance_error : float
        Share of the walks in which she is, and its standard error.
    games, games_error : float
        Mean number of games up to the end, and its standard error.
    debt, debt_error : float
        Mean debt of the loser when it is over, in antes, and its standard error: 0 at table stakes.
    n_walks : int
        Walks simulated.
    unfinished : int
        Walks cut off, counted as half a ruin: after so many games, or in a game of 10,000 rounds or
        stakes of 1e100.
    """

    chance: float
    chance_error: float
    games: float
    games_error: float
    debt: float
    debt_error: float
    n_walks: int
    unfinished: int

    @property
    def certificate(self) -> Certificate:
        """The standard error of the chance."""
        return Certificate("standard error", self.chance_error)


@checked
def ruin(
    plans: Plans,
    capital: Chips,
    *,
    coalition_capital: Chips | None = None,
    n_walks: NumberOfWalks = 10_000,
    own: Probability | None = None,
    weenie: bool = False,
    game_limit: Annotated[int, Integer(1, 10**9)] = 1_000_000,
    table_stakes: bool = False,
    seed: Seed = 42,
) -> Ruin:
    """Play until player 1 or the coalition has nothing left.

    Parameters
    ----------
    plans : CoalitionSolution, or sequence of float
        As for `parlor.games.guts.play.play_games`.
    capital : float
        Player 1's antes at the start.
    coalition_capital : float, optional
        The coalition's, together. Default: each member has as much as player 1.
    n_walks : int
        Walks.
    own : float, optional
        A threshold for player 1 in place of hers there.
    weenie : bool
        As there.
    game_limit : int
        Games after which a walk is cut off.
    table_stakes : bool
        Nobody pays more than he has (see the module's description); otherwise on credit.
    seed : int or numpy.random.Generator
        Seed of the hands.

    Returns
    -------
    Ruin
        Chance of ruin with its standard error.

    Notes
    -----
    Twenty million games or so are played in a second. Against two members with as much each, a
    walk takes about 2500 games from a capital of 100, 70 000 from 1000 and 700 000 from 1e4: the
    default number of walks takes a second, half a minute, and six minutes. No call takes more than
    ``n_walks * game_limit`` games.

    Section 1.2 names the problem as open. Were the game fair, and no debts made, player 1 would be
    ruined with probability ``coalition_capital / (capital + coalition_capital)``.

    Examples
    --------
    >>> from parlor.games.guts import solve_coalition
    >>> one = solve_coalition(1, mesh=None)
    >>> for table_stakes in (False, True):
    ...     end = ruin(one, 3, n_walks=2000, table_stakes=table_stakes)
    ...     print(abs(end.chance - 0.5) < 4 * end.chance_error, end.debt > 0)
    True True
    True False
    """
    sides = plans.where(own, weenie)
    n_coalition = len(sides.coalition[0][0])
    theirs = capital * n_coalition if coalition_capital is None else coalition_capital
    chips = Stacks(capital, theirs, table_stakes)
    ends, lengths = _walks(mixes(sides), chips, n_walks, game_limit, np.uint64(seed))
    total = capital + theirs
    lost, won = ends <= 0, ends >= total
    chance = float(np.where(lost, 1.0, np.where(won, 0.0, 0.5)).mean())
    debts = np.where(lost, -ends, np.where(won, ends - total, 0.0))
    games, debt = of_sample(lengths), of_sample(debts)
    return Ruin(
        chance,
        sqrt(max(chance * (1 - chance), 1 / n_walks) / n_walks),
        games.value,
        games.error,
        debt.value,
        debt.error,
        n_walks,
        int((~lost & ~won).sum()),
    )


class Stacks(NamedTuple):
    """What both sides have at first, and whether nobody may pay more than he has."""

    mine: float
    theirs: float
    table_stakes: bool


@njit
def _walks(
    mixes: Mixes, chips: Stacks, walks: int, game_limit: int, seed: np.uint64
) -> tuple[np.ndarray, np.ndarray]:
    """Player 1's capital at the end of each walk, and how many games it took.

    Rounds are dealt `AHEAD` at a time, whatever comes of them: which game a round belongs to
    matters to its stakes alone, so that hands need no branches, and a processor does several
    rounds at once. Each walk counts its rounds in `step`, a game those since `first`.
    """
    own, own_sums, allies, allies_sums, weenie = mixes
    ends = np.empty(walks)
    lengths = np.empty(walks, np.int64)
    n = allies.shape[1] + 1
    # thresholds of all in the rounds ahead, and scratch; what `deal_rounds` tells of them
    room, rounds = np.empty((n + 1, AHEAD)), np.empty((3, AHEAD), np.int64)
    alone = own.reshape(own.size, 1)
    table_stakes, total = chips.table_stakes, chips.mine + chips.theirs
    for w in range(walks):
        stream = seed + np.uint64(STREAMS) * np.uint64(w + 1)
        mine, step, games = chips.mine, 0, 0
        ended = True
        while ended and 0 < mine < total and games < game_limit:
            first, before = step, mine
            theirs = total - mine
            ante = min(1.0, mine, theirs / (n - 1)) if table_stakes else 1.0
            mine -= ante
            theirs -= (n - 1) * ante
            pot = n * ante
            while 0 < pot < FAR and step < first + LONGEST:
                at = step % AHEAD
                if at == 0:
                    choose_plans(stream, step, 0, alone, own_sums, room[:1], room[n])
                    choose_plans(stream, step, 1, allies, allies_sums, room[1:n], room[n])
                    deal_rounds(stream, step, room[:n], room[n], rounds)
                holders, best, holds = rounds[0, at], rounds[1, at], rounds[2, at] == 1
                step += 1
                match = min(pot, mine, theirs / (n - 1)) if table_stakes else pot
                if holders == 0:
                    if weenie:  # the best of the dropped hands adds to the pot
                        pot += match
                        if best == 0:
                            mine -= match
                        else:
                            theirs -= match
                    continue
                losers = holders - 1
                wins = holds and best == 0
                # chosen and not branched to: who wins is hard to foresee for a processor, too
                mine += pot if wins else -match if holds else 0.0
                theirs += -losers * match if wins else pot - (losers - holds) * match
                pot = losers * match
            games += 1
            if pot > 0:
                ended, mine = False, before
            if table_stakes:  # shares of chips leave rounding errors
                mine = 0.0 if mine < FEWEST_CHIPS else mine
                mine = total if total - mine < FEWEST_CHIPS else mine
        ends[w], lengths[w] = mine, games
    return ends, lengths


@njit(counted=False)
def choose_plans(
    stream: np.uint64, first: int, side: int, mix: np.ndarray, sums: np.ndarray,
    lines: np.ndarray, draw: np.ndarray,
) -> None:  # fmt: skip
    """One side's thresholds in the rounds from the first on, drawn from its mix.

    Loops are over rounds, of which a processor does several at once; so they are in `deal_rounds`.
    """
    for s in range(draw.size):
        draw[s] = step_draw(stream, 2 * (first + s), side) * sums[-1]
    for j in range(mix.shape[1]):
        line = lines[j]
        for s in range(draw.size):
            line[s] = mix[0, j]
        for row in range(1, mix.shape[0]):
            for s in range(draw.size):
                line[s] = mix[row, j] if sums[row - 1] < draw[s] else line[s]


@njit(counted=False)
def deal_rounds(
    stream: np.uint64, first: int, lines: np.ndarray, high: np.ndarray, rounds: np.ndarray
) -> None:
    """Deal the hands of the rounds from the first on.

    Into the rows of `rounds` go what `play.showdown` says, how many hold and whose hand is best,
    and whether player 1 holds. `high` is scratch.
    """
    n = lines.shape[0]
    deals, wide = stream ^ np.uint64(HANDS), 4 * ((n + 3) // 4)  # as in `play.showdown`
    holders, best = rounds[0], rounds[1]
    for s in range(high.size):
        holders[s] = best[s] = 0
        high[s] = -1.0
    for i in range(n):
        line = lines[i]
        for s in range(high.size):
            hand = numbered_draw(deals, wide * (first + s) + 1 + i)
            held = hand > line[s]
            rank = hand if held else hand - 1.0
            better = rank > high[s]
            holders[s] += 1 if held else 0
            best[s] = i if better else best[s]
            high[s] = rank if better else high[s]
        if i == 0:
            for s in range(high.size):
                rounds[2, s] = holders[s]
