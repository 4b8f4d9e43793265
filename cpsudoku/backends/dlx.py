"""Dancing links and dancing cells: Knuth's exact cover searches as he describes them.

What they share with the backend ``cover`` is in `cpsudoku.backends.exact_cover`, which also takes
exact cover problems of your own.

Sources: D. E. Knuth, *The Art of Computer Programming* 7.2.2.1 (Algorithms X and C, dancing links)
and 7.2.2.3 (dancing cells).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from cpsudoku.backends.exact_cover.engine import ExactCoverBackend


class Dlx(ExactCoverBackend):
    """Dancing links, for any rules of any size.

    Args:
        algorithm: one of `choices`; empty for ``links``, compiled if that is installed.
    """

    name: ClassVar[str] = "dlx"
    summary: ClassVar[str] = "dancing links (Knuth's Algorithm C), for any rules"
    usual: ClassVar[str] = "links"
    plain: ClassVar[str] = "python"
    choices: ClassVar[Mapping[str, str]] = {
        "links": "dancing links: doubly linked lists, unlinked and relinked; compiled",
        "cells": "dancing cells: sparse sets in place of the lists; compiled",
        "python": "dancing links in plain Python; the same tree as links",
        "python-cells": "dancing cells in plain Python; the same tree as cells",
    }

    def _full_name(self, choice: str) -> str:
        return "python-links" if choice == "python" else choice
