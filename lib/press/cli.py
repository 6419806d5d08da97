"""The command: build the book, rerun a chapter, read the ledger."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Annotated, Any

import typer

from .ask import sources
from .project.errors import BuildError, Stopped, UserError, known_name
from .project.exceptions import describe, place_of
from .project.places import COMMAND, NAMED, Project
from .project.text import cut, printable

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

# wrong words of a command, of click's, which typer hides
USAGE: type[Exception] = typer.BadParameter.__bases__[0]
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # what ends the command in good order


def _version(wanted: bool) -> None:
    if wanted:
        print(f"{COMMAND}: parlor-press {metadata.version('parlor-press')}")
        raise typer.Exit


@app.callback()
def main_callback(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which it is.")
    ] = False,
) -> None:
    """Build the book, rerun a chapter with other parameters, read the ledger."""
    if sys.flags.optimize:
        raise UserError("PYTHONOPTIMIZE, or python -O, leaves out assertions: numbers rest on them")
    if context.invoked_subcommand == "new":  # which begins something where one stands
        os.environ.pop(NAMED, None)
    with suppress(UserError):  # `new` begins a project, and all else will say so itself
        project = Project.here()  # whose checks can be imported; nothing is left at home
        if os.environ.get(NAMED) and project != Project.around(Path.cwd()):
            _tell(f"working on {project.root}, as {NAMED} says")
        sys.path[:0] = [str(project.root / "lib")]
        sources.watch(project.root)  # by its bytes: a compiled file may be older by a second
        os.environ["MPLCONFIGDIR"] = str(project.build / "matplotlib")  # its list of fonts


Page = Annotated[
    str,
    typer.Argument(
        metavar="PAGE", help="A chapter, which means its lab, or a page, such as guts/audit."
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        metavar="tcp://HOST:PORT", help="A dask scheduler, whose workers do what takes long."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Run again whatever is kept.")]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="A new or empty folder for a copy of the result."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print all as JSON, at full precision.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")]
OneChapter = Annotated[str | None, typer.Argument(metavar="CHAPTER", help="Only this chapter.")]


@app.command()
def build(
    workers: Annotated[
        int | None, typer.Option(min=1, help="Pages run at a time; by default one a processor.")
    ] = None,
    scheduler: Scheduler = None,
    force: Force = False,
) -> None:
    """Run what has changed, check it against the ledger, and build the book."""
    project = Project.here()
    from .ask.runner import decided, execute, plan
    from .site import build as site

    runs = {address: plan(project, page) for address, page in project.notebooks.items()}
    done = [run for run in runs.values() if run.finished]
    _audit(project, decided(done), whole=len(done) == len(runs))  # before long work
    if force or len(done) < len(runs):
        totals = None
        execute(project, list(runs.values()), workers, scheduler, force=force)
        _audit(project, decided(runs.values()))
    else:
        totals = site.finished_totals(project)
    if totals is None:
        print("building the pages", file=sys.stderr)
        totals = site.build(project, runs)
    print(f"The book: {project.site / 'index.html'}")
    print(f"The ledger: {_in_words(totals)}")


@app.command()
def run(
    page: Page,
    parameter: Annotated[
        list[str] | None,
        typer.Option("-p", "--parameter", metavar="NAME=VALUE", help="A parameter, as YAML."),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("-f", "--file", metavar="FILE", help="Parameters from a YAML file."),
    ] = None,
    out: Out = None,
    with_page: Annotated[
        bool, typer.Option("--page", help="Build the book with this run's page into DIR/html too.")
    ] = False,
    scheduler: Scheduler = None,
    as_json: AsJson = False,
    force: Force = False,
) -> None:
    """Run PAGE with other parameters, which `params PAGE` lists."""
    from .ask.runner import execute, plan
    from .project.user_input import assignments, load_file
    from .tools.delivery import check_folder, deliver
    from .tools.report import print_run

    project = Project.here()
    given: dict[str, Any] = load_file(file) if file else {}
    wanted = plan(project, project.page_asked(page), given | assignments(parameter or []))
    if with_page and out is None:
        raise UserError("--page needs --out DIR")
    if out is not None:
        check_folder(project, out)
    execute(project, [wanted], scheduler=scheduler, force=force)
    book = {}
    if with_page:
        book = {name: plan(project, other) for name, other in project.notebooks.items()}
        book[wanted.page.address] = wanted
        execute(project, list(book.values()))
    if out is not None:
        deliver(project, wanted, out, book)
    html = out / "html" / f"{wanted.page.place}.html" if out and with_page else None
    print_run(wanted, out or wanted.folder, html, as_json)


@app.command()
def sweep(
    page: Page,
    parameter: Annotated[
        list[str] | None,
        typer.Option(
            "-p",
            "--parameter",
            metavar="NAME=VALUES",
            help="Values of a parameter: 3, 1,2,5, 1..30, 0..1..0.1, 0..1:11, 1..1000:7log, "
            "or .. for all that it allows.",
        ),
    ] = None,
    random: Annotated[
        int | None, typer.Option("--random", min=1, metavar="N", help="Draw N points instead.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Of --random.")] = 42,
    skip: Annotated[
        bool, typer.Option("--skip", help="Leave out points that are not allowed.")
    ] = False,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="How many processes; by default one a processor.")
    ] = None,
    scheduler: Scheduler = None,
    out: Out = None,
    plot: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="QUANTITY PARAMETER", help="Draw a quantity against a parameter."),
    ] = None,
    as_json: AsJson = False,
    force: Force = False,
) -> None:
    """Ask the lab of PAGE at many points, and put all answers into one table."""
    from .ask.answer_cell import Lab
    from .ask.grid import grid, sample
    from .ask.sweep import Sweep, gather
    from .ask.table import SweepTable
    from .project.user_input import assignments, command
    from .tools.delivery import check_folder, origin

    project = Project.here()
    lab = Lab.of(project, project.page_asked(page))
    given = assignments(parameter or [], str)
    options = ["--skip"] * skip
    if random:
        rows = sample(lab.parameters, given, random, seed)
        options += ["--random", str(random), "--seed", str(seed)]
    else:
        rows = grid(lab.parameters, given)
    if plot:
        known_name(plot[1], list(given), "parameter that was given")
        options += ["--plot", *plot]
    if out is not None:
        check_folder(project, out)
    wanted = Sweep.of(lab, rows, skip, hint="; --skip leaves it out")
    if plot:  # which numbers there are only an answer tells: the first, before all others
        key, values = next(iter(wanted.points.items()))
        first = gather(project, replace(wanted, points={key: values}), jobs, scheduler)[key]
        if not isinstance(first, str):
            known_name(plot[0], [one.name for one in first.quantities], "number")
    table = SweepTable(wanted, gather(project, wanted, jobs, scheduler, force=force))
    if table.failed == len(wanted.points):
        plot = None
    if plot:  # it may be in words
        known_name(plot[0], table.numbers, "number")
    again = command(project, lab.page, given, *options, verb="sweep")
    folder = table.write(project, plot, origin(project) | {"command": again})
    if out is not None:
        shutil.copytree(folder, out, dirs_exist_ok=True)
    table.show(out or folder, as_json)
    if table.failed:
        points = f"{table.failed:,} of {len(wanted.points):,} points"
        raise BuildError(f"{lab.page.address}: {points} failed")


@app.command()
def params(
    page: Annotated[
        str | None, typer.Argument(metavar="PAGE", help="A chapter or page; none lists them.")
    ] = None,
) -> None:
    """List the parameters of PAGE: default, what is allowed, what it is."""
    from .project.parameters import Parameters
    from .tools.report import table

    project = Project.here()
    if page:
        wanted = project.page_asked(page)
        if rows := Parameters.of_page(wanted).rows():
            table(["name", "default", "allowed", "meaning"], rows)
        else:
            print(f"{wanted.address} has no parameters")
    else:
        parameters = {name: Parameters.of_page(each) for name, each in project.notebooks.items()}
        named = {name: ", ".join(each.model.model_fields) for name, each in parameters.items()}
        table(["page", "parameters"], [[name, names] for name, names in named.items() if names])


@app.command()
def ledger(
    chapter: OneChapter = None,
    as_json: AsJson = False,
    force: Force = False,
) -> None:
    """Run what has changed; print the totals and each entry that does not agree."""
    from .ask.runner import decided, execute, plan
    from .ledger.published import load_all
    from .site.ledger_rows import ours, rows_of, theirs, totals

    project = Project.here()
    known = load_all(project.root / "data")
    judged = [name for name in project.chapters if name in known]
    names = [known_name(chapter, judged, "chapter")] if chapter else judged
    runs = [plan(project, each) for name in names for each in project.chapters[name]]
    execute(project, runs, force=force)
    checks = decided(runs)
    rows = [row for name in names for row in rows_of(known[name], checks[name])]
    problems = [line for name in names for line in known[name].audit(checks[name])]
    if as_json:
        print(json.dumps(rows, indent=1, ensure_ascii=False))
    else:
        for row in rows:
            if row["group"] == "disagree":
                print(_in_lines(row))
        for title, part in (("The ledger", theirs(rows)), ("Our own claims", ours(rows))):
            if part:
                print(f"{title}: {_in_words(totals(part))}")
    if problems:
        raise BuildError("\n".join(problems))


@app.command()
def check(
    chapter: Annotated[
        str, typer.Argument(metavar="CHAPTER", help="A chapter's name, such as guts.")
    ],
    entry: Annotated[
        str, typer.Argument(metavar="ENTRY", help="An entry's id, such as payoff.zero_sum.")
    ],
    quick: Annotated[
        bool, typer.Option("--quick", help="At reduced size, at which no claim is judged.")
    ] = False,
) -> None:
    """Decide one ENTRY of CHAPTER alone, and say on what the verdict rests.

    The exit status is 1 if `ledger` would not have it so.
    """
    from .ledger import findings
    from .ledger.published import load_all
    from .tools.report import print_entry

    project = Project.here()
    everything = load_all(project.root / "data")
    name = known_name(chapter, [name for name in project.chapters if name in everything], "chapter")
    published = everything[name]
    wanted = published.entry(entry)
    for decider in findings.of_chapter(name):
        if wanted in findings.entries_of(published, decider):
            ((_, rows),) = findings.decide(published, [decider], findings.Effort(quick))
            print_entry(published, wanted, rows)
            row = [row for row in rows if row["id"] == wanted.id]
            if not quick and (problems := published.audit(row, whole=False)):
                raise BuildError("\n".join(problems))
            return
    why_not = wanted.diagnosis.explanation if wanted.diagnosis else "no check decides it"
    print(f"{wanted.quantity}\n{wanted.where}\n{wanted.expected}: {why_not}")


@app.command()
def compare(
    before: Annotated[str, typer.Argument(metavar="A", help="What there was.")],
    after: Annotated[str, typer.Argument(metavar="B", help="What there is.")],
    tolerance: Annotated[
        float, typer.Option(metavar="T", min=0, help="By default not at all.")
    ] = 0.0,
    errors: Annotated[float, typer.Option(metavar="E", min=0, help="By default not at all.")] = 0.0,
    as_json: AsJson = False,
) -> None:
    """Say which numbers differ between A and B, and by how much.

    Each is the folder of a built book (_build/html) or of a run, or a git revision (what has
    not been run of it is run). A number may move by T of its size, or by T where it is smaller
    than 1; and by E combined errors, if its error is known (the ledger allows 4). The exit status
    is 0 if nothing moved by more, 1 if something did, 2 if A or B cannot be read.
    """
    from .tools import compare as comparing
    from .tools.sides import read

    project = Project.here()
    sides = read(project, before), read(project, after)
    comparison = comparing.compare(*sides, (before, after), tolerance=tolerance, errors=errors)
    if as_json:
        print(json.dumps(comparison.to_dict(), indent=1, ensure_ascii=False))
    else:
        comparing.print_table(comparison)
    raise typer.Exit(comparison.status)


@app.command()
def clean(
    dry: Annotated[
        bool, typer.Option("-n", "--dry-run", help="Only show, remove nothing.")
    ] = False,
) -> None:
    """Remove what the book does not use: other runs, sweeps, old kernels and pieces, logs."""
    from .tools.clean import remove, survey
    from .tools.report import table

    items = survey(Project.here())
    rows = []
    for kind in dict.fromkeys(item.kind for item in items):
        rest = [item.size for item in items if item.kind == kind and not item.used]
        used = sum(item.kind == kind for item in items) - len(rest)
        rows.append([kind, str(used), str(len(rest)), f"{sum(rest) / 1e6:.1f} MB"])
    table(["what", "used by the book", "to remove", "size to remove"], rows)
    if not dry:
        remove(item for item in items if not item.used)


@app.command()
def new(
    chapter: Annotated[str, typer.Argument(metavar="CHAPTER", help="Its name, such as nim_sums.")],
    title: Annotated[str, typer.Option(help="What the book calls it; by default its name.")] = "",
    package: Annotated[
        str, typer.Option(help="Where its solution goes; by default the project's only package.")
    ] = "",
) -> None:
    """Write a chapter that builds as it is; in an empty folder, a project of this one chapter."""
    from .tools.new import new as write

    here = Path.cwd()
    files, contents = write(here, chapter, title, package)
    for path in files:
        print(os.path.relpath(path, here))
    if contents:
        print(f"\nPut its pages into _toc.yml, where they are to stand:\n\n{contents}", end="")
    else:
        print(f"\nNow `{COMMAND} build` builds it.")


@app.command()
def pdf(
    chromium: Annotated[
        str, typer.Option(metavar="PROGRAM", help="Print with this one; by default one on PATH.")
    ] = "",
) -> None:
    """Print the lectures of the built book into _build/pdf, with a Chromium on this machine.

    The site offers it until it is built anew.
    """
    from .project.settings import settings
    from .site.addresses import slug
    from .site.build import offer
    from .tools.paper import print_book

    project = _built()
    target = project.build / "pdf" / f"{slug(settings(project)['title']) or 'book'}.pdf"
    pages = print_book(project, target, chromium)
    offer(project, target)
    print(f"The book on paper: {target} ({pages} pages)")


@app.command()
def serve(
    port: Port = 8000,
) -> None:
    """Serve the built book to this machine only."""
    from .tools.server import serve as serve_book

    serve_book(_built(), port)


@app.command()
def watch(
    page: Annotated[
        str | None,
        typer.Argument(metavar="PAGE", help="The chapter or page whose address is told."),
    ] = None,
    port: Port = 8000,
) -> None:
    """Serve the book to this machine, and build it and load its pages again after each edit."""
    from .tools.watch import serve_watched

    serve_watched(Project.here(), page, port)


def _built() -> Project:
    """The project, if its book stands there and is up to date."""
    project = Project.here()
    from .site import build as site

    if site.finished_totals(project) is None:
        raise UserError(f"there is no book yet, or an old one: run `{COMMAND} build` first")
    return project


def _audit(project: Project, checks: dict[str, list[dict[str, Any]]], whole: bool = True) -> None:
    """Stop the build if a verdict is not the expected one, or nobody gives it."""
    from .ledger.published import load_all

    problems = []
    for name, source in load_all(project.root / "data").items():
        if name in checks:
            problems += source.audit(checks[name], whole)
        elif whole and source.is_judged:
            problems.append(f"{name}: published, and no page in _toc.yml decides it")
    if problems:
        raise BuildError("\n".join(problems))


def _in_lines(row: dict[str, Any]) -> str:
    """An entry that does not agree, and why, as a terminal shows it."""
    from .site.formulas import plain

    parts = [f"{row['chapter']} {row['id']}: {row['quantity']}"]
    parts += [f"{name} {row[name]}" for name in ("printed", "computed") if row[name]]
    lines = [f"{row['verdict']:<8} {'; '.join(parts)}"]
    if row["diagnosis"]:
        lines.append(f"         {row['diagnosis']}: {row['explanation']} {row['evidence']}")
    return plain("\n".join(lines))


def _in_words(totals: dict[str, int]) -> str:
    """Totals of the ledger; see `ledger_rows.totals`."""
    from .ledger.schema import REMARK

    counts = {verdict: count for verdict, count in totals.items() if verdict != REMARK}
    phrases = {verdict: f"{count} {verdict}" for verdict, count in counts.items()}
    if some := totals.get(REMARK):
        phrases["holds"] += f" ({some} of them with a remark)"
    return f"{sum(counts.values())} entries: {', '.join(phrases.values())}"


def _usage(error: Any) -> str:
    """What is wrong with the words of a command, in a line."""
    where = error.ctx.command_path if error.ctx else COMMAND
    return f"{' '.join(error.format_message().split())} ({where} -h says what there is)"


def _stop(*_: object) -> None:
    raise Stopped


def _tell(text: str) -> None:
    with suppress(OSError):  # a closed terminal: nobody can read it
        print(f"{COMMAND}: {printable(text)}", file=sys.stderr, flush=True)


def main() -> None:
    """Run the command line: status 0, 1 if the build fails, 2 for bad input, 130 if stopped."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal may not know every letter
            stream.reconfigure(errors="backslashreplace")
    for number in STOPS:
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup
            signal.signal(number, _stop)
    status = 1
    try:
        try:
            words = sys.argv[1:] or ["--help"]
            status = app(words, prog_name=COMMAND, standalone_mode=False) or 0
        finally:
            print(end="", flush=True)
    except (USAGE, UserError) as error:
        _tell(cut(str(error), 5000) if isinstance(error, UserError) else _usage(error))
        status = 2
    except BuildError as error:
        _tell(str(error))
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # it may be the output that takes no more
        if not isinstance(error, BrokenPipeError):
            _tell(str(error))
    except MemoryError:
        _tell("there is not enough memory")
    except Stopped:
        _tell("stopped; finished pieces of long work are kept, and the same command goes on")
        status = 130
    except Exception as error:
        if not place_of(error):  # a slip of ours, of which all has to be seen
            raise
        _tell(describe(error))
    finally:
        for number in STOPS:  # whoever cannot wait for the end stops once more
            signal.signal(number, signal.SIG_DFL)
    sys.exit(status)
