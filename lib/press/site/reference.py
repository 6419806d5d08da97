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
from contextlib import suppress
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

import griffe
from griffe import Alias, Docstring, Module, Object
from markdown_it import MarkdownIt
from sphinx.highlighting import PygmentsBridge

from ..project.errors import BuildError

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
            whole = _library(top, library)
            return _package(whole[inner] if inner else whole)
        except (ImportError, LookupError, griffe.AliasResolutionError) as error:
            raise BuildError(f"reference: {block[1]}: {error} is not defined") from None

    return BLOCK.sub(put, text)


@cache
def _library(name: str, folder: Path) -> Any:
    """All modules of a package."""
    return griffe.load(name, search_paths=[folder], allow_inspection=False)


def _package(face: Module) -> str:
    sections = []
    described: set[str] = set()
    for module in (face, *(inner for _, inner in sorted(face.modules.items()))):
        names = _exports(module)
        if module.exports is None and face.exports is None:
            names = [name for name, member in module.members.items() if _is_own(member)]
        names = [name for name in names if module[name].canonical_path not in described]
        described |= {module[name].canonical_path for name in names}
        if (names or module is face) and not module.name.startswith("_"):
            parts = [_described(f"{module.path}.{name}", module[name]) for name in sorted(names)]
            title = face.path if module is face else f"{face.name}.{module.name}"
            html = "\n".join([_docstring(module), *parts])
            sections.append(f"## {title}\n\n```{{raw}} html\n{html}\n```\n")
    return "\n".join(sections)


def _exports(module: Object | Alias) -> list[str]:
    return [str(name) for name in module.exports or []]


def _is_own(member: Object | Alias) -> bool:
    return member.name[0].isalpha() and not member.is_alias and not member.is_module


def _described(path: str, what: Object | Alias) -> str:
    """A function, class, property or constant under the name by which one calls it."""
    definition: Any = what.final_target if isinstance(what, Alias) else what
    name = path.rpartition(".")[2]
    if definition.is_function:
        return _entry(definition.signature(), path, _docstring(definition))
    if not definition.is_class:
        text = f"{name} = {definition.value}"
        return _entry(
            text if definition.value and len(text) <= _LONG else name, path, _docstring(definition)
        )
    start: Any = definition.members.get("__init__")
    signature = start.signature(name=name, return_type=False) if start else name
    inner = [
        _described(f"{path}.{member.name}", member)
        for member in definition.all_members.values()
        if member.name[0] != "_" and member.has_docstring and not member.is_class
    ]
    return _entry(f"class {signature}", path, _docstring(definition) + "".join(inner))


def _entry(title: str, path: str, body: str) -> str:
    return (
        f'<dl class="py"><dt class="sig sig-object" id="{path}"><code>{escape(title)}</code></dt>'
        f"<dd>{body}</dd></dl>"
    )


def _docstring(definition: Object | Alias) -> str:
    """A docstring as HTML: its prose, its lists of names, its examples."""
    parts = []
    text = _text(definition)
    # without what it is of, types stay as they are written
    for section in Docstring(text).parse("numpy", warnings=False):
        kind, content = section.kind.value, section.value
        if kind != "text":
            parts.append(f'<p class="rubric">{section.title or kind.capitalize()}</p>')
        if kind == "text":
            parts.append(_PROSE.render(content))
        elif kind == "admonition":
            parts.append(_PROSE.render(content.contents))
        elif kind == "examples":
            parts += [
                PygmentsBridge("html").highlight_block(text, "pycon")
                if what.value == "examples"
                else _PROSE.render(text)
                for what, text in content
            ]
        else:
            alike = groupby(content, lambda item: (str(item.annotation or ""), item.description))
            items = [_item(list(some), *what) for what, some in alike]
            parts.append(f"<dl>{''.join(items)}</dl>")
    return "".join(parts)


def _text(definition: Object | Alias) -> str:
    """A docstring: of what can be imported as it is then, else as it is written."""
    written = definition.docstring.value if definition.docstring else ""
    imported = None
    if written and (definition.is_function or definition.is_class):
        with suppress(pydoc.ErrorDuringImport):
            imported = pydoc.locate(definition.canonical_path)
    return inspect.getdoc(imported) or written if imported else written


def _item(some: list[Any], kind: str, description: str) -> str:
    """A line of a section, ``names : type``, with what is said of them."""
    names = escape(", ".join(getattr(item, "name", "") for item in some))
    head = f"<b>{names}</b>: {escape(kind)}" if names else escape(kind)
    return f"<dt>{head}</dt><dd>{_PROSE.render(description)}</dd>"
