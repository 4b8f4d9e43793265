// At least one of several constraints holds: constructive disjunction.
//
// Each part is tried: its propagators run on the domains as they are, nobody else being woken, and
// what they did is taken back.  A part that fails is out for good below this node.  A digit that no
// part leaves goes, whichever part will hold; with one part left, that part is propagated for good.
//
//     r1c1 of {1 … 9}, r1c1 ≤ 3 or r1c1 ≥ 8:     {1,2,3} ∪ {8,9}: 4 … 7 go
//
// Trying ends as soon as the parts tried leave everything, since then nothing can go.
//
// A disjunction within a part that is being tried only looks whether a part of its own is possible,
// and only once the other propagators of the part have come to rest.  Constructive at every depth,
// the time would double with each: two rows compared cell by cell are eight deep.
#pragma once

#include <memory>

#include "fd/propagator.hpp"

namespace cpsudoku::fd {

using Propagators = std::vector<std::unique_ptr<Propagator>>;

// Each part is the propagators of a conjunction.
std::unique_ptr<Propagator> make_disjunction(std::vector<Propagators> parts);

}  // namespace cpsudoku::fd
