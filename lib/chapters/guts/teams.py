"""Guts between two teams, each of which agrees on its thresholds before a deal, in the continuum.

Write c = 1 + V for a team of m, where playing on is worth V to each member, and c' for the other
team of m', so that m c + m' c' = n = m + m'. With A(x) the product of max(p_i, x) over a team's
thresholds, B likewise for the mean of the others', s and s' the sums, a team earns in a deal

    m c (n - 1 - s') - m + 2 n - n m + m' c' s - 2 m' c' A(0) B(0) - 2 n (integral of A dB).

Against any mix its best replies are plans (p, q, ..., q) with p <= q: one partner at most stands
apart, and holds more often (proved in ``book/beyond/guts_pairs.md``). For a given q the best p is
the root of a function that falls, so that a best reply is a search along a line. Mixes are found
by cutting planes; then plans that are neighbours are made one, and thresholds, probabilities
and the value solve the equations that hold at an optimum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from parlor.core.compiled import njit
from parlor.core.quantities import Integer, checked
from parlor.core.result import GapResult
from parlor.solvers import zero_sum

__all__ = ["TeamsSolution", "punish", "solve_teams"]

MAX_TEAM = 12  # a minute or so
# Cutting planes, until neither team's best reply gains `GAIN`; plans played less than `WEIGHT` are
# rounding errors.
ROUNDS = 40  # ten suffice, but where plans on a curve are mixed
GAIN, WEIGHT = 1e-9, 1e-9
NEARLY = 1e-3  # replies that win so much less than the best are added too: they cost little
REPLIES = 3  # of a team that does without some plans, the best ones are added
VALUE_STEPS = 3  # of Newton's method for V on the plans met so far: more would not last
SLOWEST = 0.9  # the slope of the value map is taken for that at most, so that its steps stay short
# V stays within: no team loses its ante, nor nearly, but a first guess may be far off
FARTHEST = 0.9
# The best replies along the line of q: peaks of `GRID` points, each looked at again with `FINE`
# points between its neighbours, `ZOOMS` times: to 1e-3 / 20**4, or 6e-9, of q, where it is flat.
GRID, FINE, ZOOMS = 1001, 41, 4
NEWTON = 60  # steps to a best p: the first ones halve the way at least, the last double its digits
# The equations of an optimum, from plans that cutting planes lead to.
CLOSE = 0.01  # plans that differ by less are made one
MOST_PLANS, MOST_DOUBTS = 8, 3  # that are tried; more plans lie on a curve, and would have no end
POLISH = 20  # steps of Newton's method; five are usual
APART = 1e-7  # of two points that give a slope: its error is the root of rounding, at worst
STILL = 1e-10  # a step after which the next is rounding, some 1e-8 of it, as slopes are so exact
POLISHED = 1e-11  # gap of a solution; a wrong guess at the plans leaves more

Floats = NDArray[np.float64]
Plan = tuple[float, float]
Mix = Sequence[tuple[Plan, float]]
Box = tuple[float, float, float, float]
Team = Annotated[int, Integer(2, MAX_TEAM)]


@dataclass(frozen=True, repr=False)
class TeamsSolution(GapResult):
    """Value and optimal mixes of guts between two teams.

    Attributes
    ----------
    teams : (int, int)
        How many play in the first team and in the second.
    value : float
        Value of the game to each member of the first team, in antes.
    first, second : tuple of ((float, float), float)
        Plans (p, q) and their probabilities, in increasing order of p: one holds above p, all
        her partners above q.
    gap : float
        By how much the best replies in the continuum to the two mixes bound the value, per
        member of the first team, in a deal.
    multiplier : float
        The stakes' expected multiplier.
    """

    teams: tuple[int, int]
    value: float
    first: Mix
    second: Mix
    gap: float
    multiplier: float


@checked
def solve_teams(first: Team, second: Team) -> TeamsSolution:
    """Solve guts between two teams in the continuum.

    Parameters
    ----------
    first, second : int
        Players in either team, not the same number in both.

    Returns
    -------
    TeamsSolution
        Value, mixes and gap, which is some 1e-15 where few plans are mixed. Large teams that
        differ by one mix very many, and the gap may be 1e-6.

    Examples
    --------
    >>> game = solve_teams(2, 3)
    >>> round(game.value, 9), game.gap < 1e-12
    (-0.015248347, True)
    >>> [(round(p, 4), round(q, 4), round(w, 4)) for (p, q), w in game.second]
    [(0.0, 0.9369, 0.1027), (0.8157, 0.8173, 0.8973)]
    """
    game = _Game(first, second)
    if first == second:
        raise ValueError(f"second: got {second}, allowed is another size than the first's")
    found = game.cut()
    for sides, kinds in game.merged(found):
        better = game.polish(sides, kinds, found.value)
        if better and better.gap < min(found.gap, POLISHED):
            return better
    return found


@checked
def punish(
    game: TeamsSolution, box: Box, *, team: Annotated[int, Integer(1, 2)]
) -> tuple[Mix, float]:
    """Return what a team plays when the other does without the plans of a box.

    Parameters
    ----------
    game : TeamsSolution
        Two teams.
    box : (float, float, float, float)
        Plans (p, q) with box[0] < p < box[2] and box[1] < q < box[3]; a side at 0 or 1 is in it.
    team : int
        Which team does without them, 1 or 2.

    Returns
    -------
    mix : list of ((float, float), float)
        A mix of the other team.
    gain : float
        What it wins more of any plan outside the box than the game's value is worth to it, per
        member of the first team, in a deal at the value. Where it is positive every optimal mix
        of the team uses plans of the box.

    Examples
    --------
    >>> mix, gain = punish(solve_teams(2, 3), (0.7, 0.7, 0.9, 0.9), team=2)
    >>> gain > 1e-3
    True
    """
    rules, at = _Game(*game.teams), team - 1
    against = rules.against(game.first, game.second, game.value)
    # what is left to the team of its plans, and the other's with more of their kind between them
    theirs = [plan for plan, _ in (game.first, game.second)[at] if not _inside(box, *plan)]
    ours = [plan for plan, _ in (game.second, game.first)[at]]
    line = np.linspace(min(q for _, q in ours), max(q for _, q in ours), GRID // 20)
    ours += list(zip(against[1 - at].partner(line).tolist(), line.tolist(), strict=True))
    due = (rules.m, -rules.m)[at] * game.value
    theirs = theirs or [ours[0]]
    for _ in range(ROUNDS):  # cutting planes, of which the team may not take what is in the box
        p, q = np.array(theirs).T
        table = [rules.reply_to(1 - at, [(plan, 1.0)], game.value).worth(p, q) for plan in ours]
        stage = zero_sum.solve(np.stack(table, axis=1))
        mix = _played(ours, stage.column)
        worth, plan = rules.reply_to(1 - at, mix, game.value).best(box)[0]
        if worth - stage.value < GAIN / 10:
            break
        theirs.append(plan)
        answer = _played(theirs[:-1], stage.row)
        ours += [z for _, z in rules.reply_to(at, answer, game.value).best()[:REPLIES]]
    return sorted(mix), (due - worth) / rules.m


def _played(plans: Sequence[Plan], weights: Floats) -> list[tuple[Plan, float]]:
    return [(plan, w) for plan, w in zip(plans, weights.tolist(), strict=True) if w > WEIGHT]


def _inside(box: Box, p: Floats | float, q: Floats | float) -> Floats:
    a, b, c, d = box
    return np.asarray(((a < p) | ((p == a) & (a == 0))) & (p < c) & (b < q) & ((q < d) | (d == 1)))


class Replies:
    """What plans (p, q, ..., q) of a team of m earn from a mix of a team of k.

    Parameters
    ----------
    m : int
        Players in the team.
    mix : list of ((float, float), float)
        The others' plans and probabilities.
    k : int
        Players in the other team.
    stake : float
        k c', where c' is 1 and what playing on is worth to one of the others.

    Attributes
    ----------
    n : int
        Players in both teams.
    plans : ndarray, shape (size of the mix, 3)
        A row is p, q and the probability of one of the others' plans.
    atom, sum : float
        The module's B(0), and s' averaged over the mix.
    whole : ndarray, no axes
        The integral of x**m dB over all of [0, 1].
    """

    def __init__(self, m: int, mix: Mix, k: int, stake: float) -> None:
        self.m, self.k, self.n, self.stake = m, k, m + k, stake
        self.plans = np.array([(p, q, w) for (p, q), w in mix])
        self.atom = sum(w * p * q ** (k - 1) for (p, q), w in mix)
        self.sum = sum(w * (p + (k - 1) * q) for (p, q), w in mix)
        self.whole = self._moment(m, np.array(1.0))

    def _moment(self, j: int, x: Floats) -> Floats:
        """Integral of x**j B'(x) from 0 to x."""
        return _moments(j, self.k, self.plans, x.ravel()).reshape(x.shape)

    def _below(self, p: Floats, q: Floats) -> Floats:
        """Integral of max(p, x) B'(x) from 0 to q."""
        return p * self._moment(0, p) + self._moment(1, q) - self._moment(1, p)

    def worth(self, p: Floats, q: Floats) -> Floats:
        """What the team earns in a deal, at p <= q."""
        m, n = self.m, self.n
        least, power = (n - self.stake) * (n - 1 - self.sum) - m + 2 * n - n * m, q ** (m - 1)
        fees = self.stake * (p + (m - 1) * q - 2 * self.atom * p * power)
        beyond = self.whole - self._moment(m, q)
        return least + fees - 2 * n * (power * self._below(p, q) + beyond)

    def slopes(self, p: Floats, q: Floats) -> tuple[Floats, Floats]:
        """Its derivatives in p and q."""
        fees, bend = self.stake, 2 * self.n
        power, less = q ** (self.m - 1), q ** (self.m - 2)
        by_p = fees * (1 - 2 * self.atom * power) - bend * power * self._moment(0, p)
        by_q = fees * (1 - 2 * self.atom * p * less) - bend * less * self._below(p, q)
        return by_p, (self.m - 1) * by_q

    def partner(self, q: Floats) -> Floats:
        """The best p for each q: the slope in p falls ever faster, so Newton never overshoots."""
        power = q ** (self.m - 1)
        fees, bend = self.stake * (1 - 2 * self.atom * power), 2 * self.n * power
        return _partners(self.k, self.plans, q, fees, bend)

    def best(self, box: Box | None = None) -> list[tuple[float, Plan]]:
        """All local maxima along the line of q, or those outside a box, the best first."""
        lines = [self.partner]
        if box:  # concave in p, so that the edges are best where the best p is inside
            lines += [lambda q, p=p: np.clip(p, 0, q) for p in (box[0], box[2])]  # type: ignore[misc]
        found = []
        for line in lines:
            q = np.linspace(0, 1, GRID)
            worth: Floats = self._outside(box, line(q), q)
            beside = np.pad(worth, 1, constant_values=-np.inf)
            peaks = (worth >= beside[:-2]) & (worth >= beside[2:]) & np.isfinite(worth)
            for j in np.flatnonzero(peaks).tolist():
                low, high = q[max(j - 1, 0)], q[min(j + 1, GRID - 1)]
                for _ in range(ZOOMS):
                    near = np.linspace(low, high, FINE)
                    p = line(near)
                    here = self._outside(box, p, near)
                    i = int(here.argmax())
                    low, high = near[max(i - 1, 0)], near[min(i + 1, FINE - 1)]
                found.append((float(here[i]), (float(p[i]), float(near[i]))))
        return sorted(found, reverse=True)

    def _outside(self, box: Box | None, p: Floats, q: Floats) -> Floats:
        worth = self.worth(p, q)
        return np.where(_inside(box, p, q), -np.inf, worth) if box else worth


@njit
def _moments(j: int, k: int, plans: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Integrals of x**j B'(x) from 0 to some points; a row of `plans` is p, q, probability."""
    return np.array([_moment(j, k, plans, x) for x in at])


@njit(counted=False)
def _moment(j: int, k: int, plans: np.ndarray, x: float) -> float:
    total = 0.0
    for r in range(plans.shape[0]):
        p, q, w = plans[r, 0], plans[r, 1], plans[r, 2]
        apart = q ** (k - 1) * (min(max(x, p), q) ** (j + 1) - p ** (j + 1)) / (j + 1)
        total += w * (apart + k * (max(x, q) ** (j + k) - q ** (j + k)) / (j + k))
    return total


@njit(counted=False)
def density(k: int, plans: np.ndarray, x: float) -> float:
    """B'(x)."""
    total = 0.0
    for r in range(plans.shape[0]):
        p, q, w = plans[r, 0], plans[r, 1], plans[r, 2]
        if x >= p:
            total += w * (q ** (k - 1) if x < q else k * x ** (k - 1))
    return total


@njit
def _partners(
    k: int, plans: np.ndarray, at: np.ndarray, fees: np.ndarray, bend: np.ndarray
) -> np.ndarray:
    """Newton's method down from p = q, for each q: the slope is fees - bend (B(p) - B(0)).

    `at` has the values of q, `fees` and `bend` belong to them: all of one shape.
    """
    out = np.empty(at.size)
    for i in range(at.size):
        p = at[i]
        for _ in range(NEWTON):
            slope = fees[i] - bend[i] * _moment(0, k, plans, p)
            falls = bend[i] * density(k, plans, p)
            step = slope / falls if falls > 0 else -1.0
            before = p
            p = max(p + step, 0.0) if slope < 0 else p
            if p == before:
                break
        out[i] = p
    return out


class _Game:
    """Two teams; V is what playing on is worth to each of the first."""

    def __init__(self, m: int, k: int) -> None:
        self.m, self.k, self.n = m, k, m + k

    def against(self, first: Mix, second: Mix, V: float) -> tuple[Replies, Replies]:
        """What replies to either mix earn: the first team's, the second's."""
        return self.reply_to(1, second, V), self.reply_to(0, first, V)

    def reply_to(self, team: int, mix: Mix, V: float) -> Replies:
        """What replies to a mix of the first team (0) or the second (1) earn."""
        stake = self.m * (1 + V)
        if team:
            return Replies(self.m, mix, self.k, self.n - stake)
        return Replies(self.k, mix, self.m, stake)

    def multiplier(self, first: Mix, second: Mix) -> float:
        one, two = self.against(first, second, 0.0)
        return self.n - 1 - one.sum - two.sum + 2 * one.atom * two.atom

    def result(self, V: float, first: Mix, second: Mix) -> TeamsSolution:
        """The mixes with what best replies to them show."""
        one, two = self.against(first, second, V)
        gap = (one.best()[0][0] + two.best()[0][0]) / self.m
        return TeamsSolution(
            (self.m, self.k), V, tuple(sorted(first)), tuple(sorted(second)), max(gap, 0.0),
            self.multiplier(first, second),
        )  # fmt: skip

    def cut(self) -> TeamsSolution:
        """Cutting planes: both add what is locally best against the other's mix."""
        fair, V = 2 ** (-1 / (self.n - 1)), 0.0
        X, Y = [[(fair, fair), (0.0, fair)] for _ in range(2)]
        for _ in range(ROUNDS):
            for _ in range(VALUE_STEPS):
                p, q = np.array(X).T
                table = [self.reply_to(1, [(plan, 1.0)], V).worth(p, q) for plan in Y]
                stage = zero_sum.solve(np.stack(table, axis=1) - self.m * V)
                first, second = _played(X, stage.row), _played(Y, stage.column)
                factor = min(self.multiplier(first, second), SLOWEST)
                step = stage.value / self.m / (1 - factor)
                V = float(np.clip(V + step, -FARTHEST, FARTHEST))
            one, two = (side.best() for side in self.against(first, second, V))
            if one[0][0] + two[0][0] < GAIN:
                break
            for plans, found in ((X, one), (Y, two)):
                plans += [z for g, z in found if g > found[0][0] - NEARLY and z not in plans]
        return self.result(V, first, second)

    def merged(self, found: TeamsSolution) -> Iterator[tuple[list[Floats], Sequence[str]]]:
        """Neighbours made one; whether a plan near the diagonal is on it is tried both ways.

        Either team's plans have a row each of p, q and probability.
        """
        sides = []
        for mix in (found.first, found.second):
            rows = np.array([(p, q, w) for (p, q), w in mix])
            heaps = np.split(rows, np.flatnonzero(np.diff(rows[:, 0]) >= CLOSE) + 1)
            weights = [heap[:, 2].sum() for heap in heaps]
            means = [heap[:, 2] @ heap[:, :2] / w for heap, w in zip(heaps, weights, strict=True)]
            sides.append(np.column_stack([means, weights]))
        every = [
            ["zero"] if p == 0 else ["alike", "apart"] if q - p < CLOSE else ["apart"]
            for p, q, _ in np.concatenate(sides)
        ]
        if len(every) <= MOST_PLANS and sum(map(len, every)) <= len(every) + MOST_DOUBTS:
            for kinds in product(*every):
                yield sides, kinds

    def polish(self, sides: list[Floats], kinds: Sequence[str], V: float) -> TeamsSolution | None:
        """Solve the equations of an optimum, from a guess; None if its mixes are none."""
        apart, alike = (np.array(kinds) == kind for kind in ("apart", "alike"))

        def mixes(z: Floats) -> list[Mix]:
            plans = [((p, q), w) for p, q, w in z[1:].reshape(-1, 3).tolist()]
            return [plans[: len(sides[0])], plans[len(sides[0]) :]]

        def miss(z: Floats) -> Floats:
            p, q, w = z[1:].reshape(-1, 3).T
            first, second = mixes(z)
            ours = np.arange(p.size) < len(first)
            one, two = self.against(first, second, z[0])  # asked of all plans, heard of their own
            by_p, by_q = np.where(ours, one.slopes(p, q), two.slopes(p, q))
            won = np.where(ours, one.worth(p, q), two.worth(p, q))
            return np.concatenate([
                won - np.where(ours, 1, -1) * self.m * z[0],
                [w[ours].sum() - 1, w[~ours].sum() - 1],
                np.where(apart, by_p, np.where(alike, p - q, p)), by_q + alike * by_p,
            ])  # fmt: skip

        z = np.concatenate([[V], *map(np.ravel, sides)])
        for _ in range(POLISH):  # Gauss and Newton's method: one equation is the others' sum
            steps = APART * np.eye(z.size)
            slopes = np.stack([(miss(z + h) - miss(z - h)) / (2 * APART) for h in steps], axis=1)
            step = np.linalg.lstsq(slopes, miss(z))[0]
            z -= step
            if np.abs(step).max() < STILL:
                break
        p, q, w = z[1:].reshape(-1, 3).T
        p[alike], p[~(alike | apart)] = q[alike], 0.0  # but for rounding
        if not ((p >= 0) & (p <= q) & (q <= 1) & (w > 0)).all():
            return None
        return self.result(float(z[0]), *mixes(z))
