"""Sections 1, 1.2 and 5.2 and Appendix C: fictitious play."""

from __future__ import annotations

from functools import cache

import numpy as np
from scipy.optimize import linprog

from parlor.games.guts import equilibrium_threshold, payoff, small
from parlor.games.guts.players import fictitious_play
from parlor.solvers import fictitious_play as solver
from parlor.solvers.fictitious_play import FictitiousPlay, Protocol, Ties
from press import Effort, Finding, claim, greatest

from .coalitions import played
from .rounds import matrices_of_all_coalitions
from .solved import on_mesh

PENNIES = np.array([[1.0, -1.0], [-1.0, 1.0]])
RUNS: tuple[tuple[Protocol, Ties, int], ...] = (  # moves, ties, seed
    ("simultaneous", "random", 3),
    ("simultaneous", "random", 1),
    ("simultaneous", "first", 0),
    ("alternating", "random", 1),
    ("alternating", "first", 0),
)
STARTS = (None, (0.64, 0.68, 0.68), (0.0, 0.9, 0.9), (0.9, 0.1, 0.5))


def mesh(reduced: bool) -> int:
    """Thresholds of each player, as in the source's Figure 5."""
    return 101 if reduced else 501


@cache
def three(how: Protocol, ties: Ties, seed: int, reduced: bool) -> FictitiousPlay:
    """Three players, each replying to what the others have played."""
    rounds = (2000 if reduced else 100_000) // (1 if seed == 3 else 5)
    return fictitious_play(
        3, n_rounds=rounds, mesh=mesh(reduced), protocol=how, ties=ties, seed=seed
    )


def runs_of_three(reduced: bool) -> dict[tuple[Protocol, Ties, int], FictitiousPlay]:
    """The same for several orders of moves, ways to break ties and seeds."""
    return {run: three(*run, reduced) for run in RUNS}


@cache
def pooled(start: tuple[float, ...] | None, reduced: bool) -> FictitiousPlay:
    """Three players of whom two share their winnings."""
    rounds = 400 if reduced else 20_000
    return fictitious_play(3, n_rounds=rounds, mesh=mesh(reduced), start=start, pooled=True, seed=2)


@cache
def many(n_players: int, how: Protocol, reduced: bool) -> FictitiousPlay:
    """Several players."""
    rounds = 500 if reduced else 10_000
    return fictitious_play(n_players, n_rounds=rounds, mesh=mesh(reduced), protocol=how, seed=1)


def crowd(reduced: bool) -> dict[tuple[int, str], FictitiousPlay]:
    """Two to eight players, by the order of their moves."""
    sizes = (2, 3, 4, 5) if reduced else (2, 3, 4, 5, 6, 8)
    return {(m, how): many(m, how, reduced) for m in sizes
            for how in ("simultaneous", "alternating")}  # fmt: skip


def means(run: FictitiousPlay) -> list[float]:
    """The players' mean thresholds."""
    points = np.linspace(0, 1, run.mixes[0].size)
    return [float(mix @ points) for mix in run.mixes]


def late_plays(run: FictitiousPlay) -> np.ndarray:
    """The thresholds played in the last nine tenths of the rounds."""
    points = np.linspace(0, 1, run.mixes[0].size)
    return np.asarray(points[run.plays[:, run.steps > run.steps[-1] // 10]])


def last_rise(run: FictitiousPlay) -> int:
    """The last recorded round in which n g(n) rose."""
    rises = run.steps[1:][np.diff(run.steps * run.gaps) > 1e-9]
    return int(max(rises, default=0))


def falls_from(run: FictitiousPlay, first: int = 100) -> bool:
    """Whether the gap falls in all recorded rounds from the first on."""
    return bool((np.diff(run.gaps[run.steps > first]) <= 1e-12).all())


@cache
def pennies(n_rounds: int) -> FictitiousPlay:
    """Fictitious play of matching pennies."""
    return solver.play(PENNIES, n_rounds, ties="first")


@cache
def shapley(n_rounds: int) -> FictitiousPlay:
    """Shapley's game of two with a third player who pays and has no choice."""
    first, second = np.eye(3), np.roll(np.eye(3), 1, axis=1)
    U = np.stack([first, second, -first - second])[..., None]
    start = [np.array([1.0, 0, 0]), np.array([0, 1.0, 0]), np.array([1.0])]
    return solver.play_three(U, n_rounds, start=start, seed=0)


@claim("fp.linear_programme")
def linear_programme(effort: Effort) -> Finding:
    """Such a game can be solved as a linear programme."""
    size = effort.of(full=21, reduced=11)
    exact = on_mesh(2, size, "full")
    A, B = matrices_of_all_coalitions(2, size)
    stage = A + exact.value * B
    rows = np.hstack([-stage.T, np.ones((stage.shape[1], 1))])
    found = linprog(
        [0] * size + [-1], rows, np.zeros(stage.shape[1]),
        [[1] * size + [0]], [1], [(0, 1)] * size + [(None, None)],
    )  # fmt: skip
    off = abs(found.x[-1] - exact.value)
    return Finding(
        off < 1e-9,
        f"1 v 2 on {size} thresholds: SciPy's linear programme gives {found.x[-1]:.9f}, within "
        f"{off:.0e} of ours.",
    )


@claim("fp.converges")
def converges(effort: Effort) -> Finding:
    """Fictitious play converges in zero-sum games of two players."""
    rng = np.random.default_rng(0)
    gaps = []
    for _ in range(effort.of(full=20, reduced=4)):
        A = rng.normal(size=(5, 5))
        run = solver.play(A, effort.of(full=100_000, reduced=2000), seed=1)
        gaps.append(run.gap)
    guts = played(effort.reduced)[2]
    return Finding(
        max(gaps) < effort.of(full=0.05, reduced=0.5)
        and guts.gap < effort.of(full=5e-4, reduced=5e-3),
        f"Robinson's theorem. {len(gaps)} random games: gaps of at most {max(gaps):.4f} at the "
        f"end; 1 v 2: {guts.gap:.5f} after {guts.n_rounds:,} rounds.",
    )


@claim("fp.shapley", "fp.limit_point")
def cycles(effort: Effort) -> dict[str, Finding]:
    """Shapley's game does not converge; a third player makes it zero-sum."""
    run = shapley(effort.of(full=200_000, reduced=20_000))
    late = run.gaps[run.steps > run.steps[-1] // 100]
    sums = abs(run.values[0] + run.values[1] + run.values[2])
    calm = [solver.play_three(small.payoffs(small.load_games()[name]), 20_000, seed=1).gap
            for name in ("C2", "C5", "D1")]  # fmt: skip
    return {
        "fp.shapley": Finding(
            float(late.min()) > 0.05 and sums < 1e-9,
            "With a third player who pays the other two: in the last 99 % of "
            f"{int(run.steps[-1]):,} rounds the gap stays above {float(late.min()):.3f}.",
        ),
        "fp.limit_point": Finding(
            "partly" if late.min() > 0.05 and max(calm) < 0.05 else max(calm) < 0.05,
            f"True if the empirical mixes converge: gaps of at most {max(calm):.4f} in three small "
            "games. In Shapley's they have limit points and none is an equilibrium: the gap "
            f"never falls below {float(late.min()):.3f}.",
        ),
    }


@claim("wills.pooled_nash")
def equilibrium_when_pooled(effort: Effort) -> Finding:
    """A symmetric equilibrium stays one when players 2 to n pool their winnings."""
    grid = np.linspace(0, 1, effort.of(full=501, reduced=51))
    least = []
    for n in range(3, 9):
        p = equilibrium_threshold(n)
        least.append(min(payoff((p, float(q), *(p,) * (n - 2))) for q in grid))
    games = small.load_games()
    for name in ("C2", "C5", "D1", "D2"):
        for e in small.equilibria(games[name], max_support=3, n_starts=2, seed=0):
            if np.ptp(e.mixes, axis=0).max() < 1e-9:
                x = np.array(e.mixes[0])
                least.append(float(np.einsum("abc,a,c->b", games[name], x, x).min()))
    return Finding(
        min(least) > -1e-9,
        "If one partner moves, player 1 and the others have equal payoffs, and his is not "
        f"positive. Guts of 3 to 8 and four small games: player 1 then gets {abs(min(least)):.0e} "
        "at least.",
    )


@claim("wills.pooled")
def converges_when_pooled(effort: Effort) -> Finding:
    """Fictitious play goes to the symmetric equilibrium also when players 2 and 3 pool."""
    runs = [pooled(start, effort.reduced) for start in STARTS]
    off = max(abs(p - equilibrium_threshold(3)) for run in runs for p in means(run))
    return Finding(
        "not refuted" if off < effort.of(full=0.02, reduced=0.2) else False,
        f"{len(runs)} starts, {int(runs[0].steps[-1]):,} rounds each: means within {off:.4f} of "
        r"$1/\sqrt{2}$.",
    )


@claim("wills.converge", "wills.gap_falls", "wills.scaled_falls", "wills.constant")
def three_wills(effort: Effort) -> dict[str, Finding]:
    """Fictitious play of three goes to the symmetric equilibrium; g and n g fall eventually."""
    runs = runs_of_three(effort.reduced)
    off = max(abs(p - equilibrium_threshold(3)) for run in runs.values() for p in means(run))
    calm = all(falls_from(run) for run in runs.values())
    rises = max(last_rise(run) for run in runs.values())
    long = runs[RUNS[0]]
    scaled = long.steps * long.gaps
    half = {
        part: float(scaled[long.steps >= long.steps[-1] * part][0]) for part in (0.01, 0.1, 0.5)
    }
    levels = [float(run.steps[-1] * run.gap) for name, run in runs.items() if name != RUNS[0]]
    drift = half[0.1] / float(scaled[-1]) - 1  # over the last nine tenths of the rounds
    recorded, rounds = long.steps.size, int(long.steps[-1])
    return {
        "wills.converge": Finding(
            "not refuted" if off < effort.of(full=0.01, reduced=0.05) else False,
            f"{len(runs)} runs by order of moves, ties and seed, up to {rounds:,} rounds: all "
            rf"mean thresholds are within {off:.4f} of $1/\sqrt{{2}}$.",
        ),
        "wills.gap_falls": Finding(
            "not refuted" if calm else False,
            f"From round 100 on, at all of the {recorded} rounds recorded up to {rounds:,}.",
        ),
        "wills.scaled_falls": Finding(
            "not refuted" if rises < 1000 else False,
            f"At the rounds recorded n g rises for the last time in round {rises}.",
        ),
        "wills.constant": Finding(
            False if drift > 0.5 else "not refuted" if abs(drift) < 0.01 else "not decidable",
            f"In the longest run n g is {half[0.01]:.4f} after a hundredth, {half[0.1]:.4f} after "
            f"a tenth and {half[0.5]:.4f} after half of {rounds:,} rounds, and "
            f"{float(scaled[-1]):.4f} at the end: still falling, to a constant or to 0. In the "
            f"others it ends at {min(levels):.3f} to {max(levels):.3f}.",
        ),
    }


@claim("wills.conjecture", "wills.rate")
def conjecture(effort: Effort) -> dict[str, Finding]:
    """Fictitious play of m players converges for all m, with g(n) of order 1/n."""
    runs = crowd(effort.reduced)
    scaled = [(run.steps * run.gaps)[run.steps >= 100] for run in runs.values()]
    creep = max(float(g.max() / g[0]) for g in scaled)
    powers = sorted(run.exponent() for run in runs.values())
    off = max(abs(p - equilibrium_threshold(m)) for (m, _), run in runs.items() for p in means(run))
    most, rounds = max(m for m, _ in runs), max(int(run.steps[-1]) for run in runs.values())
    return {
        "wills.conjecture": Finding(
            "not refuted" if off < effort.of(full=0.02, reduced=0.1) and creep < 1.05 else False,
            f"2 to {most} players, {len(runs)} runs of {rounds:,} rounds: mean thresholds end "
            f"within {off:.4f} of the equilibrium, and after round 100 n g is at most {creep:.3f} "
            "times what it was then.",
        ),
        "wills.rate": Finding(
            "not decidable" if powers[-1] < -0.9 else False,
            f"$g$ falls with exponents from {powers[-1]:.2f} to {powers[0]:.2f} over these rounds: "
            "$1/n$ may be the rate or an upper bound; and on a mesh it is $1/n$ in the end in "
            "any case, once all stay at a strict equilibrium of the mesh game.",
        ),
    }


@claim("fp.reply")
def printed_reply(effort: Effort) -> Finding:
    """Player 2's best response is where phi, player 1's payoff, is largest."""
    rng = np.random.default_rng(0)
    higher, games = 0, effort.of(full=20, reduced=5)
    for _ in range(games):
        A = rng.normal(size=(3, 3))
        rows, columns = np.zeros(3), np.zeros(3)
        rows[0] = columns[0] = 1
        for _ in range(2000):
            i, j = int((A @ columns).argmax()), int((rows @ A).argmax())
            rows[i] += 1
            columns[j] += 1
        phi = float(rows @ A @ columns / rows.sum() / columns.sum())
        higher += phi > solver.play(A, 2000, seed=1).high + 1e-6
    return Finding(
        higher == 0,
        f"Played so, {higher} of {games} random games end above what the value can be: player 2 "
        r"pays $\varphi$, and her best response is where it is least, as in the definition of $g$.",
    )


@claim("fp.duality")
def duality(effort: Effort) -> Finding:
    """The value, and what the empirical mixes pay, lie between the two best replies to them."""
    outside, sizes = 0, played(effort.reduced)
    for N, run in sizes.items():
        value = -on_mesh(N).value
        outside += not run.player_replies <= value <= run.coalition_replies
        outside += not run.player_replies - 1e-12 <= run.mixes <= run.coalition_replies + 1e-12
    return Finding(
        outside == 0,
        f"By definition of a best reply. Fictitious play of {len(sizes)} coalitions of Table 1: "
        f"{outside} of the exact values and of the mixes' payoffs lie outside.",
    )


@claim("fp.gap_iff")
def gap_and_value(effort: Effort) -> Finding:
    """The gap tends to 0 if and only if the empirical mixes' payoff tends to the value."""
    p, q = np.array([1.0, 0.0]), np.array([0.5, 0.5])
    phi, gap = float(p @ PENNIES @ q), float((PENNIES @ q).max() - (p @ PENNIES).min())
    rng = np.random.default_rng(0)
    over = 0.0
    for _ in range(200):
        x, y = rng.dirichlet(np.ones(2), 2)
        g = float((PENNIES @ y).max() - (x @ PENNIES).min())
        over = greatest(over, abs(float(x @ PENNIES @ y)) - g)
    return Finding(
        "partly" if abs(phi) < 1e-12 and gap > 0.5 and over <= 1e-12 else False,
        "Only if: the payoff is never further from the value than the gap. Not if: matching "
        f"pennies with (1, 0) against (1/2, 1/2) pays {phi:g}, the value, and the gap is {gap:g}. "
        "(Along fictitious play itself both always hold.)",
    )


@claim("fp.hamilton")
def hamiltonian(effort: Effort) -> Finding:
    """Where best replies are unique J U' is the gradient of G, with J skew."""
    rng = np.random.default_rng(0)
    off = 0.0
    for _ in range(effort.of(full=50, reduced=10)):
        A, P, Q = rng.normal(size=(4, 3)), rng.random(4), rng.random(3)

        def G(U: np.ndarray, A: np.ndarray = A) -> float:
            return float((A @ U[4:]).max() - (U[:4] @ A).min())

        U, e = np.concatenate([P, Q]), 1e-7
        moved = np.zeros(7)
        moved[(A @ Q).argmax()], moved[4 + (P @ A).argmin()] = 1, 1
        J = np.block([[np.zeros((4, 4)), -A], [A.T, np.zeros((3, 3))]])
        slope = [(G(U + e * d) - G(U - e * d)) / (2 * e) for d in np.eye(7)]
        off = greatest(off, float(abs(J @ moved - slope).max()), float(abs(J + J.T).max()))
    return Finding(off < 1e-5, f"Random 4 x 3 games, difference quotients: {off:.0e}.")


@claim("fp.continuous")
def continuous(effort: Effort) -> Finding:
    """In continuous fictitious play of two t g(t) does not increase."""
    worst, moved = -np.inf, []
    rng = np.random.default_rng(0)
    for _ in range(effort.of(full=30, reduced=5)):
        A = rng.normal(size=(3, 3))
        P, Q, t = rng.dirichlet(np.ones(3)), rng.dirichlet(np.ones(3)), 1.0
        start = _scaled_gap(A, P, Q)
        for _ in range(effort.of(full=400, reduced=100)):  # exactly, from switch to switch
            i, j = int((A @ Q).argmax()), int((P @ A).argmin())
            step = min(_until(A @ Q, A[:, j], i), _until(-(P @ A), -A[i], j), 1e6)
            P, Q, t = P + step * np.eye(3)[i], Q + step * np.eye(3)[j], t + step
            worst = greatest(worst, (_scaled_gap(A, P, Q) - start) / start)
            if t > 1e5:
                break
            push = 1e-9  # past the switch, where the replies are those of the new side
            i, j = int((A @ Q + push * A[:, j]).argmax()), int((P @ A + push * A[i]).argmin())
            P, Q, t = P + push * np.eye(3)[i], Q + push * np.eye(3)[j], t + push
        moved.append(t)
    return Finding(
        worst < 1e-3,
        f"{len(moved)} random games of three strategies, exactly from switch to switch up to $t = "
        f"{max(moved):.0f}$ at most: $t g(t)$ exceeds its start by {max(worst, 0.0):.0e} of it at "
        "most.",
    )


def _scaled_gap(A: np.ndarray, P: np.ndarray, Q: np.ndarray) -> float:
    return float((A @ Q).max() - (P @ A).min())


def _until(now: np.ndarray, change: np.ndarray, best: int) -> float:
    """How long a best reply remains one while payoffs change in a straight line."""
    ahead, closing = now[best] - now, change - change[best]
    times = [a / c for a, c in zip(ahead, closing, strict=True) if c > 1e-12]
    return float(max(min(times, default=np.inf), 0.0))


@claim("fp.footnote", "fp.two_rate")
def discrete(effort: Effort) -> dict[str, Finding]:
    """Monotone decrease of t g(t) implies eventual decrease of n g(n); for two g ~ 1/n."""
    run = pennies(100_000)
    growth = run.steps * run.gaps
    late = run.steps > 100
    rises = int((np.diff(growth[late]) > 1e-9).sum())
    power = float(np.polyfit(np.log(run.steps[late]), np.log(growth[late]), 1)[0])
    mid = int(np.searchsorted(run.steps, 1000))
    return {
        "fp.footnote": Finding(
            rises == 0,
            f"Matching pennies: n g is {growth[mid]:.0f} in round {int(run.steps[mid]):,} and "
            f"{growth[-1]:.0f} in round 100,000; after round 100 it rises {rises} times among the "
            "rounds recorded.",
        ),
        "fp.two_rate": Finding(
            power < 0.1,
            f"Matching pennies: $n g$ grows like $n^{{{power:.2f}}}$ up to round 100,000, so that "
            r"$g$ falls like $1/\sqrt{n}$.",
        ),
    }


@claim("fp.gap_nash")
def gap_of_many(effort: Effort) -> Finding:
    """The gap (C.4) is at least 0, and 0 just at the Nash equilibria."""
    rng = np.random.default_rng(0)
    least, at = np.inf, 0.0
    for name in ("C2", "C5", "D1"):
        game = small.load_games()[name]
        k = len(game)
        for mixes in rng.dirichlet(np.ones(k), (effort.of(full=2000, reduced=100), 3)):
            _, pure = small.regrets(game, list(mixes))
            least = min(least, float(sum(p.max() for p in pure)))
        for e in small.equilibria(game, n_starts=2, seed=0):
            _, pure = small.regrets(game, e.mixes)
            at = greatest(at, abs(float(sum(p.max() for p in pure))))
    return Finding(
        least > 0 and at < 1e-9,
        f"Three small games: {least:.4f} at least at random mixes, {at:.0e} at most at equilibria.",
    )
