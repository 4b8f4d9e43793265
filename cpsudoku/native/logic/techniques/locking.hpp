// What locked candidates and their direct forms share.
#pragma once

#include "logic/search.hpp"

namespace cpsudoku::logic {

// The digits whose places in the base, two at least, are all shared, and which the cover has
// elsewhere.
template <int W>
Mask locked_digits(const Position<W>& position, const Crossing& crossing) {
  const auto any = [&](int begin, int end) {
    Mask all = 0;
    for (int i = begin; i < end; ++i) all |= position.candidates(crossing.cells[i]);
    return all;
  };
  const Mask shared = any(0, crossing.shared_end);
  Mask found = shared & ~any(crossing.shared_end, crossing.base_end);
  if (found) found &= any(crossing.base_end, crossing.cover_end);
  for (const Digit d : bits(found)) {
    if (!several(position.places(crossing.base, d))) found &= ~bit(d);
  }
  return found;
}

template <int W>
void eliminate_locked(const Position<W>& position, const Crossing& crossing, Digit digit,
                      Step& step) {
  const auto& cover = position.houses()[crossing.cover];
  for (const int i : bits(position.places(crossing.cover, digit) & ~crossing.in_cover)) {
    step.eliminate(cover.cells[static_cast<std::size_t>(i)], digit);
  }
}

template <int W>
void add_locked_evidence(const Position<W>& position, const Crossing& crossing, Digit digit,
                         Evidence& evidence) {
  const auto& base = position.houses()[crossing.base];
  for (const int i : bits(position.places(crossing.base, digit))) {
    const Cell cell = base.cells[static_cast<std::size_t>(i)];
    evidence.cells.push_back(cell);
    evidence.candidates.push_back(Step::candidate(cell, digit));
  }
  evidence.base = {crossing.base};
  evidence.cover = {crossing.cover};
}

}  // namespace cpsudoku::logic
