// From a proof as SAT solvers write it to one that can be followed: DRUP to LRAT.
//
// Problem: a DRUP proof (Heule, Hunt and Wetzler, Trimming while Checking Clausal Proofs, FMCAD
// 2013) adds and deletes clauses.  Each added one can be had by reverse unit propagation: with its
// literals false, propagation meets a conflict.  Which clauses propagate it does not say; they are
// searched for here, with two watched literals a clause, and written as hints for `Follower`.
// Nothing needs to be right here for what the follower accepts to be right.
//
// Layout: clauses are numbered from 1, those of the formula first; a literal v has the index 2v and
// -v the index 2v+1.
//
//     literals_   … | -4 7 9 | …        clause 12 watches its first two literals: it is among
//     clauses_[12]    ^ begin, size     watchers_[-4] and watchers_[7], and its watched literals
//                                       are not false unless it is satisfied or a unit
//     trail_      3 -8 7 | -9 2 …       true literals in the order in which they became so: those
//                       root            of the root, then those of the addition at hand
//     reason_[v]                        number of the clause that made v's literal true; 0 where
//                                       it was assumed; of a literal of the root the number of a
//                                       *unit clause*, for which a line of its own is written
//
// As each literal of the root has a unit clause, hints need not go further back than that, and the
// deletion of a clause that has become a unit at the root deletes nothing that is in use: this is
// how checkers ignore the deletions of units, which solvers write for clauses that they still use.
//
//     formula   1: 1 2   2: 1 -2   3: -1 3   4: -1 -3    (no unit, so nothing at the root)
//     proof     1 0      assume -1: 1 gives 2, 2 fails → line  1 0 1 2 0        (clause 5)
//                        at the root 1; 3 gives 3      → line  3 0 5 3 0        (clause 6)
//                        4 fails                       → line    0 6 5 4 0
#pragma once

#include <unordered_map>
#include "proofs/follower.hpp"

namespace cpsudoku::proofs {

class Elaborator {
 public:
  // The formula: clauses, each with a 0 at its end.  Require: literals within ±kMost, not ∓0.
  explicit Elaborator(std::span<const Number> formula);

  // Elaborate an added clause.  False if reverse unit propagation does not yield it, or if it names a
  // variable a million beyond those of the formula.
  bool add(std::span<const Number> clause);

  // Elaborate a deletion; one of a unit clause or of none that is there changes nothing.
  void remove(std::span<const Number> clause);

  // Whether the empty clause has been written.
  bool refuted() const { return refuted_; }

  // The lines that have been written since the last call, for `Follower::follow`.
  std::vector<Number> take_lines();

 private:
  struct Clause {
    std::size_t begin;
    Number size;
    bool dead;
  };
  struct Watcher {
    Number clause;
    Number blocker;  // some other literal of the clause: while it is true there is nothing to do
  };

  static std::size_t index(Number literal);
  static std::uint64_t hash(std::span<const Number> literals);
  void grow(std::span<const Number> literals);
  std::span<Number> literals(Number clause);
  bool is_true(Number literal) const { return values_[index(literal)] > 0; }
  bool is_false(Number literal) const { return values_[index(literal)] < 0; }
  void assign(Number literal, Number reason);
  void backtrack();

  Number store(std::span<const Number> clause);
  void attach(Number clause);
  void watch(Number clause);
  Number propagate();
  bool visit(Watcher& watcher, Number falsified, Number& conflict);
  void settle();
  void write(std::span<const Number> clause, std::span<const Number> hints);
  void write_empty(Number conflict);
  void collect_hints(Number conflict);
  void write_unit(Number clause);
  void meet(Number clause);

  std::vector<Number> literals_;
  std::vector<Clause> clauses_;
  std::unordered_multimap<std::uint64_t, Number> numbers_;  // clauses by their hash
  std::vector<std::vector<Watcher>> watchers_;
  std::size_t most_ = 0;  // the greatest variable that a proof may name
  std::vector<std::int8_t> values_;
  std::vector<Number> trail_, reason_;
  std::size_t root_ = 0, head_ = 0;  // literals of the root; literals already propagated
  std::vector<std::uint8_t> met_;    // variables that the conflict at hand goes back to
  std::vector<Number> met_root_;     // literals of the root among them
  std::vector<Number> hints_, lines_;
  bool refuted_ = false;
};

}  // namespace cpsudoku::proofs
