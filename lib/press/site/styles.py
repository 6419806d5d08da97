"""One style sheet for all pages: what the themes and the press have, without what no page uses.

It holds the text's fonts, so that no line breaks anew when one comes late. That of formulas is a
file beside it: it is as heavy as all others, and few pages begin with a formula.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from pathlib import Path

import tinycss2
from tinycss2.ast import AtRule, Node, QualifiedRule

from ..ask.store import Store
from . import fonts, math_font

_OWN = "pr-"  # what begins so is ours, and there are scripts and answers that use it
_WORD = re.compile(r"[\w-]+")
_NAMED = re.compile(r'\s(?:class|id)="([^"]*)"')
_TAG = re.compile(r"<([a-z][\w-]*)")
_IMPORT = re.compile(r'@import "([^":]+)";')
_ASKED = re.compile(r"var\(\s*(--[\w-]+)|animation(?:-name)?:[^;}]*?([a-z][\w-]+)")  # by rules
_GROUPS = ("media", "supports", "container")  # rules that hold rules

SHEET = "site.css"
FONT = f"{math_font.FAMILY}.woff"


def bind(static: Path, sheets: Iterable[str], pages: Iterable[str], known: Store) -> None:
    """Write the sheets of a site as one, `SHEET`, and remove them; and `FONT`, that of formulas.

    Parameters
    ----------
    static : Path
        The folder of the sheets, with the scripts of the site.
    sheets : iterable of str
        The sheets' places in that folder, in the order in which they hold.
    pages : iterable of str
        The pages as HTML.
    known : Store
        What was made before: to read the themes' sheets takes a second.
    """
    scripts = (path.read_text("utf-8") for path in static.rglob("*.js"))
    pages = list(pages)
    used = words(pages, scripts)
    paths = list(dict.fromkeys(static / name for name in sheets))
    texts = [_whole(path) for path in paths]
    used.update(name for text in texts for names in _ASKED.findall(text) for name in names)
    used &= {word for text in texts for word in _WORD.findall(text)}
    letters = "".join(sorted(fonts.text_letters(pages)))
    sheet = known.json(("sheet", *texts, *sorted(used), letters), _bound, texts, used, letters)
    for path in paths:
        path.unlink()
    (static / SHEET).write_text(sheet, "utf-8")
    signs = "".join(sorted(math_font.letters(pages)))
    (static / FONT).write_bytes(b64decode(known.json(("formulas", signs), _font, signs)))


def _bound(texts: list[str], used: set[str], letters: str) -> str:
    return "".join([*fonts.text_faces(letters), *(purged(text, used) for text in texts)])


def _font(signs: str) -> str:
    return b64encode(math_font.math_font(signs)).decode()


def _whole(path: Path) -> str:
    """A sheet with those that it imports in their places."""
    text = path.read_text("utf-8")
    return _IMPORT.sub(lambda match: _whole(path.parent / match[1]), text)


def words(pages: Iterable[str], scripts: Iterable[str]) -> set[str]:
    """Return the names of elements, classes and ids on pages, and all words of their scripts."""
    words: set[str] = set()
    for page in pages:
        words.update(_TAG.findall(page))
        for names in set(_NAMED.findall(page)):
            words.update(names.split())
    for script in scripts:
        words.update(_WORD.findall(script))
    return words


def purged(sheet: str, used: set[str]) -> str:
    """Return a style sheet without the rules that fit nothing, and variables that nobody asks for.

    Parameters
    ----------
    sheet : str
        The sheet.
    used : set of str
        The names of elements, classes, ids and variables that there are.

    Returns
    -------
    str
        The rules of which a selector names nothing else, without comments and blank space. What
        stands in `:not()`, `:is()` and the like is not asked, and rules of the press's own stay.

    Examples
    --------
    >>> purged("a, b.x { top: 0 } @media print { i { top: 0 } p.pr-y { top: 1px } }", {"a", "p"})
    'a{top:0}@media print{p.pr-y{top:1px}}'
    """
    return _rules(tinycss2.parse_stylesheet(sheet, True, True), lambda word: word in used)


def _rules(rules: Iterable[Node], known: Callable[[str], bool]) -> str:
    texts = []
    for rule in rules:
        if rule.type == "qualified-rule":
            texts.append(_rule(rule, known))
        elif rule.type == "at-rule" and rule.lower_at_keyword in _GROUPS:
            inner = _rules(tinycss2.parse_rule_list(rule.content, True, True), known)
            head = f"@{rule.at_keyword} {tinycss2.serialize(rule.prelude).strip()}"
            texts.append(f"{head}{{{inner}}}" if inner else "")
        elif rule.type == "at-rule" and _wanted(rule, known):
            texts.append(tinycss2.serialize([rule]))
    return "".join(texts)


def _wanted(rule: AtRule, known: Callable[[str], bool]) -> bool:
    """Whether a movement has a use; a font of the themes' is a file that the site does not have."""
    if rule.lower_at_keyword == "keyframes":
        return known(tinycss2.serialize(rule.prelude).strip())
    return rule.lower_at_keyword not in ("charset", "font-face")


def _rule(rule: QualifiedRule, known: Callable[[str], bool]) -> str:
    selectors: list[list[Node]] = [[]]
    for token in rule.prelude:
        if token == ",":
            selectors.append([])
        else:
            selectors[-1].append(token)
    kept = [tinycss2.serialize(each).strip() for each in selectors if _fits(each, known)]
    declared = [
        f"{part.name}:{tinycss2.serialize(part.value).strip()}{'!important' * part.important}"
        if part.type == "declaration"
        else tinycss2.serialize([part])  # a rule within a rule
        for part in tinycss2.parse_blocks_contents(rule.content, True, True)
        if part.type != "declaration" or not _idle(part.name, known)
    ]
    return f"{','.join(kept)}{{{';'.join(declared)}}}" if kept and declared else ""


def _idle(name: str, known: Callable[[str], bool]) -> bool:
    """Whether a property is a variable of a theme's that nobody asks for."""
    return name.startswith("--") and not name.startswith(f"--{_OWN}") and not known(name)


def _fits(selector: list[Node], known: Callable[[str], bool]) -> bool:
    """Whether a selector names only what there is."""
    names = []
    before = None
    for token in selector:
        if token.type == "hash" or (token.type == "ident" and before != ":"):
            names.append(token.value)
        before = token
    return any(name.startswith(_OWN) for name in names) or all(map(known, names))
