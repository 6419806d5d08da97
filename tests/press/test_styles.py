"""Style sheets as they are sent: nothing that is used goes, and each colour mode has its twin."""

from __future__ import annotations

import pytest

from press.site.styles import names_in, sent

NAMES = {"bd-main", "cell", "here"}


@pytest.mark.parametrize(
    ("css", "left"),
    [
        ("p { top: 0 }", "p{top: 0}"),
        (".bd-main > .cell p { top: 0 }", ".bd-main > .cell p{top: 0}"),
        (".gone .cell { top: 0 }", ""),
        ("#here, #gone { top: 0 }", "#here{top: 0}"),
        (".cell:not(.gone) { top: 0 }", ".cell:not(.gone){top: 0}"),
        ("@media print { .gone { top: 0 } }", ""),
        ("@media print { .cell { top: 0 } .gone { top: 0 } }", "@media print{.cell{top: 0}}"),
        ("/* told */ p { /* why */ top: 0 }", "p{top: 0}"),
        ('@import "../basic.css";', '@import "../basic.css";'),
        ("@font-face { font-family: Font Awesome\\ 6 Free }", ""),
        ("@font-face { font-family: Figures }", "@font-face{font-family: Figures}"),
        ('p { background: url("data:image/svg+xml,<svg a=\'b  c\'>") }',
         'p{background: url("data:image/svg+xml,<svg a=\'b  c\'>")}'),
    ],
)  # fmt: skip
def test_what_is_used_stays(css: str, left: str) -> None:
    assert sent(css, NAMES) == left


def test_our_own_sheets_stay_whole() -> None:
    assert sent(".nobody { top: 0 }") == ".nobody{top: 0}"


def test_each_rule_of_a_mode_has_a_twin_beside_it() -> None:
    both = 'html[data-theme="light"], html[data-theme="dark"] { top: 0 }'
    whole, light, dark = sent(both).splitlines()
    assert whole.startswith('html[data-theme="light"],html[data-theme="dark"]')
    assert light == "@media (prefers-color-scheme: light){html[data-theme=auto]{top: 0}}"
    assert dark == "@media (prefers-color-scheme: dark){html[data-theme=auto]{top: 0}}"


def test_a_twin_stays_within_its_media() -> None:
    told = sent("@media print { html[data-theme=dark] p { top: 0 } }")
    twin = "@media (prefers-color-scheme: dark){html[data-theme=auto] p{top: 0}}"
    assert told == f"@media print{{html[data-theme=dark] p{{top: 0}}{twin}}}"


def test_names_come_from_pages_and_scripts() -> None:
    assert names_in(['<p class="a b"><i id="c">class d'], ["x.add('e-f')"]) >= set("abc") | {"e-f"}
