"""Puzzles of f-puzzles (E. Rosenberg), as its JSON and as links with it."""
