"""What a finished folder holds: written when it is made, and checked before it is believed.

A run, the book and a folder delivered by ``--out`` each carry a ``manifest.json`` with the SHA-256
of every file. A folder in which a file is missing, cut off, changed or added is not whole, nor is
one with another name's manifest: whoever finds it makes it again.
"""

from __future__ import annotations

import hashlib
import json
import stat
from pathlib import Path
from typing import Any

from ..project.files import kept_text

MANIFEST = "manifest.json"


def write_manifest(folder: Path, key: str, **about: Any) -> None:
    """Write what `folder` holds into its manifest.

    Parameters
    ----------
    folder : Path
        A complete folder of plain files.
    key : str
        The name of what it was made from.
    **about : object
        More to keep with it, such as totals; fit for JSON.
    """
    (folder / MANIFEST).unlink(missing_ok=True)
    paths = sorted(path for path in folder.rglob("*") if not path.is_dir())
    files = {path.relative_to(folder).as_posix(): _sum(path) for path in paths}
    content = {"key": key, **about, "files": files}
    text = json.dumps(content | {"sum": _of_content(content)}, indent=1)
    (folder / MANIFEST).write_text(text + "\n", "utf-8")


def read_manifest(folder: Path, key: str) -> dict[str, Any] | None:
    """Return the manifest of a folder that is whole.

    Parameters
    ----------
    folder : Path
        The folder, which may not exist.
    key : str
        The name of what it should be made from.

    Returns
    -------
    dict or None
        What was written; None if the folder is not whole.
    """
    try:
        content = json.loads(kept_text(folder / MANIFEST))
        if content.pop("sum") != _of_content(content) or content["key"] != key:
            return None
        files = content["files"]
        names = {path.relative_to(folder).as_posix() for path in _inside(folder)}
        if names != {*files, MANIFEST}:
            return None
        whole = all(_sum(folder / name) == expected for name, expected in files.items())
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None  # whatever is there, we have not written it
    return content if whole else None


def is_whole(folder: Path, key: str) -> bool:
    """Say whether `folder` holds exactly what it was finished with, under the name `key`."""
    return read_manifest(folder, key) is not None


def _inside(folder: Path) -> list[Path]:
    """Everything below a folder that is not a folder itself; a link to one counts as a file."""
    return [path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()]


def _sum(path: Path) -> str:
    """The SHA-256 of a plain file, else an OSError: links and devices are not read."""
    if not stat.S_ISREG(path.lstat().st_mode):
        raise OSError(f"{path} is not a plain file")
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _of_content(content: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
