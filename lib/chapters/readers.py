"""How many slips of a source two readers found, each alone, and how many escaped both."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from scipy.stats import hypergeom

from press.ledger.published import Published

RISK = 0.05  # that the range misses the number of slips, half of it at each end


def told(published: Published) -> str:
    """Return a paragraph on the two readers of a source, empty if nobody has told of them.

    Their numbers are ``readers: {first: 29, second: 31, both: 27}`` in ``source.yaml``: slips that
    we accept, remarks included, whether or not the ledger had them; and, if it has others, how many
    as ``neither: 3``.
    """
    if not (readers := published.source.get("readers")):
        return ""
    first, second, both = (readers[name] for name in ("first", "second", "both"))
    if not 0 < both <= min(first, second):
        raise ValueError(f"{published.chapter}: readers {readers} cannot have found the same")
    guess, least, most = missed(first, second, both)
    others = readers.get("neither", 0)
    more = f": the ledger has {others} that neither noted." if others else ", and more may remain."
    return (
        "Two readers went through the source, neither of whom knew what the other noted. Of the "
        "slips that we accept, remarks included, the first found "
        f"{first} and the second {second}, and {both} are the same. If all slips were equally easy "
        f"to see, both would have missed about {guess:.0f} ({least} to {most} with "
        f"{100 * (1 - RISK):.0f} % confidence). But some are harder to see than others, for any "
        f"reader{more}"
    )


def missed(first: int, second: int, both: int) -> tuple[float, int, int]:
    """Return how many slips escaped both readers: Chapman's estimate, the least and the most.

    Those that the first found are taken as marked, and the second as drawing from all at random
    (Chapman 1951). The range has all numbers with which as few in common, and as many, are not
    surprising.
    """
    found = first + second - both

    def possible() -> Iterator[int]:
        for more in count():
            in_common = hypergeom(found + more, first, second)
            if in_common.sf(both - 1) < RISK / 2:
                return
            if in_common.cdf(both) >= RISK / 2:
                yield more

    some = [*possible()]
    return (first + 1) * (second + 1) / (both + 1) - 1 - found, some[0], some[-1]
