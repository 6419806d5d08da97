"""What it means to have solved guts for one player against a coalition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any, Literal

from parlor.core.quantities import Integer
from parlor.core.result import GapResult, data_frame

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Coalition", "CoalitionSolution", "Structure"]

MAX_COALITION = 1000  # about a minute
LARGEST_GAP = 1e-11  # of a solution: rounding leaves less, of a thousand players too

Coalition = Annotated[int, Integer(1, MAX_COALITION)]
Structure = Literal["full", "pseudo-bloc", "bloc"]

Allies = tuple[float, ...]


@dataclass(frozen=True, repr=False)
class CoalitionSolution(GapResult):
    """Player 1 against a coalition in the recursive game of guts.

    Attributes
    ----------
    n_coalition, mesh, structure, weenie
        The question.
    value : float
        What player 1 can force, V, in antes; the coalition wins -V. V <= 0 when the coalition
        may choose any thresholds ("full") and in the continuum, for it can then play as
        player 1 does. Restricted to (pseudo-)blocs on a coarse mesh V may be positive, even
        infinite: some threshold gains at any stakes. The strategies are then of the last stage.
    enters : bool
        Whether player 1 should play at all. False: one round is worth no more than the fee of one
        ante for leaving, ``Value(alpha - beta) <= -1``, and so the value is -1; the strategies
        are then those of that first round.
    player_one : tuple of (float, float)
        Player 1's optimal mix: (threshold, probability), most probable first.
    coalition : tuple of (tuple of float, float)
        The coalition's optimal mix: (thresholds in increasing order, probability).
    gap : float
        Duality gap at the fixed point: with W = alpha + beta V under best replies, the distance
        between the largest and the least of: player 1's best W against `coalition`, the
        coalition's best against `player_one`, and V itself (unless player 1 stays out). V is
        known to about ``gap / |1 - multiplier|``. 0 where V is infinite.
    multiplier : float
        Expected stakes multiplier beta when both play the solution; below 1 the fixed point
        attracts from both sides.
    margin : float
        Least of ``alpha - beta + 1`` over all coalitions, player 1 playing `player_one`: positive
        means that by Theorem 1.2 repeating it carries player 1 from V = -1, a lost ante, to V.
    stages : int
        Restricted games solved on the way.
    """

    n_coalition: int
    mesh: int | None
    structure: str
    weenie: bool
    value: float
    enters: bool
    player_one: tuple[tuple[float, float], ...]
    coalition: tuple[tuple[Allies, float], ...]
    gap: float
    multiplier: float
    margin: float
    stages: int

    def __repr__(self) -> str:
        own = _told(tuple(((p,), weight) for p, weight in self.player_one))
        return (
            f"CoalitionSolution(1 against {self.n_coalition}: value {self.value:.6g}, she holds "
            f"above {own}, they above {_told(self.coalition)}; {self.certificate})"
        )

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """Unpacks into player_one, coalition."""
        return iter((self.player_one, self.coalition))

    def to_frame(self) -> pd.DataFrame:
        """Both mixes: who, the thresholds as a tuple, and their probability."""
        own = [("player 1", (p,), weight) for p, weight in self.player_one]
        theirs = [("coalition", allies, weight) for allies, weight in self.coalition]
        return data_frame([*own, *theirs], columns=["who", "thresholds", "probability"])


def _told(mix: tuple[tuple[Allies, float], ...]) -> str:
    """A mix in words: its three likeliest strategies, with their chances if there are several."""
    words = []
    for allies, _ in mix[:3]:
        alike = [(p, len(list(same))) for p, same in groupby(f"{p:.4g}" for p in allies)]
        words.append(" and ".join(p if n == 1 else f"{n} x {p}" for p, n in alike))
    if len(mix) > 1:
        words = [f"{word} ({weight:.2g})" for word, (_, weight) in zip(words, mix, strict=False)]
    return " or ".join(words) + (f" or {len(mix) - 3} more" if len(mix) > 3 else "")
