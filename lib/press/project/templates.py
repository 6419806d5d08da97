"""HTML from the templates of ``assets/html``, in the language of Jinja.

Whatever stands in a template's place is text, unless it is `Markup`: what a source or a parameter
says never becomes HTML. The lines and indents of a template are for its readers, and leave no mark;
a blank that shall stay at the end of a line has an empty comment, ``{# #}``, behind it.
Beside Jinja's filters there are ``thousands``, which writes 1639 as 1,639, and ``json``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup

from .places import PRESS

# the end of a line at a tag, a block or a value
_BESIDE = re.compile(r"\A\n\s*|(?<=>)\n\s*|\n\s*(?=<)|\n\s*\Z")
_QUOTE = re.compile("<[^>]*>|&#34;")  # a tag, or a quote outside of tags, which needs no escape


class _OneLine(Extension):
    """Reads a template as one line: a line's end is a blank between words, and else nothing."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        for token in stream:
            if token.type == "data":
                text = re.sub(r"\n\s*", " ", _BESIDE.sub("", token.value))
                yield Token(token.lineno, "data", text)
            else:
                yield token


@cache
def _environment() -> Environment:
    loader = FileSystemLoader(PRESS / "assets" / "html")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, extensions=[_OneLine]
    )
    environment.filters["thousands"] = "{:,}".format
    environment.filters["json"] = partial(json.dumps, ensure_ascii=False)
    return environment


def offer(**functions: Callable[..., object]) -> None:
    """Let all templates call some functions by their names."""
    _environment().globals.update(functions)


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
    text = str(shown).replace("&#39;", "'")  # within tags values stand between double quotes
    return Markup(_QUOTE.sub(lambda part: part[0] if part[0] != "&#34;" else '"', text))
