"""The settings of a project: the press's own, over which its ``_config.yml`` is laid."""

from __future__ import annotations

import copy
import os
import re
from typing import Any

from .errors import UserError
from .files import yaml_of
from .places import Project


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
        If an address is none, or there is no title or author.
    BuildError
        If ``_config.yml`` cannot be read.
    """
    base, own = yaml_of(project.assets / "settings.yml"), yaml_of(project.root / "_config.yml")
    config = _merged(copy.deepcopy(base), copy.deepcopy(own))
    for name in ("title", "author"):
        if not isinstance(config.get(name), str):
            raise UserError(f"_config.yml: {name}: is missing, or no text")
    config["sphinx"]["config"].setdefault("project", config["title"])
    page, repository = config["html"], config["repository"]
    site, clone = addresses()  # whoever publishes a copy knows them better than its files
    page["baseurl"] = _address("html: baseurl", site or page["baseurl"], "/")
    repository["url"] = _address("repository: url", clone or repository["url"], "")
    page["use_repository_button"] = bool(repository["url"])
    return config


def addresses() -> tuple[str, str]:
    """Return where the environment says that the book is published, and is cloned from."""
    return os.environ.get("BOOK_BASEURL", ""), os.environ.get("BOOK_REPOSITORY", "")


def _merged(base: dict[str, Any], own: Any, where: str = "") -> dict[str, Any]:
    """Settings, those of `own` in the place of the others, lists behind lists."""
    if not isinstance(own, dict):
        raise UserError(f"_config.yml: {where or 'it'} is no mapping of names")
    config = base | own
    for name in base.keys() & own.keys():
        if isinstance(base[name], dict):
            config[name] = _merged(base[name], own[name], f"{where}{name}: ")
        elif isinstance(base[name], list) and isinstance(own[name], list):
            config[name] = base[name] + own[name]
    return config


def _address(name: str, given: str | None, end: str) -> str:
    if not given:
        return ""
    if not re.fullmatch(r"https?://[^\s\"'<>]+", str(given)):
        raise UserError(f"_config.yml: {name}: '{given}' does not begin with https://")
    return given.rstrip("/") + end
