"""Run chapters at full size and hold their verdicts against the ledger: `mutants` does."""

from __future__ import annotations

import sys

from parlor.press.ledger import load_all
from parlor.press.project import BuildError, Project
from parlor.press.runner import execute, plan


def main(chapters: list[str]) -> int:
    """Print every verdict that is not the expected one; the exit status says if there is any."""
    project = Project.here()
    published = load_all(project.root / "data")
    runs = [plan(project, chapter) for chapter in chapters]
    try:
        execute(project, runs)
    except BuildError as error:
        print(error)
        return 1
    problems = [
        problem for run in runs for problem in published[run.chapter].audit(run.results()["checks"])
    ]
    print("\n".join(map(str, problems)))
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
