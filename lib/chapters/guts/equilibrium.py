"""Sections 1 and 3.1 to 3.2: the symmetric equilibrium, and blocs against it."""

from __future__ import annotations

import numpy as np

from parlor.games.guts import equilibrium_threshold, payoff, stakes_multiplier
from parlor.games.guts.continuum import best_replies
from parlor.games.guts.rounds import against
from parlor.solvers import zero_sum
from press import Effort, Finding, claim, greatest, in_parts, show

from ..agreement import tally
from ..tolerances import CERTIFIED, CLIMBED, DRAWN, ROUNDING
from .said import equality, zero
from .small_games import GAMES
from .solutions import MOST, continuum


def slope_at(p: float, n_players: int, weenie: bool = False, step: float = 1e-5) -> float:
    """How player 1's payoff rises with her threshold where all play p."""
    up, down = ((p + d, *(p,) * (n_players - 1)) for d in (step, -step))
    return (payoff(up, weenie=weenie) - payoff(down, weenie=weenie)) / (2 * step)


def crossings(n_players: int, weenie: bool = False, cells: int = 200) -> list[float]:
    """Thresholds at which nobody wants to move alone, to a cell: where the slope changes sign."""
    at = (np.arange(cells) + 0.5) / cells
    slopes = np.array([slope_at(float(p), n_players, weenie) for p in at])
    return [float(at[i]) for i in np.flatnonzero(slopes[:-1] * slopes[1:] < 0)]


@claim("nash.formula", "nash.shifted")
def formula(effort: Effort) -> dict[str, Finding]:
    """The unique symmetric equilibrium is 2^(-1/(n-1)), or 2^(-1/N) against N others."""
    grid = np.linspace(0, 1, effort.of(full=401, reduced=41))
    cells, sizes = effort.of(full=200, reduced=50), range(2, 9)
    gain, flat, there = 0.0, 0.0, []
    for n in sizes:
        p = 2 ** (-1 / (n - 1))
        earned, _ = against((p,) * (n - 1), grid)
        gain = greatest(gain, earned.max())
        flat = greatest(flat, abs(earned[grid <= p]).max())
        there.append([abs(at - p) <= 1 / cells for at in crossings(n, cells=cells)] == [True])
    said = {N: 2 ** (-1 / N) for N in range(1, MOST + 1)}
    off = max(abs(p - equilibrium_threshold(N + 1)) for N, p in said.items())
    turns = [slope_at(p - DRAWN, N + 1) > 0 > slope_at(p + DRAWN, N + 1) for N, p in said.items()]
    return {
        "nash.formula": Finding(
            gain < ROUNDING and all(there),
            f"For {sizes[0]} to {sizes[-1]} players none of {grid.size} thresholds on a mesh gains "
            f"more than {gain:.0e} against $2^{{-1/(n-1)}}$. The slope in one's own threshold "
            f"where all play alike changes its sign there and in no other of {cells} cells in "
            f"{tally(there)} games. Lower thresholds pay the same within {flat:.0e}, so that the "
            "equilibrium is not strict.",
        ),
        "nash.shifted": Finding(
            off < ROUNDING and all(turns),
            f"For {min(said)} to {max(said)} partners it is the equilibrium, "
            f"{equality(off)}, and in {tally(turns)} games the slope of one's own "
            "payoff changes its sign there. The source's $n$ is the size of the coalition in that "
            "section, and the number of players elsewhere.",
        ),
    }


@claim("nash.bloc")
def against_blocs(effort: Effort) -> Finding:
    """The equilibrium forces 0, in the whole game, against blocs."""
    sizes, blocs = range(2, effort.of(full=17, reduced=6)), np.linspace(0, 1, 1001).tolist()
    fair = {n: equilibrium_threshold(n) for n in sizes}
    tables = [(p, *(q,) * (n - 1)) for n, p in fair.items() for q in blocs]
    least, margin = min(map(payoff, tables)), min(payoff(t) - stakes_multiplier(t) for t in tables)
    some = (1, 2, 5)
    worth = greatest(*(abs(continuum(N, "bloc").value) for N in some))
    return Finding(
        least > -ROUNDING and margin > -1 and worth < ROUNDING,
        rf"For two to {sizes[-1]} players and {len(blocs):,} blocs each, the least $\alpha$ is "
        rf"{zero(least)} and the least $\alpha - \beta + 1$ is {margin + 1:.3f}, so that by "
        "Theorem 1.2 player 1 breaks even in the long run. The largest value of the games against "
        f"blocs of {show(list(some))} is {zero(worth)}.",
    )


@claim("nash.no_bloc")
def no_mix_of_blocs(effort: Effort) -> Finding:
    """In no symmetric zero-sum game do blocs, even mixed ones, beat a single player."""
    out = zero_sum.solve(np.einsum("abb->ab", GAMES["D2"])).value
    rng = np.random.default_rng(0)
    n_mixes = effort.of(full=200, reduced=20)
    lowest = min(  # members who mix alike but each for himself: she copies the mix
        0.0, *(float(np.einsum("abc,a,b,c", game, y, y, y)) for game in GAMES.values()
               for y in rng.dirichlet(np.ones(len(game)), n_mixes)),
    )  # fmt: skip
    N = 5
    guts = continuum(N, "bloc").value
    return Finding(
        in_parts(guts > -CERTIFIED, lowest > -CERTIFIED, out > -CERTIFIED),
        f"In guts player 1's loss to blocs of {N} is {zero(abs(guts))}. If each member draws "
        f"from the same mix for himself, she breaks even by copying it: in {len(GAMES)} small "
        f"games, with {n_mixes} random mixes each, she gets at least {lowest + 0.0:.0e}. But if "
        f"the blocs are drawn together, {out:.4f} is the most that she can secure in odd man out.",
    )


@claim("nash.corresponds")
def optimum_against_blocs(effort: Effort) -> Finding:
    """In a symmetric game player 1's optimum against blocs is the symmetric equilibrium."""
    secured = min(np.einsum("abb->ab", GAMES[name]).mean(0).min() for name in ("D1", "D2"))
    own = {N: continuum(N, "bloc").player_one for N in (2, 3, 5)}
    off = max(abs(p - equilibrium_threshold(N + 1)) for N, mix in own.items() for p, _ in mix)
    return Finding(
        in_parts(off < CLIMBED, secured > -CERTIFIED),
        f"In guts against {show([*own])} players the optimum against blocs is the equilibrium, "
        f"{equality(off)}. In odd man out the even mix, an equilibrium, secures {secured:.4f} "
        "against blocs that are drawn together.",
    )


@claim("nash.suboptimal")
def suboptimal(effort: Effort) -> Finding:
    """Some coalition forces a loss on player 1, for every number of players."""
    values = {N: continuum(N).value for N in range(2, effort.of(full=16, reduced=5))}
    two = continuum(1).value
    lost = []  # in the whole game too the equilibrium leaves her less than the value
    for N, V in values.items():
        own = equilibrium_threshold(N + 1)
        tables = [(own, *allies) for allies in best_replies(N, own, V=V)]
        lost.append(V - min(payoff(t) + V * stakes_multiplier(t) for t in tables))
    loses = max(values.values()) < -CERTIFIED < CERTIFIED < min(lost)
    return Finding(
        in_parts(loses, two < -CERTIFIED),
        f"From three players on $V$ is negative: {values[2]:.5f} for three and "
        f"{min(values.values()):.5f} for {max(values) + 1}, and the symmetric equilibrium loses at "
        f"least {min(lost):.4f} more in a round. For two players, which the proposition does not "
        f"exclude, $V$ is {zero(abs(two))}.",
    )
