"""The gift exchange's chapter: its checks, tables and figures, section by section.

Played by ``parlor.games.gift_exchange``; its trajectories are counted by
``parlor.games.trajectories``.
"""

# Modules that decide what they are not called like: by module, the first parts of the ids.
MODULES = {
    "adaptive_dynamics": "ad",
    "biased_selection": "bs",
    "costs": "appendix",
    "counting": "counting table9",
    "decorated_game": "decorated",
    "experiment": "design",
    "interactions": "interactions h5",
    "partial_information": "pi",
    "results": "results h1 h3 h4 h6",
    "rules": "base variants",
    "social_costs": "sc h2",
    "strategies": "strategies h7 h8",
    "tables": "table3 table4 table5 table6 table7 table8 "
    "table12 table13 table14 table15 table16 table17",
    "valuations": "valuation",
}
