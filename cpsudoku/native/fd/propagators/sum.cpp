// Sums: cages, arrows, little killers, innies and outies, all in one propagator.
//
// The cells are split into *groups* whose cells have one coefficient and are all different; a cell
// that differs from no other is a group by itself.  A group can only have certain sets of digits:
//
//     cage of 3 cells, total 7:    {1,2,4} alone, of 84 sets of three of nine digits
//
// A set is left while each of its digits is somewhere in the group, it has the group's fixed digits,
// and each cell has one of its digits.  Which are left is remembered as bits.  The sets left give
// the sums that the group can have; over all groups these are put together as bits again:
//
//     group a: 3 or 5, group b: 1, 2 or 4, a + b = 7 or more:     bit s stands for lowest sum + s
//       before a   1                              sums of nothing: 0
//       before b   1 | 1 << 2        = 0b101      a above its least, 3
//       after b   targets           = 0b111000   7, 8, 9 above the least of all, 3 + 1
//       b = 4, so 3 above its least: (0b101 << 3) & 0b111000 ≠ 0: possible
//       b = 1, so 0 above its least: (0b101 << 0) & 0b111000 = 0: impossible
//
// This takes away every sum of a group that no sums of the others complete, whatever the totals are
// (one, several, all but some).  Bits are counted from the lowest sum or from the highest, whichever
// is nearer to the totals: 64 bits are enough for all but long sums with great factors, and these
// keep to bounds until their domains are smaller.
//
// Below the root a sum is left alone while it has *play*: its totals are so far from the least and the
// greatest that its cells could make, even alike ones, that none of them is bound by the others.  It
// hardly ever takes anything away then; of hard killers a node costs a fifth less, and the hardest
// take an eighth less time, extreme ones a seventh, with a tenth more nodes.
//
// What the sets left have in common is taken from the cells that see the whole group, and a digit
// that they all have and only one cell can have is placed.  A group by itself, a cage or a line of
// digits near one another, has few sets, which are tried one by one instead.

#include "fd/propagators/cage.hpp"
#include "fd/propagators/group_sums.hpp"

namespace cpsudoku::fd {

namespace {

constexpr std::uint64_t kMostSets = 1000;
constexpr std::int64_t kPlay = 2;
constexpr std::size_t kFew = 24;  // groups that need no memory of their own for a call

bool go_together(Mask set, const std::vector<Mask>& related) {
  for (Mask rest = set; rest != 0; rest &= rest - 1) {
    const Mask others = set & ~(rest & (~rest + 1));
    if (others & ~related[std::countr_zero(rest)]) return false;
  }
  return true;
}

// Whether all but one of some groups, whichever that is, make every sum between their least and their
// greatest.  They do if those without a gap reach at least as far as the widest gap is wide.
class Gaps {
 public:
  void add(const Sums& sums) {
    const std::int64_t gap = sums.widest_gap();
    widest_ = std::max(widest_, gap);
    if (gap > 0) return;
    reach_ += sums.span();
    farthest_ = std::max(farthest_, sums.span());
  }

  bool are_filled() const { return widest_ == 0 || reach_ - farthest_ >= widest_; }

 private:
  std::int64_t widest_ = 0, reach_ = 0, farthest_ = 0;
};

class Sum final : public Propagator {
 public:
  Sum(std::vector<Cell> scope, std::vector<Group> groups, Relation relation,
      std::vector<std::int64_t> totals)
      : Propagator(std::move(scope), Cost::middling),
        groups_(std::move(groups)),
        relation_(relation),
        totals_(std::move(totals)),
        is_plain_(relation == Relation::equal && totals_.size() == 1 &&
                  all_of(groups_, [](const Group& group) {
                    return group.of.coefficient == 1 || group.of.coefficient == -1;
                  })) {}

  void claim(std::vector<Word>& words) override {
    for (Group& group : groups_) {
      group.claim(words);
      if (group.sets.empty() || group.of.cells.size() * group.digits > 64) continue;
      group.seen = static_cast<std::uint32_t>(words.size());
      words.insert(words.end(), {0, 0, 0});
    }
  }

  bool propagate(Store& store) const override {
    if (store.depth() > 0 && has_play(store)) return true;
    Sums few[kFew];
    std::vector<Sums> many(groups_.size() > kFew ? groups_.size() : 0);
    Sums* sums = many.empty() ? few : many.data();
    std::int64_t least = 0, most = 0;
    Gaps gaps;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (!find_sums(store, groups_[i], sums[i])) return false;
      const std::int64_t factor = groups_[i].of.coefficient;
      least += factor * (factor > 0 ? sums[i].low : sums[i].high());
      most += factor * (factor > 0 ? sums[i].high() : sums[i].low);
      if (is_plain_) gaps.add(sums[i]);
    }
    if (is_plain_ && gaps.are_filled()) {
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
        if (!keep_sums(store, groups_[i], sums[i])) return false;
      }
    }
    return true;
  }

 private:
  // Whether no cell is bound, by far, by what the others can be at least and at most.
  bool has_play(const Store& store) const {
    if (relation_ != Relation::equal || totals_.empty()) return false;
    std::int64_t least = 0, most = 0, widest = 0;
    for (const Group& group : groups_) {
      std::int64_t low = 0, high = 0, wide = 0;
      for (const Cell cell : group.of.cells) {
        const std::int64_t from = std::countr_zero(store[cell]),
                           to = 63 - std::countl_zero(store[cell]);
        low += from;
        high += to;
        wide = std::max(wide, to - from);
      }
      const std::int64_t factor = group.of.coefficient;
      least += factor * (factor > 0 ? low : high);
      most += factor * (factor > 0 ? high : low);
      widest = std::max(widest, wide * (factor > 0 ? factor : -factor));
    }
    return totals_.front() - least >= widest + kPlay && most - totals_.back() >= widest + kPlay;
  }

  // Where gaps are filled, bounds say all: no group is farther from its end than all together may be.
  bool bound(Store& store, Sums* sums, std::int64_t above, std::int64_t below) const {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const bool up = groups_[i].of.coefficient > 0;
      const std::int64_t span = sums[i].span(), from = span - (up ? below : above);
      const std::int64_t to = up ? above : below;
      const Word looked = sums[i].bits;
      if (to < span) sums[i].bits &= (Word{2} << to) - 1;
      if (from > 0) sums[i].bits &= ~Word{0} << from;
      if ((sums[i].is_new || sums[i].bits != looked) && !keep_sums(store, groups_[i], sums[i]))
        return false;
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

  // Take away the sums that by themselves are farther from the end than all together may be.
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
    Word few[2 * kFew + 1];
    std::vector<Word> many(n > kFew ? 2 * n + 1 : 0);
    Word* beyond = many.empty() ? few : many.data();
    Word* far = beyond + n + 1;
    beyond[n] = targets;
    for (std::size_t i = 0; i < n; ++i) far[i] = distances(i, sums[i], from_least);
    return keep_completed({far, n}, beyond, [&](std::size_t i, Word kept) {
      if (kept != far[i] || !is_unit(i)) keep_distances(i, sums[i], kept, from_least);
    });
  }

  bool is_unit(std::size_t i) const {
    return groups_[i].of.coefficient == 1 || groups_[i].of.coefficient == -1;
  }

  // How far the sums of a group are from its end of all, as bits; none that is farther than 63.
  Word distances(std::size_t i, const Sums& sums, bool from_least) const {
    if (is_unit(i)) {
      return (groups_[i].of.coefficient > 0) == from_least ? sums.bits : reversed(sums);
    }
    Word far = 0;
    for (const int sum : bits(sums.bits)) {
      const auto one = distance(i, sums, sum, from_least);
      if (one < 64) far |= Word{1} << one;
    }
    return far;
  }

  void keep_distances(std::size_t i, Sums& sums, Word far, bool from_least) const {
    Word kept = 0;
    for (Word rest = sums.bits; rest != 0; rest &= rest - 1) {
      const auto one = distance(i, sums, std::countr_zero(rest), from_least);
      if (one < 64 && (far >> one & 1) != 0) kept |= rest & (~rest + 1);
    }
    sums.bits = kept;
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

// Whether few enough sets fit to be tried one by one.
bool are_few(std::size_t size, int digits, const Fits& fits) {
  if (size > largest_group(digits)) return false;
  const auto sets = sets_of(size, digits);
  return static_cast<std::size_t>(std::count_if(sets.begin(), sets.end(), fits)) <= kMostTried;
}

}  // namespace

bool is_tight(const std::vector<SumGroup>& groups, std::int64_t total, int digits) {
  const Extent all = extent_of(groups, digits);
  return 6 * std::min(total - all.least, all.most - total) < all.most - all.least;
}

std::size_t largest_group(int digits) {
  std::uint64_t sets = 1, size = 0;
  const auto n = static_cast<std::uint64_t>(digits);
  while (size < n && sets * (n - size) / (size + 1) <= kMostSets &&
         (size + 1) * (n - size - 1) < 64) {
    sets = sets * (n - size) / (size + 1);
    ++size;
  }
  return static_cast<std::size_t>(std::max<std::uint64_t>(1, size));
}

std::unique_ptr<Propagator> make_sets(SumGroup group, const std::vector<Mask>& related) {
  const auto digits = static_cast<int>(related.size());
  return alone(
      Group(std::move(group), digits, [&](Mask set) { return go_together(set, related); }));
}

bool covered_by_sets(std::size_t size, const std::vector<Mask>& related) {
  return are_few(size, static_cast<int>(related.size()),
                 [&](Mask set) { return go_together(set, related); });
}

bool covered_by_sets(std::size_t size, std::int64_t total, int digits) {
  return are_few(size, digits, [total](Mask set) { return sum_of(set) == total; });
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
    const Extent own = extent_of(group, digits),
                 others{whole.least - own.least, whole.most - own.most};
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
