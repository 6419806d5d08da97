"""What a page of the book tells its reader to do, step by step."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Steps:
    """The steps of a page, by their numbers; before the first stands its beginning."""

    texts: list[str]

    @classmethod
    def of(cls, path: Path, start: str, here: dict[str, str] | None = None) -> Steps:
        """Read a page whose steps begin by `start`; some words are others `here`."""
        text = path.read_text("utf-8")
        for word, other in (here or {}).items():
            assert word in text
            text = text.replace(word, other)
        return cls(re.split(start, text, flags=re.MULTILINE))

    def blocks(self, step: int, kind: str) -> list[str]:
        """The blocks of a kind in a step, such as ``shell``."""
        return re.findall(rf"^```{kind}\n(.*?)^```", self.texts[step], re.DOTALL | re.MULTILINE)

    def commands(self, step: int) -> list[str]:
        """What is typed."""
        return [line for block in self.blocks(step, "shell") for line in block.splitlines()]
