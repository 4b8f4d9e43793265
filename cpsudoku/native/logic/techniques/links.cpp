#include "logic/techniques/links.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

void Numbering::assign(const Position& position, Mask digits) {
  digits_ = position.houses().digits();
  numbers_.assign(static_cast<std::size_t>(position.houses().cells() * digits_), -1);
  candidates.clear();
  for (const Cell cell : position.open()) {
    for (const Digit d : bits(position.candidates(cell) & digits)) {
      numbers_[cell * digits_ + d] = static_cast<std::int16_t>(size());
      candidates.push_back(Step::candidate(cell, d));
    }
  }
}

void LinkedPairs::list(const Position& position, const Numbering& numbering, Mask digits,
                       unsigned kinds) {
  const auto& houses = position.houses();
  weak.clear();
  strong.clear();
  for (int a = 0; a < numbering.size(); ++a) {
    const auto [cell, digit] = numbering[a];
    for (int b = a + 1; b < numbering.size() && numbering[b].cell == cell; ++b) {
      if (kinds & kCellWeak) weak.emplace_back(a, b);
      if ((kinds & kCellStrong) && position.bivalue().has(cell)) strong.emplace_back(a, b);
    }
    for (const Cell peer : houses.peers(cell) & position.cells(digit)) {
      if (peer > cell) weak.emplace_back(a, numbering.number(peer, digit));
    }
  }
  if (!(kinds & kHouseStrong)) return;
  for (const GroupId house : houses.all()) {
    const auto& cells = houses[house].cells;
    for (const Digit d : bits(digits)) {
      const Mask places = position.places(house, d), rest = places & (places - 1);
      if (!single(rest)) continue;
      strong.emplace_back(numbering.number(cells[std::countr_zero(places)], d),
                          numbering.number(cells[std::countr_zero(rest)], d));
    }
  }
}

namespace {

// The house in which two candidates of one digit are the only places; −1 for none.
GroupId house_of_pair(const Position& position, const Candidate& a, const Candidate& b) {
  for (const auto& m : position.houses().groups_of(a.cell)) {
    const auto& group = position.houses()[m.group];
    if (group.exact && group.set.has(b.cell) && count(position.places(m.group, a.digit)) == 2) {
      return m.group;
    }
  }
  return -1;
}

}  // namespace

Assertion linked(const Position& position, const Numbering& numbering, int from, int to,
                 int premise) {
  const Candidate a = numbering[candidate_of(from)], b = numbering[candidate_of(to)];
  Assertion line{{b}, is_true(to), Reason::peer, {premise}, -1};
  if (!is_true(to)) return line;
  line.reason = a.cell == b.cell ? Reason::cell : Reason::house;
  if (line.reason == Reason::house) line.number = house_of_pair(position, a, b);
  return line;
}

Proof proof_of(const Position& position, const Numbering& numbering, const std::vector<int>& way) {
  Proof proof{{{numbering[candidate_of(way[0])]}, is_true(way[0]), Reason::assumed, {}, -1}};
  for (std::size_t i = 1; i < way.size(); ++i) {
    proof.push_back(linked(position, numbering, way[i - 1], way[i], static_cast<int>(i) - 1));
  }
  return proof;
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
