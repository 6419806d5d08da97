"""Files that people write, and what is said of a slip in them."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from .errors import BuildError
from .text import NO_TEXT, cut

FACTS = "facts"  # the name below which values are more than texts


class Unique:
    """A loader that refuses a name that is given twice, of which PyYAML takes the last."""

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        """Return a mapping in which each name stands once."""
        check_names(node)
        return super().construct_mapping(node, deep)  # type: ignore[misc]


class Typed(Unique, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Reads what people write in files; in C, if it can be."""


class Texts(Typed):
    """Takes each value as the text that it is, so that digits count; what is a fact has a kind.

    What is empty is not told.
    """

    def construct_document(self, node: Any) -> Any:
        """Return what a document holds."""
        if isinstance(node, yaml.ScalarNode):
            return node.value
        if isinstance(node, yaml.SequenceNode):
            return [self.construct_document(one) for one in node.value]
        check_names(node)
        texts = {}
        for key, value in node.value:
            kept = super().construct_document if key.value == FACTS else self.construct_document
            if value.value:
                texts[str(key.value)] = kept(value)
        return texts


class NotYaml(ValueError):
    """A text that cannot be read as YAML, and in which line, if that is known."""

    def __init__(self, why: str, line: int | None) -> None:
        super().__init__(f"cannot be read as YAML: {why}")
        self.line = line


def check_names(node: yaml.MappingNode) -> None:
    """Refuse a mapping in which a name is given twice."""
    names = set()
    for key, _ in node.value:
        if (name := str(key.value)) in names:
            problem = f"{name} stands there twice"
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=key.start_mark)
        names.add(name)


def in_project(path: Path) -> Path:
    """Return where a file stands in the project around it, as messages have it."""
    whole = path.absolute()
    around = [folder for folder in whole.parents if (folder / "_toc.yml").is_file()]
    return whole.relative_to(around[0]) if around else path


def fault(path: Path, why: str, line: int | None = None) -> BuildError:
    """Return what is wrong with a file, in one line."""
    place, why = in_project(path), cut(" ".join(why.split()), 400)
    return BuildError(f"{place}, line {line}: {why}" if line else f"{place}: {why}")


def text_of(path: Path) -> str:
    """Return the text of a file; a `BuildError` says why there is none."""
    try:
        text = path.read_bytes().decode("utf-8-sig")  # some programs put a mark before UTF-8
    except FileNotFoundError:
        raise fault(path, "there is no such file") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise fault(path, "it is not UTF-8", line) from None
    except OSError as error:
        raise fault(path, str(error.strerror)) from None
    if odd := NO_TEXT.search(text):
        line = text.count("\n", 0, odd.start()) + 1
        raise fault(path, "control characters are not allowed", line)
    return text


def parsed(text: str, loader: Any) -> Any:
    """Return what a text in YAML holds; a `NotYaml` says why it cannot be read."""
    try:
        return yaml.load(text, loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        why = getattr(error, "problem", None) or str(error).partition("\n")[0]
        raise NotYaml(why, mark and mark.line + 1) from None


_parsed = lru_cache(64)(parsed)  # settings are asked for by each page


def yaml_of(path: Path, needed: bool = True, loader: Any = Typed) -> Any:
    """Return what a file of YAML holds, for reading only; a `BuildError` says why it cannot.

    What is not there, and not needed, holds nothing.
    """
    if not needed and not path.exists():
        return None
    try:
        return _parsed(text_of(path), loader)
    except NotYaml as error:
        raise fault(path, str(error), error.line) from None


def line_of(path: Path, *where: str | int) -> int:
    """Return the line of a file of YAML in which something begins.

    Parameters
    ----------
    path : Path
        The file, which can be read.
    *where : str or int
        The way to it: names in mappings, places in lists. A step that leads nowhere is left out.

    Returns
    -------
    int
        The line, from 1.
    """
    node, line = yaml.compose(text_of(path), Typed), 1
    for step in where:
        inside = node.value if isinstance(node, yaml.CollectionNode) else []
        pairs = inside if isinstance(node, yaml.MappingNode) else list(enumerate(inside))
        for key, value in pairs:
            if step == getattr(key, "value", key):
                node, line = value, getattr(key, "start_mark", value.start_mark).line + 1
    return line


def title_of(path: Path) -> str:
    """Return the title of a page; its name if it has none."""
    match = re.search(r"^# (.+)$", text_of(path), re.MULTILINE)
    return match[1] if match else path.stem


def digest_text(*parts: str) -> str:
    """Return 16 hexadecimal digits that change when any of `parts` does."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def digest_files(root: Path, names: list[str]) -> str:
    """Return a hash of the files and folders `names` below `root`, compiled code left out."""
    digest = hashlib.sha256()
    for name in names:
        top = root / name
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                content = path.read_bytes()
                head = f"{path.relative_to(root).as_posix()}\0{len(content)}\0"
                digest.update(head.encode() + content)
    return digest.hexdigest()
