"""The form of a lab: what can be asked, as native fields that the build has made.

Without scripts it is a table of parameters with the command. ``form.js`` writes the command for
what stands in the fields, which ``judge.js`` checks by the rules that the form brings; a server
checks it as the press does, and runs it.
"""

from __future__ import annotations

import copy
import json
import re
import shlex
from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from ..project.parameters import Parameters, allowed
from ..project.places import Page, Project
from ..project.settings import settings
from ..project.yaml_input import read_yaml, written
from .rules import rules

if TYPE_CHECKING:
    from nbformat import NotebookNode
    from pydantic.fields import FieldInfo

_BOUNDS = {"minimum": "min", "maximum": "max"}
_FEW = 6  # choices that stand side by side on a line of a page; more are folded into a list


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


def form(
    asking: str,
    page: Page,
    parameters: Parameters,
    values: Mapping[str, Any],
    stops: Mapping[str, list[str]] | None = None,
) -> str:
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
    stops : mapping of str to list of str, optional
        At which values of which parameters the page knows the answer; see `sliders`.

    Returns
    -------
    str
        HTML.
    """
    schemas = parameters.model.model_json_schema()["properties"]
    fields = "".join(
        _field(name, field, schemas[name], values.get(name, field.default), (stops or {}).get(name))
        for name, field in parameters.model.model_fields.items()
    )
    conditions = "".join(f"<li>{escape(one.message)}</li>" for one in parameters.conditions)
    if conditions:
        conditions = f"<details><summary>Conditions</summary><ul>{conditions}</ul></details>"
    asked = escape(asking)
    judged = json.dumps(rules(parameters), ensure_ascii=False).replace("<", "\\u003c")
    server = escape(f"{asking.split()[0]} serve")
    return (
        f'<form class="pr-form" id="ask" aria-label="What can be asked" '
        f'autocomplete="off" spellcheck="false" data-page="{escape(page.address)}" '
        f'data-command="{asked}"><script type="application/json">{judged}</script>'
        f'<fieldset class="pr-ask" disabled>{fields}</fieldset>{conditions}'
        '<p class="pr-buttons"><button type="submit" class="pr-run" hidden>Run</button>'
        '<button type="button" class="pr-stop" hidden>Stop</button>'
        '<button type="reset">Back to the defaults</button>'
        '<button type="button" class="pr-copy">Copy the command</button></p>'
        f'<p class="pr-command"><code id="ask-command">{asked} -p NAME=VALUE</code></p>'
        '<p class="pr-status" role="status">Give this command in a copy of the project; or start '
        f"<code>{server}</code> there, and this page has a button that runs it.</p></form>"
    )


def _lead(project: Project, page: Page, stops: Mapping[str, list[str]] | None) -> str:
    """What the page can do by itself, and who answers anything else."""
    own = "The sliders below are answered at once, by this page itself. " if stops else ""
    notebook = f"{page.up}downloads/{page.chapter}/{page.name}.ipynb"
    hosted = ", or by the hosted notebook that a button above opens"
    return (
        f'<p class="pr-lead">{own}Anything else that the fields allow is answered by '
        f'<span class="pr-way">one command, which the page writes for you, or by this page\'s '
        f'<a href="{notebook}" download>notebook</a>, in which you change the parameters'
        f"{hosted if settings(project)['repository']['url'] else ''}</span>.</p>"
    )


def _field(
    name: str, field: FieldInfo, schema: dict[str, Any], value: Any, stops: list[str] | None
) -> str:
    """What a parameter means, native fields that hold it as one types it, and what it allows."""
    default = escape(written(field.default))
    # a default as its page writes it: checked, 1 has become 1.0
    shown = default if value == field.default else escape(written(value))
    about = f'name="{name}" aria-describedby="ask-{name}-about"'
    label = f"{escape(field.description or name)} <code>{name}</code>"
    kind = schema.get("type")
    choices = schema.get("enum", [False, True] if kind == "boolean" else [])
    texts = [escape(written(choice)) for choice in choices]
    # a declaration says what its values are called: json_schema_extra={"words": {"line": "a line"}}
    words = {"false": "no", "true": "yes"} | schema.get("words", {})
    if 0 < len(texts) <= _FEW:
        options = "".join(
            f'<label><input type="radio" {about} value="{text}"{" checked" * (text == shown)}> '
            f"{words.get(text, text)}</label>"
            for text in texts
        )
        inside = f"<legend>{label}</legend>{options}"
        return _row(name, inside, default, words.get(default, ""), "", "fieldset")
    about += f' id="ask-{name}"'
    if texts:
        options = "".join(
            f'<option value="{text}"{" selected" * (text == shown)}>'
            f"{words.get(text, text)}</option>"
            for text in texts
        )
        control = f"<select {about}>{options}</select>"
    else:
        if kind in ("integer", "number"):
            about += f' type="number" step="{"1" if kind == "integer" else "any"}"'
            about += "".join(f' {_BOUNDS[k]}="{schema[k]}"' for k in _BOUNDS if k in schema)
        control = f'<input {about} value="{shown}">'
    control += _stops(name, field, stops or [], shown, words)
    return _row(
        name,
        f'<label for="ask-{name}">{label}</label>{control}',
        default,
        words.get(default, "") if texts else "",
        "" if texts else allowed(field),
        "div",
    )


def _row(name: str, inside: str, default: str, words: str, may: str, tag: str) -> str:
    """A parameter with what it may be, if its field does not show that."""
    may = f"{escape(may)}; " if may else ""
    return (
        f'<{tag} class="pr-field" data-of="{name}" data-default="{default}">{inside}'
        f'<small class="pr-allowed" id="ask-{name}-about">{may}'
        f"default {words or f'<code>{default}</code>'}</small></{tag}>"
    )


def _stops(
    name: str, field: FieldInfo, stops: list[str], shown: str, words: Mapping[str, str]
) -> str:
    """What moves a field to where the page knows the answer: a slider, or a button for each."""
    if not stops:
        return ""
    texts = [escape(stop) for stop in stops]
    if len(stops) <= _FEW and not all(isinstance(read_yaml(stop), int | float) for stop in stops):
        return "".join(
            f'<button type="button" class="pr-to" data-axis="{name}" data-stop="{place}">'
            f"{words.get(stop, text)}</button>"
            for place, (stop, text) in enumerate(zip(stops, texts, strict=True))
        )
    place = texts.index(shown) if shown in texts else 0
    return (
        f'<input type="range" data-axis="{name}" min="0" max="{len(stops) - 1}" value="{place}" '
        f'aria-label="{escape(field.description or name)}">'
    )


def with_form(
    notebook: NotebookNode,
    project: Project,
    page: Page,
    values: Mapping[str, Any],
    stops: Mapping[str, list[str]] | None = None,
    curve: str = "",
) -> NotebookNode:
    """Return a page with its form where its cell of parameters stands, if it has one.

    Below its title stands who answers what. What computes the answer stands folded at its end.

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
    stops : mapping of str to list of str, optional
        Where the page knows the answer; see `sliders`.
    curve : str, optional
        HTML that stands below the form, which shows such answers.

    Returns
    -------
    NotebookNode
        The page with the form.
    """
    from nbformat.v4 import new_markdown_cell, new_output

    parameters = Parameters.of_page(page)
    if page != project.lab(page.chapter) or not parameters.model.model_fields:
        return notebook
    notebook = copy.deepcopy(notebook)
    asking = command(project, page, {})
    shown = form(asking, page, parameters, values, stops) + curve
    title = notebook.cells[0]
    title.source = re.sub(
        r"^# .*$", rf"\g<0>\n\n{_lead(project, page, stops)}\n", title.source, count=1, flags=re.M
    )
    tagged = [c for c in notebook.cells if "parameters" in c.metadata.get("tags", [])]
    tagged[-1].outputs = [new_output("display_data", {"text/html": shown})]
    folded = [c for c in notebook.cells if "hide-input" in c.metadata.get("tags", [])]
    for cell in folded:
        cell.metadata["tags"] = [*cell.metadata["tags"], "remove-input"]
    if folded:
        code = "\n\n".join(cell.source for cell in folded)
        fold = f"<details><summary>The code</summary>\n\n```python\n{code}\n```\n\n</details>"
        notebook.cells.append(new_markdown_cell(fold, id="code"))  # else one at random
    return notebook
