"""One style sheet: what pages and scripts use is in it, in its order, and nothing else."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

from press.ask.store import Store
from press.site.styles import SHEET, bind


def bound(folder: Path, *pages: str, **sheets: str) -> str:
    """The sheet of a site of some pages without blank space, after its fonts."""
    for name, text in sheets.items():
        (folder / f"{name}.css").write_text(text)
    names = [f"{name}.css" for name in sheets if name != "imported"]
    with closing(Store(folder.with_name("known"))) as known:
        bind(folder, names, pages, known)
    return re.sub(r"@font-face\{font-family:pr-.*?\}", "", (folder / SHEET).read_text())


def test_what_pages_and_scripts_use_stays(tmp_path: Path) -> None:
    (tmp_path / "x.js").write_text('element.classList.add("open", "a-b")')
    told = bound(
        tmp_path, '<div class="x y" id="z">',
        one=".x.y, .x.q {top: 0} #z > .open {top: 1px} .a-b:not(.gone) {top: 2px} .q {top: 3px}",
    )  # fmt: skip
    assert told == ".x.y{top:0}#z > .open{top:1px}.a-b:not(.gone){top:2px}"


def test_what_nobody_asks_for_goes(tmp_path: Path) -> None:
    told = bound(
        tmp_path, "<p>",
        one="@charset 'UTF-8'; @font-face { font-family: x; src: url(x.woff) }"
        "@keyframes turn { to { top: 0 } } @keyframes stay { to { top: 0 } }"
        "p { --used: 1px; --idle: 2px; --pr-own: 3px; top: var(--used); animation: 1s turn }"
        "@media (width > 9px) { b { top: 0 } } @container (width > 9px) { p { top: 0 } }"
        "@media print { p { top: 0 !important } }",
    )  # fmt: skip
    assert "turn" in told and "stay" not in told
    assert told.endswith(
        "p{--used:1px;--pr-own:3px;top:var(--used);animation:1s turn}"
        "@container (width > 9px){p{top:0}}@media print{p{top:0!important}}"
    )
