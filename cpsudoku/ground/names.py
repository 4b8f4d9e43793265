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


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return a question for the end of a message: the known name that is nearest to a wrong one.

    Returns:
        Text such as ``; did you mean 'killer'?``; empty if no name is near.

    >>> suggestion("kiler", ["thermo", "killer"])
    "; did you mean 'killer'?"
    """
    from difflib import get_close_matches

    near = get_close_matches(name.lower(), list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def counted(number: int, noun: str) -> str:
    """Return a number before its noun, which has an ``s`` unless there is one.

    >>> counted(1, "puzzle"), counted(1200, "bad row")
    ('1 puzzle', '1200 bad rows')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"
