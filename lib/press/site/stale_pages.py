"""Which pages Sphinx writes again: after a word of prose one, else all.

Sphinx writes the pages that it has read, and those above them in the contents. Others show titles,
numbers, labels and words of the glossary too. So all are written whenever anything of that has
changed, and a reference is never stale.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from ..project.files import digest_text

# what Sphinx and its extensions know of all pages, besides the pages themselves
_SHARED = (
    "titles", "longtitles", "tocs", "toctree_includes", "toc_secnumbers", "toc_fignumbers",
    "proof_list", "domaindata",
)  # fmt: skip


def _text(value: Any) -> str:
    """What Sphinx remembers, as a text that does not depend on the order of reading."""
    if isinstance(value, nodes.Node):
        return value.pformat()
    if isinstance(value, Mapping):
        return "\n".join(sorted(f"{_text(key)}: {_text(item)}" for key, item in value.items()))
    if isinstance(value, list | tuple | set):
        return "\n".join(sorted(map(_text, value)))
    return re.sub(r" at 0x\w+", "", repr(value))  # where an object lies in memory says nothing


def _to_write(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    shared = digest_text(*(_text(getattr(env, name, None)) for name in _SHARED))
    before = getattr(env, "press_shared", shared)
    env.press_shared = shared  # type: ignore[attr-defined]
    # one at least, since Sphinx would else leave without what it does at the end
    return [app.config.root_doc] if shared == before else env.found_docs


def setup(app: Sphinx) -> None:
    """Let Sphinx call what is above."""
    # Sphinx's own part of it numbers sections and equations, and comes before
    app.connect("env-get-updated", _to_write, priority=900)
