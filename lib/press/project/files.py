"""Files that people write, and what is said of a slip in them."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from .errors import BuildError


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Refuses a name that is given twice, of which PyYAML takes the last. In C, if it can be."""

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        names = set()
        for key, _ in node.value:
            if (name := str(key.value)) in names:
                problem = f"{name} stands there twice"
                raise yaml.MarkedYAMLError(problem=problem, problem_mark=key.start_mark)
            names.add(name)
        return super().construct_mapping(node, deep)


class _Texts(_Loader):
    """Takes each value as the text that it is, so that the digits of a number count."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012


def kept_text(path: Path) -> str:
    """Return the text of a file that was kept, in UTF-8, whatever stands there now.

    Parameters
    ----------
    path : Path
        A plain file, or a link to one.

    Returns
    -------
    str
        What it holds.

    Raises
    ------
    OSError
        If it cannot be read, or is a pipe or a device, which may have no end.
    ValueError
        If it is no text in UTF-8.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(f"{path} is not a plain file")
    return path.read_bytes().decode("utf-8")


def fault(path: Path, why: str, line: int | None = None) -> BuildError:
    """Return what is wrong with a file, in one line."""
    around = (folder for folder in path.absolute().parents if (folder / "_toc.yml").is_file())
    place = os.path.relpath(path, next(around, Path.cwd()))
    return BuildError(f"{place}, line {line}: {why}" if line else f"{place}: {why}")


def text_of(path: Path) -> str:
    """Return the text of a file; a `BuildError` says why there is none."""
    try:
        return kept_text(path).removeprefix("\ufeff")  # which some programs put before UTF-8
    except FileNotFoundError:
        raise fault(path, "there is no such file") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise fault(path, "it is not UTF-8", line) from None
    except OSError as error:
        raise fault(path, error.strerror or "it is not a plain file") from None


def yaml_of(path: Path, needed: bool = True, texts: bool = False) -> Any:
    """Return what a file of YAML holds, for reading only; a `BuildError` says why it cannot.

    What is not there, and not needed, holds nothing. If all values are `texts`, 1.50 is "1.50".
    """
    if not needed and not path.exists():
        return None
    text = text_of(path)
    try:
        return _parsed(text, _Texts if texts else _Loader)
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        why = getattr(error, "problem", None) or str(error).partition("\n")[0]
        raise fault(path, why, mark and mark.line + 1) from None


@lru_cache(64)  # settings are asked for by each page
def _parsed(text: str, loader: Any) -> Any:
    return yaml.load(text, loader)


def line_of(path: Path, *where: str | int) -> int:
    """Return the line of a file of YAML in which something begins.

    Parameters
    ----------
    path : Path
        The file, which can be read.
    *where : str or int
        The way to it: names in mappings, places in lists.

    Returns
    -------
    int
        The line, from 1.
    """
    node: Any = yaml.compose(text_of(path), _Loader)
    line = 1
    for step in where:
        inside = node.value
        if isinstance(step, int):
            node = inside[step]
            line = node.start_mark.line + 1
        else:
            key, node = next(pair for pair in inside if pair[0].value == step)
            line = key.start_mark.line + 1
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
