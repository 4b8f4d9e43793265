// One classic puzzle being dug out of its final grid.
//
// Problem.  The orbits of cells (single cells, without a symmetry) are taken in a given
// order; each is removed if the puzzle without it still has one solution.  Only that order defines
// the puzzle.  Asked one orbit at a time, that is up to 81 questions; here some ten suffice.
//
// Idea.  Cells whose digits can be exchanged among themselves are an *unavoidable set*: a puzzle
// with none of them given has a second solution, and two solutions of one puzzle differ in such a
// set.  Write each known set over the places of its orbits in the order:
//
//     place           0  1  2  3  4  5  6  7  8 …
//     set A              *        *                  last place 4
//     set B           *     *        *               last place 5
//     set C                 *     *        *         last place 7
//
// When the turn of a set's last place comes and none of the others stayed given, removing it would
// empty the set: it must stay.  So, if all unavoidable sets were known, one pass would dig the
// puzzle without any question: go through the sets by their last places, and if no place of a set
// stays yet, its last one does.  Here A keeps 4; B keeps 5; C has 4 and keeps nothing more.
//
// We know the sets that are seen at once (two digits, or two lines of a band, that can be swapped in
// part), dig as if they were all, and ask one question: is the solution still the only one?
//   yes: the puzzle is finished.  Every place that stayed was proved necessary by a set, and every
//        removal is proved, for what remains unique at the end was unique before.
//   no:  the second solution differs from the first in a set that we did not know.  Its last place
//        has to stay, and only what comes after it has to be gone through again.
// A wish (number of givens, givens in each box, …) may keep further places.  The outcome does not
// depend on which second solutions are found.
#pragma once

#include "core/bit_set.hpp"
#include "core/ranges.hpp"
#include "generation/crossing.hpp"

namespace cpsudoku::generation {

using Places = BitSet<2>;  // of 0 … 127

// What all boards of one run have in common.
struct Plan {
  std::vector<std::vector<std::uint8_t>> orbits;  // cells that come and go together; others stay
  std::vector<bool> must_go;                      // for each orbit whether it has to be blank
  std::array<std::uint8_t, 9> most_blanks;        // of each box

  // An orbit for each cell, and no limits.
  Plan();
};

class Board {
 public:
  explicit Board(const Plan& plan) : plan_(&plan) {}

  // Begins with a final grid.  `order` says which orbit is tried first, second, …; digging stops
  // where one more removal would leave fewer givens than `least`.  Returns whether there is a
  // question, as do the others; else the puzzle is finished.
  bool start(const ClassicGrid& grid, const std::array<std::uint8_t, 81>& order, int least);

  // Writes the question, of which any solution refutes the removal that is tried: for each cell the
  // candidates, bit d−1 for digit d.
  void ask(std::uint16_t* candidates) const;

  // The question has no solution.
  bool confirm();

  // The question has a solution.
  bool refute();

  const ClassicGrid& grid() const { return grid_; }
  ClassicGrid puzzle() const;  // digits, 0 for a blank
  int clues() const { return clues_; }
  int blanks(std::size_t box) const { return bit_count(box_blanks_[box]); }

  // Whether an orbit that must go cannot; the board is finished then.
  bool failed() const { return failed_; }

 private:
  class Sets;

  void see_digits(Sets& sets) const;
  void see_lines(std::size_t step, std::size_t across, Sets& sets) const;
  bool dig();
  bool keep();
  bool must_stay() const;
  bool is_forced(std::size_t cell) const;
  void take(std::size_t cell);
  void give_back(std::size_t cell);

  static constexpr std::size_t kMostSets = 36 * 4 + 18 * 4;  // a part has at least four cells

  const Plan* plan_;
  std::uint8_t place_ = 0;  // whose turn it is
  std::uint8_t part_ = 0;   // cell of its orbit that is asked about
  bool failed_ = false;
  int clues_ = 81, least_ = 0;
  Places kept_;
  // Of the givens: digits of each row, column and box; rows, columns and boxes of each digit.
  std::array<std::uint16_t, 9> row_digits_, column_digits_, box_digits_;
  std::array<std::uint16_t, 9> digit_rows_, digit_columns_, digit_boxes_;
  // Blanks of each row by column, of each column by row, of each box by number within it.
  std::array<std::uint16_t, 9> row_blanks_, column_blanks_, box_blanks_;
  std::array<std::uint16_t, 81> candidates_;  // 0x1ff for a blank
  ClassicGrid grid_;
  std::array<std::uint8_t, 81> order_;  // place → orbit
  // Unavoidable sets by their last places: those of place p are sets_[start_[p] … start_[p + 1]).
  std::array<std::uint8_t, 82> start_;
  std::array<Places, kMostSets> sets_;
};

}  // namespace cpsudoku::generation
