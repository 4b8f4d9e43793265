// What locked candidates and their direct forms share.
#pragma once

#include "logic/search.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

// The digits whose places in the base, two at least, are all shared, and which the cover has
// elsewhere.
inline Mask locked_digits(const Position& position, const Crossing& crossing) {
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

// Calls visit(crossing, digit) for each digit that is locked from a box, or from any other house, into
// a cover; ends and returns true once a visit does.
template <class Visit>
bool for_each_locked(const Search& search, bool from_box, const Visit& visit) {
  for (const Crossing& crossing : search.houses().crossings()) {
    if ((search.houses()[crossing.base].kind == Kind::box) != from_box) continue;
    for (const Digit d : bits(locked_digits(search.position, crossing))) {
      if (visit(crossing, d)) return true;
    }
  }
  return false;
}

inline void eliminate_locked(const Position& position, const Crossing& crossing, Digit digit,
                             Step& step) {
  const auto& cover = position.houses()[crossing.cover];
  for (const int i : bits(position.places(crossing.cover, digit) & ~crossing.in_cover)) {
    step.eliminate(cover.cells[i], digit);
  }
}

inline void add_locked_evidence(const Position& position, const Crossing& crossing, Digit digit,
                                Evidence& evidence) {
  const auto& base = position.houses()[crossing.base];
  for (const int i : bits(position.places(crossing.base, digit))) {
    evidence.add(base.cells[i], bit(digit));
  }
  evidence.base = {crossing.base};
  evidence.cover = {crossing.cover};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
