"""A run depends on nothing of the user's: settings, startup files, kernels, paths or home."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .toy import Toy

LOUD = (
    "import os\nprint('{\"finished\": true}')\nprint('[not JSON')\nos.environ['NUMBA_OPT'] = '0'\n"
)
DRAWN = "import matplotlib\nmatplotlib.rcParams['font.size'] = 40\nprint('startup')\n"


def hostile(top: Path, toy: Toy) -> dict[str, str]:
    """A home full of settings, each of which would break a run or change a figure."""
    files = {
        ".config/matplotlib/matplotlibrc": "font.size: 30\nlines.linewidth: 9\n",
        ".matplotlib/matplotlibrc": "text.usetex: True\n",
        ".ipython/profile_default/startup/00.py": DRAWN,
        ".ipython/profile_default/ipython_config.py": "raise SystemExit('profile')\n",
        ".jupyter/jupyter_config.py": "raise SystemExit('jupyter')\n",
        ".local/share/jupyter/kernels/python3/kernel.json": json.dumps(
            {"argv": ["/bin/false"], "display_name": "Python 3", "language": "python"}
        ),
        ".docutils": "[general]\nlanguage_code: de\n",
        ".gitconfig": "[log]\n\tshowSignature = true\n[broken\n",
        "path/sitecustomize.py": LOUD,
        "path/usercustomize.py": LOUD,
        "path/yaml.py": "raise ImportError('not the real one')\n",
        "path/numpy/__init__.py": "raise ImportError('not the real one')\n",
        "startup.py": DRAWN,
    }
    for name, text in files.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(text, "utf-8")
    return {
        "HOME": str(top),
        "PYTHONPATH": f"{top}/path:{toy.root}/lib",
        "PYTHONSTARTUP": f"{top}/startup.py",
        "PYTHONINSPECT": "1",
        "PYTHONUNBUFFERED": "1",  # what is printed before the command starts again is not lost
        "PYTHONWARNINGS": "error",
        "PYTHONOPTIMIZE": "2",
        "PYTHONIOENCODING": "ascii",
        "PYTHONHASHSEED": "7",
        "MATPLOTLIBRC": f"{top}/.config/matplotlib",
        "MPLCONFIGDIR": f"{top}/.config/matplotlib",
        "MPLBACKEND": "none of them",
        "IPYTHONDIR": f"{top}/.ipython",
        "JUPYTER_PATH": f"{top}/.local/share/jupyter",
        "JUPYTER_CONFIG_DIR": f"{top}/.jupyter",
        "NUMBA_DISABLE_JIT": "1",
        "NUMBA_CACHE_DIR": "/proc/none",
        "OMP_NUM_THREADS": "banana",
        "GIT_DIR": "/proc/none",
        "DOCUTILSCONFIG": f"{top}/.docutils",
        "TMPDIR": "/proc/none",
        "TZ": "Pacific/Chatham",
        "LC_ALL": "tr_TR.ISO-8859-9",
        "LANGUAGE": "de",
        "COLUMNS": "1",
    }


def test_a_hostile_environment_changes_nothing(finished: Toy, toy: Toy, tmp_path: Path) -> None:
    (toy.root / "random.py").write_text("raise ImportError('the folder one stands in')\n", "utf-8")
    settings = hostile(tmp_path / "home", toy)
    status, out, err = toy.call("build", settings=settings)
    assert status == 0, err
    assert "warn" not in err.lower() and "not JSON" not in err
    assert out.count("not JSON") == 1, "said by the user's own Python, before ours begins"
    assert toy.site() == finished.site()
    ours, theirs = toy.run_folder(), finished.run_folder()
    assert ours.name == theirs.name
    for path in theirs.rglob("*.*"):
        if path.name not in ("run.json", "manifest.json"):
            assert (ours / path.relative_to(theirs)).read_bytes() == path.read_bytes(), path
    assert toy.call("build", settings=settings)[2] == "", "and it is the same book"


def test_warnings_go_to_the_log_and_never_into_a_page(built: Toy, tmp_path: Path) -> None:
    warn = "import os, sys, warnings; warnings.warn('beware of it'); os.write(2, b'from below')"
    built.edit("book/demo.md", "time.sleep(pause)", f"time.sleep(pause)\n{warn}")
    status, _, err = built.call("build", settings={"HOME": "/proc"})
    assert status == 0, err
    (folder,) = [path.parent for path in built.root.glob("_build/runs/demo/*/log.txt")]
    where = (folder / "log.txt").relative_to(built.root)
    assert f"demo: UserWarning: beware of it (more: {where})\n" in err
    log = (folder / "log.txt").read_text("utf-8")
    assert "beware of it" in log and "from below" in log
    notebook = json.loads((folder / "demo.ipynb").read_text("utf-8"))
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    assert outputs and not any(output["output_type"] == "stream" for output in outputs)
    assert "UserWarning" not in (built.root / "_build/html/book/demo.html").read_text("utf-8")
    out = tmp_path / "out"
    assert built.call("run", "demo", "--out", str(out))[0] == 0
    assert (out / "log.txt").read_text("utf-8") == log


def test_a_killed_kernel_leaves_nothing_in_the_folder_of_the_system(
    toy: Toy, tmp_path: Path
) -> None:
    toy.edit("book/demo.md", "time.sleep(pause)", "import tempfile, os\ntempfile.mkstemp()\n"
             "open(os.environ['HOME'] + '/x', 'w').close()\nos.kill(os.getpid(), 9)")  # fmt: skip
    system = tmp_path / "system"
    system.mkdir()
    status, _, err = toy.call("run", "demo", settings={"TMPDIR": str(system)})
    assert status == 1 and err.splitlines()[-1].startswith("parlor: demo: ")
    assert "Traceback" not in err
    assert list(system.iterdir()) == [] and list((toy.root / "_build/tmp").iterdir()) == []


ODD = "a:b;c {d} [e]*%20%s \\ 'f' \"g\" <h>\n\udcff ä"


def test_any_folder_will_do(finished: Toy, tmp_path: Path) -> None:
    toy = Toy.make(tmp_path / ODD)
    call = "import sys; sys.path.insert(0, 'lib'); from parlor.__main__ import main; main()"
    environment = os.environ | {"SOURCE_DATE_EPOCH": "1700000000"}
    done = subprocess.run(
        [sys.executable, "-c", call, "build"], cwd=toy.root, env=environment, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    assert toy.site() == finished.site()


@pytest.mark.parametrize(
    "before", ["exec <&- >&- 2>&-", "exec >&-", "exec 2>&-", "umask 777", "trap '' HUP INT TERM"]
)
def test_a_shell_may_hand_on_what_it_likes(toy: Toy, before: str) -> None:
    command = ["sh", "-c", f'{before}; exec "$@"', "sh", sys.executable, "-m", "press", "run"]
    environment = os.environ | {"PYTHONPATH": str(toy.root / "lib")}
    done = subprocess.run([*command, "demo"], cwd=toy.root, env=environment, capture_output=True)
    assert done.returncode == 0, done.stderr
    results = json.loads((toy.run_folder() / "results.json").read_text("utf-8"))
    assert results["answer"]["quantities"][0]["value"] == 3.5


def test_who_cannot_wait_for_the_end_stops_it_once_more(toy: Toy) -> None:
    late = "import threading\nthreading.Timer(5, print).start()\nimport typer\n"
    toy.edit("lib/press/cli.py", "import typer\n", late)
    process = toy.start("params", settings={})
    assert process.stdout and process.stdout.readline()
    time.sleep(0.5)  # nothing is left to do but to wait for the thread
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=600)
    assert (process.returncode, err) == (-signal.SIGINT, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_can_be_stopped_while_it_imports(toy: Toy, number: int) -> None:
    begun = toy.root / "begun"
    slow = f"open({str(begun)!r}, 'w').close()\nimport time\ntime.sleep(2)\nimport typer\n"
    toy.edit("lib/press/cli.py", "import typer\n", slow)
    process = toy.start("params", settings={})
    while not begun.exists():
        time.sleep(0.01)
    process.send_signal(number)
    out, err = process.communicate(timeout=600)
    assert (process.returncode, out) == (130, "")
    assert err.startswith("parlor: stopped") and "Traceback" not in err
