"""Pure functions from rules to what solvers understand; tested without any solver."""
