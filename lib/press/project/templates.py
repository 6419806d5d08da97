"""HTML from the templates of ``assets/html``, in the language of Jinja.

Whatever stands in a template's place is text, unless it is `Markup`: what a source or a parameter
says never becomes HTML. The lines and indents of a template are for its readers, and leave no mark.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup

from .places import PRESS

_BESIDE = re.compile(r"(?<=[>}])\n\s*|\n\s*(?=[<{])|\n\s*\Z")  # a line that ends at a tag or block


class _OneLine(Extension):
    """Reads a template as one line: where no tag or block is beside it, a line's end is a blank."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return re.sub(r"\n\s*", " ", _BESIDE.sub("", source))


@cache
def _environment() -> Environment:
    loader = FileSystemLoader(PRESS / "assets" / "html")
    return Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, extensions=[_OneLine]
    )


def html(template: str, /, **values: Any) -> Markup:
    """Return a template with its values.

    Parameters
    ----------
    template : str
        The name of its file, ``"card.html"``; or of a macro in it, ``"entry.html#badge"``.
    **values : object
        Its values; an object's attributes are there, too.

    Returns
    -------
    Markup
        HTML, which another template takes as such.

    Raises
    ------
    jinja2.UndefinedError
        If a value is missing.
    """
    file, _, macro = template.partition("#")
    found = _environment().get_template(file)
    shown = getattr(found.module, macro)(**values) if macro else found.render(values)
    return Markup(
        str(shown).replace("&#39;", "'")
    )  # within tags values stand between double quotes
