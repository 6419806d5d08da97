"""How soon this book's pages are seen on a phone, beside a stock page: from `benchmarks.paint`."""

from __future__ import annotations

from statistics import median

from press import Drawn

from .measurements import Told, read
from .ratios import Dot, plot
from .units import size_told

STOCK = "stock"
NAMES = {STOCK: "stock Jupyter Book"}


def paint() -> Told:
    """What `make paint` has measured."""
    return read("paint.json")


def values(run: Told) -> dict[str, str]:
    """What the page says in its sentences."""
    ours = {kind: median(one["paint"]) for kind, one in _ours(run).items()}
    least, most = min(ours, key=ours.__getitem__), max(ours, key=ours.__getitem__)
    stock, lecture = run["pages"][STOCK], run["pages"]["lecture"]
    return {
        "paint_least": f"{ours[least] / 1000:.1f} s",
        "paint_least_kind": least,
        "paint_most": f"{ours[most] / 1000:.1f} s",
        "paint_most_kind": most,
        "paint_stock": f"{median(stock['paint']) / 1000:.1f} s",
        "paint_lecture": f"{median(lecture['paint']) / 1000:.1f} s",
        "paint_bytes": size_told(lecture["bytes"]),
        "paint_stock_bytes": size_told(stock["bytes"]),
        "paint_requests": str(lecture["requests"]),
        "paint_stock_requests": str(stock["requests"]),
        "paint_shift": f"{max(one['shift'] for one in _ours(run).values()):.2f}",
        "paint_rounds": str(run["rounds"]),
        "paint_slower": str(run["slower"]),
        "paint_trip": f"{run['trip']} ms",
        "paint_speed": f"{run['bytes'] * 8 / 1e6:.0f} million bits",
    }


def drawn(run: Told) -> Drawn:
    """A row for each kind of page: when its first words are seen, at the median and at the ends."""
    dots = [
        Dot(NAMES.get(kind, kind), median(one["paint"]), one["paint"][0], one["paint"][-1],
            look=int(kind == STOCK), text=f"{median(one['paint']) / 1000:.1f} s")
        for kind, one in run["pages"].items()
    ]  # fmt: skip
    dots.sort(key=lambda dot: dot.value)
    figure, axes = plot(dots, [])
    axes.set_xscale("linear")
    axes.set_xlim(0, 1.25 * max(dot.high for dot in dots))
    ticks = range(0, int(axes.get_xlim()[1]) + 1, 500)
    axes.set_xticks(ticks, [f"{tick / 1000:g}" for tick in ticks])
    axes.set_xlabel("seconds until the first words are seen")
    return figure, (
        f"{len(dots)} kinds of pages, from {dots[0].text} ({dots[0].label}) to {dots[-1].text} "
        f"({dots[-1].label})."
    )


def _ours(run: Told) -> Told:
    return {kind: one for kind, one in run["pages"].items() if kind != STOCK}
