"""The processes that the project starts, deaf to the settings of whoever starts them.

A user's settings of Python, matplotlib, IPython, Jupyter, numba or git, startup files, kernelspecs,
a ``sitecustomize`` and the locale must change no number and no page. So each process gets an
environment made from a list of what is allowed, with private folders in the place of the user's,
and Python is told to heed nothing else. Only the standard library is imported here: what stands in
a user's PYTHONPATH under the name of another package must not be met.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # what ends the command line in good order
_LIBRARY = str(Path(__file__).resolve().parents[2])
_PROJECT = "PARLOR_PROJECT"  # names a project that is not the library's own; see `project`
_MACHINE = ("PATH", "LD_LIBRARY_PATH")
# what libraries do without, and take long to import: a grammar of addresses, Jupytext in a server
UNUSED = ("rfc3987_syntax", "jupytext.sync_contentsmanager", "jupytext.async_contentsmanager")
_TERMINAL = (
    *_MACHINE, "HOME", "USER", "LOGNAME", "TMPDIR", "SOURCE_DATE_EPOCH", "LANG", "LC_ALL",
    "LC_CTYPE", "TERM", "COLORTERM", "COLUMNS", "LINES", "NO_COLOR",
)  # fmt: skip


def start_again() -> None:
    """Begin the command line again in an environment of the project's, unless this is it.

    Whoever stops it while it imports has to wait until the command heeds it, as a traceback would
    come of it. Closed standard streams lead nowhere: sockets would get their numbers. And whoever
    writes a file may read it, whatever the user's mask says.
    """
    os.umask(os.umask(0o077) & 0o077)
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    if not sys.flags.isolated:
        command = [*python("press.__main__"), *sys.argv[1:]]
        os.execve(sys.executable, command, terminal())


def terminal() -> dict[str, str]:
    """Return the environment of the command line: what of the user's it heeds."""
    return _given(_TERMINAL)


def python(module: str, *arguments: str) -> list[str]:
    """Return the command that calls ``main`` of a module of this library, in isolated mode.

    Parameters
    ----------
    module : str
        Such as ``"press.run.execute"``, or another that is installed.
    *arguments : str
        What `main` finds in ``sys.argv``.

    Returns
    -------
    list of str
        For `subprocess.Popen`.
    """
    before = f"sys.modules.update(dict.fromkeys({UNUSED!r})); "
    return [sys.executable, "-I", "-X", "utf8", "-c", _calling(module, before), *arguments]


def nursery(socket: int, many: bool) -> list[str]:
    """Return the command that starts a `nursery` with an open socket; it needs `environment`."""
    code = _calling("press.run.nursery")
    own = [sys.executable, "-s", "-P", "-X", "utf8", "-c", code, str(socket)]
    return [*own, *(["many"] if many else [])]


def environment(private: Path) -> dict[str, str]:
    """Return the environment of a process that computes or prints: the same for every user.

    Parameters
    ----------
    private : Path
        An empty folder for whatever it and its libraries want to keep; gone afterwards.

    Returns
    -------
    dict
        All variables that the process has.
    """
    folders = {
        name: private / folder
        for name, folder in {
            "HOME": "home", "TMPDIR": "tmp", "MPLCONFIGDIR": "matplotlib", "IPYTHONDIR": "ipython",
            "JUPYTER_CONFIG_DIR": "jupyter", "JUPYTER_DATA_DIR": "jupyter",
            "JUPYTER_RUNTIME_DIR": "jupyter", "XDG_CONFIG_HOME": "home", "XDG_DATA_HOME": "home",
            "XDG_CACHE_HOME": "home", "PARLOR_SCRATCH": "work",
        }.items()
    }  # fmt: skip
    for folder in folders.values():
        folder.mkdir(0o700, parents=True, exist_ok=True)
    return {
        **_given((*_MACHINE, _PROJECT)),
        **{name: str(folder) for name, folder in folders.items()},
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONPATH": os.pathsep.join(_libraries()),
        "PYTHONHASHSEED": "0",
        "PYTHONNOUSERSITE": "1",
        "JUPYTER_NO_CONFIG": "1",
        "JUPYTER_PLATFORM_DIRS": "1",
        "MPLBACKEND": "agg",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
    }


def _calling(module: str, before: str = "") -> str:
    """The code that calls ``main`` of a module; a folder with a colon is none for PYTHONPATH."""
    found = f"import sys; sys.path[:0] = {_libraries()!r}; "
    return f"{found}{before}from {module} import main; sys.exit(main())"


def _libraries() -> list[str]:
    """What holds the packages of the project, and the press."""
    named = os.environ.get(_PROJECT)
    return [*([str(Path(named) / "lib")] if named else []), _LIBRARY]


def _given(names: tuple[str, ...]) -> dict[str, str]:
    return {name: os.environ[name] for name in names if name in os.environ}
