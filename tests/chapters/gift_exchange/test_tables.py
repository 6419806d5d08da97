"""How far apart the tables are, and which reading explains them."""

from __future__ import annotations

from types import SimpleNamespace

import pandas as pd
import pytest

from chapters.gift_exchange import reconstruction, tables
from chapters.gift_exchange.evidence import Tried
from chapters.gift_exchange.reconstruction import Answers


def cells(*rows: tuple) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["who", "id", "published", "computed", "z"])


def test_repetitions_are_dropped() -> None:
    found = cells(
        ("main", "table3.base.correlated.steals", "104.2", 104.0, 1.0),
        ("main", "table3.sc.correlated.change", "-50.0", -50.5, 2.0),
        ("main", "table3.sc.correlated.percent", "-48%", -0.481, 2.0),  # of the change
        ("main", "table8.sc.gap", "0.2", 0.21, 1.0),  # of two seats
        ("main", "table6.base.seat2", "0.7", 0.7001, 0.5),
        ("main", "table8.base.seat2", "0.7", 0.7001, 0.4),  # printed twice
        ("appendix", "table14.base.seat2", "0.7", 0.7001, 3.0),  # another population
    )
    once = tables.different(found)
    assert list(once.z) == [1.0, 2.0, 0.5, 3.0]
    sums = tables.by_population(once)
    assert sums.chi_square["main"] == pytest.approx(5.25) and sums.cells["appendix"] == 1


def test_shares_within() -> None:
    found = cells(*(("main", f"{i}", "", 0.0, z) for i, z in enumerate((0.5, -1.5, 2.5, -3.5))))
    row = tables.how_many_within(pd.concat([found, found.assign(who="appendix")])).iloc[0]
    assert list(row)[1:] == [4, "25.0%", "50.0%", "75.0%", 3.5]
    assert list(tables.farthest(found).z) == [-3.5, 2.5, -1.5, 0.5]


def test_origin_of_a_cell() -> None:
    used = {("correlated", "sc")}
    assert tables.origin("main", "table3.sc", used) == "main text"
    assert tables.origin("appendix", "table14.sc.steals", used) == "appendix, used to choose"
    assert tables.origin("appendix", "table12.sc.steals", used) == "appendix, not used"
    assert tables.origin("appendix", "table15.pi.threshold", used) == "appendix, not used"


def test_rows_that_served_to_choose_are_rows_of_the_tables() -> None:
    used = reconstruction.chosen_on()
    assert ("correlated", "sc") in used and ("negative", "base") in used
    assert all(v in ("independent", "correlated", "negative") for v, _ in used)


def test_columns_come_with_their_verdicts() -> None:
    assert tables.headed(["a", "b"], "x") == ["x", "a", "a: verdict", "b", "b: verdict"]


ONE = {("ties", "appendix"): [Tried("lot", 130.0, 80, False), Tried("first seat", 80.0, 80, True)]}


def test_excess_is_against_the_chosen_option() -> None:
    assert Answers(ONE).excess("ties", "appendix") == {"lot": 50.0}
    assert Answers(ONE).excess("ties", "main") == {}


def test_an_alternative_stays_open_if_both_populations_let_it() -> None:
    def near(chi_square: float) -> list[Tried]:
        return [Tried("lot", chi_square, 80, False), Tried("first seat", 80.0, 80, True)]

    both = Answers({("ties", "appendix"): near(85.0), ("ties", "main"): near(88.0)})
    assert list(both.still_open()["chi-square more by"]) == [13.0]
    far = Answers({("ties", "appendix"): near(85.0), ("ties", "main"): near(98.0)})
    assert far.still_open().empty


def test_answers_in_words() -> None:
    ((_, answer, others),) = Answers(ONE).table("appendix").itertuples(index=False)
    assert answer == "first seat (80 on 80 cells)" and others == "lot +50"


def test_coins_are_off_by_errors() -> None:
    fit = SimpleNamespace(strategies=("always_open",), chances=[0.25], errors=[0.05])
    row = reconstruction.coins(fit).iloc[0]
    off = (0.25 - row["round number"]) / 0.05
    assert row["difference, in standard errors"] == pytest.approx(off, abs=0.05)
