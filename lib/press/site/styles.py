"""Style sheets as they are sent: without what no page uses, and with colours before any script.

Themes colour by ``html[data-theme="dark"]``, which a script sets; each such rule gets a twin for
readers without scripts, whose pages keep ``data-theme="auto"``. Of the themes' sheets, which
bring all of Bootstrap, only the rules stay whose names some page or script has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import tinycss2
from tinycss2.ast import AtRule, Node, QualifiedRule

from ..run.memo import Memo

# What others wrote; our own sheets have nothing to spare.
THEMES = (
    "styles/*.css", "basic.css", "copybutton.css", "mystnb.*.css", "proof.css",
    "sphinx-design.min.css",
)  # fmt: skip
_ATTRIBUTES = re.compile(r'\b(?:class|id)="([^"]*)"')
_WORDS = re.compile(r"[\w-]+")
_THEME = re.compile(r"\[data-theme=[\"']?(light|dark)[\"']?\]")
_NESTING = {"media", "supports", "layer", "container"}


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
        found.update(_WORDS.findall(script))
    return found


def sent(css: str, names: set[str] | None = None) -> str:
    """Return a style sheet as it is sent.

    Parameters
    ----------
    css : str
        The sheet as written.
    names : set of str, optional
        The classes and ids that occur: rules for others go. By default all stay.

    Returns
    -------
    str
        The sheet without comments, with a twin for each rule of a colour mode.

    Examples
    --------
    >>> sent(".a, .b { top: 0 }", {"a"})
    '.a{top: 0}'
    >>> sent("html[data-theme=dark] p { top: 0 }").splitlines()[1]
    '@media (prefers-color-scheme: dark){html[data-theme=auto] p{top: 0}}'
    """
    rules = tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)
    return "\n".join(_written(rules, names))


def _written(rules: list[Node], names: set[str] | None) -> Iterator[str]:
    for rule in rules:
        if isinstance(rule, QualifiedRule):
            selectors = [
                _text(selector)
                for selector in _selectors(rule.prelude)
                if names is None or _needs(selector) <= names
            ]
            if selectors:
                yield from _with_twins(selectors, _text(rule.content))
        elif isinstance(rule, AtRule):
            yield from _at_rule(rule, names)
        else:  # what cannot be read stays as it is
            yield rule.serialize()


def _at_rule(rule: AtRule, names: set[str] | None) -> Iterator[str]:
    head = f"@{rule.at_keyword} {_text(rule.prelude)}".rstrip()
    if rule.content is None:
        yield f"{head};"
    elif rule.lower_at_keyword in _NESTING:
        inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
        if told := list(_written(inner, names)):
            yield f"{head}{{{''.join(told)}}}"
    elif "Font Awesome" not in (content := _text(rule.content)):  # a font that nothing uses
        yield f"{head}{{{content}}}"


def _with_twins(selectors: list[str], content: str) -> Iterator[str]:
    yield f"{','.join(selectors)}{{{content}}}"
    for mode in ("light", "dark"):
        twins = [
            _THEME.sub("[data-theme=auto]", selector)
            for selector in selectors
            if mode in _THEME.findall(selector)
        ]
        if twins:
            yield f"@media (prefers-color-scheme: {mode}){{{','.join(twins)}{{{content}}}}}"


def _selectors(prelude: list[Any]) -> Iterator[list[Any]]:
    """The parts of a prelude between its commas."""
    part: list[Any] = []
    for node in prelude:
        if node == ",":
            yield part
            part = []
        else:
            part.append(node)
    yield part


def _needs(selector: list[Any]) -> set[str]:
    """The classes and ids that an element, or one around it, must have."""
    found = {node.value for node in selector if node.type == "hash"}
    for before, node in pairwise(selector):
        if before == "." and node.type == "ident":
            found.add(node.value)
    return found


def _text(nodes: list[Any]) -> str:
    text = tinycss2.serialize([node for node in nodes if node.type != "comment"])
    return re.sub(r"\s*\n\s*", " ", text).strip()


def send(site: Path, pages: Iterable[str], memo: Memo) -> None:
    """Make the style sheets of a site, which is otherwise finished, what is sent."""
    static = site / "_static"
    scripts = (path.read_text("utf-8") for path in sorted(static.rglob("*.js")))
    names = names_in(pages, scripts)
    themes = {path for pattern in THEMES for path in static.glob(pattern)}
    for path in sorted(static.rglob("*.css")):
        css = path.read_text("utf-8")
        used = names & set(_WORDS.findall(css)) if path in themes else None
        of = (css, repr(used and sorted(used)))
        text = memo.text(f"style {path.relative_to(static)}", of, partial(sent, css, used))
        path.write_text(text + "\n", "utf-8")
