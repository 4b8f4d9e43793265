// Exact cover: the problem, and what every way to search it has in common.
//
// Given items and options, each option a set of items, choose options so that every *primary* item
// is in exactly one chosen option.  A *secondary* item is in at most one, or, where its options
// give it colours, in any number that agree on its colour (Knuth, The Art of Computer Programming
// 7.2.2.1, "XCC").  An option has conflicts: the options that cannot be chosen beside it.
//
// Knuth's toy, with primary items a … g numbered 0 … 6:
//
//     option 0: c e        The only exact cover is options 0, 3 and 4:
//     option 1: a d g          c e | a d f | b g
//     option 2: b c f
//     option 3: a d f
//     option 4: b g
//     option 5: d e g
//
//     ExactCover problem(7, 0);
//     problem.add({{2, 0}, {4, 0}}); ...
//     auto search = make_cover_solver(problem, "auto").search();
//     Watch watch;
//     search->restart({}, {});
//     while (search->next(watch) == Status::solution) use(search->solution());
//
// There are three kinds of state: dancing links (links.cpp), dancing cells (cells.cpp) and bit sets
// (sparse.cpp and packed.cpp).  One walk (walk.hpp) searches over any of them, on the options that are
// listed once for all (matrix.hpp).  An item with one option left is decided at once, and at a branch
// an item with the fewest options is taken; a *node* is the root or a branch taken, together with all
// that is forced there.  All bit sets walk the same tree.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "core/lists.hpp"
#include "core/ranges.hpp"
#include "core/watch.hpp"

namespace cpsudoku::exact_cover {

class ExactCover {
 public:
  struct Entry {
    int item;
    int colour;  // 0: none
  };

  // Items 0 … primary-1 are primary, the next `secondary` ones are secondary.
  ExactCover(int primary, int secondary);

  // Add an option.  Throws std::invalid_argument: no such item, an item twice, or a negative
  // colour or one on a primary item.
  void add(std::span<const Entry> option);

  int primary() const { return primary_; }
  int items() const { return items_; }
  int options() const { return static_cast<int>(options_.size()); }
  std::span<const Entry> option(int o) const { return options_[o]; }

 private:
  int primary_;
  int items_;
  ListsOf<Entry> options_;
  std::size_t additions_ = 0;      // calls of add(), also those that failed
  std::vector<std::size_t> seen_;  // for each item the last of them that had it
};

struct CoverStats {
  std::uint64_t nodes = 0;      // search tree nodes: the root and each branch taken
  std::uint64_t dead_ends = 0;  // nodes in which some item had no option left
  std::uint64_t forced = 0;     // options taken because they were an item's only one
};

// One search: its state lives here, so that searches of one solver may run in several threads.
class CoverSearch {
 public:
  virtual ~CoverSearch() = default;

  // Find the next solution.  `stopped`: the watch expired; another call continues from there.
  virtual Status next(Watch& watch) = 0;

  // The options of the solution that `next` has just found, in the order chosen.
  virtual std::span<const std::uint32_t> solution() const = 0;

  // Begin again: with these options chosen, and without these.
  // Throws std::invalid_argument: there is no such option.
  virtual void restart(std::span<const int> chosen, std::span<const int> removed) = 0;

  const CoverStats& stats() const { return stats_; }

 protected:
  // Throws std::invalid_argument unless options are below a number.
  static void check(std::span<const int> options, int number);

  CoverStats stats_;
};

// A problem prepared for searching; never changed, shared by its searches and copies.
class CoverSolver {
 public:
  using Begin = std::function<std::unique_ptr<CoverSearch>()>;

  CoverSolver(std::string algorithm, int options, Begin begin)
      : algorithm_(std::move(algorithm)), options_(options), begin_(std::move(begin)) {}

  std::unique_ptr<CoverSearch> search() const { return begin_(); }
  const std::string& algorithm() const { return algorithm_; }
  int options() const { return options_; }

 private:
  std::string algorithm_;
  int options_;
  Begin begin_;
};

// Prepare a problem.  `algorithm`: "links", "cells", "sparse", "packed", the name of one of the
// packed search's kernels (exact_cover/kernels.hpp), or "auto" for the faster of the bit sets.
// Throws std::invalid_argument: no such algorithm, or "packed" for a problem too big for it.
CoverSolver make_cover_solver(const ExactCover& problem, const std::string& algorithm);

// Many grids against one exact-cover solver, in a number of threads.
struct CoverBatch {
  const std::uint8_t* grids;  // `count` grids of `cells` digits 1 … size, 0 for a blank
  std::size_t count;
  std::size_t cells;
  std::size_t size;         // option cell·size + digit − 1 puts a digit into a cell
  std::uint64_t limit;      // stop after this many solutions of each; 0: count all
  std::int64_t* counts;     // out: solutions found for each
  std::uint8_t* solutions;  // out: the first one for each, zeros without one
  bool* unknown;            // out: whether time ran out before the count was certain
};

// Throws std::invalid_argument: a digit above `size`; names the grid and the cell.
void solve_batch(const CoverSolver& solver, const CoverBatch& batch, unsigned threads,
                 Watch& watch);

}  // namespace cpsudoku::exact_cover
