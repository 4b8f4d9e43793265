"""Pure functions from rules to the languages of solvers; tested without any solver.

A constraint that would be too big in the words of a solver raises `UnsupportedError`.
"""
