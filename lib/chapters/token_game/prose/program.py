"""My code: in what the source's program is written."""

from __future__ import annotations

from press import Effort, Finding, claim

from ..said import said


@claim("prose.julia_version")
def julia_version(effort: Effort) -> Finding:
    """By the record of releases: whether the language has such a version."""
    facts = said.facts("prose.julia_version")
    printed, releases = facts["version"], facts["releases"]
    near = [one for one in releases if printed.startswith(f"{one}.")]
    return Finding(
        printed in releases,
        f"This version of Julia has {len(releases)} releases: {', '.join(releases)}. None is "
        f"{printed}; the number begins like {', '.join(near)}.",
    )
