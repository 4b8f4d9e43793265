// WXYZ-wings: four cells with four digits between them, of which three are *restricted*: all cells of
// the four that may have such a digit see one another, so that one of them at most has it.
//
//     wxyz   .   .  |  wz   .   .       the hinge wxyz sees the three others; w is restricted to the
//      .    xz  yz  |   *   .   .       row, x and y to the box
//
// The three restricted digits fill three cells at most, so that one of the four is z: what sees all
// places of z is not z.  Four cells of which two or three do the same by themselves are left out.
#include "logic/techniques/families.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kWXYZWing{"wxyz-wing", "wings"};

constexpr int kCells = 4;

// Cells chosen so far, the hinge first.
struct Chosen {
  std::array<Cell, kCells> cells;
  int size = 0;
  Mask digits = 0;
  Mask loose = 0;  // digits that two cells may both have
};

class WXYZWings {
 public:
  WXYZWings(Search& search, Cell hinge) : search_(search), hinge_(hinge) {
    for (const Cell cell : search.houses().peers(hinge) & search.position.open()) {
      if (fits(search.position.candidates(cell))) others_.push_back(cell);
    }
  }

  static bool fits(Mask digits) { return count(digits) >= 2 && count(digits) <= kCells; }

  bool run() { return choose(with({}, hinge_), 0); }

 private:
  Mask candidates(Cell cell) const { return search_.position.candidates(cell); }
  bool see(Cell a, Cell b) const { return search_.houses().see(a, b); }

  Chosen with(Chosen chosen, Cell cell) const {
    for (int i = 0; i < chosen.size; ++i) {
      const Cell other = chosen.cells[i];
      if (!see(cell, other)) chosen.loose |= candidates(cell) & candidates(other);
    }
    chosen.cells[chosen.size++] = cell;
    chosen.digits |= candidates(cell);
    return chosen;
  }

  bool choose(const Chosen& chosen, std::size_t from) {
    if (chosen.size == kCells) return close(chosen);
    for (std::size_t i = from; i < others_.size(); ++i) {
      const Chosen more = with(chosen, others_[i]);
      if (count(more.digits) > kCells || several(more.loose)) continue;
      if (choose(more, i + 1)) return true;
    }
    return false;
  }

  bool close(const Chosen& chosen) {
    if (!single(chosen.loose) || has_smaller(chosen) || has_lower_hinge(chosen)) return false;
    const Digit z = std::countr_zero(chosen.loose);
    auto gone = search_.position.cells(z);
    for (const Cell cell : chosen.cells) {
      if (search_.position.has(cell, z)) gone &= search_.houses().peers(cell);
    }
    if (gone.none()) return false;
    Step& step = search_.begin(kWXYZWing);
    step.eliminate(gone, z);
    if (search_.wants_evidence()) {
      for (const Cell cell : chosen.cells) step.evidence.add(cell, candidates(cell));
    }
    return search_.close();
  }

  // Whether some of the cells have no more digits than they are.
  bool has_smaller(const Chosen& chosen) const {
    for (unsigned some = 1; some + 1 < 1U << kCells; ++some) {
      Mask digits = 0;
      for (const int i : bits(some)) digits |= candidates(chosen.cells[i]);
      if (count(digits) <= count(Mask{some})) return true;
    }
    return false;
  }

  // Each four cells once: with the lowest of those that see all others.
  bool has_lower_hinge(const Chosen& chosen) const {
    for (const Cell cell : chosen.cells) {
      bool sees_all = cell < hinge_;
      for (const Cell other : chosen.cells)
        sees_all = sees_all && (other == cell || see(cell, other));
      if (sees_all) return true;
    }
    return false;
  }

  Search& search_;
  Cell hinge_;
  std::vector<Cell> others_;
};

bool find_wxyz_wing(Search& search) {
  for (const Cell hinge : search.position.open()) {
    if (!WXYZWings::fits(search.position.candidates(hinge))) continue;
    if (search.expired()) return false;
    if (WXYZWings(search, hinge).run()) return true;
  }
  return false;
}

}  // namespace

std::vector<Finder> wxyz_wings() { return {finder(kWXYZWing, find_wxyz_wing)}; }

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
