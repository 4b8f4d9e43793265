// A grid of candidates under the rules, with propagation of singles and undo.
//
// The problem: cells of a grid, up to 64 digits, and groups of cells that must all be different.
// A group with as many cells as there are digits is a *house*: each digit has a place in it.  When
// a digit is placed, its peers lose it; then
//
//   naked single    a cell has one candidate left           → place it
//   hidden single   a digit has one place left in a house   → place it there
//   dead end        a cell without candidates, or a digit without a place in a house
//
// Layout.  Candidates are one 64-bit mask a cell, bit d−1 for digit d.  What a placement touches is
// found in flat lists (`Layout`, built once for the rules, shared by all searches):
//
//   peer_start   0        20        40 …          cell c's peers are
//   peers       [1 2 3 …][0 2 3 …][0 1 3 …] …       peers[peer_start[c] … peer_start[c+1])
//
// and the same for house → cells and cell → houses.  Every change of a mask is written on a trail
// (cell, old mask), and every placed cell on a list, so that going back is popping:
//
//   trail   … (7, 0b0110) (16, 0b1101) | (25, 0b0011) …
//                                      ^ mark of the newest branch
//
// A trail grows by at most cells × digits entries along a path.  A copy of all masks at each branch
// instead would need cells² masks: 134 MB on a board of 64×64.
//
// Worked example, 4×4 with 2×2 boxes:
//
//     1 . | . .      r1c1 = 1 takes 1 from row 1, column 1 and box 1, r2c3 = 1 from column 3.
//     . . | 1 .      In row 4 the cells r4c1 and r4c3 have lost 1, r4c4 is given as 4:
//     ----+----      r4c2 is the only place left for 1, a hidden single.
//     . . | . .      Placed, it leaves r3c4 as the only place for 1 in row 3.
//     . . | . 4
//
// Order.  Cells whose candidates became one wait in a queue, first in first out; houses that lost
// a candidate wait as bits of a set and are looked at, lowest number first, when no cell waits.
// The plain-Python twin keeps the same order, so both count the same propagations.
#pragma once

#include <utility>

#include "core/bit_set.hpp"
#include "core/lists.hpp"
#include "core/ranges.hpp"

namespace cpsudoku::propagation {

using Mask = std::uint64_t;  // a set of digits: bit d−1 stands for digit d
using Cell = std::uint32_t;

inline constexpr int kMaxDigits = 64;
inline constexpr std::size_t kMaxCells = std::size_t{1}
                                         << 20;  // numbers of variables are 32 bits wide

enum class Singles { none, naked, hidden };

using Lists = ListsOf<Cell>;

// Rules as flat lists.  Never changed after it is built, so any number of threads may read it.
struct Layout {
  // require: 1 ≤ digits ≤ kMaxDigits; cells ≤ kMaxCells; the cells of `groups` are below `cells` and distinct within
  // a group; throws std::invalid_argument where that is not so.
  Layout(int digits, std::size_t cells, const std::vector<std::vector<Cell>>& groups);

  int digits;
  std::size_t cells;
  Mask all;         // every digit
  Lists peers;      // of each cell, ascending
  Lists houses;     // cells of each house, in the order given
  Lists houses_of;  // houses of each cell
};

// The candidates of every cell along one path of a search.
class CandidateGrid {
 public:
  // A place on the path to come back to.
  struct Mark {
    std::size_t trail;
    std::size_t placed;
  };

  // require: candidates has one mask a cell, within layout.all; the layout outlives the position.
  CandidateGrid(const Layout& layout, Singles singles, std::span<const Mask> candidates);

  // Place the cells that have one candidate from the start, with what follows from them.
  // ensure: false if that shows that there is no solution.
  bool start();

  // Place a digit in an open cell that has it as a candidate, with what follows from it.
  // ensure: false at a dead end; the caller then goes back to a mark from before.
  bool place(Cell cell, Mask digit);

  // Take candidates from a cell, with what follows from that.
  // ensure: false at a dead end.
  bool exclude(Cell cell, Mask digits);

  // Place the hidden singles of all houses, where only placements leave them, with what follows.
  // ensure: false at a dead end.
  bool place_hidden();

  Mark mark() const { return {trail_.size(), placed_.size()}; }
  void undo(const Mark& mark);

  // The open cell with the lowest number, or −1 when the grid is full.
  std::ptrdiff_t first_open() const { return open_.next(0); }

  // The open cell with the fewest candidates, the lowest numbered of several, or −1.
  std::ptrdiff_t fewest() const;

  Mask candidates(Cell cell) const { return masks_[cell]; }
  std::span<const Mask> all_candidates() const { return masks_; }

  // The cells that changed since a mark and what they had before, in order; a cell may come twice.
  std::span<const std::pair<Cell, Mask>> changes_since(const Mark& mark) const {
    return std::span(trail_).subspan(mark.trail);
  }

  // Placements that followed from others.
  std::uint64_t propagations() const { return propagations_; }

 private:
  bool propagate();
  bool settle(Cell cell);
  bool find_hidden(std::size_t house);
  void set(Cell cell, Mask mask);

  const Layout* layout_;
  Singles singles_;
  std::vector<Mask> masks_;
  LongBitSet open_;   // cells not placed yet
  LongBitSet dirty_;  // houses that lost a candidate since they were looked at
  std::vector<Cell> queue_;
  std::size_t head_ = 0;
  std::vector<std::pair<Cell, Mask>> trail_;
  std::vector<Cell> placed_;
  std::uint64_t propagations_ = 0;
};

}  // namespace cpsudoku::propagation
