"""The game in a small picture, for the title page."""

from __future__ import annotations

from itertools import pairwise

from press import Drawn, new_figure

PLAYERS = 6
CHAIN = (6, 4, 1)  # the last player steals from 4, who steals from 1, who opens a gift


def picture() -> Drawn:
    """A round: a theft, the victim's own theft, and a gift that is opened."""
    from matplotlib.patches import Circle, FancyArrowPatch, Rectangle

    figure, axis = new_figure(3.0, 1.1, narrow=1.2)
    for seat in range(1, PLAYERS + 1):
        axis.add_patch(Circle((seat, 0), 0.3, facecolor="none", edgecolor="C0"))
        axis.text(seat, 0, str(seat), ha="center", va="center")
        if seat < PLAYERS:  # who has had no turn yet holds nothing
            axis.add_patch(Rectangle((seat - 0.15, 0.4), 0.3, 0.3, facecolor="C4"))
    axis.add_patch(Rectangle((-0.3, 0.35), 0.4, 0.4, facecolor="none", edgecolor="C4"))
    axis.text(-0.1, 0.55, "?", ha="center", va="center", fontsize=9)
    axis.annotate(
        "", (0.8, 0.55), (0.15, 0.55), arrowprops={"arrowstyle": "->", "color": "C1", "lw": 1.5}
    )
    for thief, victim in pairwise(CHAIN):
        axis.add_patch(
            FancyArrowPatch(
                (victim, 0.75), (thief, 0.75 if thief < PLAYERS else 0.4), arrowstyle="->",
                connectionstyle="arc3,rad=-0.45", mutation_scale=10, color="C1", linewidth=1.5,
            )
        )  # fmt: skip
    axis.set(xlim=(-0.5, PLAYERS + 0.5), ylim=(-0.4, 1.75), aspect="equal")
    axis.axis("off")
    thieves = ", and ".join(f"{a} steals from {b}" for a, b in pairwise(CHAIN))
    return figure, f"Six players in a row with gifts: {thieves}, who opens a new one."
