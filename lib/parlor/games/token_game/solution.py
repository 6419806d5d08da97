"""Solving the token game: on the stacks, or on a grid of slots between them.

Laurent Lessard's continuous tables add slots between the stacks, with the same step for everybody;
he suggests finer and finer steps for later players as the way to the continuous game. Both are
here; `continuous` solves that game itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from numbers import Real

from parlor.core.checks import items, number, one_of, shown, whole
from parlor.core.quantities import checked

from .board import Board, Layout, Prizes, simple_fraction
from .outcomes import Outcomes, outcomes_of
from .slot_tree import KEY_BITS, MAX_SLOTS, SlotTree
from .slots import RULES
from .stack_tree import StackTree, Ties

__all__ = ["solve"]

Step = float | Fraction | Sequence[float | Fraction]


@checked
def solve(
    prizes: Prizes,
    n_players: int,
    *,
    layout: Layout = "line",
    step: Step = 1,
    ties: Ties = "pessimistic",
) -> Outcomes:
    """Solve the token game by backward induction.

    Parameters
    ----------
    prizes : sequence of real, length N
        Money on stack 1, ..., stack N: 0 or of size 1e-150 to 1e150, not all of them need be
        positive.
        Integers and Fractions are taken exactly. Floats that are, within rounding, simple
        fractions of the largest (denominator up to 10**6; of float32, up to 100) are taken as
        those, so that a change of currency does not break ties; other floats at the
        decimal that prints them, or failing that at their exact binary value.
    n_players : int
        Number M of players, 1 <= M <= N; each places one token, on a stack of its own.
    layout : str
        On the clock stack N is next to stack 1.
    step : real, or sequence of M reals
        Distance 1, 1/2, 1/3, ... between the slots where tokens may lie, for all players or for
        each in order of moves; floats are taken as the fraction they round (0.2 is 1/5). Slots
        lie from stack 1 to stack N on the line, all the way around on the clock. With another
        step than 1 players need not be fewer than the stacks.
    ties : str
        How indifferent movers are taken to choose: see the package's description. ``average`` is
        for step 1 only.

    Returns
    -------
    Outcomes
        Optimal paths and payoffs, worked out when first asked for.

    Raises
    ------
    ValueError
        If the prizes, the step or the number of players is not as above; if the step is 1 and
        there are more than 26 stacks (``average``: 16); if some mover would find no free slot, or
        there are too many positions to count; if the prizes in a common unit add up to 2**60 or
        more; or if the states have more than 2**26 final sets between them (many equal prizes).

    Notes
    -----
    Lessard's tables of the integer game have prizes 1, ..., N, with N = 10 on the line and N = 12
    on the clock. His list of strategies for each row is `paths` under ``pessimistic``. His
    continuous tables have the line with step 0.2 for 2 and 3 players, and 0.5 to 0.1 for 4.

    Examples
    --------
    >>> three = solve(range(1, 11), 3)
    >>> three.paths, three.payoffs
    ([(5, 9, 8)], [(21.0, 19.0, 15.0)])
    >>> solve(range(1, 13), 2, layout="clock").paths
    [(9, 10), (10, 9)]
    >>> solve(range(1, 11), 4, step=0.5).paths
    [(9.0, 3.5, 6.5, 7.5)]
    """
    if isinstance(step, Real) and not isinstance(step, bool) and step == 1:
        tree = StackTree(Board(prizes, layout), n_players, ties)
        return outcomes_of(Outcomes, tree, (Fraction(1),) * tree.n_players)
    board, m = Board(prizes, layout), whole("n_players", n_players, 1, KEY_BITS)
    one_of("ties", ties, tuple(RULES))  # on a grid there is no average
    steps = _steps(step, m)
    mesh = lcm(*(s.denominator for s in steps))
    if mesh > MAX_SLOTS:
        raise ValueError(f"step: got {shown(step)}, allowed is a common step from 1/{MAX_SLOTS}")
    strides = [mesh // s.denominator for s in steps]
    return outcomes_of(Outcomes, SlotTree(board, m, ties, mesh, strides), steps)


def _steps(step: object, n_players: int) -> tuple[Fraction, ...]:
    allowed = f"one number, or one for each of the {n_players} players"
    alone = isinstance(step, Real)
    row = [step] * n_players if alone else items("step", step, allowed, n_players, n_players)
    steps = []
    for s in row:
        exact = simple_fraction(s, number("step", s, "1, 1/2, 1/3, ...", 0))
        if exact.numerator != 1:
            raise ValueError(f"step: got {shown(s)}, allowed are 1, 1/2, 1/3, ...")
        steps.append(exact)
    return tuple(steps)
