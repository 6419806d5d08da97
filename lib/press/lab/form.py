"""The form of a lab: what can be asked, as native fields that the build has made.

Without scripts it is a table of parameters with the command. ``form.js`` writes the command for
what stands in the fields, which ``judge.js`` checks by the rules that the form brings; a server
checks it as the press does, and runs it.
"""

from __future__ import annotations

import copy
import json
import math
import re
import shlex
from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from ..ask import sliders
from ..project.parameters import Parameters, allowed
from ..project.places import Page, Project
from ..project.settings import settings
from ..project.yaml_input import read_yaml, written
from .arrangement import Arrangement
from .rules import rules

if TYPE_CHECKING:
    from nbformat import NotebookNode
    from pydantic.fields import FieldInfo

    from ..ask.runner import Run

_BOUNDS = {"minimum": "min", "maximum": "max"}
_FEW = 6  # choices that stand side by side on a line of a page; more are folded into a list
_SHORT = 24  # letters of a default that has room beside its label
_NARROW, _WIDE = 2, 200  # between such bounds a number, or a whole one, has a slider


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


def form(
    asking: str,
    page: Page,
    parameters: Parameters,
    values: Mapping[str, Any],
    stops: Mapping[str, list[str]] | None = None,
    arranged: Arrangement | None = None,
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
    arranged : Arrangement, optional
        What is folded, and what belongs to which question.

    Returns
    -------
    str
        HTML.
    """
    arranged = arranged or Arrangement()
    schemas = parameters.schemas
    fields = {
        name: _field(
            name, field, schemas[name], values.get(name, field.default), (stops or {}).get(name, [])
        )
        for name, field in parameters.model.model_fields.items()
    }
    themes = "".join(
        f'<details class="pr-theme"><summary>{escape(theme)} <small></small></summary>'
        f'<div class="pr-fields">{"".join(fields.pop(name) for name in names)}</div></details>'
        for theme, names in arranged.themes.items()
    )
    conditions = "".join(f"<li>{escape(one.message)}</li>" for one in parameters.conditions)
    told = rules(parameters) | {"belongs": arranged.belongs}
    judged = json.dumps(told, ensure_ascii=False).replace("<", "\\u003c")
    asked, server = escape(asking), escape(f"{asking.split()[0]} serve")
    return (
        f'<form class="pr-form" id="ask" aria-label="What can be asked" '
        f'autocomplete="off" spellcheck="false" data-page="{escape(page.address)}" '
        f'data-command="{asked}"><script type="application/json">{judged}</script>'
        '<div class="pr-live"><p class="pr-status" role="status"></p>'
        '<p class="pr-buttons" hidden><button type="submit" class="pr-run" hidden>Run</button>'
        '<button type="button" class="pr-stop" hidden>Stop</button>'
        f'<button type="button" class="pr-copy">Copy its command</button>{_notebook(page)}</p>'
        "</div>"
        f'<fieldset class="pr-ask" disabled><div class="pr-fields">{"".join(fields.values())}'
        f'</div>{themes}</fieldset><ul class="pr-conditions">{conditions}</ul>'
        f'<p class="pr-command"><code id="ask-command">{asked} -p NAME=VALUE</code></p>'
        '<p class="pr-buttons"><button type="button" class="pr-copy">Copy the command</button>'
        '<button type="reset">Back to the defaults</button></p>'
        '<p class="pr-hint">Give this command in a copy of the project; or start '
        f"<code>{server}</code> there, and this page has a button that runs it.</p></form>"
    )


def _notebook(page: Page) -> str:
    """A link to the notebook of a page."""
    address = f"{page.up}downloads/{page.chapter}/{page.name}.ipynb"
    return f'<a href="{address}" download>Download the notebook</a>'


def _lead(project: Project, knows: str) -> str:
    """What the page can do by itself, and who answers anything else."""
    own = f"This page answers {knows}. Everything else" if knows else "A question"
    hosted = "a hosted notebook, " if settings(project)["repository"]["url"] else ""
    return (
        f'<p class="pr-lead">{own} is one click away: <span class="pr-way">{hosted}a command for a '
        "copy of the project, or a notebook to download, which says how to use it</span>.</p>"
    )


def _field(
    name: str, field: FieldInfo, schema: dict[str, Any], value: Any, stops: list[str]
) -> str:
    """What a parameter means, native fields that hold it, and the way back to its default.

    A declaration says what its values and parts are called, and what an empty field, null, means:
    ``json_schema_extra={"words": {"line": "along a line", "null": "any"}}``.
    """
    default = written(field.default)
    # a default as its page writes it: checked, 1 has become 1.0
    shown = default if value == field.default else written(value)
    words = {"false": "no", "true": "yes"} | schema.get("words", {})
    meaning = escape(field.description or name)
    moved = _stops(name, meaning, stops)
    kind, control = _control(name, schema, shown, words, moved)
    label = f'title="{name}">{meaning}'
    several = kind in ("choice", "boxes", "shares", "row")  # of fields, which it names as a group
    head = (
        f'<span id="ask-{name}-label" {label}</span>'
        if several
        else f'<label for="ask-{name}" {label}</label>'
    )
    held = f' data-value="{escape(shown)}"' if shown != default else ""
    group = f' role="group" aria-labelledby="ask-{name}-label"' if several else ""
    told = words.get(default, _bare(default))
    back = f"default: {told}" if 0 < len(told) <= _SHORT and told[0] not in "[{" else "default"
    return (
        f'<div class="pr-field" data-of="{name}" data-default="{escape(default)}" '
        f'data-kind="{kind}"{held}{group}><div class="pr-head">{head}'
        f'<button type="button" class="pr-back" hidden>{escape(back)}</button></div>{control}'
        f'<small class="pr-allowed" id="ask-{name}-about"><code>{name}</code>: '
        f"{escape(allowed(schema))}; default <code>{escape(default)}</code></small></div>"
    )


def _bare(text: str) -> str:
    """A list as people type it, without the brackets and quotes that YAML wants."""
    inner = text[1:-1] if text[:1] == "[" and text[:2] != "[[" else text
    return inner.replace('"', "") if inner != text else text


def _control(
    name: str, schema: dict[str, Any], shown: str, words: Mapping[str, str], moved: str
) -> tuple[str, str]:
    """The kind of a field, which tells `form.js` how it holds YAML, and its native fields."""
    kind, about = schema.get("type"), f'name="{name}" aria-describedby="ask-{name}-about"'
    whole = f'{about} id="ask-{name}"'

    def called(text: str) -> str:
        return escape(words.get(text, text.replace("_", " ")))

    choices = schema.get("enum", [False, True] if kind == "boolean" else [])
    texts = list(map(written, choices))
    if 0 < len(texts) <= _FEW:
        return "choice", "".join(
            f'<label><input type="radio" {about} value="{escape(text)}"'
            f"{' checked' * (text == shown)}> {called(text)}</label>"
            for text in texts
        )
    if texts:
        options = "".join(
            f'<option value="{escape(text)}"{" selected" * (text == shown)}>{called(text)}</option>'
            for text in texts
        )
        return "plain", f"<select {whole}>{options}</select>"
    if kind == "array" and "enum" in schema["items"]:
        held = read_yaml(shown)
        return "boxes", "".join(
            f'<label><input type="checkbox" {about} value="{one}"{" checked" * (one in held)}> '
            f"{called(one)}</label>"
            for one in schema["items"]["enum"]
        )
    if kind == "object" and "enum" in schema.get("propertyNames", {}):
        return "shares", "".join(
            f'<label>{called(one)} <span></span><input type="range" {about} '
            f'data-part="{one}" min="0" max="100"></label>'
            for one in schema["propertyNames"]["enum"]
        )
    if kind == "array" and schema.get("minItems", -1) == schema.get("maxItems"):
        held = read_yaml(shown)
        return "row", moved + "".join(
            f'<label>{called(str(place))} <input type="number" {about} value="{one}"></label>'
            for place, one in enumerate(held)
        )
    kinds = [one.get("type") for one in schema.get("anyOf", [schema])]
    if "array" in kinds:
        held = "" if shown == "null" else escape(_bare(shown))
        field = f'<input {whole} placeholder="{escape(words.get("null", ""))}" value="{held}">'
        one = {"string", "number", "integer"} & {*kinds}  # may stand there in place of a list
        return "maybe" if one else "list", f"{moved}{field}"
    if kind in ("integer", "number"):
        bounds = "".join(f' {_BOUNDS[k]}="{schema[k]}"' for k in _BOUNDS if k in schema)
        step, twin, most = ("1", "1", _WIDE) if kind == "integer" else ("any", "0.01", _NARROW)
        if not moved and schema.get("maximum", math.inf) - schema.get("minimum", 0) <= most:
            twin = f'data-twin="{name}" step="{twin}"{bounds} tabindex="-1" aria-hidden="true"'
            moved = f'<input type="range" {twin}>'  # for the hand: the number has the same keys
        field = f'<input {whole} type="number" step="{step}"{bounds} value="{shown}">'
    else:
        value = "" if shown == "null" else escape(shown)
        field = f'<input {whole} placeholder="{escape(words.get("null", ""))}" value="{value}">'
    return "plain", f'<div class="pr-control">{moved}{field}</div>'


def _stops(name: str, meaning: str, stops: list[str]) -> str:
    """What moves a field to where the page knows the answer: a slider, or a button for each."""
    if not stops:
        return ""
    if len(stops) > _FEW or all(isinstance(read_yaml(stop), int | float | None) for stop in stops):
        at = f'data-axis="{name}" aria-label="{meaning}" min="0" value="0"'
        return f'<input type="range" {at} hidden>'
    return "".join(
        f'<button type="button" class="pr-to" data-to="{escape(stop)}">{escape(_bare(stop))}'
        "</button>"
        for stop in stops
    )


GRID = """<section class="pr-grid" aria-label="Answers at once"><p></p><div class="pr-curve">
<label>Drawn: <select></select></label><svg viewBox="0 0 560 220" role="img"></svg></div>"""


def with_form(notebook: NotebookNode, run: Run) -> NotebookNode:
    """Return a page with its form where its cell of parameters stands, if it has one.

    Below its title stands who answers what. What computes the answer stands folded at its end.

    Parameters
    ----------
    notebook : NotebookNode
        The page as Sphinx reads it; stays as it is.
    run : Run
        The run of the page, whose parameters stand in the fields.

    Returns
    -------
    NotebookNode
        The page with the form.
    """
    from nbformat.v4 import new_markdown_cell, new_output

    project, page = run.project, run.page
    parameters = Parameters.of_page(page)
    if page != project.page_asked(page.chapter) or not parameters.model.model_fields:
        return notebook
    notebook = copy.deepcopy(notebook)
    stops, known = sliders.shown(project, page)
    asking = command(project, page, {})
    arranged = Arrangement.of(page, parameters)
    knows = "at once whatever its sliders reach" if known else ""
    if arranged.engine:  # which knows the answers itself
        knows = "most questions at once"
        play = [f"{page.up}_static/play/{name}.js" for name in ("shared", arranged.engine)]
        known = "".join(f'<script defer src="{one}"></script>' for one in play)
    shown = form(asking, page, parameters, run.parameters, stops, arranged)
    if known:
        shown += f"{GRID}{known}</section>"
    title = notebook.cells[0]
    title.source = re.sub(
        r"^# .*$", rf"\g<0>\n\n{_lead(project, knows)}\n", title.source, count=1, flags=re.M
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
