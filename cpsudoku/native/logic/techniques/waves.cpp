#include "logic/techniques/waves.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

void NetSets::list_choices(const Position& position, Mask digits, bool cells) {
  choices.clear();
  if (cells) list_cells(position);
  list_houses(position, digits);
}

void NetSets::list_cells(const Position& position) {
  for (const Cell cell : position.open()) {
    if (count(position.candidates(cell)) < 3) continue;
    Choice choice{{}, -1};
    for (const Digit d : bits(position.candidates(cell))) {
      choice.members.push_back(static_cast<std::uint16_t>(numbering().number(cell, d)));
    }
    choices.push_back(std::move(choice));
  }
}

// Short ones first, boxes before rows and columns.
void NetSets::list_houses(const Position& position, Mask digits) {
  const auto& houses = position.houses();
  for (int size = 3; size <= houses.digits(); ++size) {
    for (const Kind kind : {Kind::box, Kind::row, Kind::column, Kind::other}) {
      for (const GroupId house : houses.of(kind)) {
        for (const Digit d : bits(digits)) {
          const Mask places = position.places(house, d);
          if (count(places) != size) continue;
          Choice choice{{}, house};
          for (const int i : bits(places)) {
            const Cell cell = houses[house].cells[i];
            choice.members.push_back(static_cast<std::uint16_t>(numbering().number(cell, d)));
          }
          std::sort(choice.members.begin(), choice.members.end());
          choices.push_back(std::move(choice));
        }
      }
    }
  }
}

void NetSets::list_sets() {
  sets_.clear();
  for (const Choice& choice : choices) sets_.push_back({&choice.members, 0});
  for (std::size_t e = 0; e < events.size(); ++e) {
    if (events[e].premises.size() > 1) sets_.push_back({&events[e].premises, e});
  }
  member_ends_.assign(static_cast<std::size_t>(numbering().size()) + 1, 0);
  for (const Set& set : sets_) {
    for (const auto c : *set.members) ++member_ends_[c + std::size_t{1}];
  }
  for (std::size_t c = 1; c < member_ends_.size(); ++c) member_ends_[c] += member_ends_[c - 1];
  member_of_.resize(member_ends_.back());
  std::vector<int> at(member_ends_.begin(), member_ends_.end() - 1);
  for (std::size_t s = 0; s < sets_.size(); ++s) {
    for (const auto c : *sets_[s].members) { member_of_[at[c]++] = static_cast<std::uint16_t>(s); }
  }
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
