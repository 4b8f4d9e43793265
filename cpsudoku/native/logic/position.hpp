// Where a puzzle stands: what is placed, and which candidates are left; all counts kept up to date.
//
// The same candidates are kept three ways, so that each question is one load:
//
//     candidates(cell)        digits that an open cell may have; none once it is placed
//     places(group, digit)    positions in the group where the digit may still go
//     cells(digit)            open cells that may have the digit
//
// and what singles ask is kept too: the digits with one place in a house, the cells with one or two
// candidates, and in which order singles have arisen since the start.  Copying into a position of the
// same board allocates nothing.
//
// A start counts what is left at once: to take each given's candidates from its peers one by one would
// ask of some 500 candidates, one after the other, what that leaves of three groups.
#pragma once

#include "logic/houses.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

class Position {
 public:
  explicit Position(const Houses& houses);

  // Begins anew.  `digits`: for each cell its digit 1 … N, 0 for an open one; `candidates`: for each
  // cell its digits, of which the peers of placed cells lose theirs (none given: all); `at_first`: for
  // each cell what the puzzle as given left it (none given: its digit, or its candidates).
  void start(std::span<const std::uint8_t> digits, std::span<const Mask> candidates = {},
             std::span<const Mask> at_first = {});

  const Houses& houses() const { return *houses_; }
  Mask candidates(Cell cell) const { return candidates_[cell]; }
  bool has(Cell cell, Digit digit) const { return (candidates(cell) >> digit) & 1; }
  const CellSet& cells(Digit digit) const { return cells_[digit]; }
  // The open cells that may have the digit and see all of these.
  CellSet seen_by_all(const CellSet& cells, Digit digit) const {
    CellSet seen = this->cells(digit);
    for (const Cell cell : cells) seen &= houses_->peers(cell);
    return seen;
  }
  Mask places(GroupId group, Digit digit) const { return places_[group * stride_ + digit]; }
  // require: there is a place.
  Cell first_place(GroupId group, Digit digit) const {
    return (*houses_)[group].cells[std::countr_zero(places(group, digit))];
  }
  // The digit of a placed cell; −1 for an open one.
  Digit digit(Cell cell) const { return digits_[cell] - 1; }
  const CellSet& open() const { return open_; }
  // Whether the puzzle as given, before anything followed, left a cell all of these digits.  A
  // technique that swaps digits for another solution asks this: that one may have what has gone
  // since.
  bool could_be(Cell cell, Mask digits) const { return (at_first_[cell] & digits) == digits; }
  Mask placed(GroupId group) const { return placed_[group]; }
  int open_count(GroupId group) const { return open_counts_[group]; }
  // False where no house has one open cell left.
  bool may_have_full_house() const { return nearly_full_ > 0; }
  // The digits that have one place left in a house, and are not placed in it.
  Mask once(GroupId house) const { return once_[house]; }
  // The open cells with one candidate, and with two.
  const CellSet& naked() const { return naked_; }
  const CellSet& bivalue() const { return bivalue_; }

  // Singles that have arisen since the start, the oldest first, gone ones too: cells that came to have
  // one candidate, digits that came to have one place in a house.
  const std::vector<Candidate>& arrived_naked() const { return arrived_naked_; }
  const std::vector<Candidate>& arrived_hidden() const { return arrived_hidden_; }

  bool solved() const { return open_.none() && !broken_; }
  // Whether an open cell has no candidate, a digit no place in a house, or two peers a digit.
  bool broken() const { return broken_; }

  // require: the cell is open.
  void place(Cell cell, Digit digit);
  // Nothing where the candidate is gone already.
  void eliminate(Cell cell, Digit digit);

 private:
  void clear();
  void restrict_to(std::span<const Mask> candidates);
  void give(Cell cell, Digit digit);
  void count_all();
  void remove(Cell cell, Digit digit);
  void leave(const Membership& m, Digit digit);

  const Houses* houses_;
  int stride_;
  bool broken_ = false;
  CellSet open_;
  CellSet naked_;
  CellSet bivalue_;
  std::vector<Mask> candidates_;
  std::vector<Mask> at_first_;
  std::vector<CellSet> cells_;
  std::vector<Mask> places_;
  std::vector<Mask> placed_;
  std::vector<Mask> once_;
  std::vector<std::uint8_t> digits_;
  std::vector<std::int8_t> open_counts_;  // of each group
  int nearly_full_ = 0;                   // groups with one open cell
  std::vector<Candidate> arrived_naked_;
  std::vector<Candidate> arrived_hidden_;
};

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
