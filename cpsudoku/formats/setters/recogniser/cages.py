"""Cages: totals, bounds of totals, products, one total for several, or different digits."""

from __future__ import annotations

import re

from cpsudoku.formats.setters.phrases import whole
from cpsudoku.formats.setters.recogniser.reader import Cells, Claim, Recogniser
from cpsudoku.formats.setters.things import digits_in
from cpsudoku.variants.regions import ExtraRegion
from cpsudoku.variants.sum_lines import EqualSums


def read_cages(reader: Recogniser) -> None:
    """Read cages with totals, bounds or parities of totals, or with different digits."""
    if not reader.says("killer") and not reader.says("no repeats"):
        return
    claims = []
    is_unique = "no repeats" in reader.spoken or not reader.has_words
    for cage in reader.of_kind("cage"):
        cells, text = cage.cells, cage.text.strip().lower()
        can_differ = is_unique and 1 < len(cells) <= reader.board.size
        total = whole(text)
        if total is not None and reader.says("killer"):
            name = "killer" if can_differ or len(cells) == 1 else "sum"
            if cells and _can_add_up(reader, cells, total, is_unique=name == "killer"):
                claims.append(Claim((cage,), reader.variant(f"{name}:{text}", cells)))
            continue
        totals = _totals(text, len(cells) * reader.board.last)
        if totals and cells:
            listed = ",".join(map(str, totals))
            claims.append(Claim((cage,), reader.variant(f"sum:{listed}", cells)))
        if can_differ and (totals or not text):
            claims.append(Claim((cage,), ExtraRegion(reader.board, cells)))
    reader.propose("killer" if reader.says("killer") else "no repeats", (0.89, 0.62), claims)


def _totals(text: str, most: int) -> list[int]:
    """Return the totals up to a number that a text such as ``<19`` or ``odd`` allows."""
    bound = re.fullmatch(r"([<>≤≥]) ?(\d{1,3})", text)
    every = range(1, most + 1)
    if bound is not None:
        sign, number = bound[1], int(bound[2])
        is_below = sign in "<≤"
        return [
            n for n in every
            if (n == number and sign in "≤≥") or (n != number and (n < number) == is_below)
        ]  # fmt: skip
    if text in ("odd", "o", "even", "e"):
        return [n for n in every if n % 2 == (text[0] == "o")]
    return []


def read_same_sums(reader: Recogniser) -> None:
    """Read cages that have one total, which nobody says: those with one letter, or all."""
    cages = [
        cage for cage in reader.of_kind("cage")
        if cage.cells and not re.search("[0-9]", cage.text) and len(cage.text) < 3
    ]  # fmt: skip
    if "same sums" not in reader.spoken or len(cages) < 2:
        return
    texts = [cage.text.strip() for cage in cages]
    letters = list(dict.fromkeys(texts))
    said = " ".join(reader.spoken["same sums"]).lower()
    are_apart = len(letters) > 1 and re.search(r"\bdifferent (?:letters?|totals?|sums?)", said)
    if "no repeats" in reader.spoken and (are_apart or len(letters) == 1):
        numbers = ",".join(str(letters.index(text) + 1) for text in texts)
        named = f"equalcages:{numbers}" if are_apart else "equalcages"
        one = reader.variant(named, *(cage.cells for cage in cages))
        reader.propose("same sums", (0.7, 0.3), [Claim(tuple(cages), one)])
        return
    for letter in letters:
        its = [cage for cage in cages if cage.text.strip() == letter]
        if len(its) > 1:
            parts = tuple(cage.cells for cage in its)
            claims = [Claim(tuple(its), EqualSums(reader.board, parts))]
            if "no repeats" in reader.spoken:
                claims += [Claim((c,), ExtraRegion(reader.board, c.cells)) for c in its]
            reader.propose("same sums", (0.7, 0.3), claims)


def read_special_cages(reader: Recogniser) -> None:
    """Read cages with a product, an average or digits, and those whose sum is prime or a square."""
    if "contains" in reader.spoken:
        listed = [
            (cage, digits_in(cage.text, reader.board.size)) for cage in reader.of_kind("cage")
        ]
        reader.propose("contains", (0.7, 0.5), [
            Claim((c,), reader.variant(f"contains:{','.join(digits)}", c.cells))
            for c, digits in listed if digits and len(digits) <= len(c.cells)
        ])  # fmt: skip
    for kind, name in _SPECIAL.items():
        said = [one for one in reader.spoken.get(kind, ()) if re.search(r"\bcages?\b", one, re.I)]
        cages = [cage for cage in reader.of_kind("cage") if cage.cells]
        if not said:
            continue
        if kind in ("product", "average"):
            claims = [Claim((c,), reader.variant(f"{name}:{whole(c.text)}", c.cells))
                      for c in cages if whole(c.text) is not None]  # fmt: skip
        else:
            claims = [Claim((c,), reader.variant(name, c.cells)) for c in cages if not c.text]
        apart = [
            Claim((c,), ExtraRegion(reader.board, c.cells)) for claim in claims
            for c in claim.things if 1 < len(c.cells) <= reader.board.size
        ]  # fmt: skip
        reader.propose(kind, (0.7, 0.4), claims + apart * ("no repeats" in reader.spoken))


_SPECIAL = {"product": "product", "average": "mean", "prime": "primesum",
            "square sum": "squaresum"}  # fmt: skip


def _can_add_up(reader: Recogniser, cells: Cells, total: int, *, is_unique: bool) -> bool:
    """Return whether the digits of some cells can add up to a number."""
    board, count = reader.board, len(cells)
    steps = range(count) if is_unique else (0,) * count
    least, most = sum(board.first + n for n in steps), sum(board.last - n for n in steps)
    return least <= total <= most
