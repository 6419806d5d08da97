"""The settings of a project: the press's own, over which its ``_config.yml`` is laid."""

from __future__ import annotations

import copy
import os
import re
from typing import Any

from .errors import UserError
from .files import yaml_of
from .places import Project
from .records import Slip, slips


def settings(project: Project) -> dict[str, Any]:
    """Return the settings, in which addresses of book and repository end as they are joined.

    ``BOOK_BASEURL`` and ``BOOK_REPOSITORY`` in the environment go before what the files say, so
    that the book of a fork names the fork.

    Parameters
    ----------
    project : Project
        The checkout.

    Returns
    -------
    dict
        As Jupyter Book reads them; whoever asks may change them.

    Raises
    ------
    UserError
        If an address in the environment is none.
    BuildError
        If one in ``_config.yml`` is none, there is no title or author, or it cannot be read.
    """
    file = project.root / "_config.yml"
    base, own = yaml_of(project.assets / "settings.yml"), yaml_of(file)
    with slips(file):
        config = _merged(copy.deepcopy(base), copy.deepcopy(own))
        for name in ("title", "author"):
            if not isinstance(config.get(name), str):
                raise Slip("it is missing, or no text", name)
    config["sphinx"]["config"].setdefault("project", config["title"])
    page, repository = config["html"], config["repository"]
    site, clone = addresses()  # whoever publishes a copy knows them better than its files
    with slips(file, "html", "baseurl"):
        page["baseurl"] = site or _address(page["baseurl"], "/")
    with slips(file, "repository", "url"):
        repository["url"] = clone or _address(repository["url"], "")
    page["use_repository_button"] = bool(repository["url"])
    return config


def addresses() -> tuple[str, str]:
    """Return where the environment says that the book is published, and is cloned from."""
    return _told("BOOK_BASEURL", "/"), _told("BOOK_REPOSITORY", "")


def _merged(base: dict[str, Any], own: Any, *where: str) -> dict[str, Any]:
    """Settings, those of `own` in the place of the others, lists behind lists."""
    if not isinstance(own, dict):
        raise Slip("it is no mapping of names", *where)
    config = base | own
    for name in base.keys() & own.keys():
        if isinstance(base[name], dict):
            config[name] = _merged(base[name], own[name], *where, name)
        elif isinstance(base[name], list) and isinstance(own[name], list):
            config[name] = base[name] + own[name]
    return config


def _told(name: str, end: str) -> str:
    """An address in the environment."""
    try:
        return _address(os.environ.get(name), end)
    except ValueError as error:
        raise UserError(f"{name}: {error}") from None


def _address(given: str | None, end: str) -> str:
    if given and not re.fullmatch(r"https?://[^\s\"'<>]+", str(given)):
        raise ValueError(f"'{given}' does not begin with https://")
    return f"{given.rstrip('/')}{end}" if given else ""
