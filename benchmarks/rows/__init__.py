"""What is measured, a module a game: `ROWS` beside others, `GROWTHS` by size, `LIMITS`."""

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
