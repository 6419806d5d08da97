"""Time the solvers beside their alternatives, in one run.

    python -m benchmarks                 all rows, in under ten minutes; writes data/benchmarks.json
    python -m benchmarks zero_sum guts/play     some of them; prints, and writes nothing

What is written is what the page "Side by side" of the book shows. The run that it replaces is kept
in the same file, without its times, and what has become slower since is named.
"""

from __future__ import annotations

import argparse
import json

from .suite import BUDGET, FILE, ROOT, run


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("row", nargs="*", help="such as zero_sum/seven, or zero_sum for its rows")
    parser.add_argument("--budget", type=float, default=BUDGET, help="seconds for a rival")
    given = parser.parse_args()
    last = json.loads(FILE.read_text("utf-8")) if FILE.is_file() else None
    found = run(given.row, given.budget, last)
    for one in found["slower"]:
        print(
            f"SLOWER: {one['row']} takes {one['times']:.2g} times as long as on {one['since']}, "
            f"beside {', '.join(one['beside'])}"
        )
    if given.row:
        return
    FILE.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"{found['machine']['minutes']} minutes; written to {FILE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
