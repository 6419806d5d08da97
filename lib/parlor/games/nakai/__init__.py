"""Nakai's generalised Goofspiel: values of all states by solving his recursion (1) directly."""

from __future__ import annotations

from .recursion import StageValues, final_layer, values

__all__ = [
    "StageValues",
    "final_layer",
    "values",
]
