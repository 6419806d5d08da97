"""The outlook: whether the recurrences are exact, and what solving them would give."""

from __future__ import annotations

from parlor.games.yankee_swap.exact import resteal_closed_form
from parlor.games.yankee_swap.locked import draw_values
from press import Effort, Finding, claim, in_parts, show

from ...tolerances import CERTIFIED, DRAWN
from ..readings import LITERAL, MENDED, WAYS, on_grid, reading
from .holding import shortfall


@claim("resteal.exact")
def exact(effort: Effort) -> Finding:
    """Whether the recurrences give what the first of three players is paid."""
    true = resteal_closed_form(3)[0]
    printed, mended = (float(reading(way, 3).turn_values[-1]) for way in (LITERAL, MENDED))
    n = effort.of(full=101, reduced=8)
    least, _ = shortfall(n)
    most = max(float(reading(way, n).turn_values.sum()) for way in (LITERAL, MENDED))
    return Finding(
        min(abs(one - float(true)) for one in (printed, mended)) < CERTIFIED,
        f"The first of three players is paid {true} = {float(true):.4f} in equilibrium; the "
        f"recurrences say {printed:.4f} as printed, {mended:.4f} with their slips mended. None of "
        f"{len(WAYS) if least > 0 else 0} readings pays out what the boxes are worth: by the "
        f"better of these two {n} players are paid {most:.1f} in all, and their boxes are worth "
        f"{n / 2:g}.",
    )


@claim("resteal.grid")
def grid(effort: Effort) -> Finding:
    """Whether iterating them on a grid would give precise payoffs."""
    n = effort.of(full=101, reduced=8)
    least, most = shortfall(n)
    last = float(resteal_closed_form(n)[-1])
    cells, exact = 2000, reading(LITERAL, n).turn_values
    off = float(abs(on_grid(n, cells) - exact).max())
    return Finding(
        in_parts(off < DRAWN, least < CERTIFIED),
        f"They can be iterated: on a grid of {cells:,} values the printed ones give {n} payoffs "
        f"within {off:.4f} of those of an exact solution. But the payoffs of {len(WAYS)} "
        f"readings fall short of {show(n / 2)} by "
        f"{least:.2f} to {most:.2f}; the last is paid {exact[0]:.4f} in "
        f"the printed one, {last:.4f} in equilibrium.",
    )


@claim("resteal.scalar")
def scalar(effort: Effort) -> Finding:
    """Whether they reduce to the scalar map of the locked game."""
    n = effort.of(full=101, reduced=8)
    mended = float(abs(reading(MENDED, n).thresholds - draw_values(n)).max())
    first, second, third = reading(LITERAL, n).thresholds[:3]
    return Finding(
        in_parts(first == second != third, mended > CERTIFIED),
        rf"As printed they do not: $\tau_2$ is $\tau_1 = {first:.6f}$, and $\tau_3$ is "
        f"{third:.6f}, so that no map takes each threshold to the next. With the comparison and "
        "the index mended the thresholds of the locked game come back, which this map gives: they "
        f"agree within {mended:.0e}.",
    )
