"""Passages of the source held against each other: what two readers found who saw no verdict."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from parlor.core.estimate import Estimate, of_sample
from parlor.games.gift_exchange import APPENDIX, FIVE, SIX, Condition, play, simulate
from parlor.games.gift_exchange.position import targets
from parlor.games.gift_exchange.watch import draw, observe
from parlor.games.trajectories import count
from press import Effort, Finding, claim
from press.ledger.verdict import NOISE

from ..tolerances import ROUNDING
from .diagrams import count_lattice
from .orders import STRATEGIES, steals
from .own_gift import HARD, visited
from .reconstruction import ask_of
from .said import as_share, in_parts, said
from .strategies import order
from .study import AD, BS, COR, FULL, IND, NEG, SEED, Study, study
from .words import listed, named


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


@claim("design.six")
def six(effort: Effort) -> Finding:
    """Whether both sets of tables are of players with six strategies, and not of five."""
    n = effort.of(full=2000, reduced=100)
    played = {
        len(crowd): simulate(n, seed=SEED, valuation=COR, strategies=crowd) for crowd in (SIX, FIVE)
    }
    ours = {many: one.steals / one.chain_length for many, one in played.items()}
    told = {"main text": "table3.base.correlated.steals", "Table 14": "table14.base.steals"}
    lengths = {"main text": "valuation.chain_correlated", "Table 14": "table14.base.chain"}
    printed = {x: float(said.value(told[x]) / said.value(lengths[x])) for x in told}
    lists = {
        table: sum(f"table{table}.base.{x}" in said.published.entries for x in SIX)
        for table in (7, 15)
    }
    return Finding(
        in_parts(*(abs(ours[6] - x) < abs(ours[5] - x) for x in printed.values())),
        f"Table 7 lists {lists[7]} strategies and Table 15 {lists[15]}. Steals over chain length, "
        "which is the number of rounds with a theft, are, in BASE with correlated valuations, "
        f"{', '.join(f'{x:.2f} ({name})' for name, x in printed.items())}. Our players have "
        f"{ours[6]:.2f} with six strategies and {ours[5]:.2f} without expected_value, in {n:,} "
        "games each.",
    )


@claim("strategies.mean_selective")
def mean_selective(effort: Effort) -> Finding:
    """Whether mean_based turns targets down, without social costs and with them."""
    it, n = study(effort), effort.of(full=300, reduced=20)
    alone = observe(Condition(SEED, 29, COR, (), ["mean_based"]), n).each("raids")[:, 2:]
    opens = {
        name: Estimate(1.0, 0.0) - it.share(name, "thefts", "turns", "mean_based")
        for name in ("BASE", "SC")
    }
    shares = ", ".join(f"{e.value:.0%} ({name})" for name, e in opens.items())
    little = said["strategies.mean_selective"]
    return Finding(
        in_parts(*(not as_share(e, 1.0, little) for e in opens.values())),
        f"mean_based opens in {shares} of its decisions. The best of several gifts exceeds their "
        f"mean: in {n} games of mean_based alone, BASE, {alone.mean():.1%} of turns from the third "
        "round on begin with a theft. Social costs alone make it selective.",
    )


@claim("valuation.confirms")
def confirms(effort: Effort) -> Finding:
    """Whether it is agreement that raises stealing, and not that values are higher."""
    n, players = effort.of(full=300, reduced=10), 29
    luck = np.random.default_rng(SEED)
    alone, agreed = (100 * draw(Condition(SEED, players, v), n).values for v in (IND, COR))
    higher = luck.permuted(agreed, axis=2)  # each player's values, without the agreement
    level = np.sort(agreed.ravel())  # what agreed and no higher than independent values are
    both_sides = [np.searchsorted(level, agreed, side) for side in ("left", "right")]
    ranked = 100 * sum(both_sides) / (2 * level.size)
    kinds = {  # who likes several gifts as much as can be has no favourite by its number
        name: np.asarray(values) + ROUNDING * luck.random(agreed.shape)
        for name, values in (
            ("independent", alone), ("higher", higher), ("agreed", ranked), ("correlated", agreed)
        )
    }  # fmt: skip
    thefts: dict[str, list[float]] = {name: [] for name in kinds}
    for g in range(n):
        rules = luck.choice(STRATEGIES, players).tolist()
        for name, values in kinds.items():
            thefts[name].append(steals(values[g].tolist(), rules, range(players), None)[0])
    counts = {name: np.array(row) for name, row in thefts.items()}
    whole, kept, agreement_alone = (
        of_sample(counts[name] - counts["independent"])
        for name in ("correlated", "higher", "agreed")
    )
    return Finding(
        in_parts(agreement_alone.above(), as_share(kept, whole, said["valuation.confirms"])),
        f"In {n} games of the five strategies without a coin correlated valuations add "
        f"{whole:+.1f} steals. But they are higher too, {agreed.mean() / 100:.2f} on average "
        f"against {alone.mean() / 100:.2f}: dealt out again to each player, so that all stay as "
        f"high and nobody agrees, they add {kept:+.1f}. Agreement without higher values, each "
        f"replaced by its rank among all, adds {agreement_alone:+.1f}.",
    )


@claim("strategies.noise", of=study)
def noise(it: Study) -> Finding:
    """Whether FULL narrows the gap because sophisticated play earns less."""
    ends = {s: (order(it, s)[0], order(it, s)[-1]) for s in ((), FULL)}
    (best, worst), (best_full, worst_full) = ends[()], ends[FULL]
    kept = it.kept
    falls = kept.total((1, COR, (), best), (-1, COR, FULL, best_full))
    rises = kept.total((1, COR, FULL, worst_full), (-1, COR, (), worst))
    whole = kept.total(
        (1, COR, (), best), (-1, COR, (), worst),
        (-1, COR, FULL, best_full), (1, COR, FULL, worst_full),
    )  # fmt: skip
    wise = kept.effect(FULL, "expected_value")
    return Finding(
        in_parts((-wise).above(), as_share(rises, whole, said["strategies.noise"])),
        f"expected_value earns {wise:+.4f} in FULL. But the gap shrinks by {whole:.4f}, of which "
        f"{rises:.4f} is what {worst} gains, who under AD is made to steal by a coin, and "
        f"{falls:.4f} is what the best strategy loses.",
    )


@claim("counting.branching")
def branching(effort: Effort) -> Finding:
    """Whether a total limit of two takes a branch from the state {0, 1}."""
    ways = {}
    for limit in (None, 2):
        lattice = count_lattice(3, total_limit=limit)
        ways[limit] = sum(e.ways for e in lattice.edges if lattice.nodes[e.start].label == "01")
    later = {limit: count(4, total_limit=limit) if limit else count(4) for limit in ways}
    return Finding(
        ways[2] < ways[None],
        f"From $\\{{0, 1\\}}$ there are {ways[None]} ways on without limits and {ways[2]} with the "
        "limit: both gifts can be stolen in either case. It is from the next state on that the "
        f"limit tells: {later[None]:,} trajectories of four players become {later[2]:,}.",
    )


@claim("counting.total_zero")
def total_zero(effort: Effort) -> Finding:
    """Proposition 6.2 with the limits as Section 2.7 codes them, 0 for none."""
    n = effort.of(full=6, reduced=4)
    ways = {limit: count(n, total_limit=limit or None) for limit in range(n)}
    return Finding(
        list(ways.values()) == sorted(ways.values()),
        f"Trajectories of {n} players by the total limit, from no limit, coded as zero, up: "
        f"{', '.join(f'{x:,}' for x in ways.values())}. The first is the largest.",
    )


@claim("future.reveals")
def reveals(effort: Effort) -> Finding:
    """Whether under the hard rule somebody can ever spare a gift that could be the own one."""
    n = effort.of(full=4, reduced=3)
    moving = [at for at in visited(n) if at.mover]
    could = 0
    for at in moving:
        could += at.mover in (at.holds[m - 1] for m in targets(at, limits=HARD))
    return Finding(
        could > 0,
        f"In {could or 'none'} of {len(moving)} positions of {n} players under the hard rule in "
        "which somebody acts "
        "could a player steal the own gift, so to leave it is never a choice. And players who know "
        "who brought which gift, as the sentence supposes, have nothing to learn.",
    )
