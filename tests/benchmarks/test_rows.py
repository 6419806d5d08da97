"""The rows that there are."""

from __future__ import annotations

from itertools import chain

import pytest
from benchmarks.row import KINDS
from benchmarks.rows import MODULES
from benchmarks.suite import in_module, names

ROWS = list(chain.from_iterable(in_module(name).ROWS for name in MODULES))
GROWTHS = list(chain.from_iterable(in_module(name).GROWTHS for name in MODULES))


@pytest.mark.parametrize("every", [ROWS, GROWTHS])
def test_names_are_of_their_module_and_used_once(every: list) -> None:
    found = [one.name for one in every]
    assert len(found) == len({*found})
    assert {name.partition("/")[0] for name in found} <= {*MODULES}


def test_every_row_has_rivals_of_a_known_kind_and_the_sources_own_methods_are_there() -> None:
    assert all(row.rivals for row in ROWS)
    kinds = [(row.name.partition("/")[0], rival.kind) for row in ROWS for rival in row.rivals]
    assert {kind for _, kind in kinds} == {*KINDS}
    own = {game for game, kind in kinds if kind == "source"}
    assert {"guts", "token_game", "trajectories"} <= own


def test_a_game_or_a_row_is_asked_for_by_name() -> None:
    assert names(["guts/play"]) == ["guts/play"]
    assert names(["guts"]) == [row.name for row in ROWS if row.name.startswith("guts/")]
    with pytest.raises(SystemExit, match="no row gust"):
        names(["gust"])
