"""Multisets of steal counts, round by round: the work behind `parlor.games.trajectories`."""

from __future__ import annotations

from math import comb, factorial

Layer = dict[int, int]


def action_counts(n: int) -> list[int]:
    """A(1), ..., A(n)."""
    actions = [1]
    for k in range(2, n + 1):
        actions.append((k - 1) * actions[-1] + 1)
    return actions


def ballot(r: int, most: int) -> int:
    """Sorted sequences of r counts, of which the i-th is at most i - 1 and at most `most`."""
    most = min(most, r - 1)
    return comb(r + most, most) * (r - most + 1) // (r + 1)


def limited_counts(n: int, limit: int, actions: list[int]) -> tuple[list[int], list[int], int]:
    """T(k; L) / k! for k = 1, ..., n, the number of states after each round, and the steps.

    A state is a number in base n + 1: digit i counts the gifts stolen i times, i < L. Gifts stolen
    L times are out of the game and need no digit. While a round is worked out the digit above
    those is the number of gifts that the chain has taken so far.
    """
    base = n + 1
    places = [base**i for i in range(limit + 1)]
    chain = places[limit]
    states: Layer = {1: 1}
    patterns, sizes, steps = [1], [1], 0
    for r in range(2, n + 1):
        free = (sum(state // place % base for place in places[:limit]) for state in states)
        patterns.append(sum(w * actions[u] for u, w in zip(free, states.values(), strict=True)))
        sizes.append(ballot(r, limit))
        if r == n:
            break
        layer = states
        for i in range(limit - 1, -1, -1):
            move = chain - places[i] + (places[i + 1] if i + 1 < limit else 0)
            layer, more = _take(layer, places[i], base, move)
            steps += more
        states = {}
        for key, ways in layer.items():
            taken, state = divmod(key, chain)
            states[state + 1] = states.get(state + 1, 0) + ways * factorial(taken)
        if len(states) != sizes[-1]:
            raise ArithmeticError(f"round {r}: {len(states)} states, expected {sizes[-1]}")
    return patterns, sizes, steps


def _take(layer: Layer, place: int, base: int, move: int) -> tuple[Layer, int]:
    """Let the chain take any number of the gifts counted by one digit."""
    rows = [[comb(c, j) for j in range(c + 1)] for c in range(base)]
    after: Layer = {}
    steps = 0
    for start, ways in layer.items():
        row = rows[start // place % base]
        key = start
        for choices in row:
            after[key] = after.get(key, 0) + ways * choices
            key += move
        steps += len(row)
    return after, steps
