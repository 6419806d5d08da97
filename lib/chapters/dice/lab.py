"""The answer of the lab: a game of the reader's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlor.dice import solve
from press import Answer, Picture, Quantity, Table, new_figure

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


def ask(n_faces: int) -> Answer:
    """Return the mean with `n_faces` faces, a table beside smaller games, and a figure."""
    mean = solve(n_faces).mean
    faces = [n for n in range(1, 21) if n <= n_faces]
    means = [float(solve(n).mean) for n in faces]

    def frame() -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame({"faces": faces, "mean": means})

    def draw() -> tuple[Figure, str]:
        figure, axes = new_figure()
        axes.plot(faces, means, "o-")
        axes.set(xlabel="faces", ylabel="mean payoff")
        return figure, f"{means[0]:g} with one face, {means[-1]:g} with {faces[-1]}."

    return Answer(
        f"The game with {n_faces} faces.",
        (Quantity("mean", mean, sure="exact", meaning="mean payoff"),),
        (Table("own", frame, f"Mean payoff with 1 to {faces[-1]} faces."),),
        (Picture("own", draw, f"Mean payoff with 1 to {faces[-1]} faces."),),
    )
