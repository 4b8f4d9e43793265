"""Checks of steps, a module a family; see `cpsudoku.logic.checking`."""
