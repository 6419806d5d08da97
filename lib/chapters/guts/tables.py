"""The tables on guts, published beside computed where there is anything published."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import numpy as np
import pandas as pd

from parlor.core.estimate import of_sample
from parlor.games.guts import CoalitionSolution, mesh_game, payoff, stakes_multiplier
from parlor.games.guts.continuum import solve
from parlor.games.guts.play import deal, tail_exponent
from parlor.games.guts.ruin import ruin
from parlor.solvers import fictitious_play
from press import Check

from . import bot, coalitions, learning, partners, small_games, two_against_two, two_cards, weenie
from .coalitions import beside_of, bloc_of, mix_in_words, spread
from .nashpy_play import fictitious_play_by_nashpy
from .rounds import worth_of
from .solutions import MOST, continuum, on_mesh, sizes

Found = Mapping[str, Check]
MESHES = (21, 101, 201, 501, None)


def deals(reduced: bool = False) -> pd.DataFrame:
    """Payoff and multiplier: formula beside cards dealt."""
    rows = []
    for p in ((0.6, 0.5), (0.64, 0.0, 0.86), (0.8, 0.0, 0.9, 0.9, 0.95)):
        dealt = deal(p, n_rounds=20_000 if reduced else 1_000_000, seed=1)
        alpha, beta = payoff(p), stakes_multiplier(p)
        z = (
            abs(dealt.payoff - alpha) / dealt.payoff_error,
            abs(dealt.multiplier - beta) / dealt.multiplier_error,
        )
        rows.append([p, alpha, dealt.payoff, beta, dealt.multiplier, max(z)])
    columns = ["thresholds", "alpha", "dealt", "beta", "dealt ", "largest z"]
    return pd.DataFrame(rows, columns=columns).round(6)


def duel() -> pd.DataFrame:
    """One against two: value, duality gap and both mixes, by the mesh."""
    rows = []
    for mesh in MESHES:
        s = continuum(2) if mesh is None else on_mesh(2, mesh, "full")
        mixes = mix_in_words(s.player_one), mix_in_words(s.coalition)
        rows.append([mesh or "continuum", f"{s.value:.12f}", f"{s.gap:.0e}", *mixes])
    return pd.DataFrame(rows, columns=["mesh", "V", "gap", "player 1", "coalition"])


def values(found: Found, reduced: bool = False) -> pd.DataFrame:
    """What the coalition of N wins, published, exact on the mesh and without, and as played."""
    rows = []
    for N in (1, *sizes(reduced)):
        check, exact = found[f"table1.value.{N}"], -on_mesh(N).value + 0.0
        true = -continuum(N).value + 0.0
        rows.append([N, check.printed, check, round(exact, 6) + 0.0, f"{true:.9f}", *[""] * 5])
        if N > 1:
            run = coalitions.played(reduced)[N]
            rows[-1][5:] = [
                f"{float(check.printed) - exact:+.4f}", f"{exact - true:+.4f}", round(run.mixes, 4),
                round(run.coalition_replies, 4), round(run.player_replies, 4),
            ]  # fmt: skip
    columns = ["N", "published", "verdict", "exact, mesh 101", "exact, continuum",
               "method", "mesh", "(a)", "(b)", "(c)"]  # fmt: skip
    return pd.DataFrame(rows, columns=columns)


def nashpy(reduced: bool = False) -> pd.DataFrame:
    """Fictitious play by nashpy and by us, beside the exact value."""
    exact = on_mesh(2, 21)
    A, B = mesh_game(2, 21)  # of two all are pseudo-blocs
    A += exact.value * B
    rounds = 500 if reduced else 5000
    ours = fictitious_play.play(A, n_rounds=rounds, seed=1)
    runs = {
        "nashpy": fictitious_play_by_nashpy(A, rounds, seed=1),
        "ours": (float(ours.mixes[0] @ A @ ours.mixes[1]), *ours.bounds),
        "exact": (exact.value,) * 3,
    }
    rows = [[who, *ends, ends[2] - ends[1]] for who, ends in runs.items()]
    return pd.DataFrame(rows, columns=["by", "mixes pay", "at least", "at most", "gap"]).round(6)


def own_thresholds(found: Found, reduced: bool = False) -> pd.DataFrame:
    """Player 1's threshold against a coalition of N, with its chance."""
    rows = []
    for N in (1, *sizes(reduced)):
        check = found[f"table1.own.{N}"]
        mesh = mix_in_words(on_mesh(N).player_one)
        own = continuum(N).player_one[0][0]
        rows.append([N, check.printed, check, mesh, f"{own:.6f}"])
    columns = ["N", "published", "verdict", "exact, mesh 101", "continuum"]
    return pd.DataFrame(rows, columns=columns)


def strategies(found: Found, reduced: bool = False) -> pd.DataFrame:
    """Strategies of Table 1, and the share that the source left out."""
    rows = []
    for N in (1, *sizes(reduced)):
        bloc, used = found[f"table1.bloc.{N}"], spread(bloc_of(on_mesh(N)))
        ((*_, y), _), *other = continuum(N).coalition
        rows.append([N, bloc.printed, bloc, " and ".join(f"{p:g}" for p in used), f"{y:.6f}"])
        if not other:
            rows[-1] += [""] * 7
            continue
        beside, ((*_, z), share) = found[f"table1.beside.{N}"], other[0]
        rows[-1] += [
            beside.printed, beside, beside_of(on_mesh(N)), f"{z:.6f}",
            f"{coalitions.played(reduced)[N].share:.3f}",
            f"{on_mesh(N).coalition[-1][1]:.3f}", f"{share:.6f}",
        ]  # fmt: skip
    parts = ("published", "verdict", "mesh", "continuum")
    columns = [f"{which}, {what}" for which in ("bloc", "other") for what in parts]
    columns += [f"share, {what}" for what in ("played", "mesh", "continuum")]
    return pd.DataFrame(rows, columns=["N", *columns])


def whole(reduced: bool = False) -> pd.DataFrame:
    """Every coalition allowed, beside pseudo-blocs."""
    cases = [(3, 6), (3, 21), (4, 21), (5, 21), (3, 101), (4, 101), (5, 101)]
    rows = []
    for N, mesh in cases[: 3 if reduced else 7]:
        s = coalitions.whole(N, mesh)
        less = coalitions.loss_by_restriction(N, mesh)
        mix = mix_in_words(s.coalition)
        rows.append([N, mesh, f"{s.value:.12f}", f"{s.gap:.0e}", f"{less:.1e}", mix])
    columns = ["N", "mesh", "V, any coalition", "gap", "less than pseudo-blocs by", "coalition"]
    return pd.DataFrame(rows, columns=columns)


def even() -> pd.DataFrame:
    """Two against two on the source's mesh: either pair's optimal mix."""
    weights = two_against_two.weights().items()
    return pd.DataFrame(weights, columns=["thresholds", "probability"]).round(6)


def asynchronous(n_starts: int) -> pd.DataFrame:
    """The least payoff of player 1 that a search finds against independent partners."""
    rows = []
    for N in (2, 3, 4, 5, 6):
        s = partners.search(N, n_starts)
        allies = np.round(s.coalition, 6).tolist()
        rows.append([N, f"{s.value + 0:.1e}", allies, f"{s.hits}/{s.n_starts}"])
    columns = ["N", r"least $\alpha$ found", "thresholds", "searches that end there"]
    return pd.DataFrame(rows, columns=columns)


def wills(reduced: bool = False) -> pd.DataFrame:
    """Fictitious play of three: where it ends, and how its gap falls."""
    rows = []
    for (how, ties, seed), run in learning.runs_of_three(reduced).items():
        late = learning.late_plays(run)
        rows.append([
            how, ties, seed, int(run.steps[-1]), *np.round(learning.means(run), 4),
            f"{late.min():.3f} to {late.max():.3f}", f"{run.gap:.1e}",
            round(float(run.steps[-1] * run.gap), 4), learning.last_rise(run),
            "yes" if learning.last_rise(run, scaled=False) <= 100 else "no",
        ])  # fmt: skip
    columns = ["moves", "ties", "seed", "rounds", "mean of 1", "of 2", "of 3", "late plays", "g",
               "n g", "last rise of n g", "g falls from round 100"]  # fmt: skip
    return pd.DataFrame(rows, columns=columns)


def crowd(reduced: bool = False) -> pd.DataFrame:
    """Fictitious play of several players after the last round."""
    rows = []
    for (m, how), run in learning.crowd(reduced).items():
        scaled = run.gap * run.steps[-1]
        rows.append([m, how, run.gap, scaled, run.exponent(), learning.error(run)])
    columns = ["players", "moves", "g", "n g", "exponent", "largest error"]
    return pd.DataFrame(rows, columns=columns).round(6)


def weenies(reduced: bool = False) -> pd.DataFrame:
    """Under the Weenie rule: the equilibrium against the best coalition, and the whole game."""
    rows = []
    for n in range(2, 8 if reduced else 11):
        w, full = weenie.strongest(n), continuum(n - 1, weenie=True)
        rows.append([
            n, round(w.threshold, 6), f"{round(w.least, 12) + 0:.9f}",
            np.round(w.coalition, 4).tolist(), len(w.minima), round(w.multiplier, 6),
            f"{round(full.value, 12) + 0:.9f}", "yes" if full.enters else "no",
        ])  # fmt: skip
    columns = ["n", "$3^{-1/(n-1)}$", r"least $\alpha$", "coalition", "minima found",
               "multiplier", "V", "play?"]  # fmt: skip
    return pd.DataFrame(rows, columns=columns)


def weenie_values_without_doubling() -> tuple[str, ...]:
    """The negative values of the whole game if a Weenie did not double the stakes."""
    worth = [solve(n - 1, weenie=True, doubles=False).value for n in range(2, 11)]
    return tuple(f"{v:.6f}" for v in worth if v < -1e-9)


def equilibria() -> pd.DataFrame:
    """Isolated equilibria of the smaller games."""
    rows = [
        [
            name, " ".join(str(tuple(np.round(m, 4).tolist())) for m in e.mixes),
            tuple((np.round(e.values, 4) + 0.0).tolist()), f"{e.regret:.0e}",
            *("yes" if fact else "" for fact in (e.strict, e.strong, e.strong_each)),
        ]
        for name in ("C2", "C5", "C6", "D1", "D2")
        for e in small_games.found(name)
        if e.isolated
    ]  # fmt: skip
    columns = ["game", "mixes", "payoffs", "regret", "strict", "strong, jointly",
               "strong, each (pure)"]  # fmt: skip
    return pd.DataFrame(rows, columns=columns)


def outcomes(reduced: bool = False) -> pd.DataFrame:
    """Per cent of random starts from which fictitious play goes to a pure coalition."""
    rows = [[name, *small_games.shares(name, reduced)] for name in small_games.PLAYED]
    columns = ["game", *(f"{how}, past {weight}" for how, weight in small_games.READINGS)]
    return pd.DataFrame(rows, columns=columns).round(1)


def plots_found(reduced: bool = False) -> pd.DataFrame:
    """The same with a column a game, and its rows in words."""
    moves, past = zip(*small_games.READINGS, strict=True)
    orders = {"simultaneous": "at once", "alternating": "in turn"}
    shares = {name: np.round(small_games.shares(name, reduced)).astype(int)
              for name in small_games.PLAYED}  # fmt: skip
    return pd.DataFrame({"moves": [orders[how] for how in moves], "past": past, **shares})


def against_the_bot(n_games: int) -> pd.DataFrame:
    """Player 1 against the bot, by her optimal threshold and always holding."""
    rows = []
    for N, (own, how) in product(bot.SHOWN, ((None, "optimal"), (0.0, "always hold"))):
        run = bot.played(N, own, n_games)
        w = run.winnings
        often = [(w >= high).mean() for high in bot.HIGH]
        rows.append([N, how, w.mean(), of_sample(w).error, w.std(), *often, run.lengths.mean()])
    columns = ["N", "player 1", "mean", "s.e.", "s.d.", "16 or more", "26 or more", "rounds"]
    return pd.DataFrame(rows, columns=columns).round(5)


def bold(games: pd.DataFrame) -> pd.DataFrame:
    """The same for the lecture: what is expected beside the means of the games.

    A mean has an error only if the winnings have a variance, that is if the exponent of the tail
    is above 2.
    """
    rows = []
    for _, game in games.iterrows():
        solution = continuum(game["N"])
        honest = game["player 1"] == "optimal"
        value = solution.value if honest else worth_of(solution.coalition, np.zeros(1))[0]
        varies = tail_exponent(solution, own=None if honest else 0.0) > 2
        rows.append([
            game["N"], "your best" if honest else "hold always", f"{value:.4f}",
            f"{game['mean']:.4f}" + (f" ± {game['s.e.']:.4f}" if varies else ""),
            f"{100 * game['16 or more']:.2f} %",
        ])  # fmt: skip
    columns = ["friends", "you play", "expected", "mean of the games", "16 chips or more"]
    return pd.DataFrame(rows, columns=columns)


def tail() -> pd.DataFrame:
    """Exponents of the tail of the stakes when both sides play optimally."""
    games = {N: continuum(N) for N in (2, 3, 4, 5, 10, MOST)}
    rows = [[N, tail_exponent(game), game.multiplier] for N, game in games.items()]
    return pd.DataFrame(rows, columns=["N", "exponent k", "mean multiplier"]).round(6)


def ruins(n_games: int, reduced: bool = False) -> pd.DataFrame:
    """Player 1's ruin under optimal play."""
    walks, rows = 500 if reduced else 20_000, []
    for N, chips in product((2, 3), (5, 10) if reduced else (5, 10, 20, 50)):
        solution = continuum(N)
        variance = float(bot.played(N, None, n_games).winnings.var())
        credit, capped = (
            ruin(solution, chips, n_walks=walks, seed=1, table_stakes=stakes)
            for stakes in (False, True)
        )
        rows.append([
            N, chips, capped.chance, capped.chance_error, credit.chance,
            chance_by_drift(solution, variance, chips), N / (N + 1), capped.games, credit.debt,
        ])  # fmt: skip
    columns = ["N", "chips each", "ruined, table stakes", "s.e.", "on credit", "Brownian motion",
               "fair", "games", "debt at the end"]  # fmt: skip
    return pd.DataFrame(rows, columns=columns).round(4)


def chance_by_drift(solution: CoalitionSolution, variance: float, chips: float) -> float:
    """The chance of ruin of a Brownian motion with the drift and variance of one game."""
    k = 2 * solution.value / variance
    top = np.exp(-k * chips * (solution.n_coalition + 1))
    return float((np.exp(-k * chips) - top) / (1 - top))


def deck() -> tuple[two_cards.CardSolution, pd.DataFrame]:
    """Two-card guts from one deck, one player against two."""
    solution = two_cards.solve()
    frame = solution.to_frame().rename(columns={"lowest hands held": "lowest hand held"})
    frame["lowest hand held"] = frame["lowest hand held"].map(" and ".join)
    return solution, frame.round(6)
