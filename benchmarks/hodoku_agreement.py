"""Compare class and score with HoDoKu's: lines of puzzle, class and score, as another program gave.

python benchmarks/hodoku_agreement.py FILE… [--differing]
"""

import argparse
import time
from collections import Counter
from pathlib import Path

from cpsudoku import logic
from cpsudoku.formats import parse


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--differing", action="store_true", help="print the puzzles that differ")
    arguments = parser.parse_args()
    lines = [line.split() for f in arguments.files for line in f.read_text().splitlines()]
    puzzles, same_class, same_score = Counter[str](), Counter[str](), Counter[str]()
    began, differing = time.process_time(), []
    for text, wanted, score in lines:
        path = logic.Path(parse(text), order="hodoku")
        list(path)
        total, found = path.rating.total, path.rating.puzzle_class
        puzzles[wanted] += 1
        same_class[wanted] += found.upper() == wanted
        same_score[wanted] += total == int(score)
        if total != int(score):
            differing.append(f"{text} {wanted} {score}, here {found.upper()} {total}")
    seconds = time.process_time() - began
    for name in puzzles:
        print(f"{name:8} {puzzles[name]:5} class {same_class[name]:5} score {same_score[name]:5}")
    print(
        f"{'all':8} {puzzles.total():5} class {same_class.total():5} score {same_score.total():5}"
        f"  {puzzles.total() / seconds:.0f} paths a second, with evidence"
    )
    if arguments.differing:
        print(*differing, sep="\n")


if __name__ == "__main__":
    main()
