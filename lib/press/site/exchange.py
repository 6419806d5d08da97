"""What outlives the site, or helps to find it: an RO-Crate, a site map, cards for links.

The crate (``ro-crate-metadata.json``, version 1.1 with the profile Process Run Crate) says of each
file for download what it is, and which page's run made it by which parameters. It is written from
the runs alone, so that two builds of a commit give the same.
"""

from __future__ import annotations

import json
import mimetypes
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.sax.saxutils import escape

from ..ledger.entries import apart
from ..ledger.published import Published
from ..run.edition import UNKNOWN, Edition, settings
from ..run.project import Project
from ..run.runner import Run
from .share import card_of

CRATE = "ro-crate-metadata.json"
_SPEC = "https://w3id.org/ro/crate/1.1"
_PROFILE = "https://w3id.org/ro/wfrun/process/0.5"
_LICENSE = "https://spdx.org/licenses/MIT"
_TYPES = {
    ".ipynb": "application/x-ipynb+json",
    ".csv": "text/csv",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".js": "text/javascript",
    ".html": "text/html",
}
_NAMES = {
    "tables": "Table",
    "figures": "Figure",
    "widgets": "Data of a game to play",
    "data": "Data",
}


def write_crate(
    project: Project,
    site: Path,
    runs: Iterable[Run],
    published: dict[str, Published],
    titles: dict[str, str],
) -> None:
    """Write the metadata of a site that is otherwise finished.

    Parameters
    ----------
    project : Project
        The checkout.
    site : Path
        The site, which becomes the crate.
    runs : iterable of Run
        The runs that it was made from.
    published : dict of str to Published
        The sources by chapter.
    titles : dict of str to str
        The titles of pages by place.
    """
    runs = list(runs)
    edition, config = Edition.of(project), settings(project)
    address, repository = config["html"]["baseurl"], config["repository"]["url"]
    chapters = dict.fromkeys(run.page.chapter for run in runs)
    sources = [source for name, source in apart(published)[0].items() if name in chapters]
    works = _works(project.root / "book/references.bib", sources)
    pages = [_file(site, f"{place}.html", name=title) for place, title in titles.items()]
    made, actions = [], []
    for run in runs:
        notebook, results, action = _run(site, run, titles)
        made += [notebook, *results]
        actions.append(action)
    known = {entity["@id"] for entity in made}
    others = [
        _file(site, path.relative_to(site).as_posix(), name=_ledger_name(path))
        for path in sorted((site / "downloads").rglob("*"))
        if path.is_file() and quote(path.relative_to(site).as_posix()) not in known
    ]
    files = [*pages, *made, *others]
    root: dict[str, Any] = {
        "@id": "./",
        "@type": "Dataset",
        "name": config["title"],
        "description": "A book that recomputes publications on parlor games, with a ledger that "
        "says of every published statement whether it holds.",
        "license": {"@id": _LICENSE},
        "author": {"@id": "#authors"},
        "version": edition.version,
        "identifier": f"commit {edition.commit}",
        "conformsTo": {"@id": _PROFILE},
        "hasPart": _ids(files),
        "mentions": _ids(actions),
        "citation": _ids(works),
    }
    if edition.date != UNKNOWN:
        root["datePublished"] = edition.date
    if address:
        root["url"] = address
    software: dict[str, Any] = {
        "@id": "#parlor",
        "@type": "SoftwareSourceCode",
        "name": "parlor",
        "description": "The solvers of the games, the checks of the sources, and the press",
        "programmingLanguage": {"@id": "https://www.python.org/"},
        "version": f"{edition.version}, commit {edition.commit}",
        "license": {"@id": _LICENSE},
    }
    if repository:
        software["codeRepository"] = repository
    graph = [
        {
            "@id": CRATE,
            "@type": "CreativeWork",
            "conformsTo": {"@id": _SPEC},
            "about": {"@id": "./"},
        },
        root,
        {"@id": _PROFILE, "@type": "CreativeWork", "name": "Process Run Crate", "version": "0.5"},
        {"@id": "#authors", "@type": "Organization", "name": config["author"]},
        {
            "@id": _LICENSE,
            "@type": "CreativeWork",
            "name": "MIT License",
            "url": "https://opensource.org/license/mit",
        },
        {
            "@id": "https://www.python.org/",
            "@type": "ComputerLanguage",
            "name": "Python",
            "url": "https://www.python.org/",
        },
        software,
        *works,
        *actions,
        *(parameter for run in runs for parameter in _parameters(run)),
        *files,
    ]
    crate = {"@context": f"{_SPEC}/context", "@graph": graph}
    text = json.dumps(crate, indent=1, ensure_ascii=False)
    (site / CRATE).write_text(text + "\n", "utf-8")


def _run(site: Path, run: Run, titles: dict[str, str]) -> tuple[dict, list[dict], dict]:
    """A run: its notebook, what it made, and that it made it."""
    folder = f"downloads/{run.page.chapter}"
    title = titles.get(run.page.place, run.page.address)
    notebook = _file(site, f"{folder}/{run.notebook.name}", name=f"{title}: the executed notebook")
    notebook["@type"] = ["File", "SoftwareSourceCode"]
    notebook["programmingLanguage"] = {"@id": "https://www.python.org/"}
    told = run.results()
    captions = {
        one["name"]: one.get("caption", "")
        for kind in ("tables", "figures", "data")
        for one in told[kind]
    }
    results = [
        _file(
            site, f"{folder}/results-{run.page.name}.json", name=f"{title}: all values and verdicts"
        )
    ]
    for kind, what in _NAMES.items():
        for path in sorted((run.folder / kind).glob("*")):
            own = path.stem.removeprefix(f"{run.page.chapter}-")
            results.append(
                _file(site, f"{folder}/{path.name}", name=captions.get(own) or f"{what} {own}")
            )
    action = {
        "@id": f"#run-{run.page.folder}",
        "@type": "CreateAction",
        "name": f"Run of {run.page.address}",
        "description": f"The page was executed as a notebook, by papermill, as run {run.key}.",
        "instrument": [{"@id": notebook["@id"]}, {"@id": "#parlor"}],
        "object": _ids(_parameters(run)),
        "result": _ids(results),
        "agent": {"@id": "#authors"},
        "actionStatus": "http://schema.org/CompletedActionStatus",
    }
    return notebook, results, action


def _parameters(run: Run) -> list[dict]:
    return [
        {
            "@id": f"#run-{run.page.folder}-{name}",
            "@type": "PropertyValue",
            "name": name,
            "value": json.dumps(value),
        }
        for name, value in sorted(run.parameters.items())
    ]


def _works(bibliography: Path, published: Iterable[Published]) -> list[dict]:
    """The sources, each by its DOI or address where it has one."""
    from .works import entries_of

    known = entries_of(bibliography)
    found = []
    for source in published:
        key = source.source.get("cite", "")
        fields = known[key].fields if key in known else {}
        doi = f"https://doi.org/{fields['doi']}" if "doi" in fields else ""
        found.append(
            {
                "@id": doi or fields.get("url") or f"#source-{source.chapter}",
                "@type": "ScholarlyArticle",
                "name": source.source.get("summary", source.source["title"]),
            }
        )
    return found


def _file(site: Path, place: str, name: str) -> dict[str, Any]:
    kind = _TYPES.get(Path(place).suffix) or mimetypes.guess_type(place)[0]
    return {
        "@id": quote(place),
        "@type": "File",
        "name": name,
        "encodingFormat": kind or "application/octet-stream",
        "contentSize": str((site / place).stat().st_size),
    }


def _ledger_name(path: Path) -> str:
    return f"The ledger: {path.name}" if path.name.startswith("ledger") else path.name


def _ids(entities: Iterable[dict]) -> list[dict[str, str]]:
    return [{"@id": entity["@id"]} for entity in entities]


def write_map(project: Project, site: Path) -> None:
    """Write ``sitemap.xml``, if the book has an address."""
    address = settings(project)["html"]["baseurl"]
    if not address:
        return
    date = Edition.of(project).date
    changed = f"<lastmod>{date}</lastmod>" if date != UNKNOWN else ""
    entries = "".join(
        f"<url><loc>{escape(f'{address}{quote(page)}.html')}</loc>{changed}</url>\n"
        for page in project.pages
    )
    text = '<?xml version="1.0" encoding="UTF-8"?>\n'
    text += f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{entries}</urlset>\n'
    (site / "sitemap.xml").write_text(text, "utf-8")


def draw_cards(
    project: Project, site: Path, titles: dict[str, str], counts: dict[str, int]
) -> None:
    """Draw the card of each page, if the book has an address.

    Parameters
    ----------
    project : Project
        The checkout.
    site : Path
        The site.
    titles : dict of str to str
        The titles of pages by place.
    counts : dict of str to int
        What became of the statements, for the bar at the foot of each card.
    """
    config = settings(project)
    if not config["html"]["baseurl"]:
        return
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    colours = ["#1d5e3c", "#8a4300", "#9c1f24", "#4c545e", "#9ba2aa"]
    for place, title in titles.items():
        figure = Figure(figsize=(12, 6.3), dpi=100, facecolor="white")
        FigureCanvasAgg(figure)
        name = "" if title == config["title"] else config["title"]
        figure.text(0.06, 0.86, name, fontsize=24, color="#5b6470", family="serif")
        figure.text(0.06, 0.55, _broken(title), fontsize=46, color="#22262b", family="serif",
                    weight="bold", va="center", linespacing=1.15)  # fmt: skip
        axes = figure.add_axes((0.06, 0.17, 0.88, 0.07))
        axes.set_axis_off()
        left = 0
        for count, colour in zip(counts.values(), colours, strict=False):
            axes.barh(0, count, left=left, color=colour, edgecolor="white", linewidth=2)
            left += count
        axes.set_xlim(0, max(left, 1))
        words = ", ".join(f"{count:,} {end}" for end, count in counts.items())
        figure.text(0.06, 0.09, f"Of {left:,} published statements {words}", fontsize=19,
                    color="#22262b")  # fmt: skip
        path = site / card_of(place)
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, metadata={"Software": None})


def _broken(title: str, width: int = 30) -> str:
    """A title in lines, without what only mathematics or code would show."""
    import textwrap

    return "\n".join(textwrap.wrap(re.sub(r"[$`\\]", "", title), width)[:3])
