// Which digits a technique of one digit can still exclude from a cell: those that have a candidate in no
// template, that is, in no way to place the digit in all its houses.  Whatever a fish excludes is such a
// candidate, so for all other digits the search for fish is vain.
#pragma once

#include <algorithm>
#include <vector>

#include "logic/search.hpp"

namespace cpsudoku::logic {

template <int W>
class Excludable {
 public:
  // Whether a candidate of the digit is in no template; true where that takes too long to know.
  bool any(const Search<W>& search, Digit digit) {
    if (turn_ != search.turn) {
      turn_ = search.turn;
      known_ = excludable_ = 0;
    }
    if (!(known_ >> digit & 1)) {
      known_ |= bit(digit);
      if (look(search.position, digit)) excludable_ |= bit(digit);
    }
    return excludable_ >> digit & 1;
  }

 private:
  static constexpr int kMostNodes = 3000;

  bool look(const Position<W>& position, Digit digit) {
    position_ = &position;
    digit_ = digit;
    nodes_ = 0;
    CellSet<W> unseen = position.cells(digit);
    std::vector<GroupId> houses;
    for (const GroupId id : position.houses().all()) {
      if (position.places(id, digit)) houses.push_back(id);
    }
    while (unseen.any()) {
      template_.clear();
      const Cell first = unseen.first();
      if (!place(first, position.cells(digit), houses)) return true;
      unseen -= template_;
    }
    return false;
  }

  // Places the digit in a cell, and then in all houses that are left.
  bool place(Cell cell, CellSet<W> cells, const std::vector<GroupId>& houses) {
    if (++nodes_ > kMostNodes) return false;
    template_.set(cell);
    cells.reset(cell);
    cells -= position_->houses().peers(cell);
    std::vector<GroupId> left;
    CellSet<W> narrowest;
    int least = -1;
    for (const GroupId id : houses) {
      const auto& house = position_->houses()[id].set;
      if (house.has(cell)) continue;
      left.push_back(id);
      const auto places = house & cells;
      if (least >= 0 && places.count() >= least) continue;
      least = places.count();
      narrowest = places;
    }
    if (left.empty()) return true;
    for (const Cell next : narrowest) {
      if (place(next, cells, left)) return true;
    }
    template_.reset(cell);
    return false;
  }

  std::uint64_t turn_ = 0;
  Mask known_ = 0;
  Mask excludable_ = 0;
  const Position<W>* position_ = nullptr;
  Digit digit_ = 0;
  CellSet<W> template_;
  int nodes_ = 0;
};

}  // namespace cpsudoku::logic
