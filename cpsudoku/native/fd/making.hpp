// The propagators of formulas by themselves, one after the other; network.hpp puts those of some rules
// together.
#pragma once

#include <memory>

#include "fd/differences.hpp"
#include "fd/formula.hpp"
#include "fd/propagator.hpp"
#include "fd/propagators/makers.hpp"
#include "fd/shared.hpp"

namespace cpsudoku::fd {

// What all propagators of some rules are made with.
struct Making {
  int digits;
  const Differences& differences;
  Shared& shared;
};

// The propagator of what a formula says, whose cells are three at least.
std::unique_ptr<Propagator> propagator_of(const Formula& formula, const Making& with);

std::unique_ptr<Propagator> sum_propagator(Linear sum, int digits, const Differences& differences);

// The propagators of one formula alone, as parts of a disjunction have them.
Propagators propagators_of(const Formula& formula, int digits, const Differences& differences,
                           Shared& shared);

}  // namespace cpsudoku::fd
