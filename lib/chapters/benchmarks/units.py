"""Times, sizes and ratios in words, to two digits."""

from __future__ import annotations


def time_told(seconds: float) -> str:
    """A time in words."""
    units: list[tuple[float, str]] = [
        (86400 * 365.25, "years"), (86400, "days"), (3600, "h"), (60, "min"), (1, "s"),
        (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"),
    ]  # fmt: skip
    least = {"days": 1.5, "h": 1.5, "min": 1.5}  # 66 min, but 1.1 s
    known = (pair for pair in units if seconds >= pair[0] * least.get(pair[1], 1))
    size, unit = next(known, units[-1])
    return f"{rounded(seconds / size)} {unit}"


def size_told(size: float) -> str:
    """A number of bytes in words."""
    unit = next((u for u in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB")) if size >= u[0]), (1e3, "kB"))
    return f"{rounded(size / unit[0])} {unit[1]}"


def rounded(value: float) -> str:
    """A number to two digits, or to its last whole one."""
    return f"{value:,.0f}" if value >= 99.5 else f"{float(f'{value:.2g}'):g}"
