"""Our claims on guts poker."""

from __future__ import annotations

from parlor.games.guts import CoalitionSolution, equilibrium_threshold, solve_coalition
from parlor.press import Effort, Finding, claim


def two_shapes(solution: CoalitionSolution) -> tuple[float, float] | None:
    """The thresholds a and b of a mix of just two plans, (a, ..., a) and (0, b, ..., b)."""
    plans = [sorted(set(allies)) for allies, weight in solution.coalition if weight > 1e-9]
    alike = [plan[0] for plan in plans if len(plan) == 1]
    led = [plan[1] for plan in plans if len(plan) == 2 and plan[0] == 0.0]
    return (alike[0], led[0]) if len(alike) == len(led) == 1 and len(plans) == 2 else None


@claim("guts.two_plans")
def two_plans(effort: Effort) -> Finding:
    """Cutting planes, which add any plan that is a best reply, end with two of these shapes."""
    sizes = effort.of(full=[*range(2, 31), 50, 100, 200], reduced=[2, 3, 5])
    margins, gaps = [], []
    for friends in sizes:
        solution = solve_coalition(friends, mesh=None)
        fair = equilibrium_threshold(friends + 1)
        (own, _), *others = solution.player_one
        shapes = two_shapes(solution)
        if shapes is None or others:
            return Finding(False, "{friends} friends mix other plans.", friends=friends)
        margins += [shapes[0] - own, fair - shapes[0], shapes[1] - fair]
        gaps.append(solution.gap)
    return Finding(
        min(margins) > 0,
        "{n} coalitions of up to {most} friends, solved by cutting planes: two plans of these "
        "shapes in each, in this order; the least distance of two of the thresholds is "
        "{margin:.1e}, the greatest gap {gap:.0e}.",
        n=len(sizes), most=sizes[-1], margin=min(margins), gap=max(gaps),
    )  # fmt: skip
