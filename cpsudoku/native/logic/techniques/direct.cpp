// Direct rules: an elimination that makes a hidden single at once, so that people see it without
// pencil marks.  The step is the placement alone, as nothing is noted down; so does skfr, while
// Sudoku Explainer (Nicolas Juillerat, whose rules these are) keeps the eliminations, too, and comes
// to a lower rating for some puzzles.
#include "logic/techniques/covers.hpp"
#include "logic/techniques/families.hpp"
#include "logic/techniques/locking.hpp"

namespace cpsudoku::logic {
namespace {

const Technique kDirectPointing{"direct pointing", "direct", true};
const Technique kDirectClaiming{"direct claiming", "direct"};
const Technique kDirectHiddenPair{"direct hidden pair", "direct"};
const Technique kDirectHiddenTriplet{"direct hidden triplet", "direct"};

// The digit is locked from a base into a cover; which house like the base has one place left?
template <int W>
bool find_single_after(Search<W>& search, const Crossing& crossing, Digit d, const Technique& as) {
  const auto& position = search.position;
  const auto& houses = search.houses();
  const auto gone = houses[crossing.cover].set - houses[crossing.base].set;
  for (const GroupId other : houses.of(houses[crossing.base].kind)) {
    const Mask places = position.places(other, d);
    if (other == crossing.base || !several(places)) continue;
    Mask left = 0;
    for (const int i : bits(places)) {
      if (!gone.has(houses[other].cells[static_cast<std::size_t>(i)])) left |= bit(i);
    }
    if (!single(left)) continue;
    Step& step = search.begin(as);
    step.place(houses[other].cells[static_cast<std::size_t>(std::countr_zero(left))], d);
    if (search.wants_evidence()) {
      add_locked_evidence(position, crossing, d, step.evidence);
      step.evidence.cover.push_back(other);
    }
    if (search.close()) return true;
  }
  return false;
}

template <int W>
bool find_direct_locked(Search<W>& search, bool pointing, const Technique& as) {
  for (const Crossing& crossing : search.houses().crossings()) {
    const bool from_box = search.houses()[crossing.base].kind == Kind::box;
    if (from_box != pointing) continue;
    for (const Digit d : bits(locked_digits(search.position, crossing))) {
      if (find_single_after(search, crossing, d, as)) return true;
    }
  }
  return false;
}

template <int W>
bool find_direct_pointing(Search<W>& search) {
  return find_direct_locked(search, true, kDirectPointing);
}

template <int W>
bool find_direct_claiming(Search<W>& search) {
  return find_direct_locked(search, false, kDirectClaiming);
}

// A hidden subset takes the cells; which other digit of the house has one place left?
template <int W>
bool close_direct_hidden(Search<W>& search, GroupId house, Mask digits, Mask places,
                         const Technique& as) {
  const auto& group = search.houses()[house];
  for (Digit d = 0; d < search.houses().digits(); ++d) {
    const Mask before = search.position.places(house, d);
    if ((digits >> d & 1) || !several(before) || !single(before & ~places)) continue;
    Step& step = search.begin(as);
    for (const int i : bits(search.wants_evidence() ? places : 0)) {
      const Cell cell = group.cells[static_cast<std::size_t>(i)];
      step.evidence.cells.push_back(cell);
      for (const Digit e : bits(search.position.candidates(cell) & digits)) {
        step.evidence.candidates.push_back(Step::candidate(cell, e));
      }
    }
    const int at = std::countr_zero(before & ~places);
    step.place(group.cells[static_cast<std::size_t>(at)], d);
    if (search.wants_evidence()) step.evidence.base = {house};
    return search.close();  // one for each subset
  }
  return false;
}

template <int W, int K>
bool find_direct_hidden(Search<W>& search) {
  const Technique& as = K == 2 ? kDirectHiddenPair : kDirectHiddenTriplet;
  for (const GroupId house : search.houses().all()) {
    if (search.position.open_count(house) <= K) continue;
    Sets sets;
    for (Digit d = 0; d < search.houses().digits(); ++d) {
      const Mask places = search.position.places(house, d);
      const int many = count(places);
      if (many >= 2 && many <= K) sets.add(places, d);
    }
    const bool stop = for_each_cover(sets, K, [&](Mask digits, Mask places) {
      return count(places) == K && close_direct_hidden(search, house, digits, places, as);
    });
    if (stop) return true;
  }
  return false;
}

}  // namespace

template <int W>
std::vector<Finder<W>> direct() {
  return {finder<W>(kDirectPointing, find_direct_pointing<W>),
          finder<W>(kDirectClaiming, find_direct_claiming<W>),
          finder<W>(kDirectHiddenPair, find_direct_hidden<W, 2>),
          finder<W>(kDirectHiddenTriplet, find_direct_hidden<W, 3>)};
}

template std::vector<Finder<kNarrow>> direct();
template std::vector<Finder<kWide>> direct();

}  // namespace cpsudoku::logic
