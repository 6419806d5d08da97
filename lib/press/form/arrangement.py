"""How a form is arranged: what is folded by which theme, and what belongs to which question.

``form.yaml`` beside a lab says it, which no answer is made of::

    themes:
      Costs: [base_cost, swap_pays]
    belongs:
      base_cost: "'SC' in features"
    engine: token
"""

from __future__ import annotations

import ast
from typing import Any

from pydantic import Field

from ..project.errors import known_name
from ..project.files import yaml_of
from ..project.parameters import Parameters
from ..project.places import Page
from ..project.records import Record, record_of, slips
from ..project.user_input import Values
from .constraints import tree

FILE = "form.yaml"  # beside the lab


class Arrangement(Record):
    """How the form of a lab is arranged.

    Attributes
    ----------
    themes : dict of str to list of str
        Which parameters are folded, by what stands above them; the others stand first.
    belongs : dict of str to str or list
        Of parameters that only some questions have, when they do: as written, and when it is read
        as a tree; see `constraints`.
    engine : str
        The game in ``play/`` whose function ``lab`` answers in the page; empty if none does.
    """

    themes: dict[str, list[str]] = Field(default_factory=dict)
    belongs: dict[str, Any] = Field(default_factory=dict)
    engine: str = ""

    @classmethod
    def of(cls, page: Page, parameters: Parameters) -> Arrangement:
        """Read the arrangement of a page; a `BuildError` if it names what there is not."""
        path = page.path.with_name(FILE)
        if not path.is_file():
            return cls()
        found = record_of(path, cls, yaml_of(path, loader=Values))
        fields = list(parameters.model.model_fields)
        for theme, names in found.themes.items():
            with slips(path, "themes", theme):
                for name in names:
                    known_name(name, fields, "parameter")
        for name, text in found.belongs.items():
            with slips(path, "belongs", name):
                known_name(name, fields, "parameter")
                condition = ast.parse(text, mode="eval").body
                found.belongs[name] = tree(condition, parameters.names, fields)
        return found
