"""The form of a lab: what can be asked, as native fields that the build has made.

Without scripts it is a table of parameters with the command. ``form.js`` writes the command for
what stands in the fields; a server checks it as the press does, and runs it.
"""

from __future__ import annotations

import copy
import json
import shlex
from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from ..run.parameters import Parameters, allowed
from ..run.project import Page, Project
from ..run.settings import settings
from ..run.yaml_input import NotReadable, read_yaml

if TYPE_CHECKING:
    from nbformat import NotebookNode
    from pydantic.fields import FieldInfo

_BOUNDS = {"minimum": "min", "maximum": "max"}


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
    >>> [written(value) for value in ("beta(2, 3)", "true", [1, 2.5, "a"], None)]
    ['beta(2, 3)', '"true"', '[1, 2.5, "a"]', 'null']
    """
    if isinstance(value, str):
        try:
            if read_yaml(value) == value:
                return value
        except NotReadable:
            pass
    return json.dumps(value, ensure_ascii=False)


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
    name = page.chapter if project.lab(page.chapter) == page else page.address
    words = [word for one in given for word in ("-p", f"{one}={given[one]}")]
    return f"{settings(project)['command']} {shlex.join([verb, name, *words, *more])}"


def form(asking: str, page: Page, parameters: Parameters, values: Mapping[str, Any]) -> str:
    """Return the form of a page.

    Parameters
    ----------
    asking : str
        The command that asks it, without parameters.
    page : Page
        The page.
    parameters : Parameters
        What can be asked.
    values : mapping
        What was asked.

    Returns
    -------
    str
        HTML.
    """
    schemas = parameters.model.model_json_schema()["properties"]
    rows = "".join(
        _row(name, field, schemas[name], values.get(name, field.default))
        for name, field in parameters.model.model_fields.items()
    )
    conditions = "".join(f"<li>{escape(message)}</li>" for _, message in parameters.conditions)
    if conditions:
        conditions = f"<details><summary>Conditions</summary><ul>{conditions}</ul></details>"
    asked = escape(asking)
    server = escape(f"{asking.split()[0]} serve")
    return (
        f'<form class="pr-form" id="ask" aria-label="What can be asked" '
        f'autocomplete="off" spellcheck="false" data-page="{escape(page.address)}" '
        f'data-command="{asked}">'
        '<table class="pr-ask"><thead><tr><th scope="col">parameter</th>'
        '<th scope="col">value</th><th scope="col">allowed</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>{conditions}"
        f'<p class="pr-command"><code id="ask-command">{asked} -p NAME=VALUE</code></p>'
        '<p class="pr-buttons"><button type="submit" class="pr-run" hidden>Run</button>'
        '<button type="button" class="pr-stop" hidden>Stop</button>'
        '<button type="button" class="pr-copy">Copy the command</button>'
        '<button type="reset">Back to the defaults</button></p>'
        f'<p class="pr-status" role="status">A terminal answers this command. <code>{server}</code>'
        " shows this page with a button that runs it.</p></form>"
    )


def _row(name: str, field: FieldInfo, schema: dict[str, Any], value: Any) -> str:
    """What a parameter means, a native field that holds it as one types it, what it allows."""
    default = escape(written(field.default))
    # a default as its page writes it: checked, 1 has become 1.0
    shown = default if value == field.default else escape(written(value))
    about = f'id="ask-{name}" name="{name}" data-default="{default}"'
    about += f' aria-describedby="ask-{name}-about"'
    kind = schema.get("type")
    choices = schema.get("enum", [False, True] if kind == "boolean" else [])
    if choices:
        texts = [escape(written(choice)) for choice in choices]
        options = (f"<option{' selected' * (text == shown)}>{text}</option>" for text in texts)
        control = f"<select {about}>{''.join(options)}</select>"
    else:
        if kind in ("integer", "number"):
            about += f' type="number" step="{"1" if kind == "integer" else "any"}"'
            about += "".join(f' {_BOUNDS[k]}="{schema[k]}"' for k in _BOUNDS if k in schema)
        control = f'<input {about} value="{shown}">'
    return (
        f'<tr><th scope="row"><label for="ask-{name}">{escape(field.description or "")} '
        f"<code>{name}</code></label></th><td>{control}</td>"
        f'<td class="pr-allowed" id="ask-{name}-about">{escape(allowed(field))}; '
        f"default <code>{default}</code></td></tr>"
    )


def with_form(
    notebook: NotebookNode,
    project: Project,
    page: Page,
    values: Mapping[str, Any],
    sliders: str = "",
) -> NotebookNode:
    """Return a page with its form where its cell of parameters stands, if it has one.

    Parameters
    ----------
    notebook : NotebookNode
        The page as Sphinx reads it; stays as it is.
    project : Project
        The project.
    page : Page
        Which page it is.
    values : mapping
        The parameters of its run.
    sliders : str, optional
        HTML that stands above the form; see `sliders`.

    Returns
    -------
    NotebookNode
        The page with the form.
    """
    from nbformat.v4 import new_output

    parameters = Parameters.of_page(page)
    if page != project.lab(page.chapter) or not parameters.model.model_fields:
        return notebook
    notebook = copy.deepcopy(notebook)
    shown = sliders + form(command(project, page, {}), page, parameters, values)
    tagged = [c for c in notebook.cells if "parameters" in c.metadata.get("tags", [])]
    tagged[-1].outputs = [new_output("display_data", {"text/html": shown})]
    return notebook
