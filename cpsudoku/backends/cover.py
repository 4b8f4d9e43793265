"""Exact cover over bit sets: the fastest at counting and enumerating, for any rules.

It searches the same problem as the backend ``dlx``, and shares with it what is in
`cpsudoku.backends.exact_cover`.  How the sets lie is described in
``native/exact_cover/packed.cpp`` and ``native/exact_cover/sparse.cpp``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from cpsudoku.backends.exact_cover.engine import ExactCoverBackend


class Cover(ExactCoverBackend):
    """Exact cover over bit sets, for any rules of any size.

    Args:
        algorithm: one of `choices`; empty for ``auto``.
    """

    name: ClassVar[str] = "cover"
    summary: ClassVar[str] = "exact cover over bit sets, for any rules, and for counting"
    usual: ClassVar[str] = "auto"
    choices: ClassVar[Mapping[str, str]] = {
        "auto": "packed where the problem fits, else sparse",
        "packed": "the whole state in vector registers, for small problems",
        "packed128": "the same with vectors of 128 bits",
        "packed256": "the same with vectors of 256 bits",
        "packed512": "the same with vectors of 512 bits",
        "sparse": "a bit set an item and a trail, for problems of any size",
    }
