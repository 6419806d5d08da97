"""One locked game, told turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlor.games.yankee_swap.locked import draw_values

if TYPE_CHECKING:
    import pandas as pd

BOXES = (0.62, 0.35, 0.81, 0.27, 0.55)


def hand_table(boxes: tuple[float, ...] = BOXES) -> tuple[pd.DataFrame, tuple[float, ...]]:
    """A game played by the thresholds, a row a turn; and what each seat goes home with."""
    import pandas as pd

    n = len(boxes)
    limits = draw_values(n)[::-1]
    free: dict[int, float] = {}  # box by owner
    locked: dict[int, float] = {}
    rows = []
    for seat, (fresh, limit) in enumerate(zip(boxes, limits, strict=True), start=1):
        sees = (
            ", ".join(f"{free[owner]:.2f} of seat {owner}" for owner in sorted(free)) or "nothing"
        )
        best = max(free, key=free.__getitem__, default=0)
        if best and free[best] > limit:
            locked[seat] = free.pop(best)
            does, opener = f"takes {locked[seat]:.2f} from seat {best}", best
        else:
            does, opener = "opens a box", seat
        free[opener] = fresh
        rows.append([seat, sees, f"{limit:.4f}", does, f"seat {opener} opens {fresh:.2f}"])
    home = free | locked
    columns = ["seat", "may take", "a fresh box is worth", "does", "then"]
    return pd.DataFrame(rows, columns=columns), tuple(home[seat] for seat in range(1, n + 1))
