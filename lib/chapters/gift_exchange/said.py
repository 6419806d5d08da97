"""What the source says: its printed values, and the bounds of its claims in words."""

from parlor.core.estimate import Estimate
from press import Said
from press.ledger.verdict import Bounds

said = Said("gift_exchange")


def printed(entry: str) -> float:
    """A number as the source prints it."""
    return float(said.value(entry))


def as_share(part: Estimate, whole: Estimate | float, bounds: Bounds) -> bool:
    """Whether an effect may be at most that share of a whole, by four standard errors.

    The difference from the share is asked for its error, not the ratio, which has none to trust
    where the whole is small.
    """
    beside = whole if isinstance(whole, Estimate) else Estimate(whole, 0.0)
    return not (abs(part) - bounds.high * abs(beside)).above()
