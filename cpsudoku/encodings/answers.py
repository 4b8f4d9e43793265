r"""Reading what solvers of other languages answer.

>>> read_dimacs("c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n").literals
(1, -2, 3)
"""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.errors import FormatError


@dataclass(frozen=True, slots=True)
class DimacsAnswer:
    """A SAT solver's answer.

    Args:
        satisfiable: whether there is a model; None where the solver gave up.
    """

    satisfiable: bool | None
    literals: tuple[int, ...] = ()


_WORDS = {
    "SATISFIABLE": True,
    "SAT": True,
    "UNSATISFIABLE": False,
    "UNSAT": False,
    "UNKNOWN": None,
    "INDETERMINATE": None,
    "INDET": None,
}


def read_dimacs(text: str) -> DimacsAnswer:
    """Read a SAT solver's answer, in the form of the SAT competitions or of MiniSat's file.

    The first has a line ``s SATISFIABLE``, ``s UNSATISFIABLE`` or ``s UNKNOWN``, and the model on
    lines that begin with ``v``; the second has a line ``SAT`` or ``UNSAT`` and the model alone on
    the next.  A model without a status line counts as one.  Other lines are skipped.

    Raises:
        FormatError: there is neither a status nor a model, there are two statuses, or a model
            has something else than numbers in it.
    """
    status: list[tuple[bool | None, int]] = []
    literals: list[int] = []
    complete = False
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words:
            continue
        rest = words[1:] if words[0] in ("s", "v") else words
        if words[0] == "s" or (len(words) == 1 and words[0] in _WORDS):
            status.append(_status(rest, number))
        elif words[0] == "v" or (status and status[0][0] and _is_number(words[0])):
            for word in rest:
                if not _is_number(word):
                    raise FormatError(f"{word!r} in a model; expected a number", line=number)
                complete |= int(word) == 0
                if not complete:
                    literals.append(int(word))
    if len({satisfiable for satisfiable, _ in status}) > 1:
        raise FormatError("a second status that contradicts the first", line=status[1][1])
    if not status and not literals:
        raise FormatError("neither a line 's SATISFIABLE' or 's UNSATISFIABLE' nor a model")
    return DimacsAnswer(status[0][0] if status else True, tuple(literals))


def _status(words: list[str], line: int) -> tuple[bool | None, int]:
    word = " ".join(words)
    if word not in _WORDS:
        raise FormatError(f"status {word!r}; expected one of {', '.join(_WORDS)}", line=line)
    return _WORDS[word], line


def _is_number(word: str) -> bool:
    return word.removeprefix("-").isdecimal() and word.isascii()
