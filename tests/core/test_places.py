"""Where files are, in a checkout and without one."""

from pathlib import Path

import pytest

from parlor.core import places


def test_in_a_checkout():
    root = places.checkout()
    assert root == Path(__file__).resolve().parents[2]
    assert places.data_file("goofspiel.json") == root / "data/games/goofspiel.json"
    assert places.data_file("goofspiel.json").is_file()
    assert places.keep_folder("numba") == root / "_build/numba"


@pytest.mark.parametrize(
    ("platform", "name", "caches"),
    [
        ("linux", "XDG_CACHE_HOME", "caches"),
        ("win32", "LOCALAPPDATA", "caches"),
        ("darwin", "", ""),
    ],
)
def test_installed(monkeypatch, tmp_path, platform, name, caches):
    monkeypatch.setattr(places, "_PACKAGE", tmp_path / "lib" / "parlor")
    monkeypatch.setattr(places.sys, "platform", platform)
    monkeypatch.setenv("HOME", str(tmp_path))
    for other in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(other, raising=False)
    if name:
        monkeypatch.setenv(name, str(tmp_path / caches))
    expected = tmp_path / (caches or "Library/Caches") / "parlor" / "numba"
    assert places.checkout() is None
    assert places.data_file("x.json") == tmp_path / "lib/parlor/data/x.json"
    assert places.keep_folder("numba") == expected
    if platform == "linux":
        monkeypatch.delenv(name)
        assert places.keep_folder("numba") == tmp_path / ".cache/parlor/numba"
