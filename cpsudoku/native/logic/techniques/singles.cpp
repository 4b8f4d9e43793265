// Singles: the last place of a digit in a house, the last digit of a cell.

#include "logic/techniques/families.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

const Technique kFullHouse{"full house", "singles"};
const Technique kHiddenSingle{"hidden single", "singles"};
const Technique kNakedSingle{"naked single", "singles"};

bool close_single(Search& search, const Technique& as, const Candidate& single, GroupId house) {
  Step& step = search.begin(as);
  step.place(single.cell, single.digit);
  if (search.wants_evidence()) {
    step.evidence.cells = {single.cell};
    if (house >= 0) step.evidence.base = {house};
  }
  return search.close();
}

namespace {

const Technique kHiddenSingleInBox{"hidden single in box", "singles"};

bool close_hidden(Search& search, const Technique& as, GroupId house, Digit digit) {
  const Cell cell = search.position.first_place(house, digit);
  return close_single(search, as, Step::candidate(cell, digit), house);
}

bool find_full_house(Search& search) {
  if (!search.position.may_have_full_house()) return false;
  for (const GroupId house : search.houses().all()) {
    if (search.position.open_count(house) != 1) continue;
    const Mask once = search.position.once(house);
    if (once && close_hidden(search, kFullHouse, house, std::countr_zero(once))) return true;
  }
  return false;
}

bool find_hidden(Search& search, const std::vector<GroupId>& houses, const Technique& as) {
  for (const GroupId house : houses) {
    const Mask once = search.position.once(house);
    if (!once || search.position.open_count(house) == 1) continue;
    for (const Digit d : bits(once)) {
      if (close_hidden(search, as, house, d)) return true;
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
  return any_of(search.position.naked(), [&](const Cell cell) {
    const Digit digit = std::countr_zero(search.position.candidates(cell));
    return close_single(search, kNakedSingle, Step::candidate(cell, digit), -1);
  });
}

}  // namespace

std::vector<Finder> singles() {
  return {finder(kFullHouse, find_full_house),
          finder(kHiddenSingleInBox, find_hidden_single_in_box),
          finder(kHiddenSingle, find_hidden_single), finder(kNakedSingle, find_naked_single)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
