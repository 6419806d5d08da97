"""Readings of the gift exchange: what the source says, leaves open, or says twice, as data.

D. Quigley, "Formal specification and behavioral simulation of the holiday gift exchange game"
(arXiv 2604.05219), describes a simulation and prints its tables, but not the program. A `Reading`
says how each sentence is taken. `APPENDIX` and `MAIN` are the two that reproduce the source's two
sets of tables.

All that the game knows by words stands here. Its kernels compare codes, a word's place in its list.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any

from parlor.core.checks import items, probability, shown
from parlor.core.quantities import Choice, Number, Probability, Read, checked

__all__ = ["APPENDIX", "FIVE", "MAIN", "SIX", "Reading"]

SIX = (
    "always_open", "always_steal", "coin_flip", "mean_based", "threshold", "expected_value"
)  # fmt: skip
FIVE = SIX[:5]
VALUATIONS = ("independent", "correlated", "negative")
OWN_GIFTS = ("ignored", "soft", "hard")
PACTS = ("non-aggression", "targeting")

COMPARES = ("net", "value")  # value less social cost, or the value alone
MIXED = ("posterior or value", "posterior or appearance")  # with PI, or without it
CHOICES: dict[str, tuple[Any, ...]] = {
    "ties": ("first seat", "last seat", "first gift", "last gift", "first opened", "lot"),
    "target": COMPARES,
    "loss": ("steal", "always_steal only", "open"),  # when the best net value is not positive
    "mean_based": COMPARES,
    "mean_over": ("opened", "stealable"),
    "threshold": COMPARES,
    "expected_value": COMPARES,
    "swap_pays": (False, True),
    "satisfaction": ("gift in hand", "gift just lost"),
    "needs_gain": (False, True),
    "phase": ("elapsed", "current", "to one"),  # (k - 1)/n, k/n, (k - 1)/(n - 1)
    "calming": ("all", "those not robbed", "the thief", "none"),
    "selection": ("appearance", "posterior", "value", *MIXED),
    "camps": ("lot, more for", "lot, more against", "coin", "parity", "halves"),
    "quality": ("mean value", "drawn"),
    "clipped": (False, True),
    "chain_mean": ("over chains", "over games", "over rounds"),
}

# Codes are named by their words where a kernel asks for them; the last of a list is what is left.
ALWAYS_OPEN, ALWAYS_STEAL, COIN_FLIP, MEAN_BASED, THRESHOLD = map(
    SIX.index, ("always_open", "always_steal", "coin_flip", "mean_based", "threshold")
)
INDEPENDENT, CORRELATED, NEGATIVE = map(VALUATIONS.index, ("independent", "correlated", "negative"))
GIVEN = len(VALUATIONS)  # what the gifts are worth is said by the caller
PACT_NON_AGGRESSION = PACTS.index("non-aggression")
COMPARES_NET = COMPARES.index("net")
TIES_LAST_SEAT, TIES_FIRST_GIFT, TIES_LAST_GIFT, TIES_FIRST_OPENED, TIES_LOT = map(
    CHOICES["ties"].index, ("last seat", "first gift", "last gift", "first opened", "lot")
)
LOSS_STEAL, LOSS_OPEN = CHOICES["loss"].index("steal"), CHOICES["loss"].index("open")
MEAN_OVER_OPENED = CHOICES["mean_over"].index("opened")
SATISFACTION_JUST_LOST = CHOICES["satisfaction"].index("gift just lost")
PHASE_CURRENT, PHASE_TO_ONE = map(CHOICES["phase"].index, ("current", "to one"))
CALMING_ALL, CALMING_UNROBBED, CALMING_THIEF = map(
    CHOICES["calming"].index, ("all", "those not robbed", "the thief")
)
SELECTION_APPEARANCE = CHOICES["selection"].index("appearance")
SELECTION_VALUE = CHOICES["selection"].index("value")
SELECTION_POSTERIOR_OR_VALUE, SELECTION_POSTERIOR_OR_APPEARANCE = map(
    CHOICES["selection"].index, MIXED
)
CAMPS_MORE_FOR, CAMPS_MORE_AGAINST, CAMPS_COIN, CAMPS_PARITY = map(
    CHOICES["camps"].index, ("lot, more for", "lot, more against", "coin", "parity")
)
QUALITY_MEAN_VALUE = CHOICES["quality"].index("mean value")

# a model's constants may be anything that leaves its numbers far from overflow
Real = Annotated[float, Number(-1e6, 1e6)]
Spread = Annotated[float, Number(0.0, 1e6)]
Temperature = Annotated[float, Number(0.0, 1000.0)]


def _chances(name: str, given: object) -> tuple[float, ...]:
    """One probability for each strategy."""
    size = len(SIX)
    chances = items(name, given, f"a row of {size} numbers", size, size)
    named = zip(SIX, chances, strict=True)
    return tuple(probability(f"{name}: {strategy}", chance) for strategy, chance in named)


Chances = Annotated[tuple[float, ...], Read(_chances, f"is a row of {len(SIX)} numbers in [0, 1]")]


@checked
@dataclass(frozen=True, kw_only=True)
class Reading:
    """One way to read the source. `dataclasses.replace` makes another.

    Attributes
    ----------
    ties : str
        Whom to rob among equally good targets: a seat or a gift in the order of their numbers,
        from the first or from the last, the gift that was opened first, or any by lot.
    target : str
        The best target maximises its net value (less the social cost) or its value.
    loss : str
        When the best net value is not positive, always_steal and coin_flip ``"steal"``
        nonetheless, or ``"always_steal only"`` does, or both ``"open"``.
    mean_based, threshold, expected_value : str
        What these strategies compare with the mean of the opened gifts, the threshold and the mean
        of the wrapped ones.
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
        What BS looks at; with an "or", the first under PI and otherwise the second.
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
        p_0 of each of the six strategies under AD.
    correlation : float
        rho of the correlated model: the weight of what all agree on.
    camp_noise, signal_noise : float
        sigma, of a taste around its camp's, and sigma_a, of a gift's appearance around its quality.
    prior_mean : float
        mu_0, the mean of the prior on what a gift is worth, under PI.
    prior_variance : float
        sigma_0 squared, the variance of that prior.
    risk_aversion : float
        The coefficient of absolute risk aversion.
    base_cost, repeat_factor, reputation_cost : float
        c_0, alpha and beta of the social cost, under SC.
    frustration_gain, frustration_decay : float
        gamma and gamma', by which a player's frustration under AD rises and falls.
    phase_weight, frustration_weight, satisfaction_weight : float
        lambda_1, lambda_2, lambda_3: what the three change in the chance of a steal under AD.
    temperature : float
        tau of the softmax by which gifts are selected under BS: a factor of what is seen of them.
    steal_threshold : float
        tau of the strategy threshold: what a gift must be worth to be stolen.
    least_chance : float
        Steal probabilities under AD are clipped to [least_chance, 1 - least_chance].

    Examples
    --------
    >>> MAIN.selection, APPENDIX
    ('posterior or value', Reading(selection='appearance'))
    """

    ties: Annotated[str, Choice(CHOICES["ties"])] = "first seat"
    target: Annotated[str, Choice(COMPARES)] = "net"
    loss: Annotated[str, Choice(CHOICES["loss"])] = "steal"
    mean_based: Annotated[str, Choice(COMPARES)] = "net"
    mean_over: Annotated[str, Choice(CHOICES["mean_over"])] = "opened"
    threshold: Annotated[str, Choice(COMPARES)] = "net"
    expected_value: Annotated[str, Choice(COMPARES)] = "net"
    swap_pays: bool = True
    satisfaction: Annotated[str, Choice(CHOICES["satisfaction"])] = "gift in hand"
    needs_gain: bool = True
    phase: Annotated[str, Choice(CHOICES["phase"])] = "elapsed"
    calming: Annotated[str, Choice(CHOICES["calming"])] = "all"
    selection: Annotated[str, Choice(CHOICES["selection"])] = "posterior or value"
    camps: Annotated[str, Choice(CHOICES["camps"])] = "lot, more for"
    quality: Annotated[str, Choice(CHOICES["quality"])] = "mean value"
    clipped: bool = True
    chain_mean: Annotated[str, Choice(CHOICES["chain_mean"])] = "over chains"
    # the source does not say them: estimated from its tables, and rounded (`calibrate_chances`)
    base_chance: Chances = (0.1, 0.9, 0.5, 0.6, 0.5, 0.5)
    # the source's Tables 2 and 11, in their order
    correlation: Probability = 0.7
    camp_noise: Spread = 0.2
    signal_noise: Spread = 0.3
    prior_mean: Real = 0.5
    prior_variance: Annotated[float, Number(1e-12, 1e6)] = 0.25
    risk_aversion: Real = 0.5
    base_cost: Real = 0.05
    repeat_factor: Real = 2.0
    reputation_cost: Real = 0.1
    frustration_gain: Real = 0.15
    frustration_decay: Real = 0.05
    phase_weight: Real = 0.2
    frustration_weight: Real = 0.5
    satisfaction_weight: Real = 0.3
    temperature: Temperature = 2.0
    steal_threshold: Real = 0.6
    least_chance: Annotated[float, Number(0.0, 0.5)] = 0.05

    def __repr__(self) -> str:
        return told(self)


def codes(reading: Reading) -> dict[str, float]:
    """Choices and constants as the kernels take them."""
    values = {field.name: getattr(reading, field.name) for field in fields(reading)}
    del values["base_chance"]  # which they index by strategy
    return values | {name: words.index(values[name]) for name, words in CHOICES.items()}


def told(question: Any) -> str:
    """A question's repr: what is not as by default, since it has some forty fields."""
    values = {field.name: getattr(question, field.name) for field in fields(question) if field.repr}
    usual = type(question)()
    changed = [
        f"{name}={shown(value, 300)}"
        for name, value in values.items()
        if repr(value) != repr(getattr(usual, name))  # arrays have no truth
    ]
    return f"{type(question).__name__}({', '.join(changed)})"


MAIN = Reading()
APPENDIX = Reading(selection="appearance")
