// Choices of k sets out of a list that have k elements between them: what naked and hidden subsets
// and fish look for, each with other sets.
#pragma once

#include <array>

#include "logic/position.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

inline constexpr int kMostSets = 32;

// A list without an allocation.
struct Sets {
  std::array<Mask, kMostSets> masks;
  std::array<int, kMostSets> names;  // what each set belongs to, for the caller
  int size = 0;

  void add(Mask mask, int name) {
    masks[size] = mask;
    names[size++] = name;
  }
};

// The digits of a house that have two places to `most`: what hidden subsets are made of.
inline Sets hidden_in(const Position& position, GroupId house, int most) {
  Sets sets;
  for (Digit d = 0; d < position.houses().digits(); ++d) {
    const Mask places = position.places(house, d);
    if (several(places) && count(places) <= most) sets.add(places, d);
  }
  return sets;
}

// Calls visit(chosen, together) for each choice, where `chosen` has the bits of the names and
// `together` those of the elements; ends and returns true once a visit does.  The choices come in
// ascending order of their highest, then their next set.
template <class Visit>
bool for_each_cover(const Sets& sets, int k, const Visit& visit, int below, int size, Mask chosen,
                    Mask together) {
  for (int i = 0; i < below; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Mask all = together | sets.masks[at];
    if (count(all) > size) continue;
    const Mask now = chosen | bit(sets.names[at]);
    if (k == 1) {
      if (visit(now, all)) return true;
    } else if (for_each_cover(sets, k - 1, visit, i, size, now, all)) {
      return true;
    }
  }
  return false;
}

template <class Visit>
bool for_each_cover(const Sets& sets, int k, const Visit& visit) {
  return sets.size >= k && for_each_cover(sets, k, visit, sets.size, k, 0, 0);
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
