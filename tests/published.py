"""What the sources print and the book claims, read once for all tests. Nobody may change it."""

from press.ledger.published import load_all
from press.project.places import Project

SOURCES = load_all(Project.here().root / "data")
