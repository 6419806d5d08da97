"""The map of first movers, checked by the slow solver of `token_nash` where that is quick."""

import json
from fractions import Fraction as F
from pathlib import Path

from token_nash import Board

MAP = Path(__file__).parents[2] / "data/games/token_first_mover.json"
rows = {(lay, n, m): (F(a), F(b)) for lay, n, m, a, b in json.loads(MAP.read_text("utf-8"))["rows"]}
done = 0
cases = [(lay, n, m) for lay, n, m in rows if n <= 8] + [("line", 15, 4), ("clock", 11, 4)]
for lay, n, m in cases:
    margins = [
        v[0] - max(v[1:]) for _, v in Board(range(1, n + 1), m, lay == "clock").perfect_paths()
    ]
    assert (min(margins), max(margins)) == rows[lay, n, m], (lay, n, m)
    done += 1
print(done, "boards agree, (15, 4) on the line and (11, 4) on the clock among them")
