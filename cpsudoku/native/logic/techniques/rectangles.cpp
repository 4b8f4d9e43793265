// Unique rectangles: four cells of two rows, two columns and two boxes that could all be x or y
// would, with x and y swapped, be another solution.  So in a puzzle with one solution they are not
// all x or y, unless one is a given, or could not be x and y in the puzzle as given.
//
//     floor     corners with only x and y
//     roof      corners with more
//
//     1  one roof corner: it is neither x nor y
//     2  two roof corners side by side with the same one digit more: one of them is it
//     3  two roof corners side by side: what they have more is a naked subset with other cells
//     4  two roof corners side by side, x of their house only in them: they are not y
//     5  like 2, with corners across from one another, or three
//     6  two roof corners across, x of both rows (or columns) only in the rectangle: they are not x
//     hidden     the corner across from a floor corner, x of its row and its column in the rectangle
//                alone: it is not y
//
// The same argument about cells that were solved, not given, is in avoidable_rectangles.cpp.

#include "logic/techniques/families.hpp"
#include "logic/techniques/rectangle_corners.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kTypes[] = {{"hidden rectangle", "rectangles", false, true},
                            {"uniqueness test 1", "rectangles", false, true},
                            {"uniqueness test 2", "rectangles", false, true},
                            {"uniqueness test 3", "rectangles", false, true},
                            {"uniqueness test 4", "rectangles", false, true},
                            {"uniqueness test 5", "rectangles", false, true},
                            {"uniqueness test 6", "rectangles", false, true}};

// A rectangle with two digits that each corner may have, or one of them where that is allowed.
class Rectangle {
 public:
  Rectangle(Search& search, const Corners& corners, Mask pair)
      : search_(search), corners_(corners), pair_(pair) {
    for (int i = 0; i < 4; ++i) {
      const Mask more = at(i) & ~pair;
      extra_ |= more;
      (more ? roof_ : floor_).push_back(i);
    }
  }

  bool find(int type) {
    switch (type) {
      case 1: return roof_.size() == 1 && lose(roof_, pair_, 1);
      case 2: return side_by_side() && shared_digit(2);
      case 3: return side_by_side() && naked_subset();
      case 4: return side_by_side() && locked_digit();
      case 5: return (across() || roof_.size() == 3) && shared_digit(5);
      case 6: return across() && fish();
      default: return find_hidden();
    }
  }

 private:
  // The corner `far` across from the floor corner `near`.
  bool find_hidden() {
    for (const int near : floor_) {
      const int far = 3 - near;
      for (const Digit x : bits(pair_)) {
        if (!alone(far, far ^ 1, Kind::row, x) || !alone(far, far ^ 2, Kind::column, x)) continue;
        if (lose({far}, pair_ & ~bit(x), 0)) return true;
      }
    }
    return false;
  }

  Cell cell(int i) const { return corners_[i]; }
  Mask at(int i) const { return search_.position.candidates(cell(i)); }
  bool side_by_side() const { return roof_.size() == 2 && roof_[0] + roof_[1] != 3; }
  bool across() const { return roof_.size() == 2 && roof_[0] + roof_[1] == 3; }

  // Whether a digit must be in one of two corners of a line.
  bool alone(int i, int j, Kind kind, Digit digit) const {
    const GroupId house = search_.houses().group_of(cell(i), kind);
    auto places = search_.houses()[house].set & search_.position.cells(digit);
    places.reset(cell(i));
    places.reset(cell(j));
    return places.none() && search_.houses()[house].exact && search_.position.places(house, digit);
  }

  bool close(const std::vector<Cell>& others = {}) {
    Step& step = search_.sink.draft();
    if (step.empty()) return false;
    if (search_.wants_evidence()) {
      for (const Cell corner : corners_) step.evidence.add(corner, pair_);
      for (const Cell other : others) step.evidence.cells.push_back(other);
    }
    return search_.close();
  }

  bool lose(const std::vector<int>& corners, Mask digits, int type) {
    Step& step = search_.begin(kTypes[type]);
    for (const int i : corners) step.eliminate_digits(cell(i), at(i) & digits);
    return close();
  }

  bool shared_digit(int type) {
    if (!single(extra_)) return false;
    const Digit digit = std::countr_zero(extra_);
    auto gone = search_.position.cells(digit);
    for (const int i : roof_) gone &= search_.houses().peers(cell(i));
    Step& step = search_.begin(kTypes[type]);
    step.eliminate(gone, digit);
    return close();
  }

  // The houses that two corners share.
  std::vector<GroupId> shared_houses() const {
    std::vector<GroupId> result;
    for (const auto& m : search_.houses().groups_of(cell(roof_[0]))) {
      if (search_.houses()[m.group].set.has(cell(roof_[1]))) result.push_back(m.group);
    }
    return result;
  }

  bool naked_subset() {
    for (const GroupId house : shared_houses()) {
      auto others = search_.houses()[house].set & search_.position.open();
      others.reset(cell(roof_[0]));
      others.reset(cell(roof_[1]));
      std::vector<Cell> cells, chosen;
      for (const Cell other : others) {
        if (!(search_.position.candidates(other) & pair_)) cells.push_back(other);
      }
      if (extend_subset(house, cells, 0, extra_, chosen)) return true;
    }
    return false;
  }

  bool extend_subset(GroupId house, const std::vector<Cell>& cells, std::size_t from, Mask digits,
                     std::vector<Cell>& chosen) {
    for (std::size_t i = from; i < cells.size(); ++i) {
      const Mask all = digits | search_.position.candidates(cells[i]);
      chosen.push_back(cells[i]);
      if (count(all) == static_cast<int>(chosen.size()) + 1 && close_subset(house, all, chosen)) {
        return true;
      }
      if (extend_subset(house, cells, i + 1, all, chosen)) return true;
      chosen.pop_back();
    }
    return false;
  }

  bool close_subset(GroupId house, Mask digits, const std::vector<Cell>& chosen) {
    // In each group that has all of it, not only in the house.
    CellSet subset;
    for (const Cell c : chosen) subset.set(c);
    for (const int i : roof_) subset.set(cell(i));
    Step& step = search_.begin(kTypes[3]);
    auto reach = search_.houses()[house].set;
    for (const GroupId id : shared_houses()) {
      if (search_.houses()[id].set.contains(subset)) reach |= search_.houses()[id].set;
    }
    for (const Digit d : bits(digits)) {
      step.eliminate((reach & search_.position.cells(d)) - subset, d);
    }
    return close(chosen);
  }

  // HoDoKu looks at all that both see, not at each of their houses.
  bool digit_seen_nowhere() {
    const auto seen =
        search_.houses().peers(cell(roof_[0])) & search_.houses().peers(cell(roof_[1]));
    for (const Digit x : bits(pair_)) {
      if ((seen & search_.position.cells(x)).none()) return lose(roof_, pair_ & ~bit(x), 4);
    }
    return false;
  }

  bool locked_digit() {
    if (search_.options.rows_first) return digit_seen_nowhere();
    for (const GroupId house : shared_houses()) {
      if (!search_.houses()[house].exact) continue;
      for (const Digit x : bits(pair_)) {
        if (!search_.position.places(house, x)) continue;
        auto places = search_.houses()[house].set & search_.position.cells(x);
        places.reset(cell(roof_[0]));
        places.reset(cell(roof_[1]));
        if (places.none() && lose(roof_, pair_ & ~bit(x), 4)) return true;
      }
    }
    return false;
  }

  bool fish() {
    for (const Digit x : bits(pair_)) {
      const bool rows = alone(0, 1, Kind::row, x) && alone(2, 3, Kind::row, x);
      const bool columns = alone(0, 2, Kind::column, x) && alone(1, 3, Kind::column, x);
      const bool enough = search_.options.rows_first ? rows && columns : rows || columns;
      if (enough && lose(roof_, bit(x), 6)) return true;
    }
    return false;
  }

  Search& search_;
  Corners corners_;
  Mask pair_;
  Mask extra_ = 0;
  std::vector<int> roof_, floor_;
};

// Whether a corner may have both digits, or might if it had not lost them to other techniques.
bool may_have(const Search& search, Cell cell, Mask pair) {
  const auto& position = search.position;
  if (!search.options.missing_candidates) return (position.candidates(cell) & pair) == pair;
  Mask placed = 0;
  for (const auto& m : search.houses().groups_of(cell)) placed |= position.placed(m.group);
  return !(placed & pair);
}

// From each cell of two digits, in HoDoKu's order; each rectangle once, with the first pair met.
bool find_from_cells(Search& search, int type) {
  const auto& position = search.position;
  const auto& memory = rectangles_of(search);
  std::vector<Corners> seen;
  for (const Cell first : position.bivalue()) {
    const Mask pair = position.candidates(first);
    for (const Corners& corners : memory.from[first]) {
      const bool fits = all_of(
          corners, [&](Cell c) { return position.open().has(c) && may_have(search, c, pair); });
      if (!fits || !could_swap(position, corners, pair)) continue;
      Corners key = corners;
      sort_numbers(key);
      if (contains(seen, key)) continue;
      seen.push_back(key);
      if (Rectangle(search, corners, pair).find(type)) return true;
    }
  }
  return false;
}

// Steps of a type from the rectangles of open cells that may be two digits all over.
bool find_type(Search& search, int type) {
  if (search.options.rows_first) return find_from_cells(search, type);
  const auto& position = search.position;
  const bool missing = search.options.missing_candidates != 0;
  for (const Corners& corners : rectangles_of(search).all) {
    Mask in_all = search.houses().all_digits(), in_any = 0;
    bool open = true;
    for (const Cell c : corners) {
      open = open && position.open().has(c);
      in_all &= position.candidates(c);
      in_any |= position.candidates(c);
    }
    if (!open) continue;
    const Mask from = missing ? in_any : in_all;
    for (const Digit x : bits(from)) {
      for (const Digit y : bits(from & ~(bit(x) | (bit(x) - 1)))) {
        const Mask pair = bit(x) | bit(y);
        const bool fits =
            all_of(corners, [&](Cell c) { return (position.candidates(c) & pair) != 0; });
        if (!fits || !could_swap(position, corners, pair)) continue;
        if (Rectangle(search, corners, pair).find(type)) return true;
      }
    }
  }
  return false;
}

template <int Type>
Finder type() {
  return finder(kTypes[Type], [](Search& search) { return find_type(search, Type); });
}

}  // namespace

std::vector<Finder> rectangles() {
  return {type<1>(), type<2>(), type<3>(), type<4>(), type<5>(), type<6>(), type<0>()};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
