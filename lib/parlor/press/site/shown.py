"""What stands on a page although it was made elsewhere: blocks of other pages, sources of checks.

A page asks for a table or figure of its chapter by a block ``{shown} NAME``, for the card of an
entry by ``{shown} entry ID``, and for those of another chapter by ``{shown} chapter/NAME``. The
source of a check is put, folded, under the card of what it decided.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from html import unescape
from pathlib import Path

from ..html import moved
from ..project import BuildError

_SHOWN = re.compile(r"^```\{shown\} +(.+?) *\n```$", re.MULTILINE)
_SOURCE = re.compile(r"<!--source ([\w.]+)-->")


def expand(text: str, blocks: Mapping[str, str], way: str) -> str:
    """Put blocks of other pages in the places that ask for them.

    Parameters
    ----------
    text : str
        Some MyST Markdown.
    blocks : mapping of str to str
        HTML by name.
    way : str
        The way from the page to the top of the site, such as ``"../../"``.

    Returns
    -------
    str
        The text with HTML in it.

    Raises
    ------
    BuildError
        If there is no block of a name.
    """

    def put(asked: re.Match[str]) -> str:
        name = asked[1]
        if name not in blocks:
            near = get_close_matches(name, list(blocks), n=1)
            raise BuildError(f"{{shown}} {name}: no page makes it; nearest: {', '.join(near)}")
        return f"``````{{raw}} html\n{moved(blocks[name], way)}\n``````"

    return _SHOWN.sub(put, text)


def with_sources(text: str, library: Path) -> str:
    """Put the source of each check, folded, in the place that asks for it.

    Parameters
    ----------
    text : str
        HTML with places made by `html.source`.
    library : Path
        The folder that holds the package `parlor`.

    Returns
    -------
    str
        The HTML, with today's source: that of the run but for its comments and docstrings.
    """
    return _SOURCE.sub(lambda place: _folded(library, unescape(place[1])), text)


@cache
def _folded(library: Path, function: str) -> str:
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    module, _, name = function.rpartition(".")
    path = library.joinpath(*module.split(".")).with_suffix(".py")
    text = path.read_text("utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            code = "\n".join(text.splitlines()[first - 1 : node.end_lineno])
            shown = highlight(code, PythonLexer(), HtmlFormatter(wrapcode=True))
            return (
                f'<details class="pr-check"><summary>The check: {name}</summary>{shown}'
                f"<p><small>In {module}.</small></p></details>"
            )
    raise BuildError(f"{path.name} has no function {name}")
