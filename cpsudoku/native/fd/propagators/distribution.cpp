#include "fd/propagators/distribution.hpp"

#include <algorithm>

namespace cpsudoku::fd {

namespace {

std::vector<Cell> joined(const std::vector<std::vector<Cell>>& groups) {
  std::vector<Cell> cells;
  for (const auto& group : groups) cells.insert(cells.end(), group.begin(), group.end());
  return cells;
}

class Distribution final : public Propagator {
 public:
  Distribution(std::vector<std::vector<Cell>> groups, std::vector<Word> counts)
      : Propagator(joined(groups), Cost::middling),
        groups_(std::move(groups)),
        counts_(std::move(counts)) {}

  bool propagate(Store& store) const override {
    Tally tallies[kMaxDigits];
    tally(store, tallies);
    if (!complete(tallies)) return false;
    for (std::size_t d = 0; d < counts_.size(); ++d) {
      if (!settle(store, d, tallies[d])) return false;
    }
    return true;
  }

 private:
  struct Tally {
    int certain = 0;   // cells that have the digit
    int possible = 0;  // of the open ones at most so many may have it as well
    Word counts = 0;   // those left
  };

  void tally(const Store& store, Tally* tallies) const {
    for (const auto& group : groups_) {
      Mask open = 0, fixed = 0;
      for (const Cell cell : group) {
        const Mask mask = store[cell];
        (is_single(mask) ? fixed : open) |= mask;
        if (is_single(mask)) ++tallies[std::countr_zero(mask)].certain;
      }
      for (Mask rest = open & ~fixed; rest != 0; rest &= rest - 1) {
        ++tallies[std::countr_zero(rest)].possible;
      }
    }
    for (std::size_t d = 0; d < counts_.size(); ++d) {
      Tally& one = tallies[d];
      one.counts = counts_[d] & between(one.certain, one.certain + one.possible);
    }
  }

  static Word between(int low, int high) {
    return all_digits(high + 1) & ~all_digits(low);
  }

  // Keep the counts that add up to the number of cells.
  bool complete(Tally* tallies) const {
    const std::size_t n = counts_.size();
    Word behind[kMaxDigits + 1];
    behind[n] = Word{1} << scope().size();
    for (std::size_t d = n; d-- > 0;) {
      behind[d] = 0;
      for (Word rest = tallies[d].counts; rest != 0; rest &= rest - 1) {
        behind[d] |= behind[d + 1] >> std::countr_zero(rest);
      }
    }
    if ((behind[0] & 1) == 0) return false;
    Word before = 1;
    for (std::size_t d = 0; d < n; ++d) {
      Word kept = 0, after = 0;
      for (Word rest = tallies[d].counts; rest != 0; rest &= rest - 1) {
        const Word moved = before << std::countr_zero(rest);
        after |= moved;
        if (moved & behind[d + 1]) kept |= rest & (~rest + 1);
      }
      before = after;
      tallies[d].counts = kept;
    }
    return true;
  }

  bool settle(Store& store, std::size_t d, const Tally& one) const {
    const Mask digit = Mask{1} << d;
    const int least = std::countr_zero(one.counts), most = 63 - std::countl_zero(one.counts);
    if (one.possible == 0) return true;
    if (most == one.certain) return narrow_open(store, digit, ~digit);
    if (least < one.certain + one.possible) return true;
    return place_in_groups(store, digit);
  }

  // The open cells that may have a digit.
  bool narrow_open(Store& store, Mask digit, Mask keep) const {
    for (const Cell cell : scope()) {
      if (store.is_fixed(cell) || (store[cell] & digit) == 0) continue;
      if (!store.narrow(cell, keep)) return false;
    }
    return true;
  }

  // Every group that may have the digit has it: it is placed where one cell of a group can.
  bool place_in_groups(Store& store, Mask digit) const {
    for (const auto& group : groups_) {
      int places = 0;
      Cell last = 0;
      for (const Cell cell : group) {
        if ((store[cell] & digit) == 0) continue;
        ++places;
        last = cell;
      }
      if (places == 1 && !store.narrow(last, digit)) return false;
    }
    return true;
  }

  std::vector<std::vector<Cell>> groups_;
  std::vector<Word> counts_;
};

}  // namespace

std::unique_ptr<Propagator> make_distribution(std::vector<std::vector<Cell>> groups,
                                              std::vector<Word> counts) {
  return std::make_unique<Distribution>(std::move(groups), std::move(counts));
}

}  // namespace cpsudoku::fd
