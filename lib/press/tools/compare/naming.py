"""From what a user writes to what is compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...run.project import Project, UserError, known_name
from .against import PUBLISHED, against_published
from .matching import Comparison, compare
from .revision import commit_of, read_revision
from .sides import Side, of_pages, read_folder, runs_of


def named(project: Project, before: str, after: str, **allowed: Any) -> Comparison:
    """Compare two things as ``parlor compare`` names them.

    Parameters
    ----------
    project : Project
        The checkout.
    before, after : str
        As for `read`; one of them may be ``"published"``.
    **allowed
        As for `compare`; the published values are compared by the ledger's rule alone.

    Returns
    -------
    Comparison
        What differs.

    Raises
    ------
    UserError
        If one of them cannot be read, or they have nothing in common.
    """
    if PUBLISHED not in (before, after):
        return compare(read(project, before), read(project, after), **allowed)
    if before == after:
        raise UserError("published values are compared with a run or a book")
    if allowed.get("tolerance") or allowed.get("errors") is not None:
        raise UserError("published values are compared by the ledger's rule: it has no options")
    side = read(project, after if before == PUBLISHED else before)
    return against_published(project, side, first=before == PUBLISHED)


def read(project: Project, text: str) -> Side:
    """Read what a user has named.

    Parameters
    ----------
    project : Project
        The checkout.
    text : str
        A folder or CSV file; the key of a run or sweep, or its beginning; a page or chapter, which
        means its finished runs with default parameters; or a git revision, whose runs are made if
        need be.

    Returns
    -------
    Side
        What it holds.

    Raises
    ------
    UserError
        If there is no such thing, or it cannot be read.
    """
    path = Path(text)
    if _exists(path):
        return read_folder(path)
    if runs := [run for run in runs_of(project) if len(text) >= 6 and run.name.startswith(text)]:
        if len(runs) > 1:
            named = ", ".join(f"{run.parent.name}/{run.name}" for run in runs)
            raise UserError(f"{text}: several runs begin so: {named}")
        return read_folder(runs[0], text)
    if text in project.chapters or text in project.notebooks:
        return of_pages(project, project.chapters.get(text) or [project.page(text)], text)
    commit = commit_of(project, text)
    if commit:
        return read_revision(project, text, commit)
    if "/" in text and (path.suffix or path.parts[0] not in project.chapters):
        raise UserError(f"{text}: there is no such folder, file or revision")
    known_name(text, [*project.chapters, *project.notebooks], "run, folder, revision or page")
    raise AssertionError


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that no file can have
        return False
