// How often each digit is among some cells: circles that count themselves, quadruples.
//
// Several counts of the same cells are one thing, for together they are as many as the cells:
//
//     four cells of a quadruple with 1, 4, 6, 7, each at least once:    1 + 1 + 1 + 1 = 4, so no
//                                                                       other digit is among them
//     ten circles, digit d none or d times:                             1+2+3+4, 1+9, 2+8, 1+2+7 …
//
// For each digit the counts that are left are bits.  Cells fixed and cells open bound them; and as in
// a sum, a count goes that no counts of the other digits complete to the number of cells.  Where a
// digit has reached its highest count the open cells lose it; where it needs all its open cells they
// keep nothing else.  A digit is at most once among cells that differ, so of the open cells only one
// of each such group counts.
#pragma once

#include <memory>

#include "fd/propagator.hpp"

namespace cpsudoku::fd {

// require: at most 63 cells; `counts[d]` has bit k where digit d may be k times among the cells;
// `groups` split the cells into sets of cells that all differ.
std::unique_ptr<Propagator> make_distribution(std::vector<std::vector<Cell>> groups,
                                              std::vector<Word> counts);

}  // namespace cpsudoku::fd
