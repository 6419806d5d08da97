"""Without numba's compiler, as in a debugger, everything works, slowly, and gives the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

LIB = Path(__file__).resolve().parents[1] / "lib"
SMALL = """
import json
import numpy as np
from parlor.games import goofspiel, guts, nakai, token_game, trajectories, yankee_swap
from parlor.games.guts import players, play, ruin, weenie
from parlor.solvers import double_oracle, fictitious_play, recursive_game, zero_sum

A = [[0, -1, 2], [1, 0, -1], [-1, 1, 0]]
solution = guts.solve_coalition(2, mesh=11)
print(json.dumps({
    "zero_sum": zero_sum.solve(A).value,
    "wide": zero_sum.solve(np.arange(1200.0).reshape(3, 400) % 7).value,
    "recursive_game": recursive_game.solve(A, [[0.5] * 3] * 3, v0=-1.0).value,
    "fictitious_play": fictitious_play.play(A, n_rounds=200, seed=1).gap,
    "guts": solution.value,
    "continuum": guts.solve_coalition(2).value,
    "dealt": play.play_games(solution, n_games=50, seed=3).winnings.tolist(),
    "ruin": ruin.ruin(solution, 5.0, n_walks=20, seed=3).chance,
    "players": players.fictitious_play(3, n_rounds=50, mesh=11).gap,
    "weenie": weenie.strongest_coalition(2).least,
    "goofspiel": goofspiel.solve(4).value([1, 4], [2, 3], [1, 4]),
    "hands": goofspiel.solve_hands([1, 2, 6], [3, 4, 5], [1, 2, 3], aim="winning").value,
    "nakai": nakai.values(3).v(3, 1, 1, 2),
    "token_game": str(token_game.solve(range(1, 8), 3).payoffs),
    "continuous": str(token_game.solve_continuous(range(1, 8), 3).payoffs),
    "trajectories": trajectories.count(4),
    "locked": yankee_swap.simulate_locked(5, n_games=50, seed=2).payoffs.tolist(),
    "resteal": yankee_swap.resteal.solve_resteal(4, n_values=3).payoffs.tolist(),
}))
"""


@pytest.mark.slow
def test_everything_works_without_a_compiler() -> None:
    found = []
    for plain in ("0", "1"):
        environment = os.environ | {"PYTHONPATH": str(LIB), "NUMBA_DISABLE_JIT": plain}
        told = subprocess.run(
            [sys.executable, "-c", SMALL], capture_output=True, text=True, env=environment
        )
        assert told.returncode == 0, told.stderr[-3000:]
        found.append(json.loads(told.stdout))
    compiled, interpreted = found
    assert len(compiled) >= 17
    for name, value in compiled.items():
        if isinstance(value, str):
            assert interpreted[name] == value, name
        else:
            assert interpreted[name] == pytest.approx(value, abs=1e-12), name
