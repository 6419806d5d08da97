"""Figures that take their colours from the page and their layout from the width at hand.

A figure is drawn once and laid out twice, for a page and for a phone, with the same sizes of
type; a style sheet shows one of them. Its text is text.
"""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any

import matplotlib as mpl
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.text import Annotation, Text

from . import svg
from .svg import INK

# Okabe and Ito's colours. In the page each becomes a variable that has a value for light and dark.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
FAINT = "#8a8b8c"  # grid lines, and lines that others are held against
NARROW = 3.5  # inches; 336 pixels of a page, which is what a phone has
PANEL = 2.3  # inches; the height of one of several panels on a phone

_UNTOLD = ("Creator", "Date", "Format", "Type")  # what changes, or says nothing
STYLE: Any = {
    "axes.edgecolor": INK, "axes.labelcolor": INK, "text.color": INK,
    "xtick.color": INK, "ytick.color": INK,
    "axes.facecolor": "none", "figure.facecolor": "none", "legend.facecolor": "none",
    "axes.spines.top": False, "axes.spines.right": False,
    "axes.grid": True, "grid.color": FAINT, "grid.linewidth": 0.4, "grid.alpha": 0.5,
    "axes.axisbelow": True, "legend.frameon": False,
    "font.family": "DejaVu Sans", "mathtext.fontset": "dejavusans",
    # the least is 9, also of a script, which has seven tenths of the size of its line
    "font.size": 10, "axes.titlesize": 10, "legend.fontsize": 9, "axes.linewidth": 0.8,
    "axes.prop_cycle": cycler(color=COLOURS), "svg.fonttype": "none",
}  # fmt: skip


class Drawing(Figure):
    """A figure that has a layout for a page and one for a phone. Made by `new_figure`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.narrow_height: float | None = None
        self.slider: dict[str, Any] | None = None
        self._changes: list[Callable[[], Any]] = []
        self._ends: list[Annotation] = []

    def when_narrow(self, change: Callable[[], Any]) -> None:
        """Have something done before the figure is laid out for a phone."""
        self._changes.append(change)

    def move(self, label: str, places: Sequence[Any], texts: Sequence[str], start: int) -> None:
        """Let the reader move from frame to frame; see `frame`.

        Parameters
        ----------
        label : str
            What the reader sets, such as ``"players"``.
        places : sequence
            The value at each frame.
        texts : sequence of str
            What the figure shows then, in a sentence.
        start : int
            The frame that is seen first, and on paper.
        """
        if len(places) != len(texts) or not 0 <= start < len(places):
            raise ValueError("each frame has a place and a text, and one of them is seen first")
        told = {"places": [*map(str, places)], "told": [*texts]}
        self.slider = {"label": label, **told, "start": start}

    def save(self, folder: Path, name: str, alt: str) -> dict[str, Any]:
        """Write the figure as ``name.svg`` and return it for use inside a page, once.

        Parameters
        ----------
        folder : Path
            Made if it does not exist.
        name : str
            The figure's name, unique in the book; ids inside the SVG are derived from it.
        alt : str
            What a reader who does not see it should know.

        Returns
        -------
        dict
            ``<svg>`` elements whose colours follow the page, ``wide`` and ``narrow``; the
            ``slider`` that moves it, or None; and the ``size`` of its file in points. The file
            keeps fixed colours, and stands by itself.
        """
        own = re.sub(r"[^\w.-]", "-", name)
        wide = self._drawn(own)
        folder.mkdir(parents=True, exist_ok=True)
        drawing = svg.still(wide).replace(">", f"><title>{escape(alt)}</title>", 1)
        (folder / f"{name}.svg").write_text(drawing + "\n", "utf-8")
        size = (72 * self.get_figwidth(), 72 * self.get_figheight())
        self._become_narrow()  # and stays so
        narrow = _in_page(self._drawn(f"{own}-narrow"))
        return {"wide": _in_page(wide), "narrow": narrow, "slider": self.slider, "size": size}

    def _drawn(self, own: str) -> str:
        """Draw the figure with ids of its own, and one of its frames seen."""
        self._settle()
        buffer = io.StringIO()
        canvas, dpi = self.canvas, self.dpi
        with mpl.rc_context({"svg.hashsalt": own}):
            # `savefig` would draw all once more, to lay it out
            FigureCanvasSVG(self).print_svg(buffer, metadata=dict.fromkeys(_UNTOLD))
        self.set_canvas(canvas)
        self.set_dpi(dpi)
        return svg.tidied(buffer.getvalue(), self.slider["start"] if self.slider else 0)

    def _settle(self) -> None:
        """Lay out, break labels that are too long, push names of lines apart that would meet."""
        self._lay_out()
        labels = [t for axes in self.axes for t in (axes.title, axes.xaxis.label, axes.yaxis.label)]
        broken = [_fit(text, self.bbox.width, self.bbox.height) for text in labels]
        if any(broken):
            self._lay_out()
        for axes in self.axes:
            _spread([text for text in self._ends if text.axes is axes], axes)

    def _lay_out(self) -> None:
        """Give panels and labels their places, for which nothing need be drawn."""
        self.get_layout_engine().execute(self)  # type: ignore[union-attr]

    def _become_narrow(self) -> None:
        panels = [axes for axes in self.axes if axes.get_subplotspec() is not None]
        height = self.narrow_height
        if height is None:
            height = max(self.get_figheight(), PANEL * len(panels) if len(panels) > 1 else 0)
        self.set_size_inches(NARROW, height)
        spec = panels[0].get_subplotspec() if panels else None
        if spec is not None and spec.get_gridspec().ncols > 1:
            grid = self.add_gridspec(len(panels), 1)
            across = {axes.get_xlabel() for axes in panels}
            up = next((axes.get_ylabel() for axes in panels if axes.get_ylabel()), "")
            for place, axes in enumerate(panels):
                axes.set_subplotspec(grid[place, 0])
                if len(across) == 1 and axes is not panels[-1]:
                    axes.set_xlabel("")
                axes.tick_params(labelbottom=True, labelleft=True)
                axes.set_ylabel(axes.get_ylabel() or up)
            self.get_layout_engine().set(h_pad=0.09)  # type: ignore[union-attr,call-arg]  # apart
        for change in self._changes:
            change()


# A figure, and what a reader who does not see it should know: what functions of chapters return.
Drawn = tuple[Drawing, str]


def new_figure(
    width: float = 6.0,
    height: float = 3.4,
    *,
    narrow: float | None = None,
    **kwargs: Any,
) -> tuple[Drawing, Any]:
    """Return an empty figure in the book's style, with its axes.

    Parameters
    ----------
    width, height : float, optional
        Its size in inches, on a page.
    narrow : float, optional
        Its height in inches on a phone; by default what its panels need there.
    **kwargs
        Passed on to `matplotlib.figure.Figure.subplots`, such as ``ncols=2``.

    Returns
    -------
    figure : Drawing
        For `Chapter.figure`.
    axes : matplotlib.axes.Axes or ndarray of Axes
        What to draw on.

    Examples
    --------
    >>> figure, axes = new_figure()
    >>> lines = axes.plot([0, 1], [0, 1])
    """
    # For the whole process, since "C0" and its like are looked up only when something is drawn;
    # and from matplotlib's defaults, since it has read whatever settings a user has.
    mpl.rcdefaults()
    mpl.rcParams.update(STYLE)
    figure = Drawing(figsize=(width, height), layout="constrained")
    figure.narrow_height = narrow
    axes: Axes = figure.subplots(**kwargs)
    return figure, axes


def label_ends(axes: Axes) -> None:
    """Write the name of each line of a `new_figure` beside its end, so that no legend is needed."""
    figure = axes.get_figure()
    assert isinstance(figure, Drawing)
    for line in axes.get_lines():
        name = str(line.get_label())
        if name.startswith("_"):
            continue
        x, y = line.get_data()
        text = axes.annotate(
            name, (x[-1], y[-1]), xytext=(5, 0),  # type: ignore[index]
            textcoords="offset points", va="center", ha="left",
            color=line.get_color(), fontsize=9, annotation_clip=False, gid=line.get_gid(),
        )  # fmt: skip
        figure._ends.append(text)


def frame(number: int, *artists: Any) -> None:
    """Show artists only when the figure's slider stands at this frame; see `Drawing.move`.

    Parameters
    ----------
    number : int
        The frame, from 0.
    *artists : Artist or list of Artist
        What matplotlib's functions return.
    """
    for artist in artists:
        if isinstance(artist, list | tuple) and not hasattr(artist, "get_label"):
            frame(number, *artist)
        elif hasattr(artist, "get_children") and not hasattr(artist, "set_gid"):
            frame(number, *artist.get_children())  # bars, error bars
        else:
            artist.set_gid(f"frame-{number}")


def _in_page(drawn: str) -> str:
    """Give an SVG the page's colours; where there are none, as in JupyterLab, it keeps its own."""
    for index, colour in enumerate(COLOURS, start=1):
        drawn = re.sub(
            rf"(<(?:text|tspan) [^>]*?fill:){colour}", rf"\g<1>var(--pr-t{index},{colour})", drawn
        )
        drawn = re.sub(rf"(?<!,){colour}", f"var(--pr-c{index},{colour})", drawn)
    return drawn.replace(INK, "currentColor").replace(FAINT, f"var(--pr-grid,{FAINT})")


def _fit(text: Text, width: float, height: float) -> bool:
    """Break a label that would not fit into its figure; whether that was so."""
    box = text.get_window_extent()
    upright = box.height > box.width
    low, high, room = (box.y0, box.y1, height) if upright else (box.x0, box.x1, width)
    if not text.get_text() or (low > -1 and high < room + 1):
        return False
    middle = (low + high) / 2
    share = 2 * min(middle, room - middle) / (high - low)
    letters = max(int(share * len(text.get_text())), 12)
    text.set_text(textwrap.fill(text.get_text(), letters, break_long_words=False))
    return True


def _spread(texts: list[Annotation], axes: Axes) -> None:
    """Move labels up and down until none covers another, keeping their order."""
    boxes = [text.get_window_extent() for text in texts]
    if len(boxes) < 2:
        return
    points = axes.figure.dpi / 72
    frame_box = axes.get_window_extent()
    order = sorted(range(len(texts)), key=lambda i: (boxes[i].y0, -i))
    middle = [0.5 * (box.y0 + box.y1) for box in boxes]
    place = [min(max(y, frame_box.y0), frame_box.y1) for y in middle]
    height = max(box.height for box in boxes) * 0.98  # of a line, which has a margin

    def meet(i: int, j: int) -> bool:
        frames = {texts[i].get_gid(), texts[j].get_gid()} - {None}
        return len(frames) < 2 and boxes[i].x0 < boxes[j].x1 and boxes[j].x0 < boxes[i].x1

    for _ in range(300):  # each halves what overlaps; without room there is no end
        still = True
        for rank, i in enumerate(order):
            for j in order[rank + 1 :]:
                close = height - (place[j] - place[i])
                if close > 0.01 and meet(i, j):
                    place[i] -= close / 2
                    place[j] += close / 2
                    still = False
        if still:
            break
    for text, old, new in zip(texts, middle, place, strict=True):
        across, up = text.xyann
        text.xyann = (across, up + (new - old) / points)
