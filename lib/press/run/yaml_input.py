"""What a user gives: values on the command line and in files, in YAML 1.2.

The scalars are those of YAML 1.2's core schema: 010 is ten, 1e3 a number, 1:30, yes and 2001-01-01
are texts. Tags, anchors, aliases and a name that is given twice are refused, and so is what is
larger than any parameter could be, before it is read to its end.
"""

from __future__ import annotations

import os
import re
import select
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from .project import UserError

MAX_BYTES = 200_000  # of a file or a value
MAX_NODES = 10_000  # numbers, texts, lists and mappings in it
MAX_DEPTH = 20  # levels of brackets
MAX_DIGITS = 400  # of a number
PATIENCE = 10.0  # seconds that a pipe may take to give all it has

_SCALARS = (
    (re.compile(r"|~|null|Null|NULL"), lambda text: None),
    (re.compile(r"true|True|TRUE"), lambda text: True),
    (re.compile(r"false|False|FALSE"), lambda text: False),
    (re.compile(r"[-+]?[0-9]+"), int),
    (re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+"), lambda text: int(text, 0)),
    (re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"), float),
    (
        re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"),
        lambda text: float(text.replace(".", "")),
    ),
)


# what neither XML nor UTF-8 can hold, and so no page, figure or table
_NO_TEXT = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class NotReadable(ValueError):
    """A text that is no YAML, or not of the kind that is read here."""

    def __init__(self, why: str, mark: Any = None) -> None:
        super().__init__(why)
        self.line = mark.line + 1 if mark else 0


def read_yaml(text: str) -> Any:
    """Read one value in YAML 1.2.

    Parameters
    ----------
    text : str
        At most `MAX_BYTES` long.

    Returns
    -------
    object
        None, a bool, an int, a float, a text, or lists and dicts of them.

    Raises
    ------
    NotReadable
        If it is no YAML, too large or too deep, or has tags, anchors, aliases or doubled names.

    Examples
    --------
    >>> read_yaml("[010, 0o17, 1e3, 1:30, yes, '3', 2001-01-01]")
    [10, 15, 1000.0, '1:30', 'yes', '3', '2001-01-01']
    """
    if len(text) > MAX_BYTES:
        raise NotReadable(f"more than {MAX_BYTES:,} bytes")
    try:
        events = _nodes(text)
        first = next(events, None)
        value = None if first is None else _value(first, events)
        next(events, None)  # nothing may follow
        return value
    except yaml.MarkedYAMLError as error:
        raise NotReadable("cannot be read as YAML", error.problem_mark) from None
    except (yaml.YAMLError, OverflowError) as error:  # OverflowError: "\UFFFFFFFF"
        raise NotReadable("cannot be read as YAML") from error
    except NotReadable:
        raise
    except ValueError:
        raise NotReadable("cannot be read as YAML") from None


def _nodes(text: str) -> Iterator[yaml.Event]:
    """The beginnings and ends of all values, each checked as it is met."""
    documents = nodes = depth = 0
    for event in yaml.parse(text, yaml.SafeLoader):
        mark = event.start_mark
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise NotReadable("more than one document", mark)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
            yield event
        elif isinstance(event, yaml.NodeEvent):
            if event.anchor is not None:
                raise NotReadable("anchors and aliases (& and *) are not allowed", mark)
            if tag := getattr(event, "tag", None):
                raise NotReadable(f"tags such as {cut(tag)} are not allowed", mark)
            nodes += 1
            depth += isinstance(event, yaml.CollectionStartEvent)
            if nodes > MAX_NODES:
                raise NotReadable(f"more than {MAX_NODES:,} values", mark)
            if depth > MAX_DEPTH:
                raise NotReadable(f"more than {MAX_DEPTH} levels of brackets", mark)
            yield event


def _value(event: yaml.Event, events: Iterator[yaml.Event]) -> Any:
    """The value that begins with `event`; what belongs to it is taken from `events`."""
    if isinstance(event, yaml.ScalarEvent):
        if _NO_TEXT.search(event.value):
            raise NotReadable("control characters are not allowed", event.start_mark)
        return _scalar(event) if event.implicit[0] else event.value
    if isinstance(event, yaml.SequenceStartEvent):
        return [_value(inner, events) for inner in _inside(events)]
    values: dict[Any, Any] = {}
    for inner in _inside(events):
        if not isinstance(inner, yaml.ScalarEvent):
            raise NotReadable("a name is a text or a number", inner.start_mark)
        name = _value(inner, events)
        if name in values:
            raise NotReadable(f"{cut(str(name))} is given twice", inner.start_mark)
        values[name] = _value(next(events), events)
    return values


def _inside(events: Iterator[yaml.Event]) -> Iterator[yaml.Event]:
    while not isinstance(event := next(events), yaml.CollectionEndEvent):
        yield event


def _scalar(event: yaml.ScalarEvent) -> Any:
    for pattern, read in _SCALARS:
        if pattern.fullmatch(event.value):
            if len(event.value) > MAX_DIGITS:
                raise NotReadable(f"a number of more than {MAX_DIGITS} digits", event.start_mark)
            return read(event.value)
    return event.value


def assignments(texts: list[str]) -> dict[str, Any]:
    """Read what ``-p NAME=VALUE`` gave, each value in YAML.

    Parameters
    ----------
    texts : list of str
        Such as ``["n_players=3", "prizes=[1, 1, 2]"]``.

    Returns
    -------
    dict
        Values by name.

    Raises
    ------
    UserError
        If there is no ``=``, the value cannot be read, or a name is given twice.

    Examples
    --------
    >>> assignments(["prizes=[1, 2.5]", "n=010"])
    {'prizes': [1, 2.5], 'n': 10}
    """
    values: dict[str, Any] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise UserError(f"-p '{cut(text)}': write name=value")
        if name in values:
            raise UserError(f"-p {cut(name)}: is given twice")
        try:
            values[name] = read_yaml(value)
        except NotReadable as error:
            raise UserError(f"-p '{cut(text)}': {_of_value(error)}") from None
    return values


def load_file(path: Path) -> dict[str, Any]:
    """Read parameters from a YAML file.

    Parameters
    ----------
    path : Path
        A YAML mapping from names to values, or a pipe that gives one.

    Returns
    -------
    dict
        Values by name.

    Raises
    ------
    UserError
        If the file cannot be read, or holds no mapping from names to values.
    """
    try:
        values = read_yaml(_content(path).decode("utf-8"))
    except OSError as error:
        raise UserError(f"-f {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError(f"-f {path}: not a text in UTF-8") from None
    except NotReadable as error:
        where = f", line {error.line}" if error.line else ""
        raise UserError(f"-f {path}{where}: {error}") from None
    if not isinstance(values, dict) or not all(isinstance(name, str) for name in values):
        raise UserError(f"-f {path}: holds no mapping from names to values")
    return values


def _content(path: Path) -> bytes:
    """What a file holds, or a pipe that may keep us waiting; no more than is allowed of it."""
    end, content = time.monotonic() + PATIENCE, b""
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        while len(content) <= MAX_BYTES:
            if not select.select([file], [], [], max(end - time.monotonic(), 0))[0]:
                raise TimeoutError(0, f"gave no end within {PATIENCE:g} s")
            part = os.read(file, MAX_BYTES + 1 - len(content))
            if not part:
                return content
            content += part
    finally:
        os.close(file)
    raise NotReadable(f"more than {MAX_BYTES:,} bytes")


def _of_value(error: NotReadable) -> str:
    text = str(error)
    return f"the value {text}" if text.startswith("cannot") else text


def cut(text: str, width: int = 60) -> str:
    """Return `text`, cut to `width` characters."""
    return text if len(text) <= width else text[: width - 3] + "..."


def printable(text: str) -> str:
    r"""Return `text` with every character spelled out that would steer a terminal.

    Examples
    --------
    >>> printable("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return "".join(
        character
        if character in " \n" or unicodedata.category(character)[0] not in "CZ"
        else character.encode("unicode_escape").decode()
        for character in text
    )
