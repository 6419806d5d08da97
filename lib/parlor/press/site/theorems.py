"""Theorems and proofs: an id of their own for each, where sphinx-proof gives all of them one."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx


def _name(app: Sphinx, doctree: nodes.document) -> None:
    """Name the body of a theorem after the theorem, and a proof after what it proves."""
    last, taken = "", set[str]()
    for node in doctree.findall(nodes.Element):
        if type(node).__name__ == "proof_node":
            (box,) = node.children
            name = f"proof-of-{last}" if last else "proof"
            while name in taken:
                name += "-again"
            taken.add(name)
            box["ids"], box["classes"] = [name], ["proof", "pr-proof"]
        elif isinstance(node, nodes.section) and "proof-content" in node["ids"]:
            last = node.parent["label"]
            node["ids"] = [f"{last}-content"]


def setup(app: Sphinx) -> None:
    """Let Sphinx call what is above."""
    app.connect("doctree-read", _name)
