"""The game in a small picture, for the title page."""

from __future__ import annotations

from press import FAINT, Drawn, new_figure

from .solutions import continuum

FRIENDS = 2


def picture() -> Drawn:
    """The hands on which each player holds when two friends follow their second plan."""
    game = continuum(FRIENDS)
    (own, _), *_ = game.player_one
    friends, chance = min(game.coalition, key=lambda plan: plan[0])
    figure, axis = new_figure(3.0, 1.1, narrow=1.2)
    names = ("you", *["a friend"] * len(friends))
    for height, (name, line) in enumerate(zip(names, (own, *friends), strict=True)):
        hue = "C1" if height else "C0"
        axis.plot([0, 1], [-height] * 2, color=FAINT, linewidth=2)
        axis.plot([line, 1], [-height] * 2, color=hue, linewidth=7, solid_capstyle="butt")
        axis.text(-0.05, -height, name, ha="right", va="center")
    for place, name in ((0, "worst hand"), (1, "best hand")):
        axis.text(place, 0.6, name, ha="right" if place else "left", va="center", fontsize=9)
    axis.set(xlim=(-0.36, 1.01), ylim=(-len(friends) - 0.4, 0.9))
    axis.axis("off")
    return figure, (
        f"Three players and the hands on which they hold: you above {own:.2f}; one friend always, "
        f"the other above {max(friends):.2f}, a plan that they follow {100 * chance:.0f} % of the "
        "time."
    )
