"""Pure functions from rules to what solvers understand; tested without any solver.

A constraint that would be too big in the words of a solver raises `UnsupportedError`.
"""
