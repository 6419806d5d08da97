"""Pages are run side by side, each in a process of its own."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from press.ask.runner import Pages, execute, plan
from press.project.errors import BuildError, Stopped
from press.project.places import Page, Project

HEAD = "---\nkernelspec:\n  name: python3\n  display_name: Python\n---\n\n# A page\n\n"


class Told:
    def __init__(self) -> None:
        self.begun: list[str] = []
        self.heard = threading.Event()

    def __call__(self, chapter: str, event: dict[str, object]) -> None:
        if "cells" in event:
            self.begun.append(chapter)
            self.heard.set()


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    (tmp_path / "_toc.yml").write_text("root: book/a\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return Project(tmp_path)


def page(project: Project, name: str, *cells: str) -> Page:
    path = project.root / f"book/{name}.md"
    path.parent.mkdir(exist_ok=True)
    told = "\n".join(f"```{{code-cell}} ipython3\n{cell}\n```\n" for cell in cells)
    path.write_text(HEAD + told, "utf-8")
    return Page(name, path, f"book/{name}")


def test_the_longest_page_begins_first_and_failures_are_told_together(project: Project) -> None:
    pages = [
        page(project, "short", "1 / 0"),
        page(project, "long", *["1"] * 9),
        page(project, "middling", "import os", "os.kill(os.getpid(), 9)", "1"),
        page(project, "left", "%matplotlib inline", "exit()"),
    ]
    runs = [plan(project, one) for one in pages]
    told = Told()
    with pytest.raises(BuildError) as error:
        Pages(project, many=False).execute(runs, workers=1, hear=told)
    assert told.begun == ["long", "middling", "left", "short"]
    middling, left, short = str(error.value).splitlines()
    assert left.startswith("left: cell [2] raised SystemExit: a page is run to its end (details:")
    assert middling.startswith("middling: its process was killed, perhaps since there is not")
    assert short.startswith("short: cell [1] raised ZeroDivisionError: division by zero (details:")
    assert [run.finished for run in runs] == [False, True, False, False]
    assert list((project.root / "_build/tmp").iterdir()) == []


def test_pages_can_be_stopped_from_another_thread_and_asked_again(project: Project) -> None:
    slow = plan(project, page(project, "slow", "import time", "time.sleep(600)"))
    quick = plan(project, page(project, "quick", "1"))
    told = Told()
    process = Pages(project, many=False)
    stopping = threading.Thread(target=lambda: (told.heard.wait(300), process.stop()))
    stopping.start()
    with pytest.raises(Stopped):
        process.execute([slow], hear=told)
    stopping.join()
    process.execute([quick], hear=Told())
    assert quick.finished and not slow.finished


def test_a_page_displays_what_it_would_in_jupyter(project: Project) -> None:
    cells = ("print('said')", "from IPython.display import HTML, display\ndisplay(HTML('<b>'))\n7")
    run = plan(project, page(project, "shown", *cells))
    Pages(project, many=False).execute([run], hear=Told())
    import nbformat

    first, second = nbformat.read(run.notebook, as_version=4).cells[1:]
    assert [one.text for one in first.outputs] == ["said\n"]
    display, result = second.outputs
    assert display.data["text/html"] == "<b>" and display.output_type == "display_data"
    assert (result.data["text/plain"], result.execution_count) == ("7", 2)


def test_what_is_finished_is_run_again_by_force_alone(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = plan(project, page(project, "a", "1"))
    execute(project, [run])
    asked = []
    monkeypatch.setattr(Pages, "execute", lambda _, runs, *__: asked.append(runs))
    execute(project, [run])
    execute(project, [run], force=True)
    assert asked == [[run]]
