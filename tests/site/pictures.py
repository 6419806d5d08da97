"""Pictures that a browser takes of a page, and what two of them tell: what is really seen.

A picture is held against another of the same page in the same browser with one thing changed, so
that fonts and machines do not matter: without its text, with a marker pen over its text, without
its tokens. What makes no difference there cannot be seen.
"""

from __future__ import annotations

import io
import json
import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Locator, Page

from browsing import settle

Box = tuple[float, float, float, float]
Picture = NDArray[np.int16]
Mask = NDArray[np.bool_]

READERS = {
    f"{scheme}-{width}": {
        "color_scheme": scheme,
        "viewport": {"width": width, "height": height},
    }
    for scheme in ("light", "dark")
    for width, height in ((1280, 900), (390, 844))
}
STEP = 24  # of 255: colours that are nearer than that are one to the eye
# how much of a letter's box has to be free: that of a font may be higher than a line
FREE = 0.6


class State(NamedTuple):
    """What one looks at: an element of a page, after clicks and what is typed then."""

    at: str
    shows: str = ".bd-article"
    clicks: tuple[str, ...] = ()
    types: str = ""


def game(page: str, widget: str, state: str, *clicks: str) -> State:
    """A game that is set up by its address."""
    return State(f"book/{page}.html#widget-{widget}:{state}", ".pr-play", clicks)


_TOKEN = ("token_game/index", "token-game-play")
_GUTS = ("guts/index", "guts-table")
_SWAP = ("yankee_swap/index", "yankee-swap-play", "players=6&seat=4&seed=8")
_GIFT = ("gift_exchange/index", "gift-exchange-play", "seed=1")
_GOOFSPIEL = ("goofspiel/index", "goofspiel-play", "cards=5&seed=7")
_CARD = "aside.pr-claim >> nth=0"
_AUDIT = "book/token_game/audit.html"
STATES = {
    "title": State("book/index.html"),
    "proof": State("book/beyond/gift_friends.html"),
    "token game": game(*_TOKEN, "seed=1"),
    "token game, after a move": game(*_TOKEN, "seed=1", ".pr-stack >> nth=6"),
    "token game, with values": game(*_TOKEN, "board=clock&players=5&seat=2&seed=9&values=on"),
    "guts": game(*_GUTS, "others=15&seed=2"),
    "guts, lost": game(*_GUTS, "seed=5", ".pr-acts >> text=Hold"),
    "guts, won": game(*_GUTS, "seed=1", ".pr-acts >> text=Hold"),
    "goofspiel": game(*_GOOFSPIEL),
    "goofspiel, after a bid": game(*_GOOFSPIEL, ".pr-play button >> text=3"),
    "nakai": game("goofspiel/nakai", "goofspiel-play-nakai", "side=I&seed=7&moves=high.pass"),
    "swap": game(*_SWAP),
    "swap, after moves": game(*_SWAP, *["text=Next turn"] * 3),
    "re-steal": game("yankee_swap/stealing_again", "yankee-swap-resteal", "seed=8"),
    "gift exchange": game(*_GIFT),
    "gift exchange, after moves": game(*_GIFT, "text=Take Ann\u2019s book"),
    "map": State(_AUDIT, ".pr-map"),
    "card": State(_AUDIT, _CARD),
    "card, open": State(_AUDIT, _CARD, (f"{_CARD} >> summary >> nth=0",)),
    "lab": State("book/token_game/lab.html?n_players=4"),
    "lab, without an answer": State("book/token_game/lab.html?n_players=20"),
    "ledger, filtered": State(
        "book/ledger.html?verdict=fails&chapter=token_game", ".pr-ledger:has([data-ready])"
    ),
    "search": State(
        "book/index.html", "dialog:has(#pr-results a)", (".search-button__button >> visible=true",),
        "weenie",
    ),
}  # fmt: skip

# Letters that are faint until one points at them; signs that are drawn larger than they are typed.
_LEFT = ".headerlink, .pr-copy-code, .pr-figure > .pr-downloads, math mo, script, style"
# The words of an element, each with the boxes of its letters in the element's picture. Left out are
# those that a page hides in so many words, or has read aloud alone, in a box of a pixel; those that
# one scrolls to in a box; and slanted ones, of which no box is full.
_WORDS = """(root, left) => {
  const {x, y} = root.getBoundingClientRect();
  const tiny = (e) => e !== root && (e.offsetWidth <= 1 && e.offsetHeight <= 1 &&
    getComputedStyle(e).position === "absolute" || tiny(e.parentElement));
  const slanted = (e) => {
    const {a, b} = e instanceof SVGElement ? e.getScreenCTM() : {a: 1, b: 0};
    return Math.min(Math.abs(a), Math.abs(b)) > 0.01;
  };
  const scrolls = (e) => /auto|scroll/.test(getComputedStyle(e).overflow) &&
    (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight);
  const scrolled = (e) => scrolls(e) ? e : e === root ? null : scrolled(e.parentElement);
  const letters = new Intl.Segmenter("en");
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const words = [];
  for (let text; (text = texts.nextNode());) {
    const above = text.parentElement;
    if (!above.checkVisibility({visibilityProperty: true}) || above.closest(left) ||
      tiny(above) || slanted(above)) continue;
    const window = scrolled(above)?.getBoundingClientRect();
    for (const word of text.data.matchAll(/[^\\s\\p{Cf}]+/gu)) {
      const boxes = Array.from(letters.segment(word[0]), ({index, segment}) => {
        const range = new Range();
        range.setStart(text, word.index + index);
        range.setEnd(text, word.index + index + segment.length);
        return range.getBoundingClientRect();
      }).filter((box) => !window || window.left <= box.left && box.right <= window.right &&
        window.top <= box.top && box.bottom <= window.bottom);
      words.push([word[0], boxes.map((box) =>
        [box.left - Math.floor(x), box.top - Math.floor(y), box.width, box.height])]);
    }
  }
  return JSON.stringify(words);
}"""
_BOXES = """(root, selector) => {
  const {x, y} = root.getBoundingClientRect();
  return [...root.querySelectorAll(selector)].map((e) => e.getBoundingClientRect())
    .map((box) => [box.x - Math.floor(x), box.y - Math.floor(y), box.width, box.height]);
}"""
# What stays in a window when a page is scrolled lies over anything, and is left out of pictures.
# Nor is there room for it above: Playwright would scroll by that and cut it off below.
_POSE = """root => {
  const stays = (e) => /fixed|sticky/.test(getComputedStyle(e).position);
  for (const e of "pictured" in root.dataset ? [] : document.body.querySelectorAll("*"))
    if (stays(e) && !e.contains(root) && !root.contains(e)) e.style.opacity = 0;
  document.documentElement.style.scrollPadding = 0;
  root.scrollIntoView({block: "nearest", behavior: "instant"});
  root.dataset.pictured = "";
}"""
_MARK = """root => {
  const all = new Range();
  all.selectNodeContents(root);
  CSS.highlights.set("pictured", new Highlight(all));
}"""
_BARE = """[data-pictured], [data-pictured] * { -webkit-text-fill-color: transparent !important }
  [data-pictured] :is(text, tspan) { fill: transparent !important }"""
_PEN = "::highlight(pictured) {{ background: {0}; color: {0}; -webkit-text-fill-color: {0} }}"


def open_state(page: Page, site: str, state: State) -> Locator:
    """Bring a page of a site into a state, and return what it shows."""
    page.goto("about:blank")
    page.goto(f"{site}/{state.at}")
    settle(page)
    for place in state.clicks:
        page.locator(place).first.click()
    page.keyboard.type(state.types)
    page.mouse.move(0, 0)
    place = page.locator(state.shows).first
    place.evaluate(_POSE)
    return place


def taken(place: Locator, rules: str = "") -> Picture:
    """Take a picture of an element, with more rules of style than its page has."""
    place.evaluate(_POSE)
    shot = Image.open(io.BytesIO(place.screenshot(animations="disabled", style=rules)))
    return np.asarray(shot.convert("RGB"), np.int16)


def apart(one: Picture, other: Picture) -> Mask:
    """Return where two pictures differ."""
    assert one.shape == other.shape, "a change of looks alone"
    return np.abs(one - other).max(axis=2) > STEP


def part(where: Mask, box: Box, *, below: int = 0) -> float:
    """Return the part of a box, widened to whole pixels and by some below, that a mask covers."""
    x, y, width, height = box
    rows, columns = (
        slice(max(math.floor(start), 0), math.ceil(end))
        for start, end in ((y, y + height + below), (x, x + width))
    )
    whole = (rows.stop - rows.start) * (columns.stop - columns.start)
    return where[rows, columns].sum() / max(whole, 1)


def boxes(place: Locator, selector: str) -> list[Box]:
    """Return the boxes of an element's things in its picture."""
    return place.evaluate(_BOXES, selector)


def ink(place: Locator, rules: str) -> Mask:
    """Return where an element's picture changes by rules that take something away."""
    return apart(taken(place), taken(place, rules))


def shares(place: Locator, selector: str) -> list[float]:
    """Return how much of its box each of an element's things fills, and not what lies below it."""
    gone = f"[data-pictured] :is({selector}) {{ visibility: hidden !important }}"
    seen = ink(place, gone)
    return [part(seen, box) for box in boxes(place, selector)]


def unseen(place: Locator) -> list[str]:
    """Return the words of an element of which a letter leaves no ink, is covered or cut."""
    drawn = ink(place, _BARE)
    words = json.loads(place.evaluate(_WORDS, _LEFT))  # as a text it is here in a tenth of the time
    place.evaluate(_MARK)
    free = apart(*(taken(place, _PEN.format(colour)) for colour in ("black", "white")))
    place.evaluate("CSS.highlights.clear()")

    def seen(box: Box) -> bool:
        # an underscore lies below its box
        return min(box[2:]) >= 1 and part(drawn, box, below=1) > 0 and part(free, box) > FREE

    return [word for word, letters in words if not all(map(seen, letters))]
