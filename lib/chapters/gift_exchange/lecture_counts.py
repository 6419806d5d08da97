"""Exact numbers for the lecture on counting games."""

from __future__ import annotations

from math import factorial, log10, prod

from parlor.games.trajectories import action_count, count, mean_steals

PRINTED = {"product": 6_637_052_800, "games": 2_440_488_000}  # Table 9: seven players, and six


def values() -> dict[str, str]:
    """What the lecture prints."""
    product = prod(action_count(k) for k in range(1, 8))
    mean = float(mean_steals(29))
    return {
        "n_a7": f"{action_count(7):,}",
        "n_rest_product": f"{PRINTED['product'] % action_count(7):,}",
        "n_product_7": f"{product:,}",
        "n_rest_games": f"{PRINTED['games'] % factorial(6):,}",
        "n_t6": f"{count(6):,}",
        "n_t7": f"{count(7):,}",
        "n_wrong_t7": f"{factorial(7) * PRINTED['product']:,}",
        "n_digits": f"{log10(count(29)):.1f}",
        "n_mean": f"{mean:.1f}",
        "n_most": f"{29 * 28 // 2}",
        "n_share_3": f"{log10(count(29)) - log10(count(29, total_limit=3)):.0f}",
    }
