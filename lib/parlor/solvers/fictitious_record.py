"""What a run of fictitious play leaves: empirical mixes, and the record of the gap."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["FictitiousPlay"]


@dataclass(frozen=True, eq=False)
class FictitiousPlay:
    """Where fictitious play stands after its last round.

    Attributes
    ----------
    mixes : tuple of ndarray
        Empirical mix of each player.
    values : tuple of float
        Payoff of each player when all play their mixes independently.
    gap : float
        Sum over players of what a best reply would gain, 0 exactly at a Nash equilibrium. For two
        players and zero sum: the duality gap, within which the value lies.
    low, high : float
        Two players, zero sum: what the mixes secure for the row player, and concede to her. For
        three players: the least and largest gain of a best reply.
    steps : ndarray of int64
        Rounds after which a record was taken, increasing.
    gaps : ndarray of float64
        `gap` after those rounds.
    plays : ndarray of int64, shape (players, len(steps))
        What each player played in those rounds.
    protocol, ties : str
        The rules of this run.
    seed : int
        Of random ties and starts.
    """

    mixes: tuple[np.ndarray, ...]
    values: tuple[float, ...]
    gap: float
    low: float
    high: float
    steps: np.ndarray
    gaps: np.ndarray
    plays: np.ndarray
    protocol: str
    ties: str
    seed: int

    def exponent(self, share: float = 0.99) -> float:
        """Power of the round with which the gap falls: the slope of log g against log n.

        Parameters
        ----------
        share : float
            Last share of the rounds to fit, by least squares over the record, in (0, 1].

        Returns
        -------
        float
            -1 if n g(n) stays constant; nan if the gap is 0 somewhere or there are fewer than
            three records.

        Raises
        ------
        ValueError
            If `share` is outside (0, 1].

        Examples
        --------
        >>> from parlor.solvers.fictitious_play import play
        >>> pennies = play([[1, -1], [-1, 1]], 100_000, ties="first")
        >>> round(pennies.exponent(), 1)
        -0.5
        """
        if not 0 < share <= 1:
            raise ValueError(f"share: got {share!r}, allowed are numbers above 0 and up to 1")
        late = self.steps >= (1 - share) * self.steps[-1]
        if late.sum() < 3 or not (self.gaps[late] > 0).all():
            return float("nan")
        return float(np.polyfit(np.log(self.steps[late]), np.log(self.gaps[late]), 1)[0])
