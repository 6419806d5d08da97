"""What a lab can be asked, as data by which a page judges without Python.

A field's rule is its JSON schema. A condition is its syntax tree in lists, with operators by the
names that `ast` has for them, such as ``["And", ["LtE", ["name", "n"], ["value", 3]]]``.
What Python alone can decide, a function that a cell imports, say, is ``["unsure"]``: ``rules.js``
then promises nothing, unless the rest decides. Nor does it of an operator that it does not know.
"""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Collection
from typing import Any, get_args

from pydantic import AfterValidator, BeforeValidator, PlainValidator, WrapValidator

from ..project.parameters import Parameters, allowed

UNSURE = ["unsure"]
_VALIDATORS = (AfterValidator, BeforeValidator, PlainValidator, WrapValidator)
_KNOWN = {  # of JSON schema, to `rules.js`
    "type", "enum", "const", "anyOf", "items", "minItems", "maxItems", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "additionalProperties", "propertyNames",
}  # fmt: skip
_SILENT = {"title", "description", "default", "examples", "words"}  # they allow and forbid nothing
_CALLS = {len, min, max, sum, set, round, math.comb}  # known to `rules.js`, too


def rules(parameters: Parameters) -> dict[str, Any]:
    r"""Return what a page needs to judge a question.

    Parameters
    ----------
    parameters : Parameters
        What can be asked.

    Returns
    -------
    dict
        ``fields``, by name a schema, what is allowed in words, and whether Python has a say in it;
        ``conditions``, each a tree, its message, and the parameters in it.

    Examples
    --------
    >>> asked = Parameters.of_source("demo", "n: int = 3\nassert n <= hash(n), 'n is odd'")
    >>> rules(asked)["conditions"]
    [[['And', ['LtE', ['name', 'n'], ['unsure']]], 'n is odd', ['n']]]
    """
    fields: dict[str, Any] = {}
    for name, field in parameters.model.model_fields.items():
        schema = parameters.schemas[name]
        checked = _is_checked(field.annotation, field.metadata)
        fields[name] = {"schema": _bare(schema), "allowed": allowed(schema), "checked": checked}
    conditions: list[list[Any]] = []
    for condition in parameters.conditions:
        used = [name for name in condition.code.co_names if name in fields]
        conditions.append([tree(condition.test, parameters.names, fields), condition.message, used])
    return {"fields": fields, "conditions": conditions}


def _bare(schema: Any) -> Any:
    """A schema without what is said for readers; a word that is not known here makes it unsure."""
    if not isinstance(schema, dict):
        return schema
    bare = {key: value for key, value in schema.items() if key not in _SILENT}
    if not bare.keys() <= _KNOWN:
        return {"type": "unsure"}
    for key in ("items", "additionalProperties", "propertyNames"):
        if key in bare:
            bare[key] = _bare(bare[key])
    return bare | ({"anyOf": [*map(_bare, bare["anyOf"])]} if "anyOf" in bare else {})


def _is_checked(annotation: Any, metadata: Any = ()) -> bool:
    """Whether a function has a say in what a type allows."""
    inner = [*get_args(annotation), *metadata]
    return any(isinstance(part, _VALIDATORS) or _is_checked(part) for part in inner)


def tree(node: ast.expr, names: dict[str, Any], fields: Collection[str]) -> list[Any]:
    """Return an expression over parameters in lists.

    Parameters
    ----------
    node : ast.expr
        The expression.
    names : dict
        What its names mean that are no parameters.
    fields : collection of str
        The parameters.

    Returns
    -------
    list
        Its sign and its parts; what is not known here is ``["unsure"]``.
    """

    def trees(*parts: ast.expr) -> list[Any]:
        return [tree(part, names, fields) for part in parts]

    def signed(sign: ast.AST, *parts: ast.expr) -> list[Any]:
        return [type(sign).__name__, *trees(*parts)]

    match node:
        case ast.Constant(value=None | bool() | int() | float() | str() as value):
            return ["value", value]
        case ast.Name(id=name) if name in fields:
            return ["name", name]
        case ast.Name(id=name) if isinstance(names.get(name), int | float | str | dict | tuple):
            return ["value", names[name]]
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return ["list", *trees(*items)]
        case ast.IfExp(test=test, body=one, orelse=other):
            return ["if", *trees(test, one, other)]
        case ast.BoolOp(op=op, values=items):
            return signed(op, *items)
        case ast.UnaryOp(op=op, operand=item):
            return signed(op, item)
        case ast.BinOp(left=left, op=op, right=right):
            return signed(op, left, right)
        case ast.Compare(left=left, ops=ops, comparators=rights):
            return ["And", *map(signed, ops, [left, *rights], rights)]
        case ast.Subscript(value=whole, slice=at):
            return ["at", *trees(whole, at)]
        case ast.Call(func=ast.Attribute(value=whole, attr="values"), args=[]):
            return ["values", *trees(whole)]
        case ast.Call(func=ast.Name(id="isinstance"), args=[item, ast.Name(id="list")]):
            return ["is list", *trees(item)]
        case ast.Call(func=ast.Name(id=name), args=items, keywords=[]):
            call: Any = names.get(name, getattr(builtins, name, None))
            return [call.__name__, *trees(*items)] if call in _CALLS else UNSURE
        case ast.ListComp(elt=item, generators=[ast.comprehension(ast.Name(id=name), row, [], 0)]):
            return ["each", name, tree(item, names, {*fields, name}), *trees(row)]
    return UNSURE
