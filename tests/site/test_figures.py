"""The figures of the built site: they can be moved by a slider, and opened as files."""

from __future__ import annotations

import io

import numpy as np
from matplotlib.backends.backend_svg import FigureCanvasSVG
from PIL import Image

from browsing import settle
from press.page import svg
from press.page.figures import new_figure
from probes import DRAWINGS


def test_the_look_finds_what_is_wrong(page):
    """Small type, names that meet, one outside and an id that is there twice are found."""
    texts = "".join(
        f'<text id="t" x="{x}" y="{y}" font-size="{size}">{word}</text>'
        for x, y, size, word in (
            (10, 20, 10, "one"),
            (12, 20, 10, "two"),
            (95, 50, 10, "outside"),
            (10, 70, 5, "small"),
        )
    )
    drawn = f'<svg width="100" height="100" viewBox="0 0 100 100">{texts}</svg>'
    both = f'<div class="pr-drawing">{drawn}{drawn}</div>'
    page.set_content(f'<figure class="pr-figure" id="f">{both}')
    faults = "; ".join(page.evaluate(DRAWINGS)["faults"])
    for told in ("2 layouts", "5.0 pixels: small", "one meets two", "leaves its picture: outside",
                 "twice: t"):  # fmt: skip
        assert told in faults


def test_a_drawing_looks_as_matplotlib_has_it(page):
    """Dots of a look, of sizes and of colours, ticks, bars, curves and what lies below another."""
    figure, (left, right) = new_figure(ncols=2)
    x = np.arange(30.0)
    left.plot(x, np.cos(x), "o", x, np.sin(x), "s-", ms=4)
    left.scatter(x, x / 20, s=1 + x, color="C2", marker="D")
    right.bar(x, x**2, color=["C3", "C4"] * 15)
    right.plot(x, 30 * x, "x", x[::15], 900 - x[::15], "^")
    right.fill_between(x, 100 + 20 * x, alpha=0.4)
    buffer = io.StringIO()
    FigureCanvasSVG(figure).print_svg(buffer)
    shots = []
    for drawn in (buffer.getvalue(), svg.tidied(buffer.getvalue(), 0)):
        page.set_content(f"<body style='margin: 0'>{drawn[drawn.index('<svg') :]}")
        shot = page.locator("svg").screenshot()
        shots.append(np.asarray(Image.open(io.BytesIO(shot)).convert("L"), int))
    apart = np.abs(shots[0] - shots[1])
    assert (shots[0] < 128).mean() > 0.01, "it is seen"
    assert (apart > 64).mean() < 1e-3  # edges, which are rounded to a tenth of a point


def test_a_slider_moves_its_figure(page, server: str):
    """By keyboard: the value, the sentence and what is drawn change together."""
    page.goto(f"{server}/book/yankee_swap/index.html")
    settle(page)
    figure = page.locator("#figure-tables")
    slider = figure.get_by_role("slider")
    shown = ".pr-broad [data-frame]:not([display])"
    before = figure.locator(shown).first.get_attribute("data-frame")
    assert slider.get_attribute("aria-valuetext") == figure.locator("output").inner_text() == "10"
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == figure.locator("output").inner_text() == "20"
    assert figure.locator(".pr-slider p").inner_text().startswith("20 players")
    after = figure.locator(shown).first.get_attribute("data-frame")
    assert int(after) == int(before) + 1
    page.keyboard.press("Home")
    assert figure.locator("output").inner_text() == "2"


def test_a_figure_stands_still_without_scripts(tab_of, server: str):
    """One frame is seen, and no slider."""
    with tab_of(java_script_enabled=False) as page:
        page.goto(f"{server}/book/yankee_swap/index.html")
        figure = page.locator("#figure-tables")
        assert figure.get_by_role("slider").count() == 0
        frames = figure.locator(".pr-broad [data-frame]:not([display])")
        assert {frames.nth(i).get_attribute("data-frame") for i in range(frames.count())} == {"5"}
