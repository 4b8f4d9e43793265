// Exact cover for problems of any size: the live options of each item as a bit set, and a trail.
// See exact_cover/sparse.cpp.
#pragma once

#include "exact_cover/matrix.hpp"

namespace cpsudoku::exact_cover {

CoverSolver make_sparse_solver(const CoverMatrix& matrix);

}  // namespace cpsudoku::exact_cover
