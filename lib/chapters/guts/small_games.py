"""Sections C.2, C.3 and Appendix D: small games beside guts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain, permutations, product

import numpy as np

from parlor.games.guts import small
from parlor.games.guts.small import Asynchronous, Equilibrium, payoffs
from parlor.solvers import zero_sum
from parlor.solvers.fictitious_play import FictitiousPlay, Protocol, Ties, play_three
from press import Effort, Finding, Value, claim, in_parts, show

from ..agreement import tally
from ..tolerances import CERTIFIED, CLIMBED, ROUNDING
from .said import equality, zero
from .text import listed

GAMES = small.load_games()  # player 1's payoffs
READINGS: tuple[tuple[Protocol, int], ...] = (  # moves, weight of the past
    ("simultaneous", 1), ("simultaneous", 10), ("alternating", 1), ("alternating", 10),
)  # fmt: skip
COALITIONS = {  # the choices, in any order, at which the source sees play end
    "C2": [(1, 1, 2)],
    "C5": [(1, 2, 3)],
    "C6": [(1, 2, 3)],
    "C7": [(1, 2, 3), (4, 5, 6)],
}
PLAYED = tuple(COALITIONS)
TIES: dict[Ties, str] = {
    "random": "at random", "first": "in favour of the first", "last": "in favour of the last"
}  # fmt: skip
PAIRS = ((0, 1), (0, 2), (1, 2))
WITH_PLAYER_ONE = PAIRS[:2]  # a traitor and she
THIRD, HALF = np.full(3, 1 / 3), np.array([0, 0.5, 0.5])


@cache
def found(name: str, reduced: bool = False) -> list[Equilibrium]:
    """The equilibria of a game, up to a permutation of the players."""
    if reduced and name == "C7":
        return small.equilibria(GAMES[name], max_support=1)
    return small.equilibria(GAMES[name], max_support=4, n_starts=1 if reduced else 2, seed=0)


@cache
def apart(name: str, n_starts: int) -> Asynchronous:
    """What independent partners hold player 1 to."""
    return small.asynchronous(GAMES[name], n_starts=n_starts, seed=0)


def together(name: str) -> zero_sum.ZeroSumSolution:
    """What partners who agree hold player 1 to."""
    return small.synchronous(GAMES[name])


def forced(name: str, effort: Effort) -> tuple[float, float]:
    """What partners who agree hold player 1 to, and independent ones."""
    return together(name).value, apart(name, effort.of(full=60, reduced=10)).value


def at(name: str, *strategies: int) -> tuple[float, ...]:
    """Everybody's payoffs where they play these strategies, counted from 1."""
    a, b, c = (s - 1 for s in strategies)
    return tuple(float(v) for v in payoffs(GAMES[name])[:, a, b, c])


def best_pair(
    name: str, each: bool, pairs: Sequence[tuple[int, int]] = PAIRS
) -> tuple[float, tuple[int, ...]]:
    """The best pure joint deviation of two players from 1, 2, 3, by their sum or the worse off."""
    start: tuple[int, ...] = 1, 2, 3
    found, here = [(0.0, start)], at(name, *start)
    for (one, two), (a, b) in product(pairs, product(range(1, len(GAMES[name]) + 1), repeat=2)):
        moved = tuple({one: a, two: b}.get(seat, own) for seat, own in enumerate(start))
        gains = [at(name, *moved)[seat] - here[seat] for seat in (one, two)]
        found.append((min(gains) if each else sum(gains), moved))
    return max(found)


def symmetric(name: str, reduced: bool = False) -> list[Equilibrium]:
    """The equilibria in which all play alike."""
    return [e for e in found(name, reduced) if np.ptp(e.mixes, axis=0).max() < CERTIFIED]


def equilibria_of(
    found: Sequence[Equilibrium], *mixes: Sequence[float] | np.ndarray
) -> list[Equilibrium]:
    """Those in which the three players mix so, in any order."""

    def ordered(mixes: Sequence[Sequence[float] | np.ndarray]) -> np.ndarray:
        return np.array(sorted(tuple(np.round(mix, 9)) for mix in mixes))

    return [e for e in found if abs(ordered(e.mixes) - ordered(mixes)).max() < CLIMBED]


def leaving(e: Equilibrium) -> str:
    """What a player can gain by leaving an equilibrium alone, in words."""
    return f"the most that a player can gain by leaving alone is {zero(e.regret)}"


def of_starts(shares: Sequence[float]) -> str:
    """Per cent of starts, in words where it is all of them."""
    low, high = min(shares), max(shares)
    if low == 100:
        return "all"
    return f"{low:.0f} % of the" if low == high else f"{low:.0f} to {high:.0f} % of the"


def settles(run: FictitiousPlay) -> bool:
    """Whether nobody changes her choice any more in the latter half of the rounds recorded."""
    late = run.plays[:, 2 * run.steps > run.steps[-1]]
    return bool((late == late[:, :1]).all())


def ends_at_coalition(name: str, run: FictitiousPlay) -> bool:
    """Whether play settles, and at a coalition that the source names."""
    return settles(run) and tuple(sorted((run.plays[:, -1] + 1).tolist())) in COALITIONS[name]


def n_starts(reduced: bool) -> int:
    """Random pasts that are played from, of each weight and order of moves."""
    return 10 if reduced else 60


def coalition_share(
    name: str, how: Protocol, weight: int, reduced: bool, ties: Ties = "random", whole: bool = False
) -> float:
    """Per cent of random pasts, of weights or of whole plays, that lead to a coalition."""
    U, ends, rounds = payoffs(GAMES[name]), [], 300 if reduced else 1500
    even = np.full(U.shape[1], 1 / U.shape[1])
    for seed in range(n_starts(reduced)):
        rng = np.random.default_rng(seed)
        start = [
            rng.multinomial(weight, even) if whole else weight * rng.dirichlet(np.ones(even.size))
            for _ in range(3)
        ]
        run = play_three(U, n_rounds=rounds, start=start, protocol=how, ties=ties, seed=seed)
        ends.append(ends_at_coalition(name, run))
    return float(100 * np.mean(ends))


@cache
def shares(name: str, reduced: bool, ties: Ties = "random", whole: bool = False) -> list[float]:
    """The same, by the reading."""
    return [coalition_share(name, *way, reduced, ties, whole) for way in READINGS]


@claim("c2.three", "c2.winners", "c2.pure")
def jacob(effort: Effort) -> dict[str, Finding]:
    """The Jacob game has three equilibria up to permutation; one is pure, and strict."""
    one, two, every = (1 / 3, 2 / 3), (2 / 3, 1 / 3), found("C2")
    mixes = [((0, 1), (1, 0), (1, 0)), (two, two, two), ((1, 0), one, one)]
    named = [equilibria_of(every, *mix) for mix in mixes]
    worth = [tuple(round(v, 4) + 0.0 for v in e.values) for e in every]
    single = sum(max(v) > 0 > sorted(v)[1] for v in worth)
    strict = [e for e in every if e.strict]
    pure = [e for e in every if min(max(mix) for mix in e.mixes) > 1 - CERTIFIED]
    return {
        "c2.three": Finding(
            len(every) == 3 and all(named),
            f"A search through all choices of supports finds {len(every)} equilibria up to "
            f"permutation, and {tally(named)} that the source names are among them.",
        ),
        "c2.winners": Finding(
            single >= 2,
            f"The payoffs of the {len(worth)} equilibria are {show(worth)}, up to permutation: in "
            f"{single} of them one player wins and two lose.",
        ),
        "c2.pure": Finding(
            strict == pure == named[0],
            f"Up to permutation the game has {len(every)} equilibria, of which {len(pure)} is pure "
            f"and {len(strict)} is strict, "
            f"{'the same one' if strict == pure else 'but not the same'}.",
        ),
    }


@claim("c2.payoffs")
def jacob_payoffs(effort: Effort) -> Value:
    """What (0, 1, 1) pays."""
    return Value(tuple(sorted(equilibria_of(found("C2"), (0, 1), (1, 0), (1, 0))[0].values)[::-1]))


@claim("c2.play", "c5.play", "c6.play", "c7.play", "c5.ties")
def where_play_goes(effort: Effort) -> dict[str, Finding]:
    """Fictitious play always goes to a coalition; random ties explain why."""
    decided: dict[str, Finding] = {}
    starts = n_starts(effort.reduced)
    weights = " or ".join(map(str, sorted({weight for _, weight in READINGS})))
    for name in PLAYED:
        seen = shares(name, effort.reduced)
        at_once, in_turn = seen[:2], seen[2:]
        decided[f"{name.lower()}.play"] = Finding(
            in_parts(*(share == 100 for share in seen)),
            "With simultaneous moves fictitious play ends at such a coalition from "
            f"{of_starts(at_once)} random starts, and with alternating moves from "
            f"{of_starts(in_turn)} random starts. (A start is a random past of weight "
            f"{weights}; we played from {starts} of either weight in either order of moves.)",
        )
    # from pasts of whole plays
    by_ties = [shares("C5", effort.reduced, ties, True) for ties in TIES]
    helped = tally(one > max(rest) for one, *rest in zip(*by_ties, strict=True))
    enough = tally(one == 100 for one in by_ties[0])
    cases = "; ".join(
        f"{', '.join(f'{share:.0f} %' for share in row)} after {plays} "
        f"play{'s' if plays > 1 else ''} with {moves} moves"
        for (moves, plays), *row in zip(READINGS, *by_ties, strict=True)
    )
    decided["c5.ties"] = Finding(
        in_parts(enough.all and helped.right, helped.right),
        "Replies can tie at all only after a past of whole plays. Of "
        f"{starts} random ones each, this share leads to a coalition if ties are broken "
        f"{', '.join(TIES.values())}, in this order: {cases}. Random choice does better than both "
        f"rules in {helped} cases, and it leads to a coalition from all pasts in {enough} cases.",
    )
    return decided


@claim("c5.matrix")
def whose_choice(effort: Effort) -> Finding:
    """The payoff as an entry of one matrix for all choices, and of that of player 1's choice."""
    A = GAMES["C5"]
    level = [int((payoffs(np.broadcast_to(one, A.shape)).sum(0) == 0).sum()) for one in A]
    own = int((payoffs(A).sum(0) == 0).sum())
    return Finding(
        A.size in level,
        f"The payoffs of the three players, which are to add up to zero, do at {own} of {A.size} "
        "triples of choices if the matrix is that of player 1's choice. If it is one matrix for "
        f"all her choices, they do at {listed(level)}.",
    )


@claim("c5.zero_sum", "c5.ones", "c5.blend", "c5.coalition", "c5.others")
def second_jacob(effort: Effort) -> dict[str, Finding]:
    """The Jacob game II: zero-sum, with these equilibria."""
    unit, every = np.eye(3), found("C5")
    ones = equilibria_of(every, *unit[[0, 0, 0]])
    blend = equilibria_of(every, *[(0, 2 / 3, 1 / 3)] * 3)
    chain = equilibria_of(every, *unit)
    rest = [e for e in every if e not in ones + blend + chain]
    level = tally(payoffs(GAMES["C5"]).sum(axis=0).ravel() == 0)
    orders = [at("C5", *order) for order in permutations((1, 2, 3))]

    def tied(some: list[Equilibrium], how: str) -> Finding:
        strict = "all other replies lose" if some[0].strict else "some other replies pay as much"
        return Finding(
            bool(some) and not some[0].strict,
            f"If all {how} so, {leaving(some[0])}, and {strict}.",
        )

    return {
        "c5.zero_sum": Finding(
            level.all, f"The payoffs add up to zero at {level} triples of choices."
        ),
        "c5.ones": tied(ones, "play"),
        "c5.blend": tied(blend, "mix"),
        "c5.coalition": Finding(
            bool(chain) and sorted(chain[0].values) == [-2, 1, 1] and len(set(orders)) == 3,
            f"The payoffs are {show(at('C5', 1, 2, 3))}, and {leaving(chain[0])}. The choices have "
            f"{len(orders)} permutations.",
        ),
        "c5.others": Finding(
            bool(rest),
            f"We found {len(rest)} more up to permutation. In one of them the players mix with the "
            f"chances {show([tuple(np.round(m, 3).tolist()) for m in rest[0].mixes])}.",
        ),
    }


@claim("c5.strong")
def strong_coalition(effort: Effort) -> Finding:
    """(1, 2, 3) is a strong equilibrium: no players raise their joint payoff together."""
    gain, moved = best_pair("C5", each=False)
    pure, _ = best_pair("C5", each=True)
    chances = 0.2, 0.8
    mixed = chances @ np.array([at("C5", 3, 2, 3), at("C5", 3, 3, 3)])
    return Finding(
        gain <= 0,
        f"By the source's definition, which counts joint payoffs, it is not strong: the choices "
        f"{show(moved)} pay {show(at('C5', *moved))} instead of {show(at('C5', 1, 2, 3))}, so that "
        f"two players gain {gain:g} together. By Aumann's, by which each of them must gain, it is "
        f"strong against pure deviations, the best of which brings {pure:g} to the worse off of "
        f"the two, but not against mixed ones: {show((3, 2, 3))} and {show((3, 3, 3))} with "
        f"chances {show(chances)} pay {show(tuple(np.round(mixed, 6).tolist()))}.",
    )


@claim("c6.coalition", "c6.strong")
def traitors(effort: Effort) -> dict[str, Finding]:
    """(C.6): (1, 2, 3) is an equilibrium too, no longer strong, owing to a traitor."""
    six = equilibria_of(found("C6", effort.reduced), *np.eye(4)[:3])
    worse, moved = best_pair("C6", each=True, pairs=WITH_PLAYER_ONE)
    before, _ = best_pair("C5", each=True)
    joint, _ = best_pair("C5", each=False)
    return {
        "c6.coalition": Finding(
            bool(six) and sorted(six[0].values) == [-2, 1, 1],
            f"The payoffs are {show(at('C6', 1, 2, 3))}, and {leaving(six[0])}.",
        ),
        "c6.strong": Finding(
            "partly" if worse > 0 and joint > 0 >= before else worse > 0,
            f"It is not strong: the choices {show(moved)} pay {show(at('C6', *moved))}, by which "
            f"player 1 and a traitor each gain at least {worse:g}. But 'no longer' is right only "
            "if strength means that no pure deviation brings gains to each; by joint payoffs, as "
            "the source defines it, the equilibrium of (C.5) was not strong either.",
        ),
    }


@claim("c7.coalition", "c7.traitor", "c7.better", "c7.synchronous")
def mega(effort: Effort) -> dict[str, Finding]:
    """(C.7): two coalitions, a traitor, and what partners do better together."""
    unit, starts, here = np.eye(6), effort.of(full=25, reduced=4), at("C7", 1, 2, 3)
    both = [equilibria_of(found("C7", effort.reduced), *unit[k : k + 3]) for k in (0, 3)]
    gain, moved = best_pair("C7", each=True, pairs=WITH_PLAYER_ONE)
    linked, loose = together("C7").value, apart("C7", starts).value
    hold = f"hold player 1 to {linked:.3f}, and the coalitions described hold her to {here[0]:g}."
    return {
        "c7.coalition": Finding(
            all(both) and all(e.strict and sorted(e.values) == [-2, 1, 1] for e in chain(*both)),
            f"The first coalition has the payoffs {show(here)} and the second "
            f"{show(at('C7', 4, 5, 6))}. The most that a player can gain by leaving either alone "
            f"is {zero(max(e.regret for e in chain(*both)))}, and fictitious play stays where all "
            "other replies lose.",
        ),
        "c7.traitor": Finding(
            gain > 0,
            f"If player 1 and a partner turn from {show((1, 2, 3))} to {show(moved)}, the payoffs "
            f"are {show(at('C7', *moved))}, and each of the two gains at least {gain:g}.",
        ),
        "c7.better": Finding(linked < here[0], f"Partners who draw together {hold}"),
        "c7.synchronous": Finding(
            abs(linked - here[0]) < CERTIFIED,
            f"The best partners who draw together {hold} Perhaps 'asynchronous' is meant: the best "
            f"independent partners that we found from {starts} starts hold her to {loose:.4f}.",
        ),
    }


@claim("c7.together")
def mega_together(effort: Effort) -> Value:
    """What each partner gets by playing [2, 3] or [5, 6] at random together."""
    deal = (GAMES["C7"][:, 1, 2] + GAMES["C7"][:, 4, 5]) / 2
    return Value(
        -float(deal.max()) / 2,
        evidence=f"Player 1's best reply to the blend leaves her {float(deal.max()):g}, of which "
        f"each partner gets half; the synchronous value is {together('C7').value:.4f}.",
    )


@claim("d1.same", "d1.different", "d1.synchronous", "d1.asynchronous", "d1.gap")
def odd_man_in(effort: Effort) -> dict[str, Value]:
    """What odd man in pays against agreement and difference, together and apart."""
    game, (linked, loose) = GAMES["D1"], forced("D1", effort)
    return {
        "d1.same": Value(float(THIRD @ game[:, 0, 0])),
        "d1.different": Value(float(THIRD @ game[:, 0, 1])),
        "d1.synchronous": Value(linked),
        "d1.asynchronous": Value(loose),
        "d1.gap": Value(loose - linked),
    }


@claim("d1.blend", "d1.larger", "d1.impossible", "d1.optimum")
def odd_man_in_apart(effort: Effort) -> dict[str, Finding]:
    """The coalition that forces -2/3, and what independent partners can."""
    game, (linked, loose) = GAMES["D1"], forced("D1", effort)
    blend = (game[:, 0, 1] + game[:, 0, 2] + game[:, 1, 2]) / 3
    m = np.linspace(0.5, 2 / 3, 1001)  # the least of y_j + z_j, when it is above 1/2
    slack = 2 * (1 - m) * (2 * m - 1) - (m - 0.5)
    held = float((game[:, 0] @ HALF).max())
    psi = against("D1", *mixes_of_two(effort)).max(1)
    sums = {a + b + c for a, b, c in product((0, 2), repeat=3)}  # of thirds
    return {
        "d1.blend": Finding(
            float(np.ptp(blend)) < ROUNDING and abs(blend[0] - linked) < CERTIFIED,
            f"Against this blend player 1 gets {float(blend.min()):.4f} by her worst choice and "
            f"{float(blend.max()):.4f} by her best.",
        ),
        "d1.larger": Finding(
            linked > loose,
            f"By synchronous play they hold player 1 to {linked:.4f}, and by asynchronous play to "
            f"{loose:.4f}.",
        ),
        "d1.impossible": Finding(
            3 not in sums and min(loose, float(psi.min())) > -2 / 3 + CERTIFIED,
            "If both held, each $y_j$ would be zero or two thirds; but three such numbers add up "
            f"to {show(sorted(sums))} thirds, and never to one. The best pair of independent mixes "
            f"that we found holds player 1 to {loose:.4f}, and the best of {psi.size:,} random "
            f"pairs to {float(psi.min()):.4f}; synchronous partners hold her to {linked:.4f}.",
        ),
        "d1.optimum": Finding(
            abs(held - loose) < CERTIFIED
            and slack.min() > -ROUNDING
            and psi.min() >= held - CERTIFIED,
            f"It holds player 1 to {held:g}, and no pair does better. For let $m$ be the least of "
            r"$y_j + z_j$. If $m > 1/2$, then $y \cdot z \ge (1 - m)(2 m - 1)$; and "
            r"$2 (1 - m)(2 m - 1) - (m - 1/2) \ge 0$ on $[1/2, 2/3]$, where the least value on a "
            f"mesh of {m.size:,} points is {zero(abs(float(slack.min())))}.",
        ),
    }


def mixes_of_two(effort: Effort) -> tuple[np.ndarray, np.ndarray]:
    """Random pairs of mixes over three choices."""
    rng = np.random.default_rng(0)
    y, z = (rng.dirichlet(np.ones(3), effort.of(full=20_000, reduced=500)) for _ in "yz")
    return y, z


def against(name: str, y: np.ndarray, z: np.ndarray) -> np.ndarray:
    """What player 1 gets by each of her choices against many pairs of mixes."""
    return np.asarray(np.einsum("abc,nb,nc->na", GAMES[name], y, z))


@claim("d1.formula", "d1.average", "d1.minimum", "d1.jensen", "d1.strict")
def odd_man_in_formulas(effort: Effort) -> dict[str, Finding]:
    """(D.1), its average, (D.2), and the symmetric equilibrium."""
    y, z = mixes_of_two(effort)
    direct = against("D1", y, z)
    common = direct + y + z  # that is 2 y.z for each choice
    off = float(abs(2 * (y * z).sum(1)[:, None] - common).max())
    as_printed = 2 * (y[:, [0, 1, 1]] * z).sum(1)[:, None]  # y = (y1, y2, y2), v read as z
    parts = np.ptp(common, axis=1).max() < ROUNDING, abs(common - as_printed).max() < ROUNDING
    average = float(abs(direct.mean(1) - 2 * (y * z).sum(1) + 2 / 3).max())
    own, best = 2 * ((y**2).sum(1)[:, None] - y), against("D1", y, y).max(1)
    same = symmetric("D1")
    tie = float(np.ptp(np.einsum("abc,b,c", GAMES["D1"], THIRD, THIRD)))
    halves = len(same) == 1, any(e.strict for e in same)
    spread = 2 * ((y - 1 / 3) ** 2).sum(1)  # zero for the even mix alone
    return {
        "d1.formula": Finding(
            in_parts(*parts),
            r"The terms $y_j + z_j$ are right. With $y \cdot z$ for the printed $y \cdot v$, in "
            r"which $v$ is not defined, and $y_3$ for the second $y_2$ the formula differs from "
            f"the payoffs by at most {off:.0e} at {len(y):,} random pairs of mixes.",
        ),
        "d1.average": Finding(
            average < ROUNDING,
            f"At {len(y):,} random pairs of mixes the average of the three payoffs differs from "
            f"the printed formula by at most {average:.0e}.",
        ),
        "d1.minimum": Finding(
            bool((own.min(1) >= -ROUNDING).all()),
            f"At {len(y):,} random mixes the least over $j$ goes down to {float(own.min()):.3f}. "
            "What player 1 gets by her best choice is the greatest over $j$, as defined above "
            "(D.2); the two differ by at most "
            f"{float(abs(own.max(1) - best).max()):.0e}.",
        ),
        "d1.jensen": Finding(
            bool((best >= spread - ROUNDING).all()),
            r"We read a maximum for the printed minimum. The least $y_j$ is at most $1/3$, so that "
            r"her best choice gets at least $2 \sum_j (y_j - 1/3)^2$, which is zero for the even "
            f"mix alone; at {len(y):,} random mixes she gets at least "
            f"{float((best - spread).min()):.0e} more.",
        ),
        "d1.strict": Finding(
            in_parts(*halves),
            f"A search finds {len(same)} symmetric equilibri{'um' if len(same) == 1 else 'a'}. It "
            f"is {'' if halves[1] else 'not '}strict, since against even mixes all replies pay the "
            f"same, {equality(tie)}.",
        ),
    }


@claim("d2.synchronous", "d2.force", "d2.asynchronous")
def odd_man_out(effort: Effort) -> dict[str, Value]:
    """What odd man out is worth, together and apart."""
    linked, loose = forced("D2", effort)
    return {
        "d2.synchronous": Value(linked),
        "d2.force": Value(linked),
        "d2.asynchronous": Value(
            round(loose, 12) + 0.0,
            evidence=r"Her best choice gets the greatest $y_j + z_j$ less $2 y \cdot z$, and that "
            r"is never negative: $2 y \cdot z$ is at most half the sum of $(y_j + z_j)^2$, and "
            "this at most the greatest $y_j + z_j$, since these add up to $2$.",
        ),
    }


@claim("d2.nash", "d2.blend", "d2.formula", "d2.inequality", "d2.equality", "d2.gap")
def odd_man_out_claims(effort: Effort) -> dict[str, Finding]:
    """Its equilibria, the blend that is optimal, and the bound on independent partners."""
    game, (linked, loose) = GAMES["D2"], forced("D2", effort)
    y, z = mixes_of_two(effort)
    labels = {tuple(np.round(np.array(e.mixes[0])[list(p)], 9))
              for e in symmetric("D2") for p in permutations(range(3))}  # fmt: skip
    even = any(abs(np.subtract(m, 1 / 3)).max() < CERTIFIED for m in labels)
    blend = float(np.mean([game[:, k, k] for k in range(3)], axis=0).max())
    norm = np.sqrt((y**2).sum(1))
    corner, half = float(game[:, 0, 0].max()) + 0.0, float((game @ HALF @ HALF).max()) + 0.0
    right, true = (y + z).max(1) - 2 * (y * z).sum(1), against("D2", y, z)
    most, least = (float(abs(right - psi).max()) for psi in (true.max(1), true.min(1)))
    return {
        "d2.nash": Finding(
            in_parts(even, len(labels) == 1),
            f"That all play so is an equilibrium. In all we found {len(labels)} symmetric "
            f"equilibria; in one of them all play {show(max(labels))}.",
        ),
        "d2.blend": Finding(
            abs(blend - linked) < CERTIFIED,
            f"This blend holds player 1 to {blend:.4f}, and the best coalition that draws together "
            f"holds her to {linked:.4f}.",
        ),
        "d2.formula": Finding(
            in_parts(most < ROUNDING, least < ROUNDING),
            rf"At {len(y):,} random pairs of mixes the right side differs from the greatest of "
            rf"$-\Psi_j$, which player 1 gets by her best choice, by at most {most:.0e}, and from "
            f"the least of them, which is printed, by up to {least:.2f}.",
        ),
        "d2.inequality": Finding(
            bool((norm <= 1 / 3**0.5 + ROUNDING).all()),
            f"At {len(y):,} random mixes $|y|$ goes from {float(norm.min()):.3f} up to "
            rf"{float(norm.max()):.3f}; $1/\sqrt{{3}}$ is its lower bound and not its upper one.",
        ),
        "d2.equality": Finding(
            min(corner, half) > ROUNDING,
            f"By her best choice player 1 gets {corner:g} against $y = z = (1, 0, 0)$ too, and "
            f"{half:g} against $y = z = (0, 1/2, 1/2)$.",
        ),
        "d2.gap": Finding(
            loose - linked > CERTIFIED,
            f"The best synchronous coalition holds player 1 to {linked:.4f}, and the best "
            f"asynchronous one to {round(loose, 4) + 0.0:.4f}.",
        ),
    }
