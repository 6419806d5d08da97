"""Our claims on guts poker."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise, product
from math import exp, log

import numpy as np
from scipy.optimize import brentq, minimize, minimize_scalar

from parlor.games import guts
from parlor.games.guts import equilibrium_threshold, payoff, payoffs, solve_coalition
from parlor.games.guts.asynchronous import hold_down
from parlor.games.guts.coalition import two_against_two
from parlor.games.guts.continuum import large_coalition
from parlor.games.guts.weenie import strongest_coalition
from parlor.solvers import recursive_game, zero_sum
from press import Effort, Finding, claim, greatest, show

from ..guts.certificate import certify
from ..guts.curve import best_reply, pairs_curve
from ..guts.recursion import FOUR, zigzag
from ..guts.rounds import total
from ..guts.teams import Mix, Replies, punish, solve_teams
from ..tolerances import CERTIFIED, CLIMBED, DRAWN, ROUNDING
from .equal_teams import team_curve
from .said import said
from .teams import BOXES, SIZES, THREE, WIDTH


def two_shapes(solution: guts.CoalitionSolution) -> tuple[float, float] | None:
    """The thresholds a and b of a mix of just two plans, (a, ..., a) and (0, b, ..., b)."""
    plans = [sorted(set(allies)) for allies, weight in solution.coalition if weight > CERTIFIED]
    alike = [plan[0] for plan in plans if len(plan) == 1]
    led = [plan[1] for plan in plans if len(plan) == 2 and plan[0] == 0.0]
    return (alike[0], led[0]) if len(alike) == len(led) == 1 and len(plans) == 2 else None


@claim("guts.two_plans")
def two_plans(effort: Effort) -> Finding:
    """Cutting planes, which add any plan that is a best reply, end with two of these shapes."""
    sizes = effort.of(full=[*range(2, 31), 50, 100, 200], reduced=[2, 3, 5])
    margins, gaps = [], []
    for friends in sizes:
        solution = solve_coalition(friends, mesh=None)
        fair = equilibrium_threshold(friends + 1)
        (own, _), *others = solution.player_one
        shapes = two_shapes(solution)
        if shapes is None or others:
            return Finding(False, f"{show(friends)} friends mix other plans.")
        margins += [shapes[0] - own, fair - shapes[0], shapes[1] - fair]
        gaps.append(solution.gap)
    return Finding(
        min(margins) > 0,
        f"We solved {len(sizes)} coalitions of up to {sizes[-1]} friends by cutting planes. In "
        "each the optimal mix has two plans of these shapes, and the thresholds are in this order: "
        f"they are {min(margins):.1e} apart at least, where the largest gap is {max(gaps):.0e}.",
    )


@claim("guts.no_whispers")
def no_whispers(effort: Effort) -> Finding:
    """A pattern search for the partners' thresholds ends at the bound and at the fair line."""
    sizes, ahead, starts = effort.of(full=[2, 3, 4, 5, 7, 10], reduced=[2, 3]), (0.0, -0.2, -0.7), 6
    beaten = apart = 0.0
    for friends, V in product(sizes, ahead):
        fair, found = equilibrium_threshold(friends + 1), hold_down(friends, V=V, n_starts=starts)
        beaten = greatest(beaten, friends * (1 - fair) * V - found.value)
        apart = greatest(apart, *(abs(p - fair) for p in found.coalition))
    return Finding(
        beaten < CERTIFIED and apart < DRAWN,
        f"A search from {starts} starts in each case, with {show(sizes)} partners and a value of "
        f"{show(list(ahead))} of playing on, finds nothing below the bound, and ends within "
        f"{apart:.0e} of the fair line.",
    )


def zeros_of_two_by_two(A: np.ndarray, C: np.ndarray, V: np.ndarray) -> np.ndarray:
    """How often the value of A + C V of many games changes its sign along V."""
    M = A[..., None] + C[..., None] * V
    (a, b), (c, d) = (M[:, 0, 0], M[:, 0, 1]), (M[:, 1, 0], M[:, 1, 1])
    low = np.maximum(np.minimum(a, b), np.minimum(c, d))
    high = np.minimum(np.maximum(a, c), np.maximum(b, d))
    mixed = np.where(low < high, a + d - b - c, 1.0)
    value = np.where(low < high, (a * d - b * c) / mixed, low)
    return (np.diff(np.sign(value), axis=1) != 0).sum(axis=1)


@claim("guts.four_fixed_points")
def four_fixed_points(effort: Effort) -> Finding:
    """The example by the solver of recursive games; signs along a grid for random games."""
    found = [V for V, _ in recursive_game.fixed_points(*FOUR, -10.5, 10.5, cells=420)]
    rng = np.random.default_rng(15)
    count = effort.of(full=10_000, reduced=1000)
    A, B = rng.normal(size=(count, 2, 2)) * 4, rng.uniform(0, 3, (count, 2, 2))
    grid = np.linspace(-30.005, 30, 3001)
    parts = zip(np.array_split(A, 200), np.array_split(B - 1, 200), strict=True)  # fit a cache
    changes = np.concatenate([zeros_of_two_by_two(*part, grid) for part in parts])
    off = max(abs(V - true) for V, true in zip(found, (-3, 0, 2, 4), strict=False))
    return Finding(
        len(found) == 4 and off < CERTIFIED and changes.max() <= 4,
        f"The solver of recursive games finds {show([round(V, 9) for V in found])} in the example. "
        f"Of {count:,} random games {int((changes >= 3).sum())} have three crossings or more on a "
        f"grid, and none more than {int(changes.max())}.",
    )


@claim("guts.zigzags")
def zigzags(effort: Effort) -> Finding:
    """Linear programmes, which know nothing of saddle points, give the polygons."""
    rng = np.random.default_rng(16)
    worst, counts = 0.0, []
    for K in effort.of(full=range(2, 13), reduced=[2, 3]):
        A, B = zigzag(K)
        fixed = recursive_game.fixed_points(A, B, -3.03, K + 3.0, cells=40 * (K + 6))
        counts.append(len(fixed) == K)
        knots = np.arange(K - 1.0)
        heights = knots + np.where(np.arange(K - 1) % 2, -1, 1) / 3
        for V in rng.uniform(-3, K + 3, 20):
            beyond = 2 * min(V - knots[0], 0) + (2 if K % 2 else 0.5) * max(V - knots[-1], 0)
            polygon = np.interp(V, knots, heights) + beyond
            worst = greatest(worst, abs(zero_sum.solve(A + B * V).value - polygon))
    return Finding(
        all(counts) and worst < CERTIFIED,
        f"We solved the games of zigzags of two to {len(counts) + 1} pieces by linear programmes: "
        f"each has as many fixed points as pieces, and its values are off by {worst:.0e} at most.",
    )


@claim("guts.weenie_safe")
def weenie_safe(effort: Effort) -> Finding:
    """A search from many starts, and all plans of a mesh that has the fair line on it."""
    searched, meshed = [], []
    for friends in (3, 4):
        fair = 3 ** (-1 / friends)
        searched.append(strongest_coalition(friends + 1).least)
        points = sorted([fair, *np.linspace(0, 1, effort.of(full=21, reduced=7)).tolist()])
        plans = combinations_with_replacement(points, friends)
        meshed += [payoff((fair, *plan), weenie=True) for plan in plans if {*plan} != {fair}]
    return Finding(
        min(searched) > -CERTIFIED and min(meshed) > 0,
        "The least that three or four friends leave her, found by a search over all plans from "
        f"many starts, is zero, to within {abs(min(searched)):.0e}. Of {len(meshed):,} plans on a "
        f"mesh other than the fair line the least leaves her {min(meshed):.5f}.",
    )


def leaders_best(friends: int) -> tuple[float, float]:
    """The careful friends' best threshold beside a leader under the Weenie rule, and its return."""
    fair = 3 ** (-1 / friends)

    def left(q: float) -> float:
        return float(payoff((fair, 0.0, *(q,) * (friends - 1)), weenie=True))

    best = minimize_scalar(left, bounds=(fair, 1), method="bounded", options={"xatol": 1e-12})
    return float(best.x), float(best.fun)


@claim("guts.weenie_beaten")
def weenie_beaten(effort: Effort) -> Finding:
    """The general payoff at the plan for many sizes; the best plan by a search over q."""
    sizes = effort.of(full=[*range(5, 61), 100, 300, 999], reduced=[5, 6, 7])
    named = [payoff((3 ** (-1 / N), 0.0, *(exp(-0.38 / N),) * (N - 1)), weenie=True) for N in sizes]
    best = [leaders_best(N)[1] for N in (2, 3, 4, *sizes)]
    t = brentq(lambda t: exp(t) - 2 * (log(3) - t), 0, 1)
    limit = -((exp(t) - 2) ** 2) / (2 * exp(t))
    falls = np.diff(best[1:]).max() < 0
    return Finding(
        max(named) < 0 and min(best[:3]) > 0 > best[3] and falls and best[-1] > limit,
        f"For {len(sizes)} numbers of friends, up to {sizes[-1]}, the plan leaves her "
        f"{max(named):.4f} at most. The leader's best plan, found by a search, leaves her "
        f"{best[2]:.4f} against four friends and {best[3]:.4f} against five, and less each time, "
        f"down to {best[-1]:.4f}; the limit is {limit:.4f}.",
    )


@claim("guts.weenie_best", "guts.weenie_leader")
def weenie_best(effort: Effort) -> dict[str, Finding]:
    """A search over all plans from many starts ends at the leader's, also where none is proved."""
    off, beside, led, count, more = {}, {}, [], 0, effort.of(full=25, reduced=8)
    certified = effort.of(full=17, reduced=7)
    for n in range(6, more):
        found, (q, least) = strongest_coalition(n), leaders_best(n - 1)
        off[n], beside[n] = least - found.least, abs(found.coalition[-1] - q)
        if n < certified:
            led.append(found.coalition[0] == 0 and found.coalition[1] >= 3 ** (-1 / (n - 1)))
            count += len(found.minima)
    known, beyond = ([x for n, x in off.items() if (n < certified) == c] for c in (True, False))
    apart, worst = greatest(*map(abs, known)), greatest(*(beside[n] for n in range(6, certified)))
    return {
        "guts.weenie_best": Finding(
            all(led) and apart < CERTIFIED and worst < DRAWN,
            f"Of {count} local minima of the return over all plans, found from many starts with "
            f"six to sixteen players, the least is the leader's each time, to {apart:.0e}, and the "
            f"others' thresholds are his friends' within {worst:.0e}.",
        ),
        "guts.weenie_leader": Finding(
            "not refuted" if max(beyond) < CERTIFIED else False,
            f"We searched over all plans from many starts, with {certified} to {more - 1} players: "
            f"none leaves her less than the leader's best, to within {max(map(abs, beyond)):.0e}.",
        ),
    }


@claim("guts.weenie_ruinous")
def weenie_ruinous(effort: Effort) -> Finding:
    """The multiplier by the general formula of a round."""
    sizes = range(2, effort.of(full=1000, reduced=100))
    found = [guts.stakes_multiplier((3 ** (-1 / (n - 1)),) * n, weenie=True) for n in sizes]
    above = [n for n, one in zip(sizes, found, strict=True) if one > 1]
    return Finding(
        bool(np.diff(found).min() > 0 and above[0] == 7 and len(above) == len(sizes) - 5),
        f"By the formula of a round the multiplier is {found[4]:.5f} with six players and "
        f"{found[5]:.5f} with seven. It rises with each further player, up to {sizes[-1]:,} of "
        f"them, to {found[-1]:.4f}; $\\log 3$ is {log(3):.4f}.",
    )


def by_products(team: np.ndarray, other: np.ndarray) -> float:
    """What a team wins, from the products and sums alone, piece by piece of [0, 1]."""
    points = np.unique([0, 1, *team, *other])
    total = 0.0
    for a, b in pairwise(points):
        one, two = (team <= a).sum(), (other <= a).sum()
        if one + two:  # A = A(a) (x / a)**one on the piece
            g, h = (np.where(side > a, side, 1.0).prod() for side in (team, other))
            total += g * h * (b ** (one + two) - a ** (one + two)) * (one - two) / (one + two)
    return 2 * len(team) * (total + (team.sum() - other.sum()) / 2)


@claim("guts.teams")
def teams(effort: Effort) -> Finding:
    """Payoffs of all players, each by the formula of a round, added up."""
    rng = np.random.default_rng(17)
    worst, count = 0.0, effort.of(full=400, reduced=20)
    for _ in range(count):
        m = int(rng.integers(1, 6))
        team, other = rng.random((2, m)) ** rng.choice([0.2, 1.0], (2, 1))
        team[rng.choice([True, False], m, p=[0.2, 0.8])] = 0.0  # some hold always
        paid = sum(payoffs((*map(float, team), *map(float, other)))[:m])
        worst = greatest(worst, abs(paid - by_products(team, other)))
    return Finding(
        worst < ROUNDING,
        f"We added up the payoffs of a team at {count} random tables of up to five against five: "
        f"the formula is off by {worst:.0e} at most.",
    )


@claim("guts.pairs")
def pairs(effort: Effort) -> Finding:
    """No pair of a grid gains on the curve; what a finer mesh finds comes nearer to it."""
    curve = pairs_curve()
    gains = [best_reply(curve.mix(stretches=k))[1] for k in (10, 20, 40)]
    apart, supports = [], []
    for mesh in effort.of(full=(41, 101, 161), reduced=(21, 41)):
        game = two_against_two(mesh=mesh)
        mix = [((a / (mesh - 1), b / (mesh - 1)), w) for (a, b), w in game.row]
        x = np.linspace(0, 1, 201)
        both = [
            sum(w * np.maximum(p, x) * np.maximum(q, x) for (p, q), w in one)
            for one in (mix, curve.mix(stretches=400))
        ]
        apart.append(float(np.abs(both[0] - both[1]).max()))
        supports.append(len(mix))
    return Finding(
        curve.gap < CLIMBED and gains[0] > gains[1] > gains[2] and apart[-1] < apart[0],
        "We cut the curve into stretches and let all pairs of a grid reply to the mix: none wins "
        f"more than {curve.gap:.0e}. Linear programmes on {len(supports)} meshes, which know "
        f"nothing of the curve, mix {show(supports)} pairs, and their mean curves differ from ours "
        f"by {show([round(one, 5) for one in apart])}.",
    )


@claim("guts.equal_teams")
def equal_teams(effort: Effort) -> Finding:
    """The library's best replies to finite versions of the mix, which know no curve."""
    sizes, stretches = effort.of(full=range(2, 9), reduced=range(2, 4)), (10, 20, 40)
    rows = [[Replies(m, team_curve(m).mix(k), m, m).best()[0][0] for k in stretches] for m in sizes]
    slowest = min(1 - after / before for row in rows for before, after in pairwise(row))
    two, known = team_curve(2), pairs_curve()
    off = max(abs(two.outer - known.outer), abs(two.alike - known.both))
    margins = {m: team_curve(m).margin for m in effort.of(full=range(2, 101), reduced=sizes)}
    last = max(margins)
    return Finding(
        slowest > 2 / 3 and off < ROUNDING and min(margins.values()) > CERTIFIED,
        f"For teams of {sizes[0]} to {sizes[-1]} players we cut the curve into {show(stretches)} "
        "stretches, and a search finds the best reply of any plan to each finite mix. Each time "
        f"that the stretches are halved it wins less by {100 * slowest:.0f} % or more, at last "
        f"{max(row[-1] for row in rows):.0e}. For two players the ends of the curve are those of "
        f"two against two, within {off:.0e}. From the loss of the antes the mix wins "
        f"{margins[last]:.3f} in a deal, divided by the number of all players, with teams of "
        f"{last}, and more with smaller ones.",
    )


@claim("guts.apart")
def one_apart(effort: Effort) -> Finding:
    """A search over all thresholds ends at a plan of this shape, and earns no more."""
    rng = np.random.default_rng(18)
    beyond, apart, count = 0.0, 0.0, effort.of(full=24, reduced=3)
    for _ in range(count):
        m, k = int(rng.integers(3, 6)), int(rng.integers(2, 4))
        V = float(rng.uniform(-0.8, 0.8 * k / m))
        mix: Mix = [((p, q), 0.5) for p, q in np.sort(rng.random((2, 2)), axis=1).tolist()]
        others = [(p, *(q,) * (k - 1)) for (p, q), _ in mix]

        def lost(plan: np.ndarray, m: int = m, V: float = V, others: list = others) -> float:
            table = [(*map(float, plan), *theirs) for theirs in others]
            earned = [sum(payoffs(p)[:m]) + m * V * guts.stakes_multiplier(p) for p in table]
            return -sum(earned) / len(earned)

        starts = rng.random((6, m))
        ends = [minimize(lost, start, bounds=[(0, 1)] * m) for start in starts]
        found = min(ends, key=lambda end: end.fun)
        most = Replies(m, mix, k, m + k - m * (1 + V)).best()[0][0]
        beyond = greatest(beyond, -found.fun - most)
        apart = greatest(apart, float(np.ptp(np.sort(found.x)[1:])))
    return Finding(
        beyond < CERTIFIED and apart < DRAWN,
        "We let three to five partners search over all thresholds, from six starts against each "
        f"of {count} mixes. None earns more than the best plan of the shape (by {beyond:.0e} at "
        f"most), and the thresholds above the lowest end within {apart:.0e} of each other.",
    )


def all_plans(own: Mix, m: int, points: int, mix: Mix, k: int, V: float) -> np.ndarray:
    """What all plans of m earn from a mix of k, by Gauss's rule on each piece.

    Thresholds are those of a mesh and those in use.
    """
    mesh = np.unique([*np.linspace(0, 1, points), *(t for plan, _ in own for t in plan)])
    cuts = np.unique([*mesh, *(t for plan, _ in mix for t in plan)])
    nodes, weights = np.polynomial.legendre.leggauss(m + k)
    half = np.diff(cuts)[:, None] / 2
    x = ((cuts[:-1, None] + half) + half * nodes).ravel()
    theirs = sum(w * np.maximum(p, x) * np.maximum(q, x) ** (k - 1) for (p, q), w in mix)
    weight = (half * weights).ravel() * theirs
    high, below = np.maximum(mesh[:, None], x), (mesh[:, None] < x) / x

    def parts(size: int) -> tuple[np.ndarray, ...]:  # A' / A adds up over thresholds below x
        rows = np.array(list(combinations_with_replacement(range(mesh.size), size)))
        return rows, high[rows].prod(1), below[rows].sum(1), mesh[rows].sum(1), mesh[rows].prod(1)

    low, A, a, low_sum, low_product = parts(m // 2)  # a plan is its low thresholds and its high
    top, B, b, top_sum, top_product = parts(m - m // 2)
    plans = low[:, -1:] <= top[:, 0]
    won = ((A * a * weight) @ B.T + (A * weight) @ (B * b).T)[plans]
    held, product = (low_sum[:, None] + top_sum)[plans], np.outer(low_product, top_product)[plans]
    total, atom = (sum(w * f(p, q) for (p, q), w in mix) for f in (
        lambda p, q: p + (k - 1) * q, lambda p, q: p * q ** (k - 1)
    ))  # fmt: skip
    beta = m + k - 1 - held - total + 2 * atom * product
    return np.asarray(m * ((1 + V) * beta - 1) + (m + k) * (2 * won - m + held))


@claim("guts.unequal")
def unequal(effort: Effort) -> Finding:
    """All plans of a mesh and of thresholds in use, of any shape, reply; plans are forbidden."""
    over, replies, counts, gains = 0.0, 0, {}, []
    for m, k in effort.of(full=SIZES, reduced=SIZES[:1]):
        game = solve_teams(m, k)
        V = game.value
        one = all_plans(game.first, m, 41 if m < 4 else 13, game.second, k, V) - m * V
        two = all_plans(game.second, k, 21 if k < 5 else 9, game.first, m, -V * m / k) + m * V
        over = greatest(over, abs(one.max()), abs(two.max()), game.gap)
        replies += one.size + two.size
        counts[m, k] = len(game.first), len(game.second)
        if (m, k) == THREE:
            gains = [punish(game, box, team=t)[1] for t, boxes in BOXES.items() for box in boxes]
    few = max(max(pair) for sizes, pair in counts.items() if sizes != THREE)
    three = counts.get(THREE, (3, 3)) == (3, 3)
    return Finding(
        over < WIDTH and few == 2 and three and min(gains, default=1.0) > 0,
        f"{replies:,} plans of any shape on meshes, for {len(counts)} pairs of teams, earn the "
        f"value at best, to {WIDTH:.0e}; mixes have one or two plans, but three each in four "
        f"against five, where doing without one of them costs {min(gains, default=0.0):.0e} or "
        "more.",
    )


@claim("guts.price")
def price(effort: Effort) -> Finding:
    """Cutting planes in floating point, against the fractions between which the value lies."""
    solution = solve_coalition(2, mesh=None)
    proof = certify(digits=effort.of(full=12, reduced=9))
    low, high = float(proof.lower), float(proof.upper)
    inside = low - solution.gap <= solution.value <= high + solution.gap
    return Finding(
        said["guts.price"].verdict([low, high]) if inside else False,
        f"Cutting planes find {solution.value:.12f} with a gap of {solution.gap:.0e}; by two "
        f"strategies in fractions it is between {low:.13f} and {high:.13f}.",
    )


@claim("guts.crowd")
def crowd(effort: Effort) -> Finding:
    """The general payoff of a round at larger and larger tables, against the limit's formula."""
    far, sizes = large_coalition(), effort.of(full=(50, 200, 800), reduced=(25, 50))
    a, off = far.own, []
    for c, s, led in product((0.9, 1.0), (far.bloc, a / 2), (0, 1)):
        first = c * s if led else c * (s - 1 + 2 * exp(-s))
        limit = first + 1 - a + 2 * exp(-s) * (a - s - 1)
        tables = [(1 - a / N, *[0.0] * led, *[1 - s / N] * (N - led)) for N in sizes]
        paid = [total(own, allies, c - 1) for own, *allies in tables]
        off.append([abs(one - limit) for one in paid])
    closer = all(later < before for row in off for before, later in pairwise(row))
    worst = np.max(off, axis=0)
    value = solve_coalition(effort.of(full=200, reduced=50), mesh=None).value
    return Finding(
        closer and worst[-1] * sizes[-1] < 2 * worst[0] * sizes[0],  # of order 1
        f"At {len(off)} tables each of {show(list(sizes))} friends the returns differ from the "
        f"limit's formula by {show(worst.round(4).tolist())} at most. The solution of the limit's "
        f"equations has the value {far.value:.4f}, and the largest game that is solved has "
        f"{value:.4f}.",
    )


@claim("guts.weenie_leave")
def weenie_leave(effort: Effort) -> Finding:
    """The value against a coalition, and what all on the fair line leave each by staying."""
    tables = effort.of(full=range(3, 11), reduced=(6, 7))
    values = {n: solve_coalition(n - 1, mesh=None, weenie=True) for n in tables}
    stay = [n for n, found in values.items() if found.enters]
    leave = [n for n in values if n not in stay]
    costs = all(values[n].value == -1 for n in leave)
    return Finding(
        costs and max(stay) < said["guts.weenie_leave"].low <= min(leave),
        f"We solved tables of {min(values)} to {max(values)} players, one against all others. With "
        f"{show(stay)} players she had better play, and with {show(leave)} leave, which costs her "
        f"ante. With {max(stay)} she loses {-values[max(stay)].value:.4f}.",
    )


@claim("guts.attraction")
def attraction(effort: Effort) -> Finding:
    """Random games of stakes whose fixed point is known: their slope there, and both sides."""
    rng = np.random.default_rng(43)
    count = outside = 0
    worst, step = 0.0, 1e-5
    while count < effort.of(full=200, reduced=20):
        A, B = rng.normal(size=(3, 3)), rng.uniform(0, 1.6, (3, 3))
        V = float(rng.uniform(-1, 1))
        A += V - zero_sum.solve(A + B * V).value  # so that V is a fixed point
        game = zero_sum.solve(A + B * V)
        slope = float(game.row @ B @ game.column)
        if (game.row > 0).sum() != (game.column > 0).sum() or slope >= 1:
            continue  # not generic, or not asked
        ends = [zero_sum.solve(A + B * x).value for x in (V - step, V + step)]
        count += 1
        worst = greatest(worst, abs((ends[1] - ends[0]) / (2 * step) - slope))
        outside += not V - step < ends[0] <= V <= ends[1] < V + step
    return Finding(
        outside == 0 and worst < DRAWN,
        f"In {count} random games of three by three the slope of the value map at the fixed point "
        f"is the expected multiplier, to within {worst:.0e}; in {outside or 'none'} of them a "
        f"round does not shorten a step of {step:.0e} to one side.",
    )


@claim("guts.weenie_whispers")
def weenie_whispers(effort: Effort) -> Finding:
    """A pattern search for the thresholds of partners who cannot confer."""
    least, apart, starts = np.inf, 0.0, effort.of(full=20, reduced=4)
    sizes = effort.of(full=range(2, 9), reduced=range(2, 6))
    for friends in sizes:
        found = hold_down(friends, weenie=True, n_starts=starts)
        least = min(least, found.value)
        apart = greatest(apart, *(abs(p - 3 ** (-1 / friends)) for p in found.coalition))
    return Finding(
        "not refuted" if least > -CERTIFIED else False,
        f"We searched from {starts} starts for each number of partners from {sizes[0]} to "
        f"{sizes[-1]}. The least that they leave her is zero, to within {abs(float(least)):.0e}, "
        f"and then all hold within {apart:.0e} of the fair line.",
    )
