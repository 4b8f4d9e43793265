// What locked candidates and their direct forms share.
#pragma once

#include "logic/search.hpp"

namespace cpsudoku::logic {

// The digits whose places in the base, two at least, are all shared, and that the cover has elsewhere.
template <int W>
Mask locked_digits(const Position<W>& position, const Crossing& crossing) {
  Mask found = 0;
  for (Digit d = 0; d < position.houses().digits(); ++d) {
    const Mask places = position.places(crossing.base, d);
    const bool locked = !(places & ~crossing.in_base) && several(places);
    const bool worth = position.places(crossing.cover, d) & ~crossing.in_cover;
    found |= Mask{locked && worth} << d;
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
