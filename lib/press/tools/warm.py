"""Sphinx kept warm, in a process of its own: it reads and writes single pages of a stage.

Most of a build after a word of prose goes into starting: importing Sphinx and its extensions, and
reading what was kept of all pages. `parlor watch` starts this once. A page that it writes is the
same to the byte as in a whole build, but for what comes after Sphinx; see `finished`.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from jupyter_book.config import get_final_config
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.build_phase import BuildPhase
from sphinx.util.docutils import docutils_namespace, patch_docutils
from sphinx.util.parallel import SerialTasks
from sphinx_external_toc.collectors import TocTreeCollectorWithStyles

from ..site.book import leave_out_clients


def main() -> int:
    """Serve the stage, the folder of doctrees and that of pages that the command line names.

    A line of JSON on standard input holds the values to substitute, the documents to read again
    whatever their files say, and those to write besides; the answer tells the documents written
    and the warnings. It ends when nobody asks any more.
    """
    stage, doctrees, pages = map(Path, sys.argv[1:4])
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever libraries print is no answer
    warnings = io.StringIO()
    with ExitStack() as held:
        held.enter_context(patch_docutils(None))
        held.enter_context(docutils_namespace())
        app = _application(stage, doctrees, pages, warnings)
        # pages name style sheets and scripts with a hash of what they hold
        app.builder.finish_tasks = SerialTasks()
        app.builder.prepare_writing(set())
        app.builder.copy_assets()
        written: list[str] = []
        while True:
            print(
                json.dumps({"written": written, "warnings": _told(warnings, stage)}), file=answers
            )
            answers.flush()
            line = sys.stdin.readline()
            if not line:
                return 0
            written = _write(app, json.loads(line))


def _application(stage: Path, doctrees: Path, pages: Path, warnings: io.StringIO) -> Sphinx:
    """Sphinx with the settings that Jupyter Book gives it."""
    leave_out_clients()
    settings, _ = get_final_config(
        user_yaml=stage / "_config.yml",
        sourcedir=stage,
        cli_config={
            "external_toc_path": (stage / "_toc.yml").as_posix(),
            "latex_individualpages": False,
            "nitpicky": True,
        },
        use_external_toc=True,
    )
    app = Sphinx(
        srcdir=stage,
        confdir=None,
        outdir=pages,
        doctreedir=doctrees,
        buildername="html",
        confoverrides=settings,
        status=None,
        warning=warnings,
        keep_going=True,
    )
    if settings.get("use_multitoc_numbering") and "numbered: true" in (
        stage / "_toc.yml"
    ).read_text("utf-8"):
        app.setup_extension("sphinx_multitoc_numbering")
    return app


def _write(app: Sphinx, job: dict[str, Any]) -> list[str]:
    """Read what has changed, and write it."""
    app.config.myst_substitutions = job["values"]
    app.phase = BuildPhase.READING
    for name in job["again"]:
        os.utime(app.env.doc2path(name))
    read = app.builder.read()
    app.env._pickled_doctree_cache.clear()  # which holds pages as they were before
    _count_anew(app)
    wanted = {*read, *app.env.check_dependents(app, set(read)), *job["write"]}
    changed = sorted(wanted & app.env.found_docs)
    app.phase = BuildPhase.RESOLVING
    app.builder.prepare_writing(set(changed))
    for name in changed:
        page = app.env.get_and_resolve_doctree(name, app.builder)
        app.builder.write_doc_serialized(name, page)
        app.builder.write_doc(name, page)
    if others := sorted(wanted - app.env.found_docs):  # the page of the search has no source
        assert isinstance(app.builder, StandaloneHTMLBuilder)
        app.builder.gen_pages_from_extensions()
    return [*changed, *others]


def _count_anew(app: Sphinx) -> None:
    """Number chapters from 1: sphinx_external_toc would go on where it has ended."""
    for listener in app.events.listeners["env-get-updated"]:
        owner = getattr(listener.handler, "__self__", None)
        if isinstance(owner, TocTreeCollectorWithStyles):
            for name in vars(owner):
                if name.endswith("_count"):
                    setattr(owner, name, 0)


def _told(warnings: io.StringIO, stage: Path) -> list[str]:
    """The warnings since it was last asked, a line each, without colours and without the stage."""
    text = re.sub(r"\x1b\[[\d;]*m", "", warnings.getvalue()).replace(f"{stage}/", "")
    warnings.seek(0)
    warnings.truncate()
    return [line for line in text.splitlines() if line.strip()]
