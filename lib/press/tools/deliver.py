"""The folder that ``--out`` names: checked before the run, filled after it, mended later."""

from __future__ import annotations

import filecmp
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..page.answer import Quantity
from ..run.manifest import MANIFEST, is_whole, read_manifest, write_manifest
from ..run.project import Project, UserError
from ..run.runner import Run, execute, plan
from ..run.yaml_input import cut
from .provenance import cite, command, origin, title, write_notes

_OURS = ("lib", "data", "book", "tests", "benchmarks")  # and what begins with a dot or underscore


def check_folder(project: Project, out: Path, key: str, kind: str = "") -> None:
    """Refuse a folder that a result cannot be put into; leave no trace.

    Parameters
    ----------
    project : Project
        The checkout.
    out : Path
        What the user named.
    key : str
        The name of what is to be put there.
    kind : str, optional
        What kind of result it is: a whole one of the same kind, with nothing else beside it, will
        be replaced.

    Raises
    ------
    UserError
        If it is a link or a file, is part of the project, holds anything but such a result, or
        cannot be written.
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
        if (
            out.exists()
            and any(out.iterdir())
            and key not in _keys(out)
            and not (kind and _kind(out) == kind)
        ):
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
    from ..site import build as site

    found = read_manifest(out, run.key, alone=False)
    if found and (not page or "html/index.html" in found["files"]):
        return []
    with _beside(out) as result:
        shutil.copytree(run.folder, result)
        _explain(project, run, result, _told(out, run.key))
        if page:
            others = {name: plan(project, other) for name, other in project.notebooks.items()}
            runs = others | {run.page.address: run}
            execute(project, list(runs.values()))
            site.build(project, runs, result / "html")
        write_manifest(result, run.key)
        if out.exists():
            return _fill(result, out.absolute())
        result.rename(out.absolute())
        return []


def deliver_folder(made: Path, out: Path, key: str, kind: str) -> list[str]:
    """Put a finished folder, which has a manifest of this name, in the place of an earlier one.

    Parameters
    ----------
    made : Path
        The folder.
    out : Path
        A folder that `check_folder` has passed.
    key, kind : str
        The name and the kind of the result.

    Returns
    -------
    list of str
        As for `deliver`.
    """
    if is_whole(out, key):
        return []
    ours = _files(out) if out.exists() and _kind(out) == kind else []
    with _beside(out) as result:
        shutil.copytree(made, result)
        if not out.exists():
            result.rename(out.absolute())
            return []
        for name in ours:
            if name == "run.json":  # says whose the folder is, if we are stopped in between
                shutil.copy(result / name, out / name)
            else:
                (out / name).unlink()
        for folder in sorted(out.rglob("*"), reverse=True):
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
        return _fill(result, out.absolute())


def _files(out: Path) -> list[str]:
    """The files of a whole folder, the one that says whose it is first, the manifest last."""
    names = [path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()]
    return sorted(names, key=lambda name: (name == MANIFEST, name != "run.json"))


@contextmanager
def _beside(out: Path) -> Iterator[Path]:
    """A new place on the same disk, for what becomes `out`, or goes into it."""
    out = out.absolute()
    out.parent.mkdir(parents=True, exist_ok=True)
    place = out if out.exists() else out.parent
    with tempfile.TemporaryDirectory(prefix=".parlor-", dir=place) as scratch:
        yield Path(scratch) / "result"


def _kind(folder: Path) -> str:
    """The kind of the result that a folder holds, if it is whole and holds nothing else."""
    found = next((read_manifest(folder, key) for key in _keys(folder)), None)
    return str(found.get("kind", "")) if found else ""


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


def _told(out: Path, key: str) -> dict[str, Any]:
    """What a folder that is mended says of its result."""
    try:
        story = json.loads((out / "run.json").read_text("utf-8"))
        return dict(story) if story["key"] == key else {}
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return {}


def _explain(project: Project, run: Run, result: Path, earlier: dict[str, Any]) -> None:
    """Add to a copy of a run where it comes from, what it holds and how to cite it."""
    story = json.loads((run.folder / "run.json").read_text("utf-8"))
    now = origin(project)
    story |= {name: earlier.get(name, value) for name, value in now.items()}
    story["command"] = command(project, "run", run.page, run.changed)
    given = ", ".join(f"{name} = {shown(value)}" for name, value in run.changed.items())
    what = f"run with {given}" if given else "run with its defaults"
    citation = cite(project, run.page, what, run.key)
    story["citation"] = citation.text
    (result / "run.json").write_text(json.dumps(story, indent=2) + "\n", "utf-8")
    answer = run.results().get("answer")
    paragraphs = [f"The answer to one question, asked of the page {run.page.address} by:"]
    paragraphs.append(_listed({name: shown(value) for name, value in run.parameters.items()}))
    if answer:
        found = [Quantity.of_json(told) for told in answer["quantities"]]
        rows = {q.name: "; ".join(filter(None, [q.told, q.certainty, q.meaning])) for q in found}
        paragraphs += [answer["asked"], _listed(rows)]
    paragraphs += [
        "results.json has these numbers at full precision with their errors (a standard error, a "
        "bound, or an estimate), the names and captions of tables and figures, and verdicts if "
        "the page gives any. Tables are in tables/ as CSV and JSON, figures in figures/ as SVG, "
        f"the executed notebook is {run.notebook.name}, and run.json has all parameters, what "
        "the run was made of, versions, time and memory.",
    ]
    heading = f"{title(project, run.page)}: {what}"
    write_notes(result, heading, paragraphs, story, citation)


def _listed(rows: dict[str, str]) -> str:
    width = max(map(len, rows), default=0)
    return "\n".join(f"  {name:<{width}}  {text}" for name, text in rows.items()) + "\n"


def shown(value: Any) -> str:
    """A parameter's value as YAML has it, cut where it is long."""
    return cut(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


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
