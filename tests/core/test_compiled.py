"""Kernels kept on disk: named by all that they are compiled from, and by nothing else."""

import ast
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from numba.core.errors import NumbaError

from parlor.core import compiled
from parlor.core.compiled import fingerprint, njit

LIB = Path(__file__).resolve().parents[2] / "lib"
CALLEE = """
from parlor.core.compiled import njit
import parlor.made_constants as of
@njit
def f(x):
    return x + 1 + of.STEP + 0 * len("near")
"""
CONSTANTS = "SCALE, TABLE, OTHER = 3, (1, 2.5), 7\nSTEP = 0\n"
KERNEL = '''
import numpy as np
from parlor.core.compiled import njit
from parlor.made_callee import f
import parlor.made_constants as of
import made_elsewhere as elsewhere
from enum import IntEnum
from typing import NamedTuple
class Side(IntEnum):
    LEFT, RIGHT = 0, 3
class Step(NamedTuple):
    up: int
    down: int
STEP = Step(0, 0)
HERE = 5
ROW = np.array([1.0, 2.0])
UNUSED = 1
@njit
def g(x):
    """What it says."""
    total = f(x) * HERE + of.SCALE + ROW[0]
    total += elsewhere.NOTHING * Side.LEFT + STEP.up
    return total + of.TABLE[0] + of.TABLE[1]
@njit
def h(step):
    return 10 * step.up + step.down
def stranger(x):
    return x
'''


def made(monkeypatch, callee=CALLEE, constants=CONSTANTS, kernel=KERNEL, nothing=0):
    """The kernel of three modules of ours, from their texts."""
    elsewhere = ModuleType("made_elsewhere")
    elsewhere.NOTHING = nothing
    monkeypatch.setitem(sys.modules, elsewhere.__name__, elsewhere)
    texts = {"made_constants": constants, "made_callee": callee, "made_kernel": kernel}
    for name, text in texts.items():
        module = ModuleType(f"parlor.{name}")
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setattr(sys.modules["parlor"], name, module, raising=False)
        exec(compile(text, f"{name}.py", "exec"), vars(module))
    return sys.modules["parlor.made_kernel"].g


CHANGES = {
    "the callee": {"callee": CALLEE.replace("+ 1", "+ 2")},
    "a constant of its own module": {"kernel": KERNEL.replace("HERE = 5", "HERE = 6")},
    "its kind": {"kernel": KERNEL.replace("HERE = 5", "HERE = 5.0")},
    "an array": {"kernel": KERNEL.replace("[1.0, 2.0]", "[1.0, 2.5]")},
    "the kind of an array": {"kernel": KERNEL.replace("2.0])", "2.0], np.float32)")},
    "a constant of another module": {"constants": CONSTANTS.replace("3, (", "4, (")},
    "a constant that the callee reads there": {
        "constants": CONSTANTS.replace("STEP = 0", "STEP = 1")
    },
    "inside a tuple": {"constants": CONSTANTS.replace("2.5", "3.5")},
    "an operator": {"kernel": KERNEL.replace("* HERE", "- HERE")},
    "a number in the code": {"callee": CALLEE.replace("+ 1", "+ 1.0")},
    "a text in the code": {"callee": CALLEE.replace("near", "nearer")},
    "an option": {"kernel": KERNEL.replace("@njit", '@njit(error_model="numpy")')},
    "an option of the callee": {"callee": CALLEE.replace("@njit", "@njit(fastmath=True)")},
    "a constant of a package of somebody else": {"nothing": 1},
    "a member of an enumeration": {"kernel": KERNEL.replace("0, 3", "1, 3")},
    "the order of a tuple's fields": {
        "kernel": KERNEL.replace("up: int\n    down: int", "down: int\n    up: int")
    },
    "a default": {"kernel": KERNEL.replace("g(x)", "g(x=1)")},
}
SAME = {
    "nothing": {},
    "a comment": {"kernel": KERNEL.replace("    total = f", "    # new\n    total = f")},
    "the docstring": {"kernel": KERNEL.replace("What it says", "Otherwise")},
    "another function": {"kernel": KERNEL.replace("    return x\n", "    return 2 * x\n")},
    "a constant not read": {"kernel": KERNEL.replace("UNUSED = 1", "UNUSED = 2")},
    "one not read elsewhere": {"constants": CONSTANTS.replace("7", "8")},
    "its place in the file": {"kernel": "\n\n\n" + KERNEL},
}


@pytest.mark.parametrize("what", CHANGES)
def test_name_changes_with(what, monkeypatch):
    assert fingerprint(made(monkeypatch)) != fingerprint(made(monkeypatch, **CHANGES[what]))


@pytest.mark.parametrize("what", SAME)
def test_name_does_not_change_with(what, monkeypatch):
    assert fingerprint(made(monkeypatch)) == fingerprint(made(monkeypatch, **SAME[what]))


def test_kernel_computes(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert made(monkeypatch)(1) == 2 * 5 + 3 + 1 + 1 + 2.5 == 17.5


def test_a_kernel_is_compiled_for_the_fields_of_a_tuple_in_their_order(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    turned = KERNEL.replace("up: int\n    down: int", "down: int\n    up: int")
    for kernel in (KERNEL, turned):
        made(monkeypatch, kernel=kernel)
        module = sys.modules["parlor.made_kernel"]
        assert module.h(module.Step(up=1, down=2)) == 12


def test_a_kernel_inside_another_has_its_own_constants(monkeypatch, tmp_path, capfd):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for _ in range(2):  # compiled, and loaded

        @njit
        def told(x):
            print("told", x)
            return x

        @njit
        def outer(x):
            return told(x) + 1

        assert outer(1) == 2 and capfd.readouterr().out == "told 1\n"


def test_kernels_that_call_themselves():
    @njit
    def down(n):
        return 0 if n == 0 else down(n - 1)

    @njit
    def twice(n):
        return down(n) + down(n)

    assert len(fingerprint(down)) == 32
    assert (down(3), twice(3)) == (0, 0)


def test_a_kernel_that_another_has_called_is_called_from_python(monkeypatch):
    kernel = made(monkeypatch)
    kernel(1)
    assert sys.modules["parlor.made_callee"].f(1) == 2


def test_a_global_that_cannot_be_told(monkeypatch):
    kernel = made(monkeypatch, kernel=KERNEL.replace("HERE = 5", "HERE = [5]"))
    with pytest.raises(TypeError, match="reads 'HERE', a list"):
        fingerprint(kernel)


def test_no_address_is_in_a_name(monkeypatch):
    """Each process has its own: whoever leaves the compiler for Python was compiled in each."""
    text = KERNEL.replace("total = f(x)", "with objmode():\n        stranger(x)\n    total = f(x)")
    kernel = made(monkeypatch, kernel="from numba import objmode\n" + text)
    parts = [*compiled._of_kernel(kernel, set())]
    assert "objmode" in parts and not [part for part in parts if "object at 0x" in part]


@pytest.fixture
def cache(monkeypatch, tmp_path):
    """A folder with what was compiled once."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert run(monkeypatch) == (17.5, 0)
    assert len(files(tmp_path)) == 2  # the callee has a file too
    return tmp_path


def run(monkeypatch):
    """What the kernel says, made anew, and how often it was found on disk."""
    kernel = made(monkeypatch)
    return kernel(1), sum(kernel.stats.cache_hits.values())


def files(folder):
    return sorted(folder.rglob("*.bin"))


def test_kept(cache, monkeypatch):
    assert run(monkeypatch) == (17.5, 1)


@pytest.mark.parametrize("damage", ["empty", "cut", "one bit", "another's", "a folder"])
def test_damaged_files_are_made_again(cache, monkeypatch, damage):
    for file in files(cache):
        content = file.read_bytes()
        middle = len(content) // 2
        flipped = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
        bad = {"empty": b"", "cut": content[:-1], "one bit": flipped, "another's": b"PK" * 100}
        if damage in bad:
            file.write_bytes(bad[damage])
        else:
            file.unlink()
            file.mkdir()
    assert run(monkeypatch) == (17.5, 0)
    if damage in bad:
        assert run(monkeypatch) == (17.5, 1)


def test_folder_that_cannot_be_written(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "file").write_text("")  # no folder can be made in it, whoever runs this
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "cache"))
    assert run(monkeypatch) == (17.5, 0)
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(closed))
    assert run(monkeypatch)[0] == 17.5


def test_where_nothing_can_be_kept_a_folder_for_temporary_files_is_told_once(
    monkeypatch, tmp_path, capsys
):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "full").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "full" / "cache"))
    for _ in range(2):
        assert njit(lambda x: x + 3)(4) == 7
    assert list(tmp_path.glob("parlor-*/numba/**/*.bin"))
    assert capsys.readouterr().err.count("compiled kernels go to") == 1


def test_arguments_of_other_types_have_files_of_their_own(cache, monkeypatch):
    kernel = made(monkeypatch)
    assert kernel(1) == kernel(1.0) == 17.5
    assert len(files(cache)) == 4


SCRIPT = """
import sys
from parlor.core.draws import draw_at
print(draw_at(42, 7, 0).hex(), sum(draw_at.stats.cache_hits.values()))
print("numba.np.arraymath" in sys.modules)  # what compiling needs
"""


def test_two_processes_at_once_and_one_after(tmp_path):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(LIB)}

    def start():
        command = [sys.executable, "-W", "error", "-c", SCRIPT]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, env=environment, text=True, **pipes)

    told = [process.communicate() for process in [start(), start()]] + [start().communicate()]
    assert [err for _, err in told] == [""] * 3
    assert {float.fromhex(out.split()[0]) for out, _ in told} == {0.699426581494235}
    assert told[2][0].split()[1:] == ["1", "False"]  # found, and no compiler was prepared
    assert {file.suffix for file in tmp_path.rglob("*") if file.is_file()} == {".bin"}


def test_a_kernel_that_does_not_count_references_takes_arrays_and_makes_none():
    @njit(counted=False)
    def last(rows):
        row = rows[-1]
        return row[-1]

    @njit(counted=False)
    def room(n):
        return np.zeros(n)[0]

    assert last(np.arange(6.0).reshape(2, 3)) == 5
    with pytest.raises(NumbaError, match="No implementation of function"):
        room(2)


Kernels = dict[tuple[str, str], ast.FunctionDef]


def kernels_of(library: Path) -> Kernels:
    """Every function of a library that is compiled, by a module and by what it is called there.

    One that is imported from another module stands under both.
    """
    own: Kernels = {}
    lent: list[tuple[str, str, str]] = []
    for path in library.rglob("*.py"):
        *rooms, stem = path.relative_to(library).with_suffix("").parts
        module = ".".join([*rooms, stem])
        for one in ast.parse(path.read_text("utf-8")).body:
            if isinstance(one, ast.FunctionDef):
                if any(ast.unparse(each).startswith("njit") for each in one.decorator_list):
                    own[module, one.name] = one
            elif isinstance(one, ast.ImportFrom):
                near = rooms[: len(rooms) + 1 - one.level] if one.level else []
                origin = ".".join([*near, *filter(None, [one.module])])
                lent += [(module, name.name, origin) for name in one.names]
    return own | {
        (module, name): own[origin, name] for module, name, origin in lent if (origin, name) in own
    }


def leaking(kernels: Kernels) -> list[str]:
    """Kernels that count no arrays, and make or are handed one all the same: it stays for ever."""
    makes = re.compile(r"np\.(empty|zeros|ones|full|array|arange|sort)\b|\.copy\(")
    hands = re.compile("ndarray|Floats|Ints|Room")
    found = []
    for (module, name), one in kernels.items():
        called = [
            kernels.get((module, call.func.id))
            for call in ast.walk(one)
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        ]
        returned = [ast.unparse(other.returns) for other in called if other and other.returns]
        uncounted = "counted=False" in ast.unparse(one.decorator_list[0])
        if uncounted and (any(map(hands.search, returned)) or makes.search(ast.unparse(one))):
            found.append(name)
    return sorted({*found})


def test_a_kernel_that_counts_no_arrays_has_none_of_its_own() -> None:
    kernels = kernels_of(LIB)
    assert sum("counted=False" in ast.unparse(one) for one in kernels.values()) > 50
    assert leaking(kernels) == []


@pytest.mark.parametrize("fault", ["return made(x)[0]", "return np.zeros(3)[0] + x"])
def test_canary_an_array_that_nobody_counts_is_seen(tmp_path: Path, fault: str) -> None:
    code = f"@njit(counted=False)\ndef kernel(x: int) -> float:\n    {fault}\n"
    (tmp_path / "games").mkdir()
    made = "@njit\ndef made(x: int) -> np.ndarray:\n    return np.empty(x)\n"
    (tmp_path / "games/near.py").write_text(made)
    (tmp_path / "games/toy.py").write_text("from .near import made\n" + code)
    (tmp_path / "near.py").write_text("@njit\ndef made(x: int) -> int:\n    return x\n")
    assert leaking(kernels_of(tmp_path)) == ["kernel"]


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("screen", "seconds", "lines"), [
    (Terminal, 0.0, 1), (Terminal, 1e3, 0), (io.StringIO, 0.0, 0),
])  # fmt: skip
def test_whoever_waits_at_a_terminal_is_told_once(monkeypatch, tmp_path, screen, seconds, lines):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compiled, "_patience", compiled._Patience())
    monkeypatch.setattr(compiled._Patience, "SECONDS", seconds)
    monkeypatch.setattr(sys, "stderr", screen())
    inner = njit(lambda x: x + 1)

    @njit
    def outer(x):
        return inner(x) * 2

    assert outer(1) == 4 and outer(1.5) == 5.0
    said = sys.stderr.getvalue().splitlines()
    assert len(said) == lines and all(line.startswith("parlor: compiling, ") for line in said)
