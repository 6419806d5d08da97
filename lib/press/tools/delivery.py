"""The folder that ``--out`` names: checked before the run, filled after it, and then the user's."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..page.answer import Quantity
from ..run.manifest import MANIFEST, write_manifest
from ..run.project import Project, UserError
from ..run.runner import Run, execute, plan
from ..run.yaml_input import cut, printable
from .provenance import cite, command, origin, title, write_notes


def check_folder(project: Project, out: Path) -> None:
    """Refuse a folder that a result cannot be put into; leave no trace.

    Parameters
    ----------
    project : Project
        The checkout.
    out : Path
        What the user named.

    Raises
    ------
    UserError
        If it is a link or a file, lies in the project, is not empty, or cannot be written.
    """
    try:
        if out.is_symlink():
            raise UserError(f"--out {out}: is a symbolic link")
        if Path(os.path.realpath(out)).is_relative_to(os.path.realpath(project.root)):
            raise UserError(f"--out {out}: is in the project itself; name a folder beside it")
        if out.exists() and not out.is_dir():
            raise UserError(f"--out {out}: is a file")
        if out.exists() and any(out.iterdir()):
            raise UserError(f"--out {out}: is not empty")
        nearest = next(path for path in (out, *out.absolute().parents) if path.exists())
        with tempfile.TemporaryDirectory(dir=nearest):
            pass
    except OSError as error:
        raise UserError(f"--out {out}: cannot be written ({error.strerror})") from None


def deliver(project: Project, run: Run, out: Path, page: bool) -> None:
    """Put a finished run into a folder of the user's, with its page if asked for.

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
    """
    from ..site import build as site

    with _becoming(out) as result:
        shutil.copytree(run.folder, result)
        _explain(project, run, result)
        if page:
            others = {name: plan(project, other) for name, other in project.notebooks.items()}
            runs = others | {run.page.address: run}
            execute(project, list(runs.values()))
            site.build(project, runs, result / "html")
        write_manifest(result, run.key)


def deliver_folder(made: Path, out: Path) -> None:
    """Put a finished folder, which has a manifest, into one that `check_folder` has passed."""
    with _becoming(out) as result:
        shutil.copytree(made, result)


@contextmanager
def _becoming(out: Path) -> Iterator[Path]:
    """A new place on the same disk, whose content then goes into `out`, the manifest last."""
    out = out.absolute()
    out.parent.mkdir(parents=True, exist_ok=True)
    place = out if out.exists() else out.parent
    with tempfile.TemporaryDirectory(prefix=".parlor-", dir=place) as scratch:
        result = Path(scratch) / "result"
        yield result
        if not out.exists():
            result.rename(out)
            return
        for path in sorted(result.iterdir(), key=lambda path: path.name == MANIFEST):
            path.rename(out / path.name)


def _explain(project: Project, run: Run, result: Path) -> None:
    """Add to a copy of a run where it comes from, what it holds and how to cite it."""
    story = json.loads((run.folder / "run.json").read_text("utf-8")) | origin(project)
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


def pasted(path: Path) -> str:
    """Return a path as a shell reads it, on one line."""
    return shlex.quote(printable(str(path)).replace("\n", "\\n"))
