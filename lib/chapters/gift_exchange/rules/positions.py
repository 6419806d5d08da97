"""Section 2, the rules: checked on all positions of a few players, and a chain replayed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pandas as pd

from parlor.games.gift_exchange import GameStatistics, simulate
from parlor.games.gift_exchange.position import Limits, Position, start, steal, targets, unwrap
from press import Effort, Finding, Value, claim, counted, in_parts, show

from ..said import said
from ..survey import Survey, endless_chain, every_position, goes_round, reached, survey

VARIANTS = {  # limits for a round and a game, written as the source does: 0 is none
    "standard": (1, 0),
    "three-steal-out": (1, 3),
    "unlimited": (0, 0),
    "two-per-round": (2, 0),
}


def limited(per_round: int, in_total: int, chain_lock: bool = True) -> Limits:
    """Limits of which 0 is none."""
    return Limits(
        round_limit=per_round or None, total_limit=in_total or None, chain_lock=chain_lock
    )


@dataclass(frozen=True)
class Positions:
    """All positions of a few players, under each variant of the rules."""

    few: int
    surveys: dict[str, Survey]
    longest: GameStatistics  # games where all always steal

    @property
    def settings(self) -> str:
        """Who plays, and the limits under which positions are visited, in words."""
        return f"{self.few} players under {len(self.surveys)} pairs of steal limits"

    def count(self, what: str) -> int:
        """How many of them are of a kind."""
        return sum(getattr(s, what) for s in self.surveys.values())


@cache
def positions(effort: Effort) -> Positions:
    """Visit every position of small parties under each rule, and play large ones."""
    few = effort.of(full=5, reduced=4)
    return Positions(
        few,
        {name: survey(few, limits=limited(*limits)) for name, limits in VARIANTS.items()},
        simulate(effort.of(full=100, reduced=10), strategies=["always_steal"]),
    )


def table(found: Positions) -> pd.DataFrame:
    """The variants side by side."""
    columns = {
        "games": "n_games",
        "positions": "n_positions",
        "longest chain": "longest_chain",
        "steals of a gift in a round": "most_in_round",
        "in a game": "most_in_total",
        "positions with a safe gift": "safe_unlocked",
    }
    rows = [
        [name, VARIANTS[name], *(getattr(s, what) for what in columns.values())]
        for name, s in found.surveys.items()
    ]
    frame = pd.DataFrame(rows, columns=["variant", "limits", *columns])
    return frame.assign(**{"longest chain": frame["longest chain"].map(max)})


def most_in_chain(variant: str) -> int:
    """How often a gift moves at most in a chain of four players by the limits, without the lock."""
    return survey(4, limits=limited(*VARIANTS[variant], chain_lock=False)).most_in_round


def owners(holds: list[int]) -> int:
    """The most players who own one gift; 0 is no gift."""
    return max((holds.count(gift) for gift in holds if gift), default=0)


def step_by_step() -> Iterator[tuple[int, int]]:
    """The most owners of a gift after the first two steps of each theft among four players.

    Taken literally, as Definition 2.19 numbers them: first the thief owns the gift, and then the
    victim owns nothing.
    """
    for at in every_position(4):
        for victim in targets(at):
            holds = list(at.holds)
            holds[at.mover - 1] = holds[victim - 1]
            first = owners(holds)
            holds[victim - 1] = 0
            yield first, owners(holds)


@claim("base.one_owner", of=positions)
def one_owner(found: Positions) -> Finding:
    """Between two actions no gift has two owners."""
    shared, total = found.count("shared_gifts"), found.count("n_positions")
    steps = list(step_by_step())
    return Finding(
        not shared,
        "Between actions a gift has at most one owner in "
        f"{counted(total - shared, total)} positions of {found.settings}. Inside a "
        f"theft among four players it has two owners after the first step in "
        f"{counted(sum(first > 1 for first, _ in steps), len(steps))} cases, so that much depends "
        "on the word 'valid'.",
    )


@claim("base.two_branches", of=positions)
def two_branches(found: Positions) -> Finding:
    """Whether one can always open, and always steal."""
    standard = found.surveys["standard"]
    closed = [at for at in every_position(4) if at.mover and not at.wrapped]
    return Finding(
        in_parts(not closed, not standard.only_open),
        f"With four players one can {'not ' if closed else ''}always open. The branch to steal is "
        f"missing in {standard.only_open:,} of {standard.n_positions:,} positions with {found.few} "
        "players, where nobody can be stolen from; in other positions there are up to "
        f"{standard.most_targets} victims.",
    )


def thefts_without_end(n_players: int, lock_all: bool) -> bool:
    """Whether thefts can go on for ever with n - 1 gifts open.

    The lock is on the gift just taken from the mover alone, or on all that moved.
    """
    At = tuple[tuple[int, ...], int, frozenset[int]]

    def after(at: At) -> Iterator[At]:
        holds, mover, locked = at
        for victim, gift in enumerate(holds):
            if victim != mover and gift and gift not in locked:
                now = list(holds)
                now[mover], now[victim] = gift, 0
                yield tuple(now), victim, locked | {gift} if lock_all else frozenset({gift})

    first: At = ((0, *range(1, n_players)), 0, frozenset())
    return goes_round(reached(first, after))


@claim("base.opening_ends")
def opening_ends(effort: Effort) -> Finding:
    """That one may open ends nothing; the lock does."""
    endless, locked = (endless_chain(2, limited(0, 0, chain_lock=x)) for x in (False, True))
    return Finding(
        not endless,
        "With two open gifts and a third wrapped, no lock and no limits, everybody may open, and "
        f"yet a position returns after {endless} steals. With the lock {'a' if locked else 'no'} "
        "chain is endless, whether anybody opens or not.",
    )


@claim("base.just_taken")
def just_taken(effort: Effort) -> Finding:
    """That the gift just taken may not be taken back does not end chains."""
    loops, whole = (
        [n for n in (2, 3, 4) if thefts_without_end(n, lock_all=every)] for every in (False, True)
    )
    return Finding(
        in_parts(*(n not in loops for n in (2, 3, 4))),
        "If only the gift just taken is barred, thefts can go on for ever among "
        f"{' and '.join(map(str, loops))} players; if all that moved is barred, among "
        f"{' and '.join(map(str, whole)) or 'none'}.",
    )


@claim("base.turn")
def one_turn(effort: Effort) -> Finding:
    """Whether the word turn means one thing."""
    uses = said.facts("base.turn")["uses"]
    told = ", ".join(f"{meaning} ({where})" for meaning, where in uses.items())
    return Finding(len(uses) == 1, f"It means {told}.")


@claim("base.next_player")
def opening_hands_over(effort: Effort) -> Finding:
    """Who acts after an opening."""
    few = positions(effort).few
    position, after = start(few), []
    while position.mover:
        position = unwrap(position, position.wrapped[0])
        after.append(position.mover)
    return Finding(
        set(after[:-1]) == {few + 1},
        f"With {few} players the openings of rounds 1 to {few - 1} hand over to players "
        f"{', '.join(map(str, after[:-1]))}.",
    )


@claim("base.round_end")
def round_end(effort: Effort) -> Finding:
    """A round never ends for want of a target: the displaced player opens."""
    stuck = [at for at in every_position(4) if at.mover and at.locked and not targets(at)]
    empty = sum(not all(at.holds[: at.round]) for at in stuck)
    return Finding(
        not stuck,
        f"Four players: in {len(stuck)} positions a robbed player has no target. If the round "
        f"ended there, {empty} of them would leave a player of the rounds so far without a gift, "
        "against Theorem 2.1.",
    )


@claim("base.round_number")
def round_number(effort: Effort) -> Finding:
    """Whether k stays within 1 to n."""
    n = positions(effort).few
    rounds = [1 + k for k in range(n + 1)]  # k is set to k + 1 after each of n rounds
    return Finding(
        max(rounds) <= n, f"With {n} players k runs through {', '.join(map(str, rounds))}."
    )


@claim("base.limits_count")
def limits_count(effort: Effort) -> Finding:
    """Which of the two limits has consequences for the number of games."""
    some = (1, 2, 3, None)
    by_round = [survey(4, limits=Limits(round_limit=most)).n_games for most in some]
    by_total = [survey(4, limits=Limits(total_limit=most)).n_games for most in some]
    return Finding(
        in_parts(*(len({*games}) > 1 for games in (by_round, by_total))),
        "With limits of one, two, three and none a round four players have "
        f"{', '.join(f'{n:,}' for n in by_round)} possible games; with the same limits in total "
        f"they have {', '.join(f'{n:,}' for n in by_total)}.",
    )


@claim("base.changes_hands", of=positions)
def changes_hands(found: Positions) -> Finding:
    """How often a gift moves in a chain, with the lock and without it."""
    free = found.surveys["unlimited"]
    loose = most_in_chain("two-per-round")
    return Finding(
        free.most_in_round <= 1 < loose,
        f"In {free.n_positions:,} positions of {found.few} players without any other limit a gift "
        f"is stolen at most {free.most_in_round} time in a chain. Without the lock, and with a "
        f"limit of {VARIANTS['two-per-round'][0]} a round, it is stolen {loose} times among four.",
    )


@claim("base.lock_needed")
def lock_needed(effort: Effort) -> Finding:
    """Without the lock chains can be endless, under some limits."""
    endless = {
        limits: endless_chain(2, limited(*limits, chain_lock=False))
        for limits in ((0, 0), (1, 0), (2, 0), (0, 3))
    }
    loops, rest = (
        [limits for limits, steals in endless.items() if bool(steals) is one]
        for one in (True, False)
    )
    return Finding(
        in_parts(*map(bool, endless.values())),
        f"Without the lock, and with limits {' '.join(map(str, loops))}, a position returns after "
        f"{max(endless.values())} steals. With limits {', '.join(map(str, rest))} all chains end "
        "without the lock too.",
    )


@claim("base.termination", of=positions)
def termination(found: Positions) -> Finding:
    """Lemma 2.1: no chain is longer than n - 1."""
    longest = found.longest
    lengths = {s.longest_chain for s in found.surveys.values()}
    return Finding(
        all(max(chain) < found.few for chain in lengths)
        and longest.longest_chain < longest.n_players,
        f"Longest chains in rounds 1 to {found.few}: {show(sorted(lengths))}, the same for all "
        f"limits; {longest.longest_chain} with {longest.n_players} players who always steal. The "
        "source's argument is a proof.",
    )


@claim("base.owned_bound", of=positions)
def owned_bound(found: Positions) -> Finding:
    """How many gifts are owned while somebody is to act, and at the end."""
    n = found.few
    ends = [sum(gift > 0 for gift in at.holds) for at in every_position(4) if not at.mover]
    held = found.surveys["standard"].most_held
    return Finding(
        in_parts(max(held) < n, max(ends) < 4),
        f"While somebody is to act in rounds 1 to {n} at most {show(held)} gifts are owned. At any "
        f"point it is not so: in each of {len(ends)} final positions of four players all "
        f"{max(ends)} gifts are owned.",
    )


@claim("base.limits_reduce", of=positions)
def limits_reduce(found: Positions) -> Finding:
    """Limits take targets away and add none."""
    wider, total = found.count("wider"), found.count("n_positions")
    return Finding(
        not wider,
        f"In {counted(total - wider, total)} positions of "
        f"{found.settings} these add no target; under {VARIANTS['three-steal-out']} they take one "
        f"away in {found.surveys['three-steal-out'].safe_unlocked}.",
    )


@cache
def chain_of_example() -> tuple[Position, Position, bool]:
    """Example 2.2: the start of round 7, the end of the chain, and whether stealing back is barred.

    Players 2 and 4 hold gifts 5 and 3, as the example has them.
    """
    before = start(10)
    for gift in (1, 5, 2, 3, 4, 7):
        before = unwrap(before, gift)
    robbed = steal(before, 4)
    return before, steal(robbed, 2), robbed.mover == 4 and 7 not in targets(robbed)


@claim("base.example_replay")
def example_replay(effort: Effort) -> Finding:
    """The moves of Example 2.2, replayed."""
    _, robbed, barred = chain_of_example()
    position = unwrap(robbed, 6)
    owns = {player: position.holds[player - 1] for player in (7, 4, 2)}
    counts = {gift: position.in_total[gift - 1] for gift in (3, 5)}
    reset = not any(position.in_round) and not position.locked
    right = owns == {7: 3, 4: 5, 2: 6} and counts == {3: 1, 5: 1} and robbed.mover == 2
    return Finding(
        right and barred and reset,
        "At the end "
        f"{', '.join(f'player {player} holds gift {gift}' for player, gift in owns.items())}. "
        f"Player 4 {'may not' if barred else 'may'} steal back. Afterwards the round counts "
        f"{sum(position.in_round)} steals, the game "
        f"{', '.join(f'{n} of gift {gift}' for gift, n in counts.items())}.",
    )


@claim("base.example_length")
def example_length(effort: Effort) -> Value:
    """The length of its chain."""
    _, robbed, _ = chain_of_example()
    return Value(
        sum(robbed.in_round),
        evidence=f"Player {robbed.mover}, who has been robbed last, opens after that.",
    )


@claim("base.example_state")
def example_state(effort: Effort) -> Finding:
    """How many players hold gifts before it."""
    before, *_ = chain_of_example()
    named, held = said.facts("base.example_state")["holding"], sum(map(bool, before.holds))
    opened = 10 - len(before.wrapped)
    return Finding(
        held == named,
        f"{opened} gifts have been opened, and {held} are in hands; the example names {named}.",
    )


@claim("variants.standard", of=positions)
def standard_once(found: Positions) -> Finding:
    """Under (1, 0) a gift is stolen at most once a round, with the chain lock and without it."""
    standard = found.surveys["standard"]
    alone, twice = map(most_in_chain, ("standard", "two-per-round"))
    return Finding(
        max(standard.most_in_round, alone) == 1,
        f"We found at most {standard.most_in_round} steal of a gift a round in "
        f"{standard.n_positions:,} positions of {found.few} players. By the limit itself, without "
        f"the chain lock, there is {alone} among four players, where a limit of "
        f"{VARIANTS['two-per-round'][0]} gives {twice}.",
    )


@claim("variants.three_out", of=positions)
def three_out(found: Positions) -> Finding:
    """Under (1, 3) gifts retire."""
    three, free = (found.surveys[name] for name in ("three-steal-out", "unlimited"))
    return Finding(
        three.most_in_total == 3 and free.most_in_total > 3 and three.safe_unlocked > 0,
        f"Among {found.few} players a gift is stolen at most {three.most_in_total} times a game, "
        f"against {free.most_in_total} without the limit. In {three.safe_unlocked} of "
        f"{three.n_positions:,} positions a gift that is not locked is safe, having retired.",
    )


def holds_back(at: Position, limits: Limits) -> bool:
    """Whether limits keep safe an open gift of another that has not moved in this chain."""
    victims = {
        player
        for player, gift in enumerate(at.holds, 1)
        if gift and player != at.mover and not at.in_round[gift - 1]
    }
    return set(targets(at, limits=limits)) != victims


@claim("variants.unlimited")
def unlimited(effort: Effort) -> Finding:
    """Under (0, 0) only the lock protects a gift."""
    few = positions(effort).few
    free, three = (
        [holds_back(at, limits) for at in every_position(few, limits) if at.mover]
        for limits in (limited(*VARIANTS[name]) for name in ("unlimited", "three-steal-out"))
    )
    return Finding(
        not any(free),
        "Every open gift of another player that has not moved in the chain may be stolen in "
        f"{counted(len(free) - sum(free), len(free))} positions of {few} players. Under "
        f"{VARIANTS['three-steal-out']} some such gift is safe in {sum(three):,}.",
    )


@claim("variants.two_per_round", of=positions)
def two_per_round(found: Positions) -> Finding:
    """Under (2, 0) a gift is still stolen once a round."""
    double = found.surveys["two-per-round"]
    return Finding(
        double.most_in_round == 2,
        f"Among {found.few} players a gift is stolen at most {double.most_in_round} time a round, "
        f"and there are {double.n_games:,} games, under the standard rules "
        f"{found.surveys['standard'].n_games:,}.",
    )


@claim("base.round_k", of=positions)
def round_k(found: Positions) -> Finding:
    """After round k just k gifts are open and owned."""
    wrong = found.count("wrong_counts")
    return Finding(
        not wrong,
        "The open gifts and the owned ones were counted in all positions between two rounds of "
        f"{found.settings}: {wrong or 'no'} position has another number than $k$.",
    )


@claim("base.bijection", of=positions)
def bijection(found: Positions) -> Finding:
    """Theorem 2.1."""
    return Finding(
        not found.count("unequal_ends"),
        f"All {found.count('n_games'):,} games of {found.settings} end with one gift for each "
        "player, with or without a swap.",
    )


@claim("base.injective")
def injective(effort: Effort) -> Finding:
    """Whether O is injective after every round: all who own nothing share the null element."""
    n = 4
    after = {
        k: [at.holds for at in every_position(n) if at.round == k + 1 and not any(at.in_round)]
        for k in range(1, n)
    }
    doubled = {k: sum(len({*holds}) < n for holds in found) for k, found in after.items()}
    shared = sum(owners(list(holds)) > 1 for found in after.values() for holds in found)
    return Finding(
        not any(doubled.values()),
        "Among four players O has the same value, no gift, for two of them in "
        f"{', '.join(f'{doubled[k]} of {len(found)}' for k, found in after.items())} positions "
        f"after rounds 1, 2 and 3. Players who own a gift {'do not ' if shared else ''}always own "
        "different ones.",
    )


@claim("base.injective_order")
def injective_order(effort: Effort) -> Finding:
    """The proof empties the victim first, the definitions the other way round."""
    first, second = (sum(m > 1 for m in states) for states in zip(*step_by_step(), strict=True))
    return Finding(
        not first,
        "Taken step by step as Definitions 2.12 and 2.19 number them, thefts among four players "
        f"have the gift owned twice after the first step in {first} cases, and after the second in "
        f"{second or 'none'}.",
    )
