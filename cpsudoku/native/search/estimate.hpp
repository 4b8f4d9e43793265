// Knuth's estimate of the number of solutions: random descents in the tree of a backtracking search.
//
// The problem: how many leaves (solutions) has a search tree that is far too big to visit?  Walk
// from the root to a leaf, at each node to one of its k children chosen at random, and multiply the
// k.  A walk that ends in a solution *weighs* that product, one that ends at a dead end 0.  A
// solution below nodes with k1, k2, … children is met with probability 1/(k1·k2·…) and then weighs
// k1·k2·…, so the expected weight is the number of solutions, whatever the tree (Knuth, Estimating
// the Efficiency of Backtrack Programs, Mathematics of Computation 29, 1975).
//
//        root, k = 2          walk a: 2·3 = 6, with probability 1/6
//        /        ╲           walk b: 2·3 = 6
//      k = 3      k = 1       walk c: dead end, 0
//     / | ╲         |         walk d: 2·1 = 2, with probability 1/2
//    a  b  c†       d         expected: (6 + 6 + 0)/6 + 2/2 = 3 solutions
//
// The tree is that of the fewest candidates with naked and hidden singles, without the children
// that die at once.  How good the estimate is depends on how much the weights differ, and where one
// child has many solutions below it and its sibling few, they differ much.  So children are not
// chosen equally: a child's *share* is (product of the numbers of candidates of all cells)^(1/10)
// after it is placed, and choosing it multiplies the weight by (sum of shares) / (its share)
// instead of k.  That leaves the expectation as it is; docs/how-to/counting.md has what was measured of it.
//
// A weight is a double times a power of two, as boards of 25×25 and more have counts beyond any
// double.  Shares are whole numbers and the random numbers SplitMix64 (Steele, Lea and Flood 2014),
// so that a seed stands for the same walks on every machine.
#pragma once

#include "propagation/singles.hpp"
#include "core/watch.hpp"

namespace cpsudoku::search {

using namespace propagation;

// fraction · 2^exponent
struct Weight {
  double fraction;
  int exponent;
};

class Estimator {
 public:
  // require: candidates has one mask a cell, within layout->all.
  Estimator(std::shared_ptr<const Layout> layout, std::span<const Mask> candidates,
            std::uint64_t seed);

  // Walk this many times, fewer if the watch expires.
  std::vector<Weight> draw(std::size_t number, Watch& watch);

  // Whether there is no solution, which the root shows by itself.
  bool contradictory() const { return contradictory_; }

 private:
  struct Child {
    Mask digit;
    std::int64_t size;  // the logarithm of the product of all cells' candidates
    std::uint64_t share;
  };

  Weight walk();
  bool step(Cell cell, Weight& weight);
  void look_ahead(Cell cell);

  std::shared_ptr<const Layout> layout_;
  CandidateGrid position_;
  CandidateGrid::Mark root_;
  bool contradictory_;
  std::uint64_t state_;
  std::vector<Child> children_;
};

}  // namespace cpsudoku::search
