// The canonical form of a final grid: the lexicographically smallest of all grids that are the same
// up to symmetry.
//
//     Canonical c = canonical_grid(grid);
//     c.grid                 // starts 123456789 4…
//     c.transforms.size()    // the number of automorphisms of the grid
//     c.transforms[0].apply(grid) == c.grid
//
// The idea of reducing the search to the order of the columns under the two top rows is folklore of
// the Players' Forum ("minlex form"); see canonical_grid.cpp for how it is done here.
#pragma once

#include <vector>

#include "symmetry/transform.hpp"

namespace cpsudoku::symmetry {

struct Canonical {
  Grid grid{};
  // All transforms that lead from the given grid to `grid`, in a fixed order.  Two of them differ by
  // an automorphism, so there are as many as the grid has automorphisms.
  std::vector<Transform> transforms;
};

// Require: a final grid, that is one that obeys the rules of sudoku.
Canonical canonical_grid(const Grid& grid);

}  // namespace cpsudoku::symmetry
