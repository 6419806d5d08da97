"""The themes' style sheets as they are sent: only rules whose names some page or script has.

They bring all of Bootstrap and of an icon font, half a megabyte for each page opened from disk.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

# What others wrote; our own sheets have nothing to spare.
THEMES = (
    "styles/*.css", "basic.css", "copybutton.css", "mystnb.*.css", "proof.css",
    "sphinx-design.min.css",
)  # fmt: skip
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_NAME = re.compile(r"[.#]([A-Za-z_][\w-]*)")
_ATTRIBUTES = re.compile(r'\b(?:class|id)="([^"]*)"')


def names_in(pages: Iterable[str], scripts: Iterable[str]) -> set[str]:
    """Return the classes and ids that pages have, and whatever scripts might set.

    Examples
    --------
    >>> sorted(names_in(['<p class="a b" id="c">d'], ["add('e-f')"]))
    ['a', 'add', 'b', 'c', 'e-f']
    """
    found: set[str] = set()
    for page in pages:
        for attribute in set(_ATTRIBUTES.findall(page)):
            found.update(attribute.split())
    for script in scripts:
        found.update(re.findall(r"[\w-]+", script))
    return found


def used(css: str, names: set[str]) -> str:
    """Return a style sheet without the rules for classes and ids that do not occur.

    Examples
    --------
    >>> used(".a, .b { top: 0 } .b { top: 1px } .a:not(.b) { top: 2px }", {"a"})
    '.a{ top: 0 }.a:not(.b){ top: 2px }'
    """

    def kept(rule: re.Match[str]) -> str:
        if "@font-face" in rule[1]:  # of icons, which `frame.css` draws
            return ""
        # a comma within parentheses divides no selectors, and names there may be those of others
        parts = [rule[1]] if "(" in rule[1] else rule[1].split(",")
        selectors = [
            part.strip()
            for part in parts
            if names.issuperset(_NAME.findall(re.sub(r"\([^()]*\)", "", part)))
        ]
        return f"{','.join(selectors)}{{{rule[2]}}}" if selectors else ""

    return _RULE.sub(kept, _COMMENT.sub("", css))


def send(site: Path, pages: Iterable[str]) -> None:
    """Make the themes' style sheets of a site, which is otherwise finished, what is sent."""
    static = site / "_static"
    scripts = (path.read_text("utf-8") for path in sorted(static.rglob("*.js")))
    names = names_in(pages, scripts)
    for path in (path for pattern in THEMES for path in static.glob(pattern)):
        path.write_text(used(path.read_text("utf-8"), names), "utf-8")
