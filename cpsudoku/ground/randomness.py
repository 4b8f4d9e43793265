"""Random numbers that are the same on every machine, in Python and in the compiled core.

The generator is xoshiro256** 1.0 by David Blackman and Sebastiano Vigna, "Scrambled linear
pseudorandom number generators", ACM TOMS 47 (2021); its state is filled with the finaliser of
SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).  Numbers below a bound are drawn without bias by
Daniel Lemire's method, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).

A stream is named by a key of three numbers (seed, index, attempt), so that what is made under one
index depends on nothing that was made under another.  ``native/core/randomness.hpp`` holds
the same in C++.

    >>> chance = Randomness(1, 2)
    >>> [chance.below(6) for _ in range(8)]
    [2, 3, 2, 1, 5, 1, 5, 5]
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

from cpsudoku.errors import OptionError

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15  # 2^64 divided by the golden ratio, made odd

_T = TypeVar("_T")


def mixed(word: int) -> int:
    """Return the finaliser of SplitMix64, a bijection of 64-bit words."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


def _rotated(word: int, by: int) -> int:
    return (word << by | word >> 64 - by) & WORD


class Randomness:
    """A stream of random numbers, fixed by its key: three numbers 0 … 2^64 − 1.

    Attributes:
        state: the four words from which the stream continues.

    Raises:
        OptionError: a part of the key is out of its range.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int, index: int = 0, attempt: int = 0) -> None:
        for name, part in (("seed", seed), ("index", index), ("attempt", attempt)):
            if not 0 <= part <= WORD:
                raise OptionError(f"{name} {part}; expected 0 to {WORD}")
        # Each word is a bijection of one part of the key once the words before it are fixed, so
        # different keys have different states; the fourth word keeps the state from being zero.
        a = mixed((seed + GOLDEN) & WORD)
        b = mixed((a + index + GOLDEN) & WORD)
        c = mixed((b + attempt + GOLDEN) & WORD)
        self.state: Sequence[int] = (a, b, c, mixed((c + GOLDEN) & WORD) | 1)
        for _ in range(8):  # until every word depends on every part
            self.word()

    def word(self) -> int:
        """Return 64 random bits."""
        a, b, c, d = self.state
        result = _rotated(b * 5 & WORD, 7) * 9 & WORD
        shifted = b << 17 & WORD
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        self.state = (a, b, c ^ shifted, _rotated(d, 45))
        return result

    def below(self, bound: int) -> int:
        """Return a random number 0 … bound − 1, each equally likely, for a bound 1 … 2^32."""
        # The upper 32 bits suffice for our bounds, and keep the product within a word.
        product = (self.word() >> 32) * bound
        if product & 0xFFFFFFFF < bound:
            least = (1 << 32) % bound
            while product & 0xFFFFFFFF < least:
                product = (self.word() >> 32) * bound
        return product >> 32

    def shuffle(self, items: MutableSequence[_T]) -> None:
        """Bring a sequence into a random order, each equally likely (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
