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

#include <span>
#include <utility>
#include <vector>

#include "singles.hpp"

namespace cpsudoku::backtrack {

// Candidates that a cell has lost.
using Loss = std::pair<Cell, Mask>;

class Overlaps {
 public:
  // require: what `Layout` requires.
  Overlaps(int digits, std::size_t cells, const std::vector<std::vector<Cell>>& groups);

  // Take away what the overlaps show, looking at each of them once, and append it to `losses`.
  void eliminate(std::span<Mask> masks, std::vector<Loss>& losses) const;

 private:
  Lists rest_;    // A∖I
  Lists shared_;  // I
  Lists others_;  // B∖I
};

// Singles and locked candidates, to the end.
// ensure: false at a dead end; else `masks` are what is left, and `losses` what went as locked
// candidates: the rest of what went follows from those and the givens by singles alone.
bool reduce(const Layout& layout, const Overlaps& overlaps, std::vector<Mask>& masks,
            std::vector<Loss>& losses);

}  // namespace cpsudoku::backtrack
