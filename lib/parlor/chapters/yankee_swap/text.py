"""Numbers as the pages print them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def rounded(values: Sequence[float] | np.ndarray, digits: int = 5) -> tuple[float, ...]:
    """Return numbers rounded to so many decimals."""
    return tuple(np.round(np.asarray(values, float), digits).tolist())
