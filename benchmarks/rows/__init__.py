"""The comparisons, a module a game: `ROWS`, and `GROWTHS` for what is measured against its size."""

MODULES = (
    "zero_sum",
    "guts",
    "goofspiel",
    "nakai",
    "token_game",
    "yankee_swap",
    "gift_exchange",
    "trajectories",
)
