"""A game to play, as a widget of Jupyter: the scripts that the book's pages load, in one module."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import anywidget
import traitlets

from ..project.places import Project

# The page's scripts name the game on `window`; a widget's module exports it. JupyterLab's own
# shortcuts would else take the arrow keys.
EXPORT = """
export default {{
  render({{ model, el }}) {{
    el.classList.add("pr-play", "pr-lab");
    el.setAttribute("role", "group");
    el.setAttribute("aria-label", {label});
    el.setAttribute("data-lm-suppress-shortcuts", "true");
    return window.parlorPlay[{kind}].render({{ model, el }});
  }},
}};
"""


def _text(*files: str) -> str:
    """The scripts or styles of a game."""
    folder = Project.here().root / "book/assets/static/play"
    return "\n".join((folder / file).read_text("utf-8") for file in files)


def module(kind: str, label: str) -> str:
    """Return the game `kind` as an ECMAScript module with the interface of anywidget."""
    export = EXPORT.format(kind=json.dumps(kind), label=json.dumps(label))
    return _text("shared.js", f"{kind}.js") + export


class Live(anywidget.AnyWidget):
    """A game at work in Jupyter.

    Parameters
    ----------
    kind : str
        The name of its script.
    data : mapping
        What it plays from.
    label : str
        What it is, for a screen reader.

    Attributes
    ----------
    state : dict of str to str
        Settings, seed and moves: what a page of the book keeps in its address.
    """

    data = traitlets.Dict().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)

    def __init__(self, kind: str, data: Mapping[str, Any], label: str) -> None:
        self._esm = module(kind, label)
        self._css = _text("shared.css", "lab.css", f"{kind}.css")
        super().__init__(data=json.loads(json.dumps(data)))  # keys are texts, as in a page
