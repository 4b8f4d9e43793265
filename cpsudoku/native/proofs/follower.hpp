// The proof checker that is trusted: it follows, and never searches.
//
// Problem: a formula in conjunctive normal form, and lines that are said to refute it.  Each line
// is a clause and *hints*: the numbers of earlier clauses that make it follow.  This is LRAT (Cruz-
// Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, Efficient Certified RAT Verification, CADE
// 2017) without what is not needed here: no RAT, no deletions, and the numbers are not written, as
// the clauses of the formula are 1 … m and the lines' clauses m+1, m+2, ….
//
//     formula   1:  1 2        2:  1 -2       3: -1 3       4: -1 -3
//
//     line      clause   0   hints   0
//               1        0   1 2     0       clause 5 is  1:  were 1 false, clause 1 would make
//                                            2 true, and clause 2 would have no literal left
//                        0   5 3 4   0       clause 6 is empty: by 5, 1 is true; by 3, 3 is true;
//                                            4 has no literal left.  The formula has no model.
//
// Layout: all clauses one after another, and where each begins.
//
//     literals_  1 2 | 1 -2 | -1 3 | -1 -3 | 1 | …
//     begins_    0     2      4      6       8   9
//     marked_    a stamp for each literal: marked just if it is that of the line at hand
//
// Why what is accepted follows.  For a line with clause C let A be any assignment that makes all
// earlier clauses true and C false.  Every marked literal is false under A: at first these are the
// literals of C; a hint's clause is true under A, so that if all of its literals but one, u, are
// marked, u is true under A and -u, which is marked next, is false.  If all literals of a hint's
// clause are marked, A makes it false, against what A is: there is no such A, and C follows from the
// earlier clauses.  By induction all clauses follow from the formula, and an empty one has no model.
// Nothing here depends on how a line came about, on the order or repetition of literals, or on
// whether C holds a literal and its negation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cpsudoku::proofs {

using Number = std::int32_t;  // a literal, a clause's number, or the 0 that ends either list

// Variables and clauses beyond this are refused, so that no sum below can overflow.
constexpr Number kMost = 1 << 30;

// Take the numbers up to the next 0 from the front of `numbers`, and that 0.
// Throws std::invalid_argument: there is no 0.
std::span<const Number> take_list(std::span<const Number>& numbers);

class Follower {
 public:
  // The formula: clauses, each with a 0 at its end.
  // Throws std::invalid_argument if the last one lacks its 0 or a variable is beyond kMost.
  explicit Follower(std::span<const Number> formula);

  // Check whole lines, and keep their clauses.  False at the first line that does not follow, which
  // is not kept; nothing is accepted from then on.  Throws std::invalid_argument as above.
  bool follow(std::span<const Number> lines);

  // Whether an empty clause was met, and all that was seen follows.
  bool refuted() const { return refuted_ && !failed_; }

  // How many lines have been accepted.
  std::size_t accepted() const { return accepted_; }

 private:
  bool follows(std::span<const Number> hints);
  void keep();
  std::uint64_t& mark(Number literal);

  std::vector<Number> literals_;        // the clauses, and after them the clause at hand
  std::vector<std::size_t> begins_{0};  // where each clause begins, and where the last one ends
  std::vector<std::uint64_t> marked_;   // by literal: 2v for v, 2v+1 for -v
  std::uint64_t stamp_ = 0;
  std::size_t accepted_ = 0;
  bool refuted_ = false, failed_ = false;
};

}  // namespace cpsudoku::proofs
