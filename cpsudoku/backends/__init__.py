"""Solvers: the registry of backends, and the session that asks one of them."""

from __future__ import annotations

from cpsudoku.backends.base import SUPPORTED, Backend, Batch, Engine, Enumeration, Support
from cpsudoku.backends.registry import BUILT_IN, PARAMETRIC, choices, get, names, split_names
from cpsudoku.backends.session import AUTO, BackendLike, Choice, Session, auto, choice, engine
from cpsudoku.errors import BackendError, BackendUnavailableError, OptionError, UnsupportedError
from cpsudoku.result import Count, Limits, Outcome, Stats
from cpsudoku.rules import Candidates, Grid, Rules
from cpsudoku.rules.rules import vocabulary

__all__ = [
    "AUTO", "BUILT_IN", "PARAMETRIC", "SUPPORTED", "Backend", "BackendError", "BackendLike",
    "BackendUnavailableError", "Batch", "Candidates", "Choice", "Count", "Engine",
    "Enumeration", "Grid", "Limits", "OptionError", "Outcome", "Rules", "Session", "Stats",
    "Support", "UnsupportedError", "auto", "choice", "choices", "engine", "get", "names",
    "split_names", "vocabulary",
]  # fmt: skip
