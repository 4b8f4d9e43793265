#include "fd/propagators/sum.hpp"

#include <algorithm>
#include <functional>

#include "fd/propagators/cage.hpp"
#include "fd/propagators/group.hpp"

namespace cpsudoku::fd {

namespace {

constexpr std::uint64_t kMostSets = 1000;
constexpr std::size_t kFew = 24;  // groups that need no memory of their own for a call

bool go_together(Mask set, const std::vector<Mask>& related) {
  for (Mask rest = set; rest != 0; rest &= rest - 1) {
    const Mask others = set & ~(rest & (~rest + 1));
    if (others & ~related[static_cast<std::size_t>(std::countr_zero(rest))]) return false;
  }
  return true;
}

// The sums that a group can have: bit s stands for low + s.
struct Sums {
  Word bits;
  std::int64_t low;
  bool is_new;  // whether the group was looked at, because it had changed

  std::int64_t span() const { return 63 - std::countl_zero(bits); }
  std::int64_t high() const { return low + span(); }
  bool has_gaps() const { return (bits & (bits + 1)) != 0; }
};

Sums sums_of(Word bits, std::int64_t low) {
  return {bits >> std::countr_zero(bits), low + std::countr_zero(bits), true};
}

class Sum final : public Propagator {
 public:
  Sum(std::vector<Cell> scope, std::vector<Group> groups, Relation relation,
      std::vector<std::int64_t> totals)
      : Propagator(std::move(scope), Cost::dear),
        groups_(std::move(groups)),
        relation_(relation),
        totals_(std::move(totals)),
        is_plain_(relation == Relation::equal && totals_.size() == 1 &&
                  std::all_of(groups_.begin(), groups_.end(), [](const Group& group) {
                    return group.of.coefficient == 1 || group.of.coefficient == -1;
                  })) {}

  void claim(std::vector<Word>& words) override {
    for (Group& group : groups_) {
      group.claim(words);
      if (group.sets.empty() || group.of.cells.size() * group.digits > 64) continue;
      group.seen = static_cast<std::uint32_t>(words.size());
      words.insert(words.end(), {0, 0});
    }
  }

  bool propagate(Store& store) const override {
    Sums few[kFew];
    std::vector<Sums> many(groups_.size() > kFew ? groups_.size() : 0);
    Sums* sums = many.empty() ? few : many.data();
    std::int64_t least = 0, most = 0;
    bool has_gaps = false;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (!look(store, groups_[i], sums[i])) return false;
      const std::int64_t factor = groups_[i].of.coefficient;
      least += factor * (factor > 0 ? sums[i].low : sums[i].high());
      most += factor * (factor > 0 ? sums[i].high() : sums[i].low);
      has_gaps |= sums[i].has_gaps();
    }
    if (is_plain_ && !has_gaps) {
      return totals_[0] >= least && totals_[0] <= most &&
             bound(store, sums, totals_[0] - least, most - totals_[0]);
    }
    Word before[kFew];
    std::vector<Word> others(groups_.size() > kFew ? groups_.size() : 0);
    Word* looked = others.empty() ? before : others.data();
    for (std::size_t i = 0; i < groups_.size(); ++i) looked[i] = sums[i].bits;
    if (!keep(sums, least, most)) return false;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (sums[i].is_new || sums[i].bits != looked[i]) {
        if (!apply(store, groups_[i], sums[i])) return false;
      }
    }
    return true;
  }

 private:
  // Without gaps, bounds say all: no group is farther from its end than all together may be.
  bool bound(Store& store, Sums* sums, std::int64_t above, std::int64_t below) const {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const bool up = groups_[i].of.coefficient > 0;
      const std::int64_t span = sums[i].span(), from = span - (up ? below : above);
      const std::int64_t to = up ? above : below;
      const Word looked = sums[i].bits;
      if (to < span) sums[i].bits &= (Word{2} << to) - 1;
      if (from > 0) sums[i].bits &= ~Word{0} << from;
      if ((sums[i].is_new || sums[i].bits != looked) && !apply(store, groups_[i], sums[i])) return false;
    }
    return true;
  }

  // Which sums a group can have now.
  static bool look(Store& store, const Group& group, Sums& sums) {
    if (group.is_cell()) {
      const Mask mask = store[group.of.cells[0]];
      sums = sums_of(mask, 0);
      return true;
    }
    if (group.is_pair()) return look_at_pair(store, group, sums);
    Word domains = 0;
    if (group.seen != 0) {
      for (const Cell cell : group.of.cells) domains = domains << group.digits | store[cell];
      if (domains == store.word(group.seen)) {
        sums = sums_of(store.word(group.seen + 1), group.least);
        sums.is_new = false;
        return true;
      }
    }
    Mask all = 0, fixed = 0;
    for (const Cell cell : group.of.cells) {
      const Mask mask = store[cell];
      all |= mask;
      if (is_single(mask)) fixed |= mask;
    }
    Word bits = 0;
    for (std::size_t w = 0; w < group.width; ++w) {
      const auto word = group.words + static_cast<std::uint32_t>(w);
      const Word left = fitting(store, group, w, store.word(word), all, fixed);
      store.set_word(word, left);
      for (std::size_t s = 0; s * group.width < group.with_sum.size(); ++s) {
        bits |= Word{(left & group.with_sum[s * group.width + w]) != 0} << s;
      }
    }
    if (bits == 0) return false;
    sums = sums_of(bits, group.least);
    if (group.seen != 0) {
      store.set_word(group.seen, domains);
      store.set_word(group.seen + 1, bits);
    }
    return true;
  }

  // Each digit of the one cell with the others of the other.
  static bool look_at_pair(const Store& store, const Group& group, Sums& sums) {
    const Mask other = store[group.of.cells[1]];
    Word bits = 0;
    for (Mask rest = store[group.of.cells[0]]; rest != 0; rest &= rest - 1) {
      bits |= (other & ~(rest & (~rest + 1))) << std::countr_zero(rest);
    }
    if (bits == 0) return false;
    sums = sums_of(bits, 0);
    return true;
  }

  // Keep the digits that go together to one of the sums that are left; those that all have in one of
  // the two places go from whoever sees both.
  static bool apply_to_pair(Store& store, const Group& group, const Sums& sums) {
    const Cell one = group.of.cells[0], other = group.of.cells[1];
    const Word possible = sums.bits << sums.low;
    Mask ones = 0, others = 0, common = ~Mask{0};
    for (Mask rest = store[one]; rest != 0; rest &= rest - 1) {
      const Mask digit = rest & (~rest + 1);
      const Mask partners = possible >> std::countr_zero(rest) & store[other] & ~digit;
      if (partners == 0) continue;
      ones |= digit;
      others |= partners;
      common &= digit | (is_single(partners) ? partners : 0);
    }
    if (!store.narrow(one, ones) || !store.narrow(other, others)) return false;
    if (common == 0) return true;
    for (const Cell cell : group.of.seers) {
      if (!store.narrow(cell, ~common)) return false;
    }
    return true;
  }

  // Which of the sets in a word fit: they have the fixed digits, none that no cell has, and one of
  // each cell's.
  static Word fitting(const Store& store, const Group& group, std::size_t w, Word left, Mask all,
                      Mask fixed) {
    for (Mask rest = all_digits(static_cast<int>(group.digits)) & ~all; rest != 0; rest &= rest - 1) {
      left &= ~with_digit(group, rest, w);
    }
    for (Mask rest = fixed; rest != 0; rest &= rest - 1) left &= with_digit(group, rest, w);
    for (const Cell cell : group.of.cells) {
      const Mask mask = store[cell];
      if (is_single(mask)) continue;
      Word some = 0;
      for (Mask rest = mask; rest != 0; rest &= rest - 1) some |= with_digit(group, rest, w);
      left &= some;
    }
    return left;
  }

  static Word with_digit(const Group& group, Mask digits, std::size_t w) {
    return group.with_digit[static_cast<std::size_t>(std::countr_zero(digits)) * group.width + w];
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
    if (group.is_pair()) return apply_to_pair(store, group, sums);
    const std::int64_t low = sums.low - group.least;
    Mask possible = 0, missing = 0;
    for (std::size_t w = 0; w < group.width; ++w) {
      const auto word = group.words + static_cast<std::uint32_t>(w);
      Word summing = 0;
      for (Word rest = sums.bits; rest != 0; rest &= rest - 1) {
        const auto sum = static_cast<std::size_t>(std::countr_zero(rest) + low);
        summing |= group.with_sum[sum * group.width + w];
      }
      const Word left = store.word(word) & summing;
      store.set_word(word, left);
      for (std::size_t d = 0; d < group.digits; ++d) {
        const Word with = left & group.with_digit[d * group.width + w];
        possible |= Mask{with != 0} << d;
        missing |= Mask{with != left} << d;
      }
    }
    if (group.seen != 0) store.set_word(group.seen + 1, sums.bits << low);
    const Mask common = possible & ~missing;
    for (const Cell cell : group.of.cells) {
      if (!store.narrow(cell, possible)) return false;
    }
    return common == 0 || group.place(store, common);
  }

  std::vector<Group> groups_;
  Relation relation_;
  std::vector<std::int64_t> totals_;
  bool is_plain_;  // whether it is equal to one total, and all coefficients are 1 or −1
};

// The least and the greatest sum.
struct Extent {
  std::int64_t least = 0, most = 0;
};

Extent extent_of(const SumGroup& group, int digits) {
  const auto size = static_cast<std::int64_t>(group.cells.size());
  const std::int64_t least = size * (size - 1) / 2, most = size * (digits - 1) - least;
  const std::int64_t factor = group.coefficient;
  return factor > 0 ? Extent{factor * least, factor * most} : Extent{factor * most, factor * least};
}

Extent extent_of(const std::vector<SumGroup>& groups, int digits) {
  Extent sum;
  for (const SumGroup& group : groups) {
    const Extent one = extent_of(group, digits);
    sum.least += one.least;
    sum.most += one.most;
  }
  return sum;
}

// Whether a sum of this extent may be what the totals ask for.
bool meets(Relation relation, const std::vector<std::int64_t>& totals, Extent sum) {
  if (relation == Relation::at_most) return sum.least <= totals.front();
  const auto first = std::lower_bound(totals.begin(), totals.end(), sum.least);
  const bool has_total = first != totals.end() && *first <= sum.most;
  return relation == Relation::equal ? has_total : sum.least != sum.most || !has_total;
}

// A propagator for a group that has one of its sets, and no more.
std::unique_ptr<Propagator> alone(Group group) {
  if (group.sets.size() <= kMostTried) return make_cage(std::move(group));
  std::vector<Cell> scope = group.of.cells;
  std::vector<Group> one;
  one.push_back(std::move(group));
  // Any sum will do: none is forbidden.
  return std::make_unique<Sum>(std::move(scope), std::move(one), Relation::unequal,
                               std::vector<std::int64_t>{});
}

}  // namespace

bool is_tight(const std::vector<SumGroup>& groups, std::int64_t total, int digits) {
  const Extent all = extent_of(groups, digits);
  return 6 * std::min(total - all.least, all.most - total) < all.most - all.least;
}

std::size_t largest_group(int digits) {
  std::uint64_t sets = 1, size = 0;
  const auto n = static_cast<std::uint64_t>(digits);
  while (size < n && sets * (n - size) / (size + 1) <= kMostSets && (size + 1) * (n - size - 1) < 64) {
    sets = sets * (n - size) / (size + 1);
    ++size;
  }
  return static_cast<std::size_t>(std::max<std::uint64_t>(1, size));
}

std::unique_ptr<Propagator> make_sets(SumGroup group, const std::vector<Mask>& related) {
  const auto digits = static_cast<int>(related.size());
  return alone(Group(std::move(group), digits, [&](Mask set) { return go_together(set, related); }));
}

bool told_by_sets(std::size_t size, const std::vector<Mask>& related) {
  const auto sets = sets_of(size, static_cast<int>(related.size()));
  const auto fitting = std::count_if(sets.begin(), sets.end(),
                                     [&](Mask set) { return go_together(set, related); });
  return static_cast<std::size_t>(fitting) <= kMostTried;
}

std::unique_ptr<Propagator> make_sum(std::vector<SumGroup> groups, Relation relation,
                                     std::vector<std::int64_t> totals, int digits) {
  if (relation == Relation::at_least) {  // is at most, of everything negated
    relation = Relation::at_most;
    for (SumGroup& group : groups) group.coefficient = -group.coefficient;
    for (auto& total : totals) total = -total;
  }
  std::sort(totals.begin(), totals.end());
  const Extent whole = extent_of(groups, digits);
  std::vector<Cell> scope;
  std::vector<Group> made;
  for (SumGroup& group : groups) {
    scope.insert(scope.end(), group.cells.begin(), group.cells.end());
    const Extent own = extent_of(group, digits), others{whole.least - own.least, whole.most - own.most};
    const std::int64_t factor = group.coefficient;
    made.emplace_back(std::move(group), digits, [&](Mask set) {
      const std::int64_t sum = factor * sum_of(set);
      return meets(relation, totals, {sum + others.least, sum + others.most});
    });
  }
  // By itself a group has no sets but those whose sum is right.
  if (made.size() == 1 && !made.front().sets.empty()) return alone(std::move(made.front()));
  return std::make_unique<Sum>(std::move(scope), std::move(made), relation, std::move(totals));
}

}  // namespace cpsudoku::fd
