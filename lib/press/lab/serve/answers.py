"""A finished run as a page shows it."""

from __future__ import annotations

import io
import json
import re
import shlex
import zipfile
from contextlib import suppress
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import nbformat

from ...page.answer import Quantity
from ...run.manifest import MANIFEST, read_manifest
from ...run.parameters import Parameters
from ...run.project import Page
from ...site.formulas import dress
from ...site.mathml import TexError
from ...tools.compare import HEAD, cells, compare
from ...tools.results import read_folder
from ..form import written
from ..lab import TAG

MOST_CHANGES = 200  # in a comparison; the command tells all
_DOWNLOAD = re.compile(r'href="(?:\.\./)*downloads/[^"/]+/([^"]+)"')
_ID = re.compile(r'\bid="([^"]+)"')
_SCRIPT = re.compile(r"<script\b.*?</script>", re.DOTALL)


def answer(page: Page, folder: Path, files: str) -> dict[str, Any]:
    """Return what a page shows of a run, fit for JSON.

    Parameters
    ----------
    page : Page
        The page that was run.
    folder : Path
        The finished run.
    files : str
        The address below which its files are.

    Returns
    -------
    dict
        What was asked and given, the quantities, and the outputs as ``html``.
    """
    results = json.loads((folder / "results.json").read_text("utf-8"))
    run = json.loads((folder / "run.json").read_text("utf-8"))
    told = results.get("answer", {"asked": "", "quantities": []})
    quantities = [Quantity.of_json(one) for one in told["quantities"]]
    return {
        "asked": told["asked"],
        "given": {name: written(v) for name, v in changed(page, run["parameters"]).items()},
        "seconds": run["wall_seconds"],
        "quantities": [
            {"name": q.name, "told": q.told, "sure": q.certainty, "meaning": q.meaning}
            for q in quantities
        ],
        "html": _html(folder / f"{page.name}.ipynb", folder, files),
        "notebook": f"{files}/{page.name}.ipynb",
        "all": f"{files}.zip",
    }


def changed(page: Page, values: dict[str, Any]) -> dict[str, Any]:
    """Return the values that are not today's defaults."""
    defaults = Parameters.of_page(page).validate({})
    return {name: value for name, value in values.items() if value != defaults.get(name)}


def compared(before: Path, after: Path, root: Path) -> dict[str, Any]:
    """Return what differs between two finished runs of a project, fit for JSON."""
    comparison = compare(read_folder(before, before.name), read_folder(after, after.name))
    told = [shlex.quote(str(folder.relative_to(root))) for folder in (before, after)]
    return {
        "told": str(comparison),
        "command": " ".join([".venv/bin/parlor compare", *told]),
        "head": list(HEAD),
        "rows": [[c.place, *cells(c)] for c in comparison.changes[:MOST_CHANGES]],
    }


def names(folder: Path) -> list[str]:
    """Return the files of a finished run, as its manifest has them."""
    manifest = read_manifest(folder, folder.name)
    return sorted([*manifest["files"], MANIFEST]) if manifest else []


def packed(folder: Path, name: str) -> bytes:
    """Return a finished run as a ZIP archive of one folder; the same run gives the same bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in names(folder):
            told = zipfile.ZipInfo(f"{name}/{path}", (1980, 1, 1, 0, 0, 0))
            told.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(told, (folder / path).read_bytes())
    return file.getvalue()


def _html(notebook: Path, folder: Path, files: str) -> str:
    """The outputs from the answer on, with links to this run's files and names of its own."""
    cells = nbformat.read(notebook, as_version=4).cells
    tagged = [i for i, cell in enumerate(cells) if TAG in cell.metadata.get("tags", [])]
    shown = "".join(
        "".join(output.data["text/html"])
        for cell in cells[tagged[0] if tagged else 0 :]
        for output in cell.get("outputs", [])
        if "text/html" in output.get("data", {})
    )
    places = {Path(name).name: name for name in names(folder)}

    def link(found: re.Match[str]) -> str:
        name = places.get(unquote(unescape(found[1])))
        return f'href="{escape(f"{files}/{quote(name)}")}"' if name else 'href=""'

    with suppress(TexError):  # it is shown as it stands
        shown = dress(shown)
    shown = _SCRIPT.sub("", _DOWNLOAD.sub(link, shown))
    return _renamed(shown, f"run-{folder.name[:8]}-")


def _renamed(shown: str, start: str) -> str:
    """Give ids a start of their own: the page has an answer with the same ones already."""
    for name in set(_ID.findall(shown)):
        pattern = rf'(\bid="|"#|\(#|labelledby="|describedby="|for="){re.escape(name)}(?=["\)])'
        shown = re.sub(pattern, rf"\g<1>{start}{name}", shown)
    return shown
