"""Sections 1 and 3.1 to 3.2: the symmetric equilibrium, and blocs against it."""

from __future__ import annotations

from functools import cache

import numpy as np

from parlor.games.guts import equilibrium_threshold, payoff, small, stakes_multiplier
from parlor.games.guts.continuum import best_replies, large_coalition
from parlor.games.guts.rounds import against
from parlor.solvers import zero_sum
from press import Effort, Finding, claim, counted, greatest, show

from ..tolerances import CERTIFIED, CLIMBED, DRAWN, ROUNDING
from .said import equality, in_part, zero
from .solved import MOST, continuum


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


@claim("nash.formula")
def formula(effort: Effort) -> Finding:
    """The unique symmetric equilibrium is 2^(-1/(n-1))."""
    grid = np.linspace(0, 1, effort.of(full=401, reduced=41))
    cells, sizes = effort.of(full=200, reduced=50), range(2, 9)
    gain, flat, there = 0.0, 0.0, []
    for n in sizes:
        p = 2 ** (-1 / (n - 1))
        earned, _ = against((p,) * (n - 1), grid)
        gain = greatest(gain, earned.max())
        flat = greatest(flat, abs(earned[grid <= p]).max())
        there.append([abs(at - p) <= 1 / cells for at in crossings(n, cells=cells)] == [True])
    return Finding(
        gain < ROUNDING and all(there),
        f"For {sizes[0]} to {sizes[-1]} players none of {grid.size} thresholds on a mesh gains "
        f"more than {gain:.0e} against $2^{{-1/(n-1)}}$. The slope in one's own threshold, "
        "$(n-1)(1 - 2 p^{n-1})$ where all play $p$, changes its sign there and in no other of "
        f"{cells} cells in {counted(sum(there), len(there))} games. Lower thresholds pay the same "
        f"within {flat:.0e}, so that the equilibrium is not strict.",
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
    some = (1, 2, 5)
    worth = [continuum(N, "bloc").value for N in some]
    return Finding(
        min(least) > -ROUNDING and min(margin) > 0 and max(map(abs, worth)) < ROUNDING,
        rf"For two to {len(least) + 1} players and {len(tables):,} blocs each, the least $\alpha$ "
        rf"is {zero(min(least))} and the least $\alpha - \beta + 1$ is {min(margin):.3f}, so that "
        "by Theorem 1.2 player 1 breaks even in the long run. The games against blocs were solved "
        f"for coalitions of {show(list(some))}: the largest of their values is "
        f"{zero(max(map(abs, worth)))}.",
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
    lowest, n_mixes = 0.0, effort.of(full=200, reduced=20)
    for game in games:  # members who mix alike but each for himself: she copies the mix
        for y in rng.dirichlet(np.ones(len(game)), n_mixes):
            lowest = min(lowest, float(np.einsum("abc,a,b,c", game, y, y, y)))
    N = 5
    guts = continuum(N, "bloc").value
    return Finding(
        in_part([guts > -CERTIFIED, lowest > -CERTIFIED, out > -CERTIFIED]),
        f"In guts player 1's loss to blocs of {N} is {zero(abs(guts))}. If each member draws "
        f"from the same mix for himself, she breaks even by copying it: in {len(games)} small "
        f"games, with {n_mixes} random mixes each, she gets at least {lowest + 0.0:.0e}. But if "
        f"the blocs are drawn together, {out:.4f} is the most that she can secure in odd man out.",
    )


@claim("nash.corresponds")
def optimum_against_blocs(effort: Effort) -> Finding:
    """In a symmetric game player 1's optimum against blocs is the symmetric equilibrium."""
    even = np.full(3, 1 / 3)
    off = {}
    games = [small.load_games()[name] for name in ("D1", "D2")]
    secured = [float((even @ np.einsum("abb->ab", game)).min()) for game in games]
    for N in (2, 3, 5):
        own = continuum(N, "bloc").player_one
        off[N] = max(abs(p - equilibrium_threshold(N + 1)) for p, _ in own)
    return Finding(
        in_part([max(off.values()) < CLIMBED, min(secured) > -CERTIFIED]),
        f"In guts against {show([*off])} players the optimum against blocs is the equilibrium, "
        f"{equality(max(off.values()))}. In odd man out the even mix, an equilibrium, secures "
        f"{min(secured):.4f} against blocs that are drawn together.",
    )


@claim("nash.suboptimal")
def suboptimal(effort: Effort) -> Finding:
    """Some coalition forces a loss on player 1, for every number of players."""
    sizes = range(2, effort.of(full=16, reduced=5))
    values = {N: continuum(N).value for N in sizes}
    two, far = continuum(1).value, large_coalition().value
    # in the whole game too the equilibrium leaves her less than the value
    lost = {}
    for N in sizes:
        own = equilibrium_threshold(N + 1)
        replies = best_replies(N, own, 1 + values[N])
        tables = [(own, *allies) for allies in replies]
        least = min(payoff(t) + values[N] * stakes_multiplier(t) for t in tables)
        lost[N] = values[N] - least
    loses = max(values.values()) < -CERTIFIED and min(lost.values()) > CERTIFIED
    return Finding(
        in_part([loses, two < -CERTIFIED]),
        f"From three players on $V$ is negative: {values[2]:.5f} for three, "
        f"{min(values.values()):.5f} for {max(sizes) + 1} and {far:.5f} in the limit; and the "
        f"symmetric equilibrium loses at least {min(lost.values()):.4f} more in a round. For two "
        f"players, which the proposition does not exclude, $V$ is {zero(abs(two))}.",
    )


@claim("nash.shifted")
def shifted(effort: Effort) -> Finding:
    """Against N others the symmetric threshold is 2^(-1/N)."""
    off = {N: abs(2 ** (-1 / N) - equilibrium_threshold(N + 1)) for N in range(1, MOST + 1)}
    turns = [
        slope_at(2 ** (-1 / N) - DRAWN, N + 1) > 0 > slope_at(2 ** (-1 / N) + DRAWN, N + 1)
        for N in off
    ]
    return Finding(
        max(off.values()) < ROUNDING and all(turns),
        f"For {min(off)} to {max(off)} partners it is the equilibrium, "
        f"{equality(max(off.values()))}, and in {counted(sum(turns), len(turns))} games the slope "
        "of one's own payoff changes its sign there. The source's $n$ is the size of the coalition "
        "in that section, and the number of players elsewhere.",
    )
