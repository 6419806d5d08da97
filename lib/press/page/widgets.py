"""A game to play, as a widget of Jupyter: the scripts that the book's pages load, in one module."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import anywidget
import traitlets

from ..run.project import Project
from .html import PLAY, SHARED

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


def module(kind: str, label: str) -> str:
    """Return the game `kind` as an ECMAScript module with the interface of anywidget."""
    folder = Project.here().root / PLAY
    parts = [(folder / f"{name}.js").read_text("utf-8") for name in (SHARED, kind)]
    return "\n".join(parts) + EXPORT.format(kind=json.dumps(kind), label=json.dumps(label))


def styles(kind: str) -> str:
    """Return the styles of the game `kind`, with the colours of JupyterLab."""
    folder = Project.here().root / PLAY
    return "\n".join((folder / f"{name}.css").read_text("utf-8") for name in (SHARED, "lab", kind))


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
        self._css = styles(kind)
        super().__init__(data=json.loads(json.dumps(data)))  # keys are texts, as in a page
