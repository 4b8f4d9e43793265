// Dancing links for any exact cover problem; see exact_cover/links.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "exact_cover/matrix.hpp"

namespace cpsudoku::exact_cover {

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
