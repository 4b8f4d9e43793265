// Backtracking, the classical method: choose a cell, try its digits, go back at a dead end.
//
// The problem: rules (groups of cells that must all be different) and the candidates of each cell;
// find all solutions, one at a time, each on demand.
//
//     auto layout = std::make_shared<const Layout>(4, 16, groups);
//     search::BacktrackSearch search(layout, {Order::fewest, Singles::hidden}, candidates);
//     Watch watch(2.0);
//     while (search.next(watch) == Status::solution) use(search.position().all_candidates());
//
// The path from the root is a stack of frames instead of recursion, so a board of 64×64 cells needs
// no deep call stack, and a search can rest between two solutions:
//
//   frames   r1c2 {untried 3,7}   r4c4 {untried }   r2c9 {untried 8}
//            mark of the trail    mark              mark  ← digits are tried from the top one
//
// Counts that no machine changes: a *node* is a digit tried by the search, a *dead end* a node (or
// the root, or a cell chosen without candidates) that turned out impossible, a *propagation* a
// placement that followed from others.
//
// The order of choice: `index` takes the open cells in order; `fewest` the one with the fewest
// candidates, the lowest numbered of several (Golomb and Baumert, Backtrack Programming, 1965;
// Bitner and Reingold, Backtrack Programming Techniques, 1975).  Digits are tried in ascending
// order.
//
// Hidden singles cost more to look for than they save where a branch is cheap.  With `late` they
// are looked for only before a branch, from a depth on and where the chosen cell has so many
// candidates; what is placed in between are naked singles.
#pragma once

#include <optional>

#include "core/watch.hpp"
#include "propagation/singles.hpp"

namespace cpsudoku::search {

using namespace propagation;

enum class Order { index, fewest };

// From which depth, and from how many candidates of the chosen cell on, hidden singles are looked
// for before a branch.
struct Late {
  std::size_t depth;
  int candidates;
};

struct BacktrackOptions {
  Order order = Order::fewest;
  Singles singles = Singles::hidden;
  std::optional<Late> late = std::nullopt;  // instead of after each placement; with naked singles
};

// One search.  It belongs to one thread at a time; the layout may be shared.
class BacktrackSearch {
 public:
  // require: candidates has one mask a cell, within layout->all.
  BacktrackSearch(std::shared_ptr<const Layout> layout, BacktrackOptions options,
                  std::span<const Mask> candidates);

  // Search for the next solution.
  Status next(Watch& watch);

  // Whether it is plain without more search that no solution is left.
  bool exhausted() const;

  const CandidateGrid& position() const { return position_; }
  Mask domain(Cell cell) const { return position_.all_candidates()[cell]; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t conflicts() const { return conflicts_; }
  std::uint64_t propagations() const { return position_.propagations(); }

 private:
  enum class Step { start, choose, advance, done };

  struct Frame {
    Cell cell;
    Mask untried;
    CandidateGrid::Mark mark;
  };

  std::ptrdiff_t next_cell() const;
  bool is_late(std::ptrdiff_t cell) const;
  void choose_and_push(std::ptrdiff_t cell);
  void advance();

  std::shared_ptr<const Layout> layout_;
  BacktrackOptions options_;
  CandidateGrid position_;
  std::vector<Frame> frames_;
  Step step_ = Step::start;  // what `next` has to do first
  std::uint64_t nodes_ = 0;
  std::uint64_t conflicts_ = 0;
};

}  // namespace cpsudoku::search
