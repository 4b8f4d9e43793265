// Regions of one size with different digits, where it is not known which cell is in which region.
//
// A cell has several domains, its digits and the names of its region.  Region k and digit d meet in
// one cell at most, and in one for certain if a region has as many cells as there are digits:
//
//            cell 0   1   2   3       region A has 2 cells, digits are 1 and 2
//   digits        1   12  2   12      cell 0 is in A, so A's 1 is there: cells 1 and 3, if in A, are 2;
//   names         A   B   AB  B       A's 2 can only be in cell 2: its region is A
//
// - Where a cell's region is known, its digit goes from the other cells of that region, and the region
//   from the other cells with that digit.  So the cells of a region differ, as do the regions of a
//   digit.
// - A region and a digit that can meet in one cell alone do, where they have to.
// - A region has no more cells that are known than its size, and no fewer that are possible.
//
// Long before a region has a name one knows of cells that they are in one or in different ones: that
// is in `partition.hpp`, which also has the clues about regions.
#pragma once

#include <memory>

#include "fd/propagator.hpp"

namespace cpsudoku::fd {

// require: `check` let them pass.
std::unique_ptr<Propagator> make_regions(const Regions& regions, int digits);

}  // namespace cpsudoku::fd
