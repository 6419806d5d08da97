"""Section 5.1: the bot."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np

from parlor.games.guts.play import Games, play_games
from press import Effort, Finding, claim, show

from .rounds import worth_of
from .solutions import MOST, continuum, on_mesh

SHOWN = 2, 3, 5  # partners
HIGH = 16, 26  # antes: the high scores
BOLD = 0.0, 0.3, 0.5  # thresholds; the optimal one is above 0.64


@cache
def played(n_coalition: int, own: float | None, n_games: int) -> Games:
    """Games against the optimal coalition, by the optimal threshold or by another one."""
    return play_games(continuum(n_coalition), n_games=n_games, own=own, seed=2)


def games(effort: Effort) -> int:
    """How many are played."""
    return effort.of(full=400_000, reduced=5000)


@claim("bot.unbeatable")
def unbeatable(effort: Effort) -> Finding:
    """The bot is unbeatable in the long run."""
    own = np.linspace(0, 1, effort.of(full=1001, reduced=101))
    # the bot plays on a mesh of 101, the guest wherever he likes
    sizes = range(2, effort.of(full=MOST, reduced=4) + 1)
    best = [float(worth_of(on_mesh(N).coalition, own).max()) for N in sizes]
    return Finding(
        max(best) < 0,
        f"Against the exact mix on the bot's mesh the best of {own.size:,} thresholds that player "
        f"1 may keep to brings her {best[0]:.5f} if the bot plays two partners, and {best[-1]:.5f} "
        f"if it plays {sizes[-1]}; for all numbers of them it brings her at most {max(best):.5f}.",
    )


@claim("bot.aggressive", "bot.variance")
def aggressive(effort: Effort) -> dict[str, Finding]:
    """Aggressive or erratic play makes high scores likelier, perhaps by raising the variance."""
    n = games(effort)
    up, wider = [], []
    for N, own in product(SHOWN, BOLD):
        calm, bold = (played(N, how, n).winnings for how in (None, own))
        up.append(float((bold >= HIGH[0]).mean() / max((calm >= HIGH[0]).mean(), 1 / n)))
        wider.append(float(bold.std() / calm.std()))
    told = (
        f"We played {n:,} games each, in which player 1 holds above {show(list(BOLD))} against "
        f"{show(list(SHOWN))} partners:"
    )
    return {
        "bot.aggressive": Finding(
            "not refuted" if min(up) > 1 else False,
            f"{told} a score of {HIGH[0]} antes or more is {min(up):.1f} to {max(up):.1f} times as "
            "likely as by her optimal threshold.",
        ),
        "bot.variance": Finding(
            "not refuted" if min(wider) > 1 else False,
            f"{told} the standard deviation of what she wins is {min(wider):.2f} to "
            f"{max(wider):.2f} times as large as by her optimal threshold.",
        ),
    }
