"""The reference: pages made from the docstrings of a package, read without importing it.

A page of the book asks for it by a block ``{reference}`` that names a package. Public are the names
in ``__all__`` of the package and of its modules, or, if the block says ``:whole:``, all names that
begin with a letter. What the package hands on is described under the name by which one calls it,
anything else where it is defined. A class is shown with what makes it, but for a result, which a
function makes; what it has from a base that is not public is described with it.

Docstrings have numpydoc's sections, and prose that is the same in reStructuredText and in Markdown.
A star is a star: of two powers in a sentence, emphasis would make bold type.
Sphinx's autodoc would make the same pages, but adds more time than the rest of the book takes.
"""

from __future__ import annotations

import ast
import re
from contextlib import suppress
from functools import cache, cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ..run.project import LIBRARY, BuildError

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_BLOCK = re.compile(r"^```\{reference\} ([\w.]+)\n(:whole:\n)?```$", re.MULTILINE)
_SECTION = re.compile(r"^([A-Z][A-Za-z ]+)\n-{3,}\n", re.MULTILINE)
_MARKUP = re.compile(r"^\s*\.\. \w+::|:\w+:`|::$", re.MULTILINE)  # reStructuredText alone reads it
_LISTS = ("Parameters", "Other Parameters", "Attributes", "Returns", "Yields", "Raises", "Warns")
_LONG = 70  # characters of an assignment that are worth showing
_RESULT = "Result"  # the base of what functions return

Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


def expand(text: str, library: Path) -> str:
    """Put the reference in the place of each block ``{reference}`` of a page.

    Parameters
    ----------
    text : str
        The page, in MyST Markdown.
    library : Path
        The folder that holds the package `parlor`.

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
    return _BLOCK.sub(lambda block: _package(block[1], _Library(library), bool(block[2])), text)


class _Library:
    """The modules below a folder, each read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._modules: dict[str, _Module] = {}

    def module(self, name: str) -> _Module:
        if name not in self._modules:
            bases = [folder.joinpath(*name.split(".")) for folder in (self.folder, LIBRARY)]
            places = [path for b in bases for path in (b / "__init__.py", b.with_suffix(".py"))]
            path = next((path for path in places if path.is_file()), None)
            if path is None:
                raise BuildError(f"reference: there is no module {name}")
            self._modules[name] = _Module(name, path, self)
        return self._modules[name]

    def definition(self, module: _Module, name: str) -> tuple[_Module, str]:
        """Where a name that a module hands on is defined, and its name there."""
        while name not in module.defined:
            if name not in module.imported:
                raise BuildError(f"reference: {module.name} hands on {name} and does not define it")
            where, name = module.imported[name]
            module = self.module(where)
        return module, name


class _Module:
    """A module's names, read from its source."""

    def __init__(self, name: str, path: Path, library: _Library) -> None:
        self.name, self.path, self.library = name, path, library
        self.is_face = path.name == "__init__.py"
        self.text = path.read_text("utf-8")
        self.lines = self.text.splitlines()
        self.tree = ast.parse(self.text)

    @cached_property
    def defined(self) -> dict[str, Definition]:
        """What the module defines, by name."""
        found: dict[str, Definition] = {}
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found[node.name] = node
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                for name in target.elts if isinstance(target, ast.Tuple) else [target]:
                    found[ast.unparse(name)] = node
        return found

    @cached_property
    def names(self) -> set[str]:
        """What the module hands on: its ``__all__``."""
        listed = self.defined.get("__all__")
        return set(ast.literal_eval(listed.value)) if isinstance(listed, ast.Assign) else set()

    @cached_property
    def imported(self) -> dict[str, tuple[str, str]]:
        """What the module imports by name: module and name there."""
        package = self.name.split(".") if self.is_face else self.name.split(".")[:-1]
        found: dict[str, tuple[str, str]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                above = package[: len(package) - node.level + 1] if node.level else []
                where = ".".join([*above, *filter(None, [node.module])])
                found |= {alias.asname or alias.name: (where, alias.name) for alias in node.names}
        return found

    def bases(self, node: ast.ClassDef) -> list[tuple[_Module, ast.ClassDef]]:
        """The classes of the library that a class has parts of, nearest first."""
        found: list[tuple[_Module, ast.ClassDef]] = []
        for name in map(ast.unparse, node.bases):
            with suppress(BuildError):  # of another library
                where, original = self.library.definition(self, name)
                base = where.defined[original]
                if isinstance(base, ast.ClassDef):
                    found += [(where, base), *where.bases(base)]
        return found

    def constant(self, name: str, node: ast.Assign | ast.AnnAssign) -> str:
        """How a constant is written; of several at once, the name's own part."""
        line = self.lines[node.lineno - 1].partition("  # ")[0]
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            place = [ast.unparse(part) for part in target.elts].index(name)
            line = f"{name} = {ast.get_source_segment(self.text, node.value.elts[place])}"
        return line if node.lineno == node.end_lineno and len(line) <= _LONG else name

    def comment(self, node: ast.stmt) -> str:
        """The comment beside a constant, or above it."""
        beside = self.lines[node.lineno - 1].partition("  # ")[2]
        above = self.lines[node.lineno - 2]
        return beside or (above[2:] if above.startswith("# ") else "")


def _package(package: str, library: _Library, whole: bool) -> str:
    face = library.module(package)
    handed_on = {name: library.definition(face, name) for name in sorted(face.names)}
    sections = [_section(face, handed_on)]
    for path in sorted(face.path.parent.glob("[a-z]*.py")):
        module = library.module(f"{package}.{path.stem}")
        names = module.defined.keys() if whole else module.defined.keys() & module.names
        own = {name: (module, name) for name in sorted(names) if name[0].isalpha()}
        if own := {name: at for name, at in own.items() if at not in handed_on.values()}:
            sections.append(_section(module, own))
    return "\n".join(sections)


def _section(module: _Module, names: dict[str, tuple[_Module, str]]) -> str:
    title = module.name if module.is_face else ".".join(module.name.split(".")[-2:])
    parts = [_docstring(module.tree, module.name)]
    for name, (where, original) in names.items():
        parts.append(_described(name, f"{module.name}.{name}", where, where.defined[original]))
    return "\n".join([f"## {title}", "", "```{raw} html", *parts, "```", ""])


def _described(name: str, path: str, module: _Module, node: Definition) -> str:
    if isinstance(node, ast.FunctionDef):
        return _entry(f"{name}{_signature(node)}", path, _docstring(node, path))
    if isinstance(node, ast.ClassDef):
        bases = module.bases(node)
        hidden = [base for where, base in bases if base.name not in where.names]
        inner: dict[str, ast.FunctionDef] = {}
        for of in (node, *hidden):
            own = [n for n in of.body if isinstance(n, ast.FunctionDef) and _is_public(n)]
            inner = {n.name: n for n in own} | inner
        methods = [
            _entry(_called(n), f"{path}.{n.name}", _docstring(n, path)) for n in inner.values()
        ]
        made = "" if any(base.name == _RESULT for _, base in bases) else _constructor(node)
        return _entry(f"class {name}{made}", path, _docstring(node, path) + "".join(methods))
    return _entry(module.constant(name, node), path, _prose(module.comment(node), path))


def _is_public(node: ast.FunctionDef) -> bool:
    return not node.name.startswith("_") and ast.get_docstring(node) is not None


def _constructor(node: ast.ClassDef) -> str:
    """The arguments of a data class with their defaults."""
    if not any("dataclass" in ast.unparse(decorator) for decorator in node.decorator_list):
        return ""
    texts: list[str] = []
    for field in node.body:
        if not isinstance(field, ast.AnnAssign) or "ClassVar" in ast.unparse(field.annotation):
            continue
        name, default = ast.unparse(field.target), field.value
        if ast.unparse(field.annotation) == "KW_ONLY":
            texts.append("*")
            continue
        if isinstance(default, ast.Call) and ast.unparse(default.func) == "field":
            told = {word.arg: word.value for word in default.keywords}
            if "init" in told:  # it is False: true is the rule
                continue
            default = told.get("default")
        if not name.startswith("_"):
            texts.append(name + (f"={ast.unparse(default)}" if default else ""))
    return f"({', '.join(texts)})"


def _called(node: ast.FunctionDef) -> str:
    kinds = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
    if kinds & {"property", "cached_property"}:
        return node.name
    return node.name + _signature(node, bound="staticmethod" not in kinds)


def _signature(node: ast.FunctionDef, bound: bool = False) -> str:
    """The arguments with their defaults; their types are in the docstring, with shapes."""
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
    pairs = list(zip(positional, defaults, strict=True))[bound:]
    texts = [_argument(argument, default) for argument, default in pairs]
    if arguments.vararg:
        texts.append(f"*{arguments.vararg.arg}")
    elif arguments.kwonlyargs:
        texts.append("*")
    keywords = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    texts += [_argument(argument, default) for argument, default in keywords]
    if arguments.kwarg:
        texts.append(f"**{arguments.kwarg.arg}")
    return f"({', '.join(texts)})"


def _argument(argument: ast.arg, default: ast.expr | None) -> str:
    return argument.arg + (f"={ast.unparse(default)}" if default else "")


def _entry(title: str, path: str, body: str) -> str:
    return (
        f'<dl class="py"><dt class="sig sig-object" id="{path}"><code>{escape(title)}</code></dt>'
        f"<dd>{body}</dd></dl>"
    )


def _docstring(node: ast.Module | ast.ClassDef | ast.FunctionDef, path: str) -> str:
    """A docstring as HTML: its prose, its lists of names, its examples."""
    first, *rest = _SECTION.split(ast.get_docstring(node) or "")
    parts = [_prose(first, path)]
    for title, body in zip(rest[::2], rest[1::2], strict=True):
        laid_out = _names(body, path) if title in _LISTS else _prose(body, path)
        parts.append(f'<p class="rubric">{title}</p>{laid_out}')
    return "".join(parts)


def _names(body: str, path: str) -> str:
    """A section whose every item is a line, ``name : type``, with what is said of it below."""
    items = re.split(r"^(?=\S)", body.strip("\n"), flags=re.MULTILINE)[1:]
    rows = []
    for item in items:
        head, _, told = item.partition("\n")
        name, colon, kind = head.partition(" : ")
        shown = f"<b>{escape(name)}</b>: {escape(kind)}" if colon else escape(name)
        told = "\n".join(line.removeprefix("    ") for line in told.splitlines())
        rows.append(f"<dt>{shown}</dt><dd>{_prose(told, path)}</dd>")
    return f"<dl>{''.join(rows)}</dl>"


def _prose(text: str, path: str) -> str:
    if found := _MARKUP.search(text):
        raise BuildError(f"reference: {path}: '{found[0].strip()}' is not understood here")
    parts = re.split(r"^(>>> .*(?:\n(?!\n).+)*)", text, flags=re.MULTILINE)
    shown = [_example(part) if i % 2 else _markdown(part) for i, part in enumerate(parts)]
    return "".join(shown)


def _markdown(text: str) -> str:
    return str(_reader().render(text)) if text.strip() else ""


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).disable("emphasis")


def _example(text: str) -> str:
    from sphinx.highlighting import PygmentsBridge

    code = PygmentsBridge("html").highlight_block(text, "pycon")
    return f'<div class="highlight-pycon">{code}</div>'
