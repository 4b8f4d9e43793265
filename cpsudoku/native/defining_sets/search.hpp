// Smallest defining sets: as few choices as possible that exactly one solution of a puzzle has.
//
// Problem.  A puzzle has several solutions.  A *choice* is a digit in a cell.  Which k choices, if
// given, leave exactly one solution, whichever that is?  That no such set exists for some k has to
// be proved: each set of k choices is in two solutions at least, or in none.
//
// Layout.  A *pool* of known solutions, as a table of bits with a column for each choice, and each
// solution's choices besides:
//
//                     r1c2=3   r1c2=7   r1c5=3  …        row 0: 0 14 …
//     solution 0         1        0        0             row 1: 1  9 …
//     solution 1         0        1        0             row 2: 0  2 …
//     solution 2         1        0        1
//                        │                 │
//                        └── and ──────────┘  two rows in common rule the pair out
//
// A set with two rows is ruled out.  One with fewer is a *suspect*: where the pool holds all
// solutions, a single row is the answer and none rules it out; else a solver is asked for two
// solutions, which become rows and rule out its kind, so that few suspects are left soon.
//
// Invariant: after `find(k)` has found nothing, every set of k choices has two rows in the pool or
// no solution at all; then it, or a part of it, is among the *impossible* sets that the solver has
// said so of.  So `find(k + 1)` need not ask about sets with an impossible part.
//
// Search.  Sets are built choice by choice, the rarest first: rare ones leave few rows, and the
// answer is most often among them.  The last two choices are not tried one by one: of the rows that
// the first k − 2 leave, some hundred are laid side by side in a small table, where a pair of
// columns is ruled out in about a nanosecond; what is left is looked up in the pool.
//
// Worked example.  Solutions 12, 13, 21, 23 of two cells.  k = 1: no choice has one row but r1c2=1,
// which is only in 21: the answer.  If 31 were a solution too, r1c2=1 would have two rows, and
// r1c1=3 one.
//
// docs/how-to/diagnosis.md has what was measured and what was tried.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "core/watch.hpp"

namespace cpsudoku::defining_sets {

class DefiningSets {
 public:
  using Choice = std::uint32_t;  // an index into the table of choices
  using Set = std::vector<Choice>;
  using Row = std::span<const Choice>;  // the choices of a solution, one for each open cell

  // Tells whether some choices are in a solution: adds up to two solutions that have them with
  // `add`, and returns how many there are of these (0, 1, or 2 for more).
  using Ask = std::function<unsigned(DefiningSets&, std::span<const Choice>)>;

  enum class Answer { found, none, out_of_time };

  // Require: every row has `cells` choices, each below `choices`.
  DefiningSets(std::size_t choices, std::size_t cells, Ask ask);

  // Adds a solution to the pool, unless it is there: a row that came twice would rule out sets that
  // one solution has.
  void add(Row row);

  // Says that the pool holds all solutions; the solver is not asked any more.
  void complete() { complete_ = true; }

  std::size_t rows() const { return count_; }

  // Looks for a set of k choices that one solution has.  Require: find(k − 1) has found none.
  Answer find(std::size_t k, Watch& watch);

  // Makes up a set quickly that cannot lose any choice, though there may be smaller ones; tries
  // begin with different choices, rare ones first.  Require: two rows at least.
  Answer guess(std::size_t tries, Watch& watch);

  // What was found last.
  const Set& found() const { return found_; }

 private:
  using Word = std::uint64_t;

  // A word of the table's rows that is not 0.
  struct Part {
    std::size_t place;
    Word rows;
  };
  using Parts = std::vector<Part>;

  // Rows by their content; for looking one up it is laid after the last.
  struct SameRow {
    const DefiningSets* of;
    std::size_t operator()(std::size_t row) const;
    bool operator()(std::size_t one, std::size_t other) const;
  };

  Row row(std::size_t number) const { return {&row_[number * cells_], cells_}; }
  const Word* column(Choice choice) const { return table_.data() + choice * room_; }
  std::size_t words() const { return (count_ + 63) / 64; }
  void grow();
  std::vector<Choice> by_rarity() const;
  std::size_t support(const Parts& rows, Choice choice, std::size_t enough) const;
  Parts all_rows() const;
  Parts narrowed(const Parts& rows, Choice choice) const;
  Parts rows_of(std::span<const Choice> set) const;
  bool has_impossible_part() const;

  Answer find_one(Watch& watch);
  Answer extend(const Parts& rows, const std::vector<Choice>& later, std::size_t k, Watch& watch);
  Answer finish(const std::vector<Choice>& later, Watch& watch);
  bool settle(Parts& rows, Parts& both, Choice last);
  void take_new(Parts& rows, std::size_t before) const;
  void take_sample(const Parts& rows, const std::vector<Choice>& later);
  Answer guess_from(Choice first, Watch& watch);
  Answer reduce(Watch& watch);
  unsigned solutions(std::span<const Choice> set);

  std::size_t choices_;
  std::size_t cells_;
  Ask ask_;
  std::unordered_set<std::size_t, SameRow, SameRow> known_;

  // Sets without solution, as numbers: their choices, ascending, side by side.
  class NumberSet {
   public:
    bool contains(std::uint64_t number) const;
    void insert(std::uint64_t number);

   private:
    std::size_t slot_of(std::uint64_t number) const;
    std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(1024);  // 0: free
    std::size_t count_ = 0;
  };
  std::uint64_t number_of(std::span<Choice> set) const;
  unsigned width_;          // of a choice in a number, in bits
  std::size_t remembered_;  // the largest sets that a number has room for
  NumberSet impossible_;

  bool complete_ = false;
  std::size_t count_ = 0;
  std::size_t room_ = 0;     // words that a column may have
  std::vector<Word> table_;  // column after column
  std::vector<Choice> row_;  // row after row
  Set set_;                  // what is being looked at
  Set found_;
  std::vector<Word> sample_;      // the small table, word after word, each for all columns
  std::vector<std::int32_t> at_;  // for each choice its column in the small table, or −1
  std::vector<Word> twice_;
};

}  // namespace cpsudoku::defining_sets
