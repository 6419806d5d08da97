"""`parlor watch`: what an edit touches is run, bound and shown in the browser at once.

An edit of prose costs a page of Sphinx; one of code also the pages that use it. One of what stands
behind all pages (the press, `core`, the contents, the settings) begins the watch again. Whatever
goes wrong is told in the browser and on the terminal, and the watch goes on.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from watchfiles import Change, DefaultFilter, watch

from ..lab.serve.reload import Reloads, watching
from ..lab.serve.server import listen
from ..run import isolation, modules
from ..run.project import BuildError, Page, Project, UserError, known_name
from ..run.runner import Run, Standing, execute, plan
from ..site.bind import STATIC
from .preview import FOLDER, copy_site, previewing

PATIENCE = 100  # milliseconds without an edit before it is looked at; and between two looks
# what stands behind all pages, besides what is added or taken away
_BEHIND = ("_toc.yml", "_config.yml", "requirements.txt", "book/references.bib", "book/assets",
           "lib/press", "lib/parlor/core", "lib/parlor/__init__.py")  # fmt: skip

Build = Callable[[], dict[str, Run]]
Check = Callable[[Project, Iterable[Run]], None]


@dataclass
class Watch:
    """A watch over a project.

    Attributes
    ----------
    project : Project
        The project.
    page : str or None
        The chapter or page that is run again after an edit; None for all.
    reloads : Reloads
        What tells the browser.
    build : callable
        Builds the book and returns its runs.
    check : callable
        Raises what else would stop a build.
    nursery : Standing
        Where the processes of edited pages are born.
    """

    project: Project
    page: str | None
    reloads: Reloads
    build: Build
    check: Check
    nursery: Standing
    failed: set[str] = field(default_factory=set)  # pages whose last run has failed
    unchecked: bool = False

    def follow(self) -> None:
        """Build the book and follow the edits until Ctrl-C, or until all must begin again."""
        site = self.project.build / FOLDER / "site"
        if self.project.site.is_dir():
            copy_site(self.project.site, site)
        edits = self._edits()
        next(edits)  # from here on they are seen, those that are made during the build too
        start = time.perf_counter()
        try:
            self.pages = _pages(self.project, self.page)
            self.runs = self.build()
            with previewing(self.project, site) as preview:
                self.preview = preview
                preview.update(self.runs)  # so that it knows all pages
                self._told(start, ["*"])
                self.nursery.prepare()
                self._follow(edits)
        except Exception as error:  # sources or what was built from them may be damaged anyhow
            self.tell(_why(error))
            next(filter(None, edits))

    def _follow(self, edits: Iterator[dict[str, Change]]) -> None:
        for edited in edits:
            start = time.perf_counter()
            try:
                if any(self._is_behind(name, change) for name, change in edited.items()):
                    return
                if edited:
                    self._told(start, self._after(set(edited)))
                    self.unchecked = True
                elif self.unchecked:
                    self.unchecked = False
                    self.check(self.project, self.runs.values())
                elif self.preview.waiting and (changed := self.preview.go_on()):
                    self.reloads.tell(self.reloads.told, changed)
            except Exception as error:  # code or data in the middle of an edit may raise anything
                self.tell(_why(error))

    def _edits(self) -> Iterator[dict[str, Change]]:
        """Files that were edited, below the root, since the first call; none when there is time."""
        root = self.project.root
        places = [root / name for name in ("book", "lib", "data", "_toc.yml", "_config.yml")]
        for changes in watch(
            *(place for place in places if place.exists()),
            watch_filter=_Filter(),
            debounce=PATIENCE,
            step=PATIENCE // 2,
            rust_timeout=PATIENCE,
            yield_on_timeout=True,
            raise_interrupt=True,
        ):
            yield {Path(path).relative_to(root).as_posix(): change for change, path in changes}

    def _is_behind(self, name: str, change: Change) -> bool:
        if name.startswith(STATIC) and change is Change.modified:
            return False
        path = self.project.root / name
        known = path.exists() and (change is not Change.added or path.suffix != ".md")
        return name.startswith(_BEHIND) or not (known or name.endswith(".md"))

    def _after(self, edited: set[str]) -> list[str]:
        """Bring runs and pages up to date; return the pages that have changed."""
        changed: list[str] = []
        for name in sorted(edited):
            if name.startswith(STATIC):
                self._send(name)
                changed = ["*"]
        if code := {_module(name) for name in edited if name.endswith(".py")}:
            self._forget()
        used = code | edited | {name.rpartition("/")[0] for name in edited} | self.failed
        wanted = []
        for page in self.pages:
            place = f"{page.place}.md"
            if place in edited or page.address in self.failed or self._uses(page, used):
                wanted.append(plan(self.project, page))
        self.failed = {run.page.address for run in wanted if not run.finished}
        if self.failed:
            self.reloads.tell(f"running {', '.join(sorted(self.failed))}")
            execute(self.project, wanted, nursery=self.nursery)
            self.failed = set()
        self.runs |= {run.page.address: run for run in wanted}
        return changed + self.preview.update(self.runs)

    def _uses(self, page: Page, names: set[str]) -> bool:
        return bool(names & set(self.runs[page.address].made))

    def _forget(self) -> None:
        """Let what is imported of the library, which has been edited, be imported again."""
        modules.forget()
        self.preview.forget()
        for name in list(sys.modules):
            if name.startswith(("parlor.games", "chapters", "parlor.solvers")):
                del sys.modules[name]

    def _send(self, name: str) -> None:
        """Put a style sheet or a script where the pages look for it."""
        text = (self.project.root / name).read_text("utf-8")
        target = self.preview.site / "_static" / name.removeprefix(f"{STATIC}/")
        target.write_text(text, "utf-8")

    def _told(self, start: float, pages: list[str]) -> None:
        seconds = time.perf_counter() - start
        self.reloads.tell("", pages)
        shown = "the book" if "*" in pages else ", ".join(sorted(pages)) or "no page has changed"
        print(f"{time.strftime('%H:%M:%S')} {shown}, after {seconds:.1f} s", flush=True)

    def tell(self, text: str) -> None:
        """Tell what went wrong, in the browser and on the terminal."""
        self.reloads.tell(text)
        print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def _why(error: Exception) -> str:
    """What went wrong: our own errors say it, of others their kind belongs to it."""
    known = isinstance(error, BuildError | UserError)
    return str(error) if known else f"{type(error).__name__}: {error}"


class _Filter(DefaultFilter):
    """What one edits: no caches, no files that editors write on the side."""

    allowed = (".md", ".py", ".yml", ".yaml", ".csv", ".json", ".js", ".css", ".bib", ".html")

    def __call__(self, change: Change, path: str) -> bool:
        return path.endswith(self.allowed) and super().__call__(change, path)


def _module(name: str) -> str:
    """The name of a module by its file below the root."""
    parts = name.removeprefix("lib/").removesuffix(".py").removesuffix("/__init__")
    return parts.replace("/", ".")


def serve_watched(
    project: Project, page: str | None, port: int, build: Build, check: Check
) -> None:
    """Serve the book to this machine, and follow the edits of its sources until Ctrl-C.

    Parameters
    ----------
    project : Project
        The project.
    page : str or None
        A chapter or a page: only its runs are made again.
    port : int
        0 to 65535; 0 takes a free one.
    build : callable
        Builds the book and returns its runs.
    check : callable
        Raises what else would stop a build.

    Raises
    ------
    UserError
        If the port is taken, or there is no such page.
    """
    where = ""
    with suppress(BuildError):  # which is told again below
        pages = _pages(project, page)
        where = f"{project.notebooks.get(page, pages[0]).place}.html" if page else ""
    folder = project.build / FOLDER / "site"
    folder.mkdir(parents=True, exist_ok=True)
    reloads = Reloads(project.assets / "reload.js")
    with (
        listen(port) as taken,
        watching(folder, taken, reloads) as port,
        closing(Standing(project)) as nursery,
    ):
        print(f"The book: http://127.0.0.1:{port}/{where}  (Ctrl-C ends)", flush=True)
        watcher = Watch(project, page, reloads, build, check, nursery)
        while True:
            watcher.follow()
            reloads.tell("beginning again: something behind all pages was edited")
            _begin_again(watcher, [*([page] if page else []), "--port", str(port)])


def _pages(project: Project, page: str | None) -> list[Page]:
    """The pages that a name means: those of a chapter, or one; all without a name."""
    if not page:
        return list(project.notebooks.values())
    known_name(page, [*project.chapters, *project.notebooks], "page")
    return project.chapters.get(page) or [project.page(page)]


def _begin_again(watcher: Watch, arguments: list[str]) -> None:
    """Become a new watch, which has the press as it is now, once that can be imported."""
    command = [*isolation.python("press.__main__"), "watch"]
    edits = watcher._edits()
    next(edits)
    while error := _refused([*command, "--help"]):
        watcher.tell(error)
        next(filter(None, edits))
    watcher.nursery.close()
    os.execve(sys.executable, [*command, *arguments], dict(os.environ))


def _refused(command: list[str]) -> str:
    """The last line of what a command complains of; empty if it works."""
    tried = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    lines = tried.stderr.strip().splitlines() or ["it cannot begin"]
    return lines[-1] if tried.returncode else ""
