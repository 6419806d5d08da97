"""Run chapters at full size and hold their verdicts against the ledger: `mutants` does."""

from __future__ import annotations

import sys

from press.ledger import findings
from press.ledger.published import load_all
from press.project.places import Project


def main(chapters: list[str]) -> int:
    """Print every verdict that is not the expected one; the exit status says if there is any."""
    published = load_all(Project.here().root / "data")
    problems = []
    for chapter in chapters:
        checks = findings.of_chapter(chapter)
        decided = findings.decide(published[chapter], checks, findings.Effort())
        problems += published[chapter].audit([row for _, rows in decided for row in rows])
    print("\n".join(map(str, problems)))
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
