"""Like claims on guts are judged alike: which entries each rule decides."""

from __future__ import annotations

import re

import pytest

from chapters.guts.said import in_part, said

ENTRIES = {
    "as_printed": "intro.equivalence intro.size asynchronous.maximin "
    "theorem.transition_proof theorem.attraction_slip full.cost fit.sign "
    "weenie.shift weenie.line6 weenie.threshold weenie.endpoint "
    "weenie.ends fp.reply break.winning_bloc c7.synchronous d1.larger "
    "d1.formula d1.minimum d2.formula references.robinson references.shapley",
    "size_by_size": "weenie.abstract weenie.unconditional weenie.exact_all table1.range "
    "weenie.checked weenie.all_n",
    "mesh_and_continuum": "abstract.two_plans duel.two_plans full.trend table1.smooth "
    "full.verified table1.majority table1.increasing full.always",
    "condition_elsewhere": "theorem.rate theorem.attraction overshoot.count nash.suboptimal "
    "break.any",
    "fees": "recursive.infinite recursive.upper overshoot.gap iteration.unique",
    "together": "asynchronous.disagree nash.corresponds nash.no_bloc",
    "joint_gain": "intro.not_strong weenie.exact c5.strong c6.strong c7.traitor",
    "orders_of_moves": "c2.play c5.play c5.ties c6.play c7.play",
    "of_order": "payoff.alpha_cost payoff.beta_cost",
    "at_most_order": "payoff.pseudo_bloc full.cost full.pseudo_cost",
    "close": "wills.pooled wills.converge break.partner break.approach wills.conjecture",
    "proved_or_searched": "overshoot.generic bot.aggressive bot.variance break.pair "
    "break.no_advantage break.only wills.conjecture wills.rate "
    "asynchronous.conjecture",
    "about_constant": "wills.constant",
    "one_over_n": "fp.two_rate wills.rate",
}
DIAGNOSES = {  # diagnoses or kinds of them, and the rule of all that have one
    "misprint": "as_printed",
    "fees": "fees",
    "blended_blocs": "together",
    "protocol": "orders_of_moves",
    "joint": "joint_gain",
    "mesh_pairs": "mesh_and_continuum",
    "mesh_noise": "mesh_and_continuum",
    "weenie_six": "size_by_size",
    "share_range": "size_by_size",
    "three_or_more": "condition_elsewhere",
    "not_entered": "fees",
    "any_pair": "condition_elsewhere",
}
SISTERS: dict[str, set[str | None]] = {  # words of a claim, and the rules one of which decides it
    r"of the order of|in \$O\(": {"of_order", "at_most_order"},
    r"running time .* by \$O\(": {"at_most_order"},
    r"\binfinity\b": {"fees", None},
    r"\bstrong\b": {"joint_gain", "size_by_size", "together", None},
    r"\bclose to\b|\bapproach \$": {"close"},
    r"fictitious play (of \S+ )*(always )?goes to": {"orders_of_moves", "close"},
}


@pytest.mark.parametrize("rule", ENTRIES)
def test_the_entries_of_a_rule(rule: str) -> None:
    assert sorted(said.published.yardsticks[rule].entries) == sorted(ENTRIES[rule].split())


def test_every_rule_is_listed_here() -> None:
    assert set(said.published.yardsticks) == set(ENTRIES)


@pytest.mark.parametrize("kind", DIAGNOSES)
def test_what_has_one_reason_has_one_rule(kind: str) -> None:
    source = said.published
    for entry in source.entries.values():
        if entry.diagnosis and kind in (entry.diagnosis, source.diagnoses[entry.diagnosis].kind):
            assert entry.id in source.yardsticks[DIAGNOSES[kind]].entries


@pytest.mark.parametrize("words", SISTERS)
def test_sisters_have_one_rule(words: str) -> None:
    for entry in said.published.entries.values():
        if re.search(words, entry.quantity):
            rules = {
                name for name, one in said.published.yardsticks.items() if entry.id in one.entries
            }
            assert (rules or {None}) & SISTERS[words], (entry.id, rules)


@pytest.mark.parametrize(
    "parts, verdict",
    [((True, True), "holds"), ((True, False), "partly"), ((False, False), "fails")],
)
def test_a_claim_of_several_parts(parts: tuple[bool, ...], verdict: str) -> None:
    assert in_part(parts) == verdict


def test_a_rule_that_sets_bounds_sets_those_it_says() -> None:
    assert 2 / 100 in said["break.partner"] and 3 / 100 not in said["break.partner"]
    assert {1, 2} <= {x for x in (0.4, 1, 2, 2.1) if x in said["payoff.alpha_cost"]}
    assert 8 not in said["full.cost"]
