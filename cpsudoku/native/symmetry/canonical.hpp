// The canonical form of a puzzle, and the number of its automorphisms.
//
// There are two definitions, and every member of a class of equals falls under the same one:
//
// - a puzzle whose only solution is known: of all transforms that bring the solution into its
//   canonical form, the one that makes the puzzle smallest (blanks before digits).  Some 10 µs.
// - any other puzzle: the smallest of all its equals (blanks before digits), names given in the
//   order of first appearance.  About a millisecond; up to a second when nearly empty.
#pragma once

#include <vector>

#include "symmetry/transform.hpp"

namespace cpsudoku::symmetry {

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
struct Canonical {
  Grid grid{};
  // All transforms that lead from the given grid to `grid`, in a fixed order.  Two of them differ by
  // an automorphism, so there are as many as the grid has automorphisms.
  std::vector<Transform> transforms;
};

// Require: a final grid, that is one that obeys the rules of sudoku.
Canonical canonical_grid(const Grid& grid);

struct CanonicalPuzzle {
  Grid grid{};
  Transform transform;              // one that leads from the given puzzle to `grid`
  std::uint64_t automorphisms = 0;  // transforms that leave the puzzle as it is
};

// Require: `solution` is the only solution of `puzzle`.
CanonicalPuzzle canonical_with_solution(const Grid& puzzle, const Grid& solution);

CanonicalPuzzle canonical_without_solution(const Grid& puzzle);

}  // namespace cpsudoku::symmetry
