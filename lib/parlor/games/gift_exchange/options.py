"""What the source of the gift exchange leaves open, as codes that its kernels understand.

Each tuple lists the readings of one choice in words; the numbers below it are their places.
"""

from __future__ import annotations

from typing import Any

import numpy as np

STRATEGIES = (
    "always_open",
    "always_steal",
    "coin_flip",
    "mean_based",
    "threshold",
    "expected_value",
)
ALWAYS_OPEN, ALWAYS_STEAL, COIN_FLIP, MEAN_BASED, THRESHOLD, EXPECTED_VALUE = range(6)

VALUATIONS = ("independent", "correlated", "negative")
INDEPENDENT, CORRELATED, NEGATIVE = range(3)

TIES = ("first seat", "last seat", "first gift", "last gift", "first opened", "lot")
FIRST_SEAT, LAST_SEAT, FIRST_GIFT, LAST_GIFT, FIRST_OPENED, LOT = range(6)

COMPARES = ("net", "value")  # value less social cost, or the value alone
NET, VALUE = range(2)

LOSSES = ("steal", "always_steal only", "open")  # when the best net value is not positive
STEAL_AT_LOSS, ONE_STEALS_AT_LOSS, OPEN_AT_LOSS = range(3)

MEANS = ("opened", "stealable")
OF_OPENED, OF_STEALABLE = range(2)

SATISFACTIONS = ("gift in hand", "gift just lost")
IN_HAND, JUST_LOST = range(2)

PHASES = ("elapsed", "current", "to one")  # (k - 1)/n, k/n, (k - 1)/(n - 1)
ELAPSED, CURRENT, TO_ONE = range(3)

DECAYS = ("all", "those not robbed", "the thief", "none")
ALL_CALM, UNROBBED_CALM, THIEF_CALMS, NONE_CALM = range(4)

SELECTIONS = ("appearance", "posterior", "value", "posterior or value", "posterior or appearance")
BY_APPEARANCE, BY_POSTERIOR, BY_VALUE, BY_BELIEF, BY_SIGNAL = range(5)

CAMPS = ("lot, more for", "lot, more against", "coin", "parity", "halves")
MORE_FOR, MORE_AGAINST, COIN, PARITY, HALVES = range(5)

QUALITIES = ("mean value", "drawn")
MEAN_VALUE, DRAWN = range(2)

CHAIN_MEANS = ("over chains", "over games", "over rounds")

OWN_GIFTS = ("ignored", "soft", "hard")
OWN_IGNORED, OWN_SOFT, OWN_HARD = range(3)

PACTS = ("non-aggression", "targeting")
NON_AGGRESSION, TARGETING = range(2)


# One record of everything that a kernel asks: places in the tuples above and switches, ...
CHOICE_NAMES = (
    "ties",
    "target",
    "loss",
    "mean_based",
    "mean_over",
    "threshold",
    "expected_value",
    "swap_pays",
    "satisfaction",
    "needs_gain",
    "phase",
    "calming",
    "selection",
    "camps",
    "quality",
    "clipped",
)
# ... the source's constants, in the order of its Tables 2 and 11, ...
NUMBER_NAMES = (
    "correlation",
    "camp_noise",
    "signal_noise",
    "prior_mean",
    "prior_variance",
    "risk_aversion",
    "base_cost",
    "repeat_factor",
    "reputation_cost",
    "frustration_gain",
    "frustration_decay",
    "phase_weight",
    "frustration_weight",
    "satisfaction_weight",
    "temperature",
    "steal_threshold",
    "least_chance",
)
# ... and the model, the features and the rules of the condition.
SETTING_NAMES = (
    "valuation",
    "partial_information",
    "social_costs",
    "adaptive",
    "biased",
    "round_limit",
    "total_limit",
    "own_gift",
    "pact",
    "coalition",
)
PARAMETERS = np.dtype(
    [(name, np.int64) for name in CHOICE_NAMES + SETTING_NAMES]
    + [(name, np.float64) for name in (*NUMBER_NAMES, "own_gift_cost")]
)

Record = Any  # a row of one of these, or of `PARAMETERS`

SEAT = np.dtype(
    [
        ("strategy", np.int64),
        ("ally", np.int64),  # in the coalition
        ("camp", np.int64),  # 1 if it values quality q at 1 - q
        ("gift", np.int64),  # in hand, or -1
        ("prize", np.int64),  # the gift in hand if it is stealable now, or -1
        ("lost", np.int64),  # gift lost in this round, or -1
        ("stolen", np.int64),  # steals by this player
        ("frustration", np.float64),
    ]
)
GIFT = np.dtype(
    [
        ("holder", np.int64),  # or -1 while it is wrapped or changes hands
        ("opened", np.int64),
        ("locked", np.int64),  # stolen in this chain
        ("in_round", np.int64),  # times stolen in this round
        ("in_total", np.int64),  # times stolen
        ("quality", np.float64),
        ("appearance", np.float64),
        ("posterior", np.float64),  # certainty equivalent while it is wrapped
        ("weight", np.float64),  # in the softmax
    ]
)
