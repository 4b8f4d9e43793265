// Cells that are all different.
//
// Two propagators.  `House` is for as many cells as digits, and cheap: a digit with one place left
// is placed.  Its cells' peers lose a placed digit elsewhere (`Search`), so it need not look at that.
//
// `AllDifferent` takes away all that cannot be part of an assignment of different digits (Régin, A
// filtering algorithm for constraints of difference in CSPs, AAAI 1994): what people find as naked
// and hidden subsets of any size.  Match each cell with a digit of its own; cell a *leans on* cell b
// where a has the digit that b is matched with.  A digit d of a, matched with b, is possible just
// where b can be given another one: b leans, over any number of others, on a, or on a cell that has
// a digit nobody is matched with.
//
//     a {1,2}   matched 1      a ⇄ b lean on each other; c leans on both.
//     b {1,2}   matched 2      Neither leans on c, and no digit is free but 4, which c alone has:
//     c {1,2,3,4} matched 3    so c keeps 3 and 4 and loses 1 and 2.
//
// Of a hundred times that a house of variants is looked at, one has anything to take away.  So the
// sizes are looked at first: k cells can be closed off only where k of them have k digits or less,
// and, in a house, n − k digits have n − k places or less.  Five times of six they say no.
//
// `SameDigits` is for what two houses that share cells have besides: as both have every digit once,
// so do the rests (a row and a box: pointing and claiming, in both directions).
//
// `TwoPlaces` is for a house whose cells differ from others that are in no house with both: a digit
// that two cells alone of the house may have is in none that differs from both.
//
// Who leans on whom over others is a bit matrix and its closure (Warshall 1962): n² word operations
// for n cells, 81 for a house of nine, where strongly connected components need lists and stacks.
#pragma once

#include <memory>

#include "fd/propagator.hpp"

namespace cpsudoku::fd {

// require: as many cells as digits; cells lose what is placed elsewhere without it.
std::unique_ptr<Propagator> make_house(std::vector<Cell> cells, Mask all);

// require: `seers[i · n + j]` differ from cells i and j > i of the n cells of a house.
std::unique_ptr<Propagator> make_two_places(std::vector<Cell> house,
                                            std::vector<std::vector<Cell>> seers);

// require: as many cells on both sides, and those of a side all differ.
std::unique_ptr<Propagator> make_same_digits(std::vector<Cell> one, std::vector<Cell> other);

// require: at most 64 cells.
std::unique_ptr<Propagator> make_all_different(std::vector<Cell> cells);

}  // namespace cpsudoku::fd
