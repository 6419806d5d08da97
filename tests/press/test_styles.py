"""The themes' style sheets as they are sent: nothing that is used goes."""

from __future__ import annotations

import pytest

from press.site.styles import names_in, used

NAMES = {"bd-main", "cell", "here"}


@pytest.mark.parametrize(
    ("css", "left"),
    [
        ("p{top:0}", "p{top:0}"),
        (".bd-main > .cell p{top:0}", ".bd-main > .cell p{top:0}"),
        (".gone .cell{top:0}", ""),
        ("#here,#gone{top:0}", "#here{top:0}"),
        (".cell:not(.gone, .away){top:0}", ".cell:not(.gone, .away){top:0}"),
        (".cell:is(.gone,.here){top:0}", ".cell:is(.gone,.here){top:0}"),
        ("@media print{.cell{top:0}.gone{top:0}}", "@media print{.cell{top:0}}"),
        ("@keyframes turn{12.5%{top:0}}", "@keyframes turn{12.5%{top:0}}"),
        ("/* .gone{} */p{top:0}", "p{top:0}"),
        ('@import "../basic.css";', '@import "../basic.css";'),
        ("@font-face{font-family:Icons}", ""),
    ],
)
def test_what_is_used_stays(css: str, left: str) -> None:
    assert used(css, NAMES) == left


def test_names_come_from_pages_and_scripts() -> None:
    assert names_in(['<p class="a b"><i id="c">class d'], ["x.add('e-f')"]) >= set("abc") | {"e-f"}
