"""The game between the stacks, as the checks and the pages tell it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np

from parlor.games.token_game import Outcomes, solve, solve_continuous
from parlor.games.token_game.board import payoffs_at
from parlor.games.token_game.continuous import ContinuousOutcomes
from press import Effort, Value, claim

from .rows import boards

UNITS = 16  # of a step between stacks: a sixteenth is exact for the last of four players
FIFTHS = 5  # slots to a step, of two and three players, as printed
STEPS = {"0.50": 2, "0.25": 4, "0.20": 5, "0.10": 10}  # of four players, as printed: slots


@cache
def grid(n_players: int, slots: int, ties: str = "pessimistic") -> Outcomes:
    """Solve the line of ten with so many slots to a step, the same for everybody."""
    return solve(boards("line"), n_players, step=1 / slots, ties=ties)


@cache
def smooth(layout: str, n_players: int, ties: str = "pessimistic") -> ContinuousOutcomes:
    """Solve one of the source's boards with tokens anywhere."""
    return solve_continuous(boards(layout), n_players, layout=layout, ties=ties)


def along(game: ContinuousOutcomes, path: Sequence[float]) -> str:
    """Return where each player goes on a way of play, and what is as good for her at that point."""
    steps = []
    for k, place in enumerate(path):
        choice = " or ".join(map(str, game.replies(path[:k]).places))
        steps.append(f"{place:g}" if choice == f"{{{place:g}}}" else f"{place:g} from {choice}")
    return "; ".join(steps)


def split_stacks(n: int, path: Sequence[float]) -> list[int]:
    """Return the stacks of a line that two tokens share when all lie as in `path`."""
    stacks = range(1, n + 1)
    alone = {k: [int(j == k) for j in stacks] for k in stacks}
    return [k for k in stacks if 0.5 in payoffs_at(alone[k], path)]


def splits_shared(n: int, paths: Iterable[Sequence[float]]) -> list[int]:
    """Return the stacks that are split in each of several ways of play on a line."""
    return sorted(set.intersection(*(set(split_stacks(n, path)) for path in paths)))


def answered(second: float) -> float:
    """What the second of four players secures on the line of ten, the first being on 9.

    Found by trying all answers on grids that are fine enough to be exact, with nothing of the
    solver: the third player has eighths and the last one sixteenths.
    """
    places = np.arange(UNITS, 10 * UNITS + 1)
    third, last = np.meshgrid(places[::2], places, indexing="ij")
    taken = [9 * UNITS, round(second * UNITS)]
    tokens = np.stack([np.full_like(last, taken[0]), np.full_like(last, taken[1]), third, last])
    free = (third != last) & ~np.isin(third, taken) & ~np.isin(last, taken)
    pay = np.zeros(tokens.shape)
    for stack in range(1, 11):
        away = abs(tokens - stack * UNITS)
        nearest = away == away.min(axis=0)
        pay += stack * nearest / nearest.sum(axis=0)
    own = np.where(free, pay[3], -1)
    replies = own == own.max(axis=1, keepdims=True)
    worth = np.where(replies, pay[2], np.inf).min(axis=1)
    worth = np.where(free.any(axis=1), worth, -1)
    chosen = worth == worth.max()
    return float(pay[1][chosen][replies[chosen]].min())


@claim("continuous.*")
def rows_between(effort: Effort) -> dict[str, Value]:
    """Strategies and payoffs on the source's grids, under the pessimistic rule."""
    found = {}
    for m in (2, 3):
        found[f"continuous.strategies.{m}"] = Value(grid(m, FIFTHS).paths)
        found[f"continuous.payoffs.{m}"] = Value(grid(m, FIFTHS).payoffs[0])
    for step, slots in STEPS.items():
        found[f"continuous.strategies.4.step-{step}"] = Value(grid(4, slots).paths)
    pays = [pay for slots in STEPS.values() for pay in grid(4, slots).payoffs]
    found["continuous.payoffs.4"] = Value(
        pays[0] if len(set(pays)) == 1 else (), evidence="The same with all four steps."
    )
    return found
