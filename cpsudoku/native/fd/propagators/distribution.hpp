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
// keep nothing else.  A digit is at most once among cells that differ, so each such group counts for
// one; and where the group is part of a house whose other cells cannot have the digit, it has it.
#pragma once

#include <memory>

#include "fd/propagator.hpp"

namespace cpsudoku::fd {

// Cells that all differ, and the other cells of a house that they are part of.
struct DistributedGroup {
  std::vector<Cell> cells;
  std::vector<Cell> rest;
  bool in_house;
};

// require: at most 63 cells, which the groups split; `counts[d]` has bit k where digit d may be k
// times among them.
std::unique_ptr<Propagator> make_distribution(std::vector<DistributedGroup> groups,
                                              std::vector<Word> counts);

}  // namespace cpsudoku::fd
