"""What the project promises to those who work on it: its documents and settings say what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
WORKFLOW = (ROOT / ".github/workflows/book.yml").read_text("utf-8")


def test_actions_are_pinned_by_commit_with_their_version_beside() -> None:
    uses = re.findall(r"uses: (.*)", WORKFLOW)
    assert len(uses) == 5
    for action in uses:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)


@pytest.mark.parametrize("name", [".github/workflows/book.yml", ".ci/run"])
def test_what_is_quickest_to_fail_runs_first(name: str) -> None:
    asked = re.findall(r"^(?: *- run: )?make (\w+)", (ROOT / name).read_text("utf-8"), re.MULTILINE)
    assert asked == ["check", "book", "test"]


def test_commits_are_checked_as_make_check_does() -> None:
    settings = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    (hook,) = [hook for repo in settings["repos"] for hook in repo["hooks"]]
    assert hook["entry"].split()[0] == "make" and hook["entry"].split()[-1] == "check"
    assert [repo["repo"] for repo in settings["repos"]] == ["local"], "needs no network"


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", "book/developers.md", "book/rerun.md"]
)
def test_files_and_targets_that_a_page_names_are_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    named = set(re.findall(r"[`(]((?:lib|book|data|tests|benchmarks)/[\w/.-]*)[`)]", text))
    named |= {
        f"lib/parlor/{name}" for name in re.findall(r"`((?:core|press|games)/[\w/]+\.py)`", text)
    }
    named = {name for name in named if "nim_sums" not in name}
    assert sorted(name for name in named if not (ROOT / name).exists()) == []
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:`|^)make ([a-z]+)", text, re.MULTILINE)) <= targets


def test_a_lock_names_no_host() -> None:
    locks = sorted(ROOT.glob("requirements*.txt"))
    assert len(locks) == 4
    for lock in locks:
        assert not re.search(r"https?://|--index|--extra-index|--find-links", lock.read_text())


def test_the_lock_holds_what_the_wheel_asks_for() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    asked = re.findall(r'^  "([a-z0-9-]+)', text, re.MULTILINE)
    locked = re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    assert len(asked) >= 15 and set(asked) <= set(locked)
