"""The game in a small picture, for the title page and for the lecture."""

from __future__ import annotations

from press import Drawn, new_figure

from .hand import BOXES, hand_table


def picture(width: float = 3.0, height: float = 1.1) -> Drawn:
    """The boxes of five players at the end of the game that the lecture tells turn by turn.

    Its size is in inches.
    """
    turns, home = hand_table()
    robbed = (turns["robs seat"] != "none").sum()
    figure, axis = new_figure(width, height, narrow=1.2)
    for seat, value in enumerate(home, start=1):
        hue = "C0" if seat > 1 else "C1"
        axis.bar(seat, value, 0.6, color=hue)
        axis.text(seat, value + 0.05, f"{value:.2f}", ha="center", fontsize=9)
        axis.text(seat, -0.06, str(seat), ha="center", va="top", fontsize=9)
    axis.text(0.4, -0.06, "seat", ha="right", va="top", fontsize=9)
    axis.set(xlim=(-0.4, len(BOXES) + 0.5), ylim=(-0.3, 1.1))
    axis.axis("off")
    return figure, (
        f"The boxes with which five players go home after {robbed} thefts: seat 1 with "
        f"{home[0]:.2f}, the others with {', '.join(f'{value:.2f}' for value in home[1:])}."
    )
