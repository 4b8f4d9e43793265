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
// What a test asks of a search by links.
class LinkedSearch : public CoverSearch {
 public:
  // Relink all that the search has unlinked since `restart`; the search is over then.
  virtual void unwind() = 0;

  // Every link, length and colour, in the order of the nodes.
  virtual std::vector<std::uint32_t> links() const = 0;

  // Whether every list is linked both ways and as long as its header says, and the units are.
  virtual bool sane() const = 0;
};

// The searches of this solver are `LinkedSearch`es.
CoverSolver make_links_solver(std::shared_ptr<const CoverMatrix> matrix);

}  // namespace cpsudoku::exact_cover
