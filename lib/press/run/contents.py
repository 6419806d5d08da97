"""The table of contents: which pages ``_toc.yml`` names, in the book's order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same in C, where PyYAML has it
_LISTS = ("parts", "subtrees", "chapters", "sections", "entries")  # of what stands below


class NotContents(ValueError):
    """A text is no table of contents. Its own text says why, in one line."""


def places(text: str) -> list[str]:
    r"""Return the pages of a table of contents, in order, without a suffix.

    Parameters
    ----------
    text : str
        What ``_toc.yml`` holds.

    Returns
    -------
    list of str
        The root, then all pages below it.

    Raises
    ------
    NotContents
        If it is no YAML, or not of the shape of a table of contents.

    Examples
    --------
    >>> places("root: book/index\nchapters: [{file: book/guts/index}]")
    ['book/index', 'book/guts/index']
    """
    try:
        told = yaml.load(text, _LOADER)
    except yaml.MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise NotContents(f"_toc.yml{line}: no YAML: {error.problem}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise NotContents(f"_toc.yml: no YAML: {' '.join(str(error).split())}") from None
    try:
        return list(_walk(told, "root"))
    except RecursionError:
        raise NotContents("_toc.yml: no table of contents: it has no end") from None


def _walk(entry: Any, name: str) -> Iterator[str]:
    """The page that an entry names, and those below it."""
    if not isinstance(entry, dict):
        raise _misshapen(f"a mapping is asked for, not {entry!r}")
    if "glob" in entry:
        raise _misshapen(f"each page is named by `file`, not by `glob: {entry['glob']}`")
    page = entry.get(name)
    if isinstance(page, str):
        yield page
    elif page is not None or name == "root":
        raise _misshapen(f"`{name}` is to name a page, not {page!r}")
    for below in _LISTS:
        inner = entry.get(below, [])
        if not isinstance(inner, list):
            raise _misshapen(f"`{below}` is to be a list, not {inner!r}")
        for each in inner:
            yield from _walk(each, "file")


def _misshapen(what: str) -> NotContents:
    text = " ".join(what.split())
    return NotContents(f"_toc.yml: {text if len(text) < 200 else f'{text[:200]}...'}")
