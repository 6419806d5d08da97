"""What the four figures on gift exchange trajectories show, as boxes and arrows with places.

The tree of a round's chains, its patterns one by one, all plays of a game, and the lattice of steal
counts. Each is a `Diagram` computed from the rules, so that one short loop draws any of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from .counting.algorithm import count_chains
from .enumeration import Action, chain_patterns, trajectories


@dataclass(frozen=True)
class Node:
    """A box.

    Attributes
    ----------
    label : str
        What stands in it.
    kind : str
        ``"player"``, ``"open"``, ``"steal"``, ``"outcome"``, ``"state"`` or ``"frozen"``, which is
        a state in which a gift has reached the limit.
    x, y : float
        Its place; y falls from 0.
    ways : int
        In how many ways play gets there, wrapped gifts not told apart.
    """

    label: str
    kind: str
    x: float
    y: float
    ways: int = 1


@dataclass(frozen=True)
class Edge:
    """An arrow.

    Attributes
    ----------
    start, end : int
        The nodes that it joins.
    steals : int
        Length of the chain that it stands for; in a tree or a row, 1 for a part of a theft. 0 is
        to open.
    ways : int
        Number of chains that it stands for.
    """

    start: int
    end: int
    steals: int
    ways: int = 1


@dataclass(frozen=True)
class Diagram:
    """Boxes and arrows.

    Attributes
    ----------
    nodes : tuple of Node
        The boxes.
    edges : tuple of Edge
        The arrows, by the positions of their nodes.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def chain_tree(k: int) -> Diagram:
    """Draw the decisions in round k as a tree (Figure 1, with every victim shown).

    Parameters
    ----------
    k : int
        Round.

    Returns
    -------
    Diagram
        A box for each decision and, below it, one for opening; A(k) of either kind. A decision of
        depth d is made after d steals, by the player robbed last.

    Examples
    --------
    >>> tree = chain_tree(3)
    >>> [node.label for node in tree.nodes if node.kind == "player"]
    ['P3', 'P1', 'P2', 'P2', 'P1']
    >>> sum(node.kind == "open" for node in tree.nodes)
    5
    """
    nodes: list[Node] = []
    edges: list[Edge] = []
    leaves = 0

    def grow(player: int, free: tuple[int, ...], depth: int) -> int:
        nonlocal leaves
        me = len(nodes)
        nodes.append(Node("", "", 0, 0))  # its place is known when its children's are
        below = [len(nodes)]
        nodes.append(Node("open", "open", leaves, -depth - 1))
        leaves += 1
        below += [grow(p, tuple(q for q in free if q != p), depth + 1) for p in free]
        middle = (nodes[below[0]].x + nodes[below[-1]].x) / 2
        nodes[me] = Node(f"P{player}", "player", middle, -depth)
        edges.extend(Edge(me, child, int(i > 0)) for i, child in enumerate(below))
        return me

    grow(k, tuple(range(1, k)), 0)
    return Diagram(tuple(nodes), tuple(edges))


def pattern_rows(k: int) -> Diagram:
    """Draw the patterns of round k, a row each (Figure 2).

    Parameters
    ----------
    k : int
        Round.

    Returns
    -------
    Diagram
        Players and what they do in turn, from left to right; A(k) rows, short chains first.

    Examples
    --------
    >>> [node.label for node in pattern_rows(3).nodes if node.y == -3]
    ['P3', 'steal', 'P1', 'steal', 'P2', 'open']
    """
    rows = []
    for victims in chain_patterns(k):
        row = [("player", f"P{k}")]
        for victim in victims:
            row += [("steal", "steal"), ("player", f"P{victim}")]
        rows.append([*row, ("open", "open")])
    return _rows(rows)


def play_rows(n_players: int) -> Diagram:
    """Draw all plays of a game, a row each (Figure 3).

    Parameters
    ----------
    n_players : int
        Number n of players; T(3) is 60.

    Returns
    -------
    Diagram
        What is done in turn, from left to right, and who holds what at the end.

    Examples
    --------
    >>> [node.label for node in play_rows(2).nodes if node.kind == "outcome"]
    ['P1: G1, P2: G2', 'P1: G2, P2: G1', 'P1: G2, P2: G1', 'P1: G1, P2: G2']
    """
    rows = []
    for play in trajectories(n_players):
        row = [box for chain in play.rounds for act in chain for box in _boxes(act)]
        held = ", ".join(f"P{player}: G{gift}" for player, gift in enumerate(play.outcome, 1))
        rows.append([*row, ("outcome", held)])
    return _rows(rows)


def _boxes(action: Action) -> list[tuple[str, str]]:
    return [("player", f"P{action.player}"), (action.kind, f"{action.kind} G{action.gift}")]


def _rows(rows: list[list[tuple[str, str]]]) -> Diagram:
    """Boxes in rows, each joined to the next; outcomes stand in one column."""
    last = max(len(row) for row in rows) - 1
    nodes: list[Node] = []
    edges: list[Edge] = []
    for y, row in enumerate(rows):
        for x, (kind, label) in enumerate(row):
            if x:
                stolen = "steal" in (row[x - 1][0], kind)
                edges.append(Edge(len(nodes) - 1, len(nodes), int(stolen)))
            nodes.append(Node(label, kind, last + 0.5 if kind == "outcome" else x, -y))
    return Diagram(tuple(nodes), tuple(edges))


def count_lattice(n_rounds: int, *, total_limit: int | None = None) -> Diagram:
    """Draw the multisets of steal counts, round by round (Figure 4).

    Parameters
    ----------
    n_rounds : int
        Rounds.
    total_limit : int, optional
        How often a gift may be stolen in a game; None is no limit.

    Returns
    -------
    Diagram
        The multisets after rounds 1, ..., n, with the ways to get there, and an arrow from each to
        every one that a chain leads to, with the number of such chains.

    Examples
    --------
    >>> [(node.label, node.ways) for node in count_lattice(3).nodes if node.y == -2]
    [('000', 1), ('001', 3), ('002', 1), ('011', 3), ('012', 2)]
    """
    layers: list[dict[tuple[int, ...], int]] = [{(0,): 1}]
    links: list[tuple[tuple[int, ...], tuple[int, ...], int]] = []  # chains from one to another
    for _ in range(n_rounds - 1):
        after: dict[tuple[int, ...], int] = {}
        for start, ways in layers[-1].items():
            free = [g for g in start if total_limit is None or g < total_limit]
            chains, _steps = count_chains(start, free)
            for end, number in [(start, 1), *chains.items()]:
                opened = (0, *end)
                after[opened] = after.get(opened, 0) + ways * number
                links.append((start, opened, number))
        layers.append(dict(sorted(after.items())))
    nodes: list[Node] = []
    index: dict[tuple[int, ...], int] = {}
    for y, layer in enumerate(layers):
        for x, (counts, ways) in enumerate(layer.items()):
            index[counts] = len(nodes)
            kind = "frozen" if counts[-1] == total_limit else "state"
            label = "".join(map(str, counts))
            nodes.append(Node(label, kind, x - (len(layer) - 1) / 2, -y, ways))
    edges = [
        Edge(index[start], index[end], sum(end) - sum(start), number)
        for start, end, number in links
    ]
    return Diagram(tuple(nodes), tuple(edges))
