"""Section 3, the people: tastes, the formulas behind the features, the constants that matter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cache
from itertools import pairwise

import numpy as np
from scipy.stats import kstest, norm

from parlor.core.estimate import Estimate, of_sample
from parlor.games.gift_exchange import APPENDIX, FIVE, MAIN, SIX, Condition, Reading, play, simulate
from parlor.games.gift_exchange.paired import play_statistics
from parlor.games.gift_exchange.position import play_out, start, unwrap
from parlor.games.gift_exchange.watch import Draws, draw, observe
from press import Effort, Finding, claim, counted
from press.ledger.verdict import NOISE

from ..tolerances import CERTIFIED, CLIMBED, ROUNDING
from .reconstruction import ask_of
from .rules.positions import every_position
from .said import in_parts, said
from .samples import Features
from .study import AD, BS, COR, FULL, IND, MODELS, NEG, PI, SEED, Study, study
from .theory import (
    best_of_gumbel,
    certainty_equivalent,
    largest_linear_error,
    posterior_moments,
)
from .words import listed, named, share, symbols, within

# Of the valuation models, and the threshold of a strategy.
OTHERS = {"correlation", "camp_noise", "steal_threshold"}
CONSTANTS = [
    f.name
    for f in fields(MAIN)
    if f.name not in OTHERS and isinstance(getattr(MAIN, f.name), float)
]
THETA = set(CONSTANTS) - {"prior_variance", "risk_aversion", "least_chance"}  # the source's list
WRAPPED = 8  # gifts whose beliefs are integrated
WITH_QUALITY = 200  # games that are drawn with appearances that show the quality
RHO = MAIN.correlation
THREE = (0.3, 0.5, 0.4)  # how good three gifts look, the second the best


@cache
def tastes(effort: Effort) -> dict[str, Draws]:
    """What games start from, by valuation model."""
    return {v: draw(Condition(SEED, 29, v), effort.of(full=200, reduced=20)) for v in MODELS}


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


@claim("decorated.no_quality")
def no_quality(effort: Effort) -> Finding:
    """Independent tastes have no common quality, but the source defines one."""
    drawn = tastes(effort)[IND]
    apart = of_sample(correlations(drawn, opposite=False))
    means = drawn.values.mean(axis=1)
    part = [np.corrcoef(v.mean(axis=0), v[0])[0, 1] for v in drawn.values]
    told = of_sample(np.array(part))
    return Finding(
        in_parts(not told.above(), not abs(apart).above()),
        f"In {len(part)} games two players' values correlate by {apart:+.4f}. But Definition 3.6 "
        "makes the mean valuation of a gift its objective quality; it varies by "
        f"{float(means.std()):.3f} among gifts, and a player's own values correlate with it by "
        f"{told:+.3f}.",
    )


@claim("decorated.rho_one", of=study)
def rho_one(it: Study) -> Finding:
    """At rho = 1 all agree."""
    below = 0.9
    n_games = 20
    one, near = (draw(it.condition(COR, (), correlation=r), n_games).values for r in (1.0, below))
    agree, less = ((x == x[:, :1])[:, 1:].mean() for x in (one, near))
    return Finding(
        agree == 1,
        rf"In {n_games} games {agree:.0%} of the values are those of player 1; at $\rho = "
        f"{below:g}$ it is {less:.0%}.",
    )


@claim("decorated.rho_zero")
def rho_zero(effort: Effort) -> Finding:
    """At rho = 0 values are uniform and unrelated."""
    it = study(effort)
    drawn = draw(it.condition(COR, (), correlation=0.0), effort.of(full=200, reduced=20))
    apart = of_sample(correlations(drawn, opposite=False))
    shape = kstest(drawn.values[:, 0].ravel(), "uniform")  # of one player: all are independent
    return Finding(
        not abs(apart).above() and norm.isf(shape.pvalue / 2) < NOISE,
        f"In {len(drawn.values)} games two players' values correlate by {apart:+.4f}, and the "
        f"{drawn.values[:, 0].size:,} values of one player are uniform by a Kolmogorov-Smirnov "
        f"test (p = {shape.pvalue:.2f}).",
    )


@cache
def with_quality() -> Draws:
    """Games with correlated values in which a gift's appearance is its quality."""
    return draw(Condition(SEED, 29, COR, reading=replace(MAIN, signal_noise=0.0)), WITH_QUALITY)


@claim("decorated.rho")
def rho(effort: Effort) -> Finding:
    """Whether rho is the correlation of a value with the quality, and of two players' values."""
    clear = with_quality()
    seen = [
        np.corrcoef(np.vstack([quality, values]))[0, 1:].mean()
        for quality, values in zip(clear.appearance, clear.values, strict=True)
    ]
    found = {
        "a value and the quality": of_sample(np.array(seen)),
        "two players' values": of_sample(correlations(tastes(effort)[COR], opposite=False)),
    }
    off = [abs(Estimate(r.value - RHO, r.error)) / RHO for r in found.values()]
    return Finding(
        said["decorated.rho"].verdict(off),
        rf"Correlations at $\rho = {RHO:g}$: {listed(found, '.3f')}. Before the clip the first is "
        rf"$\rho$ and the second its square, {RHO**2:.2f}; so two players' values correlate by "
        r"$\rho$ at $\rho = 0$ and $\rho = 1$ alone.",
    )


@claim("decorated.no_clip")
def no_clip(effort: Effort) -> Finding:
    """The correlated sum without the clip leaves the range of a valuation."""
    rho = MAIN.correlation
    tail = np.sqrt(1 - rho**2)
    over = (rho + tail - 1) ** 2 / (2 * rho * tail)  # the corner of a rectangle beyond a line
    ones = float((tastes(effort)[COR].values == 1).mean())
    return Finding(
        rho + tail <= 1,
        f"The sum reaches {rho + tail:.3f}; exactly {over:.2%} of it lies above one, where "
        f"Definition 3.1 allows no value. Definition 3.4 clips, and so do the games: {ones:.2%} "
        "of drawn values are one.",
    )


@claim("decorated.desirable")
def desirable(effort: Effort) -> Finding:
    """A gift of high quality is desirable to most."""
    clear = with_quality()
    best = clear.appearance.argsort(axis=1)[:, -3:]
    liked = [
        (one[:, top] > np.median(one, axis=1)[:, None]).mean()
        for one, top in zip(clear.values, best, strict=True)
    ]
    share = of_sample(np.array(liked))
    return Finding(
        share.above(0.5),
        "A gift among the three of highest quality is worth more than the median gift to "
        f"{share.value:.1%} of players, on average over {len(liked)} games. Before the clip a "
        rf"value correlates with quality by $\rho = {RHO:g}$, so two players' by its square, "
        f"{RHO**2:.2f}.",
    )


def swapped_for(noises: tuple[float, float]) -> float:
    """Mean of the best of 29 gifts to a player of either camp, by quadrature: Seat 1's end.

    Each camp has its own noise.
    """
    nodes, weights = np.polynomial.legendre.leggauss(200)
    q, share = (nodes + 1) / 2, weights / 2
    means = []
    for noise in noises:
        if not noise:
            means.append(29 / 30)
            continue
        below = np.array([float(share @ norm.cdf((x - q) / noise)) for x in q])
        means.append(1 - float(share @ below**29))
    return float(np.mean(means))


@claim("decorated.camp_noise", of=study)
def camp_noise(it: Study) -> Finding:
    """Whether the noise of the negative model is that of one camp alone."""
    noise = MAIN.camp_noise
    both, alone = swapped_for((noise, noise)), swapped_for((0.0, noise))
    ours = it.estimate(NEG, (), "seat1", "appendix")
    printed = float(said.value("table16.base.seat1"))
    return Finding(
        abs(alone - printed) < abs(both - printed),
        f"Without costs Seat 1 ends with the best of all gifts. Its value to her is {both:.4f} on "
        f"average if both camps have noise, as Definition 3.5 says, and {alone:.4f} if camp B "
        f"alone has. Table 16 prints {printed:g}; the games, with noise in both, give {ours:.4f}.",
    )


@claim("decorated.opposed")
def opposed(effort: Effort) -> Finding:
    """Players of opposite camps disagree."""
    mean = of_sample(related(tastes(effort))[NEG])
    return Finding(
        (-mean).above(),
        f"The values of two players of opposite camps correlate by {mean:.3f}, on average over "
        f"{len(tastes(effort)[NEG].values)} games.",
    )


@claim("decorated.polarised")
def polarised(effort: Effort) -> Finding:
    """The correlated model does not polarise."""
    close = related(tastes(effort))[COR]
    return Finding(
        close.mean() < 0,
        f"Under the correlated model two players' values correlate by {close.mean():.2f} on "
        f"average, and in none of {close.size} games by less than {close.min():.2f}; it is the "
        "negative model that polarises.",
    )


def beliefs(effort: Effort) -> tuple[np.ndarray, np.ndarray, list[tuple[float, float]]]:
    """Signals of wrapped gifts, what players take them for, and Bayes's rule, integrated."""
    drawn = tastes(effort)[COR]
    signals, used = (a[0, :WRAPPED] for a in (drawn.appearance, drawn.posterior))
    prior = (MAIN.prior_mean, MAIN.prior_variance)
    return signals, used, [posterior_moments(a, *prior, MAIN.signal_noise) for a in signals]


def neutral_gap(effort: Effort) -> float:
    """How far players with rho = 0 are from the integrated mean."""
    _, _, believed = beliefs(effort)
    it = study(effort)
    neutral = draw(it.condition(COR, (), risk_aversion=0.0), 1).posterior[0, :WRAPPED]
    return max(abs(m - e) for (m, _), e in zip(believed, neutral, strict=True))


@claim("decorated.posterior")
def posterior(effort: Effort) -> Finding:
    """Proposition 3.1 against Bayes's rule, integrated."""
    signals, _, believed = beliefs(effort)
    noise = MAIN.signal_noise
    formula = MAIN.prior_variance * noise**2 / (MAIN.prior_variance + noise**2)
    spread = max(abs(v - formula) for _, v in believed)
    mean = neutral_gap(effort)
    return Finding(
        max(mean, spread) < CERTIFIED,
        f"Bayes's rule, integrated, gives the mean {within(mean)} and the variance "
        f"{within(spread)} at {len(signals)} signals.",
    )


@claim("decorated.weight_limits")
def weight_limits(effort: Effort) -> Finding:
    """A signal's weight for precise and for noisy signals."""
    prior = (MAIN.prior_mean, MAIN.prior_variance)

    def weight(noise: float) -> float:
        return posterior_moments(1, *prior, noise)[0] - posterior_moments(0, *prior, noise)[0]

    tens = [10.0**k for k in range(4)]
    left = [1 - weight(1 / ten) for ten in tens], [weight(ten) for ten in tens]
    return Finding(
        all(10 * b < a for gaps in left for a, b in pairwise(gaps)),
        "With each tenth of the noise a signal's integrated weight comes more than ten times as "
        f"near to one: it lacks {', '.join(f'{x:.1e}' for x in left[0])}. With each tenfold of the "
        f"noise it comes as much nearer to zero: {', '.join(f'{x:.1e}' for x in left[1])}.",
    )


@claim("decorated.certainty_equivalent")
def sure_equivalent(effort: Effort) -> Finding:
    """Proposition 3.2 against expected utility, integrated."""
    _, used, believed = beliefs(effort)
    gap = max(
        abs(certainty_equivalent(*b, MAIN.risk_aversion) - e)
        for b, e in zip(believed, used, strict=True)
    )
    return Finding(
        gap < CERTIFIED,
        f"Expected utility, integrated, gives the same {within(gap)} for {len(used)} wrapped "
        "gifts.",
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
        f"The cost of the first {len(costs)} thefts is {', '.join(f'{c:.2f}' for c in costs)}. It "
        "counts thefts over the whole game: a good name decays with each theft, for the cost rises "
        f"by {float(steps.max()):g}. It does not decay with time as frustration does, for the "
        "earlier thefts go on to count in full.",
    )


@claim("decorated.envy_term")
def envy_term(effort: Effort) -> Finding:
    """Whether a thief is ahead of the victim, as the term of advantageous inequity asks."""
    values = tastes(effort)[COR].values[: effort.of(full=100, reduced=10), :6, :6]
    at_once, ahead, thefts = 0, 0, 0
    for one in values:
        moves = play_out(one)
        for theft, answer in pairwise(moves):
            if theft.victim and theft.round <= 6 and answer.player == theft.victim:
                thefts += 1
                thief, victim = (one[m.player - 1, m.gift - 1] for m in (theft, answer))
                at_once += bool(thief > 0)
                ahead += bool(thief > victim)
    return Finding(
        in_parts(at_once == thefts, ahead == thefts),
        "Between theft and answer the victim has nothing, and the thief is ahead. Once the victim "
        f"has taken another gift, the thief is ahead in {ahead} of {thefts} thefts that are "
        f"answered so in {len(values)} games of six players, and in the others it is the term of "
        "the other sign that is triggered.",
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
        f"The line is off by {', '.join(told)} of what the function adds to one half. The source "
        f"keeps probabilities {MAIN.least_chance:g} away from zero and one.",
    )


@claim("decorated.linear_motivates")
def linear_motivates(effort: Effort) -> Finding:
    """What the linear rule leaves out: the difference of the utilities of stealing and opening."""
    gaps = np.linspace(-0.5, 0.5, 5)
    slope = np.diff(1 / (1 + np.exp(-gaps / 0.5)))
    it = study(effort)
    own, low = MAIN.steal_threshold, 0.1
    rich, poor = (
        play(it.condition(IND, AD, steal_threshold=t), effort.of(full=200, reduced=20))["steals"]
        for t in (own, low)
    )
    return Finding(
        bool((rich != poor).any()),
        r"Linearised, Definition 3.12 keeps a term $(U_{\text{steal}} - "
        r"U_{\text{open}})/(4 \mu)$: at $\mu = 1/2$ the chance rises by "
        f"{float(slope[1] + slope[2]):.2f} from a quarter less to a quarter more utility of "
        "stealing. The simplified rule has a constant $p_0$ there: under AD a threshold of "
        f"{low:g} instead of {own:g} leaves {counted(int((rich == poor).sum()), len(rich))} games "
        "as they are.",
    )


@claim("decorated.logit_linear")
def logit_linear(effort: Effort) -> Finding:
    """Whether the rule of AD is linear in the log odds or in the chance."""
    moods, least = np.arange(4) / 4, MAIN.least_chance  # frustrations that the clip leaves alone
    chance = np.clip(0.5 + MAIN.frustration_weight * moods, least, 1 - least)
    odds = np.log(chance / (1 - chance))
    bend = [float(np.ptp(np.diff(x))) for x in (chance, odds)]
    return Finding(
        bend[1] < bend[0],
        f"At frustrations of {', '.join(f'{x:g}' for x in moods)} the chance is "
        f"{', '.join(f'{x:.3f}' for x in chance)}, in equal steps; its log odds are "
        f"{', '.join(f'{x:.2f}' for x in odds)}, in steps that differ by {bend[1]:.2f}. That is a "
        f"linear model of the probability, cut off at {least:g} and {1 - least:g}.",
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
    worse = {who: asked.excess("phase", who)["current"] for who in ("appendix", "main")}
    return Finding(
        True if behind == ks else "partly" if over == ks else False,
        f"When round $k$ of {n} is over $k$ of them have elapsed; while it is played, $k - 1$: "
        "$k/n$ is ahead of that by "
        f"{max(k - done for k, done in zip(ks, behind, strict=True)) / n:.3f} in every round, and "
        "$1/n$, not zero, at the start. If AD takes $k/n$ instead of $(k-1)/n$, chi-square is "
        f"{worse['appendix']:.0f} worse in the appendix's tables and {worse['main']:.0f} in those "
        "of the main text.",
    )


def chance_games(effort: Effort) -> int:
    """How many games of each kind are played below."""
    return effort.of(full=2000, reduced=20)


@cache
def one_chance(effort: Effort) -> dict[str, dict[str, Estimate]]:
    """Final values by strategy under AD, if all have one p_0 and if each has its own."""
    it = study(effort)
    from_all = it.condition(COR, AD, base_chance=(0.5,) * 6)
    records = {"one": from_all, "own": it.condition(COR, AD)}
    found = {}
    for name, condition in records.items():
        played = play_statistics(condition, chance_games(effort), SIX)
        found[name] = {x: played.estimate(x) for x in SIX}
    return found


@claim("decorated.ad_parameters")
def ad_parameters(effort: Effort) -> Finding:
    """Whether the parameters given for AD lead to what is printed, with one chance for all."""
    printed, n_games = [float(said.value(f"table7.ad.{x}")) for x in SIX], chance_games(effort)
    spread = {}
    for name, by in one_chance(effort).items():
        low, *_, high = sorted(by.values(), key=lambda e: e.value)
        spread[name] = high - low
    return Finding(
        not (Estimate(max(printed) - min(printed), 0.0) - spread["one"]).above(),
        "No value of $p_0$ is given. With one for all, the six strategies are one and end, in "
        f"{n_games:,} games, within {spread['one']:.3f} of each other; under AD Table 7 prints "
        f"{min(printed):g} to {max(printed):g}. With a $p_0$ for each, estimated from the tables, "
        f"they are {spread['own']:.3f} apart.",
    )


@claim("decorated.softmax_gumbel")
def softmax_gumbel(effort: Effort) -> Finding:
    """Softmax from Gumbel errors, integrated."""
    appeal = (MAIN.temperature * tastes(effort)[COR].appearance[0, :WRAPPED]).tolist()
    gap = np.abs(best_of_gumbel(appeal) - np.exp(appeal) / np.exp(appeal).sum()).max()
    return Finding(
        bool(gap < CERTIFIED), f"The integral agrees {within(gap)} for {len(appeal)} gifts."
    )


@claim("decorated.softmax_limits")
def softmax_limits(effort: Effort) -> Finding:
    """Selection as tau goes to 0 and to infinity."""
    low, high = 1e-6, 500
    even, sharp, tied = (
        best_of_gumbel([tau * u for u in gifts])
        for tau, gifts in ((low, THREE), (high, THREE), (high, (0.3, 0.5, 0.5)))
    )
    blind = [
        play(
            Condition(SEED, features=f, reading=replace(MAIN, temperature=0.0)),
            effort.of(full=50, reduced=5),
        )
        for f in ((), BS)
    ]
    same = float((blind[0] == blind[1]).mean())
    return Finding(
        bool(np.ptp(even) < CLIMBED) and sharp[1] > 1 - CLIMBED and same == 1,
        rf"The chances of three gifts differ by {np.ptp(even):.1e} at $\tau = {low:g}$, and the "
        rf"best has {sharp[1]:.4f} at $\tau = {high}$ (two that tie have {tied[1]:.2f} each, so "
        rf"that the second limit needs a single best). At $\tau = 0$ {same:.0%} of {len(blind[0])} "
        "games with BS are those of BASE.",
    )


@claim("decorated.temperature")
def temperature(effort: Effort) -> Finding:
    """Whether choice is noisier as tau rises, as it is with a temperature."""
    best = [best_of_gumbel([tau * u for u in THREE])[1] for tau in (1, 2, 4, 8)]
    return Finding(
        True if best == sorted(best, reverse=True) else "partly" if best == sorted(best) else False,
        r"At $\tau = 1, 2, 4, 8$ the best of three gifts is chosen with chance "
        rf"{', '.join(f'{x:.3f}' for x in best)}: a larger $\tau$ is a colder choice. The bracket "
        "after the word, inverse noise, has it right.",
    )


def moves_games(effort: Effort, reading: Reading, features: Features) -> bool:
    """Whether another reading leads to other games."""
    one, two = (
        play(Condition(SEED, 29, features=features, reading=r), effort.of(full=60, reduced=10))
        for r in (MAIN, reading)
    )
    return not bool((one == two).all())


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
    condition = Condition(SEED, 12, IND, (), ["threshold"])
    n = effort.of(full=300, reduced=20)
    drawn, seen = draw(condition, n), observe(condition, n)
    same = 0
    for values, opened, steals in zip(
        drawn.values, seen.each("opened"), seen.each("steals"), strict=True
    ):
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
    fits, told = [], {}
    for s in ((), BS):
        printed = float(said.value(f"table16.{named(s).lower()}.seat2"))
        for camps in ("parity", APPENDIX.camps):
            played = simulate(
                n,
                seed=SEED,
                valuation=NEG,
                features=s,
                strategies=FIVE,
                reading=replace(APPENDIX, camps=camps),
            )
            ours = played.estimate("seat2")
            theirs = Estimate(printed, ours.error * (n / study(effort).n_games) ** 0.5)
            rule = "by parity" if camps == "parity" else "at random"
            told[f"{named(s)}, {rule}"] = ours
            if camps == "parity":
                fits.append(not (ours - theirs).sure(NOISE))
        told[f"{named(s)}, Table 16"] = Estimate(printed, theirs.error)
    return Finding(
        in_parts(*fits),
        f"Seat 2 takes home, by {n:,} games of ours each and by print: {listed(told, '.4f')}.",
    )


@claim("decorated.negative_quality")
def negative_quality(effort: Effort) -> Finding:
    """Whether the quality of a gift is objective under the negative model: good for both camps."""
    drawn = draw(Condition(SEED, 29, NEG), effort.of(full=400, reduced=20))
    goods = {}
    for name, camp in (("one camp", False), ("the other", True)):
        goods[name] = of_sample(
            np.array(
                [
                    np.mean([np.corrcoef(row, looks)[0, 1] for row in values[members == camp]])
                    for values, looks, members in zip(
                        drawn.values,
                        drawn.appearance,
                        drawn.camp,
                        strict=True,
                    )
                ]
            )
        )
    return Finding(
        in_parts(*(e.above() for e in goods.values())),
        f"A player's values correlate with the appearance of the gifts, which tells of their "
        f"quality, by {listed(goods, '+.3f')}: for one half of the players a good gift is a bad "
        "one, and looks good.",
    )


@claim("decorated.plain_mean")
def plain_mean(effort: Effort) -> Finding:
    """Whether the plain mean is what opening is worth where openers choose by softmax."""
    games = effort.of(full=400, reduced=20)
    more = {}
    for v in (IND, COR):
        condition = Condition(SEED, 29, v, BS)
        values = draw(condition, games).values[:, 1]
        weights = np.exp(condition.reading.temperature * values)
        chosen = (weights * values).sum(axis=1) / weights.sum(axis=1)
        more[v] = of_sample(chosen - values.mean(axis=1))
    return Finding(
        not any(e.above() for e in more.values()),
        f"In {games} games a biased opener chooses of {condition.n_players} wrapped gifts one "
        "whose value to her exceeds the plain mean, with which expected_value compares, by "
        f"{listed(more, '+.4f')}.",
    )


@claim("decorated.attempt")
def attempt(effort: Effort) -> Finding:
    """Whether under AD the chance of a theft is that of the formula, whatever it costs."""
    n = effort.of(full=200, reduced=20)
    moved = {}
    for s in (AD, ("SC", "AD")):
        it = study(effort)
        one, two = (play(it.condition(COR, s, needs_gain=only), n) for only in (True, False))
        moved[named(s)] = float((one != two).mean())
    worse = {
        who: ask_of(effort, ("gain",)).excess("gain", who)["no"] for who in ("appendix", "main")
    }
    return Finding(
        in_parts(moved["AD"] == 0, max(worse.values()) < NOISE**2),
        f"Whether a theft must be worth its cost changes {moved['AD']:.0%} of {n} games under AD "
        f"alone, and {moved['SC+AD']:.0%} under SC and AD. There the tables are fitted worse if it "
        f"need not, by {worse['appendix']:.0f} in chi-square (Appendix C) and "
        f"{worse['main']:.0f} (main text).",
    )


@claim("decorated.own_gift_value")
def own_gift_value(effort: Effort) -> Finding:
    """Whether a thief ever has a gift to give up."""
    moving = [at for n in range(1, 5) for at in every_position(n) if at.mover]
    holding = [at for at in moving if at.holds[at.mover - 1]]
    return Finding(
        bool(holding),
        f"In {share(len(moving) - len(holding), len(moving))} positions of up to four players the "
        "player who is to act holds no gift: it is her first turn, or she has just been robbed. "
        "So the definition always asks for the value of no gift, which Definition 3.8 does not "
        "give; Section 4.1 says that it is zero.",
    )


@claim("decorated.forced_steal")
def forced_steal(effort: Effort) -> Finding:
    """Whether anybody can be forced to steal."""
    moving = [at for n in range(1, 5) for at in every_position(n) if at.mover]
    forced = [at for at in moving if not at.wrapped]
    return Finding(
        bool(forced),
        f"In {share(len(moving) - len(forced), len(moving))} positions of up to four players in "
        "which somebody has to act a gift lies wrapped: in round $k$ there are $n - k + 1$.",
    )
