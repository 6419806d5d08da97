"""The sources of the functions that decided entries, with what these call.

griffe reads the sources of a package and follows what its modules import of each other.
"""

from __future__ import annotations

import ast
import symtable
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import griffe
from griffe import Alias, Object

from ..project.errors import BuildError


def used(library: Path, function: str, seen: Container[Object]) -> list[Object]:
    """Return a check and all that it uses of its package, nearest first.

    Parameters
    ----------
    library : Path
        The folder that holds the package.
    function : str
        The check's full name.
    seen : container of griffe.Object
        What is not followed any further.

    Raises
    ------
    BuildError
        If there is no such function.
    """
    package, _, name = function.partition(".")
    try:
        found = [sources_of(package, library)[name]]
    except KeyError:
        raise BuildError(f"there is no function {function}, which decided entries") from None
    waiting = [*found]
    for one in waiting:
        for other in _uses(one):
            if other not in found:
                found.append(other)
                if other not in seen:
                    waiting.append(other)
    return found


def code(definitions: Iterable[Object]) -> str:
    """Return the sources of definitions, module by module, each in its order."""
    modules: dict[str, list[Object]] = {}
    for one in definitions:
        modules.setdefault(one.module.path, []).append(one)
    texts = []
    for module, some in modules.items():
        sources = [one.source for one in sorted(some, key=lambda one: one.lineno or 0)]
        texts.append(f"# {module}\n" * (len(modules) > 1) + "\n\n".join(sources))
    return "\n\n".join(texts)


@cache
def sources_of(package: str, library: Path) -> Any:
    """Return all modules of a package; to read them takes a second or two."""
    return griffe.load(package, search_paths=[library], allow_inspection=False)


@cache
def _uses(definition: Object) -> list[Object]:
    """What a definition uses of its package, in the order in which its module knows it.

    Of a module that is imported whole that is what stands behind its name, ``module.name``, if the
    module lies beside the definition's own or above it: those of other chapters stay folded.
    """
    own, tree = definition.module, ast.parse(definition.source)
    asked = {*_globals(symtable.symtable(definition.source, definition.path, "exec"))}
    asked |= {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if node.value.id in asked
    }
    found: list[Object] = []
    for name, member in own.members.items():
        known = _target(member) if name in asked else None
        if known and known.is_module and own.path.startswith(f"{known.path.rpartition('.')[0]}."):
            held = (of for inner, of in known.members.items() if f"{name}.{inner}" in asked)
            found += filter(None, map(_target, held))
        elif known and not known.is_module:
            found.append(known)
    return found


def _target(member: Object | Alias) -> Object | None:
    """What a module calls by a name, where that is of its package."""
    with suppress(griffe.AliasResolutionError):
        return member.final_target if isinstance(member, Alias) else member
    return None


def _globals(scope: symtable.SymbolTable) -> Iterator[str]:
    """The names that a definition has of its module: those of its own variables are others."""
    yield from (symbol.get_name() for symbol in scope.get_symbols() if symbol.is_global())
    for inner in scope.get_children():
        yield from _globals(inner)
