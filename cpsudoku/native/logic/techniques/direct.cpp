// Direct rules: an elimination that makes a hidden single at once, so that people see it without
// pencil marks.  The step is only the placement, as nothing is noted down; so does skfr, while
// Sudoku Explainer (Nicolas Juillerat, whose rules these are) keeps the eliminations, too, and comes
// to a lower rating for some puzzles.
#include "logic/techniques/covers.hpp"
#include "logic/techniques/families.hpp"
#include "logic/techniques/locking.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kDirectPointing{"direct pointing", "direct", true};
const Technique kDirectClaiming{"direct claiming", "direct"};
const Technique kDirectHiddenPair{"direct hidden pair", "direct"};
const Technique kDirectHiddenTriplet{"direct hidden triplet", "direct"};

// The digit is locked from a base into a cover; which house like the base has one place left?
bool find_single_after(Search& search, const Crossing& crossing, Digit d, const Technique& as) {
  const auto& position = search.position;
  const auto& houses = search.houses();
  const auto gone = houses[crossing.cover].set - houses[crossing.base].set;
  for (const GroupId other : houses.of(houses[crossing.base].kind)) {
    const Mask places = position.places(other, d);
    if (other == crossing.base || !several(places)) continue;
    Mask left = 0;
    for (const int i : bits(places)) {
      if (!gone.has(houses[other].cells[i])) left |= bit(i);
    }
    if (!single(left)) continue;
    Step& step = search.begin(as);
    step.place(houses[other].cells[std::countr_zero(left)], d);
    if (search.wants_evidence()) {
      add_locked_evidence(position, crossing, d, step.evidence);
      step.evidence.cover.push_back(other);
    }
    if (search.close()) return true;
  }
  return false;
}

template <bool Pointing>
bool find_direct_locked(Search& search) {
  const Technique& as = Pointing ? kDirectPointing : kDirectClaiming;
  return for_each_locked(search, Pointing, [&](const Crossing& crossing, Digit d) {
    return find_single_after(search, crossing, d, as);
  });
}

// A hidden subset takes the cells; which other digit of the house has one place left?
bool close_direct_hidden(Search& search, GroupId house, Mask digits, Mask places,
                         const Technique& as) {
  const auto& group = search.houses()[house];
  for (Digit d = 0; d < search.houses().digits(); ++d) {
    const Mask before = search.position.places(house, d);
    if ((digits >> d & 1) || !several(before) || !single(before & ~places)) continue;
    Step& step = search.begin(as);
    for (const int i : bits(search.wants_evidence() ? places : 0)) {
      const Cell cell = group.cells[i];
      step.evidence.add(cell, search.position.candidates(cell) & digits);
    }
    const int at = std::countr_zero(before & ~places);
    step.place(group.cells[at], d);
    if (search.wants_evidence()) step.evidence.base = {house};
    return search.close();  // one for each subset
  }
  return false;
}

template <int K>
bool find_direct_hidden(Search& search) {
  const Technique& as = K == 2 ? kDirectHiddenPair : kDirectHiddenTriplet;
  for (const GroupId house : search.houses().all()) {
    if (search.position.open_count(house) <= K) continue;
    const auto close = [&](Mask digits, Mask places) {
      return count(places) == K && close_direct_hidden(search, house, digits, places, as);
    };
    if (for_each_cover(hidden_in(search.position, house, K), K, close)) return true;
  }
  return false;
}

}  // namespace

std::vector<Finder> direct() {
  return {finder(kDirectPointing, find_direct_locked<true>),
          finder(kDirectClaiming, find_direct_locked<false>),
          finder(kDirectHiddenPair, find_direct_hidden<2>),
          finder(kDirectHiddenTriplet, find_direct_hidden<3>)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
