"""The numbers of the cards, counted another way: each counts what the noun behind it says."""

from __future__ import annotations

import re

import numpy as np

from chapters.gift_exchange import biased_selection, results
from chapters.gift_exchange.counting import unlimited
from chapters.gift_exchange.enumeration import trajectories
from chapters.gift_exchange.future import pacts
from chapters.gift_exchange.rules import positions as rules
from chapters.gift_exchange.sets import COR, SEED, SETS
from chapters.gift_exchange.survey import survey
from parlor.games.gift_exchange import Condition
from parlor.games.gift_exchange.watch import observe
from press import Effort

FEW = Effort(reduced=True)


def told(pattern: str, evidence: str) -> list[str]:
    """What stands in a sentence, without commas in numbers."""
    found = re.search(pattern, evidence)
    assert found, evidence
    return [part.replace(",", "") for part in found.groups()]


def test_final_positions_are_no_games() -> None:
    pattern = r"each of ([\d,]+) (games|final positions) of four players"
    number, what = told(pattern, rules.owned_bound(FEW).evidence)
    ends = sum(not at.mover for at in rules.every_position(4))
    assert int(number) == {"games": survey(4).n_games, "final positions": ends}[what]


def test_rounds_without_a_theft_are_no_chains() -> None:
    [number] = told(r"In ([\d,]+) chains", unlimited.no_steal_back(FEW).evidence)
    rounds = [chain for n in range(1, 4) for one in trajectories(n) for chain in one.rounds]
    assert int(number) == sum(any(act.kind == "steal" for act in chain) for chain in rounds)
    assert int(number) < len(rounds)


def test_a_feature_alone_is_not_on_top_of_others() -> None:
    [number] = told(
        r"On top of other features \d+ of (\d+) eff", biased_selection.increases(FEW).evidence
    )
    assert int(number) == 2 * 3 * sum("BS" in s and len(s) > 1 for s in SETS)
    pattern = r"its (\d+) effects(|, alone and) on top of others"
    number, alone = told(pattern, results.minimal(FEW).evidence)
    assert int(number) == 3 * sum("PI" in s and (bool(alone) or len(s) > 1) for s in SETS)


def test_who_steals_nothing_has_no_rate() -> None:
    """Thefts of each game alone: those of two games in a row less those of the second."""
    condition, n = Condition(seed=SEED, valuation=COR), 20
    longer, shorter = (observe(condition, n_games=k).robberies.sum(axis=1) for k in (n + 1, n))
    of_game = longer - shorter  # of the one behind the last
    idle = 0
    for g in reversed(range(n)):
        of_game = observe(condition, n_games=2, first_game=g).robberies.sum(axis=1) - of_game
        idle += int(np.count_nonzero(of_game == 0))
    [rest] = told(
        r"For the (?:remaining )?([\d,]+|others) there is a rate", pacts.rate(FEW).evidence
    )
    assert rest == str(29 * n - idle)
