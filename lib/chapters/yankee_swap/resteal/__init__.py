"""Unlimited re-steal, by the article's sections."""
