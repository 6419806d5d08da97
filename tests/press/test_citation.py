"""Which book this is, and how it is cited."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import yaml

import parlor
from press.project.errors import BuildError, UserError
from press.project.places import Project
from press.project.settings import settings
from press.site.citation import Edition, colophon, foot

from .toy import ROOT, Toy

WHOLE = """\
license: MIT
doi: 10.1/2
authors:
  - {given-names: A., family-names: <B>, orcid: "https://orcid.org/0000-0001"}
"""
CONFIG = "title: A Book\nauthor: Somebody\nhtml:\n  baseurl: '{}'\nrepository:\n  url: '{}'\n"


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    (tmp_path / "CITATION.cff").write_text("version: 1.2.0\ndate-released: 2026-01-02\n", "utf-8")
    (tmp_path / "_config.yml").write_text(CONFIG.format("", ""), "utf-8")
    return Project(tmp_path)


def test_git_gives_commit_and_date_and_says_if_files_have_changed(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = Edition.of(project)
    assert (alone.version, alone.commit, alone.date) == ("1.2.0", "unknown", "2026-01-02")
    git(project.root, "init")
    git(project.root, "add", ".")
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2025-03-04T05:06:07Z")
    git(project.root, "commit", "-m", "one")
    clean = Edition.of(project)
    assert clean.date == "2025-03-04" and clean.year == "2025"
    assert len(clean.commit) >= 7 and clean.commit.isalnum()
    (project.root / "note.txt").write_text("not of the book", "utf-8")
    assert Edition.of(project) == clean
    (project.root / "_config.yml").write_text("html: {}\n", "utf-8")
    assert Edition.of(project).commit == f"{clean.commit} with changes"
    (project.root / "lib").mkdir()
    (project.root / "lib/die.py").write_text("faces = 6", "utf-8")
    assert Edition.of(project).code != clean.code  # and so the wheels' versions are others


def test_addresses_are_joined_whatever_their_end(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = project.root / "_config.yml"
    html = settings(project)["html"]
    assert (html["baseurl"], html["use_repository_button"]) == ("", False)
    path.write_text(CONFIG.format("https://example.org/book", "https://example.org/git/"), "utf-8")
    told = settings(project)
    assert told["html"]["baseurl"] == "https://example.org/book/"
    assert told["repository"]["url"] == "https://example.org/git"
    assert told["html"]["use_repository_button"]
    for wrong, why in (
        (CONFIG.format("org", ""), "line 4: html baseurl: 'org'"),
        ("author: A\n", "title"),
    ):
        path.write_text(wrong, "utf-8")
        with pytest.raises(BuildError, match=why):
            settings(project)
    path.write_text(CONFIG.format("", ""), "utf-8")
    monkeypatch.setenv("BOOK_REPOSITORY", "git")
    with pytest.raises(UserError, match="BOOK_REPOSITORY: 'git' does not begin"):
        settings(project)


def test_the_version_is_the_same_everywhere() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    assert cited["version"] == parlor.__version__
    assert cited["title"] == config["title"]
    assert [author["name"] for author in cited["authors"]] == [config["author"]]


def test_a_page_says_how_to_cite_it_and_a_new_commit_is_stamped(finished: Toy) -> None:
    page = finished.site()["book/demo.html"].decode()
    assert "@@" not in page and "Cite this page" in page
    assert "(2023). “A demonstration”. In Parlor Games, Recomputed, version unknown" in page
    assert "of 2023-11-14, commit unknown." in page  # the toy's SOURCE_DATE_EPOCH


def test_a_colophon_says_what_is_known_and_nothing_else(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = colophon(project, settings(project))
    assert "version @@version@@" in few and "Somebody" in few
    for unknown in ("Licence", "DOI", "Cloned from", "Published at"):
        assert unknown not in few
    (project.root / "CITATION.cff").write_text(WHOLE, "utf-8")
    monkeypatch.setenv("BOOK_REPOSITORY", "https://example.org/fork")
    told = colophon(project, settings(project))
    assert '<a href="https://orcid.org/0000-0001">A. &lt;B&gt;</a>' in told and "MIT" in told
    assert 'href="https://doi.org/10.1/2"' in told and 'href="https://example.org/fork"' in told
    assert "version" not in foot(project, settings(project)), "it has none"
