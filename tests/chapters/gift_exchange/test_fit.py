"""The inverse problem on tables that we printed ourselves, and on the source's."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2

from chapters.gift_exchange.evidence import (
    Choice,
    alternatives,
    calibrate_chances,
    try_choice,
    try_reading,
)
from chapters.gift_exchange.published import (
    SOURCE_GAMES,
    Cell,
    deviations,
    distinct_levels,
    read_cell,
)
from chapters.gift_exchange.sets import POPULATIONS, conditions
from parlor.games.gift_exchange import SIX, Reading, simulate_condition
from parlor.games.gift_exchange.condition import Condition

TABLES = Path(__file__).parents[3] / "data" / "published" / "gift_exchange"


@pytest.fixture(scope="module")
def published() -> dict[str, list[Cell]]:
    cells = []
    for number in (*range(3, 9), *range(12, 18)):
        with (TABLES / f"table{number}.csv").open(newline="") as lines:
            cells += map(read_cell, csv.DictReader(lines))
    return {name: [cell for cell in cells if cell.population == name] for name in POPULATIONS}


def printed(condition: Condition, population: str, statistics: list[str], seed: int) -> list[Cell]:
    """A table as the source might have printed it: 5,000 games, rounded."""
    played = simulate_condition(replace(condition, seed=seed), n_games=5000)
    place = (population, condition.valuation, condition.features)
    return [
        Cell(f"{seed}.{name}", *place, name, round(played.estimate(name).value, 3), 1e-3, "level")
        for name in statistics
    ]


STATISTICS = ["steals", "chain", "seat1", "seat2", "seat29", *SIX]


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("level", lambda value, base: value),
        ("change", lambda value, base: value - base),
        ("percent", lambda value, base: value / base - 1),
    ],
)
def test_errors_of_a_cell_are_how_such_cells_scatter(kind, told) -> None:
    n_games, step, random = 400, 0.02, np.random.default_rng(5)
    both = [simulate_condition(Condition(features=name), n_games=n_games) for name in ("SC", "")]
    cell = Cell("one", "main", "independent", ("SC",), "steals", 0.0, step, kind)
    (found,) = deviations([cell], both)
    steals = [one.estimate("steals") for one in both]
    assert found.computed == pytest.approx(told(*(one.value for one in steals)))
    for error, games, rounding in (
        (found.error, n_games, 0),
        (found.source_error, SOURCE_GAMES, step),
    ):
        size = (n_games / games) ** 0.5
        cells = told(*(random.normal(one.value, size * one.error, 100_000) for one in steals))
        cells = cells + random.uniform(-rounding / 2, rounding / 2, cells.size)
        assert error == pytest.approx(cells.std(), rel=0.02)


def test_chi_square_has_its_distribution_under_the_right_reading() -> None:
    condition = Condition(valuation="correlated", features="SC+AD")
    found = [
        try_reading(printed(condition, "main", STATISTICS, 100 + copy), condition, n_games=4000)
        for copy in range(6)
    ]
    # our own games are the same in each comparison, so the sum is a little wider than chi-square
    total, cells = sum(found), 6 * len(STATISTICS)
    assert chi2.sf(total, cells) > 1e-5
    assert chi2.cdf(total, cells) > 1e-5


def test_chi_square_finds_a_wrong_reading() -> None:
    condition = Condition(valuation="correlated", features="SC")
    cells = printed(condition, "main", STATISTICS, 5)
    wrong = replace(condition, reading=replace(condition.reading, swap_pays=False))
    assert try_reading(cells, wrong, n_games=2000) > 1000


def test_calibration_recovers_known_chances() -> None:
    """Of eight players, whose games are a tenth of the work."""
    true = (0.2, 0.7, 0.4, 0.55, 0.6, 0.5)
    reading = Reading(base_chance=true)
    cells = []
    for valuation in ("independent", "correlated"):
        played = Condition(
            seed=42, n_players=8, valuation=valuation, features="AD", reading=reading
        )
        cells += printed(played, "main", ["steals", "chain", "seat1", "seat2", "seat8", *SIX], 9)
    found = calibrate_chances(cells, "main", n_games=2000, n_players=8, n_rounds=3)
    assert found.strategies == SIX
    assert (np.abs(found.chances - true) < 4 * found.errors).all()
    assert (found.errors < 0.05).all()
    assert chi2.sf(found.chi_square, found.n_cells - 6) > 1e-4


def test_cells_are_read(published: dict[str, list[Cell]]) -> None:
    assert [len(published[name]) for name in ("appendix", "main")] == [480, 111]
    levels = {name: distinct_levels(cells) for name, cells in published.items()}
    assert len(levels["appendix"]) == 240  # PI changes no digit there
    assert all("PI" not in cell.features for cell in levels["appendix"])
    assert len(levels["main"]) == 71
    full = next(c for c in levels["main"] if c.valuation == "negative" and len(c.features) == 4)
    assert full.value == pytest.approx(74.2 - 19.5)


def test_a_row_with_pi_is_left_out_only_if_it_repeats_the_row_without() -> None:
    base = Cell("a", "appendix", "independent", (), "steals", 70.8, 0.1, "level")
    same, other = (
        replace(base, id=n, features=("PI",), value=v) for n, v in (("b", 70.8), ("c", 9))
    )
    alone = replace(same, id="d", features=("SC", "PI"))
    assert distinct_levels([base, same, alone]) == [base, alone]
    assert distinct_levels([base, other]) == [base, other]


def test_the_tables_are_reproduced(published: dict[str, list[Cell]]) -> None:
    for population, cells in published.items():
        played = [simulate_condition(one, n_games=1000) for one in conditions(population)]
        off = [one for one in deviations(cells, played) if abs(one.sigmas) > 3]
        assert len(off) <= 0.02 * len(cells), off


@pytest.mark.parametrize("population", POPULATIONS)
def test_populations_are_told_apart(population: str, published: dict[str, list[Cell]]) -> None:
    for name in ("strategies", "swap", "mean_based", "threshold", "satisfaction"):
        tried = try_choice(alternatives()[name], published[population], population, n_games=500)
        chosen = next(option for option in tried if option.chosen)
        assert chi2.sf(chosen.chi_square, chosen.n_cells) > 1e-4
        for option in tried:
            if option.option not in (chosen.option, "posterior or appearance"):
                assert chi2.sf(option.chi_square, option.n_cells) < 1e-4, (name, option)


def test_every_alternative_names_its_rows(published: dict[str, list[Cell]]) -> None:
    for name, choice in alternatives().items():
        for population in choice.populations:
            assert choice.rows
            strategies, reading = POPULATIONS[population]
            here = [
                option
                for option, fields in choice.options.items()
                if all(
                    value == (list(strategies) if key == "strategies" else getattr(reading, key))
                    for key, value in fields.items()
                )
            ]
            assert len(here) == 1, (name, population)


def test_a_reading_is_tried_on_levels(published: dict[str, list[Cell]]) -> None:
    assert try_reading(distinct_levels(published["main"])[:1], Condition(), n_games=200) < 20


def test_a_choice_is_made_on_its_rows():
    options = {"pays": {"swap_pays": True}}
    choice = Choice("Who swaps?", options, [("independent", "BASE")], ["main"])
    cell = Cell("a", "main", "independent", (), "steals", 71.0, 0.5)
    elsewhere = replace(cell, valuation="correlated")
    (tried,) = try_choice(choice, [cell, elsewhere], "main", n_games=50)
    assert tried.n_cells == 1


def test_a_question_is_read():
    told = {
        "asks": "?",
        "chance": "coin_flip",
        "answers": [0, 0.5],
        "sets": ["AD"],
    }
    usual = Reading().base_chance
    options = {"0": {"base_chance": (*usual[:2], 0, *usual[3:])}}
    options["0.5"] = {"base_chance": (*usual[:2], 0.5, *usual[3:])}
    rows = [("independent", "AD"), ("correlated", "AD")]
    assert Choice.read(told) == Choice("?", options, rows)
