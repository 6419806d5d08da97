"""What the project promises to those who work on it: its documents and settings say what is so."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
PATH = os.environ["PATH"]
WORKFLOW = (ROOT / ".github/workflows/book.yml").read_text("utf-8")


def test_actions_are_pinned_by_commit_with_their_version_beside() -> None:
    uses = re.findall(r"uses: (.*)", WORKFLOW)
    assert uses
    for action in uses:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)


def test_a_change_is_looked_at_without_any_right_to_write() -> None:
    told = yaml.safe_load(WORKFLOW)
    assert told["permissions"] == {"contents": "read"}
    assert [name for name, job in told["jobs"].items() if "permissions" in job] == ["publish"]
    assert "pull_request_target" not in WORKFLOW and "secrets." not in WORKFLOW
    scripts = [
        step["run"] for job in told["jobs"].values() for step in job["steps"] if "run" in step
    ]
    assert not any("${{" in script for script in scripts), "nothing that others write is run"


@pytest.mark.parametrize("status, fails", [(0, False), (1, False), (2, True)])
def test_moved_numbers_are_told_and_only_trouble_fails(
    tmp_path: Path, status: int, fails: bool
) -> None:
    steps = yaml.safe_load(WORKFLOW)["jobs"]["book"]["steps"]
    (script,) = [step["run"] for step in steps if "parlor compare" in step.get("run", "")]
    command = tmp_path / ".venv/bin/parlor"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\necho "$@"\nexit {status}\n')
    command.chmod(0o755)
    done = subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=tmp_path,
        env={"GITHUB_STEP_SUMMARY": "told", "PATH": PATH},
    )
    assert bool(done.returncode) == fails
    if not fails:
        told = (tmp_path / "told").read_text("utf-8")
        moved = (tmp_path / "moved/moved.txt").read_text("utf-8")
        assert moved == "compare HEAD^ HEAD\n" and told == f"~~~~\n{moved}~~~~\n"


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
    for package, rooms in (
        ("parlor", "core|solvers|games"),
        ("press", "run|ledger|page|lab|site|tools"),
    ):
        inside = re.findall(rf"`((?:{rooms})/[\w/]+\.py)`", text)
        named |= {f"lib/{package}/{name}" for name in inside}
    named = {name for name in named if "nim_sums" not in name}
    assert sorted(name for name in named if not (ROOT / name).exists()) == []
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:`|^)make ([a-z]+)", text, re.MULTILINE)) <= targets


def test_a_lock_names_no_host() -> None:
    locks = [ROOT / "requirements.txt", *sorted(ROOT.glob("requirements/*.txt"))]
    assert [lock.stem for lock in locks[1:]] == ["bench", "dev", "lab", "uv"]
    for lock in locks:
        assert not re.search(r"https?://|--index|--extra-index|--find-links", lock.read_text())


def test_the_lock_holds_what_both_wheels_ask_for() -> None:
    locked = re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    for name, least in (("pyproject.toml", 4), ("lib/press/pyproject.toml", 20)):
        project = tomllib.loads((ROOT / name).read_text("utf-8"))["project"]
        extras = project["optional-dependencies"]
        extras.pop("pdf", None)  # is in the lock of what the tests need
        lists = [project["dependencies"], *extras.values()]
        asked = {
            re.match(r"[\w.-]+", text)[0].replace(".", "-") for listed in lists for text in listed
        }  # type: ignore[index]
        assert len(asked) >= least and asked <= set(locked)


def test_nothing_tells_to_install_somebody_elses_package() -> None:
    """`parlor` on PyPI is not ours."""
    named = re.compile(r"pip install\s+['\"]?parlor(?!-games|-press)")
    assert named.search("pip install 'parlor[book]'")
    folders = [path for top in ("lib", "book") for path in (ROOT / top).rglob("*.*")]
    texts = [path for path in folders if path.suffix in {".py", ".md", ".js", ".html", ".template"}]
    assert len(texts) > 200
    told = [*texts, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    assert not [path for path in told if named.search(path.read_text("utf-8"))]
