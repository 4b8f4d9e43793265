// Locked candidates: what two overlapping groups say about each other.
//
// Let house A (each digit has a place in it) and group B (all different) share the cells I, two or
// more.  A digit whose places in A are all in I takes its place there, so no other cell of B has it:
//
//     box A         row B                 In A the digit 5 is only in its top row, which is
//     5? 5? . | . . 5? . . .              the part I that A shares with row B; so the 5? further
//     .  .  . |                           right in the row goes.
//     .  .  . |
//
// This goes both ways, from box to line and from line to box, and between any two groups of other
// rules.  Each overlap is kept as three lists of cells (A∖I, I, B∖I); looking at one costs an "or"
// a cell: with the digits `rest` of A∖I and `shared` of I, what goes from B∖I is shared ∧ ¬rest.
#pragma once

#include "propagation/singles.hpp"

namespace cpsudoku::propagation {

class Overlaps {
 public:
  // require: what `Layout` requires.
  Overlaps(int digits, std::size_t cells, const std::vector<std::vector<Cell>>& groups);

  // Take away what the overlaps show, with the singles that follow, until they show nothing more.
  // ensure: false at a dead end.
  bool eliminate(CandidateGrid& position) const;

 private:
  Mask locked(const CandidateGrid& position, std::size_t overlap) const;

  Lists rest_;    // A∖I
  Lists shared_;  // I
  Lists others_;  // B∖I
};

}  // namespace cpsudoku::propagation
