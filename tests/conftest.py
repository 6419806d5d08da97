"""Compiled solvers are shared with the book: numba's cache is the one that `parlor build` fills."""

from __future__ import annotations

import os

from parlor.press.project import Project

os.environ.setdefault("NUMBA_CACHE_DIR", str(Project.here().numba_cache))
