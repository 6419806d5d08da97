"""The form of a lab: what can be asked, and by which rules a page judges it."""
