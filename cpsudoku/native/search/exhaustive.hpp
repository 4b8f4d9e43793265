// Exhaustive search, the method that every other is measured against: fill all cells in order, and
// look whether the grid is right only when it is full.
//
// The problem is that of `backtrack.hpp`: find all solutions, one at a time, each when it is asked
// for.  Here the search is an odometer over the cells that have more than one candidate:
//
//     auto layout = std::make_shared<const Layout>(4, 16, groups);
//     search::ExhaustiveSearch search(layout, candidates);
//     Watch watch(2.0);
//     while (search.next(watch) == Status::solution) use(search.domain(cell));
//
//   open     r1c2        r1c3        r2c1        the last wheel turns fastest
//   tried    3           1           4
//   untried  {4}         {2,3,4}     { }         ← empty: the wheel before it moves on
//
// With 12 open cells of 4 candidates, 4¹² = 16,777,216 grids are filled and tested, in
// 4 + 4² + … + 4¹² = 22,369,620 nodes.  A *node* is a digit tried, a *dead end* a full grid that is
// no solution (or a cell without candidates at the start).  Nothing is ever propagated.
#pragma once

#include "search/backtrack.hpp"

namespace cpsudoku::search {

using namespace propagation;

// One search.  It belongs to one thread at a time; the layout may be shared.
class ExhaustiveSearch {
 public:
  // require: candidates has one mask a cell, within layout->all.
  ExhaustiveSearch(std::shared_ptr<const Layout> layout, std::span<const Mask> candidates);

  // Search for the next solution.
  Status next(Watch& watch);

  // Whether it is plain without more search that no solution is left.
  bool exhausted() const;

  // What a cell holds; after Status::solution one digit.
  Mask domain(Cell cell) const { return masks_[cell]; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t conflicts() const { return conflicts_; }
  std::uint64_t propagations() const { return 0; }

 private:
  struct Wheel {
    Cell cell;
    Mask candidates;
    Mask untried;
  };

  void advance();
  bool is_solution() const;

  std::shared_ptr<const Layout> layout_;
  std::vector<Mask> masks_;
  std::vector<Wheel> wheels_;   // the cells with several candidates, in order
  std::ptrdiff_t turning_ = 0;  // the wheel to turn; after the last: test the grid; −1: no more
  std::uint64_t nodes_ = 0;
  std::uint64_t conflicts_ = 0;
};

}  // namespace cpsudoku::search
