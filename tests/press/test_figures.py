"""Figures: real text, two layouts, names beside lines that do not meet, frames, our settings."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from press import frame, label_ends, new_figure
from press.page.figures import INK, NARROW

SVG = "{http://www.w3.org/2000/svg}"


def saved(tmp_path: Path, draw, **kwargs):
    figure, axes = new_figure(**kwargs)
    draw(figure, axes)
    return figure.save(tmp_path, "demo-line", "A line that rises")


def rising(figure, axes) -> None:
    axes.plot([0, 1], [-1, 1])
    axes.set(xlabel="prize", ylabel="paid", yticks=[-1, 0, 1], xticks=[])


def test_the_file_stands_by_itself(tmp_path):
    """It is XML with a title, colours of its own and a font that is named with others."""
    saved(tmp_path, rising)
    text = (tmp_path / "demo-line.svg").read_text("utf-8")
    root = ElementTree.fromstring(text)
    assert root.find(f"{SVG}title").text == "A line that rises"
    assert "sans-serif" in text and INK in text
    assert "var(" not in text and "currentColor" not in text
    assert {*re.findall(r'href="#([^"]+)', text)} <= {*re.findall(r' id="([^"]+)"', text)}


def test_a_phone_has_a_layout_of_its_own(tmp_path):
    """Panels stand below each other there, and each keeps its scale and the name of its axis."""

    def draw(figure, axes) -> None:
        rising(figure, axes[0])
        axes[1].plot([0, 1], [-1, 1])
        axes[1].set(xlabel="prize", xticks=[])

    found = saved(tmp_path, draw, ncols=2, sharey=True)
    sizes = [re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', x) for x in (found.wide, found.narrow)]
    assert [float(s[1]) for s in sizes] == [432, 72 * NARROW]
    assert float(sizes[1][2]) > float(sizes[0][2])
    assert found.wide.count(">0<") == 1 and found.narrow.count(">0<") == 2
    assert found.narrow.count(">paid<") == 2 and found.narrow.count(">prize<") == 1


def test_formulas_keep_their_letters(tmp_path):
    """Numbers of a logarithmic axis and a label with an index: no group stands within a text."""

    def draw(figure, axes) -> None:
        axes.plot([1, 1e6], [1, 2])
        axes.set(xscale="log", xlabel="$2/t_k - k$ of them")

    svg = saved(tmp_path, draw).wide
    texts = ["".join(one.itertext()) for one in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    words = {"".join(text.split()) for text in texts}
    assert {"100", "106"} <= words and any({*"2tkofhem"} <= {*word} for word in words)
    assert not re.search(r"<text(?:(?!</text>).)*(?:<g|\s\s)", svg)


def test_names_of_lines_do_not_meet(tmp_path):
    """Nine lines that end at one point: each has its name beside it, in the order of the lines."""

    def draw(figure, axes) -> None:
        for k in range(9):
            axes.plot([0, 1], [k, 4 + k / 100], label=f"line {k}")
        label_ends(axes)

    for svg in (found := saved(tmp_path, draw)).wide, found.narrow:
        places = re.findall(r'<text [^>]*y="([\d.]+)"[^>]*>line (\d)<', svg)
        heights = [float(y) for y, _ in sorted(places, key=lambda place: place[1])]
        assert len(heights) == 9
        assert (-np.diff(heights) > 8).all()  # points of type, which grow downwards


def test_a_label_that_is_too_long_is_broken(tmp_path):
    """On a phone; nothing of it is lost."""

    label = "the number of players of a party who never steal, in per cent"

    def draw(figure, axes) -> None:
        axes.set(xlabel=label)

    found = saved(tmp_path, draw)
    assert "never steal, in per cent<" in found.wide
    assert "never steal, in per cent<" not in found.narrow
    assert label in " ".join(re.sub(r"<[^>]*>", " ", found.narrow).split())


def test_frames_are_there_and_one_is_seen(tmp_path):
    """In the page, and in the file."""

    def draw(figure, axes) -> None:
        for k in range(3):
            frame(k, axes.plot([0, 1], [0, k + 1]), axes.text(0.5, 0.5, f"frame {k}"))
        figure.move("players", [2, 3, 4], ["two", "three", "four"], 1)

    found = saved(tmp_path, draw)
    assert [*map(ElementTree.fromstring, (found.wide, found.narrow))]
    hidden = re.findall(r'data-frame="(\d)" display="none"', found.wide)
    assert hidden == ["0", "2", "0", "2"]
    text = (tmp_path / "demo-line.svg").read_text("utf-8")
    assert re.findall(r'data-frame="(\d)">', text) == ["1", "1"]
    assert (found.slider.places, found.slider.told[1]) == (["2", "3", "4"], "three")


def test_a_slider_needs_a_text_for_each_frame():
    """And a frame that is there."""
    figure, _ = new_figure()
    for texts, start in ((["two"], 0), (["two", "three"], 2)):
        with pytest.raises(ValueError, match="each frame"):
            figure.move("players", [2, 3], texts, start)
