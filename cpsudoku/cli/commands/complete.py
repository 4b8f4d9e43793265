"""``cpsudoku complete``: what a half-made puzzle lacks to have one solution."""

from __future__ import annotations

from cpsudoku import backends
from cpsudoku.cli import completion, options, setting
from cpsudoku.cli.bundles import OnePuzzle, Writing, bundled
from cpsudoku.cli.options import option, whole, whole_seed
from cpsudoku.cli.status import Status
from cpsudoku.symmetry.orbits import NAMES, NONE


@bundled
def command(
    one: OnePuzzle,
    *,
    with_: list[str] | None = option(
        "--with VARIANT[:NUMBER]",
        "What may be added, as killer:3 or thermo; repeatable.  Without it givens alone.",
    ),
    givens: int | None = whole("--givens", "Givens that may be added at most.", least=0),
    symmetry: str = option(
        "--symmetry NAME",
        f"Of what is added: {', '.join(NAMES)}.",
        NONE,
        completes=completion.some_of(NAMES, "+"),
    ),
    seed: int | None = whole_seed("Same seed, same proposal; else a random one."),
    timeout: float | None = option("--timeout SECONDS", "Give up after this.", least=0),
    backend: options.BackendName = backends.AUTO,
    writing: Writing,
) -> Status:
    """Propose what makes a half-made puzzle have just one solution, and write it so.

    One of its solutions is chosen by the seed, or the one that the file claims.  Variants as wished
    for, and givens, are added that hold in it until it is the only one; what is not needed goes
    again, so that none of what was added could be left out.

    Exit status: 0 done; 1 there is no solution, or nothing was found that does it; 2 usage error
    or bad input; 3 the timeout came first.
    """
    completing = setting.Completing(with_ or (), givens, symmetry, seed, backend, timeout)
    return completing.write(one.record("a proposal is for one"), writing)
