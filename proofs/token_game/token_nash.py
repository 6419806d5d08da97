"""The token game: Nash outcomes against subgame perfect ones; standard library alone, exact.

A path x_1, ..., x_M of stacks is the outcome of a pure Nash equilibrium if and only if every seat k
is paid at least g(x_1, ..., x_{k-1}) = max over free c of min over the later tokens of what c takes
(book/beyond/token_nash.md). `brute` checks it by running through all strategy profiles of tiny boards.
"""

from fractions import Fraction as F
from functools import lru_cache
from itertools import combinations, permutations, product


def takes(prizes, tokens, clock=False):
    """What each token takes: every stack goes to the nearest, halves to two."""
    n, out = len(prizes), dict.fromkeys(tokens, F(0))
    for k, money in enumerate(prizes, 1):
        away = {t: (min((k - t) % n, (t - k) % n) if clock else abs(k - t)) for t in tokens}
        near = [t for t in tokens if away[t] == min(away.values())]
        for t in near:
            out[t] += F(money, len(near))
    return out


class Board:
    def __init__(self, prizes, m, clock=False):
        self.prizes, self.m, self.clock = tuple(prizes), m, clock
        self.n = len(self.prizes)
        self.takes = lru_cache(None)(lambda tokens: takes(self.prizes, tokens, self.clock))
        self.low = lru_cache(None)(self._low)
        self.guarantee = lru_cache(None)(self._guarantee)
        self.perfect = lru_cache(None)(self._perfect)

    def free(self, tokens):
        return [c for c in range(1, self.n + 1) if c not in tokens]

    def _low(self, c, tokens):
        """Least that c takes when the tokens (c among them) are completed by all later players."""
        if len(tokens) == self.m:
            return self.takes(tokens)[c]
        return min(self.low(c, tokens | {d}) for d in self.free(tokens))

    def _guarantee(self, tokens):
        return max(self.low(c, tokens | {c}) for c in self.free(tokens))

    def nash_paths(self):
        """All outcomes of pure Nash equilibria, as (path, payments in order of play)."""
        for final in combinations(range(1, self.n + 1), self.m):
            pay = self.takes(frozenset(final))
            for path in permutations(final):
                if all(pay[x] >= self.guarantee(frozenset(path[:k])) for k, x in enumerate(path)):
                    yield path, tuple(pay[x] for x in path)

    def _perfect(self, tokens):
        """Final sets that some subgame perfect equilibrium leads to from a set of tokens."""
        if len(tokens) == self.m:
            return frozenset([tokens])
        after = {c: self.perfect(tokens | {c}) for c in self.free(tokens)}
        level = max(min(self.takes(f)[c] for f in finals) for c, finals in after.items())
        return frozenset(
            f for c, finals in after.items() for f in finals if self.takes(f)[c] >= level
        )

    def perfect_paths(self):
        out = set()

        def walk(path, alive):
            if len(path) == self.m:
                pay = self.takes(frozenset(path))
                out.add((path, tuple(pay[x] for x in path)))
                return
            tokens = frozenset(path)
            after = {c: self.perfect(tokens | {c}) for c in self.free(tokens)}
            level = max(min(self.takes(f)[c] for f in finals) for c, finals in after.items())
            for c, finals in after.items():
                keep = frozenset(f for f in finals if f in alive and self.takes(f)[c] >= level)
                if keep:
                    walk((*path, c), keep)

        walk((), self.perfect(frozenset()))
        return out


def brute(prizes, m, clock=False):
    """Outcomes of all pure Nash equilibria, from all strategy profiles, by the definition."""
    n = len(prizes)
    histories = [list(permutations(range(1, n + 1), k)) for k in range(m)]
    plans = []
    for k in range(m):
        options = [[c for c in range(1, n + 1) if c not in h] for h in histories[k]]
        plans.append([dict(zip(histories[k], choice, strict=True)) for choice in product(*options)])
    pay = lru_cache(None)(lambda path: takes(prizes, frozenset(path), clock))

    def play(profile, seat=None, first=None):
        path = ()
        for k in range(m):
            path += ((first if k == seat else profile[k][path]),)
        return path

    found = set()
    for profile in product(*plans):
        path = play(profile)
        if path in found:
            continue
        worth = pay(path)
        if all(
            pay(q := play(profile, k, c))[q[k]] <= worth[path[k]]
            for k in range(m)
            for c in range(1, n + 1)
            if c not in path[:k]
        ):
            found.add(path)
    return found


if __name__ == "__main__":
    for prizes, m, clock in (
        ((1, 2, 3), 2, False),
        ((1, 2, 3), 3, False),
        ((2, 1, 3), 3, True),
        ((1, 2, 3, 4), 2, False),
        ((3, 3, 4, 4), 2, True),
    ):
        board = Board(prizes, m, clock)
        assert {path for path, _ in board.nash_paths()} == brute(prizes, m, clock), (prizes, m)
        assert {p for p, _ in board.perfect_paths()} <= brute(prizes, m, clock)
    print("outcomes of Nash equilibria agree with all strategy profiles of five tiny boards")
    for n in range(3, 9):  # the first player's condition on the line
        for m in range(3, n + 1):
            assert Board(range(1, n + 1), m).guarantee(frozenset()) == n
    for clock, n, most in ((False, 10, 6), (True, 12, 4)):
        for m in range(2, most + 1):
            board = Board(range(1, n + 1), m, clock)
            nash, perfect = list(board.nash_paths()), board.perfect_paths()
            assert {p for p, _ in perfect} <= {p for p, _ in nash}
            total = 1
            for k in range(m):
                total *= n - k
            ranges = [
                f"{float(min(v[k] for _, v in nash)):g}-{float(max(v[k] for _, v in nash)):g}"
                for k in range(m)
            ]
            kinds = sorted({v for _, v in perfect}, reverse=True)
            first = sum(v[0] == max(v) for _, v in nash)
            if (clock, m) == (False, 3):  # the numbers that are claimed
                assert (total, len(nash), len(perfect), first) == (720, 22, 1, 4)
                assert (min(v[0] for _, v in nash), max(v[0] for _, v in nash)) == (10, F(47, 2))
            print(
                f"{'clock' if clock else 'line'} {n}, {m} players: {len(nash)} Nash paths of {total}, paid by seat {ranges}; "
                f"first best paid in {first}; perfect: {len(perfect)} paths, {[tuple(map(float, k)) for k in kinds]}",
                flush=True,
            )
