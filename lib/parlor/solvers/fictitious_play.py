"""Fictitious play: everybody keeps replying to what the others have played so far.

Two things that descriptions leave open change the outcome, and are arguments here. The protocol:
``simultaneous`` moves reply to the counts before the round, as in Brown's definition and in
nashpy; with ``alternating`` moves each player sees what the earlier ones have just played. The
ties: ``random`` picks uniformly among best replies that are equal to the last bit, as nashpy
does; ``first`` and ``last`` take the lowest or highest index; ``kept`` goes on with the reply of
the round before while it is among them, and takes the lowest index otherwise. A random run is a
function of its seed alone: the k-th choice of player i is a hash of (seed, k, i).

Two players' payoffs are kept as sums over the past, so that a round takes one row and one column of
the matrix (`play_rounds`); three and more reply to products of mixes, which have to be computed
anew (`_play_three`; a game of its own shape brings its own, see `parlor.games.guts.players`).

The source of the equations named here is Buck, Lee, Platnick, Wheeler and Zumbrun, Continuous guts
poker. In zero-sum games the empirical mixes converge (Robinson 1951), slowly. Each round bounds the
value from both sides; the gap between best replies is the error bar of whatever is read off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import nan
from typing import Annotated, Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parlor.core import checks
from parlor.core.checks import Floats
from parlor.core.compiled import njit
from parlor.core.draws import step_draw
from parlor.core.quantities import Integer, Number, Seed, checked
from parlor.core.result import Certificate, Result, data_frame

__all__ = ["FictitiousPlay", "play", "play_three"]

MAX_ROUNDS = 10**9  # minutes; sums of payoffs keep seven digits behind the point of an average
MAX_COUNT = 1e15  # of a past: to more, one play could hardly be added
RECORDS = 200  # of a run: points enough for a line on a logarithmic axis
LANES = 64  # sums looked at side by side, eight vectors of eight: known to the compiler beforehand

Rounds = Annotated[int, Integer(1, MAX_ROUNDS)]
Share = Annotated[float, Number(checks.LEAST, 1, "numbers above 0 and up to 1")]
Protocol = Literal["simultaneous", "alternating"]
Ties = Literal["first", "last", "random", "kept"]
FIRST, LAST, RANDOM, KEPT = range(4)  # `Ties`, as the kernels take them

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class FictitiousPlay(Result):
    """Where fictitious play stands after its last round.

    Attributes
    ----------
    mixes : tuple of ndarray
        Empirical mix of each player.
    values : tuple of float
        Payoff of each player when all play their mixes independently.
    gap : float
        Sum over players of what a best reply would gain, 0 exactly at a Nash equilibrium. For two
        players and zero sum: the duality gap, within which the value lies.
    gains : tuple of float
        What a best reply would gain each player.
    bounds : tuple of two floats
        Two players, zero sum: what the mixes secure for the row player, and concede to her. The
        value lies between them. NaN for more players.
    steps : ndarray of int64
        Rounds after which a record was taken, increasing.
    gaps : ndarray of float64
        `gap` after those rounds.
    plays : ndarray of int64, shape (players, len(steps))
        What each player played in those rounds.
    protocol, ties : str
        The rules of this run.
    seed : int
        Of random ties and starts.
    """

    mixes: tuple[Floats, ...]
    values: tuple[float, ...]
    gap: float
    gains: tuple[float, ...]
    bounds: tuple[float, float]
    steps: Ints
    gaps: Floats
    plays: Ints
    protocol: str
    ties: str
    seed: int

    @property
    def certificate(self) -> Certificate:
        """The duality gap of two players, or what more of them could gain together."""
        return Certificate("duality gap" if len(self.mixes) == 2 else "exploitability", self.gap)

    def __iter__(self) -> Iterator[Floats]:
        """Unpacks into the players' mixes."""
        return iter(self.mixes)

    def to_frame(self) -> Any:
        """Return the record as a data frame: a row for each of `steps`, with gap and plays."""
        plays = {f"player_{i + 1}": row for i, row in enumerate(self.plays)}
        return data_frame({"round": self.steps, "gap": self.gaps} | plays)

    @checked
    def exponent(self, *, share: Share = 0.99) -> float:
        """Power of the round with which the gap falls: the slope of log g against log n.

        Parameters
        ----------
        share : float
            Last share of the rounds to fit, by least squares over the record.

        Returns
        -------
        float
            -1 if n g(n) stays constant; nan if the gap is 0 somewhere or there are fewer than
            three records.

        Examples
        --------
        >>> pennies = play([[1, -1], [-1, 1]], n_rounds=100_000, ties="first")
        >>> round(pennies.exponent(), 1)
        -0.5
        """
        late = self.steps >= (1 - share) * self.steps[-1]
        if late.sum() < 3 or not (self.gaps[late] > 0).all():
            return float("nan")
        return float(np.polyfit(np.log(self.steps[late]), np.log(self.gaps[late]), 1)[0])


@checked
def play(
    A: ArrayLike,
    *,
    n_rounds: Rounds,
    start: Sequence[int] | None = None,
    protocol: Protocol = "simultaneous",
    ties: Ties = "random",
    seed: Seed = 42,
) -> FictitiousPlay:
    """Fictitious play of a two-player zero-sum game.

    Parameters
    ----------
    A : array_like, shape (m, n)
        Payoffs to the row player, up to 1e150 in size.
    n_rounds : int
        Rounds to play. In the first nobody has a past, and all moves are tied.
    start : (int, int), optional
        Row and column of the first round, in place of ties.
    protocol : {"simultaneous", "alternating"}
        Whether the column player sees the row player's move of the same round.
    ties : {"first", "last", "random", "kept"}
        Choice among best replies of equal payoff.
    seed : int or numpy.random.Generator
        Seed of random ties.

    Returns
    -------
    FictitiousPlay
        Mixes, bounds on the value and the gap's record at some 200 rounds, evenly spaced in the
        logarithm.

    Notes
    -----
    Equation (C.1) of Buck et al. nashpy's ``fictitious_play(A, -A, n_rounds)`` is the same process.

    Examples
    --------
    >>> pennies = play([[1, -1], [-1, 1]], n_rounds=10_000, ties="first")
    >>> pennies.bounds[0] <= 0 <= pennies.bounds[1], pennies.gap < 0.03
    (True, True)
    """
    A = checks.matrix("A", A, checks.LARGEST)
    steps = schedule(n_rounds)
    first = (-1, -1)
    if start is not None:
        i, j = checks.items("start", start, "a row and a column", 2, 2)
        m, n = A.shape
        first = checks.whole("start[0]", i, 0, m - 1), checks.whole("start[1]", j, 0, n - 1)
    row, column, gaps, plays, received, conceded = play_rounds(
        A, steps, *rules(protocol, ties), np.uint64(seed), first
    )
    x, y = row / n_rounds, column / n_rounds
    low, high = float(-conceded.max() / n_rounds), float(received.max() / n_rounds)
    value = float(x @ A @ y)
    gains = high - value, value - low
    return FictitiousPlay(
        (x, y), (value, -value), high - low, gains, (low, high), steps, gaps, plays, protocol, ties,
        seed,
    )  # fmt: skip


@checked
def play_three(
    payoffs: ArrayLike,
    *,
    n_rounds: Rounds,
    start: Sequence[ArrayLike] | None = None,
    protocol: Protocol = "simultaneous",
    ties: Ties = "random",
    seed: Seed = 42,
) -> FictitiousPlay:
    """Fictitious play of a three-player game, each replying to the product of two mixes.

    Parameters
    ----------
    payoffs : array_like, shape (3, a, b, c)
        ``payoffs[i, s1, s2, s3]``: what player i gets, up to 1e150 in size.
    n_rounds : int
        Rounds to play.
    start : tuple of three arrays, optional
        Counts that stand for a past, 0 to 1e15, of lengths a, b and c. Default: none, so
        that the first moves are ties.
    protocol : {"simultaneous", "alternating"}
        Whether players 2 and 3 see earlier moves of the same round.
    ties : {"first", "last", "random", "kept"}
        Choice among best replies of equal payoff.
    seed : int or numpy.random.Generator
        Seed of random ties.

    Returns
    -------
    FictitiousPlay
        Mixes and the record of the gap, equation (C.4) of Buck et al.

    Examples
    --------
    >>> odd = np.zeros((3, 2, 2, 2))  # odd one out gets 2 from the others
    >>> for i in range(3):
    ...     for s in range(2):
    ...         where = [1 - s] * 3
    ...         where[i] = s
    ...         odd[(slice(None), *where)] = -1
    ...         odd[(i, *where)] = 2
    >>> play_three(odd, n_rounds=1000, seed=1).gap < 1e-2
    True
    """
    allowed = "array of real numbers, allowed is shape (3, a, b, c)"
    U = checks.table("payoffs", payoffs, allowed, checks.LARGEST)
    if U.ndim != 4 or U.shape[0] != 3 or not U.size:
        raise ValueError(f"payoffs: got shape {U.shape}, allowed is (3, a, b, c)")
    counts = [np.zeros(size) for size in U.shape[1:]]
    if start is not None:
        pasts = checks.items("start", start, "three rows of counts", 3, 3)
        for i, size in enumerate(U.shape[1:]):
            allowed = f"{size} numbers from 0 to {MAX_COUNT:g}"
            name = f"start[{i}]"
            counts[i] = checks.numbers(name, pasts[i], allowed, 0.0, MAX_COUNT, (size, size))
    steps = schedule(n_rounds)
    x, y, z = counts
    gaps, plays, gains, values = _play_three(
        U, x, y, z, steps, *rules(protocol, ties), np.uint64(seed)
    )
    return record(counts, values, gains, steps, gaps, plays, protocol, ties, seed)


def record(
    counts: Iterable[Floats], values: Floats, gains: Floats, steps: Ints, gaps: Floats, plays: Ints,
    protocol: str, ties: str, seed: int,
) -> FictitiousPlay:  # fmt: skip
    """What the kernels of games for more than two players hand over, as a result."""
    mixes = tuple(past / past.sum() for past in counts)
    ends = tuple(values.tolist()), float(gaps[-1]), tuple(gains.tolist()), (nan, nan)
    return FictitiousPlay(mixes, *ends, steps, gaps, plays, protocol, ties, seed)


def rules(protocol: Protocol, ties: Ties) -> tuple[bool, int]:
    """Both rules as the kernels take them: whether moves alternate, and the number of `Ties`."""
    return protocol == "alternating", get_args(Ties).index(ties)


def schedule(n_rounds: int) -> Ints:
    """Rounds to record: all the first ones, then evenly spaced in the logarithm."""
    return np.unique(np.round(np.geomspace(1, n_rounds, RECORDS)).astype(np.int64))


@njit(counted=False)
def tied_reply(
    utility: Floats, before: int, ties: int, seed: np.uint64, step: int, player: int
) -> int:
    """A best reply, that is an index of the largest utility, by the rule for ties.

    `before` is what the player played in the round before, -1 in the first. `ties` is a number of
    `Ties`; a random choice is the number of the seed at this step, for this player.
    """
    best = 0
    equal = 1
    for i in range(1, utility.size):
        if utility[i] > utility[best]:
            best, equal = i, 1
        elif utility[i] == utility[best]:
            equal += 1
            if ties == LAST:
                best = i
    if ties == KEPT and before >= 0 and utility[before] == utility[best]:
        return before
    if ties != RANDOM or equal == 1:
        return best
    choice = int(step_draw(seed, step, player) * equal)
    top = utility[best]
    for i in range(best, utility.size):
        if utility[i] == top:
            if choice == 0:
                return i
            choice -= 1
    return best


@njit(counted=False)
def _sum(counts: Floats) -> float:
    """Their sum; numba takes long to compile its own."""
    total = 0.0
    for count in counts:
        total += count
    return total


@njit(counted=False)
def standing(utility: Floats, counts: Floats, total: float) -> tuple[float, float]:
    """What a player's past plays earn on average, and what the best reply adds to it.

    `utility` has a payoff for each strategy, `counts` how often each was played, `total` in all.
    """
    mean, best = 0.0, -np.inf
    for i in range(utility.size):
        mean += utility[i] * counts[i]
        best = max(best, utility[i])
    mean /= total
    return mean, best - mean


@njit(counted=False, nogil=True)
def _credit(sums: Floats, gains: Floats, sign: float, most: Floats) -> None:
    """Add sign times gains to the sums, and tell the largest of each lane, in one pass.

    A lane is every LANES-th entry: lane k has k, k + LANES, and so on. `most` has shape (LANES,);
    the largest sum of all is then the largest of few, and is looked for in its lane alone. That
    saves a second pass, which is half the time of a round.
    """
    blocks = sums.size // LANES
    for lane in range(LANES):
        most[lane] = -np.inf
    for block in range(blocks):
        for lane in range(LANES):
            k = block * LANES + lane
            total = sums[k] + sign * gains[k]
            sums[k] = total
            most[lane] = total if total > most[lane] else most[lane]
    for k in range(blocks * LANES, sums.size):
        sums[k] += sign * gains[k]
        most[k % LANES] = max(most[k % LANES], sums[k])


@njit(counted=False, nogil=True)
def _largest(sums: Floats, most: Floats, before: int, ties: int, u: float) -> int:
    """As `tied_reply`, by what `_credit` left in `most`; `u` is the uniform number for a tie."""
    lanes = min(LANES, sums.size)
    top = most[0]
    for lane in range(1, lanes):
        top = max(top, most[lane])
    if ties == KEPT and before >= 0 and sums[before] == top:
        return before
    best, equal = sums.size, 0
    for lane in range(lanes):
        if most[lane] == top:
            for k in range(lane, sums.size, LANES):
                if sums[k] == top:
                    best = min(best, k)
                    equal += 1
    if equal == 1 or ties in (FIRST, KEPT):
        return best
    choice = int(u * equal) if ties == RANDOM else equal - 1
    while True:
        choice -= sums[best] == top
        if choice < 0:
            return best
        best += 1


@njit(nogil=True)
def play_rounds(
    A: Floats, steps: Ints, alternating: bool, ties: int, seed: np.uint64,
    first: tuple[int, int],
) -> tuple[Floats, Floats, Floats, Ints, Floats, Floats]:  # fmt: skip
    """Counts, gaps and plays at `steps`, and each player's own payoffs summed over the past.

    Brown's process, kept in sums: ``received[i]`` is what row i would have earned against all past
    columns, ``conceded[j]`` minus what column j would have conceded to all past rows. A play adds
    a row of A to the one and a column to the other, and a best reply is where a sum is largest.
    The column player's payoffs are the negative ones of A, so that the gap is the sum of both
    largest sums over the rounds.

    `steps` are the rounds to record, the last one last; `first` is the row and the column of the
    first round, -1 for a reply like any other.
    """
    m, n = A.shape
    AT = A.T.copy()
    row, column = np.zeros(m), np.zeros(n)
    received, conceded = np.zeros(m), np.zeros(n)
    row_most, column_most = np.zeros(LANES), np.zeros(LANES)  # of the lanes of both sums
    gaps = np.empty(steps.size)
    plays = np.empty((2, steps.size), np.int64)
    at = 0
    i = j = -1
    for step in range(1, steps[-1] + 1):
        i = _largest(received, row_most, i, ties, step_draw(seed, step, 0))
        if step == 1 and first[0] >= 0:
            i = first[0]
        if alternating:
            _credit(conceded, A[i], -1.0, column_most)
        j = _largest(conceded, column_most, j, ties, step_draw(seed, step, 1))
        if step == 1 and first[1] >= 0:
            j = first[1]
        if not alternating:
            _credit(conceded, A[i], -1.0, column_most)
        _credit(received, AT[j], 1.0, row_most)
        row[i] += 1
        column[j] += 1
        if step == steps[at]:
            r = _largest(received, row_most, -1, FIRST, 0.0)
            c = _largest(conceded, column_most, -1, FIRST, 0.0)
            gaps[at] = (received[r] + conceded[c]) / step
            plays[0, at], plays[1, at] = i, j
            at += 1
    return row, column, gaps, plays, received, conceded


@njit(counted=False)
def _utilities(U: Floats, x: Floats, y: Floats, z: Floats, player: int, out: Floats) -> None:
    """Payoff of each pure strategy of one player against the others' counts, into `out`."""
    for i in range(out.size):
        out[i] = 0.0
    for i in range(x.size):
        for j in range(y.size):
            for k in range(z.size):
                u = U[player, i, j, k]
                if player == 0:
                    out[i] += u * y[j] * z[k]
                elif player == 1:
                    out[j] += u * x[i] * z[k]
                else:
                    out[k] += u * x[i] * y[j]


@njit
def _play_three(
    U: Floats, x: Floats, y: Floats, z: Floats, steps: Ints,
    alternating: bool, ties: int, seed: np.uint64,
) -> tuple[Floats, Ints, Floats, Floats]:  # fmt: skip
    """Gaps and plays at `steps`, last gains and values; the counts x, y, z are updated in place.

    U is what `play_three` calls payoffs, (3, a, b, c); x, y and z are (a,), (b,) and (c,).
    The others' counts are multiplied as they are: a best reply does not change when all utilities
    of a player are, by the number of rounds squared. Only a record divides by it.
    """
    gaps = np.empty(steps.size)
    plays = np.empty((3, steps.size), np.int64)
    gains, values = np.empty(3), np.empty(3)
    choice = np.full(3, -1)
    utilities = np.empty(x.size), np.empty(y.size), np.empty(z.size)
    at = 0
    for step in range(1, steps[-1] + 1):
        for player in range(3):
            utility = utilities[player]
            _utilities(U, x, y, z, player, utility)
            choice[player] = tied_reply(utility, choice[player], ties, seed, step, player)
            if alternating:
                (x, y, z)[player][choice[player]] += 1
        if not alternating:
            x[choice[0]] += 1
            y[choice[1]] += 1
            z[choice[2]] += 1
        if step == steps[at]:
            total = (_sum(x), _sum(y), _sum(z))
            for player in range(3):
                others = total[0] * total[1] * total[2] / total[player]
                utility = utilities[player]
                _utilities(U, x, y, z, player, utility)
                for i in range(utility.size):
                    utility[i] /= others
                values[player], gains[player] = standing(utility, (x, y, z)[player], total[player])
            gaps[at] = gains[0] + gains[1] + gains[2]
            for player in range(3):
                plays[player, at] = choice[player]
            at += 1
    return gaps, plays, gains, values
