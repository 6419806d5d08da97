"""Numbers that somebody typed into prose although a run could give them.

Words carry a lecture; its numbers come from the run, by ``{{ chapter.name }}``. What is printed in
the source and stands in the ledger may be quoted, and years are no results.
"""

from __future__ import annotations

import re

from press.ledger.published import Published

_NUMBER = re.compile(r"(?<![\w.,{$\\-])\d[\d,]*(?:\.\d+)?(?![\w}]|\.\d)")
_FENCE = re.compile(r"(`{3,})(?:\{([\w:-]+)\}.*|\w*)")
_OF_NO_READER = {"code-cell", "raw", "shown", "include", "figure", None}  # None: commands
_HIDDEN = re.compile(
    r"^---\n.*?\n---\n"  # what stands above the page
    r"|\barXiv [\d.]+"
    r"|\b(?:Definition|Theorem|Lemma|Proposition|Corollary|Section|Equation|Example) [\d.]+"
    r"|\{\{.*?\}\}|\{[\w:]+\}`[^`]*`|`[^`\n]*`|\]\([^)\n]*\)|<[^>\n]*>|^:\w+:.*?$",
    re.MULTILINE | re.DOTALL,
)
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")


def typed_numbers(text: str, published: Published) -> list[tuple[int, str]]:
    r"""Return the numbers of three digits or more that are typed into a page's prose.

    Parameters
    ----------
    text : str
        The page, in MyST Markdown.
    published : Published
        What its source prints: that may be quoted.

    Returns
    -------
    list of tuple
        The line of each, and the number.

    Examples
    --------
    >>> nothing = Published("demo", {}, {})
    >>> typed_numbers("# Dice\n\nIn 1654 it was 0.508, from {{ demo.games }} games.", nothing)
    [(3, '0.508')]
    """
    seen = _HIDDEN.sub(lambda part: re.sub(r"[^\n]", " ", part[0]), _read(text))
    quoted = {
        number
        for entry in published.entries.values()
        for number in _numbers(f"{entry.printed} {entry.quantity}")
    }
    return [
        (line, number)
        for line, content in enumerate(seen.splitlines(), start=1)
        for number in _numbers(content)
        if len(re.sub(r"\D", "", number).lstrip("0")) >= 3
        and not _YEAR.fullmatch(number)
        and number not in quoted
    ]


def _read(text: str) -> str:
    """A page with empty lines for code, commands and their output."""
    lines: list[str] = []
    opened: list[tuple[str, str | None]] = []
    for line in text.splitlines():
        fence = _FENCE.fullmatch(line)
        closes = bool(fence and opened and line == opened[-1][0])
        if closes:
            opened.pop()
        hidden = any(name in _OF_NO_READER for _, name in opened)
        if fence and not closes and not hidden:
            opened.append((fence[1], fence[2]))
        lines.append("" if hidden or fence else line)
    return "\n".join(lines)


def _numbers(text: str) -> list[str]:
    return [found[0].rstrip(",") for found in _NUMBER.finditer(text)]
