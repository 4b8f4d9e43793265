"""The call that makes puzzles, with everything that can be asked for."""

from __future__ import annotations

import secrets

from cpsudoku.backends import AUTO, BackendLike
from cpsudoku.generation.difficulty import DifficultySpec
from cpsudoku.generation.running import Generation, uses_compiled
from cpsudoku.generation.specs import Spec
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, classic
from cpsudoku.symmetry import orbits as symmetries


def default_attempts(spec: Spec, backend: BackendLike) -> int:
    """Return how many grids are dug at most for one puzzle, unless something else is asked for."""
    return 10_000_000 if uses_compiled(spec, backend) else 1000


def random_seed() -> int:
    """Return a seed that nobody can foretell, short enough to be written down."""
    return secrets.randbelow(1 << 32)


def generate(
    count: int = 1,
    *,
    rules: Rules | str | None = None,
    clues: int | tuple[int, int] | None = None,
    symmetry: str = symmetries.NONE,
    minimal: bool = False,
    box_blanks: tuple[int, int] | None = None,
    mask: str | None = None,
    givens: Puzzle | None = None,
    effort: tuple[int, int] | None = None,
    distinct: bool = False,
    difficulty: DifficultySpec | None = None,
    seed: int | None = None,
    first: int = 0,
    backend: BackendLike = AUTO,
    jobs: int = 1,
    attempts: int | None = None,
    seconds: float | None = None,
) -> Generation:
    """Make puzzles with exactly one solution.

    Args:
        count: how many.
        rules: the rules, or a text of them such as ``16`` or ``9+diagonals``; None for the classic
            ones.
        clues: number of givens, or fewest and most; None for as few as digging gives.
        symmetry: ``none``, ``all``, or moves joined by ``+``: ``rotate180``, ``rotate90``,
            ``mirror``, ``flip``, ``diagonal``, ``antidiagonal``.
        minimal: whether no given, or with a symmetry no orbit of givens, may be superfluous;
            always so where no number of givens is asked for.
        box_blanks: fewest and most blanks in every box (or region of a jigsaw).
        mask: for each cell ``#`` to be given, ``.`` to be blank, ``?`` for either.
        givens: a puzzle of the same rules whose givens are all to be givens.
        effort: fewest and most choices that a search with naked and hidden singles makes; see
            `cpsudoku.generation.filling.effort`.
        distinct: whether no two puzzles may be equal up to symmetry.
        difficulty: what the path that solves a puzzle is to be like; None for any.
        seed: 0 … 2^64 − 1; None for a random one.
        first: number of the first puzzle; puzzles 5 and 6 of a seed are those that
            ``first=5, count=2`` makes.
        backend: name of the backend that judges uniqueness, or an engine for the rules.
        jobs: how many threads or processes work at a time; the puzzles do not depend on it.
        attempts: how many grids to dig at most for one puzzle; None for 1,000, or 10,000,000 where
            the compiled core digs.
        seconds: wall-clock limit for all of them; None for none.

    Returns:
        An iterator of puzzles with their solutions.

    Raises:
        GenerationError: no puzzle can be like that, or none was found within the attempts.
        OptionError: an option that makes no sense.
        UnsupportedError: the backend does not know the rules.
    """
    if isinstance(rules, str):
        from cpsudoku.formats import parse_rules

        rules = parse_rules(rules).rules()
    span = (clues, clues) if isinstance(clues, int) else clues
    spec = Spec(
        classic() if rules is None else rules,
        clues=span,
        symmetry=symmetry,
        minimal=minimal,
        box_blanks=box_blanks,
        mask=mask,
        givens=givens,
        effort=effort,
        distinct=distinct,
        difficulty=difficulty,
    )
    return Generation(
        spec,
        seed=random_seed() if seed is None else seed,
        count=count,
        first=first,
        backend=backend,
        jobs=jobs,
        attempts=default_attempts(spec, backend) if attempts is None else attempts,
        seconds=seconds,
    )
