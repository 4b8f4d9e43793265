// Locked candidates: the places of a digit in one house lie all in another group, which loses the
// digit elsewhere.  Pointing starts from a box, claiming from a line (or any other house).
//
//     . . .     In the box 7 is possible only in the upper row, so the row loses it elsewhere.
//     7 7 .  | . 7̶ .
//     x x x
#include "logic/techniques/families.hpp"
#include "logic/techniques/locking.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kPointing{"pointing", "locked candidates", true};
const Technique kClaiming{"claiming", "locked candidates"};

bool close_locked(Search& search, const Crossing& crossing, Digit digit, const Technique& as) {
  Step& step = search.begin(as);
  eliminate_locked(search.position, crossing, digit, step);
  if (search.wants_evidence()) add_locked_evidence(search.position, crossing, digit, step.evidence);
  return search.close();
}

bool find_by_house(Search& search, bool pointing, const Technique& as) {
  const auto& houses = search.houses();
  for (const GroupId base : houses.rows_first()) {
    if ((houses[base].kind == Kind::box) != pointing) continue;
    for (Digit d = 0; d < houses.digits(); ++d) {
      const Mask places = search.position.places(base, d);
      if (!several(places)) continue;
      for (const Crossing& crossing : houses.crossings_of(base)) {
        if (places & ~crossing.in_base) continue;
        if (close_locked(search, crossing, d, as)) return true;
      }
    }
  }
  return false;
}

template <bool Pointing>
bool find_locked(Search& search) {
  const Technique& as = Pointing ? kPointing : kClaiming;
  if (search.options.rows_first) return find_by_house(search, Pointing, as);
  return for_each_locked(search, Pointing, [&](const Crossing& crossing, Digit d) {
    return close_locked(search, crossing, d, as);
  });
}

}  // namespace

std::vector<Finder> locked_candidates() {
  return {finder(kPointing, find_locked<true>), finder(kClaiming, find_locked<false>)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
