"""Section 7.2, one's own gift: what the rule against it does, and to whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import Condition, Rules, play
from parlor.games.gift_exchange.position import Limits, Position, may_open, targets
from press import Effort, Finding, claim, in_parts
from press.ledger.verdict import NOISE

from ..enumeration import trajectories
from ..paired import PairedStatistics, play_statistics, relative_change
from ..said import as_share, said
from ..survey import every_position, forced_share, survey

RULES = {
    "ignored": Rules(),
    "soft, 0.1": Rules(own_gift="soft", own_gift_cost=0.1),
    "soft, 0.5": Rules(own_gift="soft", own_gift_cost=0.5),
    "hard": Rules(own_gift="hard"),
}
HARD = Limits(no_own_gift=True)
Homes = dict[tuple[int, str], PairedStatistics]  # games by number of players and rule


def visited(n_players: int) -> Iterable[Position]:
    """The positions of all games under the hard rule, ends included, each once."""
    return every_position(n_players, HARD, labelled=True)


def ends(n_players: int) -> Iterator[Position]:
    """The ends of all games under the hard rule, each once."""
    return (at for at in visited(n_players) if not at.mover)


@claim("future.one_fewer")
def one_fewer(effort: Effort) -> Finding:
    """Whether the hard rule takes a target from every decision, and a gift to open from some."""
    n = 4
    moving = [at for at in visited(n) if at.mover]
    robbable = [at for at in moving if at.mover in (at.holds[m - 1] for m in targets(at))]
    wrapped = sum(at.mover in at.wrapped for at in moving)
    both = sum(at.mover in at.wrapped for at in robbable)
    return Finding(
        in_parts(len(robbable) == len(moving), wrapped > 0),
        f"Where somebody of {n} players acts the rule takes a target away in {len(robbable)} of "
        f"{len(moving)} positions, and a gift to open in {wrapped}, "
        f"{f'both in {both}' if both else 'but never both'}.",
    )


@claim("future.forced")
def forced(effort: Effort) -> Finding:
    """Whether it raises the chance of having nobody to steal from, and slightly."""
    few = {
        n: [float(forced_share(n, limits=Limits(no_own_gift=own))) for own in (False, True)]
        for n in (3, 4)
    }
    most = said["future.forced"].high
    slightly = all(b - a <= most * a for a, b in few.values())
    return Finding(
        in_parts(all(b > a for a, b in few.values()), slightly),
        "Share of decisions without anybody to steal from, if all play at random: "
        f"{', '.join(f'{a:.1%} to {b:.1%} (n = {n})' for n, (a, b) in few.items())}.",
    )


@claim("future.impasse")
def impasse(effort: Effort) -> Finding:
    """Whether there is an impasse, and whether it can be the one that the source names."""
    found = {n: survey(n, limits=HARD) for n in range(1, 5)}
    named = sum(s.nothing_left for s in found.values())
    return Finding(
        in_parts(found[4].only_own_left > 0, named > 0),
        f"In {named or 'none'} of {sum(s.n_positions for s in found.values())} positions of up to "
        "four players is nothing wrapped and nobody there to steal from. The rule does get stuck "
        f"in {found[4].only_own_left} positions of four players, where only the own gift lies "
        "wrapped.",
    )


@claim("future.unwanted")
def unwanted(effort: Effort) -> Finding:
    """Whether under the hard rule nobody can end up with what they brought."""
    brought = {  # whether a swap gives the first player, or the other, the own gift
        n: [at.holds[k] == 1 or at.holds[0] == k + 1 for at in ends(n) for k in range(1, n)]
        for n in (2, 3, 4)
    }
    told = ", ".join(f"{sum(own)} of {len(own)}" for own in brought.values())
    return Finding(
        not any(map(any, brought.values())),
        "Definition 7.13 binds openings and thefts only. Of the final swaps of two players and "
        f"more, up to {max(brought)}, {told} give the first player or her partner the gift they "
        "brought.",
    )


@claim("future.kappa")
def kappa(effort: Effort) -> Finding:
    """Whether an infinite penalty at the end is the hard rule."""
    counts = []
    for n in (2, 3):
        clean = [x for x in trajectories(n) if all(g != i for i, g in enumerate(x.outcome, 1))]
        held = sum(any(a.gift == a.player for r in x.rounds for a in r) for x in clean)
        counts.append((held, len(clean)))
    return Finding(
        not any(held for held, _ in counts),
        "Of the plays that escape the penalty, with two players and with three, "
        f"{' and '.join(f'{held} of {clean}' for held, clean in counts)} have somebody open or "
        "steal the own gift on the way, which the hard rule forbids.",
    )


@cache
def homes(effort: Effort) -> Homes:
    """Play parties of several sizes under each rule."""
    parties = effort.of(full=(4, 6, 8, 12, 16, 20, 29), reduced=(4, 8, 12))
    return {
        (n, name): play_statistics(
            Condition(n_players=n, rules=rules),
            ["own", "steals", "welfare"],
            n_games=effort.of(full=1500 if n > 8 else 5000, reduced=40),
        )
        for n, (name, rules) in product(parties, RULES.items())
    }


@claim("future.chance")
def chance(effort: Effort) -> Finding:
    """How often players take their own gift home, in games of strategies and not of lots."""
    found = homes(effort)
    taken = {n: n * found[n, "ignored"].estimate("own") for n in (8, max(found)[0])}
    return Finding(
        not any((e - Estimate(1.0, 0.0)).sure(NOISE) for e in taken.values()),
        "Under random assignment it is $1/n$ exactly. In games without the rule, per player, "
        f"times $n$: {', '.join(f'{e:.3f} (n = {n})' for n, e in taken.items())}.",
    )


@claim("future.low")
def low(effort: Effort) -> Finding:
    """Whether from n = 8 on that is low enough to leave the rule out."""
    found, bounds, few = homes(effort), said["future.low"], 8
    n = effort.of(full=3000, reduced=40)
    somebody = float((play(Condition(n_players=few), n_games=n)["own_gifts"] > 0).mean())
    chance = found[few, "ignored"].estimate("own")
    moved = {
        k: relative_change(found[k, "hard"], found[k, "ignored"], "steals")
        for k in (few, max(found)[0])
    }
    slight = all(as_share(e, 1.0, bounds) for e in moved.values())
    return Finding(
        in_parts(slight, as_share(chance, 1.0, bounds)),
        "The hard rule changes steals by "
        f"{' and '.join(f'{e.value:+.1%} with {k} players' for k, e in moved.items())}, which is "
        f"slight. But of {few} players each takes her own gift home with probability "
        f"{chance.value:.3f}, and in {somebody:.0%} of {n:,} games somebody does.",
    )


@claim("future.reveals")
def reveals(effort: Effort) -> Finding:
    """Whether a gift that a player leaves is a sign, to who knows whose it is and who does not."""
    n = effort.of(full=4, reduced=3)
    met, left = [0, 0], [Fraction(0), Fraction(0)]  # gifts of others, and the player's own
    for at in visited(n):
        if not at.mover:
            continue
        allowed = targets(at, limits=HARD)
        acts = max(len(allowed) + len(may_open(at, limits=HARD)), 1)
        for victim in targets(at):  # whose gift the locks leave free
            own = at.holds[victim - 1] == at.mover
            met[own] += 1
            left[own] += 1 - Fraction(victim in allowed, acts)
    before, after = Fraction(met[1], sum(met)), left[1] / sum(left)
    taken = met[1] - left[1]  # own gifts that could have been stolen, so that leaving them tells
    return Finding(
        in_parts(after > before, taken > 0),
        f"Of the open gifts that no lock bars, in positions of {n} players under the hard rule, "
        f"{float(before):.0%} are the own gift of who acts. Of those that are left, if all actions "
        f"are equally likely, {float(after):.0%} are: a sign to those who do not know who brought "
        "which gift. Those who know learn nothing, for the own gift is stolen in "
        f"{taken or 'none'} of the positions.",
    )
