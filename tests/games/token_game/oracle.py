"""The token game by brute force: every order of moves, money by direct distances, Fractions.

Written from the rules, without a line of the solver: states are ordered tuples of moves, so that
it also shows that the order of earlier moves is irrelevant.
"""

from fractions import Fraction
from itertools import pairwise


def money(prizes, positions, layout, unit=1):
    """What each token takes: every stack is split evenly among the tokens nearest to it.

    Stack k is at k units.
    """
    around = len(prizes) * unit
    takes = [Fraction(0)] * len(positions)
    for stack, prize in enumerate(prizes, start=1):
        distances = [abs(stack * unit - p) for p in positions]
        if layout == "clock":
            distances = [min(d, around - d) for d in distances]
        least = min(distances)
        nearest = [k for k, d in enumerate(distances) if d == least]
        for k in nearest:
            takes[k] += Fraction(prize) / len(nearest)
    return tuple(takes)


class Oracle:
    def __init__(self, prizes, n_players, layout, ties, unit=1):
        self.unit = unit
        self.prizes, self.n_players, self.layout, self.ties = prizes, n_players, layout, ties
        self.paid = {}

    def pay(self, path):
        if path not in self.paid:
            self.paid[path] = money(self.prizes, path, self.layout, self.unit)
        return self.paid[path]

    def moves(self, placed):
        return [p for p in range(1, len(self.prizes) + 1) if p not in placed]

    def play(self, placed=()):
        """Optimal ways of play from here: a list of complete paths."""
        if len(placed) == self.n_players:
            return [placed]
        me = len(placed)
        ways = {p: self.play((*placed, p)) for p in self.moves(placed)}
        takes = {p: [self.pay(path)[me] for path in ways[p]] for p in ways}
        if self.ties == "all":
            secure = max(min(values) for values in takes.values())
            return [path for p in ways for path in ways[p] if self.pay(path)[me] >= secure]
        worth = {p: (max if self.ties == "optimistic" else min)(takes[p]) for p in ways}
        best = [p for p in ways if worth[p] == max(worth.values())]
        if self.ties == "first":
            best = best[:1]
        if self.ties == "last":
            best = best[-1:]
        return [path for p in best for path in ways[p]]

    def lottery(self, placed=()):
        """Paths with their probabilities when indifferent movers pick uniformly at random."""
        if len(placed) == self.n_players:
            return {placed: Fraction(1)}
        me = len(placed)
        ways = {p: self.lottery((*placed, p)) for p in self.moves(placed)}
        worth = {
            p: sum(chance * self.pay(path)[me] for path, chance in way.items())
            for p, way in ways.items()
        }
        best = [p for p in ways if worth[p] == max(worth.values())]
        return {path: chance / len(best) for p in best for path, chance in ways[p].items()}

    def solve(self):
        """Sorted paths, and the distinct payoff vectors in decreasing order."""
        if self.ties == "average":
            chances = self.lottery()
            columns = range(self.n_players)
            mean = [sum(q * self.pay(path)[k] for path, q in chances.items()) for k in columns]
            return sorted(chances), [tuple(mean)]
        paths = sorted(self.play())
        assert all(a < b for a, b in pairwise(paths)), "a path was found twice"
        return paths, sorted({self.pay(path) for path in paths}, reverse=True)
