"""What a user gives: values on the command line and in files, in YAML 1.2.

By ruamel.yaml, whose scalars are those of YAML 1.2: 010 is ten, 1e3 a number, 1:30 and yes are
texts. Dates are texts too. Tags and a name that is given twice are refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.constructor import DuplicateKeyError, SafeConstructor
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from .errors import UserError
from .text import cut

# what neither XML nor UTF-8 can hold, and so no page, figure or table
_NO_TEXT = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _Scalars(SafeConstructor):
    """YAML's scalars, but that dates are texts, which no parameter is, and so is a lone ``=``."""


for _tag in ("timestamp", "value"):
    _Scalars.add_constructor(f"tag:yaml.org,2002:{_tag}", SafeConstructor.construct_yaml_str)


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
        A document of YAML.

    Returns
    -------
    object
        None, a bool, an int, a float, a text, or lists and dicts of them.

    Raises
    ------
    NotReadable
        If it is no YAML, too deep, or has tags, doubled names or control characters.

    Examples
    --------
    >>> read_yaml("[010, 0o17, 1e3, 1:30, yes, '3', 2001-01-01]")
    [10, 15, 1000.0, '1:30', 'yes', '3', '2001-01-01']
    """
    reader = YAML(typ="safe", pure=True)
    reader.Constructor = _Scalars
    try:
        for event in reader.parse(text):
            if _NO_TEXT.search(getattr(event, "value", "")):
                raise NotReadable("control characters are not allowed", event.start_mark)
        return reader.load(text)
    except NotReadable:
        raise
    except DuplicateKeyError as error:
        raise NotReadable("a name is given twice", error.problem_mark) from None
    except MarkedYAMLError as error:
        raise NotReadable("cannot be read as YAML", error.problem_mark) from None
    except (YAMLError, ValueError, OverflowError, RecursionError):
        raise NotReadable("cannot be read as YAML") from None


def written(value: Any) -> str:
    """Return a value as one types it after ``-p name=``.

    Parameters
    ----------
    value : object
        None, a bool, a number, a text, or lists and dicts of them; of all else its name in Python.

    Returns
    -------
    str
        YAML that is read as this very value.

    Examples
    --------
    >>> [written(value) for value in ("beta(2, 3)", "true", [1, 2.5, "a"], None)]
    ['beta(2, 3)', '"true"', '[1, 2.5, "a"]', 'null']
    """
    if isinstance(value, str):
        try:
            if read_yaml(value) == value:
                return value
        except NotReadable:
            pass
    return json.dumps(value, ensure_ascii=False, default=repr)


def assignments(texts: list[str], read: Callable[[str], Any] = read_yaml) -> dict[str, Any]:
    """Read what ``-p NAME=VALUE`` gave.

    Parameters
    ----------
    texts : list of str
        Such as ``["n_players=3", "prizes=[1, 1, 2]"]``.
    read : callable
        Reads a value; by default as YAML.

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
            values[name] = read(value)
        except NotReadable as error:
            raise UserError(f"-p '{cut(text)}': {_of_value(error)}") from None
    return values


def load_file(path: Path) -> dict[str, Any]:
    """Read parameters from a YAML file.

    Parameters
    ----------
    path : Path
        A YAML mapping from names to values.

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
        values = read_yaml(path.read_text("utf-8"))
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


def _of_value(error: NotReadable) -> str:
    text = str(error)
    return f"the value {text}" if text.startswith("cannot") else text
