"""One style sheet: what pages and scripts use is in it, in its order, and nothing else."""

from __future__ import annotations

from press.site.styles import purged, words


def test_what_pages_and_scripts_use_stays() -> None:
    used = words(['<div class="x y" id="z">'], ['element.classList.add("open", "a-b")'])
    sheet = (
        ".x.y, .x.q {top: 0} #z > .open {top: 1px} .a-b:not(.gone) {top: 2px} .q {top: 3px}"
        "@media (width > 9px) { .q b { top: 0 } } @media print { .x { top: 0 !important } }"
    )
    assert purged(sheet, {"x", "y", "z", "open", "a-b", "q", "gone"} - used) == (
        ".x.y,.x.q{top:0}#z>.open{top:1px}.a-b:not(.gone){top:2px}@media print{.x{top:0!important}}"
    )


def test_what_nobody_asks_for_goes() -> None:
    sheet = (
        "@charset 'UTF-8'; @font-face { font-family: x; src: url(x.woff) }"
        "@keyframes turn { to { top: 0 } } @keyframes stay { to { top: 0 } }"
        "p {\n  --used: 1px;\n  --idle: 2px;\n  animation: 1s turn;\n  top: var(--used);\n"
        "  text-wrap: balance\n}"
    )
    told = purged(sheet, {"turn", "stay", "--used", "--idle", "text-wrap"})
    assert told.startswith("@keyframes turn") and "stay" not in told
    assert "p{--used:1px;top:var(--used);" in told and "text-wrap:balance" in told
