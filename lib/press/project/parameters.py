"""A chapter's parameters: read from its page, checked before anything runs.

A page declares its parameters in one cell tagged ``parameters``::

    n_players: Annotated[int, Field(ge=1, le=16, description="number of players")] = 3
    assert n_players <= len(prizes), "n_players is at most the number of stacks"

The annotations are the whole truth: the check, the help and the error messages come from them.
An ``assert`` is a condition on several parameters at once; it may use what the cell imports.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import CodeType
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from .errors import UserError, known_name
from .exceptions import describe
from .files import fault
from .places import Page
from .text import cut
from .user_input import written

_NOUNS = {  # for the types of JSON: one, and many
    "integer": ("a whole number", "whole numbers"),
    "number": ("a number", "numbers"),
    "boolean": ("true or false", "true or false"),
    "string": ("a text", "texts"),
    "null": ("null", "null"),
}
_LIMITS = {
    "minimum": "at least",
    "exclusiveMinimum": "above",
    "maximum": "at most",
    "exclusiveMaximum": "below",
}
_HELD = {ast.Import, ast.ImportFrom, ast.AnnAssign, ast.Assert}  # by a cell of parameters


class Condition(NamedTuple):
    """A condition on several parameters, compiled, with its message and as its page writes it."""

    code: CodeType
    message: str
    test: ast.expr


@dataclass(frozen=True)
class Parameters:
    """What one page can be asked.

    Attributes
    ----------
    chapter : str
        The name of the page's chapter, for messages.
    model : type of pydantic.BaseModel
        One field a parameter.
    conditions : tuple of Condition
        Conditions on several parameters.
    names : dict
        What the cell imports.
    """

    chapter: str
    model: type[BaseModel]
    conditions: tuple[Condition, ...]
    names: dict[str, Any]

    @classmethod
    def of_page(cls, page: Page) -> Parameters:
        """Read the parameters that the notebook page `page` declares.

        Parameters
        ----------
        page : Page
            A page in MyST Markdown.

        Returns
        -------
        parameters : Parameters
            Its parameters; none if no cell is tagged ``parameters``.

        Raises
        ------
        BuildError
            If the cell holds anything but imports, annotated parameters and asserts.
        """
        from .notebook import code_of

        source = code_of(page.path, "parameters")
        try:
            found = cls.of_source(page.chapter, source, str(page.path))
            found.validate({})  # a default that is not allowed is no slip of the user's
            return found
        except UserError as error:
            line = len(source) - len(source.lstrip("\n")) + 1  # in which the cell begins
            raise fault(page.path, str(error), line) from None
        except Exception as error:  # an author's slip: in the syntax, an import, an annotation
            raise fault(page.path, f"the parameters cell: {describe(error)}") from None

    @classmethod
    @lru_cache(256)  # several parts of a build ask for the same page's
    def of_source(cls, chapter: str, source: str, file: str = "") -> Parameters:
        """Read the parameters that `source`, the code of a ``parameters`` cell, declares.

        Parameters
        ----------
        chapter : str
            The chapter's name.
        source : str
            Python code.
        file : str, optional
            Where it stands, line by line, for what is said of an exception.

        Returns
        -------
        parameters : Parameters
            What they declare.

        Raises
        ------
        SyntaxError
            If the cell holds anything but imports, annotated parameters and asserts.

        Examples
        --------
        >>> Parameters.of_source("demo", "n: int = 3").validate({})
        {'n': 3}
        """
        names: dict[str, Any] = {}
        fields: dict[str, Any] = {}
        conditions: list[Condition] = []
        for node in ast.parse(source, file).body:
            match node:
                case ast.Import() | ast.ImportFrom():
                    exec(compile(ast.Module([node], []), file, "exec"), names)
                case ast.AnnAssign(
                    target=ast.Name(id=name), annotation=kind, value=ast.expr() as v
                ):
                    fields[name] = (_evaluate(kind, names, file), _evaluate(v, names, file))
                case ast.Assert(test=test, msg=ast.Constant(value=str()) | ast.JoinedStr() as msg):
                    told = _evaluate(msg, names, file)
                    conditions.append(Condition(_compile(test, file), told, test))
                case _:
                    why = f"it cannot hold: {ast.unparse(node)}"
                    raise SyntaxError(why, (file, node.lineno, None, None))
        config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, validate_default=True)
        model = create_model(chapter, __config__=config, **fields)
        return cls(chapter, model, tuple(conditions), names)

    @cached_property
    def schemas(self) -> dict[str, dict[str, Any]]:
        """What each parameter allows, as a JSON schema."""
        return self.model.model_json_schema()["properties"]

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return all parameters, those of `given` in the place of their defaults.

        Parameters
        ----------
        given : dict
            Values by name.

        Returns
        -------
        dict
            A value for every parameter, in the page's order, fit for JSON.

        Raises
        ------
        UserError
            For an unknown name, a wrong type, a value out of range or a broken condition: one
            line that says which parameter, what was given and what is allowed.
        """
        for name in given:
            try:
                known_name(cut(name), list(self.model.model_fields), "parameter")
            except UserError as error:
                raise UserError(f"{self.chapter}: {error}") from None
        try:
            values = self.model(**given).model_dump(mode="json")
        except ValidationError as error:
            first = error.errors()[0]
            name = str(first["loc"][0])
            field = self.model.model_fields[name]
            if first["type"] == "value_error":  # a check of the library, which says it better
                why = f"{first['ctx']['error']} (default {_typed(field.default)})"
                raise UserError(f"{self.chapter}: {why}") from None
            value = _typed(given.get(name, field.default))
            raise UserError(
                f"{self.chapter}: {name} = {value} is not {allowed(self.schemas[name])} "
                f"(default {_typed(field.default)})"
            ) from None
        for code, message, _ in self.conditions:
            try:
                holds = eval(code, self.names | values)
            except (ArithmeticError, ValueError):  # it cannot even be asked of these values
                holds = False
            if not holds:
                used = ", ".join(f"{n} = {_typed(values[n])}" for n in code.co_names if n in values)
                raise UserError(f"{self.chapter}: {message} (given: {used})")
        return values

    def changed(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return those of `values` that are not the defaults."""
        defaults = self.validate({})
        return {name: value for name, value in values.items() if value != defaults.get(name)}

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Return a row a parameter: its name, default, what is allowed, its description."""
        defaults = self.validate({})  # checked, 1 may have become 1.0
        return [
            (name, written(defaults[name]), allowed(self.schemas[name]), field.description or "")
            for name, field in self.model.model_fields.items()
        ]


class NotAllowed(UserError):
    """A parameter in a notebook has a value that is not allowed; shown there as one line."""

    def _render_traceback_(self) -> list[str]:
        return [f"press: {self}"]


def check_cells(chapter: str, names: dict[str, Any]) -> None:
    """Check the parameters of a notebook that is executed in Jupyter or by papermill.

    Parameters
    ----------
    chapter : str
        The chapter's name, for messages.
    names : dict
        The notebook's names. ``In`` holds its cells so far: the last that declares parameters
        says what is allowed.

    Raises
    ------
    NotAllowed
        For a wrong type, a value out of range or a broken condition.

    Examples
    --------
    >>> cells = ["from pydantic import Field", "n: int = 3", "n = 'banana'"]
    >>> check_cells("demo", {"In": cells, "n": "banana"})
    Traceback (most recent call last):
    ...
    press.project.parameters.NotAllowed: demo: n = banana is not a whole number (default 3)
    """
    for cell in reversed(names.get("In", [])):
        if _declares(cell):
            break
    else:
        return
    try:
        declared = Parameters.of_source(chapter, cell)
        declared.validate({name: names[name] for name in declared.model.model_fields})
    except UserError as error:
        raise NotAllowed(str(error)) from None


def _declares(cell: str) -> bool:
    """Whether a cell is one of parameters: imports, annotated names and conditions."""
    try:
        kinds = {type(node) for node in ast.parse(cell).body}
    except SyntaxError:
        return False
    return ast.AnnAssign in kinds and kinds <= _HELD


def allowed(schema: dict[str, Any], plural: bool = False) -> str:
    """Say in words what a parameter allows.

    Parameters
    ----------
    schema : dict
        One of `Parameters.schemas`.
    plural : bool, default False
        Whether many of it are meant.

    Returns
    -------
    str
        A noun phrase, such as ``"a whole number from 2 to 9"``.

    Examples
    --------
    >>> allowed({"type": "integer", "minimum": 2, "maximum": 9})
    'a whole number from 2 to 9'
    """
    match schema:
        case {"anyOf": kinds}:
            return " or ".join(allowed(kind, plural) for kind in kinds)
        case {"enum": choices} | {"const": choices}:
            texts = map(str, choices if "enum" in schema else [choices])
            return ("" if plural else "one of ") + ", ".join(texts)
        case {"type": "array", "items": items}:
            least, most = schema.get("minItems", 0), schema.get("maxItems")
            count = f"{most} " if least == most else f"{least} to {most} "
            lists = f"{'lists' if plural else 'a list'} of {count if most else ''}"
            return lists + allowed(items, plural=True)
        case {"type": "object", "additionalProperties": dict() as values}:
            names = schema.get("propertyNames", {"type": "string"})
            return f"{allowed(values, plural=True)} by name: {allowed(names, plural=True)}"
    words = [_NOUNS.get(schema.get("type", ""), ("anything", "anything"))[plural]]
    limits = {key: word for key, word in _LIMITS.items() if key in schema}
    if {"minimum", "maximum"} <= limits.keys():
        limits |= {"minimum": "from", "maximum": "to"}
    words += [f"{word} {_bound(schema[key])}" for key, word in limits.items()]
    if examples := schema.get("examples"):
        words.append(f"such as {', '.join(map(str, examples))}")
    return " ".join(words)


def _bound(value: float) -> str:
    """A bound as one writes it: no 1000000000.0."""
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def _typed(value: Any) -> str:
    """A value as one types it, cut to what a message has room for."""
    return cut(written(value))


def _compile(node: ast.expr, file: str) -> CodeType:
    return compile(ast.Expression(node), file, "eval")


def _evaluate(node: ast.expr, names: dict[str, Any], file: str) -> Any:
    return eval(_compile(node, file), dict(names))
