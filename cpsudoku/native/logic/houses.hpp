// The board as techniques see it: groups of cells that are all different, and which cells see each
// other.
//
// A group with as many cells as there are digits is a *house* (every digit is in it just once); a
// smaller one only excludes.  What a group is called (row, column, box, other) is data that the
// rules give; a jigsaw's regions are boxes here.
#pragma once

#include "logic/cells.hpp"

namespace cpsudoku::logic {

enum class Kind : std::uint8_t { row, column, box, other };

struct GroupData {
  std::vector<Cell> cells;
  Kind kind;
};

inline namespace CPSUDOKU_BOARDS {

struct Group {
  Kind kind;
  bool exact;               // a house
  std::vector<Cell> cells;  // by position
  CellSet set;
};

// Where a cell stands in one of its groups.
struct Membership {
  GroupId group;
  int position;
  int first;  // of the group's digits, in a table of all groups and digits
};

// Two groups that share at least two cells, the first one a house: what locked candidates ask.
struct Crossing {
  GroupId base;  // a house
  GroupId cover;
  Mask in_base;   // positions in the base of the shared cells
  Mask in_cover;  // positions in the cover of the shared cells
  // The shared cells, those only of the base, those only of the cover: where they end.
  const std::uint16_t* cells;
  int shared_end;
  int base_end;
  int cover_end;
};

class Houses {
 public:
  // require: at most 64·kWidth cells, at most 32 digits, no group with more cells than digits or with
  // cells outside of the board.
  Houses(int cells, int digits, const std::vector<GroupData>& groups);
  Houses(const Houses&) = delete;  // crossings point into it
  Houses& operator=(const Houses&) = delete;

  int cells() const { return cells_; }
  int digits() const { return digits_; }
  Mask all_digits() const { return bit(digits_ - 1) | (bit(digits_ - 1) - 1); }
  const CellSet& all_cells() const { return all_cells_; }

  const std::vector<Group>& groups() const { return groups_; }
  const Group& operator[](GroupId id) const { return groups_[id]; }
  std::span<const Membership> groups_of(Cell cell) const {
    const auto begin = static_cast<std::size_t>(first_membership_[cell]);
    const auto end = static_cast<std::size_t>(first_membership_[cell + 1]);
    return {memberships_.data() + begin, end - begin};
  }
  const CellSet& peers(Cell cell) const { return peers_[cell]; }
  bool see(Cell a, Cell b) const { return peers(a).has(b); }
  // The position of a cell in a group; −1 where it is not in it.
  int position(GroupId group, Cell cell) const { return positions_[group * cells_ + cell]; }
  // The group of a kind that a cell is in (the first); −1 for none.
  GroupId group_of(Cell cell, Kind kind) const {
    return group_of_[static_cast<std::size_t>(kind)][cell];
  }
  int number(GroupId house) const { return numbers_[house]; }

  // The houses of one kind, and all: boxes, columns, rows, others (Sudoku Explainer's order).
  const std::vector<GroupId>& of(Kind kind) const { return of_[static_cast<std::size_t>(kind)]; }
  const std::vector<GroupId>& all() const { return all_; }
  // All: rows, columns, boxes, others (HoDoKu's order).
  const std::vector<GroupId>& rows_first() const { return rows_first_; }
  // All: boxes, rows, columns, others (HoDoKu's order of subsets).
  const std::vector<GroupId>& boxes_first() const { return boxes_first_; }
  const std::vector<GroupId>& inexact() const { return inexact_; }
  // Pairs that share two cells or more: box by line, then line by box, then with others.
  const std::vector<Crossing>& crossings() const { return crossings_; }
  // Those with this base, in the same order.
  const std::vector<Crossing>& crossings_of(GroupId base) const { return crossings_of_[base]; }
  bool all_exact() const { return inexact_.empty(); }

 private:
  void add_memberships();
  void add_crossings(Kind base, Kind cover);

  int cells_;
  int digits_;
  CellSet all_cells_;
  std::vector<Group> groups_;
  std::vector<int> first_membership_;  // of each cell, and one more
  std::vector<Membership> memberships_;
  std::vector<CellSet> peers_;
  std::vector<std::int8_t> positions_;
  std::array<std::vector<GroupId>, 4> of_;
  std::vector<GroupId> all_;
  std::vector<GroupId> rows_first_;
  std::vector<GroupId> boxes_first_;
  std::vector<GroupId> inexact_;
  std::array<std::vector<GroupId>, 4> group_of_;
  std::vector<int> numbers_;
  std::vector<Crossing> crossings_;
  std::vector<std::vector<Crossing>> crossings_of_;
  std::vector<std::vector<std::uint16_t>> crossing_cells_;
};

}  // namespace CPSUDOKU_BOARDS

}  // namespace cpsudoku::logic
