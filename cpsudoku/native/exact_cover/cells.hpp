// Dancing cells for any exact cover problem; see exact_cover/cells.cpp.
#pragma once

#include "exact_cover/problem.hpp"

namespace cpsudoku {

std::shared_ptr<const CoverSolver> make_cells_solver(const ExactCover& problem);

}  // namespace cpsudoku
