"""Section 5.1: the bot."""

from __future__ import annotations

from functools import cache

import numpy as np

from parlor.games.guts.play import Games, play_games
from parlor.games.guts.rounds import against
from press import Effort, Finding, claim

from .solved import MOST, continuum, on_mesh

SHOWN = 2, 3, 5  # partners
HIGH = 16, 26  # antes: the high scores


@cache
def played(n_coalition: int, own: float | None, n_games: int) -> Games:
    """Games against the optimal coalition, by the optimal threshold or by another one."""
    return play_games(continuum(n_coalition), n_games, own=own, seed=2)


def games(effort: Effort) -> int:
    """How many are played."""
    return effort.of(full=400_000, reduced=5000)


@claim("bot.unbeatable")
def unbeatable(effort: Effort) -> Finding:
    """The bot is unbeatable in the long run."""
    best = []
    for N in range(2, effort.of(full=MOST, reduced=4) + 1):
        bot = on_mesh(N)  # the bot plays on a mesh of 101, the guest wherever he likes
        own = np.linspace(0, 1, effort.of(full=1001, reduced=101))
        plans = [w * np.array(against(allies, own)) for allies, w in bot.coalition]
        alpha, beta = np.sum(plans, axis=0)
        with np.errstate(divide="ignore"):
            worth = np.where(beta < 1, alpha / (1 - beta), np.where(alpha > 0, np.inf, -np.inf))
        best.append(float(worth.max()))
    return Finding(
        max(best) < 0,
        "Against the exact mix on the bot's mesh every threshold repeated loses, for 2 to "
        f"{len(best) + 1} partners: the best of a thousand has {best[0]:.5f} against two, "
        f"{best[-1]:.5f} against {len(best) + 1}. (The mix as printed for two still wins .008.)",
    )


@claim("bot.aggressive", "bot.variance")
def aggressive(effort: Effort) -> dict[str, Finding]:
    """Aggressive or erratic play makes high scores likelier, perhaps by raising the variance."""
    n = games(effort)
    up, wider, tried = [], [], []
    for N in SHOWN:
        calm = played(N, None, n).winnings
        for own in (0.0, 0.3, 0.5):  # the optimal threshold is above .64
            bold = played(N, own, n).winnings
            up.append(float((bold >= HIGH[0]).mean() / max((calm >= HIGH[0]).mean(), 1 / n)))
            wider.append(float(bold.std() / calm.std()))
            tried.append((N, own))
    return {
        "bot.aggressive": Finding(
            "not refuted" if min(up) > 1 else False,
            f"Holding above 0, .3 or .5 against 2, 3 and 5, {n:,} games each: 16 antes or more are "
            f"{min(up):.1f} to {max(up):.1f} times as likely as by the optimal threshold.",
        ),
        "bot.variance": Finding(
            "not refuted" if min(wider) > 1 else False,
            f"In the same games the standard deviation is {min(wider):.2f} to {max(wider):.2f} "
            "times as large.",
        ),
    }
