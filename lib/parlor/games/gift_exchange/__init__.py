"""The holiday gift exchange: n players in turn open a gift or steal one, and the robbed act next.

Everybody brings a wrapped gift. In round k player k acts, who holds nothing: opens a wrapped gift,
or steals an open one from its holder, who then acts in the same way, and so on. Such a chain of
steals ends, and the round with it, when somebody opens a gift. A stolen gift is locked until the
chain ends; how often it may be stolen in a round and in the whole game can be limited too. After
the last round player 1 may swap gifts with anybody.

The rules, the behavioural features and the tables recomputed from here are those of D. Quigley,
"Formal specification and behavioral simulation of the holiday gift exchange game" (arXiv
2604.05219, April 2026). Players follow one of six strategies, drawn for each of them. Their
valuations of the gifts are independent, correlated, or split into two camps; wrapped gifts may be
judged by a noisy look (PI), steals may cost sympathy (SC), the will to steal may change in the
course of the game (AD), and who opens may choose by looks (BS).

Every random number of a game is a function of the seed, the game's number and its purpose. Games
are therefore the same whatever the split into chunks or processes, and under other features, rules
or readings they meet the same valuations, appearances, strategies and luck.

What is asked stands in `condition` and `reading`; the `rules` stand once. What a game draws is in
`draws`, what players choose in `choices`, the rounds in `engine`, which keeps a record of each
game. `statistics` adds them up, `watch` tells who robs whom. In `position` the game is played move
by move, and small parties are written down as trees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlor.core.face import shown

if TYPE_CHECKING:
    from .condition import FEATURES, VALUATIONS, Condition, Rules
    from .engine import allocations, play
    from .position import game_tree
    from .reading import APPENDIX, FIVE, MAIN, SIX, Reading
    from .statistics import GameStatistics, simulate, simulate_condition

__all__ = [
    "APPENDIX",
    "FEATURES",
    "FIVE",
    "MAIN",
    "SIX",
    "VALUATIONS",
    "Condition",
    "GameStatistics",
    "Reading",
    "Rules",
    "allocations",
    "game_tree",
    "play",
    "simulate",
    "simulate_condition",
]

__getattr__, __dir__ = shown(__name__, __path__, __all__)
