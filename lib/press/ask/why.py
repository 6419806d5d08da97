"""What changed since a page was last run, and what will run again because of it."""

from __future__ import annotations

import json
from typing import Any

from ..project.data_files import changed
from ..project.places import Page, Project
from . import keys
from .manifest import is_whole
from .runner import plan


def why(project: Project, page: Page) -> list[str]:
    """Say whether a page will run again, and because of what.

    Parameters
    ----------
    project : Project
        The checkout.
    page : Page
        The page.

    Returns
    -------
    list of str
        Lines: the verdict, then each part that changed since the last run with these parameters.
    """
    wanted = plan(project, page)
    if wanted.finished:
        return [f"{page.address}: nothing has changed, its run is kept"]
    last = _last_run(project, page, wanted.parameters)
    if last is None:
        return [f"{page.address}: will run, since it has not been run yet"]
    lines = [f"{page.address}: will run again"]
    lines += [f"  {line}" for line in keys.changes(last["made"], wanted.made.parts)]
    lines += [f"  {name}: changed" for name in changed(project, last["read"])]
    return lines


def _last_run(project: Project, page: Page, parameters: dict[str, Any]) -> dict[str, Any] | None:
    """The story of the newest run, of one with the same parameters if there is any."""
    stories = []
    for file in (project.build / "runs" / page.folder).glob("*/run.json"):
        if is_whole(file.parent, file.parent.name):  # else the runner does not believe it either
            story = json.loads(file.read_text("utf-8"))
            stories.append((story["parameters"] == parameters, file.stat().st_mtime, story))
    best = max(stories, key=lambda entry: entry[:2], default=None)
    return best[2] if best else None
