"""Sections C.2, C.3 and Appendix D: small games beside guts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations, product

import numpy as np

from parlor.games.guts import small
from parlor.games.guts.small import Asynchronous, Equilibrium, payoffs
from parlor.solvers import fictitious_play, zero_sum
from press import Effort, Finding, Value, claim, show, value

READINGS: tuple[tuple[fictitious_play.Protocol, int], ...] = (  # moves, weight of the past
    ("simultaneous", 1),
    ("simultaneous", 10),
    ("alternating", 1),
    ("alternating", 10),
)
PLAYED = ("C2", "C5", "C6", "C7")
THIRD, HALF = np.full(3, 1 / 3), np.array([0, 0.5, 0.5])


@cache
def games() -> dict[str, np.ndarray]:
    """Player 1's payoffs, by the number of the equation or section."""
    return small.load_games()


@cache
def found(name: str, reduced: bool = False) -> list[Equilibrium]:
    """The equilibria of a game, up to a permutation of the players."""
    if reduced and name == "C7":
        return small.equilibria(games()[name], max_support=1)
    return small.equilibria(games()[name], max_support=4, n_starts=1 if reduced else 2, seed=0)


@cache
def apart(name: str, n_starts: int) -> Asynchronous:
    """What independent partners hold player 1 to."""
    return small.asynchronous(games()[name], n_starts=n_starts, seed=0)


def together(name: str) -> zero_sum.ZeroSumSolution:
    """What partners who agree hold player 1 to."""
    return small.synchronous(games()[name])


@cache
def shares(name: str, reduced: bool) -> tuple[float, ...]:
    """Per cent of the starts from which fictitious play goes to a coalition, by the reading."""
    starts, rounds = (10, 300) if reduced else (60, 1500)
    return tuple(coalition_share(games()[name], *way, starts, rounds) for way in READINGS)


def at(name: str, *strategies: int) -> tuple[float, ...]:
    """Everybody's payoffs where they play these strategies, counted from 1."""
    a, b, c = (s - 1 for s in strategies)
    return tuple(float(v) for v in payoffs(games()[name])[:, a, b, c])


def best_pair(name: str, start: tuple[int, int, int], each: bool) -> tuple[float, tuple[int, ...]]:
    """The best pure joint deviation of two players, by their sum or for the worse off."""
    best: tuple[float, tuple[int, ...]] = (0.0, start)
    here = at(name, *start)
    for one, two in ((0, 1), (0, 2), (1, 2)):
        for a, b in product(range(1, len(games()[name]) + 1), repeat=2):
            moved = list(start)
            moved[one], moved[two] = a, b
            there = at(name, *moved)
            gains = there[one] - here[one], there[two] - here[two]
            best = max(best, (min(gains) if each else sum(gains), tuple(moved)))
    return best


def symmetric(name: str, reduced: bool = False) -> list[Equilibrium]:
    """The equilibria in which all play alike."""
    return [e for e in found(name, reduced) if np.ptp(e.mixes, axis=0).max() < 1e-9]


def equilibria_of(
    found: Sequence[Equilibrium], *mixes: Sequence[float] | np.ndarray
) -> list[Equilibrium]:
    """Those in which the three players mix so, in any order."""
    want = sorted(tuple(np.round(mix, 6)) for mix in mixes)
    return [e for e in found if np.abs(np.subtract(sorted(e.mixes), want)).max() < 1e-5]


def coalition_share(
    A: np.ndarray, protocol: fictitious_play.Protocol, weight: float, n_starts: int, n_rounds: int
) -> float:
    """Per cent of random pasts from which play ends where all three play purely."""
    U, ends = payoffs(A), []
    for seed in range(n_starts):
        rng = np.random.default_rng(seed)
        x, y, z = (weight * rng.dirichlet(np.ones(U.shape[1])) for _ in range(3))
        run = fictitious_play.play_three(U, n_rounds, start=(x, y, z), protocol=protocol, seed=seed)
        ends.append(min(mix.max() for mix in run.mixes) > 0.8)
    return float(100 * np.mean(ends))


@claim("c2.three", "c2.winners", "c2.pure")
def jacob(effort: Effort) -> dict[str, Finding]:
    """The Jacob game has three equilibria up to permutation; one is pure, and strict."""
    one, two = (1 / 3, 2 / 3), (2 / 3, 1 / 3)
    named = [
        equilibria_of(found("C2"), (0, 1), (1, 0), (1, 0)),
        equilibria_of(found("C2"), two, two, two),
        equilibria_of(found("C2"), (1, 0), one, one),
    ]
    worth = [tuple(round(v, 4) + 0.0 for v in e.values) for e in found("C2")]
    single = sum(max(v) > 0 > sorted(v)[1] for v in worth)
    strict = [e for e in found("C2") if e.strict]
    pure = [e for e in found("C2") if min(max(mix) for mix in e.mixes) > 1 - 1e-9]
    return {
        "c2.three": Finding(
            len(found("C2")) == 3 and all(named),
            f"All choices of supports tried: {len(found('C2'))} found, those.",
        ),
        "c2.winners": Finding(
            single >= 2,
            f"One wins and two lose in {single} of {len(worth)}: payoffs {show(worth)}.",
        ),
        "c2.pure": Finding(
            strict == pure == named[0],
            f"{len(pure)} pure, {len(strict)} strict: the same; the others have mixed players.",
        ),
    }


@value("c2.payoffs")
def jacob_payoffs(effort: Effort) -> Value:
    """What (0, 1, 1) pays."""
    return Value(tuple(sorted(equilibria_of(found("C2"), (0, 1), (1, 0), (1, 0))[0].values)[::-1]))


@claim("c2.play", "c5.play", "c6.play", "c7.play", "c5.ties")
def where_play_goes(effort: Effort) -> dict[str, Finding]:
    """Fictitious play always goes to a coalition; random ties explain why."""
    decided: dict[str, Finding] = {}
    for name in PLAYED:
        seen = shares(name, effort.reduced)
        takes_turns = seen[2:]
        verdict: bool | str = min(seen) == 100
        if not verdict and min(takes_turns) >= 90:
            verdict = "partly"
        decided[f"{name.lower()}.play"] = Finding(
            verdict,
            f"From {min(seen[:2]):.0f} to {max(seen[:2]):.0f} % of the starts if moves are "
            f"simultaneous, from {min(takes_turns):.0f} % at least if they alternate (past of "
            "weight 1 or 10).",
        )
    seen = shares("C5", effort.reduced)
    decided["c5.ties"] = Finding(
        "partly" if min(seen[2:]) == 100 > min(seen[:2]) else min(seen) == 100,
        "With alternating moves nothing is in between; with simultaneous ones and a past of weight "
        f"1 {100 - min(seen[:2]):.0f} % of the starts stay at mixed points, random ties included.",
    )
    return decided


@claim("c5.zero_sum", "c5.ones", "c5.blend", "c5.coalition", "c5.others")
def second_jacob(effort: Effort) -> dict[str, Finding]:
    """The Jacob game II: zero-sum, with these equilibria."""
    unit = np.eye(3)
    ones = equilibria_of(found("C5"), *unit[[0, 0, 0]])
    blend = equilibria_of(found("C5"), *[(0, 2 / 3, 1 / 3)] * 3)
    chain = equilibria_of(found("C5"), *unit)
    rest = [e for e in found("C5") if e not in ones + blend + chain]
    sums = float(abs(payoffs(games()["C5"]).sum(axis=0)).max())
    orders = [at("C5", *order) for order in permutations((1, 2, 3))]
    return {
        "c5.zero_sum": Finding(sums == 0, f"All 27 triples: largest sum {sums:g}."),
        "c5.ones": Finding(
            bool(ones) and not ones[0].strict,
            f"Verified, regret {ones[0].regret:.0e}; other replies tie.",
        ),
        "c5.blend": Finding(bool(blend) and not blend[0].strict, f"Regret {blend[0].regret:.0e}."),
        "c5.coalition": Finding(
            bool(chain) and sorted(chain[0].values) == [-2, 1, 1] and len(set(orders)) == 3,
            f"Payoffs {show(at('C5', 1, 2, 3))}, regret {chain[0].regret:.0e}, in {len(orders)} "
            "permutations.",
        ),
        "c5.others": Finding(
            bool(rest),
            f"There are: {len(rest)} more up to permutation, such as "
            f"{[tuple(np.round(m, 3).tolist()) for m in rest[0].mixes]!s}.",
        ),
    }


@claim("c5.strong")
def strong_coalition(effort: Effort) -> Finding:
    """(1, 2, 3) is a strong equilibrium: no players raise their joint payoff together."""
    gain, moved = best_pair("C5", (1, 2, 3), each=False)
    pure, _ = best_pair("C5", (1, 2, 3), each=True)
    mixed = 0.2 * np.array(at("C5", 3, 2, 3)) + 0.8 * np.array(at("C5", 3, 3, 3))
    here = at("C5", 1, 2, 3)
    return Finding(
        gain <= 0,
        f"By the source's definition, the joint payoff, it is not: at {show(moved)} players get "
        f"{show(at('C5', *moved))}, and two of them {gain:g} more together than {show(here)}. By "
        f"Aumann's, where each must gain, it is strong against pure deviations (best {pure:g}), "
        "and not against mixed ones: player 1 at 3 and player 2 at 2 or 3 (.2, .8) get "
        f"{show(tuple(mixed.round(6).tolist()))}.",
    )


@claim("c6.coalition", "c6.strong")
def traitors(effort: Effort) -> dict[str, Finding]:
    """(C.6): (1, 2, 3) is an equilibrium too, no longer strong, owing to a traitor."""
    six = equilibria_of(found("C6", effort.reduced), *np.eye(4)[:3])
    worse, moved = best_pair("C6", (1, 2, 3), each=True)
    before, _ = best_pair("C5", (1, 2, 3), each=True)
    joint, _ = best_pair("C5", (1, 2, 3), each=False)
    return {
        "c6.coalition": Finding(
            bool(six) and sorted(six[0].values) == [-2, 1, 1],
            f"Payoffs {show(at('C6', 1, 2, 3))}, regret {six[0].regret:.0e}.",
        ),
        "c6.strong": Finding(
            "partly" if worse > 0 and joint > 0 >= before else worse > 0,
            f"Not strong: at {show(moved)} payoffs are {show(at('C6', *moved))}, player 1 and a "
            "traitor gain both. That it is strong no longer is true in this sense only, for pure "
            "deviations of which each gains; by joint payoffs, as the source defines it, (C.5) "
            "was not strong either.",
        ),
    }


@claim("c7.coalition", "c7.traitor", "c7.better", "c7.synchronous")
def mega(effort: Effort) -> dict[str, Finding]:
    """(C.7): two coalitions, a traitor, and what partners do better together."""
    unit, starts = np.eye(6), effort.of(full=25, reduced=4)
    both = [equilibria_of(found("C7", effort.reduced), *unit[k : k + 3]) for k in (0, 3)]
    gain, moved = best_pair("C7", (1, 2, 3), each=True)
    linked, loose = together("C7").value, apart("C7", starts).value
    return {
        "c7.coalition": Finding(
            all(both),
            f"Payoffs {show(at('C7', 1, 2, 3))} and {show(at('C7', 4, 5, 6))}; regrets 0.",
        ),
        "c7.traitor": Finding(
            gain > 0,
            f"From (1, 2, 3) to {show(moved)}: payoffs {show(at('C7', *moved))}, two gain {gain:g} "
            "at least.",
        ),
        "c7.better": Finding(
            linked < at("C7", 1, 2, 3)[0],
            f"Together they hold player 1 to {linked:.3f}, the coalition found to "
            f"{at('C7', 1, 2, 3)[0]:g}.",
        ),
        "c7.synchronous": Finding(
            abs(linked - at("C7", 1, 2, 3)[0]) < 1e-9,
            f"Synchronous ones force {-linked:.3f}, more than the coalition's 2. Read "
            f"asynchronous: from {starts} starts independent partners force no more than "
            f"{-loose:.4f}.",
        ),
    }


@value("c7.together")
def mega_together(effort: Effort) -> Value:
    """What each partner gets by playing [2, 3] or [5, 6] at random together."""
    deal = (games()["C7"][:, 1, 2] + games()["C7"][:, 4, 5]) / 2
    return Value(
        -float(deal.max()) / 2,
        evidence=f"Best reply to the blend: {float(deal.max()):g}; the synchronous value is "
        f"{together('C7').value:.4f}.",
    )


@value("d1.same", "d1.different", "d1.synchronous", "d1.asynchronous", "d1.gap")
def odd_man_in(effort: Effort) -> dict[str, Value]:
    """What odd man in pays against agreement and difference, together and apart."""
    game = games()["D1"]
    loose, linked = apart("D1", effort.of(full=60, reduced=10)).value, together("D1").value
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
    game = games()["D1"]
    blend = (game[:, 0, 1] + game[:, 0, 2] + game[:, 1, 2]) / 3
    loose, linked = apart("D1", effort.of(full=60, reduced=10)).value, together("D1").value
    m = np.linspace(0.5, 2 / 3, 1001)  # the least of y_j + z_j, when it is above 1/2
    slack = 2 * (1 - m) * (2 * m - 1) - (m - 0.5)
    held = np.einsum("abc,b,c", game, np.eye(3)[0], HALF)
    psi = most_of_three(effort)
    sums = {a + b + c for a, b, c in product((0, 2), repeat=3)}  # of thirds
    return {
        "d1.blend": Finding(
            float(np.ptp(blend)) < 1e-12 and abs(blend[0] - linked) < 1e-12,
            f"Player 1 gets {float(blend[0]):.4f} by any choice.",
        ),
        "d1.larger": Finding(
            linked > loose, f"The asynchronous one is larger, {loose:.4f} against {linked:.4f}."
        ),
        "d1.impossible": Finding(
            3 not in sums and float(psi.min()) > -2 / 3 + 0.1,
            f"Three numbers 0 or 2/3 never add up to 1. Least of {psi.size:,} pairs of mixes: "
            f"{float(psi.min()):.4f}.",
        ),
        "d1.optimum": Finding(
            abs(held.max() + 0.5) < 1e-12 and slack.min() > -1e-12 and psi.min() >= -0.5 - 1e-9,
            f"It holds player 1 to {float(held.max()):g}. No pair does better: with $m$ the least "
            r"of $y_j + z_j$, $y \cdot z \ge (1 - m)(2 m - 1)$ if $m > 1/2$, and $2 (1 - m)(2 m "
            rf"- 1) - (m - 1/2) \ge 0$ on $[1/2, 2/3]$ (least {abs(float(slack.min())):.0e}).",
        ),
    }


def mixes_of_two(effort: Effort) -> tuple[np.ndarray, np.ndarray]:
    """Random pairs of mixes over three choices."""
    rng = np.random.default_rng(0)
    y, z = (rng.dirichlet(np.ones(3), effort.of(full=20_000, reduced=500)) for _ in "yz")
    return y, z


def most_of_three(effort: Effort) -> np.ndarray:
    """What player 1 gets by her best choice in odd man in."""
    y, z = mixes_of_two(effort)
    return np.asarray(np.einsum("abc,nb,nc->na", games()["D1"], y, z).max(1))


@claim("d1.formula", "d1.average", "d1.minimum", "d1.jensen", "d1.strict")
def odd_man_in_formulas(effort: Effort) -> dict[str, Finding]:
    """(D.1), its average, (D.2), and the symmetric equilibrium."""
    y, z = mixes_of_two(effort)
    direct = np.einsum("abc,nb,nc->na", games()["D1"], y, z)
    off = float(abs(2 * (y * z).sum(1)[:, None] - y - z - direct).max())
    average = float(abs(direct.mean(1) - 2 * (y * z).sum(1) + 2 / 3).max())
    own = 2 * ((y**2).sum(1)[:, None] - y)
    alike = np.einsum("abc,nb,nc->na", games()["D1"], y, y)
    same = symmetric("D1")
    tie = float(np.ptp(np.einsum("abc,b,c", games()["D1"], THIRD, THIRD)))
    even = own.max(1).argmin()
    return {
        "d1.formula": Finding(
            "partly" if off < 1e-12 else False,
            r"With $y \cdot z$ for the printed $y \cdot v$, in which $v$ is not defined, and "
            f"$y_3$ for the second $y_2$: within {off:.0e} on {len(y):,} pairs of mixes.",
        ),
        "d1.average": Finding(average < 1e-12, f"On random mixes: {average:.0e}."),
        "d1.minimum": Finding(
            bool((own.min(1) >= -1e-12).all()),
            f"The least over j is as low as {float(own.min()):.3f}; it is max_j, as defined above "
            "it, which is what player 1 gets (within "
            f"{float(abs(own.max(1) - alike.max(1)).max()):.0e}).",
        ),
        "d1.jensen": Finding(
            bool((own.max(1) >= -1e-12).all()) and abs(y[even] - 1 / 3).max() < 0.05,
            f"With the maximum: least found {float(own.max(1).min()):.1e}, near the even mix.",
        ),
        "d1.strict": Finding(
            "partly" if len(same) == 1 and tie < 1e-12 else len(same) == 1,
            f"Unique, yes ({len(same)} symmetric equilibrium). Not strict: every reply to (1/3, "
            f"1/3, 1/3) twice pays the same, within {tie:.0e}.",
        ),
    }


@value("d2.synchronous", "d2.force", "d2.asynchronous")
def odd_man_out(effort: Effort) -> dict[str, Value]:
    """What odd man out is worth, together and apart."""
    linked = together("D2").value
    loose = apart("D2", effort.of(full=60, reduced=10)).value
    return {
        "d2.synchronous": Value(linked),
        "d2.force": Value(linked),
        "d2.asynchronous": Value(
            round(loose, 12) + 0.0,
            evidence=r"No less: $2 y \cdot z$ is at most half the sum of $(y_j + z_j)^2$, and that "
            "is at most the greatest $y_j + z_j$.",
        ),
    }


@claim("d2.nash", "d2.blend", "d2.formula", "d2.inequality", "d2.equality", "d2.gap")
def odd_man_out_claims(effort: Effort) -> dict[str, Finding]:
    """Its equilibria, the blend that is optimal, and the bound on independent partners."""
    game = games()["D2"]
    y, z = mixes_of_two(effort)
    same = symmetric("D2")
    labels = {tuple(np.round(np.array(e.mixes[0])[list(p)], 9))
              for e in same for p in permutations(range(3))}  # fmt: skip
    blend = float(np.mean([game[:, k, k] for k in range(3)], axis=0).max())
    norm = np.sqrt((y**2).sum(1))
    corner = float(np.einsum("abc,b,c", game, np.eye(3)[0], np.eye(3)[0]).max())
    half = float(np.einsum("abc,b,c", game, HALF, HALF).max())
    right = -2 * (y * z).sum(1) + (y + z).max(1)
    true = np.einsum("abc,nb,nc->na", game, y, z)
    linked = together("D2").value
    loose = apart("D2", effort.of(full=60, reduced=10)).value
    return {
        "d2.nash": Finding(
            "partly"
            if len(labels) > 1 and any(abs(np.subtract(m, 1 / 3)).max() < 1e-9 for m in labels)
            else len(labels) == 1,
            f"It is one; there are {len(labels)} symmetric equilibria, all naming 1 among them.",
        ),
        "d2.blend": Finding(abs(blend - linked) < 1e-12, f"It forces {blend:.4f}."),
        "d2.formula": Finding(
            "partly"
            if abs(right - true.max(1)).max() < 1e-12 < abs(right - true.min(1)).max()
            else abs(right - true.min(1)).max() < 1e-12,
            "The right side is the greatest of -Psi_j (within "
            f"{float(abs(right - true.max(1)).max()):.0e}), as it should be; printed is the "
            f"least, which differs by up to {float(abs(right - true.min(1)).max()):.2f}.",
        ),
        "d2.inequality": Finding(
            bool((norm <= 1 / 3**0.5 + 1e-12).all()),
            f"|y| goes from {float(norm.min()):.3f} up to {float(norm.max()):.3f}: the inequality "
            "is the other way.",
        ),
        "d2.equality": Finding(
            min(corner, half) > 1e-12,
            f"$y = z = (1, 0, 0)$ gives {corner + 0.0:g} too, and (0, 1/2, 1/2) {half + 0.0:g}.",
        ),
        "d2.gap": Finding(loose - linked > 1e-9, f"It is {loose - linked:.4f}."),
    }
