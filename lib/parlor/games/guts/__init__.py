"""Continuous guts poker: one player, a coalition, and the stakes that grow between them.

Each of n players antes one unit and is dealt a hand, uniform on [0, 1]. All decide at once to hold
or to drop; a strategy is a threshold p, hold above it. A sole holder takes the pot and the game
ends. If r >= 2 hold, the best hand takes the pot of n and each of the r - 1 others pays n: the next
round is played for r - 1 times the stakes. If all drop the hand is dealt again; under the Weenie
rule the best of the dropped hands must first pay n, which doubles the stakes.

Seen by player 1, a round is the pair (alpha, beta) of an immediate payoff and a stakes multiplier,
and the whole game the fixed point V = Value(alpha + beta V). Payoffs follow Section 3 of Buck, Lee,
Platnick, Wheeler and Zumbrun, Continuous guts poker: units are antes, the ante is paid on leaving.

What is handed on here is the round (`rounds`) and the best reply to known thresholds, one player
against a coalition that agrees on its thresholds (`coalition` on a mesh, `continuum` without one),
and whole games, played (`play`).
Beside them: two coalitions of two (in `coalition`), one that grows without bound (in `continuum`),
partners who cannot confer (`asynchronous`), nobody colluding (`players`), the symmetric equilibrium
under the Weenie rule (`weenie`), the game played to `ruin`, and the `small` three-player games that
the source sets beside guts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlor.core.face import shown

if TYPE_CHECKING:
    from .asynchronous import best_reply
    from .coalition import CoalitionSolution, MeshGame, mesh_game, solve_coalition
    from .play import play_games
    from .rounds import equilibrium_threshold, hand_values, payoff, payoffs, stakes_multiplier

__all__ = [
    "CoalitionSolution",
    "MeshGame",
    "best_reply",
    "equilibrium_threshold",
    "hand_values",
    "mesh_game",
    "payoff",
    "payoffs",
    "play_games",
    "solve_coalition",
    "stakes_multiplier",
]

__getattr__, __dir__ = shown(__name__, __path__, __all__)
