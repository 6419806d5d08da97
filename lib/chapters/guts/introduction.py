"""Section 1: what the paper says before it defines its games."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np

from parlor.games.guts import equilibrium_threshold, payoff, payoffs
from parlor.games.guts.continuum import best_replies
from parlor.games.guts.rounds import against
from press import Effort, Finding, Value, claim, greatest, show

from ..tolerances import CERTIFIED, ROUNDING
from .coalitions import percent_in_the_limit
from .rounds import gains_of_holding
from .small_games import GAMES, symmetric


@claim("intro.equivalence")
def everett_as_shapley(effort: Effort) -> Finding:
    """A recursive game is a stochastic one with payoff rho_0 a_0, stakes 1 - rho_0, moves rho_j."""
    rng = np.random.default_rng(0)
    off_printed, off_scaled, n_chains = 0.0, 0.0, effort.of(full=200, reduced=20)
    for _ in range(n_chains):
        rho = rng.dirichlet(np.ones(4), 3)  # of three states: end there, or go to one of them
        paid = rho[:, 0] * rng.normal(size=3)
        stakes = (1 - rho[:, :1]) * rho[:, 1:]
        true, printed, scaled = (
            np.linalg.solve(np.eye(3) - moves, paid)
            for moves in (rho[:, 1:], stakes, stakes / (1 - rho[:, :1]))
        )
        off_printed = greatest(off_printed, abs(printed - true).max())
        off_scaled = greatest(off_scaled, abs(scaled - true).max())
    return Finding(
        off_printed < CERTIFIED,
        f"We tried {n_chains} random chains of three states. With transition probabilities "
        rf"$\rho_j$ and stakes multiplied by $1 - \rho_0$ the value is off by {off_printed:.2f} in "
        r"the worst of them; with transition probabilities $\rho_j / (1 - \rho_0)$ by at most "
        f"{off_scaled:.0e}.",
    )


@claim("intro.sets")
def any_set_of_hands(effort: Effort) -> Finding:
    """To hold on any set of hands is no better than a threshold that holds as often.

    Payoffs add up over the cells of one's own hand, so that the best set of a size consists of the
    hands that gain most by holding: the gain must never fall with the hand.
    """
    cells = effort.of(full=10, reduced=4)
    tables = [*product(range(cells + 1), repeat=1), *product(range(cells + 1), repeat=2)]
    falls, off = 0, 0.0
    for others in tables:
        gains, dropping = gains_of_holding(others, cells)
        falls += any(b < a for a, b in pairwise(gains))
        for line in range(cells + 1):
            ours = payoff([t / cells for t in (line, *others)])
            off = greatest(off, abs(float(dropping + sum(gains[line:]) / cells) - ours))
    return Finding(
        falls == 0 and off < ROUNDING,
        f"We counted out what holding gains by the hand, in {cells} equal cells, against "
        f"{len(tables)} choices of thresholds of one other player or two: against "
        f"{falls or 'none'} of them a better hand gains less. (The library's payoffs differ from "
        f"those counted out by at most {off:.0e}.)",
    )


@claim("intro.size")
def size_of_a_set(effort: Effort) -> Finding:
    """The threshold of a set of hands is its size."""
    cells, held, other = 10, 3, 5
    gains, dropping = gains_of_holding((other, other), cells)
    on_best = float(dropping + sum(gains[cells - held :]) / cells)
    size, others = held / cells, (other / cells,) * 2
    as_printed, right = payoff((size, *others)), payoff((1 - size, *others))
    return Finding(
        abs(on_best - as_printed) < ROUNDING,
        f"Two players hold above {others[0]:g}. To hold on the best hands, a set of size {size:g}, "
        f"pays {on_best:.3f} against them. The threshold {1 - size:g} pays {right:.3f}, and the "
        f"threshold {size:g} pays {as_printed:.3f}.",
    )


@claim("intro.symmetric")
def symmetric_equilibria(effort: Effort) -> Finding:
    """A symmetric game has a symmetric equilibrium; it is worth 0 if the game is zero-sum."""
    alike = [symmetric(name)[:1] for name in GAMES]
    worth = [max((abs(v) for e in one for v in e.values), default=np.inf) for one in alike]
    grid = np.linspace(0, 1, effort.of(full=501, reduced=51))
    fair = {n: equilibrium_threshold(n) for n in range(2, 9)}
    gain = greatest(*(against((p,) * (n - 1), grid)[0].max() for n, p in fair.items()))
    paid = greatest(*worth, *(max(map(abs, payoffs((p,) * n))) for n, p in fair.items()))
    return Finding(
        paid < CERTIFIED and gain < ROUNDING,
        f"A symmetric equilibrium is found in each of {len(worth)} small games. In guts of "
        f"{min(fair)} to {max(fair)} players nobody gains more than {gain:.0e} by leaving one for "
        f"another of {grid.size} thresholds. The largest payoff in an equilibrium is {paid:.0e}.",
    )


@claim("intro.not_strong")
def not_strong(effort: Effort) -> Finding:
    """In one round of guts others can gain together against the symmetric equilibrium."""
    least = {}
    for n in range(3, 9):
        own = equilibrium_threshold(n)
        least[n] = min((payoff((own, *allies)), allies) for allies in best_replies(n - 1, own))
    value, allies = least[3]
    most = max(worth for worth, _ in least.values())
    return Finding(
        most < -CERTIFIED,
        "At a table of three, two players with thresholds "
        f"{show(tuple(round(p, 4) for p in allies))} win {-value:.4f} together from the third, who "
        f"keeps to {equilibrium_threshold(3):.4f}. At all tables of {min(least)} to {max(least)} "
        f"players the best coalition wins at least {-most:.4f}.",
    )


@claim("intro.limit")
def limit_of_many(effort: Effort) -> Value:
    """What a coalition wins as it grows, in per cent of an ante."""
    return percent_in_the_limit()
