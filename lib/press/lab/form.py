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


def asking(page: Page, project: Project) -> str:
    """Return the command that asks a page, as the project calls it, without parameters."""
    name = page.chapter if project.lab(page.chapter) == page else page.address
    return f"{settings(project)['command']} run {shlex.quote(name)}"


def command(asking: str, changed: Mapping[str, Any]) -> str:
    """Return the command that asks a question, for a shell.

    Parameters
    ----------
    asking : str
        The command without parameters.
    changed : mapping
        Values of parameters that are not the defaults.

    Returns
    -------
    str
        One line.

    Examples
    --------
    >>> command("press run dice", {"n_faces": 7, "kind": "a loaded die"})
    "press run dice -p n_faces=7 -p 'kind=a loaded die'"
    """
    given = (f"-p {shlex.quote(f'{key}={written(value)}')}" for key, value in changed.items())
    return " ".join([asking, *given])


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
    fields = parameters.model.model_fields
    schemas = parameters.model.model_json_schema()["properties"]
    rows = "".join(
        _row(key, field, schemas[key], _as_declared(field, values.get(key, field.default)))
        for key, field in fields.items()
    )
    conditions = "".join(f"<li>{escape(message)}</li>" for _, message in parameters.conditions)
    if conditions:
        conditions = f"<details><summary>Conditions</summary><ul>{conditions}</ul></details>"
    asked = escape(asking)
    server = escape(f"{asking.split()[0]} serve")
    return (
        f'<form class="pr-form" id="ask" aria-label="What can be asked" '
        f'data-page="{escape(page.address)}" data-command="{asked}">'
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


def _as_declared(field: FieldInfo, value: Any) -> Any:
    """A value as its page writes it, if it is the default: checked, 1 has become 1.0."""
    return field.default if value == field.default else value


def _row(name: str, field: FieldInfo, schema: dict[str, Any], value: Any) -> str:
    """What a parameter means, its field, and what it allows."""
    default = escape(written(field.default))
    return (
        f'<tr><th scope="row"><label for="ask-{name}">{escape(field.description or "")} '
        f"<code>{name}</code></label></th><td>{_control(name, field, schema, written(value))}</td>"
        f'<td class="pr-allowed" id="ask-{name}-about">{escape(allowed(field))}; '
        f"default <code>{default}</code></td></tr>"
    )


def _control(name: str, field: FieldInfo, schema: dict[str, Any], value: str) -> str:
    """A native field: it holds YAML, as it is typed after ``-p name=``."""
    attributes = {
        "id": f"ask-{name}",
        "name": name,
        "data-default": written(field.default),
        "aria-describedby": f"ask-{name}-about",
    }
    if choices := schema.get("enum"):
        texts = [(written(choice), str(choice)) for choice in choices]
        options = "".join(
            f'<option value="{escape(text)}"{" selected" if text == value else ""}>'
            f"{escape(shown)}</option>"
            for text, shown in texts
        )
        return f"<select{_attributes(attributes)}>{options}</select>"
    if schema.get("type") == "boolean":
        attributes |= {"type": "checkbox"} | ({"checked": ""} if value == "true" else {})
    elif schema.get("type") in ("integer", "number"):
        step = "1" if schema["type"] == "integer" else "any"
        bounds = {to: str(schema[of]) for of, to in _BOUNDS.items() if of in schema}
        attributes |= {"type": "number", "step": step, "value": value} | bounds
    else:
        attributes |= {"type": "text", "value": value, "autocomplete": "off", "spellcheck": "false"}
    return f"<input{_attributes(attributes)}>"


def _attributes(given: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in given.items())


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
    if page.address != project.lab(page.chapter).address or not parameters.model.model_fields:
        return notebook
    notebook = copy.deepcopy(notebook)
    shown = sliders + form(asking(page, project), page, parameters, values)
    output = new_output("display_data", {"text/html": shown, "text/plain": "What can be asked"})
    tagged = [c for c in notebook.cells if "parameters" in c.metadata.get("tags", [])]
    tagged[-1].outputs = [output]
    return notebook
