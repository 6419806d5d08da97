"""The command `parlor`: build the book, rerun a chapter, read the ledger."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .given import cut, printable
from .project import BuildError, Project, Stopped, UserError
from .sealed import start_again

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
        _audit(project, [run for run in runs.values() if run.finished])  # before work that is long
        execute(project, list(runs.values()), workers)
        _audit(project, list(runs.values()))
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
        list[Path] | None,
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
    from .deliver import check_folder, deliver
    from .given import assignments, load_file
    from .runner import execute, plan

    project = Project.here()
    if len(file or []) > 1:
        raise UserError("-f is given twice: one file holds all parameters")
    given: dict[str, Any] = load_file(file[0]) if file else {}
    wanted = plan(project, chapter, given | assignments(parameter or []))
    if page and out is None:
        raise UserError("--page needs --out DIR")
    if out is not None:
        check_folder(project, out, wanted)
    execute(project, [wanted])
    for name in deliver(project, wanted, out, page) if out is not None else []:
        print(f"kept, since it was not what the run had left there: {name}", file=sys.stderr)
    values = wanted.results()["values"]
    for name, value in values.items():
        if name == "own" or name.startswith("own_"):
            print(f"{name} = {value}")
    print(f"The result: {out or wanted.folder}")
    if page:
        print(f"The page: {out}/html/book/{chapter}.html")


@app.command()
def params(
    chapter: Annotated[
        str | None, typer.Argument(help="A chapter's name; none lists them.")
    ] = None,
) -> None:
    """List the parameters of CHAPTER: default, what is allowed, what it is."""
    from rich.console import Console
    from rich.table import Table

    from .parameters import Parameters

    project = Project.here()
    if chapter:
        table = Table("name", "default", "allowed", "meaning")
        rows: list[tuple[str, ...]] = [*Parameters.of_page(project.chapter(chapter)).rows()]
    else:
        table = Table("chapter", "parameters")
        pages = {name: Parameters.of_page(page) for name, page in project.chapters.items()}
        rows = [(name, ", ".join(page.model.model_fields)) for name, page in pages.items()]
    for row in rows:
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
def new(
    chapter: Annotated[str, typer.Argument(help="Its name, such as nim_sums.")],
    title: Annotated[str, typer.Option(help="What the book calls it; by default its name.")] = "",
) -> None:
    """Write the skeleton of a chapter, which builds as it is; CONTRIBUTING.md says what is next."""
    from .new import new as write

    for path in write(Project.here(), chapter, title or chapter.replace("_", " ").capitalize()):
        print(path)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="A game with a table, such as guts.")],
    parameter: Annotated[
        list[str] | None,
        typer.Option("-p", "--parameter", metavar="NAME=VALUE", help="A setting, as YAML."),
    ] = None,
) -> None:
    """Play GAME on this terminal against optimal opponents."""
    from .given import assignments
    from .table import seat

    seat(game, assignments(parameter or []))


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


def _audit(project: Project, runs: list[Run]) -> None:
    """Stop the build if a verdict is not the expected one."""
    from .ledger import load_all

    published = load_all(project.root / "data")
    problems = [
        problem for run in runs for problem in published[run.chapter].audit(run.results()["checks"])
    ]
    if problems:
        raise BuildError("\n".join(problems))


def _in_words(totals: dict[str, int]) -> str:
    entries = sum(totals.values())
    counts = ", ".join(f"{count} {verdict}" for verdict, count in totals.items())
    return f"{entries} entries: {counts}"


def _stop(*_: object) -> None:
    raise Stopped


def _tell(text: str) -> None:
    print(f"parlor: {printable(text)}", file=sys.stderr)


def main() -> None:
    """Run the command line: status 0, 1 if the build fails, 2 for bad input, 130 if stopped."""
    start_again()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal may not know every letter
            stream.reconfigure(errors="backslashreplace")
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _stop)
    status = 1
    try:
        try:
            app(prog_name="parlor")
        finally:
            print(end="", flush=True)
    except UserError as error:
        _tell(cut(str(error), 5000))
        status = 2
    except BuildError as error:
        _tell(str(error))
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # it may be the output that takes no more
        if not isinstance(error, BrokenPipeError):
            _tell(str(error))
    except Stopped:
        _tell("stopped; finished pieces of long work are kept, and the same command goes on")
        status = 130
    sys.exit(status)


if __name__ == "__main__":
    main()
