"""Figures that take their colours from the page, so that they are readable in light and dark."""

from __future__ import annotations

import io
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's colours. In the page each becomes a variable that has a value for light and dark.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
INK = "#1a1b1c"  # text, axes and ticks: the page's own text colour
FAINT = "#8a8b8c"  # grid lines

STYLE: Any = {
    "axes.edgecolor": INK, "axes.labelcolor": INK, "text.color": INK,
    "xtick.color": INK, "ytick.color": INK,
    "axes.facecolor": "none", "figure.facecolor": "none", "legend.facecolor": "none",
    "axes.spines.top": False, "axes.spines.right": False,
    "axes.grid": True, "grid.color": FAINT, "grid.linewidth": 0.4, "grid.alpha": 0.5,
    "axes.axisbelow": True, "legend.frameon": False,
    "font.size": 11, "axes.titlesize": 11, "axes.linewidth": 0.8,
}  # fmt: skip


def new_figure(width: float = 6.0, height: float = 3.4, **kwargs: Any) -> tuple[Figure, Any]:
    """Return an empty figure in the book's style, with its axes.

    Parameters
    ----------
    width, height : float, optional
        Its size in inches.
    **kwargs
        Passed on to `matplotlib.figure.Figure.subplots`, such as ``ncols=2``.

    Returns
    -------
    figure : matplotlib.figure.Figure
        For `Chapter.figure`.
    axes : matplotlib.axes.Axes or ndarray of Axes
        What to draw on.

    Examples
    --------
    >>> figure, axes = new_figure()
    >>> lines = axes.plot([0, 1], [0, 1])
    """
    import matplotlib as mpl
    from cycler import cycler
    from matplotlib.figure import Figure

    # for the whole kernel, since "C0" and its like are looked up only when something is drawn
    mpl.rcParams.update(STYLE | {"axes.prop_cycle": cycler(color=COLOURS)})
    figure = Figure(figsize=(width, height), layout="constrained")
    axes: Axes = figure.subplots(**kwargs)
    return figure, axes


def save_svg(folder: Path, name: str, figure: Figure, alt: str) -> str:
    """Write a figure as ``name.svg`` and return it for use inside a page.

    Parameters
    ----------
    folder : Path
        Made if it does not exist.
    name : str
        The figure's name, unique in the book; ids inside the SVG are derived from it.
    figure : matplotlib.figure.Figure
        Made by `new_figure`.
    alt : str
        What a reader who does not see it should know.

    Returns
    -------
    str
        An ``<svg>`` element whose colours follow the page. The file keeps fixed colours.
    """
    import matplotlib as mpl

    buffer = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": name, "svg.fonttype": "path"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    svg = text[text.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    own = re.sub(r"[^\w.-]", "-", name)  # ids are the page's, not matplotlib's
    svg = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{own}-", svg)
    label = f'<title id="{own}-alt">{escape(alt)}</title>'
    svg = re.sub(
        r"<svg ([^>]*)>", rf'<svg \1 role="img" aria-labelledby="{own}-alt">', svg, count=1
    )
    svg = svg.replace(">", f">{label}", 1)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.svg").write_text(svg, "utf-8")
    for index, colour in enumerate(COLOURS, start=1):
        svg = svg.replace(colour, f"var(--pr-c{index}, {colour})")  # JupyterLab has no such style
    return svg.replace(INK, "currentColor").replace(FAINT, f"var(--pr-grid, {FAINT})")
