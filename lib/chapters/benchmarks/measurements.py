"""What `benchmarks` has measured, as its commands leave it in ``data``."""

import json
from typing import Any

from press.project.places import Project

Told = dict[str, Any]


def read(name: str) -> Told:
    """What a file of ``data`` holds."""
    told: Told = json.loads((Project.here().root / "data" / name).read_text("utf-8"))
    return told
