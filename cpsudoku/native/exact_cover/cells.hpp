// Dancing cells for any exact cover problem; see exact_cover/cells.cpp.
#pragma once

#include <memory>

#include "exact_cover/matrix.hpp"

namespace cpsudoku::exact_cover {

CoverSolver make_cells_solver(std::shared_ptr<const CoverMatrix> matrix);

}  // namespace cpsudoku::exact_cover
