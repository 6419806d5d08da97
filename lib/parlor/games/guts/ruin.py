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

import numpy as np

from parlor.core.compiled import njit
from parlor.core.draws import _hash

from .deals import _draw, _showdown
from .solution import CoalitionSolution

__all__ = ["Ruin", "ruin"]


@dataclass(frozen=True)
class Ruin:
    """How often player 1 is ruined before the coalition.

    Attributes
    ----------
    chance, standard_error : float
        Share of the walks in which she is, and its standard error.
    games : float
        Mean number of games up to the end.
    debt : float
        Mean debt of the loser when it is over, in antes: 0 at table stakes.
    walks : int
        Walks simulated.
    unfinished : int
        Walks cut off, counted as half a ruin.
    """

    chance: float
    standard_error: float
    games: float
    debt: float
    walks: int
    unfinished: int


def ruin(
    solution: CoalitionSolution,
    capital: float,
    coalition_capital: float | None = None,
    walks: int = 10_000,
    own: float | None = None,
    max_games: int = 1_000_000,
    seed: int = 0,
    table_stakes: bool = False,
) -> Ruin:
    """Play until player 1 or the coalition has nothing left.

    Parameters
    ----------
    solution : CoalitionSolution
        The coalition's mix, and player 1's unless `own` is given.
    capital : float
        Player 1's antes at the start, above 0.
    coalition_capital : float, optional
        The coalition's, together. Default: each member has as much as player 1.
    walks : int
        Walks, at least 2.
    own : float, optional
        A threshold for player 1 in place of the optimal mix, in [0, 1].
    max_games : int
        Games after which a walk is cut off.
    seed : int
        Seed of the hands.
    table_stakes : bool
        Nobody pays more than he has (see the module's description); otherwise on credit.

    Returns
    -------
    Ruin
        Chance of ruin with its standard error.

    Raises
    ------
    ValueError
        If a capital is not positive, `walks` < 2, or `own` is outside [0, 1].

    Notes
    -----
    Section 1.2 names the problem as open. Were the game fair, and no debts made, player 1 would be
    ruined with probability ``coalition_capital / (capital + coalition_capital)``.

    Examples
    --------
    >>> from parlor.games.guts import solve_coalition
    >>> one = solve_coalition(1, mesh=None)
    >>> for table_stakes in (False, True):
    ...     end = ruin(one, 3, walks=2000, table_stakes=table_stakes)
    ...     print(abs(end.chance - 0.5) < 4 * end.standard_error, end.debt > 0)
    True True
    True False
    """
    theirs_at_start = capital * solution.n_coalition
    if coalition_capital is not None:
        theirs_at_start = coalition_capital
    if not (capital > 0 and theirs_at_start > 0):
        raise ValueError(f"capital: got {capital!r} and {theirs_at_start!r}, allowed are above 0")
    if walks < 2:
        raise ValueError(f"walks: got {walks!r}, allowed are the integers from 2 up")
    if own is not None and not 0 <= own <= 1:
        raise ValueError(f"own: got {own!r}, allowed are numbers in [0, 1]")
    mine = solution.player_one if own is None else [(float(own), 1.0)]
    ends, lengths = _walks(
        np.array([t for t, _ in mine]),
        np.cumsum([w for _, w in mine]),
        np.array([allies for allies, _ in solution.coalition]),
        np.cumsum([w for _, w in solution.coalition]),
        solution.weenie,
        float(capital),
        float(theirs_at_start),
        bool(table_stakes),
        walks,
        max_games,
        np.uint64(seed),
    )
    total = capital + theirs_at_start
    lost, won = ends <= 0, ends >= total
    chance = float(np.where(lost, 1.0, np.where(won, 0.0, 0.5)).mean())
    debts = np.where(lost, -ends, np.where(won, ends - total, 0.0))
    return Ruin(
        chance,
        sqrt(max(chance * (1 - chance), 1 / walks) / walks),
        float(lengths.mean()),
        float(debts.mean()),
        walks,
        int((~lost & ~won).sum()),
    )


@njit
def _walks(
    own: np.ndarray, own_sum: np.ndarray, allies: np.ndarray, allies_sum: np.ndarray, weenie: bool,
    capital: float, others: float, table_stakes: bool, walks: int, max_games: int, seed: np.uint64,
) -> tuple:  # fmt: skip
    """Player 1's capital at the end of each walk, and how many games it took."""
    ends = np.empty(walks)
    lengths = np.empty(walks, np.int64)
    n = allies.shape[1] + 1
    p, hands = np.empty(n), np.empty(n)
    total = capital + others
    for w in range(walks):
        stream = seed + np.uint64(0xD1B54A32D192ED03) * np.uint64(w + 1)
        deals = stream ^ np.uint64(0x5851F42D4C957F2D)
        mine, step, games = capital, 0, 0
        while 0 < mine < total and games < max_games:
            theirs = total - mine
            ante = min(1.0, mine, theirs / (n - 1)) if table_stakes else 1.0
            mine -= ante
            theirs -= (n - 1) * ante
            pot = n * ante
            while pot > 0:
                p[0] = own[_draw(own_sum, _hash(stream, 2 * step, 0))]
                p[1:] = allies[_draw(allies_sum, _hash(stream, 2 * step, 1))]
                holders, best = _showdown(p, deals, step, hands)
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
                holds = hands[0] > p[0] and p[0] < 1
                if holds and best == 0:
                    mine += pot
                    theirs -= losers * match
                elif holds:
                    theirs += pot - (losers - 1) * match
                    mine -= match
                else:
                    theirs += pot - losers * match
                pot = losers * match
            games += 1
            if table_stakes:  # shares of chips leave rounding errors
                mine = 0.0 if mine < 1e-9 else total if total - mine < 1e-9 else mine
        ends[w], lengths[w] = mine, games
    return ends, lengths
