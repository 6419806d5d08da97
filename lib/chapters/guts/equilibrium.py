"""Sections 1 and 3.1 to 3.2: the symmetric equilibrium, and blocs against it."""

from __future__ import annotations

from functools import cache

import numpy as np

from parlor.games.guts import equilibrium_threshold, payoff, payoffs, small, stakes_multiplier
from parlor.games.guts.continuum import best_replies
from parlor.games.guts.limit import large_coalition
from parlor.games.guts.rounds import against
from parlor.solvers import zero_sum
from press import Effort, Finding, claim, greatest, show

from .solved import continuum


@cache
def worst_coalition(n_players: int) -> tuple[float, tuple[float, ...]]:
    """The least that a coalition leaves player 1 at her symmetric equilibrium, and how."""
    own = equilibrium_threshold(n_players)
    replies = best_replies(n_players - 1, own, 1.0)
    return min((payoff((own, *allies)), allies) for allies in replies)


def slope_at(p: float, n_players: int, weenie: bool = False, step: float = 1e-5) -> float:
    """How player 1's payoff rises with her threshold where all play p."""
    up, down = ((p + d, *(p,) * (n_players - 1)) for d in (step, -step))
    return (payoff(up, weenie=weenie) - payoff(down, weenie=weenie)) / (2 * step)


def crossings(n_players: int, weenie: bool = False, cells: int = 200) -> list[float]:
    """Thresholds at which nobody wants to move alone, to a cell: where the slope changes sign."""
    at = (np.arange(cells) + 0.5) / cells
    slopes = np.array([slope_at(float(p), n_players, weenie) for p in at])
    return [float(at[i]) for i in np.flatnonzero(slopes[:-1] * slopes[1:] < 0)]


@claim("intro.symmetric")
def symmetric_equilibria(effort: Effort) -> Finding:
    """A symmetric game has a symmetric equilibrium; it is worth 0 if the game is zero-sum."""
    worth = []
    for name, game in small.load_games().items():
        found = small.equilibria(game, max_support=3 if name != "C7" else 2, n_starts=2, seed=0)
        alike = [e for e in found if len({tuple(np.round(m, 6)) for m in e.mixes}) == 1]
        worth.append(max((abs(v) for e in alike[:1] for v in e.values), default=np.inf))
    fair = {n: payoffs((equilibrium_threshold(n),) * n) for n in range(2, 9)}
    worth += [max(map(abs, worths)) for worths in fair.values()]
    return Finding(
        max(worth) < 1e-9,
        "Found in all six small games and in guts of two to eight players; largest payoff "
        f"{max(worth):.0e}.",
    )


@claim("intro.not_strong")
def not_strong(effort: Effort) -> Finding:
    """In one round of guts others can gain together against the symmetric equilibrium."""
    least = {n: worst_coalition(n) for n in range(3, 9)}
    value, allies = least[3]
    return Finding(
        max(value for value, _ in least.values()) < -0.01,
        f"Three players: against .7071 the pair (0, {allies[1]:.4f}) gets {-value:.4f} together; "
        "and so for four to eight. (Of two players there is no coalition, and the equilibrium is "
        "optimal.)",
    )


@claim("nash.formula")
def formula(effort: Effort) -> Finding:
    """The unique symmetric equilibrium is 2^(-1/(n-1))."""
    grid = np.linspace(0, 1, effort.of(full=401, reduced=41))
    gain, off, flat, many = 0.0, 0.0, 0.0, []
    for n in range(2, 9):
        p = equilibrium_threshold(n)
        earned, _ = against((p,) * (n - 1), grid)
        gain = greatest(gain, earned.max())
        flat = greatest(flat, abs(earned[grid <= p]).max())
        off = greatest(off, abs(p - 2 ** (-1 / (n - 1))), abs(slope_at(p, n, step=1e-6)))
        many.append(len(crossings(n, cells=effort.of(full=200, reduced=50))))
    return Finding(
        gain < 1e-12 and off < 1e-4 and set(many) == {1},
        f"$n = 2$ to 8: no threshold gains more than {gain:.0e} on it, and the slope in one's own "
        "threshold, $(n-1)(1 - 2 p^{n-1})$ where all play $p$, changes sign there only. (Lower "
        f"thresholds tie within {flat:.0e}: it is not strict.)",
    )


@claim("nash.bloc")
def against_blocs(effort: Effort) -> Finding:
    """The equilibrium forces 0, in the whole game, against blocs."""
    least, margin = [], []
    for n in range(2, effort.of(full=17, reduced=6)):
        p = equilibrium_threshold(n)
        tables = [(p, *(float(q),) * (n - 1)) for q in np.linspace(0, 1, 1001)]
        least.append(min(map(payoff, tables)))
        margin.append(min(payoff(t) - stakes_multiplier(t) + 1 for t in tables))
    worth = [continuum(N, "bloc").value for N in (1, 2, 5)]
    return Finding(
        min(least) > -1e-12 and min(margin) > 0 and max(map(abs, worth)) < 1e-12,
        rf"$n = 2$ to {len(least) + 1}, a thousand blocs each: $\alpha$ is at least "
        rf"{min(least):.0e} and $\alpha - \beta + 1$ at least {min(margin):.3f}, so that by "
        "Theorem 1.2 she gets from -1 to 0; and the bloc game, solved for coalitions of 1, 2 "
        "and 5, is worth 0.",
    )


def blended_blocs() -> tuple[float, float]:
    """Odd man out and odd man in, the others blending blocs: what player 1 can secure."""
    games = small.load_games()
    return tuple(  # type: ignore[return-value]
        zero_sum.solve(np.einsum("abb->ab", games[name])).value for name in ("D2", "D1")
    )


@claim("nash.no_bloc")
def no_mix_of_blocs(effort: Effort) -> Finding:
    """In no symmetric zero-sum game do blocs, even mixed ones, beat a single player."""
    out, _ = blended_blocs()
    rng = np.random.default_rng(0)
    games = list(small.load_games().values())
    lowest = 0.0
    for game in games:  # members who mix alike but each for himself: she copies the mix
        for y in rng.dirichlet(np.ones(len(game)), effort.of(full=200, reduced=20)):
            lowest = min(lowest, float(np.einsum("abc,a,b,c", game, y, y, y)))
    guts = continuum(5, "bloc").value
    return (
        Finding(
            "partly",
            f"True in guts ({abs(guts):.0e} against five), and when each member draws from the "
            "same mix for himself, as player 1 then gets 0 by copying it (least "
            f"{abs(lowest):.0e} on the small games). Blocs drawn together win: in odd man out "
            f"{out:.4f} is the most that she can secure.",
        )
        if out < -1e-9 and lowest > -1e-9
        else Finding(out > -1e-9, f"{show(out)}")
    )


@claim("nash.corresponds")
def optimum_against_blocs(effort: Effort) -> Finding:
    """In a symmetric game player 1's optimum against blocs is the symmetric equilibrium."""
    off, even = [], np.full(3, 1 / 3)
    games = [small.load_games()[name] for name in ("D1", "D2")]
    secured = [float((even @ np.einsum("abb->ab", game)).min()) for game in games]
    for N in (2, 3, 5):
        own = continuum(N, "bloc").player_one
        off.append(max(abs(p - equilibrium_threshold(N + 1)) for p, _ in own))
    fails = min(secured) < -1e-9
    return Finding(
        "partly" if fails and max(off) < 1e-6 else max(off) < 1e-6,
        f"In guts it is ($N = 2, 3, 5$, within {max(off):.0e}). In odd man out the even mix, an "
        f"equilibrium, secures {min(secured):.4f} against blocs and not 0.",
    )


@claim("nash.suboptimal")
def suboptimal(effort: Effort) -> Finding:
    """Some coalition forces a loss on player 1, for every number of players."""
    sizes = range(2, effort.of(full=16, reduced=5))
    values = {N: continuum(N).value for N in sizes}
    two, far = continuum(1).value, large_coalition().value
    return Finding(
        "partly" if max(values.values()) < -0.01 and abs(two) < 1e-9 else two < -1e-9,
        f"From three players on: $V$ is {values[2]:.5f} for three, falls to "
        f"{min(values.values()):.5f} for {max(sizes) + 1} and to {far:.5f} in the limit. For two, "
        "which the proposition does not exclude, $V = 0$.",
    )


@claim("nash.shifted")
def shifted(effort: Effort) -> Finding:
    """Against N others the symmetric threshold is 2^(-1/N)."""
    off = [abs(2 ** (-1 / N) - equilibrium_threshold(N + 1)) for N in range(1, 16)]
    slopes = [abs(slope_at(2 ** (-1 / N), N + 1, step=1e-6)) for N in range(1, 16)]
    return Finding(
        max(off) < 1e-12 and max(slopes) < 1e-4,
        f"$N = 1$ to 15, within {max(off):.0e}; there the slope vanishes. ($N$ is the coalition's "
        "size, as in that whole section: printed is $n$.)",
    )
