"""What a notebook uses of the press: checks, tables, figures and values of one chapter.

Everything leaves the run as files in the run's folder: ``results.json``, ``pieces.json``,
``tables/``, ``figures/``, ``data/`` and ``widgets/``.
"""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Callable, Mapping
from functools import cached_property
from html import escape
from numbers import Real
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..ledger import findings
from ..ledger.findings import plain
from ..ledger.published import Published
from ..ledger.verdict import finite, show
from ..project.parameters import check_cells
from ..project.places import Project
from .block import Block, in_run, joined
from .check import Check
from .events import tell
from .tables import shown, write_table

if TYPE_CHECKING:
    import pandas as pd

    from .answer import Answer
    from .figures import Drawing
    from .widgets import Live


PIECES = "pieces.json"  # in a run's folder: what pages show of it, by kind and name


class Found(dict[str, Check]):
    """What has been decided so far, by id."""

    def __missing__(self, name: str) -> Check:
        raise LookupError(f"'{name}' has not been decided on this page: no judge before")


class Chapter:
    """A chapter under execution.

    Parameters
    ----------
    name : str
        The chapter's name, which is that of its folder in ``data/published``.
    reduced : bool, default False
        Whether the run is of reduced size, so that claims are not judged.

    Raises
    ------
    NotAllowed
        In a notebook outside the press, if a parameter has a value that is not allowed.

    Attributes
    ----------
    found : dict of str to Check
        What has been decided so far, by id.

    Examples
    --------
    >>> import os, tempfile
    >>> os.environ["PRESS_RUN"] = tempfile.mkdtemp()
    >>> chapter = Chapter("token_game")
    >>> chapter.data("board", [1, 2, 3], "Three stacks")
    Three stacks
    >>> del os.environ["PRESS_RUN"]
    """

    def __init__(self, name: str, reduced: bool = False) -> None:
        from IPython.core.interactiveshell import InteractiveShell

        project = Project.here()
        self.name = name
        self.reduced = reduced
        self.found = Found()
        self._pieces: dict[str, dict[str, Any]] = {}
        self.folder = Path(os.environ.get("PRESS_RUN", project.build / "lab" / name))
        self.folder.mkdir(parents=True, exist_ok=True)
        self._results: dict[str, Any] = {
            "chapter": name, "checks": [], "tables": [], "figures": [], "widgets": [], "data": [],
            "values": {}, "numbers": {},
        }  # fmt: skip
        if InteractiveShell.initialized() and not in_run():  # there the press has checked them
            check_cells(name, InteractiveShell.instance().user_ns)
        self._write()

    @cached_property
    def published(self) -> Published:
        """What is recorded of the chapter's source."""
        return Published.load(Project.here().root / "data" / "published" / self.name)

    def judge(self, *places: ModuleType | Callable[..., Any]) -> Block:
        """Decide entries by the functions that are their checks, and put them into the ledger.

        Parameters
        ----------
        *places : module or function
            Checks, or modules that stand for all theirs, in order; see `findings`.

        Returns
        -------
        Block
            A card for each entry that a check decides by its id, with the check's source folded, in
            the source's order. What is decided by a pattern belongs into a table: `found` has it by
            id.

        Raises
        ------
        BuildError
            If a check does not decide just what it names.
        ValueError
            If an entry has been decided already.
        """
        cards: list[Check] = []
        checks = findings.checks_of(*places)
        effort = findings.Effort(self.reduced)
        for decided, (check, rows) in enumerate(
            findings.decide(self.published, checks, effort), start=1
        ):
            tell(within=f"{decided:,} of {len(checks):,} checks")
            judged = [self._judged(row) for row in rows]
            if not findings.fills_table(check):
                cards += judged
        order = [*self.published.entries]  # the source's, however checks are grouped
        cards.sort(key=lambda check: order.index(check.row["id"]))
        self._write()
        return joined([check.block for check in cards], "\n")

    def _judged(self, row: dict[str, Any]) -> Check:
        entry = self.published.entry(row["id"])
        became = {"verdict": self.published.judged(row)}  # a run tells what the check has found
        check = Check(self.published.told(entry) | row | became)
        self._note("checks", row)
        self.found[entry.id] = check
        return check

    def table(
        self,
        name: str,
        frame: pd.DataFrame,
        caption: str,
        rows: int | None = None,
        *,
        digits: int | None = None,
    ) -> Block:
        """Show a table and offer it for download.

        Parameters
        ----------
        name : str
            Its name within the chapter, used for its address and its files.
        frame : pandas.DataFrame
            Its columns, in order; cells may hold numbers, texts, tuples, lists of tuples and
            `Check`.
        caption : str
            What it shows, in plain text.
        rows : int, optional
            How many rows to show at most; the files always hold all of them.
        digits : int, optional
            To how many decimals to show numbers; the files keep what `frame` has.

        Returns
        -------
        Block
            The last expression of a cell.
        """
        import pandas as pd

        self._note("tables", {"name": name, "caption": caption, "rows": len(frame)})
        write_table(self.folder / "tables", name, frame)
        if rows is not None and len(frame) > rows:
            caption = f"{caption} The first {rows} of {len(frame):,} rows; the files hold all."
            frame = frame.head(rows)
        if digits is not None:
            frame = frame.round(digits)
        with pd.option_context("display.max_colwidth", None):  # no text is cut
            html = frame.map(show).to_html(index=False)
        text = frame.to_string(index=False)
        content = {"caption": caption, **shown(frame)}
        return self._left("table", name, content, html, text, f"tables/{name}.csv")

    def data(self, name: str, content: Any, caption: str) -> Block:
        """Offer data for download, as JSON.

        Parameters
        ----------
        name : str
            Its name within the chapter.
        content : mapping, list, number or str
            What JSON can hold.
        caption : str
            What it is, in plain text.

        Returns
        -------
        Block
            The last expression of a cell.
        """
        folder = self.folder / "data"
        folder.mkdir(exist_ok=True)
        text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)
        self._note("data", {"name": name, "caption": caption})
        (folder / f"{name}.json").write_text(text + "\n", "utf-8")
        return self._left("data", name, {"caption": caption}, "", caption, f"data/{name}.json")

    def answer(self, answer: Answer) -> Block:
        """Show the answer of a lab: its figures, its numbers as a table, its tables.

        The numbers are kept at full precision, and ``{{ chapter.lab_NAME }}`` prints each in the
        page's text, ``{{ chapter.lab_asked }}`` what was asked, ``{{ chapter.lab_said }}`` the
        answer.

        Parameters
        ----------
        answer : Answer
            What the cell tagged ``answer`` has made.

        Returns
        -------
        Block
            The last expression of a cell.
        """
        import pandas as pd

        self._results["answer"] = answer.as_json()
        told = {f"lab_{q.name}": q.told for q in answer.quantities}
        self.say(lab_asked=answer.asked, lab_said=answer.said, **told)
        frame = pd.DataFrame(answer.rows, columns=answer.COLUMNS)
        blocks = []
        for picture in answer.figures:
            figure, alt = picture.draw()
            blocks.append(self.figure(picture.name, figure, picture.caption, alt))
        caption = f"The answer in numbers. {answer.asked} {answer.said}".strip()
        blocks.append(self.table("answer", frame, caption))
        blocks += [
            self.table(t.name, t.frame, t.caption, t.rows, digits=t.digits) for t in answer.tables
        ]
        return joined(blocks)

    def figure(self, name: str, figure: Drawing, caption: str, alt: str) -> Block:
        """Show a figure that follows the reader's colours.

        Parameters
        ----------
        name : str
            Its name within the chapter.
        figure : Drawing
            Made by `figures.new_figure`.
        caption : str
            What it shows, in plain text.
        alt : str
            What a reader who does not see it should know.

        Returns
        -------
        Block
            The last expression of a cell.
        """
        saved = figure.save(self.folder / "figures", f"{self.name}-{name}", alt)
        texts = {"caption": caption, "alt": alt}
        self._note("figures", {"name": name, **texts})
        file = f"figures/{self.name}-{name}.svg"
        return self._left("figure", name, texts | saved, saved["wide"], alt, file)

    def widget(
        self, kind: str, name: str, data: Mapping[str, Any], label: str, still: str = ""
    ) -> Block | Live:
        """Place a game to play from tables made by this run.

        Parameters
        ----------
        kind : str
            The script's name in ``book/assets/static/play``.
        name : str
            Its name within the chapter.
        data : mapping
            What the script plays from: in the book from ``window.parlor``, in Jupyter as a trait.
        label : str
            What it is, for a screen reader.
        still : str, optional
            HTML that stands there without scripts, and on paper.

        Returns
        -------
        Block or widgets.Live
            The last expression of a cell; in Jupyter a widget, if anywidget is there.
        """
        folder = self.folder / "widgets"
        folder.mkdir(exist_ok=True)
        text = json.dumps(data, separators=(",", ":"), sort_keys=True)
        key = f"{self.name}-{name}"
        script = f"window.parlor=window.parlor||{{}};\nwindow.parlor[{json.dumps(key)}]={text};\n"
        (folder / f"{name}.js").write_text(script, "utf-8")
        self._note("widgets", {"name": name, "kind": kind})
        content = {"kind": kind, "label": label, "still": still}
        block = self._left("widget", name, content, still, label)
        if not in_run() and importlib.util.find_spec("anywidget"):
            from .widgets import Live

            return Live(kind, data, label)
        return block

    def say(self, **values: Any) -> None:
        """Give values names by which every page can print them.

        Parameters
        ----------
        **values : number, str, tuple or list
            Printed in a page by ``{{ chapter.name }}``. The run's results hold what is printed, and
            numbers at full precision beside it.
        """
        for name, value in values.items():  # with nothing to list a sentence has no gap
            gap = "" if isinstance(value, str) else "none"
            self._results["values"][name] = finite(show(value)) or gap
            items = value if isinstance(value, tuple | list) else [value]
            if items and all(isinstance(x, Real) and not isinstance(x, bool) for x in items):
                self._results["numbers"][name] = plain(value)
        self._write()

    def _note(self, kind: str, item: dict[str, Any]) -> None:
        """Add an item. In a run a name is used once; elsewhere a cell may be tried again."""
        label = "id" if "id" in item else "name"
        others = [other for other in self._results[kind] if other[label] != item[label]]
        if len(others) < len(self._results[kind]) and in_run():
            raise ValueError(f"'{item[label]}' is taken, each of the {kind} needs its own {label}")
        self._results[kind] = [*others, item]

    def _left(
        self, kind: str, name: str, content: dict[str, Any], html: str, text: str, file: str = ""
    ) -> Block:
        """What a page shows of something, by name; it is written even if the run fails later."""
        self._pieces.setdefault(kind, {})[name] = content
        self._write()
        caption = escape(content.get("caption", text))
        where = f" <small>({escape(file)})</small>" if file else ""  # where nobody offers it
        return Block(((kind, name),), f"{html}<p>{caption}{where}</p>", text)

    def _write(self) -> None:
        text = json.dumps(self._results, ensure_ascii=False, separators=(",", ":"))
        (self.folder / "results.json").write_text(text + "\n", "utf-8")
        if in_run():
            pieces = json.dumps(self._pieces, ensure_ascii=False)
            (self.folder / PIECES).write_text(pieces + "\n", "utf-8")
