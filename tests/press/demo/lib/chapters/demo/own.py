"""The answer of the lab."""

import time
from fractions import Fraction
from pathlib import Path

from die import mean

from press import Answer, Picture, Quantity, Table, new_figure


def roll(sides, label, pause):
    if label == "loaded" and sides > 4:
        raise ArithmeticError("a loaded die")
    time.sleep(pause / 100)
    build = Path(__file__).parents[3] / "_build"
    build.mkdir(exist_ok=True)
    with (build / "asked.txt").open("a") as file:
        file.write(f"{sides} {label}\n")

    def frame():
        import pandas as pd

        return pd.DataFrame({"side": range(1, sides + 1)})

    def draw():
        figure, axes = new_figure()
        axes.plot([1, sides], [1, sides])
        return figure, f"A line from 1 to {sides}"

    return Answer(
        f"{label.capitalize()} with {sides} sides.",
        (
            Quantity("mean", mean(sides), "what a throw shows", 0.125, "standard error"),
            Quantity("least", Fraction(1, sides), "its chance of a one", sure="exact"),
            Quantity("even", sides % 4 == 0),
        ),
        (Table("own", frame, "Its sides", rows=4),),
        (Picture("own", draw, "Its sides, drawn"),),
    )
