// Probing: what all ways of an alternative have in common.
//
// An *alternative* is a cell with two or three candidates, or a digit with two or three places left
// in a house.  Each of its ways is tried, with the singles that follow from it:
//
//     r1c1 is 1 or 2          1: … r5c5 loses 3, r7c2 loses 4 and 8, r9c9 = 6
//                             2: … r5c5 loses 3, r7c2 loses 8
//                             ⇒ r5c5 loses 3 and r7c2 loses 8, whichever is right
//
// A way that comes to a dead end (a *failed literal*) is out, and what the other ways have in
// common holds.  This is the dilemma rule of Stålmarck's method (Sheeran and Stålmarck, 2000), with
// singles as unit propagation.
//
// Only cells that changed under every way can have lost anything, so the trail of the position is
// all that needs to be looked at: under the first way a cell that changed is stamped 1 and its
// candidates are kept, under the second those that have the stamp 1 get 2 and the union of both,
// and so on.
//
// It pays on puzzles with many alternatives, which it mostly solves, and does nothing for the
// hardest, so it gives up after some alternatives without any gain.
#pragma once

#include "propagation/locked.hpp"

namespace cpsudoku::propagation {

class Prober {
 public:
  // require: `position` has been started with hidden singles; all three outlive the prober.
  Prober(const Layout& layout, const Overlaps& overlaps, CandidateGrid& position);

  // Probe until nothing is gained any more, or `patience` alternatives in a row gained nothing.
  // ensure: false at a dead end.
  bool run(std::size_t patience);

 private:
  enum class Gain { none, some, dead_end };

  static constexpr std::size_t kMostWays = 3;
  struct Way {
    Cell cell;
    Mask digit;
  };

  Gain cells_with(std::size_t ways);
  Gain digits_with(std::size_t ways);
  Gain probe(std::span<const Way> ways);
  void meet(const CandidateGrid::Mark& mark, std::size_t way);
  Gain conclude();
  bool over() const { return fruitless_ > patience_ || position_->first_open() < 0; }

  const Layout* layout_;
  const Overlaps* overlaps_;
  CandidateGrid* position_;
  std::size_t patience_ = 0;
  std::size_t fruitless_ = 0;
  std::vector<std::size_t> stamp_;  // of each cell: under how many ways it changed
  std::vector<Mask> any_;           // of each stamped cell: its candidates under any of these ways
  std::vector<Cell> stamped_;       // the cells with a stamp
};

}  // namespace cpsudoku::propagation
