"""Theorems and proofs: an id of their own for each, where sphinx-proof gives all of them one."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx


def _name(app: Sphinx, doctree: nodes.document) -> None:
    """Name the body of a theorem after the theorem, and a proof after what it proves."""
    count = 0
    for node in doctree.findall(nodes.Element):
        if type(node).__name__ == "proof_node":
            count += 1
            before = node.parent[max(node.parent.index(node) - 1, 0)]
            proved = before.get("label") if isinstance(before, nodes.Element) else None
            (box,) = node.children
            box["ids"] = [f"proof-of-{proved}" if proved else f"proof-{count}"]
            box["classes"] = ["proof", "pr-proof"]
        elif isinstance(node, nodes.section) and "proof-content" in node["ids"]:
            node["ids"] = [f"{node.parent['label']}-content"]


def setup(app: Sphinx) -> None:
    """Let Sphinx call what is above."""
    app.connect("doctree-read", _name)
