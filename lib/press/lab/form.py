"""The form of a lab: what can be asked, as a table that a script makes into fields.

Without the script it is a table of parameters with the command. ``form.js`` checks what is typed
as the press does, by the `shape` of each parameter, and shows the command; what only the library
can check, and conditions on several parameters at once, are checked where the question is asked.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable
from html import escape
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

from ..run.parameters import Parameters, allowed, shorten
from ..run.project import Page, Project
from ..run.yaml_input import NotReadable, read_yaml

if TYPE_CHECKING:
    from nbformat import NotebookNode
    from pydantic.fields import FieldInfo

COMMAND = ".venv/bin/parlor run"
_LIMITS = ("ge", "gt", "le", "lt")
_LENGTHS = ("min_length", "max_length")
_PLAIN = {int: "int", float: "float", bool: "bool", str: "str", NoneType: "null"}
_SAFE = re.compile(r"[A-Za-z_][\w .()-]*")  # a text that YAML reads as itself, also in a list


def labs(project: Project) -> dict[str, Page]:
    """Return the pages that have a form, by address: of each chapter the one that is asked."""
    pages = [project.lab(chapter) for chapter in project.chapters]
    return {page.address: page for page in pages if Parameters.of_page(page).model.model_fields}


def written(value: Any) -> str:
    """Return a value as one types it after ``-p name=``.

    Parameters
    ----------
    value : object
        None, a bool, a number, a text, or lists and dicts of them.

    Returns
    -------
    str
        YAML that is read as this very value.

    Examples
    --------
    >>> written([1, 2.5, "beta(2, 3)", "yes", "true", None])
    '[1, 2.5, "beta(2, 3)", yes, "true", null]'
    """
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_inside, value))}]"
    if isinstance(value, dict):
        inside = (f"{_inside(name)}: {_inside(item)}" for name, item in value.items())
        return f"{{{', '.join(inside)}}}"
    if isinstance(value, str):
        plain = "\n" not in value and not value.startswith(("[", "{", "'", '"', "-"))
        return value if plain and _reads_as(value) else json.dumps(value, ensure_ascii=False)
    return json.dumps(value) if value is None or isinstance(value, bool) else repr(value)


def _inside(value: Any) -> str:
    """A value as it stands in a list or a mapping."""
    if isinstance(value, str):
        safe = _SAFE.fullmatch(value) and _reads_as(value)
        return value if safe else json.dumps(value, ensure_ascii=False)
    return written(value)


def _reads_as(text: str) -> bool:
    try:
        found = read_yaml(text)
    except NotReadable:
        return False
    return isinstance(found, str) and found == text


def name_of(page: Page, project: Project) -> str:
    """Return what `parlor run` calls a page: a chapter's name means its lab."""
    return page.chapter if project.lab(page.chapter) == page else page.address


def command(name: str, changed: dict[str, Any]) -> str:
    """Return the command that asks a question, for a shell.

    Parameters
    ----------
    name : str
        What `parlor run` calls the page.
    changed : dict
        Values of parameters that are not the defaults.

    Returns
    -------
    str
        One line.

    Examples
    --------
    >>> command("guts", {"n_coalition": 7, "game": "small game"})
    ".venv/bin/parlor run guts -p n_coalition=7 -p 'game=small game'"
    """
    given = (f"-p {shlex.quote(f'{key}={written(value)}')}" for key, value in changed.items())
    return " ".join([f"{COMMAND} {shlex.quote(name)}", *given])


def shape(field: FieldInfo) -> dict[str, Any]:
    """Return what a parameter allows, for a script: kinds, bounds, choices.

    Parameters
    ----------
    field : FieldInfo
        A pydantic field.

    Returns
    -------
    dict
        Fit for JSON. ``t`` is ``"int"``, ``"float"``, ``"bool"``, ``"str"``, ``"null"``,
        ``"literal"``, ``"list"``, ``"dict"`` or ``"union"``; bounds of whole numbers are texts.

    Examples
    --------
    >>> from pydantic import Field
    >>> from pydantic.fields import FieldInfo
    >>> shape(FieldInfo.from_annotated_attribute(int, Field(3, ge=2, le=9)))
    {'t': 'int', 'ge': '2', 'le': '9'}
    """
    return _shape(field.annotation, field.metadata)


def _shape(annotation: Any, details: Iterable[Any] = ()) -> dict[str, Any]:
    origin, inner = get_origin(annotation), get_args(annotation)
    details = list(details)
    if origin is Annotated:
        kind, *more = inner
        return _shape(kind, [*details, *(item for one in more for item in _limits_of(one))])
    if origin in (Union, UnionType):
        return {"t": "union", "of": [_shape(item, details) for item in inner]}
    if origin is Literal:
        return {"t": "literal", "of": [written(item) for item in inner]}
    if origin is list:
        return {"t": "list", "item": _shape(inner[0]), **_given(details, _LENGTHS)}
    if origin is dict:
        parts = {"key": _shape(inner[0]), "value": _shape(inner[1])}
        return {"t": "dict", **parts, **_given(details, _LENGTHS)}
    kind = _PLAIN.get(annotation, "any")
    if kind == "int":
        return {"t": kind, **{k: str(v) for k, v in _given(details, _LIMITS).items()}}
    bounds = {"float": _LIMITS, "str": _LENGTHS}.get(kind, ())
    return {"t": kind, **_given(details, bounds)}


def _limits_of(detail: Any) -> list[Any]:
    """What bounds an annotation inside another: that of a ``Field``, or itself."""
    return list(getattr(detail, "metadata", [detail]))


def _given(details: list[Any], names: Iterable[str]) -> dict[str, Any]:
    return {
        name: getattr(item, name)
        for item in details
        for name in names
        if getattr(item, name, None) is not None
    }


def form(
    name: str, page: Page, parameters: Parameters, values: dict[str, Any], sliders: bool = False
) -> str:
    """Return the form of a page.

    Parameters
    ----------
    name : str
        What `parlor run` calls the page.
    page : Page
        The page.
    parameters : Parameters
        What can be asked.
    values : dict
        What was asked.
    sliders : bool, default False
        Whether there are answers on a grid; see `sliders`.

    Returns
    -------
    str
        HTML.
    """
    asked = {name: written(field.default) for name, field in parameters.model.model_fields.items()}
    asked |= {name: written(value) for name, value in parameters.changed(values).items()}
    fields = [
        {
            "name": key,
            "default": written(field.default),
            "value": asked[key],
            "told": shorten(field.default),
            "allowed": allowed(field),
            "shape": shape(field),
        }
        for key, field in parameters.model.model_fields.items()
    ]
    rows = "".join(
        f'<tr><th scope="row"><code>{key}</code></th><td><code>{escape(asked[key])}'
        f'</code></td><td id="ask-{key}-about">{_about(field)}</td></tr>'
        for key, field in parameters.model.model_fields.items()
    )
    conditions = "".join(f"<li>{escape(message)}</li>" for _, message in parameters.conditions)
    if conditions:
        conditions = f"<details><summary>Conditions</summary><ul>{conditions}</ul></details>"
    data = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'<section class="pr-form" id="ask" aria-label="What can be asked" '
        f'data-page="{escape(page.address)}" data-command="{escape(command(name, {}))}">'
        f'<script type="application/json">{data}</script>'
        '<table class="pr-ask"><thead><tr><th scope="col">parameter</th>'
        '<th scope="col">value</th><th scope="col">meaning</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>{conditions}"
        f'<p class="pr-command"><code>{escape(command(name, {}))}'
        f"<span> -p NAME=VALUE …</span></code></p></section>"
        + (f'<script src="{page.up}{sliders_of(page)}"></script>' if sliders else "")
    )


def sliders_of(page: Page) -> str:
    """Return the address of a page's answers on a grid, from the top of the site."""
    return f"downloads/{page.chapter}/sliders.js"


def _about(field: FieldInfo) -> str:
    """What a parameter means and allows, and its default."""
    meaning = f"{escape(field.description)}: " if field.description else ""
    default = f"default <code>{escape(written(field.default))}</code>"
    return f'{meaning}<span class="pr-allowed">{escape(allowed(field))}; {default}</span>'


def with_form(
    notebook: NotebookNode,
    project: Project,
    page: Page,
    values: dict[str, Any],
    sliders: bool = False,
) -> NotebookNode:
    """Return a page with its form where its cell of parameters stands, if it has one.

    Parameters
    ----------
    notebook : NotebookNode
        The page as Sphinx reads it; stays as it is.
    project : Project
        The checkout.
    page : Page
        Which page it is.
    values : dict
        The parameters of its run.
    sliders : bool, default False
        Whether there are answers on a grid.

    Returns
    -------
    NotebookNode
        The page with the form.
    """
    import copy

    from nbformat.v4 import new_output

    parameters = Parameters.of_page(page)
    if page.address != project.lab(page.chapter).address or not parameters.model.model_fields:
        return notebook
    notebook = copy.deepcopy(notebook)
    shown = form(name_of(page, project), page, parameters, values, sliders)
    output = new_output("display_data", {"text/html": shown, "text/plain": "What can be asked"})
    tagged = [c for c in notebook.cells if "parameters" in c.metadata.get("tags", [])]
    tagged[-1].outputs = [output]
    return notebook
