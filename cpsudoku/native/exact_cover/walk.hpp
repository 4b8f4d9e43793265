// The depth-first walk that all exact-cover searches share; how a state is kept is the State's.
//
// The tree is binary.  At a state that is consistent after unit propagation an item is selected and
// its first option is chosen (one branch); when that branch has been searched the option is struck
// out of the state (the other branch) and the state is propagated and selected from again.  That
// keeps the walk a loop over an explicit stack, which may be left and resumed at any node.
//
// A State has
//     bool root(chosen, removed)  make the root; false if it is a dead end
//     int select(bool careful)    an undecided item with fewest options, -1 for none,
//                                 numbered as the state likes
//     bool branch(int item)       choose the item's first option, one level deeper
//     bool retreat()              go back a level and strike that level's option out
//     bool at_root()              whether there is no level to go back to
//     const std::vector<std::uint32_t>& chosen()
// and counts as `Counting` does.
//
// Links and cells, which say kForcedAreSteps, strike nothing out but move to the item's next
// option. In bit sets a careful selection looks at the first kPairsCompared undecided items with
// two options left (if there are any) and takes the first of those with the most *impact*: the sum,
// over both options, over the primary items that lose options when it is chosen, of 4 for an item
// with two options left, 2 for one with three, else 1.  The weights are those of Jeroslow and
// Wang's rule for SAT, cut off; items that get few options are about to be forced.
//
// Care only avoids dead ends, so it is taken while dead ends are at least as many as solutions:
// counting the 28 million 6×6 grids meets none, and would take three times as long.
#pragma once

#include "exact_cover/problem.hpp"

namespace cpsudoku::exact_cover {

inline constexpr int kPairsCompared = 8;

// What every State counts.
class Counting {
 public:
  // Whether `select` gives forced items too, which are not nodes then.
  static constexpr bool kForcedAreSteps = false;

  std::uint64_t work() const { return work_; }
  std::uint64_t forced() const { return forced_; }

 protected:
  std::uint64_t work_ = 0;    // grows by one for some 10 ns of work
  std::uint64_t forced_ = 0;  // how many options were forced so far
};

template <class State>
class Walk final : public CoverSearch {
 public:
  template <class... Args>
  explicit Walk(int options, const Args&... args) : options_(options), state_(args...) {}

  void restart(std::span<const int> chosen, std::span<const int> removed) override {
    check(chosen, options_);
    check(removed, options_);
    forced_before_ = state_.forced();
    solutions_ = 0;
    consistent_ = state_.root(chosen, removed);
    steps_ = 1;
    dead_ends_ = consistent_ ? 0 : 1;
    over_ = false;
    polled_at_ = state_.work() - kWorkBetweenPolls;
    stop(Status::stopped);
  }

  Status next(Watch& watch) override {
    while (!over_) {
      // Polled also where one branch fails after another.
      if (state_.work() - polled_at_ >= kWorkBetweenPolls) {
        polled_at_ = state_.work();
        if (watch.expired()) return stop(Status::stopped);
      }
      if (consistent_) {
        const int item = state_.select(dead_ends_ >= solutions_);
        if (item < 0) {
          ++solutions_;
          consistent_ = false;  // the next call goes back from here
          return stop(Status::solution);
        }
        consistent_ = state_.branch(item);
      } else if (!state_.at_root()) {
        consistent_ = state_.retreat();
      } else {
        over_ = true;
        break;
      }
      ++steps_;
      dead_ends_ += !consistent_;
    }
    return stop(Status::exhausted);
  }

  std::span<const std::uint32_t> solution() const override { return state_.chosen(); }

 private:
  // Some half a millisecond; reading the clock costs 25 ns.
  static constexpr std::uint64_t kWorkBetweenPolls = 50000;

  Status stop(Status status) {
    const std::uint64_t forced = state_.forced() - forced_before_;
    stats_ = {State::kForcedAreSteps ? steps_ - forced : steps_, dead_ends_, forced};
    return status;
  }

  int options_;
  bool consistent_ = false;
  std::uint64_t steps_ = 0, dead_ends_ = 0, solutions_ = 0;
  std::uint64_t polled_at_ = 0;
  std::uint64_t forced_before_ = 0;
  State state_;
  bool over_ = true;
};

// A solver whose searches walk over states made of this, which they share.
template <class State, class... Args>
CoverSolver solver_of(std::string algorithm, int options, Args... args) {
  return {std::move(algorithm), options, [=]() -> std::unique_ptr<CoverSearch> {
            return std::make_unique<Walk<State>>(options, args...);
          }};
}

}  // namespace cpsudoku::exact_cover
