"""What was made before is made once, and again if it was damaged or is made of something else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from press.run.memo import Memo


class Maker:
    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> str:
        self.made += 1
        return f"a text\r\nof {self.made}"


def test_a_text_is_kept_for_the_next_process(tmp_path: Path) -> None:
    make = Maker()
    for _ in range(2):
        memo = Memo(tmp_path / "made", "1")
        for _ in range(2):
            assert memo.text("page guts/index", ("x", "y"), make) == "a text\r\nof 1"
    assert memo.text("another", ("x", "y"), make) == "a text\r\nof 2"


@pytest.mark.parametrize(("maker", "of"), [("2", ("x",)), ("1", ("y",)), ("1", ("x", ""))])
def test_what_is_made_of_something_else_is_made_again(
    tmp_path: Path, maker: str, of: tuple[str, ...]
) -> None:
    make = Maker()
    Memo(tmp_path, "1").text("page", ("x",), make)
    assert Memo(tmp_path, maker).text("page", of, make).endswith("2")


@pytest.mark.parametrize("damage", [b"", b"\xff", b"a text\r\nof 1", b"0123456789abcdef\nmine"])
def test_what_was_damaged_is_made_again(tmp_path: Path, damage: bytes) -> None:
    make = Maker()
    Memo(tmp_path, "1").text("page", (), make)
    (tmp_path / "page").write_bytes(damage)
    assert Memo(tmp_path, "1").text("page", (), make).endswith("2")


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "page")
    assert Memo(tmp_path, "1").text("page", (), Maker()) == "a text\r\nof 1"
    assert (tmp_path / "page").is_file()


def test_where_nothing_can_be_written_it_is_made_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "made").write_text("a file", "utf-8")
    assert Memo(tmp_path / "made", "1").text("page", (), Maker()) == "a text\r\nof 1"
