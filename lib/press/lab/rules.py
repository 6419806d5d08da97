"""What a lab can be asked, as data by which a page judges without Python.

A field's rule is its JSON schema. A condition is its syntax tree in lists, such as
``["<=", ["name", "coalition"], ["name", "n_players"]]``. What Python alone can decide, a function
that a cell imports, say, is ``["unsure"]``: ``judge.js`` then promises nothing, unless the rest
decides.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Collection
from typing import Any, get_args

from pydantic import AfterValidator, BeforeValidator, PlainValidator, WrapValidator

from ..project.parameters import Parameters, allowed

UNSURE = ["unsure"]
_VALIDATORS = (AfterValidator, BeforeValidator, PlainValidator, WrapValidator)
_KNOWN = {  # of JSON schema, to `judge.js`
    "type", "enum", "const", "anyOf", "items", "minItems", "maxItems", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "additionalProperties", "propertyNames",
}  # fmt: skip
_SILENT = {"title", "description", "default", "examples", "words"}  # they allow and forbid nothing
_BUILTINS = {call.__name__: call for call in (len, min, max, sum, set, round)}
_CALLS: dict[Any, str] = {call: name for name, call in _BUILTINS.items()} | {math.comb: "comb"}
_SIGNS: dict[type[ast.AST], str] = {
    ast.And: "and", ast.Or: "or", ast.Not: "not", ast.USub: "negative", ast.Add: "+", ast.Sub: "-",
    ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<",
    ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in", ast.NotIn: "not in", ast.Is: "==",
    ast.IsNot: "!=",
}  # fmt: skip


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
    [[['<=', ['name', 'n'], ['unsure']], 'n is odd', ['n']]]
    """
    fields = {
        name: {"schema": _bare(schema), "allowed": allowed(schema)}
        for name, schema in parameters.schemas.items()
    }
    for name, field in parameters.model.model_fields.items():
        if _is_checked(field.annotation, field.metadata):
            fields[name]["checked"] = True
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

    match node:
        case ast.Constant(value=None | bool() | int() | float() | str() as value):
            return ["value", value]
        case ast.Name(id=name) if name in fields:
            return ["name", name]
        case ast.Name(id=name) if isinstance(names.get(name), int | float | str | dict | tuple):
            return ["value", names[name]]
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return ["list", *trees(*items)]
        case ast.BoolOp(op=op, values=items):
            return [_SIGNS[type(op)], *trees(*items)]
        case ast.IfExp(test=test, body=one, orelse=other):
            return ["if", *trees(test, one, other)]
        case ast.UnaryOp(op=op, operand=item) if type(op) in _SIGNS:
            return [_SIGNS[type(op)], *trees(item)]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _SIGNS:
            return [_SIGNS[type(op)], *trees(left, right)]
        case ast.Compare(left=left, ops=ops, comparators=rights):
            sides = zip(ops, [left, *rights], rights, strict=False)
            pairs = [[_SIGNS[type(op)], *trees(one, other)] for op, one, other in sides]
            return pairs[0] if len(pairs) == 1 else ["and", *pairs]
        case ast.Subscript(value=whole, slice=at):
            return ["at", *trees(whole, at)]
        case ast.Call(func=ast.Attribute(value=whole, attr="values"), args=[]):
            return ["values", *trees(whole)]
        case ast.Call(func=ast.Name(id="isinstance"), args=[item, ast.Name(id="list")]):
            return ["is list", *trees(item)]
        case ast.Call(func=ast.Name(id=name), args=items, keywords=[]):
            call = _CALLS.get(names.get(name, _BUILTINS.get(name)))
            return [call, *trees(*items)] if call else UNSURE
        case ast.ListComp(elt=item, generators=[ast.comprehension(ast.Name(id=name), row, [], 0)]):
            return ["each", name, tree(item, names, {*fields, name}), *trees(row)]
    return UNSURE
