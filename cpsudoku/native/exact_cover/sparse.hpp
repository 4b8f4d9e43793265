// Exact cover for problems of any size: the live options of each item as a bit set, and a trail.
// See exact_cover/sparse.cpp.
#pragma once

#include "exact_cover/problem.hpp"

namespace cpsudoku {

std::shared_ptr<const CoverSolver> make_sparse_solver(const ExactCover& problem);

}  // namespace cpsudoku
