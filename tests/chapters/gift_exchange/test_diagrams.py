"""Diagrams of chains, plays and steal counts against what they show, counted otherwise."""

from collections import Counter
from itertools import pairwise
from math import factorial

import pytest

from chapters.gift_exchange.diagrams import chain_tree, count_lattice, pattern_rows, play_rows
from chapters.gift_exchange.enumeration import chain_patterns
from parlor.games.trajectories import action_count, chain_count, count, growth, state_count


def assert_rows_are_joined(diagram):
    """Each box of a row is joined to the next; arrows to and from a theft belong to it."""
    rows = {}
    for i, node in enumerate(diagram.nodes):
        rows.setdefault(node.y, []).append(i)
    assert sorted(rows) == [-y for y in reversed(range(len(rows)))]
    for row in rows.values():
        boxes = [diagram.nodes[i] for i in row]
        assert all(a.x < b.x for a, b in pairwise(boxes))
        assert [box.x for box in boxes if box.kind != "outcome"] == list(
            range(sum(box.kind != "outcome" for box in boxes))
        )
    ends = [node.x for node in diagram.nodes if node.kind == "outcome"]
    assert len(set(ends)) <= 1
    joined = [(edge.start, edge.end) for edge in diagram.edges]
    assert joined == [pair for row in rows.values() for pair in pairwise(row)]
    for edge in diagram.edges:
        kinds = {diagram.nodes[edge.start].kind, diagram.nodes[edge.end].kind}
        assert (edge.steals, edge.ways) == ("steal" in kinds, 1)


@pytest.mark.parametrize("k", range(1, 6))
def test_chain_tree_and_pattern_rows(k):
    tree = chain_tree(k)
    assert Counter(node.kind for node in tree.nodes) == dict.fromkeys(
        ("player", "open"), action_count(k)
    )
    parent = {edge.end: edge.start for edge in tree.edges}
    assert len(parent) == len(tree.nodes) - 1
    depths = Counter(-node.y - 1 for node in tree.nodes if node.kind == "open")
    assert depths == {s: chain_count(k, s) for s in range(k)}
    assert all(edge.steals == (tree.nodes[edge.end].kind == "player") for edge in tree.edges)
    assert [node.y for node in tree.nodes] == [
        tree.nodes[parent[i]].y - 1 if i in parent else 0 for i in range(len(tree.nodes))
    ]
    leaves = sorted(node.x for node in tree.nodes if node.kind == "open")
    assert leaves == list(range(action_count(k)))
    paths = set()
    for leaf in (i for i, node in enumerate(tree.nodes) if node.kind == "open"):
        path, at = [], parent[leaf]
        while at in parent:
            path.insert(0, int(tree.nodes[at].label[1:]))
            at = parent[at]
        paths.add(tuple(path))
    assert paths == set(chain_patterns(k))

    rows = pattern_rows(k)
    assert_rows_are_joined(rows)
    steals = Counter(node.y for node in rows.nodes if node.kind == "steal")
    shown = [steals[-y] for y in range(action_count(k))]
    assert shown == [len(victims) for victims in chain_patterns(k)]


def test_play_rows():
    for n in (1, 2, 3):
        rows = play_rows(n)
        assert_rows_are_joined(rows)
        labels = [node.label for node in rows.nodes if node.kind == "outcome"]
        assert len(labels) == count(n)
        assert len(set(labels)) == factorial(n)
        texts = {y: [node.label for node in rows.nodes if node.y == -y] for y in range(count(n))}
        assert len({str(text) for text in texts.values()}) == count(n)
    assert texts[0][:4] == ["P1", "open G1", "P2", "open G2"]


@pytest.mark.parametrize("limit", [None, 1, 2])
def test_count_lattice(limit):
    lattice = count_lattice(6, total_limit=limit)
    for r in range(1, 7):
        layer = [node for node in lattice.nodes if node.y == 1 - r]
        assert len(layer) == state_count(r, total_limit=limit)
        assert sum(node.ways for node in layer) == growth(r, total_limit=limit).patterns[-1]
        assert sum(node.x for node in layer) == 0
        assert all((node.kind == "frozen") == (str(limit) in node.label) for node in layer)
        assert all(b.x - a.x == 1 for a, b in pairwise(layer))
    into = Counter({0: 1})
    for edge in lattice.edges:
        start, end = (sum(map(int, lattice.nodes[i].label)) for i in (edge.start, edge.end))
        assert edge.steals == end - start
        into[edge.end] += lattice.nodes[edge.start].ways * edge.ways
        assert lattice.nodes[edge.end].y == lattice.nodes[edge.start].y - 1
    assert [into[i] for i in range(len(lattice.nodes))] == [node.ways for node in lattice.nodes]


def test_round_three_has_five_states():
    lattice = count_lattice(3)
    arrows = {
        (lattice.nodes[e.start].label, lattice.nodes[e.end].label): (e.steals, e.ways)
        for e in lattice.edges
    }
    assert arrows["01", "002"] == (1, 1)  # the source draws a chain of two steals here
    assert arrows["01", "012"] == (2, 2)  # and leaves this state out


def test_outcomes_stand_behind_the_longest_row() -> None:
    nodes = play_rows(2).nodes
    last = max(node.x for node in nodes if node.kind != "outcome")
    assert {node.x for node in nodes if node.kind == "outcome"} == {last + 1.5}
