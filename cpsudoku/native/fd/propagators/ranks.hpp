// Ranks: the rows and columns of a board, read as numbers from all four sides, in their order.
//
// Each of the four sides is a list of lines, and on each just one line begins with a digit; so four
// lines begin with it, and a clue says which place among them its own line has:
//
//     digit 3   left  r5: 3 1 8 …   place 1, the clue's
//               right r2: 3 … ?     below, above?
//               top   c4: 3 … ?
//               bottom c4: no, it cannot begin with 3
//
// For each other side it is seen which of its lines may begin with the digit, and whether such a
// line can be below the clue's and whether above, digit by digit from the front: where the greatest
// digit of one is below the least of the other it is decided, where they can only be equal the next
// digit tells.  A line that can be neither loses the digit.  As many sides as the place says are
// below; when those that can only be below are this many, the others are above, and so the other way.
// A line that is known to be the one, and on which side it stands, is compared for good: at the
// first place where both are not known to be equal, its digit is not on the wrong side of the other.
//
// Clues of the same digit know of one another, for the one with the lower place is below.
#pragma once

#include <memory>

#include "fd/propagator.hpp"

namespace cpsudoku::fd {

// require: the lines of each side begin with different cells, as many as there are digits.
std::unique_ptr<Propagator> make_ranks(const Ranks& ranks);

}  // namespace cpsudoku::fd
