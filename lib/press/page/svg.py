"""What matplotlib has drawn, as an SVG that can stand in a page beside others.

matplotlib tells of every dot, tick and bar how it looks and within which frame it lies. Here that
is told once for all that stand together: a drawing is lighter, and a page lays it out sooner.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
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
_LEVEL = re.compile(r"rotate\(-0 [^)]*\)")
_AXIS = {"path": 0, "defs": 1, "use": 1}  # of an axis: its grid, its ticks, its numbers
_ALONE = re.compile("(?<!-)opacity")
_STEP = re.compile("([A-Za-z])([^A-Za-z]*)")  # of a path: a line or a curve to one point
_BLANK = re.compile(" ?([a-z]) ?| (?=-)")  # around a letter and before a sign no blank is needed
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
    text = _MARKUP.sub(lambda tag: _LONG.sub(_short, tag[0]), text)
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    root = ElementTree.fromstring(text)
    for one in root.iter():
        if one.get("id", "").startswith("matplotlib.axis"):
            one[:] = sorted(_leaves(one), key=lambda part: _AXIS.get(part.tag, 2))
    for one in root.iter():
        _name(one, used, start)
    _flatten(root)
    shapes = {one.get("id", ""): one for one in root.iter("path") if "id" in one.attrib}
    markers: dict[tuple[str, str], Element] = {}  # by shape and look
    groups = [root, *root.iter("g")]  # parts of a text stay as they are
    for one in groups:
        _join_dots(one, shapes, markers)
    uses = [*root.iter("use")]
    used_of = Counter(one.get("href", "") for one in uses)
    for one in uses:
        if used_of[one.get("href", "")] == 1:  # it is drawn where it stands
            shape = shapes[one.attrib.pop("href")[1:]]
            one.tag = "path"
            one.attrib |= {"d": shape.get("d", ""), "style": _both(shape, one.get("style", ""))}
    for one in groups:
        for part in (*_share(one, "clip-path"), one):
            _share(part, "style")
    drawn = {one.get("href", "")[1:] for one in root.iter("use")}
    for defs in root.iter("defs"):
        defs[:] = [one for one in defs if one.tag != "path" or one.get("id") in drawn]
    if markers:  # not among the parts of a frame, which others are drawn without
        root.insert(0, Element("defs"))
        root[0].extend(markers.values())
    for one in root.iter("path"):
        x, y = (one.attrib.pop(name, "0") for name in "xy")  # where a shape is used
        one.set("d", _steps(one.get("d", ""), _tenths(x), _tenths(y)))
    _flatten(root)
    root.attrib |= {"xmlns": _XMLNS, "stroke-linejoin": "round", "font-family": FONTS}
    return ElementTree.tostring(root, "unicode").replace(" />", "/>")


def still(drawn: str) -> str:
    """Return a drawing without the frames that are not seen, where nothing moves it."""
    root = ElementTree.fromstring(drawn.replace(f' xmlns="{_XMLNS}"', "", 1))
    for one in [*root.iter()]:
        one[:] = [part for part in one if part.get("display") != "none"]
    root.set("xmlns", _XMLNS)
    return ElementTree.tostring(root, "unicode").replace(" />", "/>")


def _short(number: re.Match[str]) -> str:
    """A length in points by its tenths, which are finer than a pixel."""
    return f"{float(number[0]):.1f}".removesuffix(".0")


def _leaves(group: Element) -> Iterator[Element]:
    """What a group holds, without the groups that only name a part."""
    for one in group:
        if one.tag == "g" and not one.attrib.keys() - {"id"}:
            yield from _leaves(one)
        else:
            yield one


def _name(one: Element, used: set[str], start: int) -> None:
    """Leave an element the id that is referred to; one of a frame says which, and if it is seen."""
    name = one.get("id", "")
    if name not in used:
        one.attrib.pop("id", None)
    if name.startswith("frame-"):
        one.set("data-frame", name.removeprefix("frame-"))
        if name != f"frame-{start}":
            one.set("display", "none")
    if _LEVEL.match(one.get("transform", "")):
        del one.attrib["transform"]
    if "style" in one.attrib:
        one.set("style", one.get("style", "").replace("font-family: 'DejaVu Sans'; ", ""))


def _tenths(number: str) -> int:
    return round(10 * float(number))


def _steps(path: str, x: int, y: int) -> str:
    """A path moved by x and y, each point told from the one before, which takes fewer digits."""
    told, last = list[str](), ""
    here = first = [-x, -y]  # in tenths of a point, as all of this
    for letter, numbers in _STEP.findall(path):
        if letter not in (last, {"M": "L"}.get(last)):
            told.append(letter.lower())
        to = [_tenths(number) for number in numbers.split()] or first
        if letter != "z":
            steps = (place - here[at % 2] for at, place in enumerate(to))
            told += [f"{step / 10:g}".removeprefix("0") or "0" for step in steps]
        here, last = to[-2:], letter
        first = here if letter == "M" else first
    return _BLANK.sub(r"\1", " ".join(told).replace("-0.", "-."))


def _flatten(parent: Element) -> None:
    """Take out what draws nothing, and groups that say nothing of what is in them."""
    told: list[Element] = []
    for one in parent:
        _flatten(one)
        invisible = one.tag in ("metadata", "style") or one.get("style") == "fill: none"
        if invisible or (one.tag in ("g", "defs") and not len(one)):
            continue
        if one.tag == "g" and not one.attrib:
            told += one
        elif told and told[-1].tag == one.tag == "g" and told[-1].attrib == one.attrib:
            told[-1].extend(one)
        else:
            told.append(one)
    parent[:] = told
    if parent.tag not in ("text", "tspan"):  # where blanks are no text
        parent.text = None
        for one in parent:
            one.tail = None


def _join_dots(
    parent: Element, shapes: dict[str, Element], markers: dict[tuple[str, str], Element]
) -> None:
    """Draw dots of one look as a line that is not seen, with a marker at each of its points."""
    told: list[Element] = []
    for (tag, href, style), run in groupby(parent, _look):
        dots = [*run]
        if tag != "use" or len(dots) < _FEW or any("transform" in one.attrib for one in dots):
            told += dots
            continue
        if (href, style) not in markers:
            shape = copy.deepcopy(shapes[href[1:]])
            shape.set("style", _both(shape, style))
            name = f"{shape.attrib.pop('id')}-{len(markers)}"
            about = {"id": name, "overflow": "visible", "markerUnits": "userSpaceOnUse"}
            markers[href, style] = Element("marker", about)
            markers[href, style].append(shape)
        places = "L".join(f"{one.get('x')} {one.get('y')}" for one in dots)
        marker = f"marker: url(#{markers[href, style].get('id')})"
        told.append(
            Element("path", {"d": f"M{places}", "style": f"fill: none; stroke: none; {marker}"})
        )
    parent[:] = told


def _both(shape: Element, style: str) -> str:
    """The look of a shape where it is used with one more."""
    return "; ".join(dict.fromkeys(f"{shape.get('style', '')}; {style}".strip("; ").split("; ")))


def _look(one: Element) -> tuple[str, str, str]:
    return one.tag, one.get("href", ""), one.get("style", "")


def _share(parent: Element, name: str) -> list[Element]:
    """Say once of elements that stand together what they have in common; return their groups."""
    told, groups = list[Element](), list[Element]()
    for value, run in groupby(parent, lambda one: _shared(one, name)):
        alike = [*run]
        if value and len(alike) > 1:
            groups.append(Element("g", {name: value}))
            groups[-1].extend(alike)
            for one in alike:
                del one.attrib[name]
            alike = groups[-1:]
        told += alike
    parent[:] = told
    return groups


def _shared(one: Element, name: str) -> str:
    """What an element has in common with others, if a group may say it."""
    value = one.get(name, "")
    # opacity of a group is not that of its parts; a coloured text is told from a coloured line
    if name == "style" and (_ALONE.search(value) or (one.tag == "text" and INK not in value)):
        return ""
    return "" if "transform" in one.attrib and name == "clip-path" else value
