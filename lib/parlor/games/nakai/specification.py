"""How a user says which law prizes have in Nakai's game: a name, a tuple, a law, or a list of them.

``"uniform"``, ``"exponential"``, ``("beta", 2, 3)``, ``("discrete", values, probabilities)`` and
``"deterministic"`` stand for the classes of `prizes`.
"""

from __future__ import annotations

from .prizes import Beta, Deterministic, Discrete, Exponential, Prize, Uniform

__all__ = ["prize", "prizes"]

ALLOWED = (
    "'uniform', 'exponential', 'deterministic', ('uniform', low, high), ('exponential', mean), "
    "('beta', a, b), ('discrete', values, probabilities), ('deterministic', value) or an instance "
    "of a class of parlor.games.nakai.prizes"
)
_NAMES = {
    "uniform": Uniform,
    "exponential": Exponential,
    "beta": Beta,
    "discrete": Discrete,
    "deterministic": Deterministic,
}


def prize(specification: object) -> Prize:
    """Read the specification of a law.

    Parameters
    ----------
    specification : str, tuple or law
        A name, a name with its parameters, or a law, which is returned as it is.

    Returns
    -------
    Uniform, Exponential, Beta or Discrete
        The law.

    Raises
    ------
    ValueError
        If it is none of these, or if prizes could be negative, or the mean is 0 or infinite.

    Examples
    --------
    >>> prize(("beta", 2, 3))
    Beta(a=2, b=3)
    """
    if isinstance(specification, Prize):
        return specification
    words = (specification,) if isinstance(specification, str) else specification
    if isinstance(words, tuple) and words and isinstance(words[0], str) and words[0] in _NAMES:
        try:
            return _NAMES[words[0]](*words[1:])
        except TypeError:
            pass
    raise ValueError(f"distribution: got {specification!r}, allowed are {ALLOWED}")


def prizes(distribution: object, n_max: int) -> tuple[Prize, ...]:
    """Read the laws of all targets.

    Parameters
    ----------
    distribution : str, tuple, law or list
        One specification for all targets, or a list of `n_max` of them. Entry i of the list is the
        law of the target that comes when i + 1 stages are left, so the last target stands first.
    n_max : int
        Number of stages.

    Returns
    -------
    tuple of laws, length n_max
        Entry i is the law with i + 1 stages to go.

    Raises
    ------
    ValueError
        As for `prize`, and if a list has not `n_max` entries.

    Examples
    --------
    >>> prizes(["uniform", ("exponential", 2)], 2)
    (Uniform(low=0.0, high=1.0), Exponential(mean=2))
    """
    if not isinstance(distribution, list):
        return (prize(distribution),) * n_max
    if len(distribution) != n_max:
        raise ValueError(f"distribution: got {len(distribution)} laws, allowed are {n_max}")
    return tuple(prize(entry) for entry in distribution)
