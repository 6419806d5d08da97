"""How a call travels to another process: behind what it is made of, which is read first."""

from __future__ import annotations

import pickle
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from .failures import Refused
from .same import differs, made_of

if TYPE_CHECKING:
    import numpy as np

SMALL = 50_000  # bytes of an array that is sent along as it is
_here = threading.local()


@dataclass(frozen=True)
class Mapped:
    """An array in a file, in the place of the array itself."""

    path: str
    kept: Any = None  # what keeps the file there

    def __reduce__(self) -> tuple[Any, ...]:
        return Mapped, (self.path,)

    def load(self) -> np.ndarray:
        """Map the file."""
        import numpy as np

        return np.load(self.path, mmap_mode="r")


def packed(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> bytes:
    """A call, behind what it is made of: that is read first."""
    made = _made_of_one(function.__module__)
    return pickle.dumps((made, pickle.dumps((function, args, kwargs), protocol=5)), protocol=5)


@cache
def _made_of_one(module: str) -> dict[str, str]:
    return made_of([module])


def call(content: bytes, shared: dict[int, Any] | None = None) -> Any:
    """Do a call that was packed; `shared` are arguments that came beside it."""
    _here.worker = True
    made, rest = pickle.loads(content)
    if other := differs(tuple(made.items())):
        raise Refused(other)
    function, args, kwargs = pickle.loads(rest)
    for place, value in (shared or {}).items():
        args = (*args[:place], value, *args[place + 1 :])
    return function(*(arg.load() if isinstance(arg, Mapped) else arg for arg in args), **kwargs)


def on_a_worker() -> bool:
    """Say whether this thread does what was sent to it."""
    return getattr(_here, "worker", False)


def portable(error: Exception) -> Exception:
    """An exception that can travel, and that says where it was raised."""
    told = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # it cannot be made again from its arguments
        error = RuntimeError(f"{type(error).__name__}: {error}")
    error.__traceback__ = None
    if told not in getattr(error, "__notes__", ()):
        error.add_note(told)
    return error
