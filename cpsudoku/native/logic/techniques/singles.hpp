// The techniques of singles, which two families find, each in its order.
#pragma once

#include "logic/step.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

extern const Technique kFullHouse;
extern const Technique kHiddenSingle;
extern const Technique kNakedSingle;

}  // namespace cpsudoku::logic
