"""Values of all states, by solving recursion (1) stage by stage."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from parlor.core.checks import LARGEST, SUM_ERROR, number, numbers, whole
from parlor.core.laws import Distribution, Law
from parlor.core.quantities import checked
from parlor.core.result import Certificate, Result, data_frame

from .encoding import Stages, encode, stage_laws
from .kernels import (
    SIGN,
    Stage,
    best_against,
    fill_stage,
    largest_gap,
    secured,
    solve_layer,
    strategies,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["StageValues", "values"]

NO_CHANCE = 1e-12  # rounding of a probability that is 0
AT_SIGHT = 20  # stages up to which a table shows its certificate unasked: more take seconds
State = tuple[int, int, int, int]
Mixture = Sequence[float] | np.ndarray


@dataclass(frozen=True, repr=False, eq=False)
class StageValues(Result):
    """Values and optimal strategies of all states, as `values` finds them.

    A state that does not exist, a prize that is not from 0 to 1e150, or what is no strategy is a
    ValueError in all methods, and so is a state without a stage, with n = 0 or one side without
    cards, where a stage is asked for.

    Attributes
    ----------
    n_max : int
        Most stages to go.
    prizes : tuple of laws, length n_max
        Entry i is the law of the target with i + 1 stages to go.
    layers : tuple of ndarray of float64, entry n of shape (n+1, n+1, n+1)
        ``layers[n][k, l, m]``, NaN where k + l > n; in units of the prizes.

    Examples
    --------
    >>> table = values(3)
    >>> round(table.v(3, 1, 1, 2), 9), table.certificate.error < 1e-15
    (0.093080757, True)
    >>> one, two = table.strategy(3, 1, 1, 2, 0.1)
    >>> one, two
    (array([1., 0., 0.]), array([1., 0.]))
    >>> table.matrix(3, 1, 1, 2, 0.5).round(4)
    array([[-0.2747,  0.625 ],
           [ 0.2747, -0.375 ],
           [ 0.    ,  0.25  ]])
    >>> table.exploitability(3, 1, 1, 2, 0.1, one, two)
    0.0
    """

    n_max: int
    prizes: tuple[Law, ...]
    layers: tuple[np.ndarray, ...]

    def v(self, n: int, k: int, l: int, m: int) -> float:
        """Value for player I with n stages to go, k high and l low cards against m middle ones."""
        n, k, l, m = checked_state(self.n_max, n, k, l, m)
        return float(self.layers[n][k, l, m])

    def strategy(self, n: int, k: int, l: int, m: int, x: float) -> tuple[np.ndarray, np.ndarray]:
        """Optimal probabilities at prize x, of (low, high, pass) and of (play, pass).

        Where one side has no cards everything is worth 0, and both pass if they may.
        """
        (n, k, l, m), x = checked_state(self.n_max, n, k, l, m), _prize(x)
        if n and (m == 0 or k + l == 0):
            forced = 0 if l else 1
            return np.eye(3)[2 if k + l < n else forced], np.eye(2)[int(m < n)]
        one, two = np.empty(3), np.empty(2)
        strategies(stage_of(self, n, k, l, m), x, one, two)
        return one, two

    def matrix(self, n: int, k: int, l: int, m: int, x: float) -> np.ndarray:
        """Payoffs of the stage at prize x, shape (3, 2); NaN where a choice is not allowed."""
        stage = stage_of(self, n, k, l, m)
        game = np.column_stack([stage.first + SIGN * _prize(x), stage.second])
        game[[not stage.rows >> i & 1 for i in range(3)]] = np.nan
        if stage.columns == 1:
            game[:, 1] = np.nan
        return game

    def exploitability(
        self,
        n: int,
        k: int,
        l: int,
        m: int,
        x: float,
        one: Mixture,
        two: Mixture,
    ) -> float:
        """What both players together could gain by deviating from (one, two) in the stage.

        The two are probabilities of (low, high, pass) and of (play, pass), 0 for a choice that is
        not allowed; those that add up to 1 within 1e-9 are divided by their sum.
        """
        state, x = checked_state(self.n_max, n, k, l, m), _prize(x)
        mine = numbers("one", one, "probabilities of (low, high, pass)", sizes=(3, 3))
        yours = numbers("two", two, "probabilities of (play, pass)", sizes=(2, 2))
        rounded = [
            row / row.sum() if abs(row.sum() - 1) < SUM_ERROR else row for row in (mine, yours)
        ]
        gap = gap_at(self, state, x, *rounded)
        if gap == math.inf:
            raise ValueError(
                f"one, two: got {mine.tolist()} and {yours.tolist()}, allowed are probabilities of "
                f"what both may do in the state {state}"
            )
        return gap

    @cached_property
    def certificate(self) -> Certificate:
        """Largest exploitability of any stage's strategies, at the ends and midpoints of pieces."""
        stages = enumerate(self.prizes, 1)
        largest = max(largest_gap(self.layers[n - 1], n, encode(law)) for n, law in stages)
        return Certificate("exploitability", float(largest))

    def to_frame(self) -> pd.DataFrame:
        """Return a row a state: n, k, l, m and v."""
        rows = [
            (n, k, l, m, float(self.layers[n][k, l, m]))
            for n in range(self.n_max + 1)
            for k in range(n + 1)
            for l in range(n + 1 - k)
            for m in range(n + 1)
        ]
        return data_frame(rows, columns=["n", "k", "l", "m", "v"])

    def __repr__(self) -> str:
        sure = self.certificate if self.n_max <= AT_SIGHT else "certificate not yet computed"
        laws = list(dict.fromkeys(map(str, self.prizes)))
        prizes = ", ".join(laws) if len(laws) < 4 else f"{len(laws)} laws"
        return f"StageValues(n_max={self.n_max}, prizes={prizes}; {sure})"


@checked
def values(
    n_max: Stages,
    *,
    distribution: Distribution = "uniform",
    stage_distributions: Sequence[Distribution] | None = None,
) -> StageValues:
    """Solve recursion (1) for all states with up to `n_max` stages.

    Parameters
    ----------
    n_max : int
        Most stages to go. There are about ``n_max**4 / 8`` states.
    distribution : str, list, mapping or law
        Law of the prizes, as `parlor.core.laws.read` reads it: ``"uniform"`` (on [0, 1]),
        ``"exponential"`` (mean 1), ``"beta(2, 3)"``, ``"deterministic"`` (always 1), a list of
        equally likely prizes. Prizes are not negative, and their mean is from 1e-9 to 1e9.
    stage_distributions : list, optional
        In place of `distribution`, a law for each of the `n_max` independent targets: entry i is
        that of the target with i + 1 stages to go, so the last target stands first.

    Returns
    -------
    StageValues
        Values, strategies and a certificate.

    Notes
    -----
    Equation (1) of Nakai with v = 0 when either side has no card. Values are right to about 1e-15
    per stage, in units of the mean prize.

    Examples
    --------
    >>> round(values(2).v(2, 1, 0, 1), 12)  # (2 - log 3) / 4
    0.225346927833
    >>> values(4, distribution="deterministic").v(4, 2, 1, 3)  # m (k - l) / n
    0.75
    """
    laws = stage_laws(n_max, distribution, stage_distributions)
    layers = [np.zeros((1, 1, 1))]
    for n, law in enumerate(laws, 1):
        layers.append(solve_layer(layers[-1], n, encode(law)))
    for layer in layers:
        layer.setflags(write=False)
    return StageValues(len(laws), laws, tuple(layers))


def stage_of(table: StageValues, n: int, k: int, l: int, m: int) -> Stage:
    """The stage of a state that has one, NaN where a choice is not allowed, else a ValueError."""
    n, k, l, m = checked_state(table.n_max, n, k, l, m)
    if n == 0 or m == 0 or k + l == 0:
        raise ValueError(f"state: got {(n, k, l, m)}, where the game has ended")
    first, second = np.full(3, np.nan), np.full(3, np.nan)
    rows, columns = fill_stage(table.layers[n - 1], n, k, l, m, first, second)
    return Stage(first, second, rows, columns)


def gap_at(table: StageValues, state: State, x: float, one: Mixture, two: Mixture) -> float:
    """As `exploitability`, for a state and prize that exist; infinite for what is no strategy.

    That is a choice that is not allowed, a negative probability or a sum that is not 1.
    """
    stage = stage_of(table, *state)
    mine, yours = np.asarray(one, float), np.asarray(two, float)
    for row in (mine, yours):
        if not (row >= -NO_CHANCE).all() or not abs(row.sum() - 1) < SUM_ERROR:
            return math.inf
    if stage.columns == 1 and yours[1] > NO_CHANCE:
        return math.inf
    mine = np.where(np.abs(mine) <= NO_CHANCE, 0.0, mine)
    most = best_against(stage, x, float(yours[0]))
    return float(most - secured(stage, x, mine))


def states(n_max: int) -> Iterator[State]:
    """Run through the states in which both sides have cards: by n, then k, l, m."""
    for n in range(1, n_max + 1):
        for k in range(n + 1):
            for l in range(n + 1 - k):
                if k + l:
                    yield from ((n, k, l, m) for m in range(1, n + 1))


def checked_state(n_max: int, n: int, k: int, l: int, m: int) -> State:
    """Return a state that exists, or raise a ValueError."""
    n, k, l, m = whole("n", n, 0), whole("k", k, 0), whole("l", l, 0), whole("m", m, 0)
    if n > n_max:
        raise ValueError(f"n: got {n}, allowed are at most n_max = {n_max}")
    if k + l > n:
        raise ValueError(f"k + l: got {k} + {l} cards, allowed are at most n = {n}")
    if m > n:
        raise ValueError(f"m: got {m} cards, allowed are at most n = {n}")
    return n, k, l, m


def _prize(x: float) -> float:
    return number("x", x, f"prizes from 0 to {LARGEST:g}", 0.0, LARGEST)
