// One classic 9×9 puzzle at a time, as quickly as possible.
//
// Problem.  Given for each of the 81 cells the digits that it may have, find a solution, a number
// of them, or all, and know whether there are others.  The latency of one puzzle counts, so the
// vector registers hold one puzzle's boxes and not many puzzles like the lanes engine's.
//
// Layout.  A candidate set is a 16-bit word with bit d−1 for digit d.  The nine cells of a box are
// in nine vectors, the nine boxes in the words of each.  A 128-bit part is a band; its halves are
// two nodes of the search tree, A and B, which are worked on at once:
//
//       a box              vector of cell (0, 1), that is of r1c2 r1c5 r1c8 r4c2 r4c5 …
//     ┌─────────┐
//     │ 0 1 2   │             band 0             band 1             band 2
//     │ 3 4 5   │      ┌────────┬────────┬────────┬────────┬────────┬────────┐
//     │ 6 7 8   │      │ A A A ·│ B B B ·│ A A A ·│ B B B ·│ A A A ·│ B B B ·│
//     └─────────┘      └────────┴────────┴────────┴────────┴────────┴────────┘
//                stack:  0 1 2    0 1 2    0 1 2    0 1 2    0 1 2    0 1 2
//
// What happens within a box is thus plain logic between the nine vectors, for nine boxes, nine
// digits and two nodes at once, without a shuffle; only the *triads* (a box's three cells in one
// row, or column, taken together) meet those of other boxes, by a rotation of three words or three
// bands.  The dots are words with all digits in every cell, which no rule ever touches.
//
// A round applies, to all boxes from the same state:
//   1. filled triads: three digits that the box has in no other triad of that direction are all
//      that fits into the triad; four are a contradiction;
//   2. matching: in a band a digit is in three different rows of the three boxes, so a row of this
//      box may have it only if the other two boxes can have it in the other two rows; the same for
//      stacks.  That is locked candidates in both directions, and more;
//   3. hidden singles of the box; with 2, those of rows and columns follow;
//   4. naked singles, struck out in their box; with 2, in rows and columns.
// Rounds go on until neither node changes.  There is no branch in a round, which is what makes it
// quick: a mispredicted branch costs as much as a third of a round.
//
// Branching.  For each digit and band there are at most six ways ("configurations") to lay it into
// the rows of the three boxes.  The band or stack with the fewest configurations over all digits is
// chosen, in it the digit with the fewest, at least two; node A gets "this digit of this box is in
// this triad", node B that it is not.  Both are propagated together; B waits if both are open.
//
// Worked example.  Band 0 is known but for digits 1 and 2, and box 0 may have them in rows 0 and 1,
// box 1 in rows 0 and 1, box 2 has both in row 2.  Digit 1 has the configurations (0,1,2) and
// (1,0,2), so the total of the band is 7·1 + 2·2 = 11 and no band but a solved one (9) has fewer.
// Branch on digit 1 in box 0: node A keeps it in row 0, and in the first round rule 2 takes it from
// row 0 of box 1; node B has it in row 1 of box 0 and row 0 of box 1.
//
// Order.  The tree, and with it the order of solutions, depends only on the puzzle: all widths
// apply the same rules to the same words, A is searched before B, and of the two children of one
// branch those that are solved are given at once, A first.
//
// Sources.  Triads as variables, the configurations of bands and the choice of the band with the
// fewest: T. Dillon, "tdoku", https://t-dillon.github.io/tdoku (2019).  The rules in their vector
// form, and both children of a branch in one register, are this project's.
#pragma once

#include <array>

#include "bitboard/single/state.hpp"
#include "core/watch.hpp"
#include "bitboard/width.hpp"

namespace cpsudoku::bitboard {

inline constexpr std::size_t kCells = 81;
inline constexpr std::uint16_t kAllDigits = 0x1ff;

using Candidates = std::array<std::uint16_t, kCells>;  // row-major, bit d−1 for digit d
using Grid = std::array<std::uint8_t, kCells>;         // row-major, digits 1 … 9

// A search through the solutions of one puzzle, which can pause between any two of them.  Some
// 100 KB, of which a search touches as much as it is deep; it belongs to one thread at a time.
//
//     Single search(candidates);
//     Grid grid;
//     while (search.run(1, watch, &grid, 1) == 1) { ... use grid ... }
//     if (search.exhausted()) { ... there are no others ... }
class Single {
 public:
  // Require: no candidate outside of kAllDigits.  Throws as width() does.
  explicit Single(const Candidates& candidates, Width with = width());

  // Finds at most `limit` further solutions and returns how many were found: fewer only if
  // there are no more, or the watch has expired.  The first `room` of them are written to `grids`.
  std::uint64_t run(std::uint64_t limit, Watch& watch, Grid* grids = nullptr, std::size_t room = 0);

  // The same without a look at any clock, within 1024 branches: some tenths of a millisecond.
  std::uint64_t run_briefly(std::uint64_t limit, Grid* grids = nullptr, std::size_t room = 0);

  // Whether it is proved that there are no solutions beyond those given.
  bool exhausted() const { return none_left(state_); }

  // Number of branches made so far; the same for every width.
  std::uint64_t branches() const { return state_.branches; }

 private:
  SearchState state_;
  Width width_;
};

// Number of solutions, at most `limit`; the first is written to `first` unless that is null.  Needs
// no memory of its own but the stack's.
std::uint64_t count_up_to(const Candidates& candidates, std::uint64_t limit, Grid* first = nullptr,
                          Width with = width());

}  // namespace cpsudoku::bitboard
