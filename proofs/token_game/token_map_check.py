"""The map of first movers: whole, with the boards that are named; checked where that is quick.

The slow solver of `token_nash` plays the boards of up to eight stacks, and two of those on which
the first mover is behind in every equilibrium. What the map says of larger ones is taken from it.
"""

import json
from fractions import Fraction as F
from pathlib import Path

from token_nash import Board

MAP = Path(__file__).parents[2] / "data/games/token_first_mover.json"
told = json.loads(MAP.read_text("utf-8"))["rows"]
rows = {(lay, n, m): (F(a), F(b)) for lay, n, m, a, b in told}
most = {n: 8 if n > 22 else n for n in range(2, 27)}  # players, by stacks
every = {(lay, n, m) for lay in ("line", "clock") for n in most for m in range(2, most[n] + 1)}
assert len(told) == len(rows) and set(rows) == every, "not the boards that are claimed"
BEHIND = {
    "line": "15,4 17,5 19,4 19,5 21,6 22,4 22,5 24,4 25,6",
    "clock": "11,4 16,6 17,5 19,6 20,4 21,6 21,7 23,5 23,7 25,8",
}
for lay, boards in BEHIND.items():
    named = [tuple(map(int, board.split(","))) for board in boards.split()]
    found = sorted((n, m) for one, n, m in rows if one == lay and rows[one, n, m][1] < 0)
    assert found == named, "the first mover is behind elsewhere than is claimed"
done = 0
cases = [(lay, n, m) for lay, n, m in rows if n <= 8] + [("line", 15, 4), ("clock", 11, 4)]
for lay, n, m in cases:
    margins = [
        v[0] - max(v[1:]) for _, v in Board(range(1, n + 1), m, lay == "clock").perfect_paths()
    ]
    assert (min(margins), max(margins)) == rows[lay, n, m], (lay, n, m)
    done += 1
print(done, "boards agree, (15, 4) on the line and (11, 4) on the clock among them")
