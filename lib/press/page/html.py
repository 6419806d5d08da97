"""The pieces of HTML that a notebook shows. Their look is in ``assets/static``."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

from ..ledger.views import slug

if TYPE_CHECKING:
    from .figures import Saved, Slider

PIXELS = 96 / 72  # a point
_FIGURE = re.compile(  # as `figure` puts it together
    r'(?P<begin><figure class="pr-figure" id="(?P<name>[\w-]+)">)'
    r'<div class="pr-drawing" role="img" aria-label="(?P<alt>[^"]*)">.*?'
    r'<svg width="(?P<width>[\d.]+)pt" height="(?P<height>[\d.]+)pt".*?'
    r'(?P<rest><figcaption.*?href="(?P<file>[^"]+\.svg)".*?</figure>)',
    re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A piece of a page: HTML in a browser, text on a terminal."""

    html: str
    text: str

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text


def badge(verdict: str, href: str = "", anchor: str = "", title: str = "") -> str:
    """Return a verdict as a badge, a link if `href` is given."""
    tag = "a" if href else "span"
    told = {"class": f"pr-verdict pr-{slug(verdict)}", "id": anchor, "href": href, "title": title}
    attributes = "".join(f' {name}="{escape(text)}"' for name, text in told.items() if text)
    return f"<{tag}{attributes}>{escape(verdict)}</{tag}>"


def tuples(texts: Iterable[str]) -> str:
    """Return tuples below each other; one that is too long is indented where it wraps."""
    return "".join(f'<span class="pr-tuple">{escape(text)}</span>' for text in texts)


def up() -> str:
    """Return the way from the page under execution to the top of the site."""
    return "../" * os.environ.get("PRESS_PAGE", "book/chapter/page").count("/")


def moved(piece: str, way: str) -> str:
    """Return a piece of one page as it stands on another, which is `way` below the site's top."""
    return re.sub(r'="(?:\.\./)*(downloads/|_static/|book/)', rf'="{way}\1', piece)


def address(chapter: str, file: str) -> str:
    """Return the address of a file for download, as an attribute's value."""
    return escape(quote(f"{up()}downloads/{chapter}/{file}"))


def in_run() -> bool:
    """Whether this is a run of the press, whose pages go into the book; not JupyterLab, say."""
    return "PRESS_RUN" in os.environ


def downloads(chapter: str, folder: str, links: dict[str, str]) -> str:
    """Return links to files for download; outside a run, where the files are.

    Parameters
    ----------
    chapter : str
        The chapter.
    folder : str
        The files' folder within that of the chapter's results.
    links : dict of str to str
        What a link says, by file.
    """
    if not in_run():
        files = ", ".join(f"{folder}/{file}" for file in links)
        return f'<p class="pr-downloads">In _build/lab/{chapter}: {escape(files)}</p>'
    told = " · ".join(
        f'<a href="{address(chapter, file)}" download>{escape(text)}</a>'
        for file, text in links.items()
    )
    return f'<p class="pr-downloads">Download: {told}</p>'


def table(chapter: str, name: str, rows: str, caption: str) -> str:
    """Return a table, given as HTML, with its caption and downloads."""
    files = downloads(chapter, "tables", {f"{name}.csv": "CSV", f"{name}.json": "JSON"})
    return (
        f'<figure class="pr-table" id="table-{slug(name)}"><figcaption>{escape(caption)}'
        f'</figcaption><div class="pr-scroll" tabindex="0" role="region" '
        f'aria-label="Table: {escape(caption)}">{rows}</div>{files}</figure>'
    )


def figure(chapter: str, name: str, saved: Saved, caption: str, alt: str) -> str:
    """Return a figure, laid out for a page and for a phone, with its caption and download.

    A style sheet shows one of the two; where there is none, the one for a page is seen.
    """
    moved_by = _slider(saved.slider) if saved.slider and in_run() else ""
    files = downloads(chapter, "figures", {f"{chapter}-{name}.svg": "SVG"})
    return (
        f'<figure class="pr-figure" id="figure-{slug(name)}">'
        f'<div class="pr-drawing" role="img" aria-label="{escape(alt)}">'
        f'<div class="pr-broad">{saved.wide}</div>'
        f'<div class="pr-narrow" hidden>{saved.narrow}</div></div>{moved_by}'
        f"<figcaption>{escape(caption)}</figcaption>{files}</figure>"
    )


def filed(text: str, wanted: Callable[[str], bool] = lambda _: True) -> str:
    """Return HTML with the files of figures in the place of their drawings.

    Parameters
    ----------
    text : str
        The HTML.
    wanted : callable, optional
        Says of which figures, by their ids; by default of all.
    """

    def put(figure: re.Match[str]) -> str:
        if not wanted(figure["name"]):
            return figure[0]
        size = "".join(
            f' {name}="{float(figure[name]) * PIXELS:.0f}"' for name in ("width", "height")
        )
        return (
            f'{figure["begin"]}<div class="pr-file pr-scroll" tabindex="0" role="group" '
            f'aria-label="Figure"><img loading="lazy" src="{figure["file"]}" '
            f'alt="{figure["alt"]}"{size}></div>{figure["rest"]}'
        )

    return _FIGURE.sub(put, text)


def _slider(slider: Slider) -> str:
    """Return what moves a figure. Its script shows it; without one the figure stands still."""
    start = slider.start
    data = json.dumps([slider.places, slider.told], ensure_ascii=False).replace("<", "\\u003c")
    return (
        f'<div class="pr-slider" hidden data-frames="{escape(data)}">'
        f"<label>{escape(slider.label)} <output>{escape(slider.places[start])}</output>"
        f'<input type="range" min="0" max="{len(slider.places) - 1}" value="{start}"></label>'
        f'<p aria-live="polite">{escape(slider.told[start])}</p></div>'
        f'<script defer src="{up()}_static/slider.js"></script>'
    )


def widget(chapter: str, name: str, kind: str, label: str, still: str) -> str:
    """Return a game to play: its place, its data and its scripts, all classic scripts.

    What stands there without scripts, and on paper, is a sentence and the picture `still`.
    """
    key = f"{chapter}-{name}"
    kind = escape(kind)
    play = [f"{up()}_static/play/{file}" for file in ("shared", kind)]
    scripts = [address(chapter, f"{name}.js"), *(f"{file}.js" for file in play)]
    return (
        "".join(f'<link rel="stylesheet" href="{file}.css">' for file in play)
        + f'<div class="pr-play" id="widget-{slug(key)}" data-kind="{kind}" '
        f'data-widget="{escape(key)}" role="group" aria-label="{escape(label)}">'
        f'<div class="pr-still"><p>Here stands a game to play, in a browser that runs scripts.</p>'
        f"{still}</div></div>"
        + "".join(f'<script defer src="{script}"></script>' for script in scripts)
    )
