"""The race: games are those of the seed, and what is told is what was measured."""

from __future__ import annotations

import pytest
from benchmarks import race as module
from benchmarks.race import race, shown


def test_the_seed_makes_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SHAPES", ((2, 3), (4, 2)))
    first, again, other = (race(seed, budget=0.0) for seed in (5, 5, 6))
    assert [game["kind"] for game in first["games"]] == 2 * list(module.KINDS)
    gaps = [[game["gap"] for game in found["games"]] for found in (first, again, other)]
    assert gaps[0] == gaps[1] != gaps[2]
    assert max(gaps[0]) < 1e-14
    rival = first["games"][0]["rivals"]["SciPy, HiGHS"]
    assert rival["gap"] < 1e-9 and rival["ratio"]["median"] > 0
    monkeypatch.setattr(module, "SHAPES", ())
    assert race()["seed"] != race()["seed"]


def test_the_worst_game_is_named() -> None:
    def game(kind: str, ratio: float) -> dict:
        ways = {"them": {"gap": 0.0, "ratio": {"median": ratio}}}
        return {"shape": [2, 3], "kind": kind, "gap": 0.0, "rivals": ways}

    told = shown({"seed": 7, "games": [game("normal", 4.0), game("sines", 0.25)]})
    assert "seed 7" in told and "1.00x on average, at least 0.25x (2 by 3, sines)" in told
