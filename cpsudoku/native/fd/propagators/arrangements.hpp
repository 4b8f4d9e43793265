// Cells that are filled in one of some ways, each way a set of digits for each cell.
//
// A sandwich of 8 in a row of nine is one of 38 ways: where the crusts are, which is which, and which
// digits lie between them (2 + 6, 3 + 5, 8 alone).  As the row is a house, the sets say it all:
//
//     r1c1  r1c2  r1c3  r1c4  r1c5 …
//       1   2 6   2 6     9   3 4 5 7 8 …     between two crusts that far apart just 2 and 6 fit
//       9   2 6   2 6     1   3 4 5 7 8 …
//       1     8     9   2 3 4 5 6 7     …
//
// Which ways are left is remembered as bits, and each digit of each cell knows as bits the ways that
// allow it.  A way is left while in each cell one of its digits is left.  In a house it is also left
// only while each digit is left in one of the cells that it allows it in: the same bits, read by
// digit instead of by cell.
#pragma once

#include <memory>

#include "fd/propagator.hpp"

namespace cpsudoku::fd {

// require: there is a set for each cell in each way, and the cells are different; where they are a
// house, each digit is in one of them.
std::unique_ptr<Propagator> make_arrangements(const Arrangements& arrangements, int digits,
                                              bool is_house);

}  // namespace cpsudoku::fd
