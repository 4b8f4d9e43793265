// Wings: a pivot of two or three digits and two pincers that it sees.
//
//     XY-wing    pivot xy,  pincers xz and yz:  what sees both pincers is not z
//     XYZ-wing   pivot xyz, pincers xz and yz:  what sees all three is not z
#include "logic/techniques/families.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kXYWing{"xy-wing", "wings"};
const Technique kXYZWing{"xyz-wing", "wings"};

bool close_wing(Search& search, Cell pivot, Cell a, Cell b, Digit z, const Technique& as) {
  const auto& position = search.position;
  const auto& houses = search.houses();
  auto gone = houses.peers(a) & houses.peers(b) & position.cells(z);
  if (position.has(pivot, z)) gone &= houses.peers(pivot);
  if (gone.none()) return false;
  Step& step = search.begin(as);
  step.eliminate(gone, z);
  if (search.wants_evidence()) {
    for (const Cell cell : {pivot, a, b}) step.evidence.add(cell, position.candidates(cell));
  }
  return search.close();
}

// require: the pivot's candidates are xy, or xyz.
bool find_with_pivot(Search& search, Cell pivot, bool three, const Technique& as) {
  const auto& position = search.position;
  const Mask digits = position.candidates(pivot);
  const auto near = search.houses().peers(pivot) & position.bivalue();
  for (const Cell a : near) {
    const Mask first = position.candidates(a);
    if (three ? (first & ~digits) != 0 : !single(first & digits)) continue;
    for (const Cell b : near) {
      const Mask second = position.candidates(b);
      if (b <= a || !single(first & second)) continue;
      const bool fits = three ? (first | second) == digits
                              : !(first & second & digits) && (digits & ~(first | second)) == 0;
      if (!fits) continue;
      if (close_wing(search, pivot, a, b, std::countr_zero(first & second), as)) return true;
    }
  }
  return false;
}

bool find_xy_wing(Search& search) {
  return any_of(search.position.bivalue(),
                [&](const Cell pivot) { return find_with_pivot(search, pivot, false, kXYWing); });
}

bool find_xyz_wing(Search& search) {
  for (const Cell pivot : search.position.open()) {
    if (count(search.position.candidates(pivot)) != 3) continue;
    if (find_with_pivot(search, pivot, true, kXYZWing)) return true;
  }
  return false;
}

}  // namespace

std::vector<Finder> wings() {
  return {finder(kXYWing, find_xy_wing), finder(kXYZWing, find_xyz_wing)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
