"""Small symmetric three-player games: all their equilibria, and coalitions of two against one.

A table ``A[s1, s2, s3]`` is player 1's payoff, symmetric in the last two; players 2 and 3 get
``A[s2, s1, s3]`` and ``A[s3, s1, s2]``. The games that the guts paper sets beside guts come with
the library, by the numbers of their equations in its appendices C and D.

Equilibria: for every choice of supports, up to a permutation of the players and to relabellings of
the strategies that leave the game unchanged, the equations of indifference are solved by Newton's
method from several starts. Most choices fall out before: a strategy is never a best reply when
another does at least as well against all, and better against some, of what the others play with
positive probability. That leaves 17 of 680 choices in (C.6), and 375 of 43,680 in (C.7).

A coalition of players 2 and 3 may agree on pairs of strategies each round (synchronous: a zero-sum
matrix game), or mix independently (asynchronous: ``min over y, z of max over s1``, which is not
convex, though linear in y and in z: from many starts, each is optimised in turn by a linear
programme, which gives upper bounds).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations, product
from typing import Annotated, Any

import numpy as np

from parlor.core import literature
from parlor.core.checks import LARGEST, items, numbers, table
from parlor.core.quantities import Integer, Read, Seed, checked
from parlor.core.result import Certificate, Result, data_frame
from parlor.solvers import zero_sum

__all__ = [
    "Asynchronous",
    "Equilibrium",
    "asynchronous",
    "equilibria",
    "load_games",
    "payoffs",
    "strategy_payoffs",
    "synchronous",
]

MAX_STRATEGIES = 8  # of each player: all their permutations are tried
MAX_STARTS = 10**6  # minutes to hours
# Of a game in units of its largest payoff. Newton's method ends at regrets of 1e-15, so that any
# of these would do; mixes that differ by less than `SAME` are one equilibrium, found twice.
REGRET, SAME = 1e-9, 1e-7
NEGATIVE = 1e-10  # of a probability that is 0 but for rounding
PROGRESS = 1e-12  # what two linear programmes in turn must gain to go on
NEWTON_STEPS = 40  # some eight are usual
DONE = 1e-14  # a step of Newton's method that is rounding alone
DIGITS = 12  # of a probability that are kept; by 7 of them, as many as `SAME` has, mixes are sorted
DEPENDENT = 1e-10  # equations of which the smallest singular value is that part of the largest

Support = tuple[int, ...]
Starts = Annotated[int, Integer(1, MAX_STARTS)]


def _cube(name: str, A: object) -> np.ndarray:
    """A table of three axes, symmetric in the last two, or a ValueError."""
    allowed = f"cube of numbers, 1 to {MAX_STRATEGIES} a side"
    cube = table(name, A, allowed, LARGEST)
    if cube.ndim != 3 or len(set(cube.shape)) != 1 or not 1 <= cube.shape[0] <= MAX_STRATEGIES:
        raise ValueError(f"{name}: got shape {cube.shape}, allowed is a {allowed}")
    if not np.array_equal(cube, cube.transpose(0, 2, 1)):
        raise ValueError(f"{name}: got a table not symmetric in the other two players' strategies")
    return cube


Cube = Annotated[
    np.ndarray,
    Read(
        _cube,
        f"is a cube of numbers up to {LARGEST:g} in size, 1 to {MAX_STRATEGIES} a side, symmetric "
        "in the last two strategies",
    ),
]


@dataclass(frozen=True, repr=False)
class Equilibrium(Result):
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

    def __iter__(self) -> Iterator[tuple[float, ...]]:
        """Unpacks into the three players' mixes."""
        return iter(self.mixes)

    @property
    def certificate(self) -> Certificate:
        """The regret."""
        return Certificate("regret", self.regret)

    def to_frame(self) -> Any:
        """The mixes: player, strategy by its number from 0, and probability."""
        rows = [(i + 1, *pair) for i, mix in enumerate(self.mixes) for pair in enumerate(mix)]
        return data_frame(rows, columns=["player", "strategy", "probability"])


@dataclass(frozen=True, repr=False)
class Asynchronous(Result):
    """Least payoff to which two players, mixing independently, were found to hold the third.

    Attributes
    ----------
    value : float
        max over s1 of the expected payoff: an upper bound of the true minimum.
    second, third : tuple of float
        Their mixes.
    n_starts, hits : int
        Random starts tried, and how many of them ended within 1e-9 of `value`.
    """

    value: float
    second: tuple[float, ...]
    third: tuple[float, ...]
    n_starts: int
    hits: int

    @property
    def certificate(self) -> Certificate:
        """An upper bound of what the two can hold the third to."""
        return Certificate("upper bound")


def load_games() -> dict[str, np.ndarray]:
    """Read the games that the guts paper sets beside guts.

    Returns
    -------
    dict of str to ndarray, shape (k, k, k)
        Player 1's payoffs by the number of the equation or section: the Jacob games C2, C5, C6
        and C7, odd man in D1, odd man out D2. Payoffs add up to 0 over the three players.

    Examples
    --------
    >>> sorted(load_games())
    ['C2', 'C5', 'C6', 'C7', 'D1', 'D2']
    """
    return {short: game.payoffs for short, game in literature.games("buck_2022").items()}


@checked
def payoffs(A: Cube) -> np.ndarray:
    """Payoffs of all three players.

    Parameters
    ----------
    A : array_like, shape (k, k, k)
        Player 1's payoffs.

    Returns
    -------
    ndarray of float64, shape (3, k, k, k)
        ``[i, s1, s2, s3]``: payoff of player i.

    Examples
    --------
    >>> payoffs(load_games()["C2"])[:, 0, 0, 1]
    array([-1., -1.,  2.])
    """
    return _payoffs(A)


@checked
def strategy_payoffs(
    A: Cube, mixes: Sequence[Sequence[float] | np.ndarray]
) -> tuple[np.ndarray, list[np.ndarray]]:
    """What each player gets, and what each pure strategy of each player would get instead.

    Parameters
    ----------
    A : array_like, shape (k, k, k)
        As in `payoffs`.
    mixes : three sequences of k probabilities
        The players' mixes.

    Returns
    -------
    values : ndarray, shape (3,)
        Payoffs.
    pure : list of three ndarrays, shape (k,)
        Payoffs of pure strategies against the others' mixes.

    Examples
    --------
    >>> values, pure = strategy_payoffs(load_games()["C2"], [[2 / 3, 1 / 3]] * 3)
    >>> bool(np.allclose(pure, 0))
    True
    """
    k, given = A.shape[0], items("mixes", mixes, "a mix for each of three players", 3, 3)
    allowed = f"{k} probabilities, sum 1"
    rows = [numbers(f"mixes[{i}]", mix, allowed, 0.0, 1.0, (k, k)) for i, mix in enumerate(given)]
    for i, row in enumerate(rows):
        if abs(row.sum() - 1) > REGRET:
            raise ValueError(f"mixes[{i}]: got sum {row.sum()}, allowed are {allowed}")
    return _strategy_payoffs(_payoffs(A), rows)


@checked
def equilibria(
    A: Cube,
    *,
    max_support: Annotated[int, Integer(1, MAX_STRATEGIES)] = 3,
    n_starts: Starts = 6,
    seed: Seed = 42,
) -> list[Equilibrium]:
    """Nash equilibria with supports up to a size, up to a permutation of the players.

    Parameters
    ----------
    A : array_like, shape (k, k, k)
        As in `payoffs`.
    max_support : int
        Largest number of strategies a player mixes.
    n_starts : int
        Newton starts for each choice of supports, the first from even mixes; all pure equilibria
        are found in any case.
    seed : int or numpy.random.Generator
        Seed of the other starts.

    Returns
    -------
    list of Equilibrium
        Pure ones first. Mixed ones are those that Newton's method met, each verified by its
        regret; of a continuum it meets some points.

    Examples
    --------
    >>> found = equilibria(load_games()["C2"])
    >>> [[round(mix[0], 4) for mix in e.mixes] for e in found if e.isolated]
    [[0.0, 1.0, 1.0], [0.3333, 0.3333, 1.0], [0.6667, 0.6667, 0.6667]]
    """
    rng = np.random.default_rng(seed)
    A, unit = _in_units(A)
    k, U = A.shape[0], _payoffs(A)
    relabellings = _relabellings(A)
    solutions: list[Equilibrium] = []
    for trio in _supports(A, max_support, relabellings):
        pure = sum(map(len, trio)) == 3
        for start in range(1 if pure else n_starts):
            mixes = [np.zeros(k) for _ in range(3)]
            for mix, support in zip(mixes, trio, strict=True):
                size = len(support)
                mix[list(support)] = rng.dirichlet(np.ones(size)) if start else 1 / size
            solved = _newton(U, trio, mixes)
            if solved is None:
                continue
            mixes, isolated = solved
            values, replies = _strategy_payoffs(U, mixes)
            if max(float(p.max() - v) for p, v in zip(replies, values, strict=True)) > REGRET:
                continue
            for labels in relabellings:
                alike = [np.round(mix[list(labels)], DIGITS) + 0.0 for mix in mixes]
                alike.sort(key=lambda mix: np.round(mix, 7).tolist())
                if not any(np.abs(np.subtract(alike, e.mixes)).max() < SAME for e in solutions):
                    solutions.append(_equilibrium(U, alike, isolated, pure, unit))
    return solutions


@checked
def synchronous(A: Cube) -> zero_sum.ZeroSumSolution:
    """Player 1 against players 2 and 3 who draw their pair of strategies together.

    Parameters
    ----------
    A : array_like, shape (k, k, k)
        As in `payoffs`.

    Returns
    -------
    ZeroSumSolution
        Value, player 1's mix, and the coalition's over pairs ``k * s2 + s3``.

    Examples
    --------
    >>> games = load_games()
    >>> [round(synchronous(games[name]).value, 6) for name in ("D1", "D2")]
    [-0.666667, -1.333333]
    """
    return zero_sum.solve(A.reshape(A.shape[0], -1))


@checked
def asynchronous(A: Cube, *, n_starts: Starts = 200, seed: Seed = 42) -> Asynchronous:
    """Hold player 1 down by independent mixes of players 2 and 3.

    Parameters
    ----------
    A : array_like, shape (k, k, k)
        As in `payoffs`.
    n_starts : int
        Random starts; some are pure strategies.
    seed : int or numpy.random.Generator
        Seed of the starts.

    Returns
    -------
    Asynchronous
        The best found.

    Examples
    --------
    >>> games = load_games()
    >>> [round(asynchronous(games[name], n_starts=50).value, 9) + 0.0 for name in ("D1", "D2")]
    [-0.5, 0.0]
    """
    A, unit = _in_units(A)
    rng = np.random.default_rng(seed)
    k = A.shape[0]
    ends: list[tuple[float, np.ndarray, np.ndarray]] = []
    for start in range(n_starts):
        y = np.eye(k)[rng.integers(k)] if start % 3 == 0 else rng.dirichlet(np.ones(k))
        value = np.inf
        while True:
            third = zero_sum.solve(np.einsum("abc,b->ac", A, y), tolerance=1e-10)
            second = zero_sum.solve(np.einsum("abc,c->ab", A, third.column), tolerance=1e-10)
            y = second.column
            if second.value >= value - PROGRESS:
                break
            value = second.value
        ends.append((second.value, y, third.column))
    value, y, z = min(ends, key=lambda end: end[0])
    hits = sum(end[0] <= value + REGRET for end in ends)
    return Asynchronous(value * unit, tuple(y.tolist()), tuple(z.tolist()), n_starts, hits)


def _in_units(A: np.ndarray) -> tuple[np.ndarray, float]:
    """A table of order 1, which the tolerances are for, and the power of two that was taken out."""
    unit = float(2.0 ** np.frexp(np.abs(A).max())[1])
    return A / unit, unit


def _payoffs(A: np.ndarray) -> np.ndarray:
    return np.stack([A, A.transpose(1, 0, 2), A.transpose(1, 2, 0)])


def _strategy_payoffs(
    U: np.ndarray, mixes: Sequence[np.ndarray]
) -> tuple[np.ndarray, list[np.ndarray]]:
    """`strategy_payoffs` from everybody's payoffs, shape (3, k, k, k)."""
    x, y, z = mixes
    pure = [
        np.einsum("abc,b,c", U[0], y, z),
        np.einsum("abc,a,c", U[1], x, z),
        np.einsum("abc,a,b", U[2], x, y),
    ]
    return np.array([m @ p for m, p in zip(mixes, pure, strict=True)]), pure


def _equilibrium(
    U: np.ndarray, mixes: list[np.ndarray], isolated: bool, pure: bool, unit: float
) -> Equilibrium:
    """Mixes with what is known of them, payoffs in the units of the question."""
    values, replies = _strategy_payoffs(U, mixes)
    regret = max(float(p.max() - v) for p, v in zip(replies, values, strict=True))
    strict = pure and all(np.sort(p)[-2] < p.max() - REGRET for p in replies if p.size > 1)
    strong = _strong(U, mixes) if pure else (False, False)
    listed = tuple(tuple(mix.tolist()) for mix in mixes)
    return Equilibrium(
        listed, tuple((values * unit).tolist()), regret * unit, strict, isolated, *strong
    )


def _relabellings(A: np.ndarray) -> list[tuple[int, ...]]:
    """Permutations of the strategies that leave the game unchanged."""
    return [p for p in permutations(range(A.shape[0])) if np.array_equal(A[np.ix_(p, p, p)], A)]


def _supports(
    A: np.ndarray, max_support: int, relabellings: list[tuple[int, ...]]
) -> list[tuple[Support, Support, Support]]:
    """Choices of supports in which nobody plays a dominated strategy, small ones first.

    Letters of the sums: a and b are strategies of one player, c and d of the other two; s, t and u
    are numbers of their supports, of which row s of `plays` has 1 where a strategy is in it.
    """
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
    U: np.ndarray, supports: tuple, mixes: list[np.ndarray]
) -> tuple[list[np.ndarray], bool] | None:
    """Mixes on the supports that make each player indifferent there, by Gauss-Newton.

    The unknowns w are the three players' probabilities on their supports, one after another. For
    each player there are equations that all strategies of the support pay as much as the first
    (their derivatives are rows of `slopes`, less the first row), and one that probabilities add up
    to 1. Returns the mixes and whether the equations determine them, or None.
    """
    # not SciPy's least_squares: it finds the same equilibria of C7 in 8 to 18 s instead of 1.4 s
    sizes = [len(s) for s in supports]
    U = U[:, supports[0]][:, :, supports[1]][:, :, :, supports[2]]
    w = np.concatenate([mix[list(s)] for mix, s in zip(mixes, supports, strict=True)])
    ends = np.cumsum([0, *sizes])
    at = [slice(a, b) for a, b in pairwise(ends)]
    rank, unknowns = 0, sum(sizes)
    for _ in range(NEWTON_STEPS):
        rows, right = [], []
        for i, (j, m) in enumerate(((1, 2), (0, 2), (0, 1))):
            mine = np.moveaxis(U[i], i, 0)
            slopes, total = np.zeros((sizes[i], unknowns)), np.zeros((1, unknowns))
            slopes[:, at[j]] = mine @ w[at[m]]
            slopes[:, at[m]] = np.einsum("ijm,j->im", mine, w[at[j]])
            total[0, at[i]] = 1
            worth = slopes[:, at[j]] @ w[at[j]]
            rows += [slopes[1:] - slopes[:1], total]
            right += [worth[1:] - worth[0], [w[at[i]].sum() - 1]]
        residual = np.concatenate(right)
        step, _, rank, _ = np.linalg.lstsq(np.vstack(rows), residual, rcond=DEPENDENT)
        w = w - step
        if np.abs(step).max() < DONE:
            break
    if not np.isfinite(w).all() or w.min() < -NEGATIVE or np.abs(residual).max() > REGRET:
        return None
    for mix, support, part in zip(mixes, supports, at, strict=True):
        mix[:] = 0
        mix[list(support)] = np.maximum(w[part], 0) / np.maximum(w[part], 0).sum()
    return mixes, int(rank) == unknowns


def _strong(U: np.ndarray, mixes: list[np.ndarray]) -> tuple[bool, bool]:
    """Whether no pair of players raises its joint payoff, or both payoffs, by pure deviations."""
    jointly, each = True, True
    s = [int(np.argmax(mix)) for mix in mixes]
    for i, j in combinations(range(3), 2):
        here = U[[i, j], s[0], s[1], s[2]]
        for a, b in product(range(U.shape[1]), repeat=2):
            moved = list(s)
            moved[i], moved[j] = a, b
            there = U[[i, j], moved[0], moved[1], moved[2]]
            jointly = jointly and bool(there.sum() <= here.sum() + REGRET)
            each = each and not (there > here + REGRET).all()
    return jointly, each
