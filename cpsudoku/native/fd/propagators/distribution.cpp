// How often each digit is among some cells: circles that count themselves, quadruples.
//
// Several counts of the same cells are one thing, for together they are as many as the cells:
//
//     four cells of a quadruple with 1, 4, 6, 7, each at least once:    1 + 1 + 1 + 1 = 4, so no
//                                                                       other digit is among them
//     ten circles, digit d none or d times:                             1+2+3+4, 1+9, 2+8, 1+2+7 …
//
// For each digit the counts that are left are bits.  Cells fixed and cells open bound them; and as in
// a sum, a count goes that no counts of the other digits complete to the number of cells.  Where a
// digit has reached its highest count the open cells lose it; where it needs all its open cells they
// keep nothing else.  A digit is at most once among cells that differ, so each such group counts for
// one; and where the group is part of a house whose other cells cannot have the digit, it has it.
#include "fd/propagators/group.hpp"

namespace cpsudoku::fd {

namespace {

using Groups = std::vector<DistributedGroup>;

std::vector<Cell> joined(const Groups& groups, bool with_rest) {
  std::vector<Cell> cells;
  for (const DistributedGroup& group : groups) {
    cells.insert(cells.end(), group.cells.begin(), group.cells.end());
    if (with_rest) cells.insert(cells.end(), group.rest.begin(), group.rest.end());
  }
  sort_each_once(cells);
  return cells;
}

class Distribution final : public Propagator {
 public:
  Distribution(Groups groups, std::vector<Word> counts)
      : Propagator(joined(groups, true), Cost::middling),
        size_(joined(groups, false).size()),
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
    int certain = 0;   // groups that have the digit
    int possible = 0;  // groups that may have it as well
    Word counts = 0;   // those left
  };

  // The digits that a group has for certain, and those that it may have besides.
  struct Share {
    Mask certain, possible;
  };

  static Share share(const Store& store, const DistributedGroup& group) {
    Mask all = 0, fixed = 0, elsewhere = 0;
    for (const Cell cell : group.cells) {
      all |= store[cell];
      if (store.is_fixed(cell)) fixed |= store[cell];
    }
    for (const Cell cell : group.rest) elsewhere |= store[cell];
    const Mask certain = fixed | (group.in_house ? all & ~elsewhere : 0);
    return {certain, all & ~certain};
  }

  void tally(const Store& store, Tally* tallies) const {
    for (const DistributedGroup& group : groups_) {
      const Share found = share(store, group);
      for (const int d : bits(found.certain)) ++tallies[d].certain;
      for (const int d : bits(found.possible)) ++tallies[d].possible;
    }
    for (std::size_t d = 0; d < counts_.size(); ++d) {
      Tally& one = tallies[d];
      one.counts = counts_[d] & between(one.certain, one.certain + one.possible);
    }
  }

  static Word between(int low, int high) { return all_digits(high + 1) & ~all_digits(low); }

  // Keep the counts that add up to the number of cells.
  bool complete(Tally* tallies) const {
    const std::size_t n = counts_.size();
    Word counts[kMaxDigits], beyond[kMaxDigits + 1];
    beyond[n] = Word{1} << size_;
    for (std::size_t d = 0; d < n; ++d) counts[d] = tallies[d].counts;
    return keep_completed({counts, n}, beyond,
                          [tallies](std::size_t d, Word kept) { tallies[d].counts = kept; });
  }

  bool settle(Store& store, std::size_t d, const Tally& one) const {
    const Mask digit = Mask{1} << d;
    const int least = std::countr_zero(one.counts), most = 63 - std::countl_zero(one.counts);
    if (one.possible == 0) return true;
    const bool none = most == one.certain, all = least == one.certain + one.possible;
    if (!none && !all) return true;
    for (const DistributedGroup& group : groups_) {
      if ((share(store, group).possible & digit) == 0) continue;
      if (!(none ? store.narrow_all(group.cells, ~digit) : place(store, group, digit)))
        return false;
    }
    return true;
  }

  // The group has the digit: the rest of its house has it not.
  static bool place(Store& store, const DistributedGroup& group, Mask digit) {
    if (group.in_house && !store.narrow_all(group.rest, ~digit)) return false;
    int places = 0;
    Cell last = 0;
    for (const Cell cell : group.cells) {
      if ((store[cell] & digit) == 0) continue;
      ++places;
      last = cell;
    }
    return places != 1 || store.narrow(last, digit);
  }

  std::size_t size_;
  Groups groups_;
  std::vector<Word> counts_;
};

}  // namespace

std::unique_ptr<Propagator> make_distribution(std::vector<DistributedGroup> groups,
                                              std::vector<Word> counts) {
  return std::make_unique<Distribution>(std::move(groups), std::move(counts));
}

}  // namespace cpsudoku::fd
