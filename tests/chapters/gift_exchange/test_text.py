"""What the text alone decides comes out otherwise if the text, or what it is held against, does."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock

import pytest

from chapters.gift_exchange import (
    adaptive_dynamics,
    costs,
    decorated_game,
    experiment,
    history,
    references,
    results,
    symbols,
)
from chapters.gift_exchange.counting import retirement, unlimited
from chapters.gift_exchange.rules import positions
from chapters.gift_exchange.said import said
from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import MAIN
from press import Effort

QUICK = Effort(True)


def verdicts(check) -> list[str]:
    return [finding.verdict for finding in check(QUICK).values()]


def test_cited_works_on_another_game_would_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdicts(history.history) == ["fails", "fails"]
    monkeypatch.setattr(history, "words_without_lock", lambda n, total_limit: n)
    assert verdicts(history.history) == ["holds", "holds"]


def test_a_constant_that_is_not_round_may_be_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdicts(experiment.estimated) == ["fails", "holds"]
    monkeypatch.setattr(experiment, "MAIN", replace(MAIN, base_cost=0.0517))
    assert verdicts(experiment.estimated) == ["holds", "fails"]


def test_a_prior_may_be_as_wide_as_the_qualities(monkeypatch: pytest.MonkeyPatch) -> None:
    assert decorated_game.prior(QUICK).verdict == "fails"
    monkeypatch.setattr(decorated_game, "MAIN", replace(MAIN, prior_variance=1 / 12))
    assert decorated_game.prior(QUICK).verdict == "holds"


def test_a_symbol_is_used_where_it_stands_outside_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdicts(costs.symbols) == ["fails", "fails"]
    assert set(costs.uses("appendix.delta").values()) == {0}  # though line 953 lists it, too
    for name, lines in (("appendix.delta", [727, 953]), ("appendix.symbols", [1115])):
        facts = said.facts(name)
        first = next(iter(facts["symbols"]))
        monkeypatch.setitem(facts, "symbols", facts["symbols"] | {first: lines})
    assert verdicts(costs.symbols) == ["partly", "holds"]


@pytest.mark.parametrize(
    ("check", "entry", "other", "verdict"),
    [
        (history.whitman, "history.whitman", {"trade": ["machinery"]}, "holds"),
        (history.plan, "history.plan", {"announced": 1}, "holds"),
        (references.first_stated, "references.inequity", {"year": 1999}, "holds"),
        (references.names_and_number, "references.names", {"names": [], "isbn": "1"}, "fails"),
        (references.more_recent, "references.recent", {"hypothesis": {"[6]": 1989}}, "holds"),
        (references.volume_and_pages, "references.numbers", {"volume": 1}, "partly"),
        (decorated_game.risk_range, "decorated.risk_range", {"least": 0.1}, "holds"),
        (retirement.figure4_rounds, "counting.figure4_rounds", {"rounds": 3}, "holds"),
        (experiment.measures, "design.measures", {"seats": 3}, "holds"),
        (experiment.max_steals, "design.max_steals", {"most": 4}, "holds"),
        (positions.one_turn, "base.turn", {"uses": {"any action": "Section 1"}}, "holds"),
    ],
)
def test_a_passage_is_judged_by_what_is_recorded_of_it(
    check, entry: str, other: dict, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert check(QUICK).verdict == said.published.by_the_letter(said.published.entry(entry))
    for name, value in other.items():
        monkeypatch.setitem(said.facts(entry), name, value)
    assert check(QUICK).verdict == verdict


def test_other_tables_would_be_what_they_are_called(monkeypatch: pytest.MonkeyPatch) -> None:
    checks = (experiment.captions, experiment.across, adaptive_dynamics.percentage)
    assert [check(QUICK).verdict for check in checks] == ["fails"] * 3
    several = [Mock(configuration=n) for n in range(48)]
    monkeypatch.setattr(experiment, "printed", lambda entry: 0)
    monkeypatch.setattr(experiment, "conditions", lambda: several)
    monkeypatch.setattr(adaptive_dynamics, "printed", lambda entry: 1.095 if ".ad." in entry else 1)
    assert [check(QUICK).verdict for check in checks] == ["partly", "holds", "holds"]


def test_a_work_that_has_what_it_is_cited_for_is_cited_rightly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert verdicts(references.cited_for) == ["fails"] * 6
    for name, topics in (
        ("trust", ["Trust", "deception"]),
        ("betrayal", ["betrayed", "spread"]),
        ("inertia", ["resist"]),
    ):
        monkeypatch.setitem(said.facts(f"references.{name}"), "topics", topics)
    assert verdicts(references.cited_for) == ["holds", "partly", "fails", "fails", "fails", "holds"]


def test_a_symbol_without_a_second_meaning_does_not_slip(monkeypatch: pytest.MonkeyPatch) -> None:
    defined = {"where": "there", "otherwise": ""}
    clean = [one.model_copy(update=defined) for one in said.published.symbols]
    assert {*verdicts(symbols.symbols)} == {"fails"}
    monkeypatch.setitem(vars(said.published), "symbols", clean)
    assert {*verdicts(symbols.symbols)} == {"holds"}


def test_trajectories_to_the_end_are_more_than_the_table_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert unlimited.concluded(QUICK).verdict == "fails"
    listed = unlimited.listed_games(QUICK)
    halved = listed | {2: listed[2][::2]}
    monkeypatch.setattr(unlimited, "listed_games", lambda effort: halved)
    assert unlimited.concluded(QUICK).verdict == "holds"


def test_social_costs_of_any_size_could_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    for power, verdict in ((1, "partly"), (0, "holds")):  # of the costs' size in what they take
        monkeypatch.setattr(
            results,
            "spared",
            lambda effort, scale, p=power: {"here": Estimate(0.3 * scale**p, 0.01)},
        )
        assert results.real_exchanges(QUICK).verdict == verdict
