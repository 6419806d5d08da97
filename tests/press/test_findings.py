"""Checks as functions: what they decide, and what is refused."""

from __future__ import annotations

import sys
from fractions import Fraction
from types import ModuleType

import numpy as np
import pandas as pd
import pytest

from press import Effort, Finding, Value, claim
from press.ledger.findings import checks_of, decide, entries_of
from press.ledger.published import Entry, Published
from press.project.errors import BuildError, UserError
from press.tools.report import print_entry

PUBLISHED = Published(
    "demo",
    {},
    {
        name: Entry(name, "page 1", "says so", printed)
        for name, printed in {"a": "", "b": "", "v.1": "1.5", "v.2": "2.50"}.items()
    },
)


@claim("a")
def one(effort: Effort) -> Finding:
    return Finding(True, f"{effort.of(full=1200, reduced=3)} deals.")


@claim("v.*")
def both(effort: Effort) -> dict[str, Value]:
    return {"v.1": Value(Fraction(3, 2)), "v.2": Value(2.6, standard_error=0.05)}


@claim("a", "b")
def two(effort: Effort) -> dict[str, Finding]:
    return {"a": Finding("partly", "half")}


def rows(check: object, reduced: bool = False) -> list[dict]:
    return [row for _, found in decide(PUBLISHED, [check], Effort(reduced)) for row in found]


def test_a_claim_which_a_reduced_run_does_not_judge() -> None:
    (row,) = rows(one)
    assert (row["verdict"], row["evidence"]) == ("holds", "1200 deals.")
    assert row["check"].endswith("test_findings.one")
    (row,) = rows(one, reduced=True)
    assert (row["verdict"], row["evidence"]) == ("not run", "3 deals.")


def test_values_of_a_pattern_with_their_distance(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = rows(both)
    assert (first["verdict"], first["turns"]) == ("match", 1)
    assert (second["verdict"], second["turns"], second["z"]) == ("within noise", 31, -2.0)
    assert (first["value"], second["value"], second["standard_error"]) == (1.5, 2.6, 0.05)
    assert "standard_error" not in first and "error" not in second
    print_entry(PUBLISHED, PUBLISHED.entries["v.2"], [first, second])
    text = capsys.readouterr().out
    assert "printed    2.50" in text and "computed   2.6" in text and "by 31 of" in text


NAN = float("nan")
BROKEN = [Value(NAN), Value(float("inf")), Value(NAN, decidable=False), Value(np.float32("nan")),
          Value((1.5, NAN)), Value([(NAN,)]), Value(1.5, standard_error=NAN),
          Value(1.5, evidence=f"Off by {NAN:.2f}."), Finding(False, f"It is {NAN:.3g}."),
          Finding("partly", f"Up to {max([np.inf, 1])}"), Finding(False, str([pd.NA]))]  # fmt: skip


@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_no_number_names_entry_and_function(broken: Finding | Value) -> None:
    name = "v.1" if isinstance(broken, Value) else "a"

    @claim(name)
    def planted(effort: Effort) -> Finding | Value:
        return broken

    with pytest.raises(BuildError, match=f"{name}: .*planted: .*(finite|number|tuple)"):
        rows(planted)


@pytest.mark.parametrize("kept", ["infinity", "the infimum", "NaNs", "information", r"$\inf_x$"])
def test_words_that_only_look_like_broken_numbers(kept: str) -> None:
    planted = claim("a")(lambda effort: Finding(True, f"Here is {kept}."))
    assert rows(planted)[0]["verdict"] == "holds"


def test_a_check_decides_just_what_it_names() -> None:
    with pytest.raises(BuildError, match="does not decide just what it names: b"):
        rows(two)


def test_names_that_are_not_published_are_refused() -> None:
    with pytest.raises(UserError, match=r"did you mean 'v\.1'"):
        entries_of(PUBLISHED, claim("v.11")(lambda effort: Value(1)))
    with pytest.raises(BuildError, match=r"no entry of demo is called w\.\*"):
        entries_of(PUBLISHED, claim("w.*")(both.__class__(both.__code__, {}, "w")))


def test_the_checks_of_a_module_are_its_own_in_order() -> None:
    assert checks_of(sys.modules[__name__]) == [one, both, two]
    for empty in (ModuleType("empty"), rows):
        with pytest.raises(BuildError, match="holds no checks"):
            checks_of(empty)


def test_verdicts_of_claims() -> None:
    assert Finding(False, "no").verdict == "fails"
    assert Finding("not refuted", "so far").verdict == "not refuted"
    with pytest.raises(ValueError, match="a claim is one of holds, partly"):
        Finding("match", "")


def test_a_check_is_handed_what_it_looks_at() -> None:
    @claim("a", of=lambda effort: effort.of(full=7, reduced=2))
    def lucky(number: int) -> Finding:
        return Finding(number == 7, f"It was {number}.")

    assert rows(lucky)[0]["evidence"] == "It was 7."
    assert rows(lucky, reduced=True)[0]["evidence"] == "It was 2."


def test_a_value_that_cannot_be_decided() -> None:
    wide = claim("v.1")(lambda effort: Value(7, decidable=False))
    assert rows(wide)[0]["verdict"] == "not decidable"
