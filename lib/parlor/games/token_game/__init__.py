"""The token game: players in turn put tokens on stacks of money, each stack goes to the nearest.

The rules are those of the Riddler puzzle on sequential token placement; the tables recomputed from
here are in Laurent Lessard's solution of it. A stack with a token on it goes to that token, any
other to the nearest token, and a stack midway between two tokens is split. The stacks lie one step
apart on a line or around a clock.

Play is solved by backward induction over sets of occupied stacks. The rule for ties is part of the
question, since a mover may be indifferent between moves that pay the earlier players differently:

- ``pessimistic``: a move is worth the least that the later movers' optimal play may leave; every
  best move is kept, with all its continuations.
- ``optimistic``: the same with the most.
- ``first``, ``last``: every mover takes the lowest (highest) stack among the best.
- ``average``: every mover picks uniformly at random among the best; payoffs are expectations.
- ``all``: the outcomes of all subgame perfect equilibria in pure strategies.

`continuous` has places between the stacks, `board` what tokens take, and `study` the best replies
at any position and conspiracies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlor.core.face import shown

if TYPE_CHECKING:
    from .board import game_tree, payoffs
    from .continuous import solve_continuous
    from .outcomes import Outcomes
    from .solution import solve
    from .stack_tree import TIES

__all__ = ["TIES", "Outcomes", "game_tree", "payoffs", "solve", "solve_continuous"]

__getattr__, __dir__ = shown(__name__, __path__, __all__)
