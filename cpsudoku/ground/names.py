"""Names as people write them: capitals, blanks, hyphens and underscores make no difference."""

from __future__ import annotations

import re
from collections.abc import Iterable


def plain(name: str) -> str:
    """Return a name in small letters without blanks, hyphens and underscores.

    >>> plain("Naked Pair"), plain("anti-knight")
    ('nakedpair', 'antiknight')
    """
    return re.sub(r"[\s_-]", "", name).lower()


def alike(name: str, known: Iterable[str]) -> str | None:
    """Return the first known name that is the same in `plain` letters; None if there is none.

    >>> alike("CP-SAT", ["sat", "cpsat"])
    'cpsat'
    """
    wanted = plain(name)
    return next((one for one in known if one == name or plain(one) == wanted), None)


_CHINESE = "\u3400"
"""A name with this character or a later one is Chinese."""


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return a question for the end of a message: the known names that a wrong one may mean.

    These are the shortest that it is part of, else the nearest one; Chinese for Chinese only.

    Returns:
        Text such as ``; did you mean 'killer'?``; empty if no name is near.

    >>> suggestion("kiler", ["thermo", "killer"])
    "; did you mean 'killer'?"
    >>> suggestion("链", ["唯余法", "XY链", "X链"])
    "; did you mean 'X链' or 'XY链'?"
    >>> suggestion("x", ["x-wing", "X链"])
    ''
    """
    from difflib import get_close_matches

    wanted = plain(name)
    fit = (one for one in known if max(one, default="") < _CHINESE or not name.isascii())
    offered = {plain(one): one for one in fit}
    holding = [one for one in offered if wanted in one and (wanted[2:] or not wanted.isascii())]
    near = sorted(holding, key=len)[:3] or get_close_matches(wanted, offered, n=1)
    return f"; did you mean {' or '.join(repr(offered[one]) for one in near)}?" if near else ""


def counted(number: int, noun: str) -> str:
    """Return a number before its noun, which has an ``s`` unless there is one.

    >>> counted(1, "puzzle"), counted(1200, "bad row")
    ('1 puzzle', '1200 bad rows')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"
