// Singles: the last place of a digit in a house, the last digit of a cell.

#include "logic/techniques/families.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

const Technique kFullHouse{"full house", "singles"};
const Technique kHiddenSingle{"hidden single", "singles"};
const Technique kNakedSingle{"naked single", "singles"};

namespace {

const Technique kHiddenSingleInBox{"hidden single in box", "singles"};

bool close_single(Search& search, const Technique& technique, GroupId house, Digit digit) {
  const auto& group = search.houses()[house];
  const int at = std::countr_zero(search.position.places(house, digit));
  const Cell cell = group.cells[at];
  Step& step = search.begin(technique);
  step.place(cell, digit);
  if (search.wants_evidence()) {
    step.evidence.cells = {cell};
    step.evidence.base = {house};
  }
  return search.close();
}

bool find_full_house(Search& search) {
  if (!search.position.may_have_full_house()) return false;
  for (const GroupId house : search.houses().all()) {
    if (search.position.open_count(house) != 1) continue;
    const Mask once = search.position.once(house);
    if (once && close_single(search, kFullHouse, house, std::countr_zero(once))) return true;
  }
  return false;
}

bool find_hidden(Search& search, const std::vector<GroupId>& houses, const Technique& as) {
  for (const GroupId house : houses) {
    const Mask once = search.position.once(house);
    if (!once || search.position.open_count(house) == 1) continue;
    for (const Digit d : bits(once)) {
      if (close_single(search, as, house, d)) return true;
    }
  }
  return false;
}

bool find_hidden_single_in_box(Search& search) {
  return find_hidden(search, search.houses().of(Kind::box), kHiddenSingleInBox);
}

bool find_hidden_single(Search& search) {
  for (const Kind kind : {Kind::column, Kind::row, Kind::other}) {
    if (find_hidden(search, search.houses().of(kind), kHiddenSingle)) return true;
  }
  return false;
}

bool find_naked_single(Search& search) {
  for (const Cell cell : search.position.naked()) {
    Step& step = search.begin(kNakedSingle);
    step.place(cell, std::countr_zero(search.position.candidates(cell)));
    if (search.wants_evidence()) step.evidence.cells = {cell};
    if (search.close()) return true;
  }
  return false;
}

}  // namespace

std::vector<Finder> singles() {
  return {finder(kFullHouse, find_full_house),
          finder(kHiddenSingleInBox, find_hidden_single_in_box),
          finder(kHiddenSingle, find_hidden_single), finder(kNakedSingle, find_naked_single)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
