"""The form of a lab: what can be asked, as native fields that the build has made.

Without scripts it is a table of parameters with the command. ``form.js`` writes the command for
what stands in the fields, which ``rules.js`` checks by the rules that the form brings; a server
checks it as the press does, and runs it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..project.parameters import Parameters, allowed
from ..project.places import Page
from ..project.settings import settings
from ..project.templates import html
from ..project.user_input import command, read_yaml, written
from . import slider_answers
from .arrangement import Arrangement
from .constraints import rules

if TYPE_CHECKING:
    from nbformat import NotebookNode
    from pydantic.fields import FieldInfo

    from ..ask.runner import Run

_FEW = 6  # choices that stand side by side on a line of a page; more are folded into a list
_SHORT = 24  # letters of a default that has room beside its label
_NEAR = {"integer": 200, "number": 2}  # a number between bounds so far apart has a slider


def form(
    asking: str,
    page: Page,
    parameters: Parameters,
    values: Mapping[str, Any],
    stops: Mapping[str, list[str]],
    answers: Sequence[str],
    arranged: Arrangement,
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
        What was asked of each.
    stops : mapping of str to list of str
        At which values of which parameters the page knows the answer; see `sliders`.
    answers : sequence of str
        The scripts that know it, by their addresses from the top of the site.
    arranged : Arrangement
        What is folded, and what belongs to which question.

    Returns
    -------
    str
        HTML.
    """
    schemas = parameters.schemas
    fields = {
        name: _field(name, field, schemas[name], values[name], stops.get(name, []))
        for name, field in parameters.model.model_fields.items()
    }
    themes = {
        theme: [fields.pop(name) for name in names] for theme, names in arranged.themes.items()
    }
    return html(
        "form.html",
        asking=asking,
        page=page,
        rules=rules(parameters) | {"belongs": arranged.belongs},
        fields=fields.values(),
        themes=themes,
        conditions=parameters.conditions,
        answers=answers,
    )


def _field(
    name: str, field: FieldInfo, schema: dict[str, Any], value: Any, stops: list[str]
) -> dict[str, Any]:
    """What ``field.html`` shows of a parameter.

    A declaration says what its values and parts are called, and what an empty field, null, means:
    ``json_schema_extra={"words": {"line": "along a line", "null": "any"}}``.
    """
    words = {"false": "no", "true": "yes"} | schema.get("words", {})
    default = written(field.default)
    # a default as its page writes it: checked, 1 has become 1.0
    shown = default if value == field.default else written(value)
    kind, choices = _kind(schema)
    typed = "" if shown == "null" else shown
    told = words.get(default, _bare(default))
    has_room = 0 < len(told) <= _SHORT and told[0] not in "[{"
    apart = schema.get("maximum", math.inf) - schema.get("minimum", 0)
    are_numbers = all(isinstance(read_yaml(stop), int | float | None) for stop in stops)
    return {
        "name": name,
        "meaning": field.description or name,
        "schema": schema,
        "allowed": allowed(schema),
        "kind": kind,
        "options": _options(kind, choices, shown, words),
        "default": default,
        "back": f"default: {told}" if has_room else "default",
        "shown": shown,
        "typed": _bare(typed) if kind in ("list", "maybe") else typed,
        "empty": words.get("null", ""),
        "twin": kind == "number" and apart <= _NEAR[schema["type"]] and not stops,
        "slides": bool(stops) and (are_numbers or len(stops) > _FEW),
        "stops": [(stop, _bare(stop)) for stop in stops],
    }


def _kind(schema: dict[str, Any]) -> tuple[str, list[Any]]:
    """The kind of a field, which tells `form.js` how it holds YAML, and what can be chosen."""
    match schema:
        case {"enum": choices}:
            return ("choice" if len(choices) <= _FEW else "select"), choices
        case {"type": "boolean"}:
            return "choice", [False, True]
        case {"type": "array", "items": {"enum": parts}}:
            return "boxes", parts
        case {"type": "object", "propertyNames": {"enum": parts}}:
            return "shares", parts
        case {"type": "array", "minItems": least, "maxItems": most} if least == most:
            return "row", []
        case {"type": "integer" | "number"}:
            return "number", []
    kinds = {one.get("type") for one in schema.get("anyOf", [schema])}
    if "array" in kinds:  # or else one thing may stand there in place of a list
        return ("maybe" if kinds & {"string", "number", "integer"} else "list"), []
    return "text", []


def _options(
    kind: str, choices: list[Any], shown: str, words: Mapping[str, str]
) -> list[tuple[str, str, bool]]:
    """What is sent, what it is called, and whether it is chosen, for each native field."""
    held = read_yaml(shown)
    if kind == "row":
        return [(written(one), words.get(str(i), str(i)), True) for i, one in enumerate(held)]
    chosen = [written(one) for one in held] if kind == "boxes" else [shown]
    texts = map(written, choices)
    return [(one, words.get(one, one.replace("_", " ")), one in chosen) for one in texts]


def _bare(text: str) -> str:
    """A list as people type it, without the brackets and quotes that YAML wants."""
    is_flat = text.startswith("[") and not text.startswith("[[")
    return text[1:-1].replace('"', "") if is_flat else text


def with_form(notebook: NotebookNode, run: Run) -> NotebookNode:
    """Return a page with its form where its cell of parameters stands, if it has one.

    Below its title stands who answers what. What computes the answer stands folded at its end.

    Parameters
    ----------
    notebook : NotebookNode
        The page as Sphinx reads it, which is changed.
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
    arranged = Arrangement.of(page, parameters)
    stops, known = slider_answers.shown(project, page)
    knows, answers = "", list[str]()
    if arranged.engine:
        knows = "most questions at once"
        answers = [f"_static/play/{name}.js" for name in ("shared", arranged.engine)]
    elif known:
        knows, answers = "at once whatever its sliders reach", [slider_answers.address(page)]
    lead = html("lead.html", knows=knows, hosted=settings(project)["repository"]["url"])
    title = notebook.cells[0]
    title.source = re.sub(r"(?m)^# .*$", rf"\g<0>\n\n{lead}\n", title.source, count=1)
    asking = command(project, page, {})
    shown = form(asking, page, parameters, run.parameters, stops, answers, arranged)
    folded = []
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", [])
        if "parameters" in tags:
            cell.outputs = [new_output("display_data", {"text/html": shown})]
        if "hide-input" in tags:
            tags.append("remove-input")
            folded.append(cell.source)
    if folded:
        code = "\n\n".join(folded)
        fold = f"<details><summary>The code</summary>\n\n```python\n{code}\n```\n\n</details>"
        notebook.cells.append(new_markdown_cell(fold, id="code"))  # else one at random
    return notebook
