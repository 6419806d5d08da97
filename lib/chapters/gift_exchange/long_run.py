"""The tables of what hosts and guests would choose: the command that makes them.

python -m chapters.gift_exchange.long_run --output data/games/gift_exchange.json
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import product
from pathlib import Path
from typing import Any

from parlor.games.gift_exchange.condition import VALUATIONS, Condition, Rules

from .incentives import feature_sets, limit_row, pact_gain, settle

LIMITED = ("BASE", "PI", "SC", "AD", "BS", "SC+AD", "PI+SC+AD+BS")
LIMIT_GAMES = 2500
PACTS = {2: 2500, 3: 2000, 4: 1500, 8: 1000, 15: 700, 22: 700, 29: 700}  # games by size


def limits(valuation: str, features: str, n_games: int = LIMIT_GAMES) -> dict[str, Any]:
    """A row of the first table."""
    row = limit_row(Condition(valuation=valuation, features=features), n_games)
    digits = {"thefts": 3}
    return {"valuation": valuation, "features": features} | {
        name: [round(float(x), digits.get(name, 5)) for x in column] for name, column in row.items()
    }


def pact(valuation: str, features: str, size: int, n_games: int) -> list[float]:
    """What a pact of this size is worth to a member, and its standard error."""
    rules = Rules(coalition=size)
    party = Condition(valuation=valuation, features=features, rules=rules)
    gain = pact_gain(party, n_games)
    return [round(float(gain.value), 5), round(float(gain.error), 5)]


def population(valuation: str, features: str) -> dict[str, Any]:
    """A row of the third table."""
    found = settle(Condition(valuation=valuation, features=features))
    return {
        "valuation": valuation,
        "features": features,
        "shares": {name: round(share, 4) for name, share in found.shares.items()},
        "payoffs": {name: round(payoff, 4) for name, payoff in found.payoffs.items()},
        "regret": round(found.regret, 5),
        "error": round(found.error, 5),
    }


def pacts(valuation: str, features: str) -> dict[str, Any]:
    """A row of the second table."""
    gain = {str(size): pact(valuation, features, size, games) for size, games in PACTS.items()}
    return {"valuation": valuation, "features": features, "gain": gain}


def main() -> None:
    """Make the tables and write them."""
    parser = argparse.ArgumentParser(prog="long_run", description=main.__doc__)
    parser.add_argument("--output", type=Path, required=True, help="a JSON file")
    output, every = parser.parse_args().output, list(product(VALUATIONS, feature_sets()))
    tables = {  # in the order of their names, each made when its rows are asked for
        "limits": (limits(v, f) for v, f in product(VALUATIONS, LIMITED)),
        "pacts": (pacts(v, f) for v, f in every),
        "populations": (population(v, f) for v, f in every),
    }
    written = []
    for name, rows in tables.items():
        lines = [f"  {json.dumps(row)}" for row in rows]
        print(f"{name}: {len(lines)} conditions", file=sys.stderr, flush=True)
        written.append(f' "{name}": [\n' + ",\n".join(lines) + "\n ]")
    output.write_text("{\n" + ",\n".join(written) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
