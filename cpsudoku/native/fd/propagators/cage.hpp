// A group by itself of which nothing is asked but that it has one of its sets: a cage, a renban.
//
// Each set that is left is tried by itself: in every cell no other digits than its own, one that a
// single cell can have placed there, and one that a cell must have taken from the others.
//
//     cells {1,2} {1,2,7} {4,7}, sets {1,2,7} {1,2,4}:   the first leaves 1 or 2 | 1 or 2 | 7,
//                                                        the second 1 or 2 | 1 or 2 | 4
//     so r1c2 is not a 7; and 1 and 2, which both sets have, go from cells that see r1c1 and r1c2
//
// With 16 digits or fewer eight sets are tried at a time, one in each lane of a vector:
//
//     cell 1 {1,2} in all lanes   &   1,2,7 | 1,2,4 | … | …   =   1,2 | 1,2 | … | …
#pragma once

#include "fd/propagators/group.hpp"

namespace cpsudoku::fd {

constexpr std::size_t kMostTried = 64;  // a word of sets

// require: the group has at most `kMostTried` sets.
std::unique_ptr<Propagator> make_cage(Group group);

}  // namespace cpsudoku::fd
