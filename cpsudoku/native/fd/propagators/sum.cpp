#include "fd/propagators/sum.hpp"

#include <algorithm>

namespace cpsudoku::fd {

namespace {

constexpr std::uint64_t kMostSets = 1000;
constexpr std::size_t kFew = 24;  // groups that need no memory of their own for a call

// All sets of so many digits, as masks.
std::vector<Mask> sets_of(std::size_t size, int digits) {
  std::vector<Mask> sets;
  if (size > static_cast<std::size_t>(digits)) return sets;
  const Mask end = digits == kMaxDigits ? 0 : Mask{1} << digits;
  Mask set = all_digits(static_cast<int>(size));
  while (end == 0 || set < end) {
    sets.push_back(set);
    // The next greater number with as many bits (Gosper's hack, HAKMEM 175, 1972).
    const Mask low = set & (~set + 1), carried = set + low;
    if (carried == 0 || low == 0) break;
    set = carried | (((set ^ carried) >> 2) / low);
  }
  return sets;
}

std::int64_t sum_of(Mask set) {
  std::int64_t sum = 0;
  for (; set != 0; set &= set - 1) sum += std::countr_zero(set);
  return sum;
}

// A group with the sets of digits that it may have; none are listed for a single cell.
struct Group {
  SumGroup of;
  std::vector<Mask> sets;
  std::vector<std::uint8_t> sums;  // of each set, above `least`
  std::int64_t least = 0;
  std::uint32_t words = 0;  // where it is remembered which sets are left

  Group(SumGroup group, int digits) : of(std::move(group)) {
    if (is_cell()) return;
    sets = sets_of(of.cells.size(), digits);
    least = sum_of(all_digits(static_cast<int>(of.cells.size())));
    for (const Mask set : sets) sums.push_back(static_cast<std::uint8_t>(sum_of(set) - least));
  }

  bool is_cell() const { return of.cells.size() == 1; }
};

// The sums that a group can have: bit s stands for low + s.
struct Sums {
  Word bits;
  std::int64_t low;

  std::int64_t span() const { return 63 - std::countl_zero(bits); }
  std::int64_t high() const { return low + span(); }
};

class Sum final : public Propagator {
 public:
  Sum(std::vector<Cell> scope, std::vector<Group> groups, Relation relation,
      std::vector<std::int64_t> totals)
      : Propagator(std::move(scope), Cost::middling),
        groups_(std::move(groups)),
        relation_(relation),
        totals_(std::move(totals)) {}

  void claim(std::vector<Word>& words) override {
    for (Group& group : groups_) {
      group.words = static_cast<std::uint32_t>(words.size());
      for (std::size_t left = group.sets.size(); left > 0; left -= std::min<std::size_t>(64, left)) {
        words.push_back(all_digits(static_cast<int>(std::min<std::size_t>(64, left))));
      }
    }
  }

  bool propagate(Store& store) const override {
    Sums few[kFew];
    std::vector<Sums> many(groups_.size() > kFew ? groups_.size() : 0);
    Sums* sums = many.empty() ? few : many.data();
    std::int64_t least = 0, most = 0;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (!look(store, groups_[i], sums[i])) return false;
      const std::int64_t factor = groups_[i].of.coefficient;
      least += factor * (factor > 0 ? sums[i].low : sums[i].high());
      most += factor * (factor > 0 ? sums[i].high() : sums[i].low);
    }
    if (!keep(sums, least, most)) return false;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (!apply(store, groups_[i], sums[i])) return false;
    }
    return true;
  }

 private:
  // Which sums a group can have now.
  static bool look(Store& store, const Group& group, Sums& sums) {
    if (group.is_cell()) {
      const Mask mask = store[group.of.cells[0]];
      sums = {mask >> std::countr_zero(mask), std::countr_zero(mask)};
      return true;
    }
    Mask all = 0, fixed = 0;
    for (const Cell cell : group.of.cells) {
      const Mask mask = store[cell];
      all |= mask;
      if (is_single(mask)) fixed |= mask;
    }
    Word bits = 0;
    for (std::uint32_t w = 0; w * 64 < group.sets.size(); ++w) {
      Word left = store.word(group.words + w);
      for (Word rest = left; rest != 0; rest &= rest - 1) {
        const std::size_t i = w * 64 + static_cast<std::size_t>(std::countr_zero(rest));
        if (fits(store, group, group.sets[i], all, fixed)) {
          bits |= Word{1} << group.sums[i];
        } else {
          left &= ~(rest & (~rest + 1));
        }
      }
      store.set_word(group.words + w, left);
    }
    if (bits == 0) return false;
    sums = {bits >> std::countr_zero(bits), group.least + std::countr_zero(bits)};
    return true;
  }

  static bool fits(const Store& store, const Group& group, Mask set, Mask all, Mask fixed) {
    if ((set & ~all) != 0 || (fixed & ~set) != 0) return false;
    for (const Cell cell : group.of.cells) {
      if ((store[cell] & set) == 0) return false;
    }
    return true;
  }

  // Keep the sums that take part in a total.
  bool keep(Sums* sums, std::int64_t least, std::int64_t most) const {
    if (relation_ == Relation::at_most) {
      return least <= totals_.front() && bound(sums, totals_.front() - least, true);
    }
    const auto first = std::lower_bound(totals_.begin(), totals_.end(), least);
    const auto end = std::upper_bound(first, totals_.end(), most);
    if (relation_ == Relation::unequal) {
      if (first == end) return true;
      return most - least > 63 || complete(sums, without(first, end, least, most), true);
    }
    if (first == end) return false;
    if (*(end - 1) - least <= 63) return complete(sums, targets(first, end, least, 1), true);
    if (most - *first <= 63) return complete(sums, targets(first, end, most, -1), false);
    return bound(sums, *(end - 1) - least, true) && bound(sums, most - *first, false);
  }

  using Total = std::vector<std::int64_t>::const_iterator;

  static Word targets(Total first, Total end, std::int64_t from, std::int64_t sign) {
    Word bits = 0;
    for (; first != end; ++first) bits |= Word{1} << (sign * (*first - from));
    return bits;
  }

  static Word without(Total first, Total end, std::int64_t least, std::int64_t most) {
    return all_digits(static_cast<int>(most - least + 1)) & ~targets(first, end, least, 1);
  }

  // How far a sum of a group, the `offset`-th above its least, is from its end of all.
  std::uint64_t distance(std::size_t i, const Sums& sums, int offset, bool from_least) const {
    const std::int64_t factor = groups_[i].of.coefficient;
    const bool up = (factor > 0) == from_least;
    return static_cast<std::uint64_t>((factor > 0 ? factor : -factor) *
                                      (up ? offset : sums.span() - offset));
  }

  // Take away the sums that alone are farther from the end than all together may be.
  bool bound(Sums* sums, std::int64_t slack, bool from_least) const {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      Word kept = 0;
      for (Word rest = sums[i].bits; rest != 0; rest &= rest - 1) {
        const auto far = distance(i, sums[i], std::countr_zero(rest), from_least);
        if (far <= static_cast<std::uint64_t>(slack)) kept |= rest & (~rest + 1);
      }
      sums[i].bits = kept;  // not empty: the end itself is at no distance
    }
    return true;
  }

  // Take away the sums that the others complete to no target.
  bool complete(Sums* sums, Word targets, bool from_least) const {
    const std::size_t n = groups_.size();
    Word few[kFew + 1];
    std::vector<Word> many(n > kFew ? n + 1 : 0);
    Word* behind = many.empty() ? few : many.data();
    behind[n] = targets;
    for (std::size_t i = n; i-- > 0;) {
      behind[i] = 0;
      for (Word rest = sums[i].bits; rest != 0; rest &= rest - 1) {
        const auto far = distance(i, sums[i], std::countr_zero(rest), from_least);
        if (far < 64) behind[i] |= behind[i + 1] >> far;
      }
    }
    if ((behind[0] & 1) == 0) return false;
    Word before = 1;
    for (std::size_t i = 0; i < n; ++i) {
      Word kept = 0, after = 0;
      for (Word rest = sums[i].bits; rest != 0; rest &= rest - 1) {
        const auto far = distance(i, sums[i], std::countr_zero(rest), from_least);
        if (far >= 64) continue;
        after |= before << far;
        if ((before << far) & behind[i + 1]) kept |= rest & (~rest + 1);
      }
      before = after;
      sums[i].bits = kept;
    }
    return true;
  }

  // Narrow the cells of a group to the sums that are left; `low` is as it was looked at.
  static bool apply(Store& store, const Group& group, const Sums& sums) {
    if (group.is_cell()) return store.narrow(group.of.cells[0], sums.bits << sums.low);
    const std::int64_t low = sums.low - group.least;
    Mask possible = 0, common = ~Mask{0};
    for (std::uint32_t w = 0; w * 64 < group.sets.size(); ++w) {
      Word left = store.word(group.words + w);
      for (Word rest = left; rest != 0; rest &= rest - 1) {
        const std::size_t i = w * 64 + static_cast<std::size_t>(std::countr_zero(rest));
        if (sums.bits >> (group.sums[i] - low) & 1) {
          possible |= group.sets[i];
          common &= group.sets[i];
        } else {
          left &= ~(rest & (~rest + 1));
        }
      }
      store.set_word(group.words + w, left);
    }
    for (const Cell cell : group.of.cells) {
      if (!store.narrow(cell, possible)) return false;
    }
    return common == 0 || place(store, group, common);
  }

  // The group has all of these digits.
  static bool place(Store& store, const Group& group, Mask common) {
    Mask once = 0, twice = 0;
    for (const Cell cell : group.of.cells) {
      twice |= once & store[cell];
      once |= store[cell];
    }
    if (common & ~once) return false;
    if (const Mask alone = common & ~twice) {
      for (const Cell cell : group.of.cells) {
        const Mask here = store[cell] & alone;
        if (!is_single(here) || (here != 0 && !store.narrow(cell, here))) return false;
      }
    }
    for (const Cell cell : group.of.seers) {
      if (!store.narrow(cell, ~common)) return false;
    }
    return true;
  }

  std::vector<Group> groups_;
  Relation relation_;
  std::vector<std::int64_t> totals_;
};

}  // namespace

std::size_t largest_group(int digits) {
  std::uint64_t sets = 1, size = 0;
  const auto n = static_cast<std::uint64_t>(digits);
  while (size < n && sets * (n - size) / (size + 1) <= kMostSets && (size + 1) * (n - size - 1) < 64) {
    sets = sets * (n - size) / (size + 1);
    ++size;
  }
  return static_cast<std::size_t>(std::max<std::uint64_t>(1, size));
}

std::unique_ptr<Propagator> make_sum(std::vector<SumGroup> groups, Relation relation,
                                     std::vector<std::int64_t> totals, int digits) {
  if (relation == Relation::at_least) {  // is at most, of everything negated
    relation = Relation::at_most;
    for (SumGroup& group : groups) group.coefficient = -group.coefficient;
    for (auto& total : totals) total = -total;
  }
  std::sort(totals.begin(), totals.end());
  std::vector<Cell> scope;
  std::vector<Group> made;
  for (SumGroup& group : groups) {
    scope.insert(scope.end(), group.cells.begin(), group.cells.end());
    made.emplace_back(std::move(group), digits);
  }
  return std::make_unique<Sum>(std::move(scope), std::move(made), relation, std::move(totals));
}

}  // namespace cpsudoku::fd
