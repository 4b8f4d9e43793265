// Cells with listed tuples of digits, or with any but these.
//
// Which tuples are left is remembered as bits, and each digit of each cell knows its tuples as bits
// as well, so that 64 tuples are tried at once (compact tables: Demeulenaere and others,
// Compact-Table, CP 2016).
//
//     tuples   0: 1 2   1: 1 3   2: 2 3           left                    111
//     first    1 → 011   2 → 100                  first loses 1   & 100 → 100
//     second   2 → 001   3 → 110                  second: 2 has none of it, 3 has: loses 2
//
// Forbidden tuples are counted instead: digit d of a cell goes where all combinations of the others'
// digits are among the tuples left that have d.
#pragma once

#include <memory>

#include "fd/propagator.hpp"

namespace cpsudoku::fd {

// require: the tuples have a digit for each cell, and the cells are different.
std::unique_ptr<Propagator> make_table(const Table& table, int digits);

}  // namespace cpsudoku::fd
