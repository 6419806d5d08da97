"""The folder that ``--out`` names: checked before the run, filled after it, mended later."""

from __future__ import annotations

import filecmp
import json
import os
import shutil
import tempfile
from pathlib import Path

from .manifest import MANIFEST, read_manifest, write_manifest
from .project import Project, UserError
from .runner import Run, execute, plan

_OURS = ("lib", "data", "book", "tests", "benchmarks")  # and what begins with a dot or underscore


def check_folder(project: Project, out: Path, run: Run) -> None:
    """Refuse a folder that the result of `run` cannot be put into; leave no trace.

    Parameters
    ----------
    project : Project
        The checkout.
    out : Path
        What the user named.
    run : Run
        What is to be put there.

    Raises
    ------
    UserError
        If it is a link or a file, is part of the project, holds anything but this very result,
        or cannot be written.
    """
    root, real = (Path(os.path.realpath(path)) for path in (project.root, out))
    first = real.relative_to(root).parts[:1] if real.is_relative_to(root) else ("elsewhere",)
    try:
        if out.is_symlink():
            raise UserError(f"--out {out}: is a symbolic link")
        if not first or first[0] in _OURS or first[0].startswith((".", "_")):
            raise UserError(f"--out {out}: is a folder of the project itself")
        if out.exists() and not out.is_dir():
            raise UserError(f"--out {out}: is a file")
        if out.exists() and any(out.iterdir()) and run.key not in _keys(out):
            raise UserError(f"--out {out}: is not empty, and holds no result of this run")
        nearest = next(path for path in (out, *out.absolute().parents) if path.exists())
        with tempfile.TemporaryDirectory(dir=nearest):
            pass
    except OSError as error:
        raise UserError(f"--out {out}: cannot be written ({error.strerror})") from None


def deliver(project: Project, run: Run, out: Path, page: bool) -> list[str]:
    """Put a finished run into a folder of the user's, with its page if asked for.

    A new folder appears whole or not at all. In one that holds this result already, what is missing
    or damaged is made whole again, and a file of the user's that is in the way gets another name.

    Parameters
    ----------
    project : Project
        The checkout.
    run : Run
        A finished run.
    out : Path
        A folder that `check_folder` has passed.
    page : bool
        Whether the book with this run's page goes into ``html``.

    Returns
    -------
    list of str
        The names that were given to files in the way.
    """
    from . import site

    found = read_manifest(out, run.key, alone=False)
    if found and (not page or "html/index.html" in found["files"]):
        return []
    out = out.absolute()
    out.parent.mkdir(parents=True, exist_ok=True)
    place = out if out.exists() else out.parent
    with tempfile.TemporaryDirectory(prefix=".parlor-", dir=place) as scratch:
        result = Path(scratch) / "result"
        shutil.copytree(run.folder, result)
        if page:
            others = {name: plan(project, other) for name, other in project.notebooks.items()}
            runs = others | {run.page.address: run}
            execute(project, list(runs.values()))
            site.build(project, runs, result / "html")
        write_manifest(result, run.key)
        if out.exists():
            return _fill(result, out)
        result.rename(out)
        return []


def _keys(folder: Path) -> set[str]:
    """The runs that a folder says it is of."""
    keys = set()
    for path in (folder / "run.json", folder / MANIFEST):
        try:
            if path.is_file():
                keys.add(str(json.loads(path.read_text("utf-8"))["key"]))
        except (ValueError, LookupError, TypeError, RecursionError):
            continue  # cut off, or not ours
    return keys


def _fill(new: Path, out: Path) -> list[str]:
    """Move the files of `new` to their places below `out` where those differ."""
    aside = []
    paths = [path.relative_to(new) for path in new.rglob("*") if path.is_file()]
    # the one that names the run first and the one that vouches for all last: if we are stopped in
    # between, the next call sees what this is, and that it is not whole
    for path in sorted(paths, key=lambda path: (path == Path(MANIFEST), path.name != "run.json")):
        target = out / path
        steps = [out / parent for parent in reversed(path.parents)][1:]
        plain = not any(step.is_symlink() for step in (*steps, target))
        if plain and target.is_file() and filecmp.cmp(new / path, target, shallow=False):
            continue
        aside += [_put_aside(s) for s in steps if s.is_symlink() or (s.exists() and not s.is_dir())]
        if os.path.lexists(target) and (path != Path(MANIFEST) or not target.is_file()):
            aside.append(_put_aside(target))
        target.parent.mkdir(parents=True, exist_ok=True)
        (new / path).replace(target)
    return aside


def _put_aside(path: Path) -> str:
    """Give what stands at `path` another name, and return that."""
    free = path.with_name(f"{path.name}.old")
    count = 1
    while os.path.lexists(free):
        count += 1
        free = path.with_name(f"{path.name}.old{count}")
    path.rename(free)
    return str(free)
