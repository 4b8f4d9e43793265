// Candidates as a formula: groups of which exactly one, or at most one, is true.
//
// A cell is *settled* when it has one candidate that no peer has.  The variables 1 … k are the
// candidates of all other cells, cell by cell, in each cell by digits.  With the first variable of
// each cell at hand, one candidate's variable is
//
//     first[cell] + number of candidates of the cell below the digit
//
// Example, 4×4: r1c1 is 1 or 2, r1c2 is 1, 2 or 4, the rest of row 1 is open elsewhere.
//
//     r1c1  1 2     variables 1 2          exactly one of 1 2, of 3 4 5, and, if row 1 has no other
//     r1c2  1 2 4   variables 3 4 5        place for the digit 1, of 1 3
//
// The groups say all that the rules say, whatever the candidates: that of a cell or a digit without
// a place has no variable, so that nothing makes it true.
// A house and a line through it often have the same places for a digit; each group comes once.
#pragma once

#include "propagation/singles.hpp"

namespace cpsudoku::propagation {

using Variable = std::int32_t;

using VariableLists = ListsOf<Variable>;

// Sums for solvers, of literals: two candidates of which exactly one is right are one variable of
// theirs, and what is the opposite of either is that variable again.  A sum of a literal and its
// opposite says nothing, and is left out.
//
//     r1c1  1 2     variables 1 2      literals 1 −1      exactly one of 2 3 4, of 1 2
//     r1c2  1 2 4   variables 3 4 5    literals 2 3 4
struct Literals {
  std::vector<Variable> of_variables;  // the first is that of variable 1
  VariableLists exactly_one, at_most_one;
};

class Grouping {
 public:
  // require: what `Layout` requires; `layout` outlives the grouping.
  Grouping(const Layout& layout, const std::vector<std::vector<Cell>>& groups);

  // The candidates with the digit of each cell that has one struck from its peers, in one pass: what
  // is decided only by that strikes nothing.
  std::vector<Mask> struck(std::span<const Mask> masks) const;

  // The candidates without what literals exclude, in which cell · N + digit says that a cell has a
  // digit, minus this that it has not; others are passed over.
  std::vector<Mask> remaining(std::span<const Mask> masks,
                              std::span<const Variable> literals) const;

  // Of each variable its candidate, as cell · N + digit.
  std::vector<Variable> candidates(std::span<const Mask> masks) const;

  // Of each list exactly one variable is true: cells, and digits in houses.
  VariableLists exactly_one(std::span<const Mask> masks) const;

  // Of each list at most one variable is true: digits in groups that are not houses, where they have
  // several places.
  VariableLists at_most_one(std::span<const Mask> masks) const;

  // Both, with literals in their place: by variables in each list, and each list once.
  Literals literals(std::span<const Mask> masks) const;

  // All pairs of variables that exclude one another, each pair once, the lower one first.
  std::vector<std::pair<Variable, Variable>> pairs(std::span<const Mask> masks) const;

 private:
  class Open;

  VariableLists exactly_one(const Open& open, std::span<const Mask> masks) const;
  VariableLists at_most_one(const Open& open) const;

  struct Candidate {
    Cell cell;
    Mask digit;
  };

  const Layout* layout_;
  Lists others_;                  // the groups that are not houses
  std::vector<Candidate> named_;  // by cell · N + digit; before and after them one of no cell
};

}  // namespace cpsudoku::propagation
