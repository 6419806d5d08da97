"""What it was measured on."""

from __future__ import annotations

import os
import platform
import time
from importlib.metadata import version
from pathlib import Path


def machine(*packages: str) -> dict[str, str | int | float | None]:
    """Processor, load, date, and versions of Python and some packages."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return {
        "processor": names[0] if names else platform.processor(),
        "processors": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "date": time.strftime("%Y-%m-%d"),
        "Python": platform.python_version(),
    } | {name: version(name) for name in packages}
