// One cell with some digits, and two cells with some pairs of digits.
//
// What a pair leaves of one cell is the union of what its digits allow the other, looked up a byte
// of the domain at a time: for nine digits 256 + 2 words, and so few that most relations of a puzzle
// share what the processor keeps at hand.
//
//     first {2,5,9}   0b1'0001'0010  →  table[0][0b00010010] | table[1][0b1]  →  second may have …
#pragma once

#include <memory>

#include "fd/propagator.hpp"

namespace cpsudoku::fd {

std::unique_ptr<Propagator> make_digits(Cell cell, Mask allowed);

// require: two different cells; `allowed` has a mask for each digit of the first.
std::unique_ptr<Propagator> make_pair(const Pair& pair);

}  // namespace cpsudoku::fd
