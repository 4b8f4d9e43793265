// The depth-first walk that all exact-cover searches share; how a state is kept is the State's.
//
// The tree is binary.  At a state that is consistent after unit propagation an item is selected and
// its first option is chosen (one branch); when that branch has been searched the option is struck
// out of the state (the other branch) and the state is propagated and selected from anew.  That
// keeps the walk a loop over an explicit stack, which may be left and resumed at any node.
//
// A State has
//     bool root(chosen, removed)  make the root; false if it is a dead end
//     int select(bool careful)    an undecided item with fewest options, -1 if there is none
//     bool branch(int item)       choose the item's first option, one level deeper
//     bool retreat()              go back a level and strike that level's option out
//     bool at_root()              whether there is no level to go back to
//     std::uint64_t work()        a counter that grows by one for some 10 ns of work
//     const std::vector<std::uint32_t>& chosen()
//     std::uint64_t forced()      how many options were forced so far
//
// A careful selection looks at the first kPairsCompared undecided items with two options left (if
// there are any) and takes the first of those with the most *impact*: the sum, over both options,
// over the primary items that lose options when it is chosen, of 4 for an item with two options
// left, 2 for one with three, else 1.  The weights are those of Jeroslow and Wang's rule for SAT,
// cut off; items that get few options are about to be forced.  Nodes for each puzzle, two solutions
// asked for:
//
//                              17 clues   magictour   hardest 11+
//     the first pair                5.7          44           175
//     8 pairs compared              2.7          20            97
//     all pairs compared            2.3          15            91    costs more than it saves
//     8, weights 1 throughout       4.1          31           122
//     8, items with two alone       3.2          30           151
//
// Care only avoids dead ends, so it is taken while dead ends are at least as many as solutions:
// counting the 28 million 6×6 grids meets none, and would take thrice as long.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "exact_cover/problem.hpp"

namespace cpsudoku {

inline constexpr int kPairsCompared = 8;

template <class State>
class TreeSearch final : public CoverSearch {
 public:
  template <class... Args>
  explicit TreeSearch(int options, Args&&... args)
      : options_(options), state_(std::forward<Args>(args)...) {}

  void restart(std::span<const int> chosen, std::span<const int> removed) override {
    for (const auto given : {chosen, removed}) {
      for (int option : given) {
        if (option < 0 || option >= options_) {
          throw std::invalid_argument("there is no option " + std::to_string(option) +
                                      "; expected 0 to " + std::to_string(options_ - 1));
        }
      }
    }
    stats_ = {};
    forced_before_ = state_.forced();
    solutions_ = 0;
    consistent_ = state_.root(chosen, removed);
    stats_.nodes = 1;
    stats_.dead_ends = consistent_ ? 0 : 1;
    place_ = Place::node;
    polled_at_ = state_.work() - kWorkBetweenPolls;
  }

  Step next(Watch& watch) override {
    if (place_ == Place::solution) {
      consistent_ = false;
      place_ = Place::node;
    }
    while (place_ == Place::node) {
      // Polled also where branches fail one after the other.
      if (state_.work() - polled_at_ >= kWorkBetweenPolls) {
        polled_at_ = state_.work();
        if (watch.expired()) return stop(Step::stopped);
      }
      if (consistent_) {
        const int item = state_.select(stats_.dead_ends >= solutions_);
        if (item < 0) {
          place_ = Place::solution;
          ++solutions_;
          return stop(Step::solution);
        }
        consistent_ = state_.branch(item);
      } else {
        if (state_.at_root()) {
          place_ = Place::end;
          break;
        }
        consistent_ = state_.retreat();
      }
      ++stats_.nodes;
      stats_.dead_ends += !consistent_;
    }
    return stop(Step::exhausted);
  }

  std::span<const std::uint32_t> solution() const override { return state_.chosen(); }

 private:
  enum class Place { node, solution, end };

  // Some half a millisecond; reading the clock costs 25 ns.
  static constexpr std::uint64_t kWorkBetweenPolls = 50000;

  Step stop(Step step) {
    stats_.forced = state_.forced() - forced_before_;
    return step;
  }

  int options_;
  State state_;
  Place place_ = Place::end;
  bool consistent_ = false;
  std::uint64_t solutions_ = 0;
  std::uint64_t polled_at_ = 0;
  std::uint64_t forced_before_ = 0;
};

}  // namespace cpsudoku
