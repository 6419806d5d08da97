"""SVG as matplotlib writes it, made light: real text, short numbers, no element without a use."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
# Verdana has the widths of DejaVu Sans, with which matplotlib lays out
FONT = "'DejaVu Sans', Verdana, sans-serif"
_NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
_CIRCLE = re.compile(r"M 0 ([\d.]+) ?\s*C (?:[-\d.e]+\s+){6}")
_STROKE = re.compile(r"M 0 0 L ([-\d.]+ [-\d.]+)")  # the marker of a tick
SIZE = "10px"
_FEW = 6  # that many markers alike are one path


def slim(text: str, own: str, ink: str, start: int = 0, *, still: bool = False) -> str:
    """Return an ``<svg>`` element that looks like the one given and takes a fraction of its bytes.

    Parameters
    ----------
    text : str
        What matplotlib has written with ``svg.fonttype`` none.
    own : str
        What ids begin with; a page may hold many figures.
    ink : str
        The colour of text, which is then said once.
    start : int, default 0
        The frame that is seen; an artist belongs to frame 3 if its gid is ``frame-3``.
    still : bool, default False
        Leave the other frames out.

    Returns
    -------
    str
        The element, with attributes in a fixed order.

    Examples
    --------
    >>> group = '<g id="a"><path d="M 1.00049 2 L 3 4.5" style="stroke: red"/></g>'
    >>> slim(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{group}</svg>', "x", "red")
    '<svg ... fill="red"...><path d="M1 2 3 4.5" style="stroke:red"/></svg>'
    """
    root = ElementTree.fromstring(text)
    used = re.findall(r'(?:xlink:href="#|url\(#)([^")]+)', text)
    ids = {old: f"{own}-{number}" for number, old in enumerate(dict.fromkeys(used), start=1)}
    defined = {e.get("id"): e for e in root.iter(f"{_SVG}path") if e.get("id") in ids}
    _Cleaner(ids, defined, ink, start, still).clean(root)
    alive = set(re.findall(r"#([\w.-]+)", ElementTree.tostring(root, "unicode")))
    _drop_unused(root, alive)
    size = {name: root.get(name, "") for name in ("width", "height", "viewBox")}
    root.attrib.clear()
    root.text = None
    root.attrib |= {name: _short(value) for name, value in size.items() if value}
    root.attrib |= {
        "font-family": FONT, "font-size": SIZE, "fill": ink,
        "stroke-linejoin": "round", "stroke-linecap": "butt",
    }  # fmt: skip
    ElementTree.register_namespace("", _SVG[1:-1])
    ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    return ElementTree.tostring(root, "unicode").replace(" />", "/>")


class _Cleaner:
    """What is known of the whole of an SVG while its elements are cleaned."""

    def __init__(
        self,
        ids: dict[str, str],
        markers: dict[str | None, Element],
        ink: str,
        start: int,
        still: bool,
    ) -> None:
        self.ids, self.ink, self.start, self.still = ids, ink, start, still
        self.circles = {name: size for name, path in markers.items() if (size := _radius(path))}
        self.strokes = {
            name: (found[1], path.get("style", ""))
            for name, path in markers.items()
            if (found := _STROKE.fullmatch(" ".join(path.get("d", "").split())))
        }

    def clean(self, parent: Element) -> None:
        """Clean what is inside an element, from the leaves up."""
        kept: list[Element] = []
        for child in parent:
            tag, style = child.tag.removeprefix(_SVG), child.get("style", "")
            if tag in ("metadata", "style") or (tag == "path" and style == "fill: none"):
                continue  # a path without a colour is the ground, which is the page
            frame = re.fullmatch(r"frame-(\d+)", child.get("id", ""))
            if frame and self.still and int(frame[1]) != self.start:
                continue
            if tag == "text" and len(child):
                child.text = None
                _join_parts(child)
            if child.get("id", "").startswith("matplotlib.axis"):
                self._merge_ticks(child)
            if tag == "g" and all(one.tag == f"{_SVG}use" for one in child):
                _merge_markers(child, self.circles)
            name = self.ids.get(child.attrib.pop("id", ""))
            self.clean(child)
            self._tidy(child)
            if name:
                child.set("id", name)
            if frame:
                child.set("data-frame", frame[1])
                if int(frame[1]) != self.start:
                    child.set("display", "none")
            child.tail = None
            if tag not in ("text", "tspan"):
                child.text = None
            if tag == "g" and set(child.attrib) == {"transform"} and len(child) == 1:
                child[0].set("transform", child.attrib.pop("transform"))  # of a formula
            if tag == "g" and not child.attrib:
                kept += child
            elif tag not in ("g", "defs") or len(child):
                kept.append(child)
        parent[:] = kept

    def _merge_ticks(self, axis: Element) -> None:
        """Make one path of an axis's grid lines, and one of its ticks of each length."""
        found: dict[tuple[str, str], list[str]] = {}
        for part in list(axis):
            for line in part:
                for group in (line, *line.findall(f"{_SVG}g")):
                    for one in list(group):
                        stroke = self.strokes.get(one.get(_HREF, "#")[1:])
                        if one.tag == f"{_SVG}path":
                            key = (one.get("style", ""), one.get("clip-path", ""))
                            found.setdefault(key, []).append(one.get("d", ""))
                        elif stroke:
                            drawn = f"M {one.get('x')} {one.get('y')} l {stroke[0]} "
                            found.setdefault((stroke[1], ""), []).append(drawn)
                        else:
                            continue
                        group.remove(one)
        for place, ((style, clip), paths) in enumerate(found.items()):
            look = {"d": "".join(paths), "style": style} | ({"clip-path": clip} if clip else {})
            axis.insert(place, Element(f"{_SVG}path", look))

    def _tidy(self, element: Element) -> None:
        """Shorten the attributes of one element."""
        pairs = [part.split(":", 1) for part in element.attrib.pop("style", "").split(";")]
        style = {pair[0].strip(): pair[1].strip() for pair in pairs if len(pair) == 2}
        if element.tag in (f"{_SVG}text", f"{_SVG}tspan", f"{_SVG}g"):
            style.pop("font-family", None)
            usual = {"fill": self.ink, "text-anchor": "start", "font-size": SIZE}
            style = {name: value for name, value in style.items() if usual.get(name) != value}
        if re.match(r"rotate\(-?0 ", element.get("transform", "")):
            del element.attrib["transform"]
        for name, value in element.attrib.items():
            if name == _HREF:
                element.set(name, f"#{self.ids[value[1:]]}")
            elif name == "clip-path":
                element.set(name, f"url(#{self.ids[value[5:-1]]})")
            elif name == "d":
                element.set(name, _path(value))
            elif name in ("x", "y", "width", "height", "transform"):
                element.set(name, _short(value))
        if style:
            element.set("style", ";".join(f"{name}:{_short(told)}" for name, told in style.items()))


def _short(text: str) -> str:
    """Round all numbers of a text to two decimals.

    >>> _short("rotate(-90 11.357662 104.0)")
    'rotate(-90 11.36 104)'
    """
    return _NUMBER.sub(lambda n: f"{float(n[0]):.2f}".rstrip("0").rstrip(".") or "0", text).replace(
        "-0 ", "0 "
    )


def _path(text: str) -> str:
    """Write a path without what SVG does not ask for.

    >>> _path("M 1.0049 2.5 L 3 4 L 5 6 z")
    'M1 2.5 3 4 5 6z'
    """
    told, last = "", ""
    for command, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", _short(text)):
        again = command == last != "M" or (command, last) == (
            "L",
            "M",
        )  # then its letter is left out
        told += (" " if again else command) + " ".join(numbers.split())
        last = command
    return told


def _radius(path: Element) -> float:
    """The radius of a marker that is a circle, else 0."""
    text = path.get("d", "")
    found = _CIRCLE.match(text)
    return float(found[1]) if found and text.count("C") == 8 else 0.0


def _merge_markers(group: Element, circles: dict[str | None, float]) -> None:
    """Make one path of many round markers: dots are the round ends of lines of no length."""
    uses = list(group)
    alike = {(use.get(_HREF), use.get("style")) for use in uses}
    if len(uses) < _FEW or len(alike) != 1:
        return
    [(href, style)] = alike
    radius = circles.get((href or "")[1:])
    told = dict(part.strip().split(": ") for part in (style or "").split(";") if part.strip())
    colour = told.get("stroke", told.get("fill"))
    hollow = told.get("fill", colour) != colour or float(told.get("fill-opacity", 1)) == 0
    if not radius or colour in (None, "none") or hollow:
        return
    edge = float(told.get("stroke-width", 1)) if "stroke" in told else 0.0
    dots = "".join(f"M {use.get('x')} {use.get('y')} h 0 " for use in uses)
    width = 2 * radius + edge
    look = f"fill: none; stroke: {colour}; stroke-width: {width:.2f}; stroke-linecap: round"
    if opacity := told.get("fill-opacity", told.get("opacity")):
        look += f"; opacity: {opacity}"
    group[:] = [Element(f"{_SVG}path", {"d": dots, "style": look})]


def _join_parts(text: Element) -> None:
    """Put the letters of a formula in the order in which they are read, few elements in all."""
    parts = sorted(text, key=lambda part: float((part.get("x") or "0").split()[0]))
    if not all("x" in part.attrib and "y" in part.attrib for part in parts):
        return

    def size(part: Element) -> float:
        found = re.search(r"font-size: ([\d.]+)", part.get("style", ""))
        return float(found[1]) if found else 0.0

    largest = max(map(size, parts))
    runs: list[list[Element]] = []  # scripts between two letters of the line: first low, then high
    for part in parts:
        script = size(part) < largest
        if runs and script and size(runs[-1][0]) < largest:
            runs[-1].append(part)
        else:
            runs.append([part])
    ordered = [p for run in runs for p in sorted(run, key=lambda p: -float(p.get("y") or "0"))]
    joined: list[Element] = []
    for part in ordered:
        last = joined[-1] if joined else None
        if last is not None and all(last.get(k) == part.get(k) for k in ("y", "style")):
            last.set("x", f"{last.get('x')} {part.get('x')}")
            last.text = (last.text or "") + (part.text or "")
        else:
            joined.append(part)
    text[:] = joined


def _drop_unused(parent: Element, alive: Iterable[str]) -> None:
    """Remove definitions that nothing refers to any more."""
    for child in list(parent):
        _drop_unused(child, alive)
        name = child.get("id")
        if (name and name not in alive) or (child.tag == f"{_SVG}defs" and not len(child)):
            parent.remove(child)
