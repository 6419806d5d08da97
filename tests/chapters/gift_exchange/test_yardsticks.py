"""Like claims are judged alike: by which rule each is, and that none of its words is left out."""

from __future__ import annotations

import re

import pytest

from press.ledger.published import Published
from press.project.places import Project

SOURCE = Published.load(Project.here().root / "data" / "published" / "gift_exchange")
RULES = SOURCE.yardsticks
BY = {
    "more": """
        ad.amplified ad.heuristics ad.late ad.retaliation ad.satisfaction ad.stabilises
        ad.suffers_most base.limit_average base.limit_wording bs.concentrated bs.increases
        bs.longest bs.seat2_only bs.skewed decorated.opposed decorated.plain_mean
        future.forced h7.slightly h8.narrows pi.abstract pi.consistent pi.null
        pi.opening_lower pi.reasons results.consensus results.differentiation
        results.sc_outweighs sc.always_steal sc.amplified sc.largest sc.less_competition
        sc.reject sc.selective seats.sc_worsens strategies.base_winner strategies.bs_gain
        strategies.compress strategies.passive_viable valuation.between
        valuation.intensifies variants.calmer
    """,
    "every": """
        base.bijection base.injective base.limit_zero base.limits_reduce base.one_owner
        base.opening_ends base.round_number bs.seat2_only counting.total_zero
        decorated.parameters decorated.rho_one design.own_comparison h2.verdict h6.verdict
        pi.consistent results.amplifies results.pi_channels seats.first_best
        seats.not_reversed seats.second_worst seats.swap_best strategies.highest
        valuation.always variants.keeps variants.retire
    """,
    "some_cases": """
        ad.heuristics base.just_taken base.lock_needed bs.increases counting.limit_three
        counting.lock_finite counting.requires_multiset counting.same_question
        counting.states_unconditional decorated.attempt decorated.envy_term
        decorated.negative_quality decorated.phase design.main_effects design.stable
        future.rate h8.verdict results.most_apparent sc.desirable strategies.mean_selective
    """,
    "slight": """
        ad.passive_avoids decorated.logistic_linear decorated.rho future.forced future.low
        h5.verdict h7.slightly interactions.margins interactions.pi_bs_small
        interactions.pi_negligible interactions.posteriors interactions.sc_ad_slight
        interactions.sc_bs_additive pi.abstract pi.favours_theft pi.no_interaction_ad
        results.ad_barely results.pi_minimal sc.always_steal sc.remains sc.repeated
        strategies.mean_selective
    """,
    "substantial": """
        results.most_apparent seats.last_between valuation.intensifies
    """,
    "far": """
        results.sc_far
    """,
    "cause": """
        ad.foresight ad.frustration bs.seat2_steals h7.comparison h8.moods
        interactions.sc_ad_channel pi.favours_theft pi.one_sixth sc.reject sc.unprofitable
        strategies.noise valuation.confirms
    """,
    "both_runs": """
        ad.abstract bs.appearance design.estimable design.six pi.abstract pi.null
        pi.posteriors sc.abstract
    """,
    "halves": """
        ad.retaliation base.limits_count base.owned_bound base.two_branches
        counting.one_chain counting.steal_back_five decorated.no_quality decorated.rho
        decorated.temperature decorated.vanishes design.distinct future.forced future.low
        future.one_fewer h3.verdict h5.verdict h7.comparison interactions.pi_bs_small
        pi.favours_theft pi.reasons results.amplifies results.pi_minimal results.sc_far
        results.sc_outweighs sc.repeated seats.not_reversed strategies.noise
        strategies.only_ad strategies.passive_viable
    """,
    "readings": """
        counting.algorithm counting.complexity decorated.decay design.odd future.sharing
    """,
    "meant": """
        base.limit_monotone base.limit_wording
    """,
}
SISTERS = {  # what claims have in their words that are judged by a rule
    "every": re.compile(
        r"guarantees that|in all 48|all three|of the features? alone|\bis the only\b"
    ),
    "slight": re.compile(
        r"slight|hardly|\bnear-additive\b|\bnearly\b|similar|minimal|negligibl|"
        r"next to nothing|barely"
    ),
    "substantial": re.compile(r"substantial|\bmost apparent\b"),
    "far": re.compile(r"\bfar more\b"),
    "both_runs": re.compile(
        r"without condition that .* (increases|reduces?) stealing by|slightly inc"
    ),
}


def test_entries_by_yardstick() -> None:
    found = {name: set(one.entries) for name, one in RULES.items()}
    assert found == {name: set(entries.split()) for name, entries in BY.items()}


@pytest.mark.parametrize("rule", SISTERS)
def test_claims_of_the_same_words_are_under_the_same_rule(rule: str) -> None:
    claims = [one for one in SOURCE.entries.values() if not one.printed]
    alike = {one.id for one in claims if SISTERS[rule].search(one.quantity)}
    assert alike
    assert alike <= set(RULES[rule].entries)


def test_no_rule_that_asks_for_all_calls_a_part_enough() -> None:
    parts = {*RULES["halves"].entries, *RULES["some_cases"].entries, *RULES["both_runs"].entries}
    for rule in ("every", "far", "cause"):
        for name in set(RULES[rule].entries) - parts:
            assert SOURCE.entries[name].expected != "partly", (rule, name)


def test_a_part_is_enough_by_a_rule_alone() -> None:
    claims = [one for one in SOURCE.entries.values() if one.expected == "partly"]
    assert claims
    assert not [one.id for one in claims if "yardstick" not in one.columns]
