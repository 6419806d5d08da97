"""The gift exchange in plain Python, straight from Sections 2 to 4: slow, and independent.

Players and gifts are numbered from 1, as in the source. Nothing is shared with the kernels but the
words of a reading and the addresses of random numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, exp, log, pi, sin, sqrt

from parlor.games.gift_exchange import SIX, Condition

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
VALUE, QUALITY, CAMP, SIGNAL, STRATEGY, ALLY, DECISION, OPENING, TIE = range(9)


def mix(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


class Luck:
    """The random numbers of one game, by purpose and place."""

    def __init__(self, seed: int, game: int) -> None:
        key = (game * 0xD1342543DE82EF95 + 1) & MASK
        self.stream = mix(mix((seed + GOLDEN) & MASK) ^ key)

    def uniform(self, purpose: int, place: int) -> float:
        counter = (purpose << 40) + place + 1
        return ((mix((self.stream + counter * GOLDEN) & MASK) >> 12) + 0.5) / 2**52

    def normals(self, purpose: int, place: int) -> tuple[float, float]:
        radius = sqrt(-2 * log(self.uniform(purpose, 2 * place)))
        angle = 2 * pi * self.uniform(purpose, 2 * place + 1)
        return radius * cos(angle), radius * sin(angle)

    def marked(self, purpose: int, n: int, count: int) -> list[int]:
        """Players 1 to n in a random order's first `count` places."""
        marks = [1] * count + [0] * (n - count)
        for i in reversed(range(1, n)):
            j = int(self.uniform(purpose, i) * (i + 1))
            marks[i], marks[j] = marks[j], marks[i]
        return [i + 1 for i in range(n) if marks[i]]


def clip(y: float) -> float:
    return max(0.0, min(1.0, y))


@dataclass
class Outcome:
    """What happened in a game."""

    chains: list[int]  # steals by round
    trace: list[tuple[str, int, int]]  # ("open", player, gift), ("steal", player, victim), ...
    owns: dict[int, int]  # final gift by player
    values: dict[int, dict[int, float]]
    strategies: dict[int, str]
    allies: set[int]

    @property
    def steals(self) -> int:
        return sum(self.chains)

    def final(self, player: int) -> float:
        return self.values[player][self.owns[player]]


@dataclass
class Game:
    """A game under way: ownership O, wrapped W, chain lock C, counts R and T."""

    condition: Condition
    number: int
    owns: dict[int, int | None] = field(default_factory=dict)
    opened: list[int] = field(default_factory=list)
    chain_lock: set[int] = field(default_factory=set)
    in_total: dict[int, int] = field(default_factory=dict)
    victims: dict[tuple[int, int], int] = field(default_factory=dict)
    anger: dict[int, float] = field(default_factory=dict)
    lost: dict[int, int] = field(default_factory=dict)
    trace: list[tuple[str, int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.luck = Luck(self.condition.seed, self.number)
        self.players = range(1, self.condition.n_players + 1)
        self.owns = dict.fromkeys(self.players)
        self.in_total = dict.fromkeys(self.players, 0)
        self.anger = dict.fromkeys(self.players, 0.0)
        self.values = self.draw_values()
        self.looks = self.draw_looks()
        self.strategies = {i: self.draw_strategy(i) for i in self.players}
        count = self.condition.rules.coalition
        self.allies = set(self.luck.marked(ALLY, len(self.players), count)) if count else set()

    def draw_values(self) -> dict[int, dict[int, float]]:
        c, r, n = self.condition, self.condition.reading, len(self.players)
        self.quality = {j: self.luck.uniform(QUALITY, j - 1) for j in self.players}
        values: dict[int, dict[int, float]] = {i: {} for i in self.players}
        against = self.camp() if c.valuation == "negative" else set()
        for i in self.players:
            for j in self.players:
                place = (i - 1) * n + j - 1
                if c.valuation == "negative":
                    even = (j - 1) // 2 * 2
                    noise = self.luck.normals(VALUE, (i - 1) * n + even)[j - 1 - even]
                    liked = 1 - self.quality[j] if i in against else self.quality[j]
                    values[i][j] = clip(liked + r.camp_noise * noise)
                else:
                    taste = self.luck.uniform(VALUE, place)
                    if c.valuation == "correlated":
                        rho = r.correlation
                        taste = clip(rho * self.quality[j] + sqrt(1 - rho * rho) * taste)
                    values[i][j] = taste
        if c.valuation == "independent" and r.quality == "mean value":
            self.quality = {j: sum(values[i][j] for i in self.players) / n for j in self.players}
        return values

    def camp(self) -> set[int]:
        """Who values a gift of quality q at 1 - q."""
        rule, n = self.condition.reading.camps, len(self.players)
        if rule == "coin":
            return {i for i in self.players if self.luck.uniform(CAMP, i - 1) < 0.5}
        if rule == "parity":
            return {i for i in self.players if i % 2 == 1}
        if rule == "halves":
            return {i for i in self.players if i > n // 2}
        larger = rule == "lot, more against"
        return set(self.luck.marked(CAMP, n, n - n // 2 if larger else n // 2))

    def draw_looks(self) -> dict[int, float]:
        r, looks = self.condition.reading, {}
        for j in self.players:
            even = (j - 1) // 2 * 2
            noise = self.luck.normals(SIGNAL, even)[j - 1 - even]
            look = self.quality[j] + r.signal_noise * noise
            looks[j] = clip(look) if r.clipped else look
        return looks

    def draw_strategy(self, i: int) -> str:
        luck, total = self.luck.uniform(STRATEGY, i - 1), 0.0
        for name in SIX:
            total += self.condition.shares[name]
            if luck < total:
                return name
        return [name for name in SIX if self.condition.shares[name]][-1]

    def certainty_equivalent(self, j: int) -> float:
        """Proposition 3.1 in precisions, Proposition 3.2."""
        r = self.condition.reading
        prior, signal = 1 / r.prior_variance, 1 / r.signal_noise**2
        mean = (prior * r.prior_mean + signal * self.looks[j]) / (prior + signal)
        return mean - r.risk_aversion / 2 / (prior + signal)

    def stealable(self, i: int, j: int) -> bool:
        c = self.condition
        return (
            j not in self.chain_lock
            and (c.total_limit is None or self.in_total[j] < c.total_limit)
            and not (c.rules.own_gift == "hard" and i == j)
        )

    def cost(self, i: int, m: int) -> float:
        if "SC" not in self.condition.features:
            return 0.0
        r = self.condition.reading
        steals = sum(count for (thief, _), count in self.victims.items() if thief == i)
        return (
            r.base_cost * (1 + r.repeat_factor * self.victims.get((i, m), 0))
            + r.reputation_cost * steals
        )

    def shame(self, i: int, j: int) -> float:
        rules = self.condition.rules
        return rules.own_gift_cost if rules.own_gift == "soft" and i == j else 0.0

    def targets(self, i: int) -> list[int]:
        """Valid targets, in the order in which the reading goes through them."""
        holders = {self.owns[m]: m for m in self.players if self.owns[m] is not None}
        ties = self.condition.reading.ties
        if "gift" in ties:
            order = [holders[j] for j in sorted(holders)]
        elif ties == "first opened":
            order = [holders[j] for j in self.opened if j in holders]
        else:
            order = sorted(holders.values())
        valid = [m for m in order if m != i and self.stealable(i, self.owns[m])]
        if i in self.allies:
            outside = [m for m in valid if m not in self.allies]
            pact = self.condition.rules.pact
            valid = outside if outside or pact == "non-aggression" else valid
        return valid

    def best(self, i: int, k: int) -> tuple[int, float, float] | None:
        """Target, net value and value."""
        reading, found = self.condition.reading, []
        for m in self.targets(i):
            value = self.values[i][self.owns[m]]
            net = value - self.cost(i, m) - self.shame(i, self.owns[m])
            found.append((net if reading.target == "net" else value, m, net, value))
        if not found:
            return None
        top = max(worth for worth, *_ in found)
        equals = [entry for entry in found if entry[0] == top]
        chosen = equals[-1 if reading.ties.startswith("last") else 0]
        if reading.ties == "lot":
            n = len(self.players)
            for count, entry in enumerate(equals[1:], 2):
                place = ((k - 1) * n + i - 1) * n + entry[1] - 1
                if self.luck.uniform(TIE, place) * count < 1:
                    chosen = entry
        return chosen[1:]

    def wants(self, i: int, k: int, net: float, value: float) -> bool:
        r, n = self.condition.reading, len(self.players)
        luck = self.luck.uniform(DECISION, (k - 1) * n + i - 1)
        strategy = self.strategies[i]
        if "AD" in self.condition.features:
            phase = {"elapsed": (k - 1) / n, "current": k / n, "to one": (k - 1) / max(n - 1, 1)}
            joy = 0.0
            if r.satisfaction == "gift just lost" and i in self.lost:
                joy = self.values[i][self.lost[i]]
            chance = r.base_chance[SIX.index(strategy)] + r.phase_weight * phase[r.phase]
            chance += r.frustration_weight * self.anger[i] - r.satisfaction_weight * joy
            chance = max(r.least_chance, min(1 - r.least_chance, chance))
            return luck < chance and (net > 0 or not r.needs_gain)
        at_loss = {"steal": 2, "always_steal only": 1, "open": 0}[r.loss]
        if strategy == "always_open":
            return False
        if strategy == "always_steal":
            return net > 0 or at_loss >= 1
        if strategy == "coin_flip":
            return luck < 0.5 and (net > 0 or at_loss == 2)
        compared = net if getattr(r, strategy) == "net" else value
        if strategy == "threshold":
            return compared > r.steal_threshold
        if strategy == "mean_based":
            held = [j for j in self.opened if r.mean_over == "opened" or self.can_go(j)]
            return compared > sum(self.values[i][j] for j in sorted(held)) / len(held)
        believes = "PI" in self.condition.features
        wrapped = [
            self.certainty_equivalent(j) if believes else self.values[i][j]
            for j in self.players
            if j not in self.opened
        ]
        return compared > sum(wrapped) / len(wrapped)

    def can_go(self, j: int) -> bool:
        return self.stealable(0, j)

    def choose(self, i: int, k: int) -> int:
        """The gift that i opens in round k."""
        rules, r = self.condition.rules, self.condition.reading
        wrapped = [j for j in self.players if j not in self.opened]
        if rules.own_gift == "hard":
            wrapped = [j for j in wrapped if j != i] or wrapped
        weights = [1.0] * len(wrapped)
        if "BS" in self.condition.features:
            informed = "PI" not in self.condition.features
            seen = r.selection
            if " or " in seen:
                seen = seen.split(" or ")[informed]
            look = {
                "appearance": lambda j: self.looks[j],
                "posterior": self.certainty_equivalent,
                "value": lambda j: self.values[i][j],
            }[seen]
            weights = [exp(r.temperature * (look(j) - self.shame(i, j))) for j in wrapped]
        rest = self.luck.uniform(OPENING, k - 1) * sum(weights)
        for j, weight in zip(wrapped, weights, strict=True):
            rest -= weight
            if rest < 0:
                return j
        return wrapped[-1]

    def may_open(self, i: int) -> bool:
        hard = self.condition.rules.own_gift == "hard"
        return any(j not in self.opened and not (hard and i == j) for j in self.players)

    def play_round(self, k: int) -> int:
        """Definitions 2.13 to 2.19; the length of the chain."""
        r = self.condition.reading
        self.chain_lock, self.lost = set(), {}
        actor, length = k, 0
        while (found := self.best(actor, k)) is not None:
            victim, net, value = found
            if not self.wants(actor, k, net, value) and self.may_open(actor):
                break
            j = self.owns[victim]
            self.owns[actor], self.owns[victim] = j, None
            self.chain_lock.add(j)
            self.in_total[j] += 1
            self.victims[actor, victim] = self.victims.get((actor, victim), 0) + 1
            self.lost[victim] = j
            self.anger[victim] = min(1.0, self.anger[victim] + r.frustration_gain)
            if r.calming == "the thief":
                self.anger[actor] = max(0.0, self.anger[actor] - r.frustration_decay)
            self.trace.append(("steal", actor, victim))
            actor, length = victim, length + 1
        j = self.choose(actor, k)
        self.opened.append(j)
        self.owns[actor] = j
        self.trace.append(("open", actor, j))
        for i in self.players:
            if r.calming == "all" or (r.calming == "those not robbed" and i not in self.lost):
                self.anger[i] = max(0.0, self.anger[i] - r.frustration_decay)
        return length

    def swap(self) -> None:
        if not self.condition.rules.final_swap:
            return
        pays, mine = self.condition.reading.swap_pays, self.owns[1]
        best = self.values[1][mine] - self.shame(1, mine)
        other = None
        for m in self.players[1:]:
            j = self.owns[m]
            if self.condition.rules.own_gift == "hard" and j == 1:
                continue
            worth = self.values[1][j] - (self.cost(1, m) if pays else 0.0) - self.shame(1, j)
            if worth > best:
                best, other = worth, m
        if other:
            self.owns[1], self.owns[other] = self.owns[other], mine
            self.trace.append(("swap", 1, other))


def play_slowly(condition: Condition, number: int) -> Outcome:
    """Play one game."""
    game = Game(condition, number)
    chains = [game.play_round(k) for k in game.players]
    game.swap()
    return Outcome(chains, game.trace, game.owns, game.values, game.strategies, game.allies)
