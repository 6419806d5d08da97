"""Figures: real text, two layouts, frames."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from press import frame, new_figure
from press.page.figures import INK

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


def test_formulas_keep_their_letters(tmp_path):
    """Numbers of a logarithmic axis and a label with an index: no group stands within a text."""

    def draw(figure, axes) -> None:
        axes.plot([1, 1e6], [1, 2])
        axes.set(xscale="log", xlabel="$2/t_k - k$ of them")

    svg = saved(tmp_path, draw)["wide"]
    texts = ["".join(one.itertext()) for one in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    words = {"".join(text.split()) for text in texts}
    assert {"100", "106"} <= words and any({*"2tkofhem"} <= {*word} for word in words)
    assert not re.search(r"<text(?:(?!</text>).)*(?:<g|\s\s)", svg)


def test_frames_are_there_and_one_is_seen(tmp_path):
    """In the page, and in the file."""

    def draw(figure, axes) -> None:
        for k in range(3):
            frame(k, axes.plot([0, 1], [0, k + 1]), axes.text(0.5, 0.5, f"frame {k}"))
        figure.move("players", [2, 3, 4], ["two", "three", "four"], 1)

    found = saved(tmp_path, draw)
    assert [*map(ElementTree.fromstring, (found["wide"], found["narrow"]))]
    hidden = re.findall(r'data-frame="(\d)" display="none"', found["wide"])
    assert hidden == ["0", "2", "0", "2"]
    text = (tmp_path / "demo-line.svg").read_text("utf-8")
    assert re.findall(r'data-frame="(\d)">', text) == ["1", "1"]
    assert (found["slider"]["places"], found["slider"]["told"][1]) == (["2", "3", "4"], "three")


def test_a_slider_needs_a_text_for_each_frame():
    """And a frame that is there."""
    figure, _ = new_figure()
    for texts, start in ((["two"], 0), (["two", "three"], 2)):
        with pytest.raises(ValueError, match="each frame"):
            figure.move("players", [2, 3], texts, start)
