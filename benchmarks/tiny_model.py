"""A tiny model, trained on solutions and on traces: what does it learn from either in minutes?

The same small transformer, with the same number of batches of the same size from the same puzzles,
is trained three times.  It sees a grid as it is after some of its entries, and learns what all
blanks hold and which entry is the next:

``traces``
    in the order of `learn.traces`; which cell is next it has to find for itself;
``rows``
    in the order in which a solution is written, row by row: what a model of language learns of
    solutions alone.  Which cell is next is said;
``whole``
    nothing is entered, and none is the next: puzzles and whole solutions.

Each cell is a token, and each head looks along rows, along columns, or within boxes.  Answers are
those of puzzles of which no image was trained on, and `learn.verify` decides.  A model writes entry
by entry, in the order that it was trained on; or all at once; or at each turn the entry of which it
is surest, in any cell.

    python benchmarks/tiny_model.py              # minutes of one core; needs PyTorch
"""

from __future__ import annotations

import argparse
import re
import time
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cpsudoku import learn
from cpsudoku.learn.classes import puzzle_keys
from cpsudoku.rules import Rules

Grids = NDArray[np.uint8]

ENTRY = re.compile(r"r(\d+)c(\d+) =(\d+)")


class Task(NamedTuple):
    """What is learnt.

    Args:
        rules: a text, such as ``4``.
        er: interval of ratings; None for any.
        blanks: fewest and most; None for as many as digging gives.
        puzzles: how many to train on.
        batches: of training, for each of the three models.
    """

    rules: str
    er: tuple[float, float] | None
    blanks: tuple[int, int] | None
    puzzles: int
    width: int
    layers: int
    batches: int


class Examples(NamedTuple):
    """Puzzles with their solutions, and the order in which their cells are filled.

    Args:
        order: array (n, cells): the blanks in the order of the trace; −1 after its end.
    """

    puzzles: Grids
    solutions: Grids
    order: NDArray[np.int64]

    def part(self, which: NDArray[np.bool_]) -> Examples:
        """Return some of them."""
        return Examples(self.puzzles[which], self.solutions[which], self.order[which])


KINDS = ("row", "column", "box")
BATCH = 32
HEADS = 2
"""For each kind of house."""


class Layer(nn.Module):  # type: ignore[misc]
    """A layer of a transformer, of which each head looks within houses of one kind."""

    def __init__(self, width: int, houses: Tensor) -> None:
        super().__init__()
        # For each kind the cells house by house, and where each cell then stands.
        self.cells = houses.flatten(1)
        self.back = self.cells.argsort(dim=1)
        self.size = houses.shape[2]
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))
        self.ask = nn.Linear(width, 3 * width)
        self.project = nn.Linear(width, width)
        self.think = nn.Sequential(
            nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width)
        )

    def forward(self, cells: Tensor) -> Tensor:
        """Return what each cell knows after it has looked at its houses."""
        count, length, width = cells.shape
        asked = self.ask(self.norms[0](cells)).view(count, length, len(KINDS), -1)
        seen = []
        for kind, (order, back) in enumerate(zip(self.cells, self.back, strict=True)):
            own = asked[:, order, kind].view(-1, self.size, 3, HEADS, width // len(KINDS) // HEADS)
            query, key, value = own.permute(2, 0, 3, 1, 4)
            found = nn.functional.scaled_dot_product_attention(query, key, value)
            seen.append(found.transpose(1, 2).reshape(count, length, -1)[:, back])
        cells = cells + self.project(torch.cat(seen, dim=2))
        return cells + self.think(self.norms[1](cells))


class Model(nn.Module):  # type: ignore[misc]
    """Gives each digit of each cell a score."""

    def __init__(self, rules: Rules, width: int, layers: int) -> None:
        super().__init__()
        houses = [[group.cells for group in rules.groups if group.kind == kind] for kind in KINDS]
        self.digits = nn.Embedding(rules.size + 1, width)
        self.layers = nn.ModuleList(Layer(width, torch.tensor(houses)) for _ in range(layers))
        self.said = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, rules.size))

    def forward(self, grids: Tensor) -> Tensor:
        """Return logits (n, cells, digits) for grids (n, cells)."""
        cells = self.digits(grids)
        for layer in self.layers:
            cells = layer(cells)
        said: Tensor = self.said(cells)
        return said


def examples(task: Task, rules: Rules, count: int, seed: int) -> Examples:
    """Return new puzzles that singles solve."""
    made = learn.PuzzlePool.generated(
        count, er=task.er, blanks=task.blanks, rules=task.rules, seed=seed
    )
    digits = made.lot.rows
    order = np.full(digits.shape, -1, np.int64)
    for row, text in enumerate(learn.traces(digits, rules=rules)):
        for number, (r, c, _) in enumerate(ENTRY.findall(text)):
            order[row, number] = (int(r) - 1) * rules.size + int(c) - 1
    solved = (order >= 0).sum(axis=1) == (digits == 0).sum(axis=1)
    return Examples(digits, made.solutions, order).part(solved)


def apart(task: Task, rules: Rules, tests: int, seed: int) -> tuple[Examples, Examples]:
    """Return puzzles to train on and to test with, of different classes."""
    every = examples(task, rules, task.puzzles + tests, seed)
    keys = puzzle_keys(every.puzzles, every.solutions, rules)
    classes = sorted(set(keys))
    # Where there are few classes, half of them are for the test.
    share = max(0.5 if len(classes) < 1000 else 0.0, tests / len(keys))
    mine = set(classes[: int(len(classes) * share)])
    is_test = np.array([key in mine for key in keys])
    return every.part(~is_test), every.part(is_test)


def row_by_row(puzzles: Grids) -> NDArray[np.int64]:
    """Return the blanks of each puzzle from the first to the last; −1 after them."""
    cells = puzzles.shape[1]
    order = np.sort(np.where(puzzles == 0, np.arange(cells), cells), axis=1)
    return np.where(order < cells, order, -1)


class Batch(NamedTuple):
    """What is learnt at once.

    Args:
        grids: (n, cells), 0 for a blank.
        solutions: (n, cells), digits from 0.
        following: (n,): the cell that is filled next.
    """

    grids: Tensor
    solutions: Tensor
    following: Tensor


def batch(its: Examples, rules: Rules, chance: np.random.Generator, kind: str) -> Batch:
    """Return grids after some entries, each under its own symmetry."""
    which, every = chance.integers(len(its.puzzles), size=BATCH), np.arange(BATCH)
    images = learn.Images.drawn(BATCH, chance, rules)
    grids, solutions = images.grids(its.puzzles[which], its.solutions[which])
    traced = its.order[which]
    order = np.where(traced < 0, -1, images.cells()[every[:, None], traced])
    if kind == "rows":
        order = row_by_row(grids)
    done = (chance.random(BATCH) * (order >= 0).sum(axis=1)).astype(np.int64)
    done *= kind != "whole"
    row, turn = np.nonzero(np.arange(order.shape[1]) < done[:, None])
    grids[row, order[row, turn]] = solutions[row, order[row, turn]]
    parts = (grids, solutions - np.uint8(1), order[every, done])
    return Batch(*(torch.from_numpy(part.astype(np.int64)) for part in parts))


def loss_of(said: Tensor, its: Batch, kind: str) -> Tensor:
    """Return the loss: of the digits of all blanks, and of the next entry."""
    blank = its.grids == 0
    loss = nn.functional.cross_entropy(said[blank], its.solutions[blank])
    digits = its.solutions.gather(1, its.following[:, None])[:, 0]
    if kind == "traces":
        wanted = its.following * said.shape[2] + digits
        loss = loss + nn.functional.cross_entropy(entries(said, blank), wanted)
    elif kind == "rows":
        next_one = said[torch.arange(len(digits)), its.following]
        loss = loss + nn.functional.cross_entropy(next_one, digits)
    return loss


def entries(said: Tensor, cells: Tensor) -> Tensor:
    """Return scores (n, cells × digits) of entries into some of the cells alone."""
    return said.masked_fill(~cells[:, :, None], -1e9).flatten(1)


def trained(task: Task, rules: Rules, its: Examples, seed: int, kind: str) -> Model:
    """Return a trained model."""
    torch.manual_seed(seed)
    model = Model(rules, task.width, task.layers)
    chance = np.random.default_rng(seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01)
    for done in range(1, task.batches + 1):
        for group in optimizer.param_groups:  # first more, and at last less
            group["lr"] = 3e-3 * min(1.0, done / 50, 2.5 * (1 - done / task.batches) + 0.02)
        some = batch(its, rules, chance, kind)
        loss = loss_of(model(some.grids), some, kind)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if done % 100 == 0:
            print(f"  {kind}, batch {done}, loss {loss.item():.3f}", flush=True)
    return model


@torch.no_grad()  # type: ignore[untyped-decorator]
def answers(model: Model, puzzles: Grids, asked: str) -> Grids:
    """Return grids with all blanks filled.

    Args:
        asked: ``in order`` of traces, ``row by row``, ``surest first``, or ``at once``.
    """
    grids = torch.from_numpy(puzzles.astype(np.int64))
    while (left := (grids == 0).any(dim=1)).any():
        said, cells = model(grids[left]), grids[left] == 0
        size = said.shape[2]
        if asked == "at once":
            return np.where(puzzles > 0, puzzles, said.argmax(dim=2).numpy() + 1).astype(np.uint8)
        if asked == "row by row":
            cells &= cells.cumsum(dim=1) == 1
        elif asked == "surest first":
            said = said.log_softmax(dim=2)
        best = entries(said, cells).argmax(dim=1)
        grids[left.nonzero()[:, 0], best // size] = best % size + 1
    found: Grids = grids.numpy().astype(np.uint8)
    return found


WAYS = {
    "traces": ("in order", "surest first"),
    "rows": ("row by row", "surest first"),
    "whole": ("at once", "surest first"),
}
"""What is trained on, and how each model is asked."""


def run(task: Task, name: str, kinds: list[str], seed: int, tests: int) -> None:
    """Train models, and print what they solve."""
    from cpsudoku.formats import parse_rules

    rules = parse_rules(task.rules).rules()
    train, test = apart(task, rules, tests, seed)
    test = test.part(np.arange(len(test.puzzles)) < tests)
    print(f"{name}: {len(train.puzzles)} puzzles to train on, {len(test.puzzles)} to test with")
    for kind in kinds:
        start = time.process_time()
        model = trained(task, rules, train, seed, kind)
        weights, took = sum(one.numel() for one in model.parameters()), time.process_time() - start
        print(f"{name}, {kind}: {weights} weights, {task.batches} batches, {took:.0f} s")
        for asked in WAYS[kind]:
            found = answers(model, test.puzzles, asked)
            solved = learn.verify(test.puzzles, found, rules=rules).solved.mean()
            right = (found == test.solutions)[test.puzzles == 0].mean()
            print(f"| {name} | {kind} | {asked} | {solved:.1%} | {right:.1%} |", flush=True)


TASKS = {
    "4×4": Task("4", None, None, 2000, 48, 2, 600),
    "9×9": Task("9", (1.0, 1.2), (42, 46), 2000, 66, 3, 1000),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", type=int, default=200)
    parser.add_argument("--only", choices=TASKS)
    parser.add_argument("--train", choices=WAYS, help="one model instead of three")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    for name, task in TASKS.items():
        if asked.only in (None, name):
            run(task, name, [asked.train] if asked.train else [*WAYS], asked.seed, asked.tests)


if __name__ == "__main__":
    main()
