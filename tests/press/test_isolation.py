"""A run depends on nothing of the user's: settings, startup files, kernels, or home."""

from __future__ import annotations

import json
from pathlib import Path

from .toy import Toy

DRAWN = "import matplotlib\nmatplotlib.rcParams['font.size'] = 40\nprint('startup')\n"


def hostile(top: Path) -> dict[str, str]:
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
        "startup.py": DRAWN,
    }
    for name, text in files.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(text, "utf-8")
    return {
        "HOME": str(top),
        "PYTHONSTARTUP": f"{top}/startup.py",
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
        "TZ": "Pacific/Chatham",
        "LC_ALL": "tr_TR.ISO-8859-9",
        "LANGUAGE": "de",
        "COLUMNS": "1",
    }


ODD = "a:b;c {d} [e]*%20%s \\ 'f' \"g\" <h> ä"


def test_a_hostile_environment_and_an_odd_folder_change_no_byte(
    finished: Toy, tmp_path: Path
) -> None:
    toy = Toy.make(tmp_path / ODD)
    (toy.root / "random.py").write_text("raise ImportError('the folder one stands in')\n", "utf-8")
    (toy.root / "matplotlibrc").write_text("lines.marker: o\n", "utf-8")
    settings = hostile(tmp_path / "home")
    status, _, err = toy.call("build", settings=settings)
    assert status == 0, err
    assert "warn" not in err.lower()
    site = toy.site()
    assert site == finished.site()
    assert b"The mean is 3.5." in site["book/demo.html"]
    ours, theirs = toy.run_folder(), finished.run_folder()
    assert ours.name == theirs.name
    for path in theirs.rglob("*.*"):
        if path.name not in ("run.json", "manifest.json"):
            assert (ours / path.relative_to(theirs)).read_bytes() == path.read_bytes(), path
