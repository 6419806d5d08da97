"""Long work by key: a dictionary of questions becomes one of answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from press import in_pieces

Key = TypeVar("Key")


def answers(
    what: str, work: Callable[..., Any], questions: Mapping[Key, dict[str, Any]]
) -> dict[Key, Any]:
    """What a function returns for the arguments of each key; see `press.in_pieces`."""
    made = in_pieces(what, work, questions.values())
    return {key: found for key, (_, found) in zip(questions, made, strict=True)}
