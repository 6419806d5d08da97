"""Boards as the pages draw them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlor.games.token_game import payoffs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes


def draw_board(
    axes: Axes, amounts: Sequence[float], path: Sequence[int], layout: str = "line"
) -> None:
    """Draw stacks as bars whose parts have the colours of the takers."""
    n = len(amounts)
    one = [[int(i == j) for j in range(n)] for i in range(n)]
    shares = [payoffs(stack, path, layout=layout) for stack in one]
    base = [0.0] * n
    for seat, place in enumerate(path):
        parts = [a * share[seat] for a, share in zip(amounts, shares, strict=True)]
        colour, label = f"C{seat % 6}", f"player {seat + 1}"
        axes.bar(range(1, n + 1), parts, bottom=base, color=colour, label=label)
        where = (place, amounts[place - 1])
        axes.annotate(str(seat + 1), where, ha="center", va="bottom")
        base = [low + part for low, part in zip(base, parts, strict=True)]
    axes.set(xlabel="stack", ylabel="money", xticks=range(1, n + 1))
    axes.legend()
