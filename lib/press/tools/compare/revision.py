"""A git revision as one side: its pages, run by its own library in a copy of its files.

The copy is made aside by ``git archive``, so that nothing in the repository changes. Runs, compiled
kernels and finished pieces are shared with the project's own: they are named by what they are made
of, so that only what the revision does not share with what has been run costs anything.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path

from ...run.project import ELSEWHERE, Project, UserError
from ...site.citation import git
from .sides import Side, of_run

_SHARED = (".lock", "outlines.json", "numba")  # of `_build`, whatever the lock
_SHARED_IF_SAME = ("runs", "pieces")  # named by the lock
# what the revision's own library is asked to do; it tells on standard output where its runs are
_RUN = """
import json, signal, sys, time
from press.run.project import BuildError, Project, UserError
from press.run.runner import execute, plan

signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
project = Project.here()
try:
    runs = [plan(project, page) for page in project.notebooks.values()]
    todo = [run.page.address for run in runs if not run.finished]
    told = f"{len(todo)} of its {len(runs)} pages are to be run"
    print(f"{name}: {told}{': ' * bool(todo)}{', '.join(todo)}", file=sys.stderr, flush=True)
    start = time.monotonic()
    execute(project, runs)
    if todo:
        print(f"{name}: run in {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
except (BuildError, UserError) as error:
    sys.exit(str(error))
print(json.dumps([str(run.folder) for run in runs]))
"""


def commit_of(project: Project, text: str) -> str:
    """Return the commit that a text names; nothing if it names none."""
    if text.startswith("-"):
        return ""
    return git(project, "rev-parse", "--verify", "--quiet", f"{text}^{{commit}}")


def read_revision(project: Project, text: str, commit: str) -> Side:
    """Read the results of a revision's pages, which are run if they have not been yet.

    Parameters
    ----------
    project : Project
        The checkout, in whose environment they are run.
    text : str
        What the user calls the revision.
    commit : str
        Its commit.

    Returns
    -------
    Side
        Its pages.

    Raises
    ------
    UserError
        If it cannot be run here.
    """
    name = f"{text} ({commit[:10]})" if not commit.startswith(text) else text
    with project.scratch("revision") as scratch:
        tree = scratch / "tree"
        _unpack(project, commit, tree, name)
        same = _same(project.lock, Project(tree).lock)
        _share(project, tree, same)
        runs = _run(tree, name)
        try:
            pages = dict(of_run(folder) for folder in runs)
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise UserError(f"{name}: its runs cannot be read ({error})") from None
    note = f"{name}: has another lock, and was run with the packages that are installed here"
    return Side(name, pages, () if same else (note,))


def _unpack(project: Project, commit: str, tree: Path, name: str) -> None:
    tree.mkdir()
    command = ["git", "-C", str(project.root), "archive", "--format=tar", commit]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as packing:
        assert packing.stdout
        with tarfile.open(fileobj=packing.stdout, mode="r|") as archive:
            archive.extraction_filter = getattr(tarfile, "data_filter", None)  # since 3.11.4
            archive.extractall(tree)
    if packing.returncode or not (tree / "_toc.yml").is_file():
        raise UserError(f"{name}: git holds no book at this revision")


def _same(a: Path, b: Path) -> bool:
    return a.is_file() and b.is_file() and a.read_bytes() == b.read_bytes()


def _share(project: Project, tree: Path, same: bool) -> None:
    """Let a copy use what the project keeps; what it leaves there is true of any copy."""
    build = tree / "_build"
    build.mkdir()
    for name in _SHARED + (_SHARED_IF_SAME if same else ()):
        own = project.build / name
        if "." not in name:
            own.mkdir(exist_ok=True)
        elif name == ".lock":
            own.touch()
        if own.exists():
            (build / name).symlink_to(own.resolve(), target_is_directory=own.is_dir())
    if not same:  # what was made under the other lock is good; what is made now would be misnamed
        for run in (project.build / "runs").glob("*/*"):
            place = build / "runs" / run.parent.name / run.name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.symlink_to(run.resolve(), target_is_directory=True)


def _run(tree: Path, name: str) -> list[Path]:
    """Have the copy's own library run its pages; return where the results are."""
    libraries = [str(path) for path in Project(tree).libraries]
    code = f"import sys; sys.path[:0] = {libraries!r}; name = {name!r}\n{_RUN}"
    process = subprocess.Popen(
        [sys.executable, "-I", "-X", "utf8", "-c", code],
        cwd=tree,
        env=os.environ | {ELSEWHERE: str(tree.resolve())},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C reaches us, who end it
    )
    try:
        told, _ = process.communicate()
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()
    if process.returncode:
        raise UserError(f"{name}: its pages cannot be run here; see above")
    return [Path(folder) for folder in json.loads(told.splitlines()[-1])]
