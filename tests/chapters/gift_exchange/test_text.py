"""What the text alone decides comes out otherwise if the text, or what it is held against, does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chapters.gift_exchange import costs, experiment, history
from chapters.gift_exchange.said import said
from parlor.games.gift_exchange import MAIN
from press import Effort

QUICK = Effort(True)


def verdicts(check) -> list[str]:
    return [finding.verdict for finding in check(QUICK).values()]


def test_cited_works_on_another_game_would_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdicts(history.history) == ["fails", "fails"]
    monkeypatch.setattr(history, "words_without_lock", lambda n, limit: n)
    assert verdicts(history.history) == ["holds", "holds"]


def test_a_constant_that_is_not_round_may_be_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdicts(experiment.estimated) == ["fails", "holds"]
    monkeypatch.setattr(experiment, "MAIN", replace(MAIN, base_cost=0.0517))
    assert verdicts(experiment.estimated) == ["holds", "fails"]


def test_a_symbol_is_used_where_it_stands_outside_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdicts(costs.symbols) == ["fails", "fails"]
    assert set(costs.uses("appendix.delta").values()) == {0}  # though line 953 lists it, too
    for name, lines in (("appendix.delta", [727, 953]), ("appendix.symbols", [1115])):
        columns = said.published.entry(name).columns
        first = next(iter(columns["symbols"]))
        monkeypatch.setitem(columns, "symbols", columns["symbols"] | {first: lines})
    assert verdicts(costs.symbols) == ["partly", "holds"]
