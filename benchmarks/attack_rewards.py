"""Attack `learn.verify`: nothing, and it says so, unless a reward or a refusal is false.

Answers in arrays are random, near misses, other solutions of puzzles with several, valid grids that
alter givens, and numbers that are not digits.  Texts are made of parts whose meaning is known:
prose, decoys, and a last grid in one of the forms that models write; others are then damaged
character by character.  The oracle is the few lines below, which share no code with the package:
digits of a house as a text, sorted.

    python benchmarks/attack_rewards.py --grids 2000000 --texts 200000
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import cpsudoku
from cpsudoku import learn

Grids = NDArray[np.uint8]

HEIGHTS = {4: 2, 6: 2, 9: 3}
"""Rows of a box."""


def houses(grid: str, size: int) -> list[str]:
    """Return the digits of each row, column and box."""
    high = HEIGHTS[size]
    wide = size // high
    rows = [grid[i : i + size] for i in range(0, size * size, size)]
    columns = [grid[i::size] for i in range(size)]
    boxes = [
        "".join(row[c : c + wide] for row in rows[r : r + high])
        for r in range(0, size, high)
        for c in range(0, size, wide)
    ]
    return rows + columns + boxes


def solves(grid: str, puzzle: str, size: int) -> bool:
    """Return whether a text of digits is a solution."""
    digits = "123456789"[:size]
    kept = len(grid) == size * size and all(
        p in (".", g) for p, g in zip(puzzle, grid, strict=True)
    )
    return kept and all("".join(sorted(house)) == digits for house in houses(grid, size))


def text(row: NDArray[np.uint8]) -> str:
    """Return a grid as a text, a letter for anything but a digit."""
    return "".join(str(d) if 0 < d < 10 else "." if d == 0 else "x" for d in row.tolist())


# Arrays.


def near(puzzles: Grids, solutions: Grids, chance: np.random.Generator, _: int) -> Grids:
    """Return solutions with a byte changed, or two cells exchanged."""
    found, every = solutions.copy(), np.arange(len(solutions))
    some = chance.random(len(found)) < 0.5
    cells = chance.integers(found.shape[1], size=(2, len(found)))
    found[every[some], cells[0][some]] = chance.integers(0, 256, some.sum(), dtype=np.uint8)
    one, other = found[every, cells[0]].copy(), found[every, cells[1]].copy()
    swap = chance.random(len(found)) < 0.3
    found[every[swap], cells[0][swap]], found[every[swap], cells[1][swap]] = other[swap], one[swap]
    return found


def valid(puzzles: Grids, solutions: Grids, chance: np.random.Generator, size: int) -> Grids:
    """Return valid grids, of which most alter givens and some are other solutions."""
    rules = cpsudoku.formats.parse_rules(str(size)).rules()
    images = learn.augment(solutions, seed=int(chance.integers(1 << 30)), rules=rules)
    emptied = chance.random(len(puzzles)) < 0.4
    puzzles[emptied] = 0
    few = chance.random(len(puzzles)) < 0.3
    puzzles[few] *= (chance.random(puzzles[few].shape) < 0.1).astype(np.uint8)
    return np.where((chance.random(len(puzzles)) < 0.3)[:, None], solutions, images)


def chosen(puzzles: Grids, solutions: Grids, chance: np.random.Generator, size: int) -> Grids:
    """Return random digits, with the givens kept, and rows that are permutations."""
    found = chance.permuted(np.tile(np.arange(1, size + 1, dtype=np.uint8), (len(puzzles), size)))
    found = found.reshape(puzzles.shape)
    return np.where(puzzles > 0, puzzles, found)


def arrays(count: int, seed: int) -> Counter[str]:
    """Judge answers in arrays, and count what was found."""
    chance, seen = np.random.default_rng(seed), Counter[str]()
    kinds: list[Callable[..., Grids]] = [near, valid, chosen]
    pools = {size: learn.PuzzlePool.generated(500, rules=str(size), seed=seed) for size in HEIGHTS}
    while seen["grids"] < count:
        size = int(chance.choice(list(HEIGHTS), p=[0.1, 0.1, 0.8]))
        pool = pools[size]
        rows = chance.integers(len(pool), size=5000)
        puzzles, solutions = pool.lot.rows[rows].copy(), pool.solutions[rows].astype(np.uint8)
        answers = kinds[int(chance.integers(3))](puzzles, solutions, chance, size)
        found = learn.verify(puzzles, answers, rules=pool.rules).solved.tolist()
        for puzzle, answer, solved in zip(puzzles, answers, found, strict=True):
            right = solves(text(answer), text(puzzle), size)
            seen["grids"] += 1
            seen["right"] += right
            seen["false rewards"] += solved and not right
            seen["false refusals"] += right and not solved
    return seen


# Texts.


def forms(grid: str, chance: random.Random) -> str:
    """Return a grid as a model may write it."""
    rows = [grid[i : i + 9] for i in range(0, 81, 9)]
    spaced = [" ".join(row) for row in rows]
    nested = json.dumps([[int(d) if d != "." else 0 for d in row] for row in rows])
    bar = chance.choice(["------+-------+------", "+-----+-----+-----+", "", "═══╬═══╬═══"])
    drawn = [" | ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) for row in rows]
    label = chance.choice(["Row {}: ", "**Row {}:** ", "r{}: ", "{}. ", "{} | ", "row_{} = "])
    return chance.choice(
        [
            grid,
            chance.choice(["\n", "\r\n", "/", "; ", " \n "]).join(rows),
            chance.choice(["\n", "\n\n", " \n"]).join(spaced),
            nested,
            json.dumps({"solution": json.loads(nested)}),
            json.dumps(rows, indent=chance.choice([None, 1])),
            "\n".join([*drawn[:3], bar, *drawn[3:6], bar, *drawn[6:]]),
            "\n".join("| " + " | ".join(row) + " |" for row in rows),
            "\n".join(label.format(number) + row for number, row in enumerate(spaced, 1)),
            "```\n" + "\n".join(rows) + "\n```",
            rf"\boxed{{{grid}}}",
            " \\\\\n".join(" & ".join(row) for row in rows),
        ]
    )


PROSE = [
    "So, let me think.", "There are 17 givens, and r1c2 is 4.", "The answer:",
    "Wait, 5 cannot go there", "I tried 1234 first; it fails", "Final answer",
    "Here is the solved grid:", "Thus:", "",
]  # fmt: skip


def written(chance: random.Random, puzzle: str, solution: str) -> tuple[str, bool]:
    """Return a text, and whether the last of its grids is a solution."""
    last = list(solution)
    for _ in range(chance.choice([0, 0, 0, 1, 2])):
        last[chance.randrange(81)] = chance.choice("123456789")
    if chance.random() < 0.15:
        last = list("".join(last).translate(str.maketrans("19", "91")))
    grid = "".join(last)
    parts = [chance.choice(PROSE), forms(grid, chance)]
    if chance.random() < 0.3:
        parts = [forms(chance.choice([solution, puzzle, "5" * 81]), chance), "was wrong", *parts]
    said = "\n".join(["Hm.", *parts])
    if chance.random() < 0.3:
        said = f"<think>{forms(solution, chance)}</think>\n{said}"
    if chance.random() < 0.3:
        said = f"The grid {solution} is not it.\n<answer>{parts[-1]}</answer> or {solution}"
    elif chance.random() < 0.5:
        said += chance.choice(["\nDone.", "\n\nI hope that helps!", "\nThere are 81 cells.", " "])
    return said, solves(grid, puzzle, 9)


def damaged(chance: random.Random, said: str) -> str:
    """Return a text with characters lost, added, or in another place."""
    letters = list(said)
    for _ in range(chance.choice([1, 1, 2, 5, 40])):
        at = chance.randrange(len(letters) + 1)
        kind = chance.randrange(4)
        if kind == 0 and at < len(letters):
            del letters[at]
        elif kind == 1:
            letters.insert(at, chance.choice("123456789.0- \n|x\u0665\uff15\u00a0'<>"))
        elif kind == 2:
            letters[at:at] = letters[: chance.randrange(100)]
        else:
            other = chance.randrange(at + 1)
            letters = letters[other:at] + letters[:other] + letters[at:]
    return "".join(letters)


def could_be(said: str, puzzle: str) -> bool:
    """Return whether 81 digits of a text that follow one another solve a puzzle.

    Labels of rows are left out, as a reader would.
    """
    bare = re.sub(
        r"(?im)(\b(row|line|r)[ _]?\d{1,2}|^\W*(\d{1,2}|[A-Z]))[\"* \t]*[:.)|=]", "", said
    )
    for kept in (said, bare):
        digits = "".join(c for c in kept if c in "123456789")
        if any(solves(digits[i : i + 81], puzzle, 9) for i in range(len(digits) - 80)):
            return True
    return False


def texts(count: int, seed: int) -> Counter[str]:
    """Judge texts, and count what was found."""
    chance, seen = random.Random(seed), Counter[str]()
    made = list(cpsudoku.generate(300, seed=seed))
    pairs = [(str(one.puzzle), "".join(map(str, one.solution))) for one in made]
    while seen["texts"] < count:
        some = [chance.choice(pairs) for _ in range(2000)]
        said = [written(chance, *pair) for pair in some]
        puzzles = [puzzle for puzzle, _ in some]
        found = learn.verify(puzzles, [one for one, _ in said])
        for (one, right), puzzle, solved in zip(said, puzzles, found.solved, strict=True):
            if bool(solved) != right:
                kind = "false rewards" if solved else "false refusals"
                seen[kind] += 1
                print(f"{kind}: {puzzle}\n{one!r}", file=sys.stderr)
            seen["right"] += right
        broken = {
            "lenient": [damaged(chance, one) for one, _ in said],
            "strict": [damaged(chance, forms(solution, chance)) for _, solution in some],
        }
        for reading, every in broken.items():
            judged = learn.verify(puzzles, every, reading=reading).solved
            for one, puzzle, solved in zip(every, puzzles, judged, strict=True):
                if solved and not could_be(one, puzzle):
                    seen["false rewards"] += 1
                    print(f"false reward ({reading}): {puzzle}\n{one!r}", file=sys.stderr)
                seen[f"damaged, {reading}, rewarded"] += bool(solved)
        seen["texts"] += 3 * len(some)
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--grids", type=int, default=1_000_000)
    parser.add_argument("--texts", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    wrong = 0
    for kind, attack, count in (("arrays", arrays, asked.grids), ("texts", texts, asked.texts)):
        start = time.process_time()
        seen = attack(count, asked.seed)
        wrong += seen["false rewards"] + seen["false refusals"]
        said = ", ".join(f"{number:,} {name}" for name, number in seen.items())
        print(f"{kind}: {said}; {time.process_time() - start:.0f} s", flush=True)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
