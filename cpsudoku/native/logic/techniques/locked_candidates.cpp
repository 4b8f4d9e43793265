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
bool find_locked(Search<W>& search, bool pointing, const Technique& as) {
  const auto& position = search.position;
  for (const Crossing& crossing : search.houses().crossings()) {
    const bool from_box = search.houses()[crossing.base].kind == Kind::box;
    if (from_box != pointing) continue;
    for (const Digit d : bits(locked_digits(position, crossing))) {
      Step& step = search.begin(as);
      eliminate_locked(position, crossing, d, step);
      if (search.wants_evidence()) add_locked_evidence(position, crossing, d, step.evidence);
      if (search.close()) return true;
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
