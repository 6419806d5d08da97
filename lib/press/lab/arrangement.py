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
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from ..project.errors import UserError, known_name
from ..project.files import fault, text_of
from ..project.parameters import Parameters
from ..project.places import Page
from ..project.yaml_input import NotReadable, read_yaml
from .rules import tree

FILE = "form.yaml"  # beside the lab


@dataclass(frozen=True)
class Arrangement:
    """How the form of a lab is arranged.

    Attributes
    ----------
    themes : dict of str to list of str
        Which parameters are folded, by what stands above them; the others stand first.
    belongs : dict of str to list
        Of parameters that only some questions have, when they do, as a tree; see `rules`.
    engine : str
        The game in ``play/`` whose function ``lab`` answers in the page; empty if none does.
    """

    themes: dict[str, list[str]] = field(default_factory=dict)
    belongs: dict[str, list[Any]] = field(default_factory=dict)
    engine: str = ""

    @classmethod
    def of(cls, page: Page, parameters: Parameters) -> Arrangement:
        """Read the arrangement of a page; a `BuildError` if it names what there is not."""
        path = page.path.with_name(FILE)
        if not path.is_file():
            return cls()
        try:
            content = read_yaml(text_of(path))
            if not isinstance(content, dict) or not content.keys() <= {
                "themes",
                "belongs",
                "engine",
            }:
                raise UserError("holds a mapping of themes, belongs and engine")
            themes, texts = content.get("themes", {}), content.get("belongs", {})
            fields = list(parameters.model.model_fields)
            for name in chain(*themes.values(), texts):
                known_name(name, fields, "parameter")
            belongs = {
                name: tree(ast.parse(text, mode="eval").body, parameters.names, fields)
                for name, text in texts.items()
            }
        except (UserError, NotReadable, SyntaxError) as error:
            raise fault(path, str(error)) from None
        return cls(themes, belongs, content.get("engine", ""))
