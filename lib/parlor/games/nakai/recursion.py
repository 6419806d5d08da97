"""Nakai's generalised Goofspiel: values of all states by solving his recursion (1) directly.

Player I has k high and l low cards, player II has m middle ones, n targets are to come, k + l <= n
and m <= n. A target shows its prize x, drawn independently; both play a card or pass. If both play,
the higher card wins x from the other side. Cards that are played are gone, and since nobody may be
left with more cards than stages, player I must play when k + l = n and player II when m = n.

With v the value for player I, a stage is the matrix game (rows low, high, pass; columns M, pass)

    -x + v(n-1, k, l-1, m-1)    v(n-1, k, l-1, m)
     x + v(n-1, k-1, l, m-1)    v(n-1, k-1, l, m)
         v(n-1, k, l, m-1)      v(n-1, k, l, m)

and v(n, k, l, m) the expectation of its value, without the rows and columns that are not allowed.
The integral over x is taken piece by piece in closed form (see `kernels`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from parlor.core.checks import number, whole

from .kernels import SIGN, _layer, _stage
from .prizes import LARGEST, Prize, gauss_rules
from .specification import prizes
from .stage import _largest_gap, _least, _strategies, _worst

__all__ = ["StageValues", "final_layer", "values"]


@dataclass(frozen=True, eq=False)
class StageValues:
    """Values and optimal strategies of all states, as `values` finds them.

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
    >>> round(table.v(3, 1, 1, 2), 9), table.certificate < 1e-15
    (0.093080757, True)
    """

    n_max: int
    prizes: tuple[Prize, ...]
    layers: tuple[np.ndarray, ...] = field(repr=False)

    def v(self, n: int, k: int, l: int, m: int) -> float:  # noqa: E741
        """Value for player I with n stages to go, k high and l low cards against m middle ones."""
        n, k, l, m = self._state(n, k, l, m)  # noqa: E741
        return float(self.layers[n][k, l, m])

    def strategy(self, n: int, k: int, l: int, m: int, x: float) -> tuple[np.ndarray, np.ndarray]:  # noqa: E741
        """Optimal probabilities at prize x, of (low, high, pass) and of (play, pass).

        Where one side has no cards everything is worth 0, and both pass if they may.
        """
        (n, k, l, m), x = self._state(n, k, l, m), _prize(x)  # noqa: E741
        if n and (m == 0 or k + l == 0):
            forced = 0 if l else 1
            return np.eye(3)[2 if k + l < n else forced], np.eye(2)[int(m < n)]
        first, second, rows, columns = self._stage(n, k, l, m, x)
        one, two = np.empty(3), np.empty(2)
        _strategies(first, second, rows, columns, x, one, two)
        return one, two

    def matrix(self, n: int, k: int, l: int, m: int, x: float) -> np.ndarray:  # noqa: E741
        """Payoffs of the stage at prize x, shape (3, 2); NaN where a choice is not allowed."""
        first, second, rows, columns = self._stage(n, k, l, m, x)
        game = np.column_stack([first + SIGN * float(x), second])
        game[[not rows >> i & 1 for i in range(3)]] = np.nan
        if columns == 1:
            game[:, 1] = np.nan
        return game

    def exploitability(
        self,
        n: int,
        k: int,
        l: int,  # noqa: E741
        m: int,
        x: float,
        one: Sequence[float] | np.ndarray,
        two: Sequence[float] | np.ndarray,
    ) -> float:
        """What both players together could gain by deviating from (one, two) in the stage.

        Infinite for a strategy that is not one: a choice that is not allowed, a negative
        probability or a sum that is not 1.
        """
        first, second, rows, columns = self._stage(n, k, l, m, x)
        mine, yours = np.asarray(one, float), np.asarray(two, float)
        for row in (mine, yours):
            if not (row >= -1e-12).all() or not abs(row.sum() - 1) < 1e-9:
                return math.inf
        if columns == 1 and yours[1] > 1e-12:
            return math.inf
        mine = np.where(np.abs(mine) <= 1e-12, 0.0, mine)
        most = _worst(first, second, rows, float(x), float(yours[0]))
        return float(most - _least(first, second, rows, columns, float(x), mine))

    @cached_property
    def certificate(self) -> float:
        """Largest exploitability of any stage's strategies, at the ends and midpoints of pieces."""
        laws = [law.law() for law in self.prizes]
        stages = range(1, self.n_max + 1)
        return max(_largest_gap(self.layers[n - 1], n, laws[n - 1]) for n in stages)

    def _stage(self, n: int, k: int, l: int, m: int, x: float) -> tuple:  # noqa: E741
        n, k, l, m = self._state(n, k, l, m)  # noqa: E741
        _prize(x)
        if n == 0 or m == 0 or k + l == 0:
            raise ValueError(f"state: got {(n, k, l, m)}, where the game has ended")
        first, second = np.full(3, np.nan), np.full(3, np.nan)
        rows, columns = _stage(self.layers[n - 1], n, k, l, m, first, second)
        return first, second, rows, columns

    def _state(self, n: int, k: int, l: int, m: int) -> tuple[int, int, int, int]:  # noqa: E741
        n, k, l, m = (  # noqa: E741
            whole(name, value, 0) for name, value in (("n", n), ("k", k), ("l", l), ("m", m))
        )
        if n > self.n_max:
            raise ValueError(f"n: got {n}, allowed are at most n_max = {self.n_max}")
        if k + l > n:
            raise ValueError(f"k + l: got {k} + {l} cards, allowed are at most n = {n}")
        if m > n:
            raise ValueError(f"m: got {m} cards, allowed are at most n = {n}")
        return n, k, l, m


def values(n_max: int, distribution: object = "uniform") -> StageValues:
    """Solve recursion (1) for all states with up to `n_max` stages.

    Parameters
    ----------
    n_max : int
        Most stages to go, 1 to 100. There are about ``n_max**4 / 8`` states.
    distribution : str, tuple, law or list
        Law of the prizes, as `specification.prize` reads it: ``"uniform"`` (on [0, 1]),
        ``"exponential"`` (mean 1), ``("beta", 2, 3)``, ``("discrete", (1, 3), (0.5, 0.5))`` or
        ``"deterministic"`` (always 1). A list gives independent targets a law each: entry i is that
        of the target with i + 1 stages to go.

    Returns
    -------
    StageValues
        Values, strategies and a certificate.

    Raises
    ------
    ValueError
        If `n_max` is not an integer from 1 to 100, or `distribution` is not a law of prizes that
        are not negative, with no parameter above 1e150 and a mean of 1e-150 or more.

    Notes
    -----
    Equation (1) of Nakai with v = 0 when either side has no card. Values are right to about 1e-15
    per stage, in units of the mean prize.

    Examples
    --------
    >>> round(values(2).v(2, 1, 0, 1), 12)  # (2 - log 3) / 4
    0.225346927833
    >>> values(4, "deterministic").v(4, 2, 1, 3)  # m (k - l) / n
    0.75
    """
    laws = _laws(n_max, distribution)
    layers = [np.zeros((1, 1, 1))]
    for n, (law, rules) in enumerate(laws[1], 1):
        layers.append(_layer(layers[-1], n, law, rules))
    for layer in layers:
        layer.setflags(write=False)
    return StageValues(len(layers) - 1, laws[0], tuple(layers))


def final_layer(n: int, distribution: object = "uniform") -> np.ndarray:
    """Solve recursion (1) and keep only the states with `n` stages to go.

    Parameters
    ----------
    n : int
        Stages to go, 1 to 100; two layers are kept in memory.
    distribution : str, tuple, law or list
        As for `values`.

    Returns
    -------
    ndarray of float64, shape (n+1, n+1, n+1)
        Values by (k, l, m), NaN where k + l > n.

    Raises
    ------
    ValueError
        As for `values`.

    Examples
    --------
    >>> float(final_layer(2, "deterministic")[2, 0, 1])
    1.0
    """
    layer = np.zeros((1, 1, 1))
    for stage, (law, rules) in enumerate(_laws(n, distribution)[1], 1):
        layer = _layer(layer, stage, law, rules)
    return layer


def _laws(n_max: int, distribution: object) -> tuple[tuple[Prize, ...], list]:
    laws = prizes(distribution, whole("n_max", n_max, 1, 100))
    kernels = {law: (law.law(), gauss_rules(law)) for law in set(laws)}
    return laws, [kernels[law] for law in laws]


def _prize(x: float) -> float:
    return number("x", x, f"prizes from 0 to {LARGEST:g}", 0.0, LARGEST)
