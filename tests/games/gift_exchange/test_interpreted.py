"""Without numba's compiler the gift exchange plays the same games, number for number."""

from __future__ import annotations

import json
import os
import subprocess
import sys

PARTIES = """
import json
from parlor.games.gift_exchange import Condition, Rules, allocations, play, simulate_condition
from chapters.gift_exchange.top_trading_cycles import aftermath
from chapters.gift_exchange.paired import play_statistics
from parlor.games.gift_exchange.watch import draw, observe

told = {}
for valuation in ("independent", "correlated", "negative"):
    for features in ("BASE", "FULL"):
        rules = Rules(own_gift="soft", coalition=2, final_swap=features == "BASE")
        party = Condition(
            seed=3, n_players=5, valuation=valuation, features=features, total_limit=2, rules=rules
        )
        drawn, seen = draw(party, n_games=2), observe(party, n_games=3)
        after, played = aftermath(party, 3), play_statistics(party, ["steals", "seat1"], n_games=3)
        told[f"{valuation} {features}"] = [
            [[number.tolist() for number in record] for record in play(party, n_games=3)],
            allocations(party, n_games=3).tolist(),
            [array.tolist() for array in vars(drawn).values()],
            seen.robberies.tolist(),
            [[number.tolist() for number in record] for record in seen.rows],
            list(simulate_condition(party, n_games=3).sums),
            [after.gain.value, after.envy.value, after.most.value, after.traders.value],
            played.values,
        ]
print(json.dumps(told))
"""


def test_the_same_games_without_a_compiler() -> None:
    compiled, interpreted = (
        subprocess.run(
            [sys.executable, "-W", "error", "-c", PARTIES],
            capture_output=True,
            text=True,
            env=os.environ | {"NUMBA_DISABLE_JIT": plain},
        )
        for plain in ("0", "1")
    )
    assert interpreted.returncode == 0, interpreted.stderr[-3000:]
    assert len(json.loads(interpreted.stdout)) == 6
    assert interpreted.stdout == compiled.stdout
