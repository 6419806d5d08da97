"""What the sections share: findings, words, paired samples, and cells beside what is printed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from parlor.chapters.gift_exchange import words
from parlor.chapters.gift_exchange.findings import Claim, Value, cards, six_digits
from parlor.chapters.gift_exchange.samples import Samples
from parlor.chapters.gift_exchange.study import COR, FULL, IND, PI, SC, Study, least, without
from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import Condition
from parlor.games.gift_exchange.fit import Deviation
from parlor.games.gift_exchange.paired import Played
from parlor.games.gift_exchange.published import Cell


def published(**printed: str) -> Any:
    entries = {
        name.replace("__", "."): SimpleNamespace(printed=text, columns={})
        for name, text in printed.items()
    }
    return SimpleNamespace(entries=entries, entry=entries.__getitem__)


def sample(values: dict[str, list[float]]) -> Played:
    """Means, and what each game adds to them."""
    means = {x: float(np.mean(games)) for x, games in values.items()}
    moves = {x: np.array(games) - means[x] for x, games in values.items()}
    return Played(Condition(), 0, len(next(iter(moves.values()))), means, moves)


class Book:
    """A chapter that keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple] = []

    def claim(self, *what: Any) -> Any:
        self.told.append(what)
        return what

    def check(self, entry: str, computed: Any, **errors: Any) -> Any:
        self.told.append((entry, computed, errors))
        return errors

    def cards(self, *checks: Any) -> int:
        return len(checks)


def test_findings_are_recorded_as_they_are() -> None:
    book = Book()
    findings = [Claim("a", np.bool_(False), "why"), Value("b", 2, "how", 0.1, 0.2)]
    assert cards(book, findings) == 2
    assert book.told[0] == ("a", False, "why") and type(book.told[0][1]) is bool
    errors = {"evidence": "how", "standard_error": 0.1, "printed_standard_error": 0.2}
    assert book.told[1] == ("b", 2, errors)


def test_six_digits() -> None:
    assert six_digits(0.123456789) == 0.123457 and six_digits(1234567.0) == 1234570.0


def test_words() -> None:
    assert (words.named(()), words.named(PI), words.named(FULL)) == ("BASE", "PI", "FULL")
    assert (words.slug(()), words.slug(("SC", "AD"))) == ("base", "sc_ad")
    assert words.within(1e-12) == "within 1e-09" and words.within(0.5) == "up to 5.0e-01"
    assert words.symbols({"risk_aversion", "other"}) == "other, the risk aversion"
    assert words.symbols(()) == "none"
    assert words.ranked({"b": 2e6, "current": 5.0}) == "k/n +5, b excluded"
    assert words.listed({"x": Estimate(1.0, 0.5)}, "+.1f") == "x +1.0 ± 0.5"


def test_effects_are_paired_game_by_game() -> None:
    base, more = [1.0, 3.0, 8.0], [2.0, 4.0, 9.0]  # always one more, however games differ
    samples = Samples({(COR, ()): sample({"steals": base}), (COR, SC): sample({"steals": more})})
    effect = samples.effect(SC)
    assert effect.value == pytest.approx(1) and effect.error == pytest.approx(0)
    with pytest.raises(KeyError):
        samples.effect(SC, v=IND)
    assert samples.effect((), base=SC).value == pytest.approx(-1)


def test_interaction_is_what_two_do_beyond_their_sum() -> None:
    games = {(): [10.0, 12.0], PI: [11.0, 13.0], SC: [8.0, 10.0], ("PI", "SC"): [9.5, 12.5]}
    samples = Samples({(IND, s): sample({"steals": x}) for s, x in games.items()})
    assert samples.interaction(SC, PI, IND).value == pytest.approx(1)
    assert samples.interaction(SC, PI, IND).error > 0


def test_between_takes_two_statistics_of_the_same_games() -> None:
    samples = Samples({(COR, PI): sample({"a": [1.0, 2.0], "b": [0.0, 3.0]})})
    assert samples.between(PI, "a", "b").value == pytest.approx(0)


def test_a_number_is_judged_with_the_error_of_5000_games() -> None:
    study = Study(published(x="10.0"), seed=1, games=20_000)
    value = study.judge("x", Estimate(10.5, 0.1))
    assert value.printed_standard_error == pytest.approx(0.2)  # a quarter of the games
    far = 0.5 / np.hypot(0.1, np.hypot(0.2, 0.1 / np.sqrt(12)))
    assert value.evidence.startswith(f"Off by {far:+.1f} standard errors")
    assert value.computed == 10.5


def test_a_deviation_is_judged_like_a_number() -> None:
    study = Study(published(x="10.0"), seed=1, games=5000)
    cell = Cell("x", "main", COR, (), "steals", 10.0, 0.1)
    one = Deviation(cell, 10.5, 0.1, float(np.hypot(0.1, 0.1 / np.sqrt(12))))
    assert study.judged(one) == study.judge("x", Estimate(10.5, 0.1))


def test_a_reduced_run_plays_less() -> None:
    assert Study(published(), 1, 5000).n_games == 5000
    assert Study(published(), 1, 5000, reduced=True).n_games == 60


def test_a_variant_changes_what_it_says() -> None:
    study = Study(published(), seed=1, games=100)
    calm, moody = study.condition(COR, "calm"), study.condition(COR, ("AD",))
    assert calm.reading.frustration_weight == 0 < moody.reading.frustration_weight
    assert (calm.features, calm.valuation) == (("AD",), COR)
    assert len(study.condition(COR, (), "appendix").strategies) == 5


def test_small_helpers() -> None:
    assert without(("PI", "SC"), "PI") == ("SC",)
    assert least([Estimate(2, 0), Estimate(-1, 0)]).value == -1
