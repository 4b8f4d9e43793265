// What chains find before it is known which of it is the easiest: hints with their numbers.
//
// Searches over chains look at all there are and give the easiest; several of the same number belong
// together, and so do all that are no harder than what the path has met already.  (skfr by G. Penet
// takes them so; Sudoku Explainer takes only the first one and searches again.)
#pragma once

#include <limits>

#include "logic/techniques/links.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

struct Hint {
  const Technique* technique;
  int base;    // Sudoku Explainer's number for the shortest, in tenths
  int number;  // with the surcharge
  Candidate gone;
};

struct Hints {
  std::uint64_t turn = 0;
  int reached = 0;
  int best = std::numeric_limits<int>::max();
  std::vector<Hint> hints;
  std::vector<Step> steps;  // of each hint, where evidence is wanted

  void restart(std::uint64_t now, int path_reached);
  // The largest number that is of use.
  int limit() const { return best < reached ? reached : best; }
  bool has(const Candidate& candidate) const;
  // Whether a hint is of use: easy enough, and better than another one for the same candidate.
  bool wants(int number, const Candidate& gone) const;
  // Adds a hint that is of use; returns whether it is.
  bool add(const Hint& hint);
  // Adds the step of the last hint, without evidence.
  Step& add_step();
  bool any() const { return !hints.empty(); }
};

// Hands over the hints that are no harder than the limit; returns whether the search shall stop.
bool close_hints(Search& search, Hints& found);

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
