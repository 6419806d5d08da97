"""What is played in a gift exchange: players, valuations, features, strategies, reading, rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isclose

import numpy as np

from parlor.core.checks import number, shown, whole

from . import options as of
from .reading import MAIN, SIX, Reading

__all__ = ["FEATURES", "Condition", "Rules"]

FEATURES = ("PI", "SC", "AD", "BS")
VALUATIONS = of.VALUATIONS
MAX_PLAYERS = 200

Array = np.ndarray
Start = tuple[np.uint64, int, Array, Array, Array, Array, Array]


def _one_of(name: str, given: object, allowed: tuple[str, ...]) -> None:
    if not isinstance(given, str) or given not in allowed:
        listed = ", ".join(map(repr, allowed))
        raise ValueError(f"{name}: got {shown(given)}, allowed are {listed}")


@dataclass(frozen=True)
class Rules:
    """Rules beyond the source's simulation, its Section 7.

    Attributes
    ----------
    own_gift : str
        Player i brings gift i. Taking it is ``"ignored"``; ``"hard"``: it can be neither opened
        (unless nothing else lies wrapped and nothing can be stolen) nor stolen nor swapped for;
        ``"soft"``: its owner counts it as worth `own_gift_cost` less when stealing, swapping and,
        with BS, opening.
    own_gift_cost : float
        kappa, at least 0.
    coalition : int
        Members of a coalition whose seats are drawn by lot for each game, 0 to n.
    pact : str
        Its members never steal from each other (``"non-aggression"``), or only if there is nobody
        else to steal from (``"targeting"``). The final swap is not a steal.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> Rules(coalition=4).pact
    'non-aggression'
    """

    own_gift: str = "ignored"
    own_gift_cost: float = 0.1
    coalition: int = 0
    pact: str = "non-aggression"

    def __post_init__(self) -> None:
        _one_of("own_gift", self.own_gift, of.OWN_GIFTS)
        _one_of("pact", self.pact, of.PACTS)
        whole("coalition", self.coalition, 0, MAX_PLAYERS)
        number("own_gift_cost", self.own_gift_cost, "numbers from 0 to 1e6", 0, 1e6)


@dataclass(frozen=True)
class Condition:
    """One cell of an experiment: all that decides a game, apart from its number.

    Attributes
    ----------
    seed : int
        0 to 2**63 - 1.
    n_players : int
        1 to 200.
    valuation : str
        ``"independent"``, ``"correlated"`` or ``"negative"``.
    features : tuple of str
        Any of ``"PI"``, ``"SC"``, ``"AD"``, ``"BS"``, in that order whatever was given. A string
        such as ``"SC+AD"`` is taken apart; ``""`` and ``"BASE"`` are none, ``"FULL"`` all.
    strategies : sequence of str, or mapping of str to float
        Drawn for each player, with equal probabilities or with those given.
    reading : Reading
        How the source is read.
    round_limit, total_limit : int
        How often a gift may be stolen in a round and in a game; 0 is unlimited. A gift is locked
        until the end of the chain in any case.
    rules : Rules
        The own-gift rule and coalitions.

    Raises
    ------
    ValueError
        If an argument is not as above or the probabilities do not sum to one.

    Examples
    --------
    >>> Condition(features="AD+SC").features
    ('SC', 'AD')
    """

    seed: int = 42
    n_players: int = 29
    valuation: str = "independent"
    features: tuple[str, ...] = ()
    strategies: Sequence[str] | Mapping[str, float] = field(default=SIX, compare=False)
    reading: Reading = MAIN
    round_limit: int = 1
    total_limit: int = 0
    rules: Rules = Rules()
    chances: tuple[float, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        n = whole("n_players", self.n_players, 1, MAX_PLAYERS)
        set_field(self, "n_players", n)
        set_field(self, "seed", whole("seed", self.seed, 0, 2**63 - 1))
        _one_of("valuation", self.valuation, of.VALUATIONS)
        if not isinstance(self.reading, Reading):
            raise ValueError(f"reading: got {self.reading!r}, allowed is a Reading")
        if not isinstance(self.rules, Rules):
            raise ValueError(f"rules: got {self.rules!r}, allowed is a Rules")
        set_field(self, "round_limit", whole("round_limit", self.round_limit, 0, 2**31))
        set_field(self, "total_limit", whole("total_limit", self.total_limit, 0, 2**31))
        whole("coalition", self.rules.coalition, 0, n)
        set_field(self, "features", _features(self.features))
        set_field(self, "chances", _chances(self.strategies))
        given = self.strategies  # which the caller may change
        set_field(self, "strategies", dict(given) if isinstance(given, Mapping) else tuple(given))

    @property
    def shares(self) -> dict[str, float]:
        """Probability of each of the six strategies."""
        return dict(zip(SIX, self.chances, strict=True))

    @property
    def configuration(self) -> str:
        """The features' name in the source's tables: ``"BASE"``, ``"SC+AD"``, ``"FULL"``."""
        if len(self.features) == len(FEATURES):
            return "FULL"
        return "+".join(self.features) or "BASE"

    def parameters(self) -> np.ndarray:
        """Reading, model, features and rules as the kernels take them.

        Returns
        -------
        ndarray (1,)
            A record.
        """
        names = ("partial_information", "social_costs", "adaptive", "biased")
        rules = self.rules
        values = self.reading.parameters() | {
            "valuation": of.VALUATIONS.index(self.valuation),
            **{name: f in self.features for name, f in zip(names, FEATURES, strict=True)},
            "round_limit": self.round_limit,
            "total_limit": self.total_limit,
            "own_gift": of.OWN_GIFTS.index(rules.own_gift),
            "own_gift_cost": rules.own_gift_cost,
            "pact": of.PACTS.index(rules.pact),
            "coalition": rules.coalition,
        }
        record = np.zeros(1, of.PARAMETERS)
        for name, value in values.items():
            record[name] = value
        return record

    def thresholds(self) -> np.ndarray:
        """Cumulative probabilities of the strategies, above 1 from the last that occurs.

        Returns
        -------
        ndarray (6,)
            Strategy number s is drawn if the luck is below entry s and not below entry s - 1.
        """
        sums = np.cumsum(self.chances)
        last = max(s for s, chance in enumerate(self.chances) if chance)
        sums[last:] = 2.0
        return sums

    def start(self, first_game: int) -> Start:
        """What every kernel begins with: the stream, the condition, and room for one game.

        Parameters
        ----------
        first_game : int
            Number of the first game to be played.

        Returns
        -------
        tuple
            Seed, first game, thresholds, p_0 by strategy, parameters, seats and gifts.
        """
        n = self.n_players
        return (
            np.uint64(self.seed),
            first_game,
            self.thresholds(),
            np.array(self.reading.base_chance, float),
            self.parameters(),
            np.zeros(n, of.SEAT),
            np.zeros(n, of.GIFT),
        )


def _features(given: Iterable[str]) -> tuple[str, ...]:
    if isinstance(given, str):
        named = {"": (), "BASE": (), "FULL": FEATURES}
        given = named.get(given, given.split("+"))
    if not isinstance(given, Iterable):
        raise ValueError(f"features: got {shown(given)}, allowed are {', '.join(FEATURES)}")
    chosen = tuple(given)
    for feature in chosen:
        _one_of("features", feature, FEATURES)
    if len(set(chosen)) < len(chosen):
        raise ValueError(f"features: got {chosen}, each is allowed once")
    return tuple(feature for feature in FEATURES if feature in chosen)


def _chances(strategies: Sequence[str] | Mapping[str, float]) -> tuple[float, ...]:
    known = f"allowed are different names of {', '.join(SIX)}"
    if isinstance(strategies, Mapping):
        shares = dict(strategies)
    elif isinstance(strategies, str) or not isinstance(strategies, Sequence):
        raise ValueError(f"strategies: got {shown(strategies)}, {known}")
    else:
        for name in strategies:
            _one_of("strategies", name, SIX)
        shares = dict.fromkeys(strategies, 1 / max(1, len(strategies)))
    if not shares or len(shares) < len(strategies):
        raise ValueError(f"strategies: got {shown(strategies)}, {known}")
    for name, share in shares.items():
        _one_of("strategies", name, SIX)
        number(f"strategies: {name}", share, "probabilities", 0, 1)
    total = sum(shares.values())
    if not isclose(total, 1, abs_tol=1e-9):
        raise ValueError(f"strategies: the probabilities sum to {total:.12g}, allowed is 1")
    return tuple(float(shares.get(name, 0)) for name in SIX)
