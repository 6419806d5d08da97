"""What matplotlib has drawn, as an SVG that can stand in a page beside others.

matplotlib says of every dot how it looks, and wraps every part in groups. Here dots of one look are
drawn once, and what says nothing is left out: a drawing is lighter by two thirds.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from itertools import groupby
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

INK = "#1a1b1c"  # text, axes and ticks: the page's own text colour
# matplotlib lays out with the first; Verdana has its widths
FONTS = "'DejaVu Sans', Verdana, sans-serif"

_XMLNS = "http://www.w3.org/2000/svg"
_MARKUP = re.compile(r"<[^>]*>")
_LONG = re.compile(r"-?\d+\.\d{3,}")
_BLANK = re.compile(r"(?<=[:;]) ")  # of a style
_STEP = re.compile(r" *([MLHVCQz]) *")  # of a path
_LEVEL = re.compile(r' transform="rotate\(-0 [^)]*\)"')
_AXIS = {"path": 0, "defs": 1, "use": 1}  # of an axis: its grid, its ticks, its numbers
_FEW = 3  # dots, from which on a line with a mark at each of its points is shorter


def tidied(text: str, start: int) -> str:
    """Return a drawing of matplotlib's as one ``<svg>``.

    Parameters
    ----------
    text : str
        The file that it has written. Groups called ``frame-K`` are frames of a slider.
    start : int
        The frame that is seen.

    Returns
    -------
    str
        XML, with ids that something refers to alone.
    """
    text = (
        text[text.index("<svg") :].replace("xlink:href", "href").replace(f' xmlns="{_XMLNS}"', "")
    )
    text = re.sub(r"\n\s*(?=<)", "", text)  # which would be blanks within a text
    text = _MARKUP.sub(lambda tag: _LONG.sub(_short, _BLANK.sub("", tag[0])), text)
    text = _LEVEL.sub("", text).replace("font-family:'DejaVu Sans';", "")
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    root = ElementTree.fromstring(text)
    for element in root.iter():
        if element.get("id", "").startswith("matplotlib.axis"):
            element[:] = sorted(_leaves(element), key=lambda part: _AXIS.get(part.tag, 2))
    for element in root.iter():
        _shorten(element, used, start)
    _flatten(root)
    shapes = {path.get("id", ""): path for path in root.iter("path") if "id" in path.attrib}
    markers: dict[tuple[str, str], Element] = {}  # by shape and look
    for group in [root, *root.iter("g")]:  # parts of a text stay as they are
        _join_dots(group, shapes, markers)
    drawn = {use.get("href", "")[1:] for use in root.iter("use")}
    for defs in root.iter("defs"):
        defs[:] = [part for part in defs if part.tag != "path" or part.get("id") in drawn]
    if markers:  # not among the parts of a frame, which others are drawn without
        root.insert(0, Element("defs"))
        root[0].extend(markers.values())
    _flatten(root)
    root.attrib |= {"xmlns": _XMLNS, "stroke-linejoin": "round", "font-family": FONTS}
    root.set("fill", INK)
    return ElementTree.tostring(root, "unicode").replace(" />", "/>")


def still(drawn: str) -> str:
    """Return a drawing without the frames that are not seen, where nothing moves it."""
    root = ElementTree.fromstring(drawn.replace(f' xmlns="{_XMLNS}"', "", 1))
    for element in [*root.iter()]:
        element[:] = [part for part in element if part.get("display") != "none"]
    root.set("xmlns", _XMLNS)
    return ElementTree.tostring(root, "unicode").replace(" />", "/>")


def _short(number: re.Match[str]) -> str:
    """A length in points by its tenths, which are finer than a pixel."""
    return f"{float(number[0]):.1f}".removesuffix(".0")


def _leaves(group: Element) -> Iterator[Element]:
    """What a group holds, without the groups that only name a part."""
    for part in group:
        if part.tag == "g" and not part.attrib.keys() - {"id"}:
            yield from _leaves(part)
        else:
            yield part


def _shorten(element: Element, used: set[str], start: int) -> None:
    """Leave out of an element what nobody asks for, and let one of a frame say if it is seen."""
    name = element.get("id", "")
    if name not in used:
        element.attrib.pop("id", None)
    if name.startswith("frame-"):
        element.set("data-frame", name.removeprefix("frame-"))
        if name != f"frame-{start}":
            element.set("display", "none")
    style = element.get("style")
    if style and element.tag in ("text", "tspan"):  # its colour is that of the drawing
        element.set("style", style.replace(f";fill:{INK}", ""))
    if path := element.get("d"):
        element.set("d", _STEP.sub(r"\1", path))


def _flatten(parent: Element) -> None:
    """Take out what draws nothing, and groups that say nothing of what is in them."""
    parts: list[Element] = []
    for part in parent:
        _flatten(part)
        invisible = part.tag in ("metadata", "style") or part.get("style") == "fill:none"
        if invisible or (part.tag in ("g", "defs") and not len(part)):
            continue
        if part.tag == "g" and not part.attrib:
            parts += part
        elif parts and parts[-1].tag == part.tag == "g" and parts[-1].attrib == part.attrib:
            parts[-1].extend(part)
        else:
            parts.append(part)
    parent[:] = parts
    if parent.tag not in ("text", "tspan"):  # where blanks are no text
        parent.text = None
        for part in parent:
            part.tail = None


def _join_dots(
    parent: Element, shapes: dict[str, Element], markers: dict[tuple[str, str], Element]
) -> None:
    """Draw dots of one look as a line that is not seen, with a marker at each of its points."""
    parts: list[Element] = []
    for (tag, href, style), run in groupby(parent, _look):
        dots = [*run]
        if tag != "use" or len(dots) < _FEW or any("transform" in dot.attrib for dot in dots):
            parts += dots
            continue
        if (href, style) not in markers:
            shape = copy.deepcopy(shapes[href[1:]])
            shape.set("style", _both(shape, style))
            name = f"{shape.attrib.pop('id')}-{len(markers)}"
            about = {"id": name, "overflow": "visible", "markerUnits": "userSpaceOnUse"}
            markers[href, style] = Element("marker", about)
            markers[href, style].append(shape)
        places = "L".join(f"{dot.get('x')} {dot.get('y')}" for dot in dots)
        marker = f"fill:none;stroke:none;marker:url(#{markers[href, style].get('id')})"
        parts.append(Element("path", {"d": f"M{places}", "style": marker}))
    parent[:] = parts


def _both(shape: Element, style: str) -> str:
    """The look of a shape where it is used with one more."""
    return ";".join(dict.fromkeys(f"{shape.get('style', '')};{style}".strip(";").split(";")))


def _look(element: Element) -> tuple[str, str, str]:
    return element.tag, element.get("href", ""), element.get("style", "")
