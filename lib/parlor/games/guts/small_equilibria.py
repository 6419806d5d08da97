"""Nash equilibria of symmetric three-player games given by tables.

For every choice of supports, up to a permutation of the players and to relabellings of the
strategies that leave the game unchanged, the equations of indifference are solved by Newton's
method from several starts. Most choices fall out before: a strategy is never a best reply when
another does at least as well against all, and better against some, of what the others play with
positive probability. That leaves 17 of 680 choices in (C.6), and 375 of 43,680 in (C.7).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations, product

import numpy as np

from .small_tables import payoffs, regrets

__all__ = ["Equilibrium", "equilibria"]

Support = tuple[int, ...]


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


def equilibria(
    A: np.ndarray, max_support: int = 3, starts: int = 6, seed: int = 0
) -> list[Equilibrium]:
    """Nash equilibria with supports up to a size, up to a permutation of the players.

    Parameters
    ----------
    A : ndarray, shape (k, k, k)
        Player 1's payoffs.
    max_support : int
        Largest number of strategies a player mixes, at least 1.
    starts : int
        Newton starts for each choice of supports, at least 1, the first from even mixes; all pure
        equilibria are found in any case.
    seed : int
        Seed of the other starts.

    Returns
    -------
    list of Equilibrium
        Pure ones first. Mixed ones are those that Newton's method met, each verified by its
        regret; of a continuum it meets some points.

    Raises
    ------
    ValueError
        If `max_support` or `starts` is below 1.

    Examples
    --------
    >>> from parlor.games.guts.small_tables import load
    >>> found = equilibria(load("data/games/guts.yaml")["C2"])
    >>> [[round(mix[0], 4) for mix in e.mixes] for e in found if e.isolated]
    [[0.0, 1.0, 1.0], [0.3333, 0.3333, 1.0], [0.6667, 0.6667, 0.6667]]
    """
    if max_support < 1 or starts < 1:
        raise ValueError("max_support, starts: allowed are the integers from 1 up")
    k = A.shape[0]
    rng = np.random.default_rng(seed)
    relabellings = _relabellings(A)
    found: list[Equilibrium] = []
    for trio in _supports(A, max_support, relabellings):
        pure = sum(map(len, trio)) == 3
        for start in range(1 if pure else starts):
            mixes = [np.zeros(k) for _ in range(3)]
            for mix, support in zip(mixes, trio, strict=True):
                size = len(support)
                mix[list(support)] = rng.dirichlet(np.ones(size)) if start else 1 / size
            solved = _newton(A, trio, mixes)
            if solved is None:
                continue
            mixes, isolated = solved
            values, replies = regrets(A, mixes)
            if max(float(p.max() - v) for p, v in zip(replies, values, strict=True)) > 1e-9:
                continue
            for labels in relabellings:
                alike = [np.round(mix[list(labels)], 12) + 0.0 for mix in mixes]
                alike.sort(key=lambda mix: np.round(mix, 7).tolist())
                if not any(np.abs(np.subtract(alike, e.mixes)).max() < 1e-7 for e in found):
                    trial = tuple(tuple(mix.tolist()) for mix in alike)
                    found.append(_equilibrium(A, trial, isolated, pure))
    return found


def _equilibrium(A: np.ndarray, mixes: tuple, isolated: bool, pure: bool) -> Equilibrium:
    values, replies = regrets(A, mixes)
    regret = max(float(p.max() - v) for p, v in zip(replies, values, strict=True))
    strict = pure and all(np.sort(p)[-2] < p.max() - 1e-9 for p in replies if p.size > 1)
    strong = _strong(A, mixes) if pure else (False, False)
    return Equilibrium(mixes, tuple(values.tolist()), regret, strict, isolated, *strong)


def _relabellings(A: np.ndarray) -> list[tuple[int, ...]]:
    """Permutations of the strategies that leave the game unchanged."""
    return [p for p in permutations(range(A.shape[0])) if np.array_equal(A[np.ix_(p, p, p)], A)]


def _supports(
    A: np.ndarray, max_support: int, relabellings: list[tuple[int, ...]]
) -> list[tuple[Support, Support, Support]]:
    """Choices of supports in which nobody plays a dominated strategy, small ones first."""
    k = A.shape[0]
    supports = [
        s for size in range(1, min(max_support, k) + 1) for s in combinations(range(k), size)
    ]
    plays = np.array([[float(i in s) for i in range(k)] for s in supports])
    # of strategies a and b against supports t and u: does b ever do better, or ever worse?
    better, worse = (
        np.einsum("abcd,tc,ud->abtu", sign, plays, plays, optimize=True) > 0
        for sign in (A[None] > A[:, None], A[None] < A[:, None])
    )
    dominated = (better & ~worse).any(axis=1).astype(float)
    sound = ~(np.einsum("sa,atu->stu", plays, dominated, optimize=True) > 0)
    sound = sound & sound.transpose(1, 0, 2) & sound.transpose(1, 2, 0)
    place = {s: i for i, s in enumerate(supports)}
    moved = [[place[tuple(sorted(p[i] for i in s))] for s in supports] for p in relabellings]
    seen: set[tuple[int, ...]] = set()
    kept = []
    for trio in map(tuple, np.argwhere(sound).tolist()):
        if list(trio) == sorted(trio) and trio not in seen:
            kept.append(trio)
            seen.update(tuple(sorted(to[i] for i in trio)) for to in moved)
    kept.sort(key=lambda trio: sum(len(supports[i]) for i in trio))
    return [(supports[a], supports[b], supports[c]) for a, b, c in kept]


def _newton(
    A: np.ndarray, supports: tuple, mixes: list[np.ndarray]
) -> tuple[list[np.ndarray], bool] | None:
    """Mixes on the supports that make each player indifferent there, by Gauss-Newton."""
    sizes = [len(s) for s in supports]
    U = payoffs(A)[:, supports[0]][:, :, supports[1]][:, :, :, supports[2]]
    w = np.concatenate([mix[list(s)] for mix, s in zip(mixes, supports, strict=True)])
    cut = np.cumsum([0, *sizes])
    letters, rank, unknowns = "abc", 0, sum(sizes)
    for _ in range(40):
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
