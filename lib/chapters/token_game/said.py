"""What the source says, and how it is judged where its rule for ties decides."""

from __future__ import annotations

from press import Said

said = Said("token_game")


def by_both_rules(listed: bool, every: bool) -> str:
    """Return the verdict of what is said of solutions; see ``both`` in ``verdicts.yaml``.

    Parameters
    ----------
    listed, every : bool
        Whether it is true of the ways of play by the tables' rule for ties, and of all equilibria.
    """
    return "holds" if listed and every else "partly" if listed else "fails"
