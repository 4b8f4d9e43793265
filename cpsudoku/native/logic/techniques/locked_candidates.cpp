// Locked candidates: the places of a digit in one house lie all in another group, which loses the
// digit elsewhere.  Pointing starts from a box, claiming from a line (or any other house).
//
//     . . .     In the box 7 is possible in the upper row alone, so the row loses it elsewhere.
//     7 7 .  | . 7̶ .
//     x x x
#include "logic/techniques/families.hpp"
#include "logic/techniques/locking.hpp"

namespace cpsudoku::logic {
namespace {

const Technique kPointing{"pointing", "locked candidates", true};
const Technique kClaiming{"claiming", "locked candidates"};

template <int W>
bool close_locked(Search<W>& search, const Crossing& crossing, Digit digit, const Technique& as) {
  Step& step = search.begin(as);
  eliminate_locked(search.position, crossing, digit, step);
  if (search.wants_evidence()) add_locked_evidence(search.position, crossing, digit, step.evidence);
  return search.close();
}

// House by house, and in each digit by digit.
template <int W>
bool find_by_house(Search<W>& search, bool pointing, const Technique& as) {
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

template <int W>
bool find_locked(Search<W>& search, bool pointing, const Technique& as) {
  if (search.options.rows_first) return find_by_house(search, pointing, as);
  const auto& position = search.position;
  for (const Crossing& crossing : search.houses().crossings()) {
    const bool from_box = search.houses()[crossing.base].kind == Kind::box;
    if (from_box != pointing) continue;
    for (const Digit d : bits(locked_digits(position, crossing))) {
      if (close_locked(search, crossing, d, as)) return true;
    }
  }
  return false;
}

template <int W>
bool find_pointing(Search<W>& search) {
  return find_locked(search, true, kPointing);
}

template <int W>
bool find_claiming(Search<W>& search) {
  return find_locked(search, false, kClaiming);
}

}  // namespace

template <int W>
std::vector<Finder<W>> locked_candidates() {
  return {finder<W>(kPointing, find_pointing<W>), finder<W>(kClaiming, find_claiming<W>)};
}

template std::vector<Finder<kNarrow>> locked_candidates();
template std::vector<Finder<kWide>> locked_candidates();

}  // namespace cpsudoku::logic
