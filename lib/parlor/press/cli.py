"""The command `parlor`: build the book, rerun a chapter, read the ledger."""

from __future__ import annotations

import json
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .project import BuildError, Project, Stopped, UserError

if TYPE_CHECKING:
    from .runner import Run

app = typer.Typer(
    help="Build the book, rerun a chapter with other parameters, read the ledger.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Chapter = Annotated[str, typer.Argument(help="A chapter's name, such as token_game.")]


@app.command()
def build(
    workers: Annotated[
        int | None, typer.Option(min=1, help="Chapters run at a time; by default one a processor.")
    ] = None,
) -> None:
    """Run what has changed, check it against the ledger, and build the book."""
    project = Project.here()
    from . import site

    totals = site.finished_totals(project)
    if totals is None:
        from .runner import execute, plan

        runs = {chapter: plan(project, chapter) for chapter in project.chapters}
        execute(project, list(runs.values()), workers)
        _audit(project, {chapter: run.results() for chapter, run in runs.items()})
        print("building the pages", file=sys.stderr)
        totals = site.build(project, runs)
    print(f"The book: {project.site / 'index.html'}")
    print(f"The ledger: {_in_words(totals)}")


@app.command()
def run(
    chapter: Chapter,
    parameter: Annotated[
        list[str] | None,
        typer.Option("-p", "--parameter", metavar="NAME=VALUE", help="A parameter, as YAML."),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("-f", "--file", metavar="FILE", help="Parameters from a YAML file."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="A new or empty folder for a copy of the result."
        ),
    ] = None,
    page: Annotated[
        bool, typer.Option("--page", help="Build the book with this run's page into DIR/html too.")
    ] = False,
) -> None:
    """Run CHAPTER with other parameters. `parlor params CHAPTER` lists them."""
    from .parameters import load_file, parse_assignment
    from .runner import execute, plan

    project = Project.here()
    given: dict[str, Any] = load_file(file) if file else {}
    given |= dict(parse_assignment(text) for text in parameter or [])
    wanted = plan(project, chapter, given)
    if page and out is None:
        raise UserError("--page needs --out DIR")
    if out is not None:
        _check_writable(out, wanted, page)
    execute(project, [wanted])
    folder = wanted.folder
    if out is not None and not _holds(out, wanted, page):
        _deliver(project, wanted, out, page)
    values = wanted.results()["values"]
    for name, value in values.items():
        if name.startswith("own"):
            print(f"{name} = {value}")
    print(f"The result: {out or folder}")
    if page:
        print(f"The page: {out}/html/book/{chapter}.html")


@app.command()
def params(chapter: Chapter) -> None:
    """List the parameters of CHAPTER: default, what is allowed, what it is."""
    from rich.console import Console
    from rich.table import Table

    from .parameters import Parameters

    table = Table("name", "default", "allowed", "meaning")
    for row in Parameters.of_page(Project.here().chapter(chapter)).rows():
        table.add_row(*row)
    Console(markup=False).print(table)


@app.command()
def ledger(
    chapter: Annotated[str | None, typer.Argument(help="Only this chapter.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Every entry, as JSON.")] = False,
) -> None:
    """Print the ledger's totals and each entry that does not agree."""
    from . import pages
    from .ledger import load_all
    from .runner import execute, plan
    from .verdict import AGREES, UNCHECKED

    project = Project.here()
    names = [chapter] if chapter else list(project.chapters)
    runs = [plan(project, name) for name in names]
    execute(project, runs)
    published = load_all(project.root / "data")
    rows = [
        row
        for done in runs
        for row in pages.ledger_rows(published[done.chapter], done.results()["checks"])
    ]
    if as_json:
        print(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    for row in rows:
        if row["verdict"] not in (*AGREES, *UNCHECKED):
            print(f"{row['verdict']:<8} {row['chapter']} {row['id']}: {row['quantity']}")
            print(f"         {row['diagnosis']}: {row['explanation']} {row['evidence']}")
    checks = {done.chapter: done.results()["checks"] for done in runs}
    chosen = {name: published[name] for name in names}
    print(f"The ledger: {_in_words(pages.totals(chosen, checks))}")


@app.command()
def why(
    chapter: Annotated[str | None, typer.Argument(help="Only this chapter.")] = None,
) -> None:
    """Say what changed since the last run, and what will run again because of it."""
    from .why import why as reasons

    project = Project.here()
    for name in [chapter] if chapter else list(project.chapters):
        print("\n".join(reasons(project, name)))


@app.command()
def clean(
    dry: Annotated[
        bool, typer.Option("-n", "--dry-run", help="Only show, remove nothing.")
    ] = False,
) -> None:
    """Remove old runs, compiled kernels and finished pieces; keep what the book uses."""
    from rich.console import Console
    from rich.table import Table

    from .clean import remove, survey

    found = survey(Project.here())
    table = Table("what", "used by the book", "to remove", "size to remove", "last used")
    for kind in dict.fromkeys(item.kind for item in found):
        used = [item for item in found if item.kind == kind and item.used]
        rest = [item for item in found if item.kind == kind and not item.used]
        days = [item.age for item in rest]
        ago = f"{min(days):.1f} to {max(days):.1f} days ago" if rest else ""
        size = f"{sum(item.size for item in rest) / 1e6:.1f} MB"
        table.add_row(kind, str(len(used)), str(len(rest)), size, ago)
    Console(markup=False).print(table)
    if not dry:
        remove(item for item in found if not item.used)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="A game with a table, such as guts.")],
    parameter: Annotated[
        list[str] | None,
        typer.Option("-p", "--parameter", metavar="NAME=VALUE", help="A setting, as YAML."),
    ] = None,
) -> None:
    """Play GAME on this terminal against optimal opponents."""
    from .parameters import parse_assignment
    from .table import seat

    seat(game, dict(parse_assignment(text) for text in parameter or []))


@app.command()
def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = 8000,
) -> None:
    """Serve the built book to this machine only."""
    from .serve import serve_folder

    project = Project.here()
    if not (project.site / "index.html").is_file():
        raise UserError("there is no book yet: run `make book` first")
    serve_folder(project.site, port)


def _audit(project: Project, results: dict[str, dict[str, Any]]) -> None:
    """Stop the build if a verdict is not the expected one."""
    from .ledger import load_all

    published = load_all(project.root / "data")
    problems = [
        problem
        for chapter, found in results.items()
        for problem in published[chapter].audit(found["checks"])
    ]
    if problems:
        raise BuildError("\n".join(problems))


def _deliver(project: Project, wanted: Run, out: Path, page: bool) -> None:
    """Copy a result into a folder of the user's, with its page if asked for: all or nothing."""
    from . import site
    from .runner import execute, plan

    out = out.absolute()
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as scratch:
        result = Path(scratch) / "result"
        shutil.copytree(wanted.folder, result)
        if page:
            others = {name: plan(project, name) for name in project.chapters}
            runs = others | {wanted.chapter: wanted}
            execute(project, list(runs.values()))
            site.build(project, runs, result / "html")
        if out.exists():
            out.rmdir()
        result.rename(out)


def _holds(out: Path, wanted: Run, page: bool) -> bool:
    """Whether a folder already holds this very run, as when a sweep is repeated."""
    file = out / "run.json"
    if not file.is_file() or (page and not (out / "html").is_dir()):
        return False
    return bool(json.loads(file.read_text("utf-8")).get("key") == wanted.key)


def _check_writable(folder: Path, wanted: Run, page: bool) -> None:
    """Raise a `UserError` unless the result can be put into `folder`; leave no trace."""
    try:
        if folder.exists() and any(folder.iterdir()) and not _holds(folder, wanted, page):
            raise UserError(f"--out {folder}: is not empty")
        nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
        with tempfile.TemporaryDirectory(dir=nearest):
            pass
    except OSError as error:
        raise UserError(f"--out {folder}: cannot be written ({error.strerror})") from None


def _in_words(totals: dict[str, int]) -> str:
    entries = sum(totals.values())
    counts = ", ".join(f"{count} {verdict}" for verdict, count in totals.items())
    return f"{entries} entries: {counts}"


def _stop(*_: object) -> None:
    raise Stopped


def main() -> None:
    """Run the command line: status 0, 1 if the build fails, 2 for bad input, 130 if stopped."""
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _stop)
    try:
        app()
    except UserError as error:
        print(f"parlor: {error}", file=sys.stderr)
        sys.exit(2)
    except BuildError as error:
        print(f"parlor: {error}", file=sys.stderr)
        sys.exit(1)
    except OSError as error:
        print(f"parlor: {error}", file=sys.stderr)
        sys.exit(1)
    except Stopped:
        print("parlor: stopped", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
