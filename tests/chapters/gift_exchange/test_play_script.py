"""The gift exchange to replay: step by step what the engine plays, and hints that are kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from playwright.sync_api import Page

from chapters.gift_exchange.lecture_party import party
from chapters.gift_exchange.orders import wants
from chapters.gift_exchange.play import drawn_rules, party_to_play
from parlor.games.gift_exchange import SIX, VALUATIONS, Condition, allocations, play
from parlor.games.gift_exchange.position import (
    Limits,
    Position,
    may_open,
    start,
    steal,
    targets,
    unwrap,
)
from parlor.games.gift_exchange.watch import draw, observe
from playing import answer, rules_of, within

GAMES = 2_500
SAME = 1000  # to the last gift
LIMITS = Limits()


@pytest.fixture(scope="module")
def rules(browser) -> Iterator[Page]:
    with rules_of(browser, "gift-exchange", told()) as page:
        yield page


@cache
def told() -> dict:
    return party_to_play(1000)


def replays(rules: Page, taste: str, games: int) -> list[dict]:
    played: list[dict] = answer(
        rules,
        """([taste, games]) => Array.from({ length: games },
             (_, number) => parlorPlay["gift-exchange"].replay(data, taste, number))""",
        [taste, games],
    )
    return played


@pytest.mark.parametrize("taste", VALUATIONS)
def test_a_thousand_parties_are_the_engines(rules: Page, taste: str) -> None:
    condition = Condition(n_players=6, valuation=taste)
    played = replays(rules, taste, SAME)
    assert [game["holds"] for game in played] == allocations(condition, n_games=SAME).tolist()
    values = np.array([game["values"] for game in played])
    assert np.abs(values - draw(condition, n_games=SAME).values).max() < 1e-12
    drawn = [[SIX.index(rule) for rule in game["rules"]] for game in played]
    assert drawn == drawn_rules(condition, SAME).tolist()
    seen = observe(condition, n_games=SAME)
    steals, who = np.zeros((SAME, 6)), np.zeros((6, 6), int)
    for row, game in zip(steals, played, strict=True):
        for now, mover, _, victim in game["steps"]:
            if victim and now <= 6:
                row[now - 1] += 1
                who[mover - 1, victim - 1] += 1
    assert (steals == seen.each("steals")).all() and (who == seen.robberies).all()
    swaps = [game["steps"][-1][3] > 0 for game in played]
    assert swaps == (play(condition, n_games=SAME)["swapped"] > 0).tolist()


def test_the_story_is_the_lectures(rules: Page) -> None:
    moves = [(m.round, m.player, m.gift, m.victim) for m in party()]
    assert [tuple(step) for step in replays(rules, "story", 1)[0]["steps"]] == moves


def best_reply(values: list, names: list[str], seat: int) -> float:
    """What a seat can go home with on average, by the rules in plain Python."""

    def end(at: Position) -> float:
        worth = [values[0][gift - 1] for gift in at.holds]
        other = max(range(6), key=worth.__getitem__)
        other = other if worth[other] > worth[0] else 0
        if seat == 0:
            return max(values[0])
        return values[seat][at.holds[0 if seat == other else seat] - 1]

    def fresh(at: Position) -> Position:
        return replace(at, in_total=at.in_round)

    @cache
    def value(at: Position) -> float:
        """Of a position whose past does not matter: no limit looks at it."""
        if not at.mover:
            return end(at)
        free = targets(at, limits=LIMITS)
        shut = may_open(at, limits=LIMITS)
        opened = sum(value(fresh(unwrap(at, gift, limits=LIMITS))) for gift in shut) / len(shut)
        if at.mover == seat + 1:
            return max([opened, *(value(fresh(steal(at, m, limits=LIMITS))) for m in free)])
        if not free:
            return opened
        worth = values[at.mover - 1]
        victim = max(free, key=lambda m: worth[at.holds[m - 1] - 1])
        held = [worth[gift - 1] for gift in sorted(at.holds) if gift]
        best = worth[at.holds[victim - 1] - 1]
        hidden = [worth[gift - 1] for gift in sorted(at.wrapped)]
        faces = [
            wants(names[at.mover - 1], best, held, hidden, threshold=0.6, flip=lambda up=up: up)
            for up in (True, False)
        ]
        return (
            sum(
                value(fresh(steal(at, victim, limits=LIMITS))) if face else opened for face in faces
            )
            / 2
        )

    return value(start(6))


@pytest.mark.parametrize("taste, number, seat", [("independent", 3, 1), ("correlated", 5, 0)])
def test_the_best_play_is_that_of_the_rules_in_plain_python(
    rules: Page, taste: str, number: int, seat: int
) -> None:
    promised, values, names = rules.evaluate(
        """([taste, number, seat]) => {
          const gifts = parlorPlay["gift-exchange"], at = gifts.party(data, taste, number);
          return [gifts.forecast(at, seat, "hand").value(gifts.start(6)), at.values, at.rules];
        }""",
        [taste, number, seat],
    )
    assert promised == pytest.approx(best_reply(values, names, seat), abs=1e-12)


@pytest.mark.parametrize(
    "taste, number, seat, rule",
    [
        ("story", 0, 3, "hand"),
        ("story", 0, 3, "coin_flip"),
        ("independent", 1, 5, "always_steal"),
        ("correlated", 2, 2, "hand"),
    ],
)
def test_many_parties_bring_what_is_promised(
    rules: Page, taste: str, number: int, seat: int, rule: str
) -> None:
    """The wrapped gifts and coins anew each time; who follows the hints gets what they promise."""
    told = answer(
        rules,
        "args => parlorPlay['gift-exchange'].replays(data, ...args)",
        [taste, number, seat, GAMES, rule],
    )
    home, costs = np.array(told["home"]).T
    within(home + costs, told["promised"])
    assert (costs.max() == 0) or rule != "hand"


def test_a_rule_brings_what_its_forecast_says(rules: Page) -> None:
    told = rules.evaluate(
        """games => {
          const gifts = parlorPlay["gift-exchange"], at = gifts.party(data, "independent", 4);
          const told = gifts.replays(data, "independent", 4, 2, games, "mean_based");
          return [gifts.forecast(at, 2, "mean_based").value(gifts.start(6)), told.home];
        }""",
        GAMES,
    )
    within(np.array(told[1])[:, 0], told[0])


def test_means_over_parties_are_what_replays_bring(rules: Page) -> None:
    played = replays(rules, "negative", GAMES)
    means, errors = told()["means"]["negative"], told()["errors"]["negative"]
    for seat in range(6):
        for place, rule in enumerate(SIX):
            home = np.array([
                game["values"][seat][game["holds"][seat] - 1]
                for game in played if game["rules"][seat] == rule
            ])  # fmt: skip
            error = np.hypot(home.std() / np.sqrt(home.size), errors[seat][place])
            assert abs(home.mean() - means[seat][place]) < 4.5 * error
