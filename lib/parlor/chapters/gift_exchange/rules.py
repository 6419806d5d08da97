"""The game: its rules checked on all positions of a few players, and a chain replayed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from parlor.games.gift_exchange import GameStatistics, simulate
from parlor.games.gift_exchange.position import (
    Limits,
    next_player,
    start,
    steal,
    targets,
    unwrap,
)
from parlor.games.gift_exchange.survey import Survey, endless_chain, survey

from .findings import Claim, Finding, Value
from .study import Study

VARIANTS = {  # limits for a round and a game, written as the source does: 0 is none
    "standard": (1, 0),
    "three-steal-out": (1, 3),
    "unlimited": (0, 0),
    "two-per-round": (2, 0),
}


@dataclass(frozen=True)
class Positions:
    """All positions of a few players, under each variant of the rules."""

    few: int
    surveys: dict[str, Survey]
    longest: GameStatistics  # games where all always steal

    @cached_property
    def total(self) -> int:
        """Positions of all variants together."""
        return sum(s.n_positions for s in self.surveys.values())

    def count(self, what: str) -> int:
        """How many of them are of a kind."""
        return sum(getattr(s, what) for s in self.surveys.values())


def positions(study: Study) -> Positions:
    """Visit every position of small parties under each rule, and play large ones."""
    few = study.size(5, 4)
    return Positions(
        few,
        {name: survey(few, limited(*limits)) for name, limits in VARIANTS.items()},
        simulate(study.size(100, 10), study.seed, strategies=["always_steal"]),
    )


def limited(per_round: int, in_total: int, chain_lock: bool = True) -> Limits:
    """Limits of which 0 is none."""
    return Limits(per_round or None, in_total or None, chain_lock=chain_lock)


def table(found: Positions) -> pd.DataFrame:
    """The variants side by side."""
    rows = {
        "variant": list(found.surveys),
        "limits": [VARIANTS[name] for name in found.surveys],
        "games": [s.n_games for s in found.surveys.values()],
        "positions": [s.n_positions for s in found.surveys.values()],
        "longest chain": [max(s.longest_chain) for s in found.surveys.values()],
        "steals of a gift in a round": [s.most_in_round for s in found.surveys.values()],
        "in a game": [s.most_in_total for s in found.surveys.values()],
        "positions with a safe gift": [s.safe_unlocked for s in found.surveys.values()],
    }
    return pd.DataFrame(rows)


def model(found: Positions) -> list[Finding]:
    """What the model of a game says of a position."""
    few, standard, after = found.few, found.surveys["standard"], next_player(found.few)
    return [
        Claim(
            "base.two_branches",
            standard.only_open == 0,
            f"Of {standard.n_positions:,} positions with {few} players, "
            f"{standard.only_open:,} leave nobody to steal from. In others there "
            f"are up to {standard.most_targets} victims to choose from, which "
            "the caption of the figure grants.",
        ),
        Claim(
            "base.next_player",
            set(after[:-1]) == {few + 1},
            f"With {few} players the openings of rounds 1 to {few - 1} hand over "
            f"to players {', '.join(map(str, after[:-1]))}; there is no player "
            f"{few + 1}.",
        ),
        Claim(
            "base.one_owner",
            not found.count("shared_gifts"),
            f"{found.count('shared_gifts')} of {found.total:,} positions have a gift with two "
            "owners.",
        ),
    ]


def chains(found: Positions) -> list[Finding]:
    """Chains end, and what the lock is for."""
    few, every = found.few, found.surveys.values()
    free, standard, longest = found.surveys["unlimited"], found.surveys["standard"], found.longest
    endless = {
        limits: endless_chain(2, limited(*limits, chain_lock=False))
        for limits in ((0, 0), (1, 0), (2, 0), (0, 3))
    }
    loops = [limits for limits, steals in endless.items() if steals]
    rest = [limits for limits in endless if limits not in loops]
    return [
        Claim(
            "base.changes_hands",
            free.most_in_round <= 1,
            "Without any other limit a gift is stolen at most "
            f"{free.most_in_round} time in a chain.",
        ),
        Claim(
            "base.lock_needed",
            bool(loops),
            f"Without the lock, and with limits {' '.join(map(str, loops))}, a "
            f"position returns after {max(endless.values())} steals. With limits "
            f"{', '.join(map(str, rest))} all chains end without the lock too.",
        ),
        Claim(
            "base.termination",
            all(max(s.longest_chain) < few for s in every)
            and longest.longest_chain < longest.n_players,
            f"Longest chains in rounds 1 to {few}: "
            f"{sorted({s.longest_chain for s in every})}, the same for all "
            f"limits; {longest.longest_chain} with {longest.n_players} players "
            "who always steal.",
        ),
        Claim(
            "base.owned_bound",
            all(max(s.most_held) < few for s in every),
            f"Most gifts in hands during rounds 1 to {few}: "
            f"{standard.most_held}, that is k - 1 in round k.",
        ),
    ]


def rounds(found: Positions) -> list[Finding]:
    """What limits and rounds leave."""
    return [
        Claim(
            "base.limits_reduce",
            not found.count("wider"),
            f"{found.count('wider')} of {found.total:,} positions have a "
            "target that they would not have without limits.",
        ),
        Claim(
            "base.round_k",
            not found.count("wrong_counts"),
            f"{found.count('wrong_counts')} of the positions between two "
            "rounds have another number of open or of owned gifts.",
        ),
        Claim(
            "base.bijection",
            not found.count("unequal_ends"),
            f"All {found.count('n_games'):,} games of the four settings "
            "end so, with or without a final swap.",
        ),
    ]


def example() -> list[Finding]:
    """Example 2.2: a chain of round 7 among ten players."""
    position = start(10)
    for gift in (1, 5, 2, 3, 4, 7):  # players 2 and 4 open gifts 5 and 3
        position = unwrap(position, gift)
    held = sum(gift > 0 for gift in position.holds)
    position = steal(position, 4)
    barred = position.mover == 4 and 7 not in targets(position)
    position = steal(position, 2)
    length, last = sum(position.in_round), position.mover
    position = unwrap(position, 6)
    owns = {player: position.holds[player - 1] for player in (7, 4, 2)}
    counts = {gift: position.in_total[gift - 1] for gift in (3, 5)}
    holdings = ", ".join(f"player {p} holds gift {g}" for p, g in owns.items())
    tally = ", ".join(f"{c} of gift {g}" for g, c in counts.items())
    return [
        Claim(
            "base.example_replay",
            owns == {7: 3, 4: 5, 2: 6}
            and barred
            and not any(position.in_round)
            and set(counts.values()) == {1},
            f"At the end {holdings}. Player 4 "
            f"{'may not' if barred else 'may'} steal back. Afterwards the round "
            f"counts {sum(position.in_round)} steals, the game {tally}.",
        ),
        Value("base.example_length", length, f"Player {last} opens after {length} steals."),
        Value(
            "base.example_state",
            held,
            f"{held} gifts have been opened in rounds 1 to 6, and each "
            "of them is in somebody's hands.",
        ),
    ]


def variants(found: Positions) -> list[Finding]:
    """What the variants' limits do, on all positions."""
    standard, three, free, double = (
        found.surveys[name]
        for name in ("standard", "three-steal-out", "unlimited", "two-per-round")
    )
    return [
        Claim(
            "variants.standard",
            standard.most_in_round == 1,
            f"At most {standard.most_in_round} steal of a gift a round.",
        ),
        Claim(
            "variants.three_out",
            three.most_in_total == 3 and free.most_in_total > 3 and three.safe_unlocked > 0,
            f"At most {three.most_in_total} steals of a gift a game, against "
            f"{free.most_in_total} without the limit; {three.safe_unlocked} "
            "positions have a retired gift.",
        ),
        Claim(
            "variants.unlimited",
            free.safe_unlocked == 0,
            f"Open gifts of others that are unlocked and yet safe: "
            f"{free.safe_unlocked} in {free.n_positions:,} positions.",
        ),
        Claim(
            "variants.two_per_round",
            double.most_in_round == 2,
            f"At most {double.most_in_round} steal of a gift a round, and the "
            f"same {double.n_games:,} games as under the standard rules.",
        ),
    ]
