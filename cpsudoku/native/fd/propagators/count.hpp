// How many of some cells have one of some digits, and the cell that another one's digit points at.
#pragma once

#include <memory>

#include "fd/propagator.hpp"

namespace cpsudoku::fd {

std::unique_ptr<Propagator> make_count(const Count& count);

// One pass keeps the places whose cell can have a digit of `value`, and of `value` the digits that
// one of these cells can have; where one place is left, that cell and `value` become equal.
std::unique_ptr<Propagator> make_element(const Element& element);

}  // namespace cpsudoku::fd
