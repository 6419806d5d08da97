"""Change games and solvers at random, and see whether anybody notices.

Run as `python -m tests.mutants`; `make mutants` does. Each mutant is one change of logic in one
function: a comparison, a sign, a constant, a condition. It is put into a copy of the library, and
the doctests of its module, the tests of its room and then all other tests that import it are run,
a file at a time, until one fails or patience ends. What survives them is put to the checks of its
chapter, at full size. Whatever is run is run without a mutant too, once, and must pass then. The
same seed gives the same mutants.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from press.ask import keys
from press.project.places import Project

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("core", "solvers", "games")
COMPARISONS = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
}  # fmt: skip
SIGNS = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "*",
    ast.BitAnd: "|", ast.BitOr: "&", ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip
CHAPTERS = {  # the page whose checks judge a game; solvers serve several
    "gift_exchange": "gift_exchange", "trajectories": "gift_exchange", "goofspiel": "goofspiel",
    "nakai": "goofspiel", "guts": "guts", "token_game": "token_game", "yankee_swap": "yankee_swap",
}  # fmt: skip

PLAIN = ("-q", "-x", "-p", "no:cacheprovider", "-p", "no:randomly")
LATE = 124
CHAPTER = "its chapter"
LEAST = 60.0  # seconds that a stage may take, and more if without a mutant it takes a quarter
PATIENCE = 300.0  # seconds for all tests of a mutant: what is not found by then survives
USUAL: dict[tuple[str, ...], float] = {}
NOTHING = {0, 5}  # all tests pass, or there is none; a process that crashes has noticed


@dataclass(frozen=True, order=True)
class Mutant:
    """One change: of the text between two places of a module."""

    module: str
    line: int
    column: int
    end_line: int
    end_column: int
    old: str
    new: str

    def apply(self, text: str) -> str:
        """Return the module's text with the change."""
        lines = text.encode().splitlines(keepends=True)  # the syntax tree counts bytes
        head = b"".join(lines[: self.line - 1]) + lines[self.line - 1][: self.column]
        tail = lines[self.end_line - 1][self.end_column :] + b"".join(lines[self.end_line :])
        return (head + self.new.encode() + tail).decode()

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.old} -> {self.new}"


def mutants_of(module: str, text: str) -> Iterator[Mutant]:
    """Yield all mutants of a module: those of the bodies of its functions."""
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, ast.FunctionDef):
            for statement in function.body:
                yield from _within(module, statement)


def _within(module: str, node: ast.AST) -> Iterator[Mutant]:
    """The changes inside a node; texts, annotations, raised errors and inner functions aside.

    And `strict=True`: it raises an error where rows differ in length, which none of ours do.
    """
    if isinstance(node, ast.FunctionDef | ast.Raise | ast.JoinedStr | ast.Import | ast.ImportFrom):
        return
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return

    def change(target: ast.expr, new: str) -> Mutant:
        ends = target.end_lineno or 0, target.end_col_offset or 0
        old = ast.unparse(target)
        return Mutant(module, target.lineno, target.col_offset, *ends, old, f"({new})")

    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if (
            type(operator) in COMPARISONS
        ):
            yield change(node, f"{_text(left)} {COMPARISONS[type(operator)]} {_text(right)}")
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in SIGNS:
            if not isinstance(left, ast.Constant | ast.JoinedStr) or left.value != "":
                yield change(node, f"{_text(left)} {SIGNS[type(operator)]} {_text(right)}")
        case ast.BoolOp(op=operator, values=values):
            other = " or " if isinstance(operator, ast.And) else " and "
            yield change(node, other.join(map(_text, values)))
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield change(node, _text(operand))
        case ast.Constant(value=bool(value)):
            yield change(node, str(not value))
        case ast.Constant(value=int(value)) if abs(value) < 1000:
            yield change(node, str(value + 1))
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield change(test, f"not {_text(test)}")
    for name, inner in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            for child in inner if isinstance(inner, list) else [inner]:
                if isinstance(child, ast.AST):
                    yield from _within(module, child)


def _text(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"


@dataclass(frozen=True)
class Case:
    """A mutant and what became of it."""

    mutant: Mutant
    found_by: str  # empty if it survived
    seconds: float


def source_of(root: Path, module: str) -> Path:
    """Return the file of a module."""
    base = root.joinpath("lib", *module.split("."))
    return base / "__init__.py" if base.is_dir() else base.with_suffix(".py")


def tests_of(module: str) -> list[str]:
    """Return files with tests for a mutant of `module`, nearest first, then those that name it."""
    path, name = source_of(ROOT, module), module.rpartition(".")[2]
    room = Path("tests", *module.split(".")[1:-1])
    reach = []
    project = Project(ROOT)
    for test in (ROOT / "tests").rglob("test_*.py"):
        place = test.relative_to(ROOT)
        if place.parts[1] in ("press", "site", "test_contract.py", "test_mutants.py"):
            continue
        text = test.read_text("utf-8")
        if {module, module.rpartition(".")[0]} & keys.of_code(
            project, "test", text, [text]
        ).parts.keys():
            far = place.parent != room, name not in place.name, name not in text
            reach.append((far, str(place)))
    return [str(path.relative_to(ROOT)), *(test for _, test in sorted(reach))]


def stages_of(module: str, chapters: bool) -> list[tuple[str, tuple[str, ...]]]:
    """Return what to run for a mutant, nearest first: a name, and the arguments of Python."""
    found = [(target, ("-m", "pytest", *PLAIN, target)) for target in tests_of(module)]
    chapter = CHAPTERS.get(module.split(".")[2]) if chapters else None
    if chapter:
        found.append((CHAPTER, ("-m", "tests.chapter_checks", chapter)))
    return found


class Bench:
    """A copy of the project in which one mutant at a time is tried."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():  # else it was removed, and not committed yet
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, folder / name)

    def run(self, *command: str, seconds: float) -> int:
        """Run Python in the copy; `LATE` if it takes too long."""
        environment = os.environ | {
            "PYTHONPATH": str(self.root / "lib"),
            "NUMBA_CACHE_DIR": str(ROOT / "_build" / "mutants" / "numba"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        try:
            return subprocess.run(
                [sys.executable, *command], cwd=self.root, env=environment, timeout=seconds,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            ).returncode  # fmt: skip
        except subprocess.TimeoutExpired:
            return LATE

    def judge(self, mutant: Mutant, chapters: bool) -> Case:
        """Try one mutant."""
        path = source_of(self.root, mutant.module)
        original = path.read_text("utf-8")
        changed = mutant.apply(original)
        found, spent = "", 0.0
        for name, stage in stages_of(mutant.module, chapters):
            if spent > PATIENCE and name != CHAPTER:
                continue
            bound, start = max(LEAST, 4 * self.usual(stage)), time.monotonic()
            path.write_text(changed, "utf-8")
            try:
                status = self.run(*stage, seconds=bound)
            finally:
                path.write_text(original, "utf-8")
            spent += time.monotonic() - start
            if status not in NOTHING:
                found = f"{name}, without end" if status == LATE else name
                break
        return Case(mutant, found, spent)

    def usual(self, stage: tuple[str, ...]) -> float:
        """Seconds that a stage takes without a mutant, where it must find nothing."""
        if stage not in USUAL:
            start = time.monotonic()
            if self.run(*stage, seconds=3600) not in NOTHING:
                raise SystemExit(f"mutants: without a mutant {' '.join(stage)} fails")
            USUAL[stage] = time.monotonic() - start
        return USUAL[stage]


def choose(count: int, seed: int, only: str) -> list[Mutant]:
    """Return mutants drawn at random without repetition."""
    everything = []
    for room in ROOMS:
        for path in sorted((ROOT / "lib/parlor" / room).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT / "lib").with_suffix("").parts)
            if path.name != "__init__.py" and only in module:
                everything += mutants_of(module, path.read_text("utf-8"))
    distinct = sorted(set(everything))  # not by text alone: a line may have twins
    return random.Random(seed).sample(distinct, min(count, len(distinct)))


def main() -> int:
    """Judge mutants and list the survivors; the exit status says whether too many survive."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=300, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which mutants")
    parser.add_argument("--only", default="", help="part of a module's name, such as games.guts")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="mutants at a time")
    parser.add_argument("--chapters", action="store_true", help="put survivors to their chapters")
    parser.add_argument("--least", type=float, default=0.9, help="share that must be found")
    given = parser.parse_args()
    chosen = choose(given.count, given.seed, given.only)
    log = ROOT / "_build" / "mutants" / f"seed-{given.seed}.jsonl"
    log.parent.mkdir(parents=True, exist_ok=True)
    cases: list[Case] = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch, log.open("a") as kept:
        benches = [Bench(Path(scratch) / str(worker)) for worker in range(given.workers)]

        def work(bench: Bench, share: list[Mutant]) -> None:
            for mutant in share:
                case = bench.judge(mutant, given.chapters)
                cases.append(case)
                kept.write(json.dumps(asdict(case)) + "\n")
                kept.flush()
                state = f"found by {case.found_by}" if case.found_by else "SURVIVED"
                print(f"{len(cases)} of {len(chosen)} {case.mutant}: {state}", flush=True)

        with ThreadPoolExecutor(given.workers) as pool:
            jobs = [
                pool.submit(work, bench, chosen[worker :: given.workers])
                for worker, bench in enumerate(benches)
            ]
            for job in jobs:
                job.result()
    survivors = sorted((case.mutant for case in cases if not case.found_by), key=str)
    print(f"\nFound: {len(cases) - len(survivors)} of {len(cases)}. Survivors:")
    for mutant in survivors:
        print(f"  {mutant}")
    for module, count in Counter(mutant.module for mutant in survivors).most_common():
        print(f"  {count} in {module}")
    return int(len(survivors) > (1 - given.least) * len(cases))


if __name__ == "__main__":
    sys.exit(main())
