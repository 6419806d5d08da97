"""Sections 1, 1.2 and 5.2 and Appendix C: fictitious play."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from scipy.optimize import linprog

from parlor.games.guts import equilibrium_threshold, mesh_game, payoff, small
from parlor.games.guts.players import fictitious_play
from parlor.solvers import fictitious_play as solver
from parlor.solvers import zero_sum
from parlor.solvers.fictitious_play import FictitiousPlay, Protocol, Ties
from press import Effort, Finding, claim, greatest, in_parts, show
from press.ledger.verdict import Bounds

from ..agreement import tally
from ..tolerances import CERTIFIED, CLIMBED, ROUNDING
from .coalitions import played
from .said import equality, said
from .small_games import GAMES, found, symmetric
from .solutions import on_mesh

THREE = "C2", "C5", "D1"  # of the small games, those in which play converges
PENNIES = np.array([[1.0, -1.0], [-1.0, 1.0]])
RUNS: tuple[tuple[Protocol, Ties, int], ...] = (  # moves, ties, seed
    ("simultaneous", "random", 3),
    ("simultaneous", "random", 1),
    ("simultaneous", "first", 0),
    ("alternating", "random", 1),
    ("alternating", "first", 0),
)
PROTOCOLS: tuple[Protocol, ...] = "simultaneous", "alternating"
HORIZON = 1e5  # of continuous fictitious play: there its steps have grown to thousands
STARTS = (None, (0.64, 0.68, 0.68), (0.0, 0.9, 0.9), (0.9, 0.1, 0.5))


def mesh(reduced: bool) -> int:
    """Thresholds of each player, as in the source's Figure 5."""
    return 101 if reduced else 501


@cache
def runs_of_three(reduced: bool) -> dict[tuple[Protocol, Ties, int], FictitiousPlay]:
    """Three players, each replying to what the others have played."""
    rounds = 2000 if reduced else 100_000
    return {
        (how, ties, seed): fictitious_play(
            3, n_rounds=rounds // (1 if seed == 3 else 5), mesh=mesh(reduced), protocol=how,
            ties=ties, seed=seed,
        )
        for how, ties, seed in RUNS
    }  # fmt: skip


@cache
def crowd(reduced: bool) -> dict[tuple[int, Protocol], FictitiousPlay]:
    """Two to eight players, by the order of their moves."""
    rounds, sizes = (2000, (2, 3, 4, 5)) if reduced else (10_000, (2, 3, 4, 5, 6, 8))
    return {
        (m, how): fictitious_play(m, n_rounds=rounds, mesh=mesh(reduced), protocol=how, seed=1)
        for m in sizes
        for how in PROTOCOLS
    }


def means(run: FictitiousPlay) -> list[float]:
    """The players' mean thresholds."""
    points = np.linspace(0, 1, run.mixes[0].size)
    return [float(mix @ points) for mix in run.mixes]


def error(run: FictitiousPlay) -> float:
    """How far the mean thresholds are from the symmetric equilibrium's at most."""
    return max(abs(p - equilibrium_threshold(len(run.mixes))) for p in means(run))


def fallen(run: FictitiousPlay) -> float:
    """The gap at the end as a part of what it was after a hundredth of the rounds."""
    return float(run.gap / run.gaps[run.steps >= run.steps[-1] / 100][0])


def late_plays(run: FictitiousPlay) -> np.ndarray:
    """The thresholds played in the last nine tenths of the rounds."""
    points = np.linspace(0, 1, run.mixes[0].size)
    return np.asarray(points[run.plays[:, run.steps > run.steps[-1] // 10]])


def last_rise(run: FictitiousPlay, scaled: bool = True) -> int:
    """The last recorded round in which n g(n) rose, or g(n)."""
    record = run.steps * run.gaps if scaled else run.gaps
    rises = run.steps[1:][np.diff(record) > CERTIFIED]
    return int(max(rises, default=0))


def pennies(n_rounds: int) -> FictitiousPlay:
    """Fictitious play of matching pennies."""
    return solver.play(PENNIES, n_rounds=n_rounds, ties="first")


def shapley(n_rounds: int) -> FictitiousPlay:
    """Shapley's game of two with a third player who pays and has no choice."""
    first, second = np.eye(3), np.roll(np.eye(3), 1, axis=1)
    U = np.stack([first, second, -first - second])[..., None]
    start = [np.array([1.0, 0, 0]), np.array([0, 1.0, 0]), np.array([1.0])]
    return solver.play_three(U, n_rounds=n_rounds, start=start, seed=0)


@claim("fp.linear_programme")
def linear_programme(effort: Effort) -> Finding:
    """A game can be solved as a linear programme, and a linear programme as a game."""
    size = effort.of(full=21, reduced=11)
    A, B = mesh_game(2, size)
    stage = A + on_mesh(2, size, "full").value * B
    rows = np.hstack([-stage.T, np.ones((stage.shape[1], 1))])
    found = linprog(
        [0] * size + [-1], rows, np.zeros(stage.shape[1]),
        [[1] * size + [0]], [1], [(0, 1)] * size + [(None, None)],
    )  # fmt: skip
    one, others = found.x[:size], -found.ineqlin.marginals
    gap = float((stage @ others).max() - (one @ stage).min())

    rng, k = np.random.default_rng(0), 3
    solved, lost = list[bool](), list[bool]()
    for _ in range(effort.of(full=100, reduced=20)):
        M, b, c = rng.normal(size=(k, k)), rng.normal(size=k), rng.normal(size=k)
        programme = linprog(-c, M, b)
        *mix, scale = zero_sum.solve(_as_game(M, b, c)).column
        if programme.status == 0:
            solved.append(scale > CERTIFIED and abs(c @ mix[k:] / scale + programme.fun) < CLIMBED)
        else:
            lost.append(scale < CERTIFIED)
    return Finding(
        gap < CERTIFIED and tally(solved).all and tally(lost).all,
        f"For one player against a coalition of two on {size} thresholds SciPy's linear programme "
        f"and its dual give mixes that are worth the same against best replies, {equality(gap)}. "
        f"The other way round, we made games of {len(solved + lost)} random programmes of {k} "
        f"variables. In {tally(solved)} that have an optimum the game gives it, and in "
        f"{tally(lost)} that have none the strategy that would scale it is not played.",
    )


def _as_game(M: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Dantzig's game of the most of c x with M x <= b: of prices, a plan and what scales both."""
    prices, plan = (np.zeros((n, n)) for n in M.shape)
    return np.block([[prices, M, -b[:, None]], [-M.T, plan, c[:, None]], [b, -c, 0.0]])


@claim("fp.converges")
def converges(effort: Effort) -> Finding:
    """Fictitious play converges in zero-sum games of two players."""
    rng = np.random.default_rng(0)
    rounds, games = effort.of(full=100_000, reduced=2000), effort.of(full=20, reduced=4)
    runs = [solver.play(rng.normal(size=(5, 5)), n_rounds=rounds, seed=1) for _ in range(games)]
    kept, guts = max(map(fallen, runs)), played(effort.reduced)[2]
    return Finding(
        kept < 0.5 and guts.gap < -on_mesh(2).value,
        f"This is Robinson's theorem. In {games} random games of five strategies the gap after "
        f"{rounds:,} rounds is at most {kept:.2f} of what it was after a hundredth of them; in "
        f"guts against a coalition of two it is {guts.gap:.5f} after {guts.n_rounds:,} rounds.",
    )


@claim("fp.shapley", "fp.limit_point")
def cycles(effort: Effort) -> dict[str, Finding]:
    """Shapley's game does not converge; a third player makes it zero-sum."""
    run = shapley(effort.of(full=200_000, reduced=20_000))
    late = run.gaps[run.steps > run.steps[-1] // 100]
    calm = [solver.play_three(small.payoffs(GAMES[name]), n_rounds=20_000, seed=1)
            for name in THREE]  # fmt: skip
    cycles, settle = float(late.min() / late.max()) > 0.5, max(map(fallen, calm)) < 0.5
    stays = (
        f"in the {late.size} rounds recorded after the first hundredth of {int(run.steps[-1]):,} "
        f"the gap is at least {float(late.min()):.3f}."
    )
    return {
        "fp.shapley": Finding(
            cycles and abs(sum(run.values)) < CERTIFIED,
            "We played Shapley's game with a third player, who pays the other two and has no "
            f"choice: {stays}",
        ),
        "fp.limit_point": Finding(
            "partly" if cycles and settle else settle,
            "It is true if the empirical mixes converge: in three small games the gap ends at "
            f"{max(r.gap for r in calm):.4f} at most. In Shapley's game the mixes have limit "
            f"points, and none of these is an equilibrium if the gap stays away from zero: {stays}",
        ),
    }


@claim("wills.pooled_nash")
def equilibrium_when_pooled(effort: Effort) -> Finding:
    """A symmetric equilibrium stays one when players 2 to n pool their winnings."""
    grid = np.linspace(0, 1, effort.of(full=501, reduced=51)).tolist()
    sizes = range(3, 9)
    fair = {n: equilibrium_threshold(n) for n in sizes}
    least = [payoff((p, q, *(p,) * (n - 2))) for n, p in fair.items() for q in grid]
    for name in (*THREE, "D2"):
        for x, *_ in (e.mixes for e in symmetric(name)):
            least += np.einsum("abc,a,c->b", GAMES[name], x, x).tolist()
    return Finding(
        min(least) > -CERTIFIED,
        "If one partner leaves the equilibrium, his payoff is not positive, and all others have "
        f"equal payoffs, so that player 1 does not lose. In guts of {sizes[0]} to {sizes[-1]} "
        f"players and in four small games that is so, to within {abs(min(least)):.0e}.",
    )


@claim("wills.pooled")
def converges_when_pooled(effort: Effort) -> Finding:
    """Fictitious play goes to the symmetric equilibrium also when players 2 and 3 pool."""
    rounds, points = effort.of(full=20_000, reduced=5000), mesh(effort.reduced)
    runs = [
        fictitious_play(3, n_rounds=rounds, mesh=points, start=start, pooled=True, seed=2)
        for start in STARTS
    ]
    off = max(map(error, runs))
    return Finding(
        "not refuted" if off in said["wills.pooled"] else False,
        f"We played {rounds:,} rounds from each of {len(runs)} starts: all mean "
        rf"thresholds end within {off:.4f} of $1/\sqrt{{2}}$.",
    )


@claim("wills.converge", "wills.gap_falls", "wills.scaled_falls", "wills.constant")
def three_wills(effort: Effort) -> dict[str, Finding]:
    """Fictitious play of three goes to the symmetric equilibrium; g and n g fall eventually."""
    runs = runs_of_three(effort.reduced)
    off = max(map(error, runs.values()))
    long = runs[RUNS[0]]
    recorded, rounds = long.steps.size, int(long.steps[-1])

    def falls(what: str, scaled: bool) -> Finding:
        calm = all(2 * last_rise(run, scaled) < run.steps[-1] for run in runs.values())
        last = max(last_rise(run, scaled) for run in runs.values())
        when = f"rises for the last time after round {last:,}" if last else "never rises"
        return Finding(
            "not refuted" if calm else False,
            f"In the rounds that are recorded of {len(runs)} runs, {recorded} in the longest one "
            f"of {rounds:,} rounds, {what} {when}.",
        )

    scaled = long.steps * long.gaps
    parts = [float(scaled[long.steps >= rounds * part][0]) for part in (0.01, 0.1, 0.5, 1)]
    drifts = [drift(run) for run in runs.values()]
    verdict = said["wills.constant"].verdict(drifts)
    return {
        "wills.converge": Finding(
            "not refuted" if off in said["wills.converge"] else False,
            f"In {len(runs)} runs of up to {rounds:,} rounds, which differ in the order of moves, "
            "the way to break ties and the seed, all mean thresholds end within "
            rf"{off:.4f} of $1/\sqrt{{2}}$.",
        ),
        "wills.gap_falls": falls("the gap", scaled=False),
        "wills.scaled_falls": falls("$n g(n)$", scaled=True),
        "wills.constant": Finding(
            {"holds": "not refuted", "partly": "not decidable"}.get(verdict, verdict),
            f"In our longest run $n g(n)$ is {parts[0]:.4f} after a hundredth, {parts[1]:.4f} "
            f"after a tenth and {parts[2]:.4f} after half of {rounds:,} rounds, and "
            f"{parts[3]:.4f} at the end: it still falls, to a constant or to zero. Over the last "
            f"nine tenths of the rounds it falls by {100 * min(drifts):.1f} % to "
            f"{100 * max(drifts):.0f} % in {len(runs)} runs.",
        ),
    }


def drift(run: FictitiousPlay) -> float:
    """By what part n g(n) falls in the last nine tenths of the rounds."""
    scaled = run.steps * run.gaps
    return 1 - float(scaled[-1] / scaled[run.steps >= run.steps[-1] / 10][0])


@claim("wills.conjecture", "wills.rate")
def conjecture(effort: Effort) -> dict[str, Finding]:
    """Fictitious play of m players converges for all m, with g(n) of order 1/n."""
    runs = crowd(effort.reduced)
    powers = sorted(run.exponent() for run in runs.values())
    off = max(map(error, runs.values()))
    sizes, rounds = sorted({m for m, _ in runs}), max(int(run.steps[-1]) for run in runs.values())
    played = f"In {len(runs)} runs of {show(sizes)} players, of {rounds:,} rounds each,"
    return {
        "wills.conjecture": Finding(
            "not refuted" if off in said["wills.conjecture"] else False,
            f"{played} the mean thresholds end within {off:.4f} of the equilibrium.",
        ),
        "wills.rate": Finding(
            _of_rate(powers, said["wills.rate"]),
            f"{played} $g$ falls like $n$ to powers from {powers[-1]:.2f} to {powers[0]:.2f}. On a "
            "mesh the rate is $1/n$ in the end in any case, once all stay at a strict equilibrium "
            "of the mesh game.",
        ),
    }


def _of_rate(powers: list[float], said_so: Bounds) -> bool | str:
    """What the powers of n with which a gap falls make of a rate that was conjectured."""
    if max(powers) > said_so.high:
        return False  # one falls more slowly
    return "not refuted" if said_so.verdict(powers) == "holds" else "not decidable"


@claim("fp.reply")
def printed_reply(effort: Effort) -> Finding:
    """Player 2's best response is where phi, player 1's payoff, is largest."""
    rng = np.random.default_rng(0)
    higher = []
    for _ in range(effort.of(full=20, reduced=5)):
        A = rng.normal(size=(3, 3))
        both = np.stack([A, A, 0 * A])[..., None]  # the third player has no choice
        phi = solver.play_three(both, n_rounds=2000, ties="first").values[0]
        higher.append(phi > solver.play(A, n_rounds=2000, seed=1).bounds[1])
    return Finding(
        not any(higher),
        f"If player 2 replies so, {tally(higher)} random games that we played end above what their "
        r"value can be. She pays $\varphi$, so that her best response is where it is least.",
    )


@claim("fp.gap_iff")
def gap_and_value(effort: Effort) -> Finding:
    """The gap tends to 0 if and only if the empirical mixes' payoff tends to the value."""

    def both(p: np.ndarray, q: np.ndarray) -> tuple[float, float]:
        """What mixes pay in matching pennies, and their gap."""
        return float(p @ PENNIES @ q), float((PENNIES @ q).max() - (p @ PENNIES).min())

    mixes = (1.0, 0.0), (0.5, 0.5)
    phi, gap = both(*map(np.array, mixes))
    pairs = np.random.default_rng(0).dirichlet(np.ones(2), (200, 2))
    over = max(abs(paid) - wide for paid, wide in (both(*pair) for pair in pairs))
    return Finding(
        in_parts(over <= ROUNDING, abs(phi) > ROUNDING or gap < ROUNDING),
        "The payoff is never further from the value than the gap is wide, so that it tends to the "
        f"value if the gap tends to zero. The converse is not true of all mixes: in matching "
        f"pennies {show(mixes[0])} against {show(mixes[1])} pays {phi:g}, where the value is zero, "
        f"and the gap is {gap:g}. (In fictitious play itself both always happen.)",
    )


@claim("fp.hamilton")
def hamiltonian(effort: Effort) -> Finding:
    """Where best replies are unique J U' is the gradient of G, with J skew."""
    rng = np.random.default_rng(0)
    off, games = 0.0, effort.of(full=50, reduced=10)
    for _ in range(games):
        A, P, Q = rng.normal(size=(4, 3)), rng.random(4), rng.random(3)

        def G(U: np.ndarray, A: np.ndarray = A) -> float:
            return float((A @ U[4:]).max() - (U[:4] @ A).min())

        U, e = np.concatenate([P, Q]), 1e-7
        moved = np.zeros(7)
        moved[(A @ Q).argmax()], moved[4 + (P @ A).argmin()] = 1, 1
        J = np.block([[np.zeros((4, 4)), -A], [A.T, np.zeros((3, 3))]])
        slope = [(G(U + e * d) - G(U - e * d)) / (2 * e) for d in np.eye(7)]
        off = greatest(off, float(abs(J @ moved - slope).max()), float(abs(J + J.T).max()))
    return Finding(
        off < CLIMBED,
        f"In {games} random games of four strategies against three the difference quotients of "
        f"$t$ times the gap, as a function of $U$, differ from $J U'$ by at most {off:.0e}.",
    )


@claim("fp.continuous")
def continuous(effort: Effort) -> Finding:
    """In continuous fictitious play of two t g(t) does not increase."""
    worst, moved = 0.0, []
    rng = np.random.default_rng(0)
    for _ in range(effort.of(full=30, reduced=5)):
        A = rng.normal(size=(3, 3))
        P, Q, t = rng.dirichlet(np.ones(3)), rng.dirichlet(np.ones(3)), 1.0
        start = least = _scaled_gap(A, P, Q)
        for _ in range(effort.of(full=400, reduced=100)):  # exactly, from switch to switch
            i, j = int((A @ Q).argmax()), int((P @ A).argmin())
            step = min(_until(A @ Q, A[:, j], i), _until(-(P @ A), -A[i], j), 1e6)
            P, Q, t = P + step * np.eye(3)[i], Q + step * np.eye(3)[j], t + step
            gap = _scaled_gap(A, P, Q)
            worst, least = greatest(worst, (gap - least) / start), min(gap, least)
            if t > HORIZON:
                break
            push = 1e-9  # past the switch, where the replies are those of the new side
            i, j = int((A @ Q + push * A[:, j]).argmax()), int((P @ A + push * A[i]).argmin())
            P, Q, t = P + push * np.eye(3)[i], Q + push * np.eye(3)[j], t + push
        moved.append(t)
    return Finding(
        worst < CLIMBED,
        f"We followed {len(moved)} random games of three strategies exactly from switch to switch, "
        f"up to {max(moved):,.0f} in $t$. There $t g(t)$ exceeds what it was before by at most "
        f"{worst:.0e} of what it was at the start.",
    )


def _scaled_gap(A: np.ndarray, P: np.ndarray, Q: np.ndarray) -> float:
    return float((A @ Q).max() - (P @ A).min())


def _until(now: np.ndarray, change: np.ndarray, best: int) -> float:
    """How long a best reply remains one while payoffs change in a straight line."""
    ahead, closing = now[best] - now, change - change[best]
    times = [a / c for a, c in zip(ahead, closing, strict=True) if c > ROUNDING]
    return float(max(min(times, default=np.inf), 0.0))


@claim("fp.sketch", "fp.footnote", "fp.two_rate")
def discrete(effort: Effort) -> dict[str, Finding]:
    """Monotone decrease of t g(t) implies eventual decrease of n g(n); for two g ~ 1/n."""
    run = pennies(100_000)
    growth, late, end = run.steps * run.gaps, run.steps > 100, int(run.steps[-1])
    mid = int(np.searchsorted(run.steps, end / 100))
    power = float(np.polyfit(np.log(run.steps[late]), np.log(run.gaps[late]), 1)[0])
    rises = (
        f"in matching pennies $n g(n)$ is {growth[0]:.0f} in round {int(run.steps[0])}, "
        f"{growth[mid]:.0f} in round {int(run.steps[mid]):,} and {growth[-1]:.0f} in round {end:,}"
    )
    return {
        "fp.sketch": Finding(
            bool((growth <= growth[0] + CERTIFIED).all()),
            "The argument is given, for simplicity, for continuous fictitious play. For the "
            f"discrete one, which Robinson's theorem is about, its conclusion is false: {rises}.",
        ),
        "fp.footnote": Finding(
            2 * last_rise(run) < end,
            f"Though $t g(t)$ never rises in continuous fictitious play, {rises}, and it rises for "
            f"the last time recorded in round {last_rise(run):,}.",
        ),
        "fp.two_rate": Finding(
            power in said["fp.two_rate"],
            f"In matching pennies $g(n)$ falls like $n^{{{power:.2f}}}$ up to round {end:,}.",
        ),
    }


@claim("fp.gap_nash")
def gap_of_many(effort: Effort) -> Finding:
    """The gap (C.4) is at least 0, and 0 just at the Nash equilibria."""

    def gap(game: np.ndarray, mixes: Any) -> float:
        return sum(float(pure.max()) for pure in small.strategy_payoffs(game, list(mixes))[1])

    rng, n_mixes = np.random.default_rng(0), effort.of(full=2000, reduced=100)
    least = min(
        gap(GAMES[name], mixes) for name in THREE
        for mixes in rng.dirichlet(np.ones(len(GAMES[name])), (n_mixes, 3))
    )  # fmt: skip
    at = greatest(*(abs(gap(GAMES[name], e.mixes)) for name in THREE for e in found(name)))
    return Finding(
        least > 0 and at < CERTIFIED,
        f"In {len(THREE)} small games of three players the gap is at least {least:.4f} at "
        f"{n_mixes:,} random triples of mixes each, and at most {at:.0e} at the equilibria that a "
        "search finds.",
    )
