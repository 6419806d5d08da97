"""Names of results: hashes of all that can change them, and of nothing else.

A page's run is made of its code cells, the modules of `parlor` that they import, directly or
through others, the chapter's published data, the data files that those modules name, the lock, the
version of Python and the parameters. Prose, docstrings, comments, styles, other chapters and other
games are not in it. A finished piece of long work is named by the modules that its function needs.

Which module imports which is read from the source (see `modules`). That this is all that a run
imports is checked when it has run (see `execute`), and a test refuses imports that could not be
read so.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from .memo import FOLDER, Memo
from .modules import library_of
from .notebook import kept_cells
from .project import Page, Project, digest_text

# what stands between a page's code and its results, besides what the page imports itself
_MAKERS = ("press.run.execute", "press.run.nursery")
# a page that judges needs what is published; a run that needed it unseen fails
_JUDGES = re.compile(r"\.(?:judge|found|published)\b")
_OF_THE_LEDGER = frozenset({"lines.csv", "justified.yaml"})  # shown on its page, by no run
GAMES = "data/games"


def of_page(project: Project, page: Page, parameters: dict[str, Any]) -> dict[str, str]:
    """Return what a page's run is made of.

    Parameters
    ----------
    project : Project
        The checkout.
    page : Page
        The page.
    parameters : dict
        All its parameters, validated.

    Returns
    -------
    dict of str to str
        A hash, or the value itself, by what it is of: ``"code of guts"``, ``"parlor.core.laws"``,
        ``"data/games/guts.json"``, ``"parameter mesh"``, ...
    """
    cells = kept_cells(project, page)
    library = library_of(project)
    code = library.read("\n".join(cells).encode())
    start = library.imports(code) | set(_MAKERS)
    made = {f"code of {page.address}": digest_text(*cells)}
    made |= _of_modules(project, library.reached(start), set(code.data))
    published = project.root / "data" / "published" / page.chapter
    if published.is_dir() and _JUDGES.search("\n".join(cells)):
        made[f"data/published/{page.chapter}"] = digest_folder(published, but=_OF_THE_LEDGER)
    return made | {f"parameter {name}": json.dumps(value) for name, value in parameters.items()}


def of_code(project: Project, name: str, source: str) -> dict[str, str]:
    """Return what some code is made of, if it is run with the library alone.

    Parameters
    ----------
    project : Project
        The checkout.
    name : str
        What the code is called.
    source : str
        The code.

    Returns
    -------
    dict of str to str
        As `of_page` has it, without parameters.
    """
    library = library_of(project)
    code = library.read(source.encode())
    modules = library.reached(library.imports(code))
    return {name: digest_text(source)} | _of_modules(project, modules, set(code.data))


def of_module(project: Project, module: str) -> dict[str, str]:
    """Return what the results of a module's functions are made of, their arguments aside."""
    return _of_modules(project, library_of(project).reached([module]), set())


def memo_of(project: Project, module: str) -> Memo:
    """Return what was made for a project by a module of the press as it is now."""
    maker = name_of(of_module(project, module))
    return Memo(project.build / FOLDER / module.rpartition(".")[2], maker)


def name_of(made: dict[str, str]) -> str:
    """Return the name of what is made of `made`: 16 hexadecimal digits."""
    return digest_text(json.dumps(made, sort_keys=True))


def changes(old: dict[str, str], new: dict[str, str]) -> list[str]:
    """Say how two descriptions of what something is made of differ.

    Parameters
    ----------
    old, new : dict of str to str
        As `of_page` returns them.

    Returns
    -------
    list of str
        A line for each part that was added, taken away or changed.

    Examples
    --------
    >>> changes({"parlor.core.laws": "1", "parameter n": "3"}, {"parameter n": "4", "lock": "5"})
    ['lock: new', 'parameter n: 3 before, 4 now', 'parlor.core.laws: no longer used']
    """
    lines = []
    for name in sorted(old.keys() | new.keys()):
        before, now = old.get(name), new.get(name)
        if before is None:
            lines.append(f"{name}: new")
        elif now is None:
            lines.append(f"{name}: no longer used")
        elif before != now:
            shown = name.startswith(("parameter ", "Python"))
            lines.append(f"{name}: {f'{before} before, {now} now' if shown else 'changed'}")
    return lines


def digest_folder(folder: Path, but: frozenset[str] = frozenset()) -> str:
    """Return a hash of the files below a folder, those behind links too, but not of some names."""
    digest = hashlib.sha256()
    for top, folders, files in os.walk(folder, followlinks=True):
        folders.sort()
        for name in sorted(set(files) - but):
            content = (Path(top) / name).read_bytes()
            where = (Path(top) / name).relative_to(folder).as_posix()
            digest.update(f"{where}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def _of_modules(project: Project, modules: set[str], names: set[str]) -> dict[str, str]:
    library = library_of(project)
    made = {module: library.outline(module).digest for module in modules}
    for module in modules:
        names = names | set(library.outline(module).data)
    for name in names:
        file = project.root / f"{GAMES}/{name}"
        content = file.read_bytes() if file.is_file() else b""
        made[f"data/games/{name}"] = hashlib.sha256(content).hexdigest()[:16]
    made["requirements.txt"] = hashlib.sha256(project.lock.read_bytes()).hexdigest()[:16]
    made["Python"] = ".".join(map(str, sys.version_info[:2]))
    return made


def edited_since(project: Project, module: str, moment: float) -> bool:
    """Whether one of the modules that `module` needs was edited after a moment (a time stamp)."""
    library = library_of(project)
    paths = filter(None, map(library.path, library.reached([module])))
    return any(path.stat().st_mtime > moment for path in paths)
