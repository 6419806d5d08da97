"""What a user gives: values on the command line and in files, in YAML 1.2; and the command for it.

010 is ten, 1e3 a number; 1_0, 1:30, yes and dates are texts. Tags, a name that is given twice and
control characters are refused.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import yaml

from .errors import BuildError, UserError
from .files import NotYaml, Unique, parsed, yaml_of
from .places import Page, Project
from .settings import settings
from .text import NO_TEXT, cut

_SCALARS = {  # of the core schema of YAML 1.2; what is none of these is a text
    "null": r"~|null|Null|NULL|",
    "bool": r"true|True|TRUE|false|False|FALSE",
    "int": r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+",
    "float": r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"
    r"|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
}
_TAGS = {kind: f"tag:yaml.org,2002:{kind}" for kind in (*_SCALARS, "str", "seq", "map")}


class Values(Unique, yaml.SafeLoader):
    """Reads YAML 1.2 by PyYAML, but not in C, where a deep nesting ends the process."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012
    yaml_constructors = {  # noqa: RUF012
        tag: yaml.SafeLoader.yaml_constructors[tag] for tag in (None, *_TAGS.values())
    }

    def construct_scalar(self, node: Any) -> Any:
        """Return a text that a page can hold."""
        text = super().construct_scalar(node)
        if NO_TEXT.search(text):
            problem = "control characters are not allowed"
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=node.start_mark)
        return text

    def construct_yaml_int(self, node: Any) -> int:
        """Return a whole number, which no leading zero makes an octal one."""
        text = self.construct_scalar(node)
        return int(text, 0 if text[:2] in ("0o", "0x") else 10)


Values.add_constructor(_TAGS["int"], Values.construct_yaml_int)
for _kind, _pattern in _SCALARS.items():
    Values.add_implicit_resolver(_TAGS[_kind], re.compile(rf"(?:{_pattern})\Z"), None)


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
    UserError
        If it is no YAML, too deep, or has tags, doubled names or control characters.

    Examples
    --------
    >>> read_yaml("[010, 0o17, 1e3, 1:30, yes, '3', 2001-01-01]")
    [10, 15, 1000.0, '1:30', 'yes', '3', '2001-01-01']
    """
    try:
        return parsed(text, Values)
    except NotYaml as error:
        raise UserError(f"the value {cut(str(error), 120)}") from None


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
        except UserError:
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
        except UserError as error:
            raise UserError(f"-p '{cut(text)}': {error}") from None
    return values


def command(
    project: Project, page: Page, given: Mapping[str, str], *more: str, verb: str = "run"
) -> str:
    """Return the command that asks a question, for a shell.

    Parameters
    ----------
    project : Project
        The project, in whose folder it is given.
    page : Page
        The page that is asked.
    given : mapping of str to str
        Values of parameters as one types them, by name; see `written`.
    *more : str
        Further options.
    verb : str, default "run"
        What is done, such as ``"sweep"``.

    Returns
    -------
    str
        One line.
    """
    name = page.chapter if project.page_asked(page.chapter) == page else page.address
    words = [word for one in given for word in ("-p", f"{one}={given[one]}")]
    return f"{settings(project)['command']} {shlex.join([verb, name, *words, *more])}"


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
        values = yaml_of(path, loader=Values)
    except BuildError as error:
        raise UserError(f"-f {error}") from None
    if not isinstance(values, dict) or not all(isinstance(name, str) for name in values):
        raise UserError(f"-f {path}: holds no mapping from names to values")
    return values
