"""Which grids and puzzles are the same: transformations, canonical forms, duplicates."""
