// One cell with some digits, and two cells with some pairs of digits.
//
// What a pair leaves of one cell is the union of what its digits allow the other (`unions.hpp`), and
// most pairs of a puzzle share the tables of a relation, which the processor then keeps at hand.
#pragma once

#include <memory>

#include "fd/propagator.hpp"
#include "fd/shared.hpp"

namespace cpsudoku::fd {

std::unique_ptr<Propagator> make_digits(Cell cell, Mask allowed);

// require: two different cells; `allowed` has a mask for each digit of the first.
std::unique_ptr<Propagator> make_pair(const Pair& pair, Shared& shared);

}  // namespace cpsudoku::fd
