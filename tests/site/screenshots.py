"""Pictures of every page of the built site and of what one does there, and sheets of them.

Run as `python tests/site/screenshots.py [--out DIR] [PAGE ...]`, after `make book`;
with pages, of them alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Page, sync_playwright

from browsing import PLACES, QUIET, ROOT, SITE, find_chromium, settle
from pictures import READERS, STATES, open_state

SLICE = 2000  # pixels
WIDE, COLUMN, NAME = 2000, 500, 14  # pixels: a sheet, a column of it, a line of text
HIGH = NAME + SLICE


def photograph(page: Page, stem: Path) -> list[Path]:
    """Take a page in slices, since Chromium cannot draw a very tall one; return their places."""
    size = page.viewport_size
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": size["width"], "height": SLICE})
    slices = []
    for number in range(-(-height // SLICE)):
        page.evaluate("y => scrollTo({top: y, behavior: 'instant'})", number * SLICE)
        page.wait_for_timeout(100)
        slices.append(stem.with_name(f"{stem.name}-{number}.png"))
        page.screenshot(path=slices[-1])
    page.set_viewport_size(size)
    return slices


def lay_out(pictures: Iterable[Path], stem: Path) -> None:
    """Put pictures on sheets, column by column, each below its name."""
    sheets: list[Image.Image] = []
    x, y = WIDE, HIGH
    for path in pictures:
        picture = Image.open(path).convert("RGB")
        picture.thumbnail((COLUMN - 10, picture.height))
        for top in range(0, picture.height, SLICE):
            piece = picture.crop((0, top, picture.width, min(top + SLICE, picture.height)))
            if y + NAME + piece.height > HIGH:
                x, y = x + COLUMN, 0
            if x >= WIDE:
                sheets.append(Image.new("RGB", (WIDE, HIGH), "gray"))
                x = 0
            ImageDraw.Draw(sheets[-1]).text((x, y), path.stem)
            sheets[-1].paste(piece, (x, y + NAME))
            y += NAME + piece.height + 10
    for number, sheet in enumerate(sheets):
        sheet.save(stem.with_name(f"{stem.name}-{number}.png"))


def main() -> int:
    """Take the pictures and print where they are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "_build" / "screenshots")
    parser.add_argument("pages", nargs="*", help="pages of the table of contents; default all")
    args = parser.parse_args()
    chromium = find_chromium()
    if chromium is None:
        print("no Chromium found: install one or set PARLOR_CHROMIUM", file=sys.stderr)
        return 2
    if not SITE.is_dir():
        print(f"{SITE} does not exist: run `make book` first", file=sys.stderr)
        return 2
    args.out.mkdir(parents=True, exist_ok=True)
    site = SITE.resolve().as_uri()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        for reader, kind in READERS.items():
            page = browser.new_context(**kind).new_page()
            taken = []
            for name in args.pages or PLACES:
                page.goto(f"{site}/{name}.html")
                settle(page)
                taken += photograph(page, args.out / f"{name.replace('/', '-')}-{reader}")
            lay_out(taken, args.out / f"sheet-pages-{reader}")
            taken = []
            for name, state in () if args.pages else STATES.items():
                taken.append(args.out / f"{name.replace(',', '').replace(' ', '-')}-{reader}.png")
                open_state(page, site, state).screenshot(path=taken[-1])
            lay_out(taken, args.out / f"sheet-states-{reader}")
            page.context.close()
        browser.close()
    print(f"pictures are in {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
