"""Readings of the gift exchange: what the source says, leaves open, or says twice, as data.

D. Quigley, "Formal specification and behavioral simulation of the holiday gift exchange game"
(arXiv 2604.05219), describes a simulation and prints its tables, but not the program. A `Reading`
says how each sentence is taken. `APPENDIX` and `MAIN` are the two that reproduce the source's two
sets of tables; `parlor.games.gift_exchange.fit` shows on what evidence.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from parlor.core.checks import items, number, one_of, probability

from .options import CHOICES, STRATEGIES

__all__ = ["APPENDIX", "FIVE", "MAIN", "SIX", "Reading"]

SIX = STRATEGIES
FIVE = STRATEGIES[:5]
_RANGES = {
    "correlation": (0.0, 1.0),
    "camp_noise": (0.0, 1e6),
    "signal_noise": (0.0, 1e6),
    "prior_variance": (1e-12, 1e6),
    "temperature": (0.0, 1000.0),
    "least_chance": (0.0, 0.5),
}


@dataclass(frozen=True)
class Reading:
    """One way to read the source. `dataclasses.replace` makes another.

    Attributes
    ----------
    ties : str
        Whom to rob among equally good targets: ``"first seat"``, ``"last seat"``, ``"first gift"``,
        ``"last gift"`` (in the gifts' numbering), ``"first opened"`` or ``"lot"``.
    target : str
        The best target maximises its ``"net"`` value (less the social cost) or its ``"value"``.
    loss : str
        When the best net value is not positive, always_steal and coin_flip ``"steal"``
        nonetheless, or ``"always_steal only"`` does, or both ``"open"``.
    mean_based, threshold, expected_value : str
        What these strategies compare with the mean of the opened gifts, the threshold and the mean
        of the wrapped ones: the target's ``"net"`` value or its ``"value"``.
    mean_over : str
        The mean is over all ``"opened"`` gifts or over the ``"stealable"`` ones.
    swap_pays : bool
        Whether seat 1's final swap bears the social cost.
    satisfaction : str
        Under AD, of a player who is to act: the ``"gift in hand"``, which is none and so 0, or the
        ``"gift just lost"``.
    needs_gain : bool
        Whether a player under AD steals only if the best net value is positive.
    phase : str
        Share of the game gone in round k: ``"elapsed"`` (k - 1)/n, ``"current"`` k/n, or
        ``"to one"`` (k - 1)/(n - 1).
    calming : str
        Whose frustration decays: of ``"all"`` at each round's end, of ``"those not robbed"`` in
        it, of ``"the thief"`` at each steal, or of ``"none"``.
    selection : str
        What BS looks at: ``"appearance"``, ``"posterior"``, ``"value"``, or the posterior with PI
        and otherwise the value (``"posterior or value"``) or the appearance (``"posterior or
        appearance"``).
    camps : str
        Negative model: two camps by lot, one of them larger by a player when n is odd (``"lot,
        more for"``: the larger one values quality q at q; ``"lot, more against"``: at 1 - q), a
        ``"coin"`` for each player, ``"parity"`` of the seat, or ``"halves"`` of the table.
    quality : str
        Independent model: a gift's quality is its ``"mean value"`` or ``"drawn"`` apart.
    clipped : bool
        Whether appearances are clipped to [0, 1].
    chain_mean : str
        The chain length is a mean ``"over chains"`` of at least one steal, ``"over games"`` of each
        game's such mean, or ``"over rounds"``, empty chains included.
    base_chance : tuple of float
        p_0 of each of the six strategies under AD, each in [0, 1].
    correlation : float
        rho of the correlated model, in [0, 1].
    camp_noise, signal_noise : float
        sigma and sigma_a, from 0 to 1e6.
    prior_mean, prior_variance : float
        mu_0, and sigma_0 squared, from 1e-12 to 1e6.
    risk_aversion : float
        The coefficient of absolute risk aversion.
    base_cost, repeat_factor, reputation_cost : float
        c_0, alpha and beta of the social cost.
    frustration_gain, frustration_decay : float
        gamma and gamma'.
    phase_weight, frustration_weight, satisfaction_weight : float
        lambda_1, lambda_2, lambda_3.
    temperature, steal_threshold : float
        tau of the softmax, from 0 to 1000, and tau of the strategy threshold.
    least_chance : float
        Steal probabilities under AD are clipped to [least_chance, 1 - least_chance], 0 to 0.5.

    Raises
    ------
    ValueError
        If a choice is not one of those named, or a number is out of its range: where none is told,
        from -1e6 to 1e6.

    Examples
    --------
    >>> MAIN.selection, APPENDIX
    ('posterior or value', Reading(selection='appearance'))
    """

    ties: str = "first seat"
    target: str = "net"
    loss: str = "steal"
    mean_based: str = "net"
    mean_over: str = "opened"
    threshold: str = "net"
    expected_value: str = "net"
    swap_pays: bool = True
    satisfaction: str = "gift in hand"
    needs_gain: bool = True
    phase: str = "elapsed"
    calming: str = "all"
    selection: str = "posterior or value"
    camps: str = "lot, more for"
    quality: str = "mean value"
    clipped: bool = True
    chain_mean: str = "over chains"
    base_chance: tuple[float, ...] = (0.1, 0.9, 0.5, 0.6, 0.5, 0.5)
    correlation: float = 0.7
    camp_noise: float = 0.2
    signal_noise: float = 0.3
    prior_mean: float = 0.5
    prior_variance: float = 0.25
    risk_aversion: float = 0.5
    base_cost: float = 0.05
    repeat_factor: float = 2.0
    reputation_cost: float = 0.1
    frustration_gain: float = 0.15
    frustration_decay: float = 0.05
    phase_weight: float = 0.2
    frustration_weight: float = 0.5
    satisfaction_weight: float = 0.3
    temperature: float = 2.0
    steal_threshold: float = 0.6
    least_chance: float = 0.05

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            one_of(name, getattr(self, name), allowed)
        size = len(SIX)
        chances = items("base_chance", self.base_chance, f"a row of {size} numbers", size, size)
        checked = (
            probability(f"base_chance: {name}", chance)
            for name, chance in zip(SIX, chances, strict=True)
        )
        object.__setattr__(self, "base_chance", tuple(checked))
        for name in _numbers():
            low, high = _RANGES.get(name, (-1e6, 1e6))
            allowed_range = f"numbers from {low:g} to {high:g}"
            value = number(name, getattr(self, name), allowed_range, low, high)
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return told(self)

    def _codes(self) -> dict[str, float]:
        """Choices and constants as the kernels take them."""
        places = {name: words.index(getattr(self, name)) for name, words in CHOICES.items()}
        return places | {name: getattr(self, name) for name in _numbers()}


def told(question: Any) -> str:
    """A question's repr: what is not as by default, since it has some forty fields."""
    values = {field.name: getattr(question, field.name) for field in fields(question) if field.repr}
    kept = {field.name: field.default for field in fields(question)}
    changed = [f"{name}={value!r}" for name, value in values.items() if value != kept[name]]
    return f"{type(question).__name__}({', '.join(changed)})"


def _numbers() -> list[str]:
    """The source's constants, in the order of its Tables 2 and 11."""
    return [field.name for field in fields(Reading) if field.type == "float"]


MAIN = Reading()
APPENDIX = Reading(selection="appearance")
