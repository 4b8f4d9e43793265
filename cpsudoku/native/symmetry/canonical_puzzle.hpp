// The canonical form of a puzzle, and the number of its automorphisms.
//
// There are two definitions, and every member of a class of equals falls under the same one:
//
// - a puzzle whose only solution is known: of all transforms that bring the solution into its
//   canonical form, the one that makes the puzzle smallest (blanks before digits).  Some 10 µs.
// - any other puzzle: the smallest of all its equals (blanks before digits), names given in the
//   order of first appearance.  About a millisecond; up to a second when nearly empty.
#pragma once

#include "symmetry/transform.hpp"

namespace cpsudoku::symmetry {

struct CanonicalPuzzle {
  Grid grid{};
  Transform transform;             // one that leads from the given puzzle to `grid`
  std::uint64_t automorphisms = 0;  // transforms that leave the puzzle as it is
};

// Require: `solution` is the only solution of `puzzle`.
CanonicalPuzzle canonical_with_solution(const Grid& puzzle, const Grid& solution);

CanonicalPuzzle canonical_without_solution(const Grid& puzzle);

}  // namespace cpsudoku::symmetry
