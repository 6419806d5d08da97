"""What the sections share: words, paired samples, and values beside what is printed."""

from __future__ import annotations

import numpy as np
import pytest

from chapters.gift_exchange import words
from chapters.gift_exchange.paired import PairedStatistics
from chapters.gift_exchange.samples import Samples
from chapters.gift_exchange.sets import COR, FULL, IND, PI, SC, without
from chapters.gift_exchange.study import Study, least, measured, six_digits, study
from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import Condition
from press import Effort


def sample(values: dict[str, list[float]]) -> PairedStatistics:
    """Means, and what each game adds to them."""
    means = {x: float(np.mean(games)) for x, games in values.items()}
    moves = {x: np.array(games) - means[x] for x, games in values.items()}
    return PairedStatistics(Condition(), 0, len(next(iter(moves.values()))), means, moves)


def test_six_digits() -> None:
    assert six_digits(0.123456789) == 0.123457 and six_digits(1234567.0) == 1234570.0


def test_words() -> None:
    assert (words.named(()), words.named(PI), words.named(FULL)) == ("BASE", "PI", "FULL")
    assert (words.slug(()), words.slug(("SC", "AD"))) == ("base", "sc_ad")
    assert words.within(1e-12) == "within 1e-09" and words.within(0.5) == "up to 5.0e-01"
    assert words.symbols({"risk_aversion", "other"}) == "other, the risk aversion"
    assert words.symbols(()) == "none"
    assert words.ranked({"b": 2e6, "current": 5.0}) == "k/n +5, b excluded"
    assert words.listed({"x": Estimate(1.0, 0.5)}, "+.1f") == "+1.0 ± 0.5 (x)"


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
    told = measured(Estimate(10.5, 0.1), 20_000)
    assert told.computed == 10.5 and told.errors["standard_error"] == pytest.approx(0.1)
    assert told.errors["printed_standard_error"] == pytest.approx(0.2)  # a quarter of the games


def test_a_reduced_run_plays_less_and_is_shared() -> None:
    assert study(Effort()).n_games == 5000
    assert study(Effort(True)).n_games == 60
    assert study(Effort(True)) is study(Effort(True))


def test_a_variant_changes_what_it_says() -> None:
    it = Study(Effort(True))
    calm, moody = it.condition(COR, "without_frustration"), it.condition(COR, ("AD",))
    assert calm.reading.frustration_weight == 0 < moody.reading.frustration_weight
    assert (calm.features, calm.valuation) == (("AD",), COR)
    assert len(it.condition(COR, (), "appendix").strategies) == 5


def test_small_helpers() -> None:
    assert without(("PI", "SC"), "PI") == ("SC",)
    assert least([Estimate(2, 0), Estimate(-1, 0)]).value == -1
