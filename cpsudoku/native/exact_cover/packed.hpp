// Exact cover for small problems: the whole state in a few vector registers' worth of memory.
// See exact_cover/packed.cpp.
#pragma once

#include "exact_cover/problem.hpp"
#include "exact_cover/kernels.hpp"

namespace cpsudoku {

// Whether the packed search takes a problem: 65,536 items, 16 options an item, and tables of 2 MiB at
// most.
bool fits_packed(const ExactCover& problem);

// Require: the problem fits.
std::shared_ptr<const CoverSolver> make_packed_solver(const ExactCover& problem,
                                                      const PackedKernel& kernel);

}  // namespace cpsudoku
