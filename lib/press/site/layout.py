"""HTML of the site from templates, and the functions that these may call."""

from __future__ import annotations

import re

from markupsafe import Markup

from ..ledger.verdict import listed
from ..project import templates
from .addresses import slug, view

html = templates.html


def typeset(text: str) -> Markup:
    """Return a text with the indices and powers of single letters and digits; no formula.

    Examples
    --------
    >>> typeset("$x_1$: x_1 < x^2")
    Markup('$x_1$: x<sub>1</sub> &lt; x<sup>2</sup>')
    """
    parts = text.split("$")
    for place in range(0, len(parts), 2):
        part = str(Markup.escape(parts[place]))
        part = re.sub(r"\b(\w)_(?:\{([^{}]*)\}|(\w+))", r"\1<sub>\2\3</sub>", part)
        part = re.sub(r"\^(?:\{([^{}]*)\}|\(([^()]*(?:\([^()]*\))?[^()]*)\)|([-\u2212]?\w+))",
                      r"<sup>\1\2\3</sup>", part)  # fmt: skip
        parts[place] = part
    return Markup("$".join(parts))


templates.offer(listed=listed, slug=slug, typeset=typeset, view=view)
