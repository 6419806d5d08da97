"""What is played in a gift exchange: players, valuations, features, strategies, reading, rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isclose
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from parlor.core.checks import (
    SUM_ERROR,
    items,
    one_of,
    probability,
    refusal,
    shown,
    table,
    whole,
)
from parlor.core.quantities import Choice, Integer, Number, Read, Seed, checked

from .reading import (
    GIVEN,
    MAIN,
    OWN_GIFTS,
    PACTS,
    SIX,
    VALUATIONS,
    Reading,
    codes,
    told,
)
from .rules import ASKS, NONE, Setup, record, table_of

__all__ = [
    "FEATURES",
    "VALUATIONS",
    "Condition",
    "Rules",
    "configuration",
]

FEATURES = ("PI", "SC", "AD", "BS")

N_PLAYERS = 29  # as in the source
MAX_PLAYERS = 200  # a party of them takes half a millisecond, and 320 kB for its values
MAX_GAMES = 2**40  # months on one processor; their sums stay exact, as Python's integers do
MAX_PLAYED = 2**22  # games whose records are handed over, of 450 bytes each

Players = Annotated[int, Integer(1, MAX_PLAYERS)]
Games = Annotated[int, Integer(1, MAX_GAMES)]
FirstGame = Annotated[int, Integer(0, MAX_GAMES)]
PlayedGames = Annotated[int, Integer(1, MAX_PLAYED)]
MAX_DRAWN = 10**5  # games whose valuations are kept, 8,000 bytes each
DrawnGames = Annotated[int, Integer(1, MAX_DRAWN)]
Members = Annotated[int, Integer(0, MAX_PLAYERS)]
Steals = Annotated[int, Integer(1, 2**31)]  # as a limit, far above any party's
Valuation = Annotated[str, Choice(VALUATIONS)]


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


WORTHS = f"square of numbers in [0, 1] of 1 to {MAX_PLAYERS} players, or a row of such squares"


def _worths(name: str, given: object, n: int | None = None) -> np.ndarray:
    """What gifts are worth to players: (n, n), or (parties, n, n); or an error."""
    worths = table(name, given, f"{WORTHS}, or a function", 1.0, 0.0).copy()
    players = worths.shape[-1] if worths.ndim in (2, 3) else 0
    if not 1 <= players <= MAX_PLAYERS or worths.shape[-2] != players or not worths.size:
        raise ValueError(f"{name}: got shape {worths.shape}, allowed is a {WORTHS}")
    if n and worths.shape != (n, n):
        raise ValueError(f"{name}: got shape {worths.shape} drawn, allowed is {(n, n)}")
    worths.setflags(write=False)
    return worths


def _read_values(name: str, given: object) -> Any:
    return given if callable(given) else _worths(name, given)


def _read_policies(name: str, given: object) -> tuple[tuple[int, Any], ...]:
    """Seats and what sits there, in order; or an error."""
    if not isinstance(given, Mapping | tuple):
        raise refusal(name, given, "are policies by seat")
    try:
        policies = dict(given)
    except (TypeError, ValueError):
        raise refusal(name, given, "are policies by seat") from None
    for seat, policy in policies.items():
        whole(f"{name}: a seat", seat, 1, MAX_PLAYERS)
        callable(policy) or one_of(f"{name}[{seat}]", policy, SIX)
    return tuple(sorted(policies.items(), key=lambda pair: pair[0]))


Values = Annotated[
    Sequence[Any] | np.ndarray | Callable[[np.random.Generator, int], Any],
    Read(_read_values, f"is a {WORTHS}, or a function that draws a square"),
]
if TYPE_CHECKING:  # of who makes a condition, in which they are an int and tuples
    Party = Any
    Features = Any
    Policies = Any
else:
    Policies = Annotated[
        tuple[tuple[int, Any], ...],
        Read(_read_policies, f"are functions and names of {SIX}, by seat"),
    ]
    Party = Players | None
    Features = Annotated[
        tuple[str, ...],
        Read(lambda name, given: read_features(given, name), f"are different ones of {FEATURES}"),
    ]


@checked
@dataclass(frozen=True, kw_only=True)
class Rules:
    """Rules beyond the source's simulation, most of them of its Section 7.

    Attributes
    ----------
    own_gift : str
        Player i brings gift i. Taking it is ``"ignored"``; ``"hard"``: it can be neither opened
        (unless nothing else lies wrapped and nothing can be stolen) nor stolen nor swapped for;
        ``"soft"``: its owner counts it as worth `own_gift_cost` less when stealing, swapping and,
        with BS, opening.
    own_gift_cost : float
        kappa, by which her own gift is worth less to a player under ``"soft"``.
    coalition : int
        Members of a coalition whose seats are drawn by lot for each game, 0 to n.
    pact : str
        Its members never steal from each other (``"non-aggression"``), or only if there is nobody
        else to steal from (``"targeting"``). The final swap is not a steal.
    final_swap : bool
        Whether player 1 may swap gifts after the last round, as the source has it.

    Examples
    --------
    >>> Rules(coalition=4).pact
    'non-aggression'
    """

    own_gift: Annotated[str, Choice(OWN_GIFTS)] = "ignored"
    own_gift_cost: Annotated[float, Number(0.0, 1e6)] = 0.1
    coalition: Members = 0
    pact: Annotated[str, Choice(PACTS)] = "non-aggression"
    final_swap: bool = True


STANDARD_RULES = Rules()


@checked
@dataclass(frozen=True, kw_only=True)
class Condition:
    """One cell of an experiment: all that decides a game, apart from its number.

    Attributes
    ----------
    seed : int or numpy.random.Generator
        Of all random numbers; a generator draws one seed, which is kept.
    n_players : int
        Players, and gifts; by default as many as the `values` are of, or else 29.
    valuation : str
        How tastes are related, if there are no `values`.
    features : tuple of str
        Any of ``"PI"`` (partial information), ``"SC"`` (social costs), ``"AD"`` (adaptive
        dynamics) and ``"BS"`` (biased selection), in that order whatever was given. A string such
        as ``"SC+AD"`` is taken apart; ``""`` and ``"BASE"`` are none, ``"FULL"`` all.
    strategies : sequence of str, or mapping of str to float
        Drawn for each player, with equal probabilities or with those given.
    reading : Reading
        How the source is read.
    total_limit : int or None
        How often a gift may be stolen in a game; None is no limit. There is none a round, which
        would change nothing: a stolen gift is locked until the chain ends, and a round is a chain
        (`parlor.games.gift_exchange.position.Limits` has both).
    rules : Rules
        The own-gift rule, coalitions and the final swap. By default those of the source.
    values : array_like or callable, optional
        What the gifts are worth, instead of a valuation model: a row a player, a column a gift,
        all in [0, 1] (divide by the largest). Of several parties (n_parties, n_players, n_players)
        game g has that with the number g modulo n_parties. A function is called with a
        `numpy.random.Generator`, of seed and game, and the number of players, and returns such a
        square.
    policies : mapping of int to (str or callable)
        By seat, from 1, for whom nothing is drawn then: the name of a strategy, or a function that
        says what its player does. It is called with the `position.Position`, what gifts 1 to n are
        worth to her, and her choices, of which it returns one: a player whom she robs, or 0 to
        open a gift, which is drawn for her. It is not asked at the final swap, which player 1 makes
        whenever it pays; ``Rules(final_swap=False)`` leaves that out. Costs, moods and pacts count
        only for what others do. A policy that draws needs a stream of its own; results are then no
        function of the seed. Its player counts in no strategy's mean.
    chances : tuple of float
        Probability of each of the six strategies, made of `strategies`.
    tastes : object
        What of the `values` can be compared, made of them.

    Raises
    ------
    TypeError, ValueError
        If the coalition is larger than the party, the probabilities do not sum to one, or the
        values are those of another number of players or stand beside a valuation model.

    Examples
    --------
    >>> Condition(features="AD+SC")
    Condition(features=('SC', 'AD'))
    >>> Condition().n_players, Condition(values=[[0.9, 0.2], [0.8, 0.5]]).n_players
    (29, 2)

    Player 1 takes what she likes best, if it is worth more than 0.5; the second always opens:

    >>> def greedy(at, worth, choices):
    ...     return max(choices, key=lambda m: worth[at.holds[m - 1] - 1] if m else 0.5)
    >>> tastes = [[0.9, 0.2, 0.4], [0.8, 0.5, 0.1], [0.3, 0.6, 0.7]]
    >>> Condition(values=tastes, policies={1: greedy, 2: "always_open"}).n_players
    3
    """

    seed: Seed = 42
    n_players: Party = None
    valuation: Valuation = "independent"
    features: Features = ()
    strategies: Sequence[str] | Mapping[str, float] = field(default=SIX, compare=False)
    reading: Reading = MAIN
    total_limit: Steals | None = None
    rules: Rules = STANDARD_RULES
    values: Values | None = field(default=None, compare=False)
    policies: Policies = ()
    chances: tuple[float, ...] = field(init=False, repr=False)
    tastes: Any = field(init=False, repr=False)  # what of the values can be compared

    def __post_init__(self) -> None:
        values = self.values
        tastes = (values.shape, values.tobytes()) if isinstance(values, np.ndarray) else values
        object.__setattr__(self, "tastes", tastes)
        if values is not None and self.valuation != "independent":
            raise ValueError(f"values: got some and valuation {self.valuation!r}, allowed is one")
        n = values.shape[-1] if isinstance(values, np.ndarray) else self.n_players or N_PLAYERS
        if self.n_players not in (n, None):
            raise ValueError(f"n_players: got {self.n_players}, the values are those of {n}")
        object.__setattr__(self, "n_players", n)
        for seat, _ in self.policies:
            whole("policies: a seat", seat, 1, self.n_players)
        whole("coalition", self.rules.coalition, 0, self.n_players)
        given = self.strategies  # which the caller may change
        object.__setattr__(self, "chances", _chances(given))
        kept = dict(given) if isinstance(given, Mapping) else tuple(given)
        object.__setattr__(self, "strategies", kept)

    def __repr__(self) -> str:
        return told(self)

    @property
    def shares(self) -> dict[str, float]:
        """Probability of each of the six strategies."""
        return dict(zip(SIX, self.chances, strict=True))

    @property
    def occurring(self) -> tuple[str, ...]:
        """Strategies that somebody may follow."""
        seated = [policy for _, policy in self.policies]
        drawn = len(seated) < self.n_players
        return tuple(x for x, share in self.shares.items() if (drawn and share) or x in seated)

    @property
    def configuration(self) -> str:
        """The features' name in the source's tables: ``"BASE"``, ``"SC+AD"``, ``"FULL"``."""
        return configuration(self.features)


def setup(condition: Condition, first_game: int) -> Setup:
    """A condition as the kernels take it, with a table to play at."""
    thresholds = np.cumsum(condition.chances)
    # luck below 1 draws one of those that occur, though the probabilities sum to 1 but for rounding
    thresholds[max(s for s, chance in enumerate(condition.chances) if chance) :] = 2.0
    policies = np.full(condition.n_players, NONE)
    for seat, policy in condition.policies:
        policies[seat - 1] = ASKS if callable(policy) else SIX.index(policy)
    return Setup(
        np.uint64(condition.seed),
        first_game,
        thresholds,
        np.array(condition.reading.base_chance, float),
        policies,
        record(_parameters(condition)),
        table_of(condition.n_players),
    )


def own_values(condition: Condition, first_game: int, n_games: int) -> np.ndarray | None:
    """What the gifts of some games are worth, (n_games, n, n), if the condition says it."""
    values, n = condition.values, condition.n_players
    games = range(first_game, first_game + n_games)
    if values is None:
        return None
    if callable(values):
        worths = np.empty((n_games, n, n))
        for place, game in enumerate(games):
            rng = np.random.default_rng((condition.seed, game))
            worths[place] = _worths("values", values(rng, n), n)
        return worths
    parties = np.asarray(values).reshape(-1, n, n)
    return parties[np.array(games) % len(parties)]


def _parameters(condition: Condition) -> dict[str, float]:
    """Reading, model, features and rules as numbers."""
    names = ("partial_information", "social_costs", "adaptive", "biased")
    rules, valuation = condition.rules, VALUATIONS.index(condition.valuation)
    return codes(condition.reading) | {
        "valuation": GIVEN if condition.values is not None else valuation,
        **{name: f in condition.features for name, f in zip(names, FEATURES, strict=True)},
        "chain_lock": True,
        "round_limit": 0,  # a round is a chain, in which a gift is stolen once
        "total_limit": condition.total_limit or 0,
        "no_own_gift": rules.own_gift == "hard",
        "own_gift_cost": rules.own_gift_cost if rules.own_gift == "soft" else 0.0,
        "pact": PACTS.index(rules.pact),
        "coalition": rules.coalition,
        "final_swap": rules.final_swap,
    }


@checked
def configuration(features: Features) -> str:
    """Return the name of a set of features in the source's tables.

    Parameters
    ----------
    features : sequence of str
        As `Condition` takes them.

    Returns
    -------
    str
        ``"BASE"``, ``"SC+AD"``, ``"FULL"``, ...

    Examples
    --------
    >>> configuration(("AD", "SC")), configuration(())
    ('SC+AD', 'BASE')
    """
    return "FULL" if features == FEATURES else "+".join(features) or "BASE"


def _chances(strategies: object) -> tuple[float, ...]:
    """The probability of each of the six strategies."""
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
    if not isclose(total, 1, abs_tol=SUM_ERROR):
        raise ValueError(f"strategies: the probabilities sum to {total:.12g}, allowed is 1")
    return tuple(shares.get(name, 0.0) for name in SIX)
