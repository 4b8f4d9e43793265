// Sums that follow from cages and houses: the rule of 45, innies and outies.
//
// The digits of some rows together add up to a known number.  Cages that lie in them take their
// totals away; of a cage that sticks out either the cells inside are left (*innies*) or the whole
// cage is taken away and the cells outside are added again (*outies*), whichever are fewer.
//
//     rows 1 and 2: 90        cages inside: 71 in all      one cage of 12 sticks out with r3c4
//
//     90 = 71 + (12 − r3c4) + r2c9     →     r2c9 − r3c4 = 7, so r2c9 is 8 or 9
//
// The areas are runs of consecutive houses that share no cell: of rows, of columns, of boxes.
#pragma once

#include "fd/formula.hpp"

namespace cpsudoku::fd {

// Cells and what their digits, counted from 0, add up to.
struct CageSum {
  std::vector<Cell> cells;
  std::int64_t total;
};

// Houses that share no cell, in their order, put together as far as possible: rows, columns, boxes.
std::vector<std::vector<std::vector<Cell>>> families_of(
    const std::vector<std::vector<Cell>>& houses);

// Equations between few cells that all solutions satisfy.
// require: every house has each digit once; cages have a cell once.
std::vector<Linear> implied_sums(const std::vector<std::vector<Cell>>& houses,
                                 const std::vector<CageSum>& cages, int digits, std::size_t cells);

}  // namespace cpsudoku::fd
