"""Decks: equally likely values that are the law of a box, or stand for it."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import numpy as np

from parlor.core.checks import shown
from parlor.core.laws import MAX_VALUES, Discrete, Distribution, Law, Uniform, read
from parlor.core.quantities import Integer, checked

__all__ = ["deck"]

DeckSize = Annotated[int, Integer(1, MAX_VALUES)]


def is_deck(law: Law) -> bool:
    """Whether a law is a deck already; one of unequal probabilities is a ValueError."""
    if isinstance(law, Discrete) and not law.equally_likely:
        raise ValueError(
            f"distribution: got {shown(law)}, allowed here are continuous laws and equally likely "
            "values"
        )
    return isinstance(law, Discrete)


@checked
def deck(distribution: Distribution, n_values: DeckSize) -> np.ndarray:
    """Return equally likely values that stand for a distribution, increasing.

    Parameters
    ----------
    distribution : str, sequence of real or law
        As `parlor.core.laws` reads it; finitely many values must be equally likely.
    n_values : int
        Size of the deck for a continuous distribution. A sequence is its own deck.

    Returns
    -------
    ndarray (n_values,)
        Means of X over n equal steps of probability, so that E X is kept; for the uniform
        distribution (i - 1/2) / n.

    Examples
    --------
    >>> deck("uniform", 2)
    array([0.25, 0.75])
    """
    law, n = read(distribution), n_values
    if is_deck(law):
        return np.sort(np.array(law.values, dtype=float))  # type: ignore[union-attr]
    if isinstance(law, Uniform):
        return law.quantile((np.arange(n) + 0.5) / n)
    edges = np.asarray(law.quantile(np.arange(1, n) / n))
    # E X up to a quantile q is E min(X, q) - q P(X > q)
    parts = [law.capped_mean(q) - q * (n - i) / n for i, q in enumerate(edges, start=1)]
    return n * np.diff(np.array([0.0, *parts, law.mean]))


def exact_deck(distribution: Distribution) -> list[Fraction]:
    """Equally likely values as fractions, increasing; floats at their exact binary value."""
    law = read(distribution)
    if not is_deck(law):
        raise ValueError(f"distribution: got {shown(law)}, allowed are equally likely values")
    values = law.values  # type: ignore[union-attr]
    return sorted(map(Fraction, values))
