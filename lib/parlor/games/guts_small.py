"""Small symmetric three-player games: all their equilibria, and coalitions of two against one.

The games that the guts paper sets beside guts are given by tables (``data/games/guts.yaml``). A
table ``A[s1, s2, s3]`` is player 1's payoff, symmetric in the last two; players 2 and 3 get
``A[s2, s1, s3]`` and ``A[s3, s1, s2]``.

A coalition of players 2 and 3 may agree on pairs of strategies each round (synchronous: a zero-sum
matrix game), or mix independently (asynchronous: ``min over y, z of max over s1``, which is not
convex, though linear in y and in z: from many starts, each is optimised in turn by a linear
programme, which gives upper bounds).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from pathlib import Path

import numpy as np
import yaml

from parlor.solvers import zero_sum

__all__ = [
    "Asynchronous",
    "Equilibrium",
    "asynchronous",
    "equilibria",
    "load",
    "payoffs",
    "regrets",
    "synchronous",
]


@dataclass(frozen=True)
class Equilibrium:
    """A Nash equilibrium of a symmetric three-player game, up to a permutation of the players.

    Attributes
    ----------
    mixes : tuple of three tuples of float
        The players' mixes.
    values : tuple of three floats
        Their payoffs.
    regret : float
        What the player with the best deviation would gain: 0 up to rounding.
    strict : bool
        Whether every deviation loses.
    isolated : bool
        Whether the equations of its support determine it; otherwise it may belong to a continuum.
    strong : bool
        Whether it is pure and no two players raise the sum of their payoffs by a joint pure
        deviation: the source's definition.
    strong_each : bool
        Whether it is pure and no two players raise both their payoffs: Aumann's definition.
    """

    mixes: tuple[tuple[float, ...], ...]
    values: tuple[float, ...]
    regret: float
    strict: bool
    isolated: bool
    strong: bool
    strong_each: bool


@dataclass(frozen=True)
class Asynchronous:
    """Least payoff to which two players, mixing independently, were found to hold the third.

    Attributes
    ----------
    value : float
        max over s1 of the expected payoff: an upper bound of the true minimum.
    second, third : tuple of float
        Their mixes.
    starts : int
        Random starts tried.
    hits : int
        How many of them ended within 1e-9 of `value`.
    """

    value: float
    second: tuple[float, ...]
    third: tuple[float, ...]
    starts: int
    hits: int


def load(path: Path | str) -> dict[str, np.ndarray]:
    """Read games given by payoff tables.

    Parameters
    ----------
    path : path
        YAML file, a list of entries with `id` and `payoff`.

    Returns
    -------
    dict of str to ndarray, shape (k, k, k)
        Player 1's payoffs by the game's id.

    Raises
    ------
    ValueError
        If a table is not a cube of numbers, is not symmetric in its last two indices, or its
        payoffs over the three players do not add up to 0.

    Examples
    --------
    >>> games = load("data/games/guts.yaml")
    >>> sorted(games)
    ['C2', 'C5', 'C6', 'C7', 'D1', 'D2']
    """
    games = {}
    for entry in yaml.safe_load(Path(path).read_text(encoding="utf-8")):
        A = np.array(entry["payoff"], dtype=np.float64)
        name = entry["id"]
        if A.ndim != 3 or len(set(A.shape)) != 1:
            raise ValueError(f"{name}: got shape {A.shape}, allowed is a cube")
        if not np.array_equal(A, A.transpose(0, 2, 1)):
            raise ValueError(f"{name}: not symmetric in the other two players' strategies")
        total = payoffs(A).sum(axis=0)
        if total.any():
            where = tuple(int(i) + 1 for i in np.argwhere(total)[0])
            raise ValueError(f"{name}: payoffs at {where} add up to {total.max()}, not to 0")
        games[name] = A
    return games


def payoffs(A: np.ndarray) -> np.ndarray:
    """Payoffs of all three players.

    Parameters
    ----------
    A : ndarray, shape (k, k, k)
        Player 1's payoffs.

    Returns
    -------
    ndarray, shape (3, k, k, k)
        ``[i, s1, s2, s3]``: payoff of player i.

    Examples
    --------
    >>> payoffs(np.arange(8).reshape(2, 2, 2))[:, 0, 0, 1]
    array([1, 1, 4])
    """
    return np.stack([A, A.transpose(1, 0, 2), A.transpose(1, 2, 0)])


def regrets(
    A: np.ndarray, mixes: Sequence[Sequence[float] | np.ndarray]
) -> tuple[np.ndarray, list[np.ndarray]]:
    """What each player gets, and what each pure strategy of each player would get instead.

    Parameters
    ----------
    A : ndarray, shape (k, k, k)
        Player 1's payoffs.
    mixes : three sequences of float, length k
        The players' mixes.

    Returns
    -------
    values : ndarray, shape (3,)
        Payoffs.
    pure : list of three ndarrays, shape (k,)
        Payoffs of pure strategies against the others' mixes.

    Examples
    --------
    >>> A = load("data/games/guts.yaml")["C2"]
    >>> values, pure = regrets(A, [[2 / 3, 1 / 3]] * 3)
    >>> bool(np.allclose(pure, 0))
    True
    """
    x, y, z = (np.asarray(m, dtype=np.float64) for m in mixes)
    U = payoffs(A)
    pure = [
        np.einsum("abc,b,c", U[0], y, z),
        np.einsum("abc,a,c", U[1], x, z),
        np.einsum("abc,a,b", U[2], x, y),
    ]
    values = np.array([m @ p for m, p in zip((x, y, z), pure, strict=True)])
    return values, pure


def equilibria(
    A: np.ndarray, max_support: int = 3, starts: int = 6, seed: int = 0
) -> list[Equilibrium]:
    """Nash equilibria with supports up to a size, up to a permutation of the players.

    Parameters
    ----------
    A : ndarray, shape (k, k, k)
        Player 1's payoffs.
    max_support : int
        Largest number of strategies a player mixes.
    starts : int
        Newton starts for each choice of supports; all pure equilibria are found in any case.
    seed : int
        Seed of the starts.

    Returns
    -------
    list of Equilibrium
        Pure ones first. Mixed ones are those that Newton's method met, each verified by its
        regret; of a continuum it meets some points.

    Examples
    --------
    >>> found = equilibria(load("data/games/guts.yaml")["C2"])
    >>> [[round(mix[0], 4) for mix in e.mixes] for e in found if e.isolated]
    [[0.0, 1.0, 1.0], [0.3333, 0.3333, 1.0], [0.6667, 0.6667, 0.6667]]
    """
    k = A.shape[0]
    rng = np.random.default_rng(seed)
    supports = [
        s for size in range(1, min(max_support, k) + 1) for s in combinations(range(k), size)
    ]
    found: list[Equilibrium] = []
    order = sorted(product(supports, repeat=3), key=lambda trio: sum(map(len, trio)))
    for trio in order:
        if list(trio) != sorted(trio, key=lambda s: (len(s), s)):
            continue
        unknowns = sum(map(len, trio))
        for _ in range(1 if unknowns == 3 else starts):
            mixes = [np.zeros(k) for _ in range(3)]
            for mix, support in zip(mixes, trio, strict=True):
                mix[list(support)] = rng.dirichlet(np.ones(len(support)))
            solved = _newton(A, trio, mixes)
            if solved is None:
                continue
            mixes, isolated = solved
            values, pure = regrets(A, mixes)
            regret = max(float(p.max() - v) for p, v in zip(pure, values, strict=True))
            if regret > 1e-9:
                continue
            trial = tuple(tuple(float(round(p, 10)) + 0.0 for p in mix) for mix in mixes)
            trial = min(permutations(trial))
            if any(np.abs(np.subtract(trial, e.mixes)).max() < 1e-7 for e in found):
                continue
            values, pure = regrets(A, trial)
            strict = unknowns == 3 and all(
                np.sort(p)[-2] < p.max() - 1e-9 for p in pure if p.size > 1
            )
            strong = _strong(A, trial) if unknowns == 3 else (False, False)
            found.append(
                Equilibrium(trial, tuple(values.tolist()), regret, strict, isolated, *strong)
            )
    return found


def synchronous(A: np.ndarray) -> zero_sum.ZeroSumSolution:
    """Player 1 against players 2 and 3 who draw their pair of strategies together.

    Parameters
    ----------
    A : ndarray, shape (k, k, k)
        Player 1's payoffs.

    Returns
    -------
    ZeroSumSolution
        Value, player 1's mix, and the coalition's over pairs ``k * s2 + s3``.

    Examples
    --------
    >>> games = load("data/games/guts.yaml")
    >>> [round(synchronous(games[name]).value, 6) for name in ("D1", "D2")]
    [-0.666667, -1.333333]
    """
    return zero_sum.solve(A.reshape(A.shape[0], -1))


def asynchronous(A: np.ndarray, starts: int = 200, seed: int = 0) -> Asynchronous:
    """Hold player 1 down by independent mixes of players 2 and 3.

    Parameters
    ----------
    A : ndarray, shape (k, k, k)
        Player 1's payoffs.
    starts : int
        Random starts; some are pure strategies.
    seed : int
        Seed of the starts.

    Returns
    -------
    Asynchronous
        The best found.

    Examples
    --------
    >>> games = load("data/games/guts.yaml")
    >>> [round(asynchronous(games[name], 50).value, 9) + 0.0 for name in ("D1", "D2")]
    [-0.5, 0.0]
    """
    k = A.shape[0]
    rng = np.random.default_rng(seed)
    ends: list[tuple[float, np.ndarray, np.ndarray]] = []
    for start in range(starts):
        y = np.eye(k)[rng.integers(k)] if start % 3 == 0 else rng.dirichlet(np.ones(k))
        value = np.inf
        while True:
            third = zero_sum.solve(np.einsum("abc,b->ac", A, y), 1e-10)
            second = zero_sum.solve(np.einsum("abc,c->ab", A, third.column), 1e-10)
            y = second.column
            if second.value >= value - 1e-12:
                break
            value = second.value
        ends.append((second.value, y, third.column))
    value, y, z = min(ends, key=lambda end: end[0])
    hits = sum(end[0] <= value + 1e-9 for end in ends)
    return Asynchronous(value, tuple(y.tolist()), tuple(z.tolist()), starts, hits)


def _newton(
    A: np.ndarray, supports: tuple, mixes: list[np.ndarray]
) -> tuple[list[np.ndarray], bool] | None:
    """Mixes on the supports that make each player indifferent there, by Gauss-Newton."""
    sizes = [len(s) for s in supports]
    U = payoffs(A)[:, supports[0]][:, :, supports[1]][:, :, :, supports[2]]
    w = np.concatenate([mix[list(s)] for mix, s in zip(mixes, supports, strict=True)])
    cut = np.cumsum([0, *sizes])
    letters, rank, unknowns = "abc", 0, sum(sizes)
    for _ in range(60):
        parts = [w[cut[i] : cut[i + 1]] for i in range(3)]
        rows, right = [], []
        for i in range(3):
            j, m = [other for other in range(3) if other != i]
            own = letters[i]
            u = np.einsum(f"abc,{letters[j]},{letters[m]}->{own}", U[i], parts[j], parts[m])
            for other, fixed in ((j, m), (m, j)):
                d = np.einsum(f"abc,{letters[fixed]}->{own}{letters[other]}", U[i], parts[fixed])
                if other == j:
                    first = d
            block = np.zeros((sizes[i], unknowns))
            block[:, cut[j] : cut[j + 1]] = first
            block[:, cut[m] : cut[m + 1]] = d
            rows.append(block[1:] - block[:1])
            right.append(u[1:] - u[0])
            total = np.zeros((1, unknowns))
            total[0, cut[i] : cut[i + 1]] = 1
            rows.append(total)
            right.append(np.array([parts[i].sum() - 1]))
        jacobian, residual = np.vstack(rows), np.concatenate(right)
        step, _, rank, _ = np.linalg.lstsq(jacobian, residual, rcond=1e-10)
        w = w - step
        if np.abs(step).max() < 1e-14:
            break
    if not np.isfinite(w).all() or w.min() < -1e-10 or np.abs(residual).max() > 1e-9:
        return None
    for mix, support, a, b in zip(mixes, supports, cut, cut[1:], strict=False):
        mix[:] = 0
        mix[list(support)] = np.maximum(w[a:b], 0) / np.maximum(w[a:b], 0).sum()
    return mixes, int(rank) == unknowns


def _strong(A: np.ndarray, mixes: tuple) -> tuple[bool, bool]:
    """Whether no pair of players raises its joint payoff, or both payoffs, by pure deviations."""
    jointly, each = True, True
    U = payoffs(A)
    s = [int(np.argmax(mix)) for mix in mixes]
    for i, j in combinations(range(3), 2):
        here = U[[i, j], s[0], s[1], s[2]]
        for a, b in product(range(A.shape[0]), repeat=2):
            moved = list(s)
            moved[i], moved[j] = a, b
            there = U[[i, j], moved[0], moved[1], moved[2]]
            jointly = jointly and there.sum() <= here.sum() + 1e-9
            each = each and not (there > here + 1e-9).all()
    return jointly, each
