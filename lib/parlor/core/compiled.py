"""Compiled kernels, kept on disk under the name of all that they are compiled from.

numba names what it keeps by the file of the function alone, so that it goes on using old code when
something changes that the function calls or reads in another module. Here the name is a hash of the
function's own code, of every kernel that it calls, and of every constant that it reads, wherever
they are defined. It is made from what is in memory when the kernel is first called, which is what
numba compiles: there is no stale code, in a script, an editor or a notebook that was open before an
edit, and nothing that a comment or another function could invalidate.

numba's own cache, in a folder named by the sources of a package, would be a third of this code. But
then any edit of core or of the solvers, a comment even, would have all kernels compiled again: 80 s
of a processor, for whoever works on the library and runs its tests.
"""

from __future__ import annotations

import gc
import hashlib
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import copy
from functools import cache, partial
from pathlib import Path
from threading import Timer
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar, overload

import llvmlite
import numba
import numpy as np
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.runtime import rtsys
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature
from numba.core.types import unliteral

from .places import keep_folder

F = TypeVar("F", bound=Callable[..., Any])
_KNOWN = ("cmath", "math", "numba", "numpy", "random")  # modules that a version says enough of
_VERSIONS = (numba.__version__, llvmlite.__version__, np.__version__)


@overload
def njit(function: F) -> F: ...
@overload
def njit(*, counted: bool = ..., **options: Any) -> Callable[[F], F]: ...
def njit(
    function: Callable[..., Any] | None = None, *, counted: bool = True, **options: Any
) -> Any:
    """Compile a function as `numba.njit` does, and keep what was compiled.

    It may call itself, but two that call each other cannot be compiled.

    Parameters
    ----------
    function : callable
        What to compile.
    counted : bool
        Whether it counts who refers to an array. One that neither makes nor is handed an array of
        its own need not: where arrays are handed on often, counting takes most of the time.
    **options
        As for `numba.njit`.

    Returns
    -------
    Dispatcher
        The compiled function; its first call for given types compiles or loads.

    Examples
    --------
    >>> @njit
    ... def _twice(x):
    ...     return 2 * x
    >>> _twice(4)
    8
    """
    if not counted:
        options["_nrt"] = False
    if function is None:
        return lambda later: njit(later, **options)
    options["no_cfunc_wrapper"] = True  # a way in for code in C, a sixth of the time to compile
    dispatcher: Any = numba.njit(function, **options)
    if not isinstance(dispatcher, Dispatcher):  # NUMBA_DISABLE_JIT is set: a plain function
        return np.errstate(all="ignore")(function)  # compiled code does not warn of an overflow
    dispatcher._cache = _Kept(dispatcher)  # type: ignore[attr-defined]
    dispatcher.compile = partial(_compile, dispatcher)  # type: ignore[method-assign]
    # what another kernel calls needs no way in from Python either: a fifth of the time to compile
    options["no_cpython_wrapper"] = True
    inner: Any = numba.njit(function, pipeline_class=_PartCompiler, **options)
    inner._cache = _Kept(inner, _part_of)
    inner.compile = partial(_compile, inner)
    inner._compiling_counter = dispatcher._compiling_counter  # by which numba knows recursion
    dispatcher.get_call_template = partial(_template, inner)  # type: ignore[method-assign]
    dispatcher.get_overload = inner.get_overload  # type: ignore[method-assign]
    return dispatcher


class _Part(JITCodeLibrary):
    """A kernel inside others: optimised and made native there alone, a quarter of the time.

    The others take its code in as numba has lowered it, and optimise the whole.
    """

    def _optimize_final_module(self) -> None:
        """Nothing: whoever takes it in does."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    def serialize_using_object_code(self) -> Any:
        return self.serialize_using_bitcode()  # type: ignore[no-untyped-call]


@cache
def _part_of(context: Any) -> Any:
    """What numba compiles parts with: they are in no memory where an environment could be set."""
    codegen = copy(context.codegen())
    codegen._library_class, codegen.set_env = _Part, lambda name, environment: None
    return context.subtarget(_internal_codegen=codegen)


class _PartCompiler(Compiler):
    def __init__(self, typing: Any, context: Any, *arguments: Any) -> None:
        super().__init__(typing, _part_of(context), *arguments)  # type: ignore[no-untyped-call]


class _Patience:
    """Says in a terminal, once, that kernels are compiled, when that has taken `SECONDS` in all."""

    SECONDS = 2.0

    def __init__(self) -> None:
        self.spent, self.inside, self.told = 0.0, False, False

    def say(self) -> None:
        self.told = True
        print(
            "parlor: compiling, which takes up to a minute the first time; it is kept for the next",
            file=sys.stderr,
        )

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Whoever calls waits for a kernel, and for those that it calls."""
        if self.told or self.inside or not (sys.stderr and sys.stderr.isatty()):
            yield
            return
        timer, start = Timer(max(self.SECONDS - self.spent, 0), self.say), time.perf_counter()
        timer.daemon = self.inside = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            self.inside = False
            self.spent += time.perf_counter() - start


_patience = _Patience()


@contextmanager
def _uncollected() -> Iterator[None]:
    """What a compiler makes stays: to look for garbage in it takes a twentieth of its time."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def _compile(kernel: Dispatcher, sig: Any) -> Any:
    """What numba compiles, or loads, for some types of arguments."""
    with _patience.waiting(), _uncollected():
        return type(kernel).compile(kernel, sig)


def _template(kernel: Dispatcher, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
    """What a kernel is to another that calls it, which numba would compile for each constant."""
    named = dict(zip(kws, map(unliteral, kws.values()), strict=True))
    return type(kernel).get_call_template(kernel, tuple(map(unliteral, args)), named)


def fingerprint(kernel: Callable[..., Any]) -> str:
    """Return a hash of a kernel's code and of all that it calls and reads.

    Parameters
    ----------
    kernel : Dispatcher
        A function compiled by `njit`.

    Returns
    -------
    str
        32 hexadecimal digits.

    Raises
    ------
    TypeError
        If it reads a global whose content cannot be told.
    """
    digest = hashlib.sha256()
    for part in _of_kernel(kernel, set()):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:32]


def _of_kernel(kernel: Any, met: set[object]) -> Iterator[str]:
    function = kernel.py_func
    yield f"{function.__module__}.{function.__qualname__}"
    if id(kernel) in met:  # its content is in the hash already
        return
    met.add(id(kernel))
    yield repr(sorted(kernel.targetoptions.items(), key=str))
    yield repr(function.__defaults__)
    names: set[str] = set()
    yield from _of_code(function.__code__, function.__doc__, names)
    for cell in function.__closure__ or ():
        yield from _of_value("closure", cell.cell_contents, names, met)
    for name in sorted(names & function.__globals__.keys()):
        yield from _of_value(name, function.__globals__[name], names, met)


def _of_code(code: CodeType, doc: str | None, names: set[str]) -> Iterator[str]:
    """Bytecode and constants without the docstring; what it looks up goes to `names`."""
    names.update(code.co_names)
    yield repr((code.co_code, code.co_names, code.co_varnames, code.co_freevars))
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _of_code(constant, None, names)
        elif not (isinstance(constant, str) and constant == doc):
            yield repr(constant)


def _of_value(name: str, value: object, names: set[str], met: set[object]) -> Iterator[str]:
    """What a global is. Of a module that numba does not know, whatever may be looked up in it."""
    yield name
    if isinstance(value, Dispatcher):
        yield from _of_kernel(value, met)
    elif isinstance(value, ModuleType):
        yield value.__name__
        if value.__name__.split(".")[0] not in _KNOWN:
            for inner in sorted(names & vars(value).keys()):
                if (id(value), inner) not in met:  # kernels look up different names of a module
                    met.add((id(value), inner))
                    yield from _of_value(inner, vars(value)[inner], names, met)
    elif isinstance(value, np.ndarray):
        yield f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    elif isinstance(value, tuple):
        yield from _of_class(type(value))
        for item in value:
            yield from _of_value(type(value).__name__, item, names, met)
    elif isinstance(value, int | float | complex | str | bytes | None | np.generic | np.dtype):
        yield f"{type(value).__name__} {value!r}"
    elif isinstance(value, FunctionType | type) or callable(value):
        what = value if hasattr(value, "__qualname__") else type(value)  # a repr has an address
        yield f"{getattr(what, '__module__', '')}.{what.__qualname__}"
        yield from _of_class(what)
    else:
        raise TypeError(f"a kernel reads '{name}', a {type(value).__name__}: make it a constant")


def _of_class(what: object) -> Iterator[str]:
    """What a named tuple or an enumeration is besides its name; nothing of all else."""
    for name in ("_fields", "__members__"):
        if told := getattr(what, name, None):
            yield repr(dict(told) if isinstance(told, Mapping) else told)


def _of_type(kind: Any) -> Iterator[str]:
    """What numba's name of an argument's type leaves out: a named tuple's fields in their order."""
    yield from _of_class(getattr(kind, "instance_class", None))
    for inner in getattr(kind, "types", ()):
        yield from _of_type(inner)


@cache
def _writable(folder: str) -> str:
    """A folder to keep kernels in: one for temporary files where nothing can be written, told once.

    Else each process would compile them all again.
    """
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        other = str(Path(tempfile.gettempdir(), f"parlor-{os.getuid()}", "numba"))
        print(
            f"parlor: {folder} cannot be written: compiled kernels go to {other}", file=sys.stderr
        )
        return other


class _Kept(NullCache):
    """Keeps a file for each set of argument types: a checksum, and what numba compiled."""

    def __init__(self, kernel: Dispatcher, within: Callable[[Any], Any] = lambda whole: whole):
        self.kernel = kernel
        self.within = within  # the context that it is compiled in
        self.content = ""

    @property
    def cache_path(self) -> str:
        return _writable(os.environ.get("NUMBA_CACHE_DIR") or str(keep_folder("numba")))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        # its runtime alone: numba here prepares to compile, which takes as long as to import it
        rtsys.initialize(target_context)
        file = self._file(sig, target_context.codegen())
        try:
            stored = file.read_bytes() if file.is_file() else b""  # a pipe would have no end
        except OSError:
            return None
        with suppress(OSError):  # what was loaded since the book's runs is kept by a cleaning
            os.utime(file)
        checksum, data = stored[:32], stored[32:]
        if hashlib.sha256(data).digest() != checksum:
            return None  # damaged: compiled and written again
        return CompileResult._rebuild(self.within(target_context), *pickle.loads(data))  # type: ignore[no-untyped-call]

    def save_overload(self, sig: Any, data: Any) -> None:
        for environment in data._find_referenced_environments():  # those of its parts, too
            data.codegen.set_env(environment.env_name, environment)
        if any(not inner.can_cache for inner in data.lifted) or data.library.has_dynamic_globals:
            return
        content = dumps(data._reduce())  # type: ignore[no-untyped-call]
        target = self._file(sig, data.codegen)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as file:
                file.write(hashlib.sha256(content).digest() + content)
            Path(file.name).replace(target)
        except OSError:  # a folder that cannot be written: compiled again in the next process
            return

    def _file(self, sig: Any, codegen: Any) -> Path:
        self.content = self.content or fingerprint(self.kernel)
        taken, _ = normalize_signature(sig)  # type: ignore[no-untyped-call]
        kinds = [told for kind in taken for told in _of_type(kind)]
        parts = (self.content, str(sig), *kinds, *map(str, codegen.magic_tuple()), *_VERSIONS)
        name = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
        function = self.kernel.py_func
        folder = function.__module__.removeprefix("parlor.")
        file = f"{folder}/{function.__name__.strip('_')}-{name}.bin"
        return Path(self.cache_path) / file
