// Exact cover for small problems: the whole state in a few vector registers' worth of memory.
// See exact_cover/packed.cpp.
#pragma once

#include "exact_cover/kernels.hpp"
#include "exact_cover/matrix.hpp"

namespace cpsudoku::exact_cover {

// Whether the packed search takes a problem: 65,536 items, 16 options an item, and tables of 2 MiB at
// most.
bool fits_packed(const CoverMatrix& matrix);

// Require: the problem fits.
CoverSolver make_packed_solver(const CoverMatrix& matrix, const PackedKernel& kernel);

}  // namespace cpsudoku::exact_cover
