"""Figures: real text, two layouts, names beside lines that do not meet, frames, small files."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from press import frame, label_ends, new_figure
from press.page import html
from press.page.figures import INK, NARROW, save_svg
from press.page.svg import slim

SVG = "{http://www.w3.org/2000/svg}"


def saved(tmp_path: Path, draw, **kwargs):
    figure, axes = new_figure(**kwargs)
    draw(figure, axes)
    return save_svg(tmp_path, "demo-line", figure, "A line that rises")


def rising(figure, axes) -> None:
    axes.plot([0, 1], [-1, 1])
    axes.set(xlabel="prize", ylabel="$t_{k-1}^2$ paid", yticks=[-1, 0, 1], xticks=[])


def test_text_is_text_and_read_in_order(tmp_path):
    """Words, true minus signs and formulas can be selected, searched and read."""
    svg = saved(tmp_path, rising).wide
    words = re.sub(r"<[^>]*>", " ", svg)
    assert "prize" in words and "\N{MINUS SIGN}1" in words
    formula = re.search(r"<text [^>]*><tspan.*?</text>", svg)
    assert (
        formula and re.sub(r"<[^>]*>", "", formula[0]) == "tk\N{MINUS SIGN}12\N{NO-BREAK SPACE}paid"
    )


def test_the_file_stands_by_itself(tmp_path):
    """It is XML with a title, colours of its own and a font that is named with others."""
    saved(tmp_path, rising)
    text = (tmp_path / "demo-line.svg").read_text("utf-8")
    root = ElementTree.fromstring(text)
    assert root.find(f"{SVG}title").text == "A line that rises"
    assert "sans-serif" in root.get("font-family") and root.get("fill") == INK
    assert "var(" not in text and "currentColor" not in text
    assert set(re.findall(r"#([\w-]+-\d+)\b", text)) <= set(re.findall(r' id="([^"]+)"', text))


def test_a_phone_has_a_layout_of_its_own(tmp_path):
    """Panels stand below each other there, and each keeps its scale and the name of its axis."""

    def draw(figure, axes) -> None:
        for axis in axes:
            rising(figure, axis)
        axes[1].set_ylabel("")

    found = saved(tmp_path, draw, ncols=2, sharey=True)
    sizes = [re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', x) for x in (found.wide, found.narrow)]
    assert [float(s[1]) for s in sizes] == [432, 72 * NARROW]
    assert float(sizes[1][2]) > float(sizes[0][2])
    assert found.wide.count(">0<") == 1 and found.narrow.count(">0<") == 2
    assert found.narrow.count("paid<") == 2 and found.narrow.count(">prize<") == 1


def test_the_same_figure_is_saved_to_the_same_bytes(tmp_path):
    """Also if it is asked for again, when it stands in its second layout."""
    figure, axes = new_figure()
    rising(figure, axes)
    once = save_svg(tmp_path, "demo-line", figure, "A")
    assert save_svg(tmp_path, "demo-line", figure, "A") == once == saved(tmp_path, rising)


def test_names_of_lines_do_not_meet(tmp_path):
    """Nine lines that end at one point: each has its name beside it, in the order of the lines."""

    def draw(figure, axes) -> None:
        for k in range(9):
            axes.plot([0, 1], [k, 4 + k / 100], label=f"line {k}")
        label_ends(axes)

    for svg in (found := saved(tmp_path, draw)).wide, found.narrow:
        places = re.findall(r'<text x="[\d.]+" y="([\d.]+)"[^>]*>line (\d)<', svg)
        heights = [float(y) for y, _ in sorted(places, key=lambda place: place[1])]
        assert len(heights) == 9
        assert (-np.diff(heights) > 8).all()  # points of type, which grow downwards


def test_a_label_that_is_too_long_is_broken(tmp_path):
    """On a phone; nothing of it is lost."""

    def draw(figure, axes) -> None:
        axes.set(xlabel="the number of players of a party who never steal, in per cent")

    found = saved(tmp_path, draw)
    assert "<text" in found.wide and "never steal, in per cent<" in found.wide
    assert "never steal, in per cent<" not in found.narrow
    words = " ".join(re.sub(r"<[^>]*>", " ", found.narrow).split())
    assert "the number of players of a party who never steal, in per cent" in words


def test_frames_are_there_and_one_is_seen(tmp_path, monkeypatch):
    """The page of a run has all of them, the file the first that is seen."""
    monkeypatch.setenv("PARLOR_RUN", str(tmp_path))

    def draw(figure, axes) -> None:
        for k in range(3):
            frame(k, axes.plot([0, 1], [0, k + 1]), axes.text(0.5, 0.5, f"frame {k}"))
        figure.move("players", [2, 3, 4], ["two", "three", "four"], 1)

    found = saved(tmp_path, draw)
    hidden = re.findall(r'data-frame="(\d)" display="none"', found.wide)
    assert hidden == ["0", "2", "0", "2"]
    text = (tmp_path / "demo-line.svg").read_text("utf-8")
    assert "frame 1" in text and "frame 0" not in text and "frame 2" not in text
    page = html.figure("demo", "line", found, "A line", "A line that rises")
    assert 'max="2" value="1"' in page and "<output>3</output>" in page and ">three</p>" in page


def test_a_slider_needs_a_text_for_each_frame():
    """And a frame that is there."""
    figure, _ = new_figure()
    with pytest.raises(ValueError, match="each frame"):
        figure.move("players", [2, 3], ["two"], 0)
    with pytest.raises(ValueError, match="each frame"):
        figure.move("players", [2, 3], ["two", "three"], 2)


def test_many_dots_are_one_path(tmp_path):
    """A thousand of them weigh little, and stand where they stood."""

    def draw(figure, axes) -> None:
        axes.plot(range(1000), range(1000), ".")

    svg = saved(tmp_path, draw).wide
    assert "<use" not in svg and svg.count("h0") == 1000 and len(svg) < 30_000
    dots = re.findall(r"M([\d.]+) ([\d.]+)h0", svg)
    across = np.array([float(x) for x, _ in dots])
    assert np.allclose(np.diff(across), np.diff(across).mean(), atol=0.02)


def test_circles_stay_hollow(tmp_path):
    """Only what is one dot of one colour becomes one."""

    def draw(figure, axes) -> None:
        axes.plot(range(20), range(20), "o", mfc="none")

    assert saved(tmp_path, draw).wide.count("<use") == 20


def test_slimming_keeps_curves():
    """A path keeps its commands: a line after a curve is not taken for a curve."""
    path = '<path d="M 0 0 C 1 1 2 2 3 3 L 4.001 4 L 5 5 z" style="stroke: red"/>'
    svg = slim(f'<svg xmlns="{SVG[1:-1]}">{path}</svg>', "x", "red")
    assert 'd="M0 0C1 1 2 2 3 3L4 4 5 5z"' in svg
