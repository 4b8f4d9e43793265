// The searches over bit sets and over cells, each in a file of its own that begins with how it works.
#pragma once

#include "exact_cover/kernels.hpp"
#include "exact_cover/matrix.hpp"

namespace cpsudoku::exact_cover {

// Dancing cells, for any problem.
CoverSolver make_cells_solver(std::shared_ptr<const CoverMatrix> matrix);

// The live options of each item as a bit set, and a trail, for problems of any size.
CoverSolver make_sparse_solver(const CoverMatrix& matrix);

// Whether the packed search takes a problem: 65,536 items, 16 options an item, and tables of 2 MiB at
// most.
bool fits_packed(const CoverMatrix& matrix);

// The whole state in a few vector registers' worth of memory.  require: the problem fits.
CoverSolver make_packed_solver(const CoverMatrix& matrix, const PackedKernel& kernel);

// Dancing links for any exact cover problem; see exact_cover/links.cpp.
CoverSolver make_links_solver(std::shared_ptr<const CoverMatrix> matrix);

}  // namespace cpsudoku::exact_cover
