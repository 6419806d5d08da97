"""The game in a small picture, for the title page."""

from __future__ import annotations

from press import Drawn, new_figure, show

from .drawing import draw_board
from .rows import boards, row


def picture() -> Drawn:
    """Ten stacks and three tokens, as the game ends among players who play well."""
    path = row("line", 3).paths[0]
    figure, axes = new_figure(3.0, 1.1, narrow=1.2)
    draw_board(axes, boards("line"), path)
    axes.set_ylim(0, 1.5 * max(boards("line")))
    axes.axis("off")
    return figure, (
        f"Ten stacks of 1 to 10 dollars with three tokens, A, B and C, on stacks {show(path)}; "
        "each stack has the colour of the nearest token."
    )
