"""The people: tastes, the formulas behind the four features, and the constants that matter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace

import numpy as np

from parlor.core.estimate import of_sample
from parlor.games.gift_exchange import MAIN, Condition, Reading, play
from parlor.games.gift_exchange.theory import (
    best_of_gumbel,
    certainty_equivalent,
    largest_linear_error,
    posterior_moments,
)
from parlor.games.gift_exchange.watch import Draws, draw

from .findings import Claim, Finding
from .samples import Features
from .study import BS, COR, FULL, MODELS, NEG, PI, Study
from .words import TINY, symbols, within

# Of the valuation models, and the threshold of a strategy.
OTHERS = {"correlation", "camp_noise", "steal_threshold"}
CONSTANTS = [
    f.name
    for f in fields(MAIN)
    if f.name not in OTHERS and isinstance(getattr(MAIN, f.name), float)
]
THETA = set(CONSTANTS) - {"prior_variance", "risk_aversion", "least_chance"}  # the source's list


def tastes(study: Study) -> dict[str, Draws]:
    """What games start from, by valuation model."""
    return {v: draw(Condition(study.seed, 29, v), study.size(200, 20)) for v in MODELS}


def correlations(d: Draws, opposite: bool) -> np.ndarray:
    """Mean correlation of two players' values, game by game; on request, of opposite camps only."""
    found = []
    for values, camp in zip(d.values, d.camp, strict=True):
        pairs = ~np.eye(len(camp), dtype=bool)
        if opposite:
            pairs &= camp[:, None] != camp
        found.append(np.corrcoef(values)[pairs].mean())
    return np.array(found)


def related(drawn: Mapping[str, Draws]) -> dict[str, np.ndarray]:
    """Correlations by model; in the negative one, of players of opposite camps."""
    return {v: correlations(d, opposite=v == NEG) for v, d in drawn.items()}


def valuations(study: Study, found: Mapping[str, np.ndarray]) -> list[Finding]:
    """What the source says of its models of taste."""
    one, none = (draw(study.condition(COR, (), correlation=r), 20).values for r in (1.0, 0.0))
    agree = (one == one[:, :1]).mean()
    same = (none == draw(Condition(study.seed), 20).values).mean()
    opposed, close = found[NEG], found[COR]
    mean = of_sample(opposed)
    return [
        Claim("decorated.rho_one", agree == 1, f"{agree:.0%} of the values agree with player 1's."),
        Claim(
            "decorated.rho_zero",
            same == 1,
            f"{same:.0%} of the values are those of the independent model, drawn "
            "from the same random numbers.",
        ),
        Claim(
            "decorated.opposed",
            (-mean).above(),
            f"Mean correlation {mean.value:.3f} (standard error {mean.error:.3f}) "
            "between players of opposite camps.",
        ),
        Claim(
            "decorated.polarised",
            close.mean() < 0,
            f"Under the correlated model two players' values correlate by "
            f"{close.mean():.2f} on average, and in no game by less than "
            f"{close.min():.2f}; it is the negative model that polarises.",
        ),
    ]


def beliefs(study: Study, drawn: Draws) -> list[Finding]:
    """Bayes's rule and risk aversion, integrated, against what players use."""
    noise, prior = MAIN.signal_noise, (MAIN.prior_mean, MAIN.prior_variance)
    signals, used = (a[0, :8] for a in (drawn.appearance, drawn.posterior))
    neutral = draw(study.condition(COR, (), risk_aversion=0.0), 1).posterior[0, :8]
    believed = [posterior_moments(a, *prior, noise) for a in signals]
    mean_gap = max(abs(m - e) for (m, _), e in zip(believed, neutral, strict=True))
    formula = MAIN.prior_variance * noise**2 / (MAIN.prior_variance + noise**2)
    spread_gap = max(abs(v - formula) for _, v in believed)
    sure_gap = max(
        abs(certainty_equivalent(*b, MAIN.risk_aversion) - e)
        for b, e in zip(believed, used, strict=True)
    )
    weights = [
        posterior_moments(1, *prior, s)[0] - posterior_moments(0, *prior, s)[0] for s in (1e-3, 1e3)
    ]
    return [
        Claim(
            "decorated.posterior",
            max(mean_gap, spread_gap) < TINY,
            f"Bayes's rule, integrated, gives the mean {within(mean_gap)} and "
            f"the variance {within(spread_gap)} at {len(signals)} signals.",
        ),
        Claim(
            "decorated.weight_limits",
            weights[0] > 0.999 and weights[1] < 0.001,
            f"A signal's integrated weight is {weights[0]:.6f} at noise 0.001 "
            f"and {weights[1]:.1e} at noise 1,000.",
        ),
        Claim(
            "decorated.certainty_equivalent",
            sure_gap < TINY,
            f"Expected utility, integrated, gives it {within(sure_gap)}.",
        ),
        Claim(
            "decorated.risk_neutral",
            mean_gap < TINY,
            f"With rho = 0 players use the integrated mean {within(mean_gap)}.",
        ),
    ]


def choices(study: Study, drawn: Draws) -> list[Finding]:
    """Logit and softmax, integrated, against what players use."""
    logit_gap = max(
        abs(best_of_gumbel((u, 0))[0] - 1 / (1 + np.exp(-u))) for u in np.linspace(-3, 3, 7)
    )
    appeal = (MAIN.temperature * drawn.appearance[0, :8]).tolist()
    soft_gap = np.abs(best_of_gumbel(appeal) - np.exp(appeal) / np.exp(appeal).sum()).max()
    curve = {reach: largest_linear_error(reach) for reach in (1, 2)}
    chances = {tau: best_of_gumbel([tau * u for u in (0.3, 0.5, 0.4)]) for tau in (1e-6, 500)}
    blind = [
        play(
            Condition(study.seed, features=f, reading=replace(MAIN, temperature=0.0)),
            study.size(50, 5),
        )
        for f in ((), BS)
    ]
    return [
        Claim(
            "decorated.logit",
            logit_gap < TINY,
            f"The integral agrees {within(logit_gap)} at differences of utility from -3 to 3.",
        ),
        Claim(
            "decorated.logistic_linear",
            curve[2] < MAIN.least_chance,
            f"The line is off by {curve[1]:.3f} at 1 and by {curve[2]:.3f} at 2; the "
            f"source keeps probabilities {MAIN.least_chance:g} away from 0 and 1.",
        ),
        Claim(
            "decorated.softmax_limits",
            np.ptp(chances[1e-6]) < 1e-6
            and chances[500][1] > 1 - 1e-6
            and bool((blind[0] == blind[1]).all()),
            f"Three gifts: chances differ by {np.ptp(chances[1e-6]):.1e} at "
            f"tau = 1e-6, and the best has {chances[500][1]:.4f} at 500. At "
            f"tau = 0 {(blind[0] == blind[1]).mean():.0%} of what BS games "
            "record is as in BASE.",
        ),
        Claim(
            "decorated.softmax_gumbel",
            soft_gap < TINY,
            f"The integral agrees {within(soft_gap)} for {len(appeal)} gifts.",
        ),
    ]


def moves_games(study: Study, reading: Reading, features: Features) -> bool:
    """Whether another reading leads to other games."""
    one, two = (
        play(Condition(study.seed, 29, features=features, reading=r), study.size(60, 10))
        for r in (MAIN, reading)
    )
    return not bool((one == two).all())


def constants(study: Study) -> list[Finding]:
    """Which constants a game depends on: each is changed by a third."""
    changes = {n: replace(MAIN, **{n: getattr(MAIN, n) * 4 / 3}) for n in CONSTANTS}
    changes["base_chance"] = replace(MAIN, base_chance=tuple(p * 3 / 4 for p in MAIN.base_chance))
    needed = {
        name
        for name, reading in changes.items()
        if any(moves_games(study, reading, f) for f in (FULL, PI))
    }
    idle = {name for name, reading in changes.items() if not moves_games(study, reading, ())}
    return [
        Claim(
            "decorated.contains_base",
            idle == set(changes),
            f"Changing any of {len(idle)} of {len(changes)} constants of the "
            "features changes no game that is played without features.",
        ),
        Claim(
            "decorated.parameters",
            needed <= THETA,
            f"Missing: {symbols(needed - THETA)}. Without effect: "
            f"{symbols(THETA - needed)}; and delta, which no formula uses "
            "(perhaps an old name of the risk aversion).",
        ),
    ]
