"""Figures and tables of a run of reduced size: what their alternative texts tell is computed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from chapters.gift_exchange import (
    decorated_game,
    figures,
    study,
    tables,
    what_if,
)
from chapters.gift_exchange.counting import retirement
from chapters.gift_exchange.future import own_gift, pacts, welfare
from chapters.gift_exchange.sets import COR, FULL, MODELS, SC
from press import Effort

QUICK = Effort(True)


@pytest.fixture(scope="module")
def it() -> study.Study:
    return study.study(QUICK)


def test_effects_tell_what_social_costs_take_away(it: study.Study) -> None:
    _, alt = figures.effects(it)
    for who in ("main", "appendix"):
        assert f"{-100 * it.percent(COR, SC, who=who).value:.0f}" in alt


def test_rounds_seats_and_strategies(it: study.Study) -> None:
    _, alt = figures.rounds(it.seen)
    assert f"{it.seen['SC'].mean('steals')[-1]:.1f} (SC)" in alt
    _, alt = figures.seats(it)
    assert f"{it.found['main', COR, ()].seat_value[0]:.3f}" in alt
    _, alt = figures.strategies(it)
    assert f"{it.found['main', COR, FULL].strategy_value['mean_based']:.3f}" in alt


def test_tastes() -> None:
    drawn = decorated_game.tastes(QUICK)
    related = decorated_game.related(drawn)
    _, alt = figures.values(drawn, related)
    assert all(f"{r.mean():.2f} ({v})" in alt for v, r in related.items())


def test_limits_pacts_and_gifts() -> None:
    capped = welfare.play_capped(QUICK)
    ideal = welfare.best_welfare(welfare.wishes(QUICK))
    _, alt = figures.caps(capped, ideal)
    assert f"welfare {capped[COR][0].welfare:.2f} to {capped[COR][-1].welfare:.2f}" in alt
    found = pacts.coalitions(QUICK)
    _, alt = figures.pacts(found)
    assert f"{found.alone[COR].welfare:.3f} (correlated)" in alt
    homes = own_gift.homes(QUICK)
    _, alt = figures.own_gift(homes)
    assert f"{8 * homes[8, 'hard'].values['own']:.2f}" in alt
    _, alt = figures.what_if(what_if.move_constants(QUICK))
    assert what_if.move_constants(QUICK)["players"].span() in alt


def test_small_drawings() -> None:
    _, alt = figures.chain_tree()
    assert "16 leaves" in alt
    for drawn in (figures.patterns(), figures.plays(), figures.lattice()):
        assert len(drawn) == 2
    _, alt = figures.trajectory_growth(retirement.grow(QUICK))
    assert "10 to the 395.3" in alt


def test_limits_where_theft_costs() -> None:
    frame = welfare.limits_table(QUICK)
    assert len(frame) == len(welfare.COSTLY) and "limit 2" in frame.columns


def test_a_table_has_every_cell_beside_its_verdict(it: study.Study) -> None:
    found: dict[str, Any] = {
        name: SimpleNamespace(printed=entry.printed, computed="0.5")
        for name, entry in study.said.published.entries.items()
    }
    for number in (3, 4, 5, 6, 7, 8, *range(12, 18)):
        frame = tables.shown(number, found)
        cells = [name for name in found if name.startswith(f"table{number}.")]
        checks = [x for column in frame for x in frame[column] if isinstance(x, SimpleNamespace)]
        assert sorted(map(id, checks)) == sorted(id(found[name]) for name in cells)
        assert tables.caption(number).startswith(f"The source's Table {number}, ")


def test_small_differences_decide_nothing(it: study.Study) -> None:
    assert not it.cell("table3.pi.independent.change").decidable
    assert it.cell("table3.base.independent.steals").decidable


def test_what_is_outside_says_why() -> None:
    frame = tables.outside()
    assert len(frame) and frame["why not"].str.len().min() > 30
    assert len(MODELS) == 3
