"""The reference: pages made from the docstrings of a package, read without importing it.

A page of the book asks for it by a block ``{reference}`` that names a package. Public are the names
in ``__all__`` of the package and of its modules, or, if the block says ``:whole:``, all names that
begin with a letter. What the package hands on is described under the name by which one calls it,
anything else where it is defined. What a class has from a base that is not public is described with
it.

griffe reads sources and the sections of docstrings. Their prose is the same in reStructuredText and
in Markdown; a star is a star: of two powers in a sentence, emphasis would make bold type.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import griffe
from griffe import Alias, Docstring, Module, Object, ParameterKind

from ..run.project import BuildError

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_BLOCK = re.compile(r"^```\{reference\} ([\w.]+)\n(:whole:\n)?```$", re.MULTILINE)
_MARKUP = re.compile(r"^\s*\.\. \w+::|:\w+:`|::$", re.MULTILINE)  # reStructuredText alone reads it
_LONG = 70  # characters of a constant that are worth showing
_STARS = {ParameterKind.var_positional: "*", ParameterKind.var_keyword: "**"}


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
        If there is no such package, if it hands on a name that is not defined, or if a docstring
        has markup that is not understood here.
    """
    return _BLOCK.sub(lambda block: _package(block[1], library, bool(block[2])), text)


@cache
def _library(name: str, folder: Path) -> Module:
    """All modules of a package."""
    try:
        found = griffe.load(name, search_paths=[folder], allow_inspection=False)
    except ImportError:
        raise BuildError(f"reference: there is no module {name}") from None
    assert isinstance(found, Module)
    return found


def _package(name: str, library: Path, whole: bool) -> str:
    top, _, inner = name.partition(".")
    try:
        face = _library(top, library)[inner] if inner else _library(top, library)
    except KeyError:
        raise BuildError(f"reference: there is no module {name}") from None
    handed_on = {_defined(face, name).path for name in _exports(face)}
    sections = [_section(face, face.path, _exports(face))]
    for stem, module in sorted(face.modules.items()):
        if stem.startswith("_"):
            continue
        names = [*module.members] if whole else _exports(module)
        own = [
            name
            for name in names
            if name[0].isalpha() and not module.members[name].is_alias
            and module.members[name].path not in handed_on
        ]  # fmt: skip
        if own:
            sections.append(_section(module, f"{face.name}.{stem}", own))
    return "\n".join(sections)


def _exports(module: Object | Alias) -> list[str]:
    return [str(name) for name in module.exports or []]


def _defined(module: Object | Alias, name: str) -> Object:
    """What a module hands on under a name."""
    try:
        found = module.members[name]
        return found.final_target if isinstance(found, Alias) else found
    except (KeyError, griffe.AliasResolutionError):
        raise BuildError(
            f"reference: {module.path} hands on {name} and does not define it"
        ) from None


def _section(module: Object | Alias, title: str, names: Iterable[str]) -> str:
    parts = [
        _docstring(module),
        *(_described(n, f"{module.path}.{n}", _defined(module, n)) for n in sorted(names)),
    ]
    return "\n".join([f"## {title}", "", "```{raw} html", *parts, "```", ""])


def _described(name: str, path: str, found: Object) -> str:
    if found.is_function:
        return _entry(f"{name}({_signature(found)})", path, _docstring(found))
    if found.is_class:
        inner = {
            member.name: member
            for member in found.all_members.values()
            if _is_method(member) and not (member.inherited and _stands_elsewhere(member))
        }
        methods = [_method(one, f"{path}.{one.name}") for one in inner.values()]
        made = f"({_signature(found)})" if _signature(found) else ""
        return _entry(f"class {name}{made}", path, _docstring(found) + "".join(methods))
    return _entry(_constant(name, found), path, _prose(_comment(found), path))


def _is_method(member: Object | Alias) -> bool:
    """Whether it is described with its class: a method or a property of this library."""
    if member.name.startswith("_") or member.is_class:
        return False
    return member.has_docstring and (member.is_function or "property" in member.labels)


def _stands_elsewhere(member: Object | Alias) -> bool:
    """Whether an inherited member is described with a public base."""
    base = (member.final_target if isinstance(member, Alias) else member).parent
    return base is not None and base.name in _exports(base.module)


def _method(found: Object | Alias, path: str) -> str:
    called = "" if "property" in found.labels else f"({_signature(found)})"
    return _entry(f"{found.name}{called}", path, _docstring(found))


def _signature(found: Any) -> str:
    """The arguments with their defaults; their types are in the docstring, with shapes."""
    texts: list[str] = []
    bound = found.parent.is_class and found.is_function and "staticmethod" not in found.labels
    for parameter in list(found.parameters)[bound or found.is_class :]:
        if parameter.name.startswith("_"):
            continue
        if parameter.kind is ParameterKind.keyword_only and "*" not in "".join(texts):
            texts.append("*")
        star = _STARS.get(parameter.kind, "")
        default = "" if star or parameter.default is None else f"={parameter.default}"
        texts.append(f"{star}{parameter.name}{default}")
    return ", ".join(texts)


def _constant(name: str, found: Any) -> str:
    told = f"{name} = {found.value}"
    return told if len(told) <= _LONG else name


def _comment(found: Object) -> str:
    """The comment beside a constant, or above it."""
    assert isinstance(found.filepath, Path) and found.lineno is not None
    lines = found.lines_collection[found.filepath]
    beside = lines[found.lineno - 1].partition("  # ")[2]
    above = lines[found.lineno - 2]
    return beside or (above[2:] if above.startswith("# ") else "")


def _entry(title: str, path: str, body: str) -> str:
    return (
        f'<dl class="py"><dt class="sig sig-object" id="{path}"><code>{escape(title)}</code></dt>'
        f"<dd>{body}</dd></dl>"
    )


def _docstring(found: Object | Alias) -> str:
    """A docstring as HTML: its prose, its lists of names, its examples."""
    parts = []
    text = found.docstring.value if found.docstring else ""
    # without what it is of, types stay as they are written
    for section in Docstring(text).parse("numpy", warnings=False):
        kind, told = section.kind.value, section.value
        if kind != "text":
            parts.append(f'<p class="rubric">{section.title or kind.capitalize()}</p>')
        if kind == "text":
            parts.append(_prose(told, found.path))
        elif kind == "admonition":
            parts.append(_prose(told.contents, found.path))
        elif kind == "examples":
            parts += [
                _example(text) if what.value == "examples" else _prose(text, found.path)
                for what, text in told
            ]
        else:
            alike = groupby(told, lambda one: (str(one.annotation or ""), one.description))
            items = [_item(list(some), *what, found.path) for what, some in alike]
            parts.append(f"<dl>{''.join(items)}</dl>")
    return "".join(parts)


def _item(some: list[Any], kind: str, told: str, path: str) -> str:
    """A line of a section, ``names : type``, with what is said of them."""
    names = escape(", ".join(getattr(one, "name", "") for one in some))
    head = f"<b>{names}</b>: {escape(kind)}" if names else escape(kind)
    return f"<dt>{head}</dt><dd>{_prose(told, path)}</dd>"


def _prose(text: str, path: str) -> str:
    if found := _MARKUP.search(text):
        raise BuildError(f"reference: {path}: '{found[0].strip()}' is not understood here")
    return str(_reader().render(text))


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).disable("emphasis")


def _example(text: str) -> str:
    from sphinx.highlighting import PygmentsBridge

    code = PygmentsBridge("html").highlight_block(text, "pycon")
    return f'<div class="highlight-pycon">{code}</div>'
