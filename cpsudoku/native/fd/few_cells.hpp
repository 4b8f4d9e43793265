// What formulas say that are about one cell, about two, or about how often a digit is among some.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fd/agenda.hpp"
#include "fd/formula.hpp"

namespace cpsudoku::fd {

// The digits that one cell may have.
Mask digits_where(const Formula& formula, Cell cell, int digits);

// The relation of two cells, the first the lower.
Pair pair_where(const Formula& formula, const std::vector<Cell>& scope, int digits);

// How often one digit may be among some cells: bit k for k times.
struct DigitCounts {
  std::vector<Cell> cells;
  std::size_t digit;
  Word counts;
};

// None where a formula says something else.
std::optional<DigitCounts> counts_of(const Formula& formula);

}  // namespace cpsudoku::fd
