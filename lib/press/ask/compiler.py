"""Wakes numba's compiler when it is imported, which takes a third of a second."""

from __future__ import annotations

from contextlib import suppress

with suppress(ImportError):
    import numba

    numba.njit("f8(f8)")(lambda x: x)
