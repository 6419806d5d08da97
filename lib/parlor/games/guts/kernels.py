"""Payoffs of continuous guts, and the coalition's best reply on a mesh.

Everything rests on two one-dimensional integrals. Player 1 holds and wins with probability

    W = integral from p1 to 1 of prod_{j>=2} max(p_j, x) dx,

and under the Weenie rule drops with the best of all hands dropped with probability

    U = integral from 0 to p1 of prod_{j>=2} min(p_j, x) dx.

With r players holding the stakes are multiplied by r - 1, so everybody is credited r - 2 virtual
antes, the winner takes n and the r - 1 losers pay n (Section 3 of Buck et al.). Hence

    beta = n - 1 - sum(p) + k prod(p),    alpha = beta - 1 + n (2 W - 1 + p1 - U),

with k = 2 and no U in the standard game (all drop: the hand is dealt again), and k = 3 under the
Weenie rule (all drop: the best hand pays n, the stakes double). Thresholds cut [0, 1] into
intervals on which the products are powers of x, which gives alpha in O(n log n).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlor.core.compiled import njit

__all__: list[str] = []


@njit(counted=False)
def _power(x: float, r: int) -> float:
    y = 1.0
    for _ in range(r):
        y *= x
    return y


@njit(counted=False)
def _area(a: float, b: float, r: int) -> float:
    """Integral of x**r from a to b, as (b - a) times the mean power: no cancellation."""
    total = 0.0
    x = 1.0
    for _ in range(r + 1):
        total = total * b + x
        x *= a
    return (b - a) * total / (r + 1)


@njit(counted=False)
def beta_of(p: np.ndarray, weenie: bool) -> float:
    """Stakes multiplier of thresholds p, shape (n,)."""
    product = 1.0
    drops = 0.0
    for t in p:
        product *= t
        drops += t
    return p.size - 1 - drops + (3.0 if weenie else 2.0) * product


@njit(counted=False)
def _line_up(p: np.ndarray, others: np.ndarray, above: np.ndarray) -> None:
    """``p[1:]`` in rising order into `others`, and products of ``others[r:]`` into `above`.

    Both have room for p.size numbers. By insertion: numba takes seconds to compile its own.
    """
    last = p.size - 1
    for k in range(last):
        i = k
        while i > 0 and others[i - 1] > p[k + 1]:
            others[i] = others[i - 1]
            i -= 1
        others[i] = p[k + 1]
    above[last] = 1.0
    for r in range(last - 1, -1, -1):
        above[r] = above[r + 1] * others[r]


@njit(counted=False)
def _edge(own: float, others: np.ndarray, above: np.ndarray, weenie: bool) -> float:
    """The part 2 W - 1 + p1 - U of alpha; `others` increase, and `above` holds their products."""
    n = above.size
    below = 1.0  # product of others[:r]
    wins = 0.0
    worst = 0.0
    left = 0.0
    for r in range(n):
        right = others[r] if r < n - 1 else 1.0
        if right > max(left, own):  # most are empty: coalitions have few different thresholds
            wins += above[r] * _area(max(left, own), right, r)
        if weenie and left < min(right, own):
            worst += below * _area(left, min(right, own), n - 1 - r)
        left = right
        below *= right
    return 2 * wins - 1 + own - worst


@njit
def alpha_of(p: np.ndarray, weenie: bool) -> float:
    """One-shot payoff of the player with threshold p[0]; p has shape (n,)."""
    return alpha_in(p, weenie, np.empty((2, p.size)))


@njit(counted=False)
def alpha_in(p: np.ndarray, weenie: bool, room: np.ndarray) -> float:
    """The same without taking memory, which takes longer than the rest; room has shape (2, n)."""
    _line_up(p, room[0], room[1])
    return beta_of(p, weenie) - 1 + p.size * _edge(p[0], room[0], room[1], weenie)


@njit(counted=False)
def slope_of(p: np.ndarray, c: float, weenie: bool) -> float:
    """Derivative of alpha + (c - 1) beta in the own threshold p[0]; it never increases in p[0]."""
    product, high, low = 1.0, 1.0, 1.0
    for j in range(1, p.size):
        product *= p[j]
        high *= max(p[j], p[0])
        low *= min(p[j], p[0])
    if weenie:
        return c * (3 * product - 1) + p.size * (1 - 2 * high - low)
    return c * (2 * product - 1) + p.size * (1 - 2 * high)


@njit
def against_grid(
    coalition: np.ndarray, grid: np.ndarray, weenie: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Alpha and beta of every own threshold on `grid` against one coalition."""
    alpha = np.empty(grid.size)
    beta = np.empty(grid.size)
    p = np.empty(coalition.size + 1)
    for j in range(coalition.size):  # loops: numba is slow to compile assignments to slices
        p[j + 1] = coalition[j]
    others, above = np.empty((2, p.size))
    _line_up(p, others, above)
    for i in range(grid.size):
        p[0] = grid[i]
        beta[i] = beta_of(p, weenie)
        alpha[i] = beta[i] - 1 + p.size * _edge(p[0], others, above, weenie)
    return alpha, beta


class MeshMix(NamedTuple):
    """Player 1's mix on a mesh of M points, as far as the coalition's payoff depends on it.

    Attributes
    ----------
    grid : ndarray, shape (M,)
        The mesh.
    mean : float
        Mean of her threshold.
    hold, drop : ndarray, shape (N + 1, M)
        Row r has, at each mesh point, the integral from 0 to there of x**r times the chance that
        she holds (drops) a hand x.
    """

    grid: np.ndarray
    mean: float
    hold: np.ndarray
    drop: np.ndarray


def mesh_mix(grid: np.ndarray, row: np.ndarray, n_coalition: int) -> MeshMix:
    """The mix that has the probabilities `row` on a mesh."""
    return MeshMix(grid, float(row @ grid), *_moments(grid, row, n_coalition))


@njit
def _moments(grid: np.ndarray, row: np.ndarray, n_coalition: int) -> tuple[np.ndarray, np.ndarray]:
    """The running integrals of a `MeshMix`, cell by cell."""
    size = grid.size
    hold = np.zeros((n_coalition + 1, size))
    drop = np.zeros((n_coalition + 1, size))
    weight = 0.0
    for m in range(size - 1):
        weight += row[m]
        for r in range(n_coalition + 1):
            area = _area(grid[m], grid[m + 1], r)
            hold[r, m + 1] = hold[r, m] + weight * area
            drop[r, m + 1] = drop[r, m] + max(1.0 - weight, 0.0) * area
    return hold, drop


class Chosen(NamedTuple):
    """The highest thresholds of a coalition of N, as far as they are chosen, and sums over them.

    Entry d of the sums is for the d highest. With thresholds in decreasing order, W and U of the
    module's description are sums over the intervals between neighbours, so that each more adds a
    term.

    Attributes
    ----------
    places : ndarray of int, shape (N,)
        Where they are on the mesh, in decreasing order.
    product, total : ndarray, shape (N,)
        Product and sum of the thresholds.
    wins : ndarray, shape (N,)
        The part of W above the lowest of them.
    worst : ndarray, shape (N,)
        The part of U there, which the thresholds that are still to come will multiply.
    """

    places: np.ndarray
    product: np.ndarray
    total: np.ndarray
    wins: np.ndarray
    worst: np.ndarray


@njit(counted=False)
def _choose(d: int, i: int, chosen: Chosen, mix: MeshMix, weenie: bool) -> None:
    """Add mesh point i to the d thresholds that are chosen."""
    x, _, hold, drop = mix
    places, product, total, wins, worst = chosen
    N = places.size
    top = places[d - 1] if d > 0 else x.size - 1
    places[d] = i
    wins[d + 1] = wins[d] + product[d] * (hold[N - d, top] - hold[N - d, i])
    if weenie:
        worst[d + 1] = x[i] * (worst[d] + drop[d, top] - drop[d, i])
    product[d + 1] = product[d] * x[i]
    total[d + 1] = total[d] + x[i]


@njit(counted=False)
def _last(
    i: int, top: int, P: float, Y: float, N: int, mix: MeshMix, slope: float, weenie: bool
) -> float:
    """The part of the payoff that depends on the lowest threshold, x[i]; convex in it.

    All others are chosen, the lowest of them at `top`, their product and `worst` being P and Y;
    `slope` times x[i] is the part of c beta.
    """
    x, _, hold, drop = mix
    value = slope * x[i] + 2 * (N + 1) * P * (hold[1, top] - hold[1, i] + x[i] * hold[0, i])
    if weenie:
        value -= (N + 1) * (x[i] * (Y + drop[N - 1, top] - drop[N - 1, i]) + drop[N, i])
    return value


@njit
def best_of_all(N: int, mix: MeshMix, c: float, weenie: bool) -> tuple[float, np.ndarray]:
    """Least payoff to player 1 over all coalitions on the mesh, and a coalition that attains it.

    All choices of all thresholds but the lowest are run through, in decreasing order, and of each
    the lowest threshold that is best beside them is found, near the one before. ``c`` is 1 + V.
    Returns (value, indices of shape (N,)).

    Averaged over player 1's mix the payoff is, with k as in the module's description and W and U
    averaged too,

        c (N - mean - sum(p) + k mean prod(p)) - 1 + n (2 W - 1 + mean - U).
    """
    M, mean = mix.grid.size, mix.mean
    k = 3.0 if weenie else 2.0
    chosen = Chosen(np.empty(N, np.int64), np.ones(N), np.zeros(N), np.zeros(N), np.zeros(N))
    index, best_index, best = chosen.places, np.empty(N, np.int64), np.inf
    d = 0  # so many are chosen
    lowest = 0
    while d >= 0:
        top = index[d - 1] if d > 0 else M - 1
        if d < N - 1:  # one more, as high as may be
            _choose(d, top, chosen, mix, weenie)
            d += 1
            continue
        P, Y = chosen.product[d], chosen.worst[d]
        slope = c * (k * mean * P - 1.0)
        lowest = min(lowest, top)  # walking downhill from where it was
        here = _last(lowest, top, P, Y, N, mix, slope, weenie)
        while lowest < top:
            there = _last(lowest + 1, top, P, Y, N, mix, slope, weenie)
            if there >= here:
                break
            here = there
            lowest += 1
        while lowest > 0:
            there = _last(lowest - 1, top, P, Y, N, mix, slope, weenie)
            if there >= here:
                break
            here = there
            lowest -= 1
        value = here - c * chosen.total[d] + 2 * (N + 1) * chosen.wins[d]
        if value < best:
            best = value
            for j in range(d):
                best_index[j] = index[j]
            best_index[d] = lowest
        d -= 1
        while d >= 0 and index[d] == 0:
            d -= 1
        if d >= 0:  # the last one that can be lower
            _choose(d, index[d] - 1, chosen, mix, weenie)
            d += 1
    return best + c * (N - mean) - 1 + (N + 1) * (mean - 1), best_index


@njit
def best_bloc(
    N: int, mix: MeshMix, c: float, weenie: bool, pseudo: bool
) -> tuple[float, np.ndarray]:
    """As `best_of_all`, over blocs (all equal) or pseudo-blocs (all but one equal), N >= 2.

    With two different thresholds, b of the bloc and a of the leader, W and U have three terms.
    """
    x, mean, hold, drop = mix
    M = x.size
    k = 3.0 if weenie else 2.0
    n = N + 1
    best = np.inf
    leader, bloc = 0, 0
    for b in range(M):
        power = _power(x[b], N - 1)
        for a in range(M) if pseudo else range(b, b + 1):
            P = power * x[a]
            high = max(a, b)
            W = hold[N, M - 1] - hold[N, high] + P * hold[0, min(a, b)]
            if a <= b:
                W += power * (hold[1, b] - hold[1, a])
            else:
                W += x[a] * (hold[N - 1, a] - hold[N - 1, b])
            value = c * (k * mean * P - x[a] - (N - 1) * x[b]) + 2 * n * W
            if weenie:
                U = P * (drop[0, M - 1] - drop[0, high]) + drop[N, min(a, b)]
                if a <= b:
                    U += x[a] * (drop[N - 1, b] - drop[N - 1, a])
                else:
                    U += power * (drop[1, a] - drop[1, b])
                value -= n * U
            if value < best:
                best = value
                leader, bloc = a, b
    index = np.empty(N, np.int64)
    for j in range(N):
        index[j] = bloc
    index[N - 1 if leader <= bloc else 0] = leader
    return best + c * (N - mean) - 1 + n * (mean - 1), index
