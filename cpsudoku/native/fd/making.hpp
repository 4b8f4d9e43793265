// The propagators of a single formula; network.hpp puts those of some rules together.
#pragma once

#include "fd/differences.hpp"

namespace cpsudoku::fd {

// What all propagators of some rules are made with.
struct Making {
  int digits;
  const Differences& differences;
  Shared& shared;
};

// The propagator of what a formula says, whose cells are three at least.
std::unique_ptr<Propagator> propagator_of(const Formula& formula, const Making& with);

// The propagators of one formula by itself, as parts of a disjunction have them.
Propagators propagators_of(const Formula& formula, const Making& with);

// What formulas say that are about one cell, about two, or about how often a digit is among some.
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
