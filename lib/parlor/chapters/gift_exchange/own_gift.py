"""Beyond the source: one's own gift, and the envy that the final swap takes away."""

from __future__ import annotations

from dataclasses import dataclass

from parlor.core.estimate import of_sample
from parlor.games.gift_exchange import Condition, Rules, play
from parlor.games.gift_exchange.paired import Played, play_statistics, relative_change
from parlor.games.gift_exchange.position import Limits
from parlor.games.gift_exchange.survey import forced_share, survey

from . import partial_information
from .findings import Claim, Finding
from .study import COR, FULL, SC, Study
from .words import named

RULES = {
    "ignored": Rules(),
    "soft, 0.1": Rules("soft", 0.1),
    "soft, 0.5": Rules("soft", 0.5),
    "hard": Rules("hard"),
}


def positions() -> list[Finding]:
    """What the hard rule does to a decision, on all positions of up to four players."""
    kin = {n: survey(n, Limits(own_gift=True)) for n in range(1, 5)}
    four = kin[4]
    chances = {n: [forced_share(n, Limits(own_gift=own)) for own in (False, True)] for n in (3, 4)}
    told = ", ".join(f"{float(a):.1%} to {float(b):.1%} (n = {n})" for n, (a, b) in chances.items())
    return [
        Claim(
            "future.one_fewer",
            four.own_targets == four.n_positions,
            f"In {four.own_targets} of {four.n_positions} positions of four "
            "players the rule takes a target away; in the others the own gift is "
            "wrapped, locked, or not in another player's hands.",
        ),
        Claim(
            "future.forced",
            all(a < b for a, b in chances.values()),
            f"Share of decisions without anybody to steal from, if all play at random: {told}.",
        ),
        Claim(
            "future.impasse",
            any(s.nothing_left for s in kin.values()),
            f"In {sum(s.nothing_left for s in kin.values())} positions of up to "
            "four players nothing is wrapped and nobody can be stolen from: a "
            "wrapped gift remains until the round ends. The rule does get stuck "
            f"in {four.only_own_left} positions of four players, where only the "
            "own gift lies wrapped.",
        ),
    ]


@dataclass(frozen=True)
class Homes:
    """Games by number of players and rule."""

    parties: tuple[int, ...]
    played: dict[tuple[int, str], Played]


def homes(study: Study) -> Homes:
    """Play parties of several sizes under each rule."""
    parties = (4, 8, 12) if study.reduced else (4, 6, 8, 12, 16, 20, 29)
    return Homes(
        parties,
        {
            (n, name): play_statistics(
                Condition(study.seed, n, rules=rules),
                ["own", "steals", "welfare"],
                study.size(1500 if n > 8 else 5000, 40),
            )
            for n in parties
            for name, rules in RULES.items()
        },
    )


def chances(study: Study, found: Homes) -> list[Finding]:
    """How often players take their own gift home, and what the hard rule changes."""
    last = found.parties[-1]
    somebody = (play(Condition(study.seed, 8), study.size(3000, 40))["own_gifts"] > 0).mean()
    taken = {n: n * found.played[n, "ignored"].estimate("own") for n in (8, last)}
    far = [abs(e.value - 1) / e.error for e in taken.values()]
    moved = {
        (n, what): relative_change(found.played[n, "hard"], found.played[n, "ignored"], what)
        for n in (8, last)
        for what in ("steals", "welfare")
    }
    told = {key: f"{e:+.1%}" for key, e in moved.items()}
    pi = partial_information.shares(study)[COR].value
    return [
        Claim(
            "future.chance",
            max(far) < 4,
            "Per player, times n: "
            + ", ".join(f"{e:.3f} (n = {n})" for n, e in taken.items())
            + ", in games without the rule.",
        ),
        Claim(
            "future.low",
            all(e.little(1.0) for (n, _), e in moved.items() if n == 8),
            f"The hard rule changes steals by {told[8, 'steals']} and values by "
            f"{told[8, 'welfare']} with 8 players, {told[last, 'steals']} and "
            f"{told[last, 'welfare']} with {last}. Yet in {somebody:.0%} of games of 8 "
            "somebody takes her own gift home, and PI, which is not left out, "
            f"changes steals by {pi:+.1%} at most.",
        ),
    ]


def envy(study: Study) -> list[Finding]:
    """Whether the swap takes away some of player 1's envy."""
    seen = {
        named(f): play(Condition(study.seed, 29, COR, f), study.size(500, 20))
        for f in ((), SC, FULL)
    }
    falls = [s["swap_envy_before"] - s["swap_envy_after"] for s in seen.values()]
    clear = [of_sample(d).sigmas for d in falls]
    return [
        Claim(
            "future.envy",
            min(clear) > 4,
            "Mean envy of player 1 before and after the swap, correlated: "
            + ", ".join(
                " and ".join(f"{s[f'swap_envy_{x}'].mean():.3f}" for x in ("before", "after"))
                + f" ({f})"
                for f, s in seen.items()
            )
            + ". Without social costs nothing is left of it.",
        )
    ]
