"""Where things stand in the project."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from .errors import BuildError, UserError, known_name
from .files import digest_files, digest_text, fault, text_of, yaml_of

# the name by which the command was called; this book calls it otherwise than other papers
_called = Path(sys.argv[0])
# a console script, whatever it is called; there is none under `python -m`
COMMAND = _called.name if _called.is_file() and not _called.suffix else "press"
RIVALS = 9  # other processes that may finish the same thing at the same moment
LAB = "lab"  # the page of a chapter that answers questions
NAMED = "PRESS_PROJECT"  # names the project to processes that stand elsewhere
PRESS = Path(__file__).resolve().parents[1]  # the package `press`


@dataclass(frozen=True)
class Page:
    """A page that is a notebook.

    Attributes
    ----------
    chapter : str
        The chapter that it belongs to: its folder below ``book``, or itself if it has none.
    path : Path
        Its source.
    place : str
        Where it stands in the book, as ``_toc.yml`` says it: ``"book/guts/audit"``.
    """

    chapter: str
    path: Path
    place: str

    @property
    def address(self) -> str:
        """What it is called: ``"guts/audit"``, or ``"guts"`` for the first page of a chapter."""
        first = self.name in ("index", self.chapter)
        return self.chapter if first else f"{self.chapter}/{self.name}"

    @property
    def name(self) -> str:
        """Its name within the chapter, which is that of its files: ``"audit"``."""
        return self.path.stem

    @property
    def folder(self) -> str:
        """Its address as the name of a folder or file."""
        return self.address.replace("/", ".")

    @property
    def up(self) -> str:
        """The way from the page to the top of the site."""
        return "../" * self.place.count("/")


@dataclass(frozen=True)
class Project:
    """A book and what it is made from: the library's own checkout, or another folder of its shape.

    Attributes
    ----------
    root : Path
        The folder that holds ``_toc.yml``.
    """

    root: Path

    @classmethod
    def here(cls) -> Project:
        """Return the project that ``PRESS_PROJECT`` names, or else that around the current folder.

        In Jupyter a notebook that was carried elsewhere speaks of the book whose chapters are
        installed; a command never does, since it might write there.

        Raises
        ------
        UserError
            If there is none.
        """
        here = Path(os.environ.get(NAMED) or Path.cwd()).resolve()
        installed = find_spec("chapters") if "ipykernel" in sys.modules else None
        chapters = installed.origin if installed else None
        if found := cls.around(here) or (cls.around(Path(chapters)) if chapters else None):
            return found
        why = f", as {NAMED} says" * bool(os.environ.get(NAMED))
        raise UserError(f"no book here{why}: neither {here} nor a folder above it holds a _toc.yml")

    @classmethod
    def around(cls, place: Path) -> Project | None:
        """Return the project around a place: the nearest folder that holds ``_toc.yml``."""
        for folder in (place, *place.parents):
            if (folder / "_toc.yml").is_file():
                return cls(folder)
        return None

    @property
    def libraries(self) -> tuple[Path, ...]:
        """The folders of packages of ours: the project's, and the one that holds the press."""
        return tuple(dict.fromkeys((self.root / "lib", PRESS.parent)))

    @property
    def lock(self) -> Path:
        """The file of locked versions, if the project has one."""
        return self.root / "requirements.txt"

    @property
    def python(self) -> str:
        """The version of Python, as far as it can change a result."""
        return f"{sys.version_info[0]}.{sys.version_info[1]}"

    @property
    def tools(self) -> str:
        """A hash of what makes pages: the press, the locked packages, Python."""
        locked = self.lock.read_bytes().hex() if self.lock.is_file() else ""
        return digest_text(digest_files(PRESS.parent, [PRESS.name]), locked, sys.version)

    @property
    def assets(self) -> Path:
        """The folder of the press's styles and scripts; a project adds its own to them."""
        return PRESS / "assets"

    @property
    def build(self) -> Path:
        """The folder of everything generated; beside the notebook if the project is installed."""
        came_in_a_wheel = (self.root / "__init__.py").is_file()  # as a package, with its pages
        return (Path.cwd() if came_in_a_wheel else self.root) / "_build"

    @property
    def site(self) -> Path:
        """The folder of the finished book."""
        return self.build / "html"

    @cached_property
    def pages(self) -> list[str]:
        """The pages of the table of contents, in order, without a suffix."""
        # Jupyter Book's own reader
        from sphinx_external_toc.parsing import MalformedError, parse_toc_data

        contents = self.root / "_toc.yml"
        try:
            return list(parse_toc_data(yaml_of(contents)))
        except (MalformedError, ValueError) as error:
            raise fault(contents, " ".join(str(error).split())) from None

    @cached_property
    def notebooks(self) -> dict[str, Page]:
        """The pages that are notebooks, by address, in the book's order."""
        sources = {page: self.root / f"{page}.md" for page in self.pages}
        if missing := [page for page, path in sources.items() if not path.is_file()]:
            contents = self.root / "_toc.yml"
            above = text_of(contents).partition(missing[0])[0]
            names = ", ".join(f"{page}.md" for page in missing)
            raise fault(contents, f"there is no page {names}", above.count("\n") + 1)
        pages = [
            Page(path.stem if place.count("/") < 2 else path.parent.name, path, place)
            for place, path in sources.items()
            if _is_notebook(path)
        ]
        return {page.address: page for page in pages}

    @cached_property
    def chapters(self) -> dict[str, list[Page]]:
        """The pages of each chapter, in the book's order."""
        chapters: dict[str, list[Page]] = {}
        for page in self.notebooks.values():
            chapters.setdefault(page.chapter, []).append(page)
        return chapters

    def page(self, address: str) -> Page:
        """Return the page called `address`, or that place; a `UserError` if there is none.

        A chapter's first page has both names: ``"guts"``, and ``"guts/index"`` where the chapter
        alone would mean its lab.
        """
        places = {page.place.removeprefix("book/"): page for page in self.notebooks.values()}
        if address in places:
            return places[address]
        return self.notebooks[known_name(address, list(self.notebooks), "page")]

    def page_asked(self, name: str) -> Page:
        """Return the page that `name` means where a question is asked: a chapter's is its lab."""
        lab = f"{name}/{LAB}"
        return self.page(lab if lab in self.notebooks else name)

    def run_folder(self, page: Page, key: str) -> Path:
        """Return where the run of a page named `key` is kept."""
        return self.build / "runs" / page.folder / key

    def publish(self, new: Path, target: Path) -> None:
        """Give a finished folder its name, in the place of what has it: whole, or not at all.

        Parameters
        ----------
        new : Path
            A complete folder below ``_build/tmp``.
        target : Path
            Where it goes, below ``_build``.
        """
        target.parent.mkdir(parents=True, exist_ok=True)
        for attempt in range(RIVALS):
            with suppress(OSError):  # something stands there, perhaps for a moment only
                new.rename(target)
                return
            with suppress(FileNotFoundError):
                target.rename(new.with_name(f"{new.name}-old{attempt}"))
        raise BuildError(f"{target}: another process puts something there again and again")

    @contextmanager
    def scratch(self, purpose: str) -> Iterator[Path]:
        """Yield an empty folder beside the results, gone afterwards unless it was renamed."""
        parent = self.build / "tmp"
        parent.mkdir(parents=True, exist_ok=True)
        # whoever renames it leaves nothing to be removed
        with TemporaryDirectory(
            prefix=f"{purpose}-", dir=parent, ignore_cleanup_errors=True
        ) as folder:
            yield Path(folder)


def _is_notebook(page: Path) -> bool:
    head = page.read_text("utf-8", "replace").split("\n---", 1)[0]
    return head.startswith("---") and "kernelspec:" in head
