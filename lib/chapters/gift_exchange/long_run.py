"""The tables of what hosts and guests would choose: the command that makes them.

python -m chapters.gift_exchange.long_run --output data/games/gift_exchange.json
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from parlor.games.gift_exchange.condition import VALUATIONS, Condition, Rules

from .incentives import feature_sets, limit_row, pact_gain, settle

SEED = 42
LIMITED = ("BASE", "PI", "SC", "AD", "BS", "SC+AD", "PI+SC+AD+BS")
LIMIT_GAMES = 2500
PACTS = {2: 2500, 3: 2000, 4: 1500, 8: 1000, 15: 700, 22: 700, 29: 700}  # games by size


def limits(valuation: str, features: str, n_games: int = LIMIT_GAMES) -> dict[str, Any]:
    """A row of the first table."""
    row = limit_row(Condition(seed=SEED, valuation=valuation, features=features), n_games)
    digits = {"thefts": 3}
    return {"valuation": valuation, "features": features} | {
        name: [round(float(x), digits.get(name, 5)) for x in column] for name, column in row.items()
    }


def pact(valuation: str, features: str, size: int, n_games: int) -> list[float]:
    """What a pact of this size is worth to a member, and its standard error."""
    rules = Rules(coalition=size)
    party = Condition(seed=SEED, valuation=valuation, features=features, rules=rules)
    gain = pact_gain(party, n_games)
    return [round(float(gain.value), 5), round(float(gain.error), 5)]


def population(valuation: str, features: str) -> dict[str, Any]:
    """A row of the third table."""
    found = settle(Condition(seed=SEED, valuation=valuation, features=features))
    return {
        "valuation": valuation,
        "features": features,
        "shares": {name: round(share, 4) for name, share in found.shares.items()},
        "payoffs": {name: round(payoff, 4) for name, payoff in found.payoffs.items()},
        "regret": round(found.regret, 5),
        "error": round(found.error, 5),
    }


def main() -> None:
    """Make one of the tables, or all, and write them; others in the file stay."""
    makers = {
        "limits": lambda: [limits(v, f) for v in VALUATIONS for f in LIMITED],
        "populations": lambda: [population(v, f) for v in VALUATIONS for f in feature_sets()],
        "pacts": lambda: [
            {"valuation": v, "features": f}
            | {"gain": {str(k): pact(v, f, k, games) for k, games in PACTS.items()}}
            for v in VALUATIONS
            for f in feature_sets()
        ],
    }
    parser = argparse.ArgumentParser(prog="long_run", description=main.__doc__)
    parser.add_argument("--output", type=Path, required=True, help="JSON; other tables in it stay")
    parser.add_argument("--only", choices=makers, help="by default all")
    given = parser.parse_args()
    tables = json.loads(given.output.read_text("utf-8")) if given.output.exists() else {}
    for name in [given.only] if given.only else makers:
        tables[name] = makers[name]()
        print(f"{name}: {len(tables[name])} conditions", file=sys.stderr, flush=True)
        lines = [
            f' "{key}": [\n' + ",\n".join(f"  {json.dumps(row)}" for row in rows) + "\n ]"
            for key, rows in sorted(tables.items())
        ]
        given.output.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
