"""The game in a small picture, for the title page."""

from __future__ import annotations

from matplotlib.patches import Rectangle

from press import Drawn, new_figure

from .figures import won

PRIZES = (3, 5, 1, 4, 2)


def picture() -> Drawn:
    """Five prizes, the bids that match them, and the bids that see through this."""
    bids = tuple(p % len(PRIZES) + 1 for p in PRIZES)
    gains = won(PRIZES, PRIZES, bids)
    figure, axis = new_figure(3.0, 1.1, narrow=1.2)
    rows = (("prize", PRIZES, "C4", 0), ("Ann", PRIZES, "C0", 1), ("Bob", bids, "C1", -1))
    for height, (name, cards, hue, side) in zip((2, 1, 0), rows, strict=True):
        axis.text(-0.7, height, name, ha="right", va="center")
        for place, (card, gain) in enumerate(zip(cards, gains, strict=True)):
            wins = gain * side > 0
            axis.add_patch(
                Rectangle(
                    (place - 0.4, height - 0.38), 0.8, 0.76,
                    facecolor=hue if wins else "none", alpha=0.3 if wins else 1, edgecolor="none",
                )
            )  # fmt: skip
            axis.add_patch(
                Rectangle((place - 0.4, height - 0.38), 0.8, 0.76, fill=False, edgecolor=hue)
            )
            axis.text(place, height, str(card), ha="center", va="center")
    axis.set(xlim=(-2.2, len(PRIZES) - 0.5), ylim=(-0.45, 2.45))
    axis.axis("off")
    return figure, (
        f"Five prizes. Ann bids what each is worth, Bob one more, and 1 on her {max(PRIZES)}: he "
        f"wins {sum(gain < 0 for gain in gains)} of the {len(PRIZES)}."
    )
