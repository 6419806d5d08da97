"""What is played in a gift exchange: players, valuations, features, strategies, reading, rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from math import isclose

import numpy as np

from parlor.core.checks import instance, items, limit, number, one_of, probability, shown, whole
from parlor.core.checks import seed as checked_seed

from .options import OWN_GIFTS, PACTS, VALUATIONS, Game, room
from .reading import MAIN, SIX, Reading, told

__all__ = ["FEATURES", "VALUATIONS", "Condition", "Rules"]

FEATURES = ("PI", "SC", "AD", "BS")
MAX_PLAYERS = 200
MAX_GAMES = 2**40  # also of the number of the first one
MAX_STEALS = 2**31  # as a limit

Array = np.ndarray
Start = tuple[np.uint64, int, Array, Array, Array, Game]


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
        kappa, from 0 to 1e6.
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
        one_of("own_gift", self.own_gift, OWN_GIFTS)
        one_of("pact", self.pact, PACTS)
        members = whole("coalition", self.coalition, 0, MAX_PLAYERS)
        object.__setattr__(self, "coalition", members)
        cost = number("own_gift_cost", self.own_gift_cost, "numbers from 0 to 1e6", 0, 1e6)
        object.__setattr__(self, "own_gift_cost", cost)


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
        Any of ``"PI"`` (partial information), ``"SC"`` (social costs), ``"AD"`` (adaptive
        dynamics) and ``"BS"`` (biased selection), in that order whatever was given. A string such
        as ``"SC+AD"`` is taken apart; ``""`` and ``"BASE"`` are none, ``"FULL"`` all.
    strategies : sequence of str, or mapping of str to float
        Drawn for each player, with equal probabilities or with those given.
    reading : Reading
        How the source is read.
    round_limit, total_limit : int or None
        How often a gift may be stolen in a round and in a game, at least 1; None is no limit. A
        gift is locked until the end of the chain in any case. By keyword only, as is `rules`.
    rules : Rules
        The own-gift rule and coalitions. By default neither.

    Raises
    ------
    ValueError
        If an argument is not as above or the probabilities do not sum to one.

    Examples
    --------
    >>> Condition(features="AD+SC")
    Condition(features=('SC', 'AD'))
    """

    seed: int = 42
    n_players: int = 29
    valuation: str = "independent"
    features: tuple[str, ...] = ()
    strategies: Sequence[str] | Mapping[str, float] = field(default=SIX, compare=False)
    reading: Reading = MAIN
    _: KW_ONLY
    round_limit: int | None = 1
    total_limit: int | None = None
    rules: Rules = Rules()
    chances: tuple[float, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        n = whole("n_players", self.n_players, 1, MAX_PLAYERS)
        instance("rules", self.rules, Rules)
        whole("coalition", self.rules.coalition, 0, n)
        given = self.strategies  # which the caller may change
        checked = {
            "n_players": n,
            "seed": checked_seed(self.seed),
            "valuation": one_of("valuation", self.valuation, VALUATIONS),
            "reading": instance("reading", self.reading, Reading),
            "round_limit": limit("round_limit", self.round_limit, MAX_STEALS),
            "total_limit": limit("total_limit", self.total_limit, MAX_STEALS),
            "features": read_features(self.features),
            "chances": _chances(given),
            "strategies": dict(given) if isinstance(given, Mapping) else tuple(given),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return told(self)

    @property
    def shares(self) -> dict[str, float]:
        """Probability of each of the six strategies."""
        return dict(zip(SIX, self.chances, strict=True))

    @property
    def configuration(self) -> str:
        """The features' name in the source's tables: ``"BASE"``, ``"SC+AD"``, ``"FULL"``."""
        return configuration(self.features)

    def _start(self, first_game: int) -> Start:
        """What every kernel begins with: the stream, the condition, and room for one game.

        Seed, first game, thresholds, p_0 by strategy, parameters and room. Strategy number
        s is drawn if the luck is below threshold s and not below threshold s - 1.
        """
        thresholds = np.cumsum(self.chances)
        thresholds[max(s for s, chance in enumerate(self.chances) if chance) :] = 2.0
        return (
            np.uint64(self.seed),
            first_game,
            thresholds,
            np.array(self.reading.base_chance, float),
            self._parameters(),
            room(self.n_players),
        )

    def _parameters(self) -> np.ndarray:
        """Reading, model, features and rules as the kernels take them: one record."""
        names = ("partial_information", "social_costs", "adaptive", "biased")
        rules = self.rules
        values = self.reading._codes() | {
            "valuation": VALUATIONS.index(self.valuation),
            **{name: f in self.features for name, f in zip(names, FEATURES, strict=True)},
            "total_limit": self.total_limit or 0,
            "own_gift": OWN_GIFTS.index(rules.own_gift),
            "own_gift_cost": rules.own_gift_cost,
            "pact": PACTS.index(rules.pact),
            "coalition": rules.coalition,
        }
        kinds = {name: float if isinstance(x, float) else np.int64 for name, x in values.items()}
        return np.array([tuple(values.values())], list(kinds.items()))


def configuration(features: Sequence[str]) -> str:
    """Return the name of a set of features in the source's tables.

    Parameters
    ----------
    features : sequence of str
        Any of `FEATURES`, as `Condition` takes them.

    Returns
    -------
    str
        ``"BASE"``, ``"SC+AD"``, ``"FULL"``, ...

    Raises
    ------
    ValueError
        If there is no such feature.

    Examples
    --------
    >>> configuration(("AD", "SC")), configuration(())
    ('SC+AD', 'BASE')
    """
    known = read_features(features)
    return "FULL" if known == FEATURES else "+".join(known) or "BASE"


def read_features(given: object, name: str = "features") -> tuple[str, ...]:
    """A set of features in order, or a ValueError."""
    if isinstance(given, str):
        named = {"": (), "BASE": (), "FULL": FEATURES}
        given = named.get(given, given.split("+"))
    chosen = items(name, given, f"a row of {', '.join(FEATURES)}")
    for feature in chosen:
        one_of(name, feature, FEATURES)
    if len(set(chosen)) < len(chosen):
        raise ValueError(f"{name}: got {shown(chosen)}, each is allowed once")
    return tuple(feature for feature in FEATURES if feature in chosen)


def _chances(strategies: object) -> tuple[float, ...]:
    known = f"different names of {', '.join(SIX)}"
    if isinstance(strategies, Mapping):
        shares = dict(strategies)
        if not shares:
            raise ValueError(f"strategies: got none, allowed are {known}")
    else:
        names = [one_of("strategies", x, SIX) for x in items("strategies", strategies, known, 1)]
        shares = dict.fromkeys(names, 1 / len(names))
        if len(shares) < len(names):
            raise ValueError(f"strategies: got {shown(strategies)}, allowed are {known}")
    for name, share in shares.items():
        shares[one_of("strategies", name, SIX)] = probability(f"strategies: {name}", share)
    total = sum(shares.values())
    if not isclose(total, 1, abs_tol=1e-9):
        raise ValueError(f"strategies: the probabilities sum to {total:.12g}, allowed is 1")
    return tuple(shares.get(name, 0.0) for name in SIX)
