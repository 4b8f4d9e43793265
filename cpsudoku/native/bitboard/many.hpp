// Any number of classic puzzles, by whichever search is faster for this many.
//
// A few puzzles leave most lanes empty, while the search of one puzzle at a time (single.hpp) keeps
// its registers full with one.  On 17 clues, minimal, magictour and easy puzzles the two take the
// same time at about half as many puzzles as there are lanes (AVX-512 8 to 32, AVX2 5 to 12,
// portable 3 to 8).
#pragma once

#include "bitboard/lanes.hpp"

namespace cpsudoku::bitboard {

// Searches all the puzzles and returns what it cost; the answers are those of search_lanes whatever
// the number of puzzles.  The two searches come upon several solutions of a puzzle in different
// orders, so of those that one finds to have several, the first is asked of the lanes.  Throws as
// search_lanes does.
Effort search_many(const Puzzles& puzzles, const LaneOptions& options, Watch& watch,
                   const Answers& answers);

}  // namespace cpsudoku::bitboard
