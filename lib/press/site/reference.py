"""The reference: pages made from a package's sources and docstrings.

A page of the book asks for it by a block ``{reference}`` that names a package. Public are the names
in ``__all__`` of the package and of its modules; where a package hands on nothing itself, a module
without ``__all__`` counts whole. What the package hands on is described under the name by which one
calls it, anything else where it is defined.

griffe reads sources and the sections of docstrings; those of functions and classes are taken as
they are at run time, where a decorator may have said more. Their prose is the same in
reStructuredText and in Markdown; a star is a star: of two powers in a sentence, emphasis would make
bold type.
"""

from __future__ import annotations

import inspect
import pydoc
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import griffe
from griffe import Alias, Docstring, Module, Object
from markdown_it import MarkdownIt
from markupsafe import Markup
from sphinx.highlighting import PygmentsBridge

from ..project.errors import BuildError
from ..project.templates import html
from .check_code import sources_of

BLOCK = re.compile(r"^```\{reference\} ([\w.]+)\n```$", re.MULTILINE)
_LONG = 70  # characters of a constant that are worth showing
_PROSE = MarkdownIt("commonmark", {"html": False}).disable("emphasis")


def expand(text: str, library: Path) -> str:
    """Put the reference in the place of each block ``{reference}`` of a page.

    Parameters
    ----------
    text : str
        The page, in MyST Markdown.
    library : Path
        The folder that holds the package.

    Returns
    -------
    str
        The page as it is built.

    Raises
    ------
    BuildError
        If there is no such package, or if it hands on a name that is not defined.
    """

    def put(block: re.Match[str]) -> str:
        top, _, inner = block[1].partition(".")
        try:
            whole = sources_of(top, library)
            return _package(whole[inner] if inner else whole)
        except (ImportError, LookupError, griffe.AliasResolutionError) as error:
            raise BuildError(f"reference: {block[1]}: {error} is not defined") from None

    return BLOCK.sub(put, text)


def _package(face: Module) -> str:
    """A package as Markdown, with a heading for each module that has something to say."""
    parts = []
    described: set[str] = set()
    for module in (face, *(inner for _, inner in sorted(face.modules.items()))):
        names = [str(name) for name in module.exports or []]
        if module.exports is None and face.exports is None:
            names = [name for name, member in module.members.items() if _is_own(member)]
        names = [name for name in names if module[name].canonical_path not in described]
        described |= {module[name].canonical_path for name in names}
        if (names or module is face) and not module.name.startswith("_"):
            title = face.path if module is face else f"{face.name}.{module.name}"
            things = [_described(f"{module.path}.{name}", module[name]) for name in sorted(names)]
            ways = {"prose": _prose, "code": _code, "lines": _lines}
            page = html("reference.html", module=_sections(module), things=things, **ways)
            parts.append(f"## {title}\n\n```{{raw}} html\n{page}\n```\n")
    return "\n".join(parts)


def _is_own(member: Object | Alias) -> bool:
    return member.name[0].isalpha() and not member.is_alias and not member.is_module


def _described(path: str, what: Object | Alias) -> dict[str, Any]:
    """A function, class, property or constant under the name by which one calls it."""
    definition: Any = what.final_target if isinstance(what, Alias) else what
    title = path.rpartition(".")[2]
    inner = []
    if definition.is_function:
        title = definition.signature()
    elif definition.is_class:
        title = f"class {definition.signature(name=title) or title}"
        inner = [
            _described(f"{path}.{member.name}", member)
            for member in definition.all_members.values()
            if member.name[0] != "_" and member.has_docstring and not member.is_class
        ]
    elif definition.value and len(f"{title} = {definition.value}") <= _LONG:
        title = f"{title} = {definition.value}"
    return {"path": path, "title": title, "sections": _sections(definition), "inner": inner}


def _sections(definition: Object | Alias) -> list[griffe.DocstringSection]:
    """A docstring, of what can be imported as it is then, else as it is written."""
    text = definition.docstring.value if definition.docstring else ""
    if text and (definition.is_function or definition.is_class):
        with suppress(pydoc.ErrorDuringImport):
            if imported := pydoc.locate(definition.canonical_path):
                text = inspect.getdoc(imported) or text
    # without what it is of, types stay as they are written
    return Docstring(text).parse("numpy", warnings=False)


def _prose(text: str) -> Markup:
    return Markup(_PROSE.render(text))


def _code(text: str) -> Markup:
    return Markup(PygmentsBridge("html").highlight_block(text, "pycon"))


def _lines(items: list[Any]) -> Iterator[tuple[str, str, str]]:
    """The lines of a section, ``names : type``, with what is said of them."""
    for (kind, description), some in groupby(
        items, lambda item: (str(item.annotation or ""), item.description)
    ):
        yield ", ".join(getattr(item, "name", "") for item in some), kind, description
