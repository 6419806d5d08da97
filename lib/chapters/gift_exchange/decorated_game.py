"""Section 3, the people: tastes, the formulas behind the features, the constants that matter."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
from scipy.stats import kstest, norm, uniform

from parlor.core.estimate import Estimate, of_sample
from parlor.games.gift_exchange import (
    APPENDIX,
    MAIN,
    SIX,
    Condition,
    Reading,
    play,
    simulate_condition,
)
from parlor.games.gift_exchange.position import start, unwrap
from parlor.games.gift_exchange.watch import Parties, draw, observe
from press import Effort, Finding, claim, counted, in_parts, show
from press.ledger.verdict import NOISE

from ..tolerances import CERTIFIED, CLIMBED, ROUNDING
from .paired import play_statistics
from .plain_games import play_out
from .reconstruction import ask_of
from .said import printed, said
from .sets import AD, BS, COR, CROWDS, FULL, IND, MODELS, NEG, PI, SC, Features
from .study import Study, changed, study
from .survey import every_position
from .theory import best_of_gumbel, certainty_equivalent, largest_linear_error, posterior_moments
from .words import listed, named, symbols, within

# Of the valuation models, and the threshold of a strategy.
OTHERS = {"correlation", "camp_noise", "steal_threshold"}
CONSTANTS = [x for x, value in vars(MAIN).items() if isinstance(value, float) and x not in OTHERS]
THETA = set(CONSTANTS) - {"prior_variance", "risk_aversion", "least_chance"}  # the source's list
WRAPPED = 8  # gifts whose beliefs are integrated
WITH_QUALITY = 200  # games that are drawn with appearances that show the quality
RHO = MAIN.correlation
PRIOR = (MAIN.prior_mean, MAIN.prior_variance)
THREE = (0.3, 0.5, 0.4)  # how good three gifts look, the second the best


@cache
def tastes(effort: Effort) -> dict[str, Parties]:
    """What games start from, by valuation model."""
    n = effort.of(full=200, reduced=20)
    return {v: draw(Condition(valuation=v), n_games=n) for v in MODELS}


def over_games(measure: Callable[..., float], *arrays: np.ndarray) -> Estimate:
    """The mean of what is measured of each game."""
    return of_sample(np.array([measure(*game) for game in zip(*arrays, strict=True)]))


def correlations(d: Parties, opposite: bool) -> np.ndarray:
    """Mean correlation of two players' values, game by game; on request, of opposite camps only."""
    found = []
    for values, camp in zip(d.values, d.camp, strict=True):
        pairs = camp[:, None] != camp if opposite else ~np.eye(len(camp), dtype=bool)
        found.append(np.corrcoef(values)[pairs].mean())
    return np.array(found)


def related(drawn: Mapping[str, Parties]) -> dict[str, np.ndarray]:
    """Correlations by model; in the negative one, of players of opposite camps."""
    return {v: correlations(d, opposite=v == NEG) for v, d in drawn.items()}


@claim("decorated.no_quality")
def no_quality(effort: Effort) -> Finding:
    """Independent tastes have no common quality, but the source defines one."""
    drawn = tastes(effort)[IND]
    apart = of_sample(correlations(drawn, opposite=False))
    told = over_games(lambda v: np.corrcoef(v.mean(axis=0), v[0])[0, 1], drawn.values)
    return Finding(
        in_parts(not told.above(), not abs(apart).above()),
        f"Two players' values correlate by {apart:+.4f}. But Definition 3.6 makes the mean "
        "valuation of a gift its objective quality, and a player's own values correlate with it by "
        f"{told:+.3f}.",
    )


@claim("decorated.rho_one", of=study)
def rho_one(it: Study) -> Finding:
    """At rho = 1 all agree."""
    below, n_games = 0.9, 20
    one, near = (
        draw(it.condition(COR, (), correlation=r), n_games=n_games).values for r in (1.0, below)
    )
    agree, less = ((x == x[:, :1])[:, 1:].mean() for x in (one, near))
    return Finding(
        agree == 1,
        rf"In {n_games} games {agree:.0%} of the values are those of player 1; at $\rho = "
        f"{below:g}$ it is {less:.0%}.",
    )


@claim("decorated.rho_zero", of=study)
def rho_zero(it: Study) -> Finding:
    """At rho = 0 values are uniform and unrelated."""
    drawn = draw(it.condition(COR, (), correlation=0.0), n_games=it.effort.of(full=200, reduced=20))
    apart = of_sample(correlations(drawn, opposite=False))
    shape = kstest(drawn.values[:, 0].ravel(), "uniform")  # of one player: all are independent
    return Finding(
        not abs(apart).above() and norm.isf(shape.pvalue / 2) < NOISE,
        f"In {len(drawn.values)} games two players' values correlate by {apart:+.4f}, and the "
        f"{drawn.values[:, 0].size:,} values of one player are uniform by a Kolmogorov-Smirnov "
        f"test (p = {shape.pvalue:.2f}).",
    )


@cache
def with_quality() -> Parties:
    """Games with correlated values in which a gift's appearance is its quality."""
    clear = replace(MAIN, signal_noise=0.0)
    return draw(Condition(valuation=COR, reading=clear), n_games=WITH_QUALITY)


@claim("decorated.rho")
def rho(effort: Effort) -> Finding:
    """Whether rho is the correlation of a value with the quality, and of two players' values."""
    clear = with_quality()

    def seen(quality: np.ndarray, values: np.ndarray) -> float:
        return float(np.corrcoef(np.vstack([quality, values]))[0, 1:].mean())

    found = {
        "a value and the quality": over_games(seen, clear.appearance, clear.values),
        "two players' values": of_sample(correlations(tastes(effort)[COR], opposite=False)),
    }
    return Finding(
        said["decorated.rho"].verdict(abs(r - RHO) / RHO for r in found.values()),
        rf"Correlations at $\rho = {RHO:g}$: {listed(found, '.3f')}. Before the clip the first is "
        rf"$\rho$ and the second its square, {RHO**2:.2f}.",
    )


def clipped() -> float:
    """Chance that a correlated value is cut off at 1: a corner of a rectangle beyond a line."""
    tail = np.sqrt(1 - RHO**2)
    return float((RHO + tail - 1) ** 2 / (2 * RHO * tail))


@claim("decorated.no_clip")
def no_clip(effort: Effort) -> Finding:
    """The correlated sum without the clip leaves the range of a valuation."""
    most = RHO + np.sqrt(1 - RHO**2)
    ones = float((tastes(effort)[COR].values == 1).mean())
    return Finding(
        most <= 1,
        f"The sum reaches {most:.3f}; exactly {clipped():.2%} of it lies above one, where "
        f"Definition 3.1 allows no value. The games clip: {ones:.2%} of drawn values are one.",
    )


@claim("decorated.desirable")
def desirable(effort: Effort) -> Finding:
    """A gift of high quality is desirable to most."""
    clear = with_quality()
    best = clear.appearance.argsort(axis=1)[:, None, -3:]
    worth = np.take_along_axis(clear.values, best, axis=2)
    liked = worth > np.median(clear.values, axis=2, keepdims=True)
    share = of_sample(liked.mean(axis=(1, 2)))
    return Finding(
        share.above(0.5),
        "A gift among the three of highest quality is worth more than the median gift to "
        f"{share.value:.1%} of players, on average over {WITH_QUALITY} games.",
    )


def best_of_all(noise: float) -> float:
    """Mean of the best of 29 gifts to a player of a camp with some noise, by quadrature."""
    if not noise:
        return 29 / 30
    nodes, weights = np.polynomial.legendre.leggauss(200)
    q, share = (nodes + 1) / 2, weights / 2
    below = np.array([float(share @ norm.cdf((x - q) / noise)) for x in q])
    return 1 - float(share @ below**29)


@claim("decorated.camp_noise", of=study)
def camp_noise(it: Study) -> Finding:
    """Whether the noise of the negative model is that of one camp alone."""
    clear, both = best_of_all(0.0), best_of_all(MAIN.camp_noise)
    alone = (clear + both) / 2
    ours = it.estimate(NEG, (), "seat1", "appendix")
    told = printed("table16.base.seat1")
    return Finding(
        abs(alone - told) < abs(both - told),
        f"Without costs Seat 1 ends with the best of all gifts, worth {both:.4f} to her on average "
        f"if both camps have noise, as Definition 3.5 says, and {alone:.4f} if camp B alone has. "
        f"Table 16 prints {told:g}; the games, with noise in both, give {ours:.4f}.",
    )


@claim("decorated.opposed")
def opposed(effort: Effort) -> Finding:
    """Players of opposite camps disagree."""
    found = related(tastes(effort))[NEG]
    return Finding(
        (-of_sample(found)).above(),
        f"The values of two players of opposite camps correlate by {of_sample(found):.3f}, on "
        f"average over {found.size} games.",
    )


@claim("decorated.polarised")
def polarised(effort: Effort) -> Finding:
    """The correlated model does not polarise."""
    close = related(tastes(effort))[COR]
    return Finding(
        close.mean() < 0,
        f"Under the correlated model two players' values correlate by {close.mean():.2f} on "
        f"average, and in none of {close.size} games by less than {close.min():.2f}.",
    )


def beliefs(effort: Effort) -> tuple[np.ndarray, list[tuple[float, float]]]:
    """What players take wrapped gifts for, and Bayes's rule, integrated."""
    drawn = tastes(effort)[COR]
    signals, used = (a[0, :WRAPPED] for a in (drawn.appearance, drawn.posterior))
    return used, [posterior_moments(a, *PRIOR, MAIN.signal_noise) for a in signals]


def neutral_gap(effort: Effort) -> float:
    """How far players with rho = 0 are from the integrated mean."""
    _, believed = beliefs(effort)
    neutral = draw(study(effort).condition(COR, (), risk_aversion=0.0), n_games=1).posterior
    return max(abs(m - e) for (m, _), e in zip(believed, neutral[0], strict=False))


@claim("decorated.posterior")
def posterior(effort: Effort) -> Finding:
    """Proposition 3.1 against Bayes's rule, integrated."""
    _, believed = beliefs(effort)
    noise = MAIN.signal_noise
    formula = MAIN.prior_variance * noise**2 / (MAIN.prior_variance + noise**2)
    spread = max(abs(v - formula) for _, v in believed)
    mean = neutral_gap(effort)
    return Finding(
        max(mean, spread) < CERTIFIED,
        f"Bayes's rule, integrated, gives the mean {within(mean)} and the variance "
        f"{within(spread)} at {WRAPPED} signals.",
    )


@claim("decorated.weight_limits")
def weight_limits(effort: Effort) -> Finding:
    """A signal's weight for precise and for noisy signals."""

    def weight(noise: float) -> float:
        return posterior_moments(1, *PRIOR, noise)[0] - posterior_moments(0, *PRIOR, noise)[0]

    tens = [10.0**k for k in range(4)]
    left = [1 - weight(1 / ten) for ten in tens], [weight(ten) for ten in tens]
    return Finding(
        all(10 * b < a for gaps in left for a, b in pairwise(gaps)),
        "With each tenth of the noise a signal's integrated weight comes more than ten times as "
        f"near to one, in the end within {left[0][-1]:.1e}, and with each tenfold of it as much "
        f"nearer to zero, in the end {left[1][-1]:.1e}.",
    )


@claim("decorated.certainty_equivalent")
def sure_equivalent(effort: Effort) -> Finding:
    """Proposition 3.2 against expected utility, integrated."""
    gap = max(
        abs(certainty_equivalent(*b, MAIN.risk_aversion) - e)
        for e, b in zip(*beliefs(effort), strict=True)
    )
    return Finding(
        gap < CERTIFIED,
        f"Expected utility, integrated, gives the same {within(gap)} for {WRAPPED} wrapped gifts.",
    )


@claim("decorated.risk_neutral")
def risk_neutral(effort: Effort) -> Finding:
    """At rho = 0 players use the posterior mean."""
    gap = neutral_gap(effort)
    return Finding(
        gap < CERTIFIED,
        rf"With $\rho = 0$ players take {WRAPPED} wrapped gifts for their integrated mean "
        f"{within(gap)}.",
    )


@claim("decorated.prior")
def prior(effort: Effort) -> Finding:
    """Whether the prior is as wide as what qualities are drawn from."""
    drawn, believed = uniform.var(), MAIN.prior_variance
    outside = 2 * norm.sf(0.5 / believed**0.5)
    return Finding(
        abs(drawn - believed) < CERTIFIED,
        f"Drawn evenly, quality has a variance of {drawn:.3f}. The prior has {believed:g}, and "
        f"{outside:.0%} of it lies where no quality is.",
    )


@claim("decorated.risk_range")
def risk_range(effort: Effort) -> Finding:
    """Whether CARA utility tells gifts apart for each risk aversion that is allowed."""
    allowed = (said.facts("decorated.risk_range")["least"], MAIN.risk_aversion)
    utilities = {rho: [round(-math.exp(-rho * v), 3) for v in THREE] for rho in allowed}
    told = [rf"{show(u)} at $\rho = {rho:g}$" for rho, u in utilities.items()]
    return Finding(
        all(len(set(u)) == len(THREE) for u in utilities.values()),
        f"The utilities of gifts worth {show(list(THREE))} are {' and '.join(told)}.",
    )


def social_cost(stolen: int, from_victim: int, base: float = MAIN.base_cost) -> float:
    """Definition 3.9."""
    damage = base * MAIN.repeat_factor * from_victim
    return base + damage + MAIN.reputation_cost * stolen


@claim("decorated.vanishes")
def vanishes(effort: Effort) -> Finding:
    """What is left of the social cost at c0 = 0."""
    left = [social_cost(n, h, base=0.0) for n, h in ((0, 0), (3, 3))]
    damage = social_cost(3, 3, 0.0) - social_cost(3, 0, 0.0)
    return Finding(
        in_parts(not damage, not any(left)),
        f"At $c_0 = 0$ three thefts from one victim add {damage:g} by the product, as it says; the "
        f"fourth still costs {left[1]:g}, by reputation, though there are no social preferences.",
    )


@claim("decorated.decay")
def decay(effort: Effort) -> Finding:
    """Whether each theft takes from the thief's good name, and whether its loss ever fades."""
    costs = [social_cost(n, 0) for n in range(6)]
    steps = np.diff(costs)
    fades = bool((np.diff(steps) < -ROUNDING).any())  # an earlier theft counts for less
    return Finding(
        in_parts(bool((steps > 0).all()), fades),
        f"The cost of the first {len(costs)} thefts is {', '.join(f'{c:.2f}' for c in costs)}: a "
        "good name decays with each theft. It does not decay with time as frustration does, for "
        "the earlier thefts go on to count in full.",
    )


@claim("decorated.envy_term")
def envy_term(effort: Effort) -> Finding:
    """Whether a thief is ahead of the victim, as the term of advantageous inequity asks."""
    values = tastes(effort)[COR].values[: effort.of(full=100, reduced=10), :6, :6]
    pairs = [  # what a thief has, and what the victim takes at once in answer
        [one[m.player - 1, m.gift - 1] for m in (theft, answer)]
        for one in values
        for theft, answer in pairwise(play_out(one))
        if theft.victim and theft.round <= 6 and answer.player == theft.victim
    ]
    ahead = sum(thief > victim for thief, victim in pairs)
    return Finding(
        in_parts(all(thief > 0 for thief, _ in pairs), ahead == len(pairs)),
        "Between theft and answer the victim has nothing, and the thief is ahead. Once the victim "
        f"has taken another gift, the thief is ahead in {ahead} of {len(pairs)} thefts that are "
        f"answered so in {len(values)} games of six players.",
    )


@claim("decorated.logit")
def logit(effort: Effort) -> Finding:
    """Proposition 3.3 against the integral."""
    apart = np.linspace(-3, 3, 7)
    gap = max(abs(best_of_gumbel((u, 0))[0] - 1 / (1 + np.exp(-u))) for u in apart)
    return Finding(
        gap < CERTIFIED,
        f"The integral agrees {within(gap)} at {len(apart)} differences of utility, of up to "
        f"{apart.max():g} either way.",
    )


@claim("decorated.logistic_linear")
def logistic_linear(effort: Effort) -> Finding:
    """Where the logistic function is a line."""
    off = {reach: largest_linear_error(reach) for reach in (0.5, 1, 2)}
    share = {x: gap / (x / 4 - gap) for x, gap in off.items()}  # of what is added to one half
    told = (f"{off[x]:.3f} at {x:g}, which is {part:.0%}" for x, part in share.items())
    return Finding(
        said["decorated.logistic_linear"].verdict(share.values()),
        f"The line is off by {', '.join(told)} of what the function adds to one half.",
    )


@claim("decorated.linear_motivates", of=study)
def linear_motivates(it: Study) -> Finding:
    """What the linear rule leaves out: the difference of the utilities of stealing and opening."""
    low, n = 0.1, it.effort.of(full=200, reduced=20)
    moved = changed([it.condition(IND, AD), it.condition(IND, AD, steal_threshold=low)], n)
    return Finding(
        moved > 0,
        r"Linearised, Definition 3.12 keeps a term $(U_{\text{steal}} - U_{\text{open}})/(4 \mu)$. "
        "The simplified rule has a constant $p_0$ there: under AD a threshold of "
        f"{low:g} instead of {MAIN.steal_threshold:g} changes {moved:.0%} of {n} games.",
    )


@claim("decorated.logit_linear")
def logit_linear(effort: Effort) -> Finding:
    """Whether the coins of AD are linear in the log odds or in the chance."""
    weights, n = (0.0, 0.4, 0.8), effort.of(full=200_000, reduced=20_000)
    pair = Condition(n_players=2, features=AD, strategies=["coin_flip"])
    coins = [replace(pair, reading=replace(MAIN, phase_weight=weight)) for weight in weights]
    chance = [of_sample(play(coin, n_games=n)["steals"]) for coin in coins]
    odds = [
        Estimate(np.log(p.value / (1 - p.value)), p.error / (p.value * (1 - p.value)))
        for p in chance
    ]
    straight, bent = (low - 2 * middle + high for low, middle, high in (chance, odds))
    return Finding(
        not abs(bent).above(),
        f"In {n:,} games of two players who throw coins the second, with half of the game behind "
        f"her, steals with a chance of {', '.join(f'{p:.3f}' for p in chance)} if the weight of "
        f"the phase is {', '.join(f'{w:g}' for w in weights)}. The steps differ by "
        f"{straight:+.3f}, and those of the log odds by {bent:+.2f}.",
    )


@claim("decorated.phase")
def phase(effort: Effort) -> Finding:
    """Whether k/n is the share of rounds that have elapsed when round k is played."""
    n, position = 29, start(29)
    behind, over = [], []  # rounds behind a player who decides, and when she has
    while position.mover:
        behind.append(position.round - 1)
        position = unwrap(position, position.wrapped[0])
        over.append(n - len(position.wrapped))
    ks = list(range(1, n + 1))
    asked = ask_of(effort, ("phase",))
    worse = {who: asked.excess("phase", who)["current"] for who in CROWDS}
    return Finding(
        True if behind == ks else "partly" if over == ks else False,
        f"When round $k$ of {n} is over $k$ of them have elapsed; while it is played, $k - 1$. If "
        "AD takes $k/n$ instead of $(k-1)/n$, chi-square is worse in the tables by "
        f"{listed(worse, '.0f')}.",
    )


def one_chance(effort: Effort) -> dict[str, Estimate]:
    """From the worst strategy to the best under AD, if all have one p_0 and if each has its own."""
    it = study(effort)
    records = {"one": it.condition(COR, AD, base_chance=(0.5,) * 6), "own": it.condition(COR, AD)}
    found = {}
    for name, condition in records.items():
        played = play_statistics(condition, SIX, n_games=it.effort.of(full=2000, reduced=20))
        low, *_, high = sorted(map(played.estimate, SIX), key=lambda e: e.value)
        found[name] = high - low
    return found


@claim("decorated.ad_parameters")
def ad_parameters(effort: Effort) -> Finding:
    """Whether what is given for AD leads to what is printed, with a p_0 for each and with one."""
    told, spread = [printed(f"table7.ad.{x}") for x in SIX], one_chance(effort)
    apart = max(told) - min(told)
    return Finding(
        in_parts(*(not abs(apart - spread[name]).above() for name in ("own", "one"))),
        "No value of $p_0$ is given. With one for all, the six strategies end within "
        f"{spread['one']:.3f} of each other; under AD Table 7 prints {min(told):g} to "
        f"{max(told):g}. With a $p_0$ for each, estimated from the tables, they are "
        f"{spread['own']:.3f} apart.",
    )


@claim("decorated.softmax_gumbel")
def softmax_gumbel(effort: Effort) -> Finding:
    """Softmax from Gumbel errors, integrated."""
    appeal = (MAIN.temperature * tastes(effort)[COR].appearance[0, :WRAPPED]).tolist()
    gap = np.abs(best_of_gumbel(appeal) - np.exp(appeal) / np.exp(appeal).sum()).max()
    return Finding(
        bool(gap < CERTIFIED), f"The integral agrees {within(gap)} for {len(appeal)} gifts."
    )


@claim("decorated.softmax_limits", of=study)
def softmax_limits(it: Study) -> Finding:
    """Selection as tau goes to 0 and to infinity."""
    low, high, n = 1e-6, 500, it.effort.of(full=50, reduced=5)
    even, sharp = (best_of_gumbel([tau * u for u in THREE]) for tau in (low, high))
    blind = [it.condition(IND, f, temperature=0.0) for f in ((), BS)]
    moved = changed(blind, n, what="")
    return Finding(
        bool(np.ptp(even) < CLIMBED) and sharp[1] > 1 - CLIMBED and not moved,
        rf"The chances of three gifts differ by {np.ptp(even):.1e} at $\tau = {low:g}$, and the "
        rf"best has {sharp[1]:.4f} at $\tau = {high}$. At $\tau = 0$ BS changes {moved:.0%} of "
        f"{n} games.",
    )


@claim("decorated.temperature")
def temperature(effort: Effort) -> Finding:
    """Whether choice is noisier as tau rises, as it is with a temperature."""
    best = [best_of_gumbel([tau * u for u in THREE])[1] for tau in (1, 2, 4, 8)]
    return Finding(
        True if best == sorted(best, reverse=True) else "partly" if best == sorted(best) else False,
        r"At $\tau = 1, 2, 4, 8$ the best of three gifts is chosen with chance "
        f"{', '.join(f'{x:.3f}' for x in best)}.",
    )


def moves_games(effort: Effort, reading: Reading, features: Features) -> bool:
    """Whether another reading leads to other games."""
    pair = (Condition(features=features, reading=r) for r in (MAIN, reading))
    return changed(pair, effort.of(full=60, reduced=10), what="") > 0


@claim("decorated.parameters")
def parameters(effort: Effort) -> Finding:
    """Which constants games depend on: each is changed by a third."""
    changes = {n: replace(MAIN, **{n: getattr(MAIN, n) * 4 / 3}) for n in CONSTANTS}
    changes["base_chance"] = replace(MAIN, base_chance=tuple(p * 3 / 4 for p in MAIN.base_chance))
    needed = {
        name
        for name, reading in changes.items()
        if any(moves_games(effort, reading, f) for f in (FULL, PI))
    }
    return Finding(
        needed <= THETA,
        f"Missing: {symbols(needed - THETA)}. Without effect: {symbols(THETA - needed)}; and "
        r"$\delta$, which no formula uses (perhaps an old name of the risk aversion).",
    )


def order_of(opened: np.ndarray, values: np.ndarray) -> list[int]:
    """The order in which gifts were opened, told by their mean values."""
    means = values.mean(axis=0)
    return [int(np.abs(means - mean).argmin()) + 1 for mean in opened]


@claim("decorated.contains_base")
def contains_base(effort: Effort) -> Finding:
    """Without features the decorated game is that of Section 2, written a second time."""
    condition = Condition(n_players=12, valuation=IND, strategies=["threshold"])
    n = effort.of(full=300, reduced=20)
    seen, same = observe(condition, n_games=n), 0
    games = (draw(condition, n_games=n).values, seen.each("opened"), seen.each("steals"))
    for values, opened, steals in zip(*games, strict=True):
        moves = play_out(values, threshold=MAIN.steal_threshold, order=order_of(opened, values))
        rounds = [sum(m.victim > 0 and m.round == k for m in moves) for k in range(1, 13)]
        same += rounds == steals.tolist()
    return Finding(
        same == n,
        f"In {same} of {n} games of twelve threshold players without features each round has the "
        "steals that the rules of Section 2 give, move by move and apart from the engine.",
    )


@claim("decorated.camps_parity")
def camps_parity(effort: Effort) -> Finding:
    """Whether the tables of the negative model can come from camps by the parity of the seat."""
    n = effort.of(full=20_000, reduced=20)
    it, fits, told = study(effort), [], {}
    for s in ((), BS):
        drawn = [it.condition(NEG, s, "appendix", camps=by) for by in ("parity", APPENDIX.camps)]
        games = (simulate_condition(one, n_games=n) for one in drawn)
        ours, by_lot = (one.estimate("seat2") for one in games)
        size = (n / it.n_games) ** 0.5
        theirs = Estimate(printed(f"table16.{named(s).lower()}.seat2"), ours.error * size)
        fits.append(not (ours - theirs).sure(NOISE))
        for how, seat2 in (("by parity", ours), ("at random", by_lot), ("Table 16", theirs)):
            told[f"{named(s)}, {how}"] = seat2
    return Finding(
        in_parts(*fits),
        f"Seat 2 takes home, by {n:,} games of ours each and by print: {listed(told, '.4f')}.",
    )


@claim("decorated.negative_quality")
def negative_quality(effort: Effort) -> Finding:
    """Whether the quality of a gift is objective under the negative model: good for both camps."""
    drawn = draw(Condition(valuation=NEG), n_games=effort.of(full=400, reduced=20))

    def good(values: np.ndarray, looks: np.ndarray, own: np.ndarray) -> float:
        return float(np.mean([np.corrcoef(row, looks)[0, 1] for row in values[own]]))

    camps = {"one camp": drawn.camp == 0, "the other": drawn.camp == 1}
    seen = drawn.values, drawn.appearance
    goods = {name: over_games(good, *seen, own) for name, own in camps.items()}
    return Finding(
        in_parts(*(e.above() for e in goods.values())),
        "A player's values correlate with the appearance of the gifts, which tells of their "
        f"quality, by {listed(goods, '+.3f')}.",
    )


@claim("decorated.plain_mean")
def plain_mean(effort: Effort) -> Finding:
    """Whether the plain mean is what opening is worth where openers choose by softmax."""
    games = effort.of(full=400, reduced=20)
    more = {}
    for v in (IND, COR):
        values = draw(Condition(valuation=v, features=BS), n_games=games).values[:, 1]
        weights = np.exp(MAIN.temperature * values)
        chosen = (weights * values).sum(axis=1) / weights.sum(axis=1)
        more[v] = of_sample(chosen - values.mean(axis=1))
    return Finding(
        not any(e.above() for e in more.values()),
        f"In {games} games a biased opener chooses a wrapped gift whose value to her exceeds the "
        f"plain mean, with which expected_value compares, by {listed(more, '+.4f')}.",
    )


@claim("decorated.attempt")
def attempt(effort: Effort) -> Finding:
    """Whether under AD the chance of a theft is that of the formula, whatever it costs."""
    it, n = study(effort), effort.of(full=200, reduced=20)
    moved = {
        named(s): changed((it.condition(COR, s, needs_gain=only) for only in (True, False)), n, "")
        for s in (AD, SC + AD)
    }
    worse = {who: ask_of(effort, ("gain",)).excess("gain", who)["no"] for who in CROWDS}
    return Finding(
        in_parts(moved["AD"] == 0, max(worse.values()) < NOISE**2),
        f"Whether a theft must be worth its cost changes {moved['AD']:.0%} of {n} games under AD "
        f"alone, and {moved['SC+AD']:.0%} under SC and AD. There the tables are fitted worse if it "
        f"need not, in chi-square by {listed(worse, '.0f')}.",
    )


@claim("decorated.own_gift_value", "decorated.forced_steal")
def nothing_to_give_up(effort: Effort) -> dict[str, Finding]:
    """Whether a thief ever has a gift to give up, and whether anybody can be forced to steal."""
    moving = [at for n in range(1, 5) for at in every_position(n) if at.mover]
    holding = sum(at.holds[at.mover - 1] > 0 for at in moving)
    forced = sum(not at.wrapped for at in moving)
    free, few = (counted(len(moving) - some, len(moving)) for some in (holding, forced))
    return {
        "decorated.own_gift_value": Finding(
            holding > 0,
            f"In {free} positions of up to four players the player who is to act holds no gift: it "
            "is her first turn, or she has just been robbed. So the definition always asks for the "
            "value of no gift, which Definition 3.8 does not give.",
        ),
        "decorated.forced_steal": Finding(
            forced > 0,
            f"In {few} positions of up to four players in which somebody has to act a gift lies "
            "wrapped: in round $k$ there are $n - k + 1$.",
        ),
    }
