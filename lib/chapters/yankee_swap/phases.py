"""Unlimited re-steal among many players, uniform boxes: a law by seat, and a strategy, the queue.

With k players to act the box of rank k is safe, and late seats take it (see
`parlor.games.yankee_swap.bounds`). Earlier seats take boxes that will be stolen, but late. Write x
= k / (N - k) for the players to act per open box. There are levels 1 = b_0 > b_1 > ... and
functions W_0(v) = v, W_1, ... of a box's value: in phase i (the last phase is the first) the mover
looks at the boxes above b_i, in the order of W_{i-1}, and takes the one of rank k - S_{i-1}, where
S_i counts the boxes above b_1, above b_2, ..., above b_i together and S_{i-1} < k <= S_i.
`queue_law` computes levels, W and what a seat is paid in the limit of many players, `play_queue`
plays the strategy.

The proofs are in the book: with many players nobody gains by leaving the strategy. That the
equilibrium itself pays the same is a conjecture for the first two thirds of the seats.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from parlor.core.checks import number
from parlor.core.compiled import njit
from parlor.core.draws import draw_at
from parlor.core.estimate import mean_and_error
from parlor.games.yankee_swap.seats import Simulation

__all__ = ["QueueLaw", "play_queue", "queue_law"]

# With N - 1 to act and one box open every phase counts that box once: N - 1 phases are needed, and
# more if the first levels are above it. Cells are narrower than the boxes of 400 lie apart.
PHASES_PER_PLAYER, CELLS_TO_PLAY = 3, 2000


@dataclass(frozen=True, eq=False)
class QueueLaw:
    """What a seat is paid with very many players, as `queue_law` finds it.

    Attributes
    ----------
    levels : ndarray (n_phases + 1,)
        b_0, b_1, ...
    ends : ndarray (n_phases + 1,)
        Players to act per open box where the phases end: 0, x_1, x_2, ...
    values : ndarray (n_cells,)
        Values of a box.
    worths : ndarray (n_phases + 1, n_cells)
        W_0, W_1, ... of these values.
    points, paid : ndarray
        Players to act per open box, and what the mover is then paid.
    error : float
        By how much what all seats are paid misses the mean of a box, to the end of the phases.
    """

    levels: np.ndarray
    ends: np.ndarray
    values: np.ndarray
    worths: np.ndarray
    points: np.ndarray
    paid: np.ndarray
    error: float

    @property
    def kinks(self) -> np.ndarray:
        """Shares of all players that are to act where the payoffs have kinks."""
        x = self.ends[1:]
        return x / (1 + x)

    def pays(self, share: float) -> float:
        """Return what a seat is paid that has this share of all players to act.

        A share within the phases, from 0 on; else a ValueError.

        Examples
        --------
        >>> law = queue_law(4)
        >>> round(law.pays(0.25), 4), round(law.pays(0.45), 3)
        (0.6667, 0.466)
        """
        most = float(self.kinks[-1])
        c = number("share", share, f"numbers from 0 to {most:.4f}", 0.0, most)
        return float(np.interp(c / (1 - c), self.points, self.paid))


def queue_law(n_phases: int, *, n_cells: int = 4000) -> QueueLaw:
    """Compute levels, worths and payoffs of the phases.

    Parameters
    ----------
    n_phases : int
        How many.
    n_cells : int
        Values of the grid.

    Returns
    -------
    QueueLaw
        The law.

    Examples
    --------
    >>> law = queue_law(3)
    >>> law.levels.round(3), law.kinks.round(3)
    (array([1.   , 0.5  , 0.405, 0.362]), array([0.333, 0.523, 0.634]))
    """
    values = (np.arange(n_cells) + 0.5) / n_cells
    worths, levels, ends = np.empty((n_phases + 1, n_cells)), [1.0], [0.0]
    worths[0] = values
    points, paid = [np.zeros(1)], [np.ones(1)]
    for phase in range(n_phases):
        worth, x, top = worths[phase], ends[-1], levels[-1]
        level = (worth.mean() + x * top) / (1 + x)
        # boxes that this phase looks at, the best first; each cell of them takes a step of x
        above = np.flatnonzero(worth > level)
        order = above[np.argsort(-worth[above], kind="stable")]
        best = worth[order]
        at = x + np.arange(order.size) / n_cells
        at[0] += 0.25 / n_cells  # half way to the first box
        # W_i = (D + x w) / (1 + x) changes by x / (1 + x) of what w does, since all is paid out
        steps = at / (1 + at) * np.diff(best, prepend=top)
        worths[phase + 1] = worth
        worths[phase + 1, order] = level + steps.cumsum()
        points.append(x + (np.arange(order.size) + 0.5) / n_cells)
        paid.append(best)
        levels.append(level)
        ends.append(x + 1 - level)
    at, w = np.concatenate(points), np.concatenate(paid)
    left = float(worths[-1].mean()) / (1 + ends[-1])  # of what nobody has been paid yet
    total = float(np.trapezoid(w / (1 + at) ** 2, at)) + left
    return QueueLaw(np.array(levels), np.array(ends), values, worths, at, w, abs(total - 0.5))


def play_queue(n_players: int = 101, *, n_games: int = 2000, seed: int = 42) -> Simulation:
    """Play games in which everybody follows the strategy of the queue.

    Parameters
    ----------
    n_players : int
        Number N of players.
    n_games : int
        How many.
    seed : int
        Of the boxes.

    Returns
    -------
    Simulation
        Payoffs by seat with their standard errors.

    Examples
    --------
    >>> play_queue(8, n_games=2000).payoffs.round(1)
    array([0.2, 0.3, 0.4, 0.4, 0.5, 0.6, 0.7, 0.9])
    """
    law = queue_law(PHASES_PER_PLAYER * n_players, n_cells=CELLS_TO_PLAY)
    sums = np.zeros((2, n_players))
    _play(n_players, law.levels, law.worths, np.uint64(seed), n_games, sums)
    return Simulation(n_players, n_games, seed, *mean_and_error(sums[0], sums[1], n_games))


@njit
def choose_box(k: int, p: int, levels: np.ndarray, worths: np.ndarray, value: np.ndarray) -> int:
    """Which of the p boxes on the table, best first, the strategy takes; -1 for opening one.

    The phase is the first whose boxes, with those of the phases before, are k or more, and the box
    is the one of rank `index` among its own, by what it is worth before the phase: the table of
    `worths` between two cells. Of boxes that are worth the same, the worst. `value` has shape (p,)
    at least.
    """
    index, above = k, 0
    for phase in range(1, levels.size):
        while above < p and value[above] > levels[phase]:
            above += 1
        if index > above:
            index -= above
            continue
        if phase == 1:
            return index - 1
        table, cells, keys = worths[phase - 1], worths.shape[1], np.empty(above)
        ranked = np.empty(above)  # the best first
        for j in range(above):
            at = min(max(value[j] * cells - 0.5, 0.0), cells - 1.000001)
            low = int(at)
            keys[j] = table[low] + (table[low + 1] - table[low]) * (at - low)
            rank = j  # by insertion: numba takes seconds to compile its own sorting
            while rank > 0 and ranked[rank - 1] < keys[j]:
                ranked[rank] = ranked[rank - 1]
                rank -= 1
            ranked[rank] = keys[j]
        chosen = above - 1
        while keys[chosen] != ranked[index - 1]:
            chosen -= 1
        return chosen
    return -1


@njit
def _play(
    n: int,
    levels: np.ndarray,
    worths: np.ndarray,
    seed: np.uint64,
    n_games: int,
    sums: np.ndarray,
) -> None:
    """Sums of payoffs and of their squares by seat, shape (2, n), of games of the strategy."""
    value, paid = np.empty(n), np.empty(n)
    owner = np.empty(n, np.int64)
    for game in range(n_games):
        for p in range(n):  # p boxes lie open, and seat p, counted from 0, is to act
            taken, opens = choose_box(n - p, p, levels, worths, value), p
            if taken >= 0:
                opens, owner[taken] = owner[taken], p
            fresh, j = draw_at(seed, game, p), p
            while j > 0 and value[j - 1] < fresh:
                value[j], owner[j] = value[j - 1], owner[j - 1]
                j -= 1
            value[j], owner[j] = fresh, opens
        for p in range(n):
            paid[owner[p]] = value[p]
        for p in range(n):
            sums[0, p] += paid[p]
            sums[1, p] += paid[p] * paid[p]
