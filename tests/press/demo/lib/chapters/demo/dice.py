"""What the source says of dice."""

from die import mean

from press import Effort, Finding, Value, claim


@claim("mean")
def six_sides(effort: Effort) -> Value:
    return Value(mean(6))


@claim("fair")
def fair(effort: Effort) -> Finding:
    """A fair die."""
    return Finding(mean(6) == 3.5, f"The mean is {mean(6)}.")
