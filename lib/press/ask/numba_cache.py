"""Where numba keeps what `numba.njit(cache=True)` compiles: nowhere for longer than the process.

numba names it by the file of the function alone. So it would go on with old code when something
changes that the function calls in another module, or a constant that was read from a file, or that
a page's parameter gives. What `parlor.core.compiled.njit` compiles is kept, and named by all this.
`isolation` tells numba of it, which listens from 0.62 on.
"""

from __future__ import annotations

import tempfile
from typing import Any

from numba.core.caching import _CacheLocator


class Locator(_CacheLocator):
    """The folder of what is compiled of a function, as numba asks for it: one of its own."""

    @classmethod
    def from_function(cls, *_: Any) -> Locator:
        """Return where any function is kept."""
        return cls()

    def get_cache_path(self) -> str:
        """Return the folder, which goes with the process's home."""
        return tempfile.mkdtemp(prefix="numba-")

    def get_source_stamp(self) -> str:
        """Return what is compared with that of what is kept there."""
        return ""

    def get_disambiguator(self) -> str:
        """Return what tells functions of one name apart."""
        return ""
