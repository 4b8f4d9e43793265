"""A tiny model, trained on solutions and on traces: what does it learn from either in minutes?

The same small transformer, with the same number of batches of the same size from the same puzzles,
is trained twice.  *Without traces* it gets a puzzle and its solution, which is what most data sets
have.  *With traces* it gets the grid as it is after some steps of `learn.traces`, what the rest of
the trace puts where, and which entry is the next.  Each cell is a token, and each head looks along
rows, along columns, or within boxes.

Answers are those of puzzles of which no image was trained on, and `learn.verify` decides.  The
model without traces answers twice: the whole grid at once, and its surest entry first, looking
again after each, like the other one.

    python benchmarks/tiny_model.py              # three minutes of one core; needs PyTorch
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cpsudoku import learn
from cpsudoku.learn.datasets.classes import puzzle_keys
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
        batches: of training, for each of the two models.
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
        order: array (n, cells): the cells in the order of the trace; −1 after its end.
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


def without_traces(its: Examples, rows: NDArray[np.int64], _: np.random.Generator) -> Grids:
    """Return puzzles as they are."""
    return its.puzzles[rows]


def with_traces(its: Examples, rows: NDArray[np.int64], chance: np.random.Generator) -> Grids:
    """Return puzzles after some steps of their traces, all but the last."""
    order = its.order[rows]
    done = (chance.random(len(rows)) * (order >= 0).sum(axis=1)).astype(np.int64)
    filled = (np.arange(order.shape[1]) < done[:, None]) & (order >= 0)
    grids = its.puzzles[rows].copy()
    at, step = np.nonzero(filled)
    grids[at, order[at, step]] = its.solutions[rows][at, order[at, step]]
    return grids


def batches(
    its: Examples, rules: Rules, chance: np.random.Generator, state: Callable[..., Grids], size: int
) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Yield grids, solutions, and the cell that is filled next, each row under its own symmetry."""
    while True:
        rows = chance.integers(len(its.puzzles), size=size)
        grids = state(its, rows, chance)
        steps = (grids != 0).sum(axis=1) - (its.puzzles[rows] != 0).sum(axis=1)
        images = learn.Images.drawn(size, chance, rules)
        following = images.cells()[np.arange(size), its.order[rows, steps]]
        moved = images.grids(grids, its.solutions[rows])
        yield (
            torch.from_numpy(moved[0].astype(np.int64)),
            torch.from_numpy(moved[1].astype(np.int64) - 1),
            torch.from_numpy(following),
        )


def loss_of(
    said: Tensor, grids: Tensor, solutions: Tensor, following: Tensor, *, traces: bool
) -> Tensor:
    """Return the loss: of the digits of all blanks, and with traces of what comes next as well."""
    blank = grids == 0
    loss = nn.functional.cross_entropy(said[blank], solutions[blank])
    if traces:
        wanted = following * said.shape[2] + solutions.gather(1, following[:, None])[:, 0]
        entries = said.masked_fill(~blank[:, :, None], -1e9).flatten(1)
        loss = loss + nn.functional.cross_entropy(entries, wanted)
    return loss


def trained(task: Task, rules: Rules, its: Examples, seed: int, *, traces: bool) -> Model:
    """Return a trained model."""
    torch.manual_seed(seed)
    model = Model(rules, task.width, task.layers)
    chance = np.random.default_rng(seed)
    state = with_traces if traces else without_traces
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01)
    every = islice(batches(its, rules, chance, state, BATCH), task.batches)
    for done, (grids, solutions, following) in enumerate(every, 1):
        for group in optimizer.param_groups:  # first more, and at last less
            group["lr"] = 3e-3 * min(1.0, done / 50, 2.5 * (1 - done / task.batches) + 0.02)
        loss = loss_of(model(grids), grids, solutions, following, traces=traces)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if done % 100 == 0:
            print(f"  batch {done}, loss {loss.item():.3f}", flush=True)
    return model


@torch.no_grad()  # type: ignore[untyped-decorator]
def at_once(model: Model, puzzles: Grids) -> Grids:
    """Return grids with all blanks filled at once."""
    said = model(torch.from_numpy(puzzles.astype(np.int64))).argmax(dim=2).numpy() + 1
    return np.where(puzzles > 0, puzzles, said).astype(np.uint8)


@torch.no_grad()  # type: ignore[untyped-decorator]
def surest_first(model: Model, puzzles: Grids, *, traces: bool) -> Grids:
    """Return grids filled cell by cell, the surest entry first."""
    grids = torch.from_numpy(puzzles.astype(np.int64))
    for _ in range(puzzles.shape[1]):
        left = (grids == 0).any(dim=1)
        if not left.any():
            break
        said = model(grids[left])
        if not traces:
            said = said.log_softmax(dim=2)
        said = said.masked_fill((grids[left] != 0)[:, :, None], -1e9).flatten(1)
        best = said.argmax(dim=1)
        rows, size = left.nonzero()[:, 0], model.said[1].out_features
        grids[rows, best // size] = best % size + 1
    found: Grids = grids.numpy().astype(np.uint8)
    return found


def run(task: Task, name: str, seed: int, tests: int) -> None:
    """Train both, and print what they solve."""
    from cpsudoku.formats import parse_rules

    rules = parse_rules(task.rules).rules()
    train, test = apart(task, rules, tests, seed)
    test = test.part(np.arange(len(test.puzzles)) < tests)
    print(f"{name}: {len(train.puzzles)} puzzles to train on, {len(test.puzzles)} to test with")
    start = time.process_time()
    model = trained(task, rules, train, seed, traces=True)
    rows = [("with traces, a step at a time", surest_first(model, test.puzzles, traces=True))]
    other = trained(task, rules, train, seed, traces=False)
    rows.append(("without, surest entry first", surest_first(other, test.puzzles, traces=False)))
    rows.append(("without, all at once", at_once(other, test.puzzles)))
    weights = sum(one.numel() for one in model.parameters())
    took = time.process_time() - start
    print(f"{name}: {weights} weights, {task.batches} batches of {BATCH} each, {took:.0f} s")
    for kind, answers in rows:
        found = learn.verify(test.puzzles, answers, rules=rules)
        right = (answers == test.solutions)[test.puzzles == 0].mean()
        print(f"| {name} | {kind} | {found.solved.mean():.1%} | {right:.1%} |", flush=True)


TASKS = {
    "4×4": Task("4", None, None, 2000, 48, 3, 596),
    "9×9": Task("9", (1.0, 1.2), (20, 30), 4000, 66, 3, 572),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", type=int, default=200)
    parser.add_argument("--only", choices=TASKS)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    for name, task in TASKS.items():
        if asked.only in (None, name):
            run(task, name, asked.seed, asked.tests)


if __name__ == "__main__":
    main()
