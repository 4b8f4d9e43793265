#include "fd/propagators/sum.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace cpsudoku::fd {

namespace {

constexpr std::uint64_t kMostSets = 1000;
constexpr std::size_t kMostTried = 64;  // a word of them
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

bool go_together(Mask set, const std::vector<Mask>& related) {
  for (Mask rest = set; rest != 0; rest &= rest - 1) {
    const Mask others = set & ~(rest & (~rest + 1));
    if (others & ~related[static_cast<std::size_t>(std::countr_zero(rest))]) return false;
  }
  return true;
}

// Which sets of digits a group may have.
using Fits = std::function<bool(Mask)>;

// A group with the sets of digits that it may have; none are listed for a single cell.  Sets are
// never looked at one by one: which have a digit and which have a sum is written down as bits.
struct Group {
  SumGroup of;
  std::vector<Mask> sets;
  std::size_t digits, width = 0;  // how many, and in how many words of bits the sets are
  std::int64_t least = 0;         // the least sum of all
  std::vector<Word> with_digit;   // the sets with digit d are from d · width on
  std::vector<Word> with_sum;     // the sets with sum least + s are from s · width on
  std::uint32_t words = 0;        // where it is remembered which sets are left

  Group(SumGroup group, int number, const Fits& fits)
      : of(std::move(group)), digits(static_cast<std::size_t>(number)) {
    if (is_cell()) return;
    sets = sets_of(of.cells.size(), number);
    std::erase_if(sets, [&fits](Mask set) { return !fits(set); });
    width = (sets.size() + 63) / 64;
    with_digit.resize(width * digits);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      least = i == 0 ? sum_of(sets[i]) : std::min(least, sum_of(sets[i]));
    }
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const auto sum = static_cast<std::size_t>(sum_of(sets[i]) - least);
      if (with_sum.size() < (sum + 1) * width) with_sum.resize((sum + 1) * width);
      add(with_sum, sum, i);
      for (Mask rest = sets[i]; rest != 0; rest &= rest - 1) {
        add(with_digit, static_cast<std::size_t>(std::countr_zero(rest)), i);
      }
    }
  }

  bool is_cell() const { return of.cells.size() == 1; }

  void claim(std::vector<Word>& store) {
    words = static_cast<std::uint32_t>(store.size());
    for (std::size_t left = sets.size(); left > 0; left -= std::min<std::size_t>(64, left)) {
      store.push_back(all_digits(static_cast<int>(std::min<std::size_t>(64, left))));
    }
  }

  // The group has all of these digits.
  bool place(Store& store, Mask common) const {
    Mask once = 0, twice = 0;
    for (const Cell cell : of.cells) {
      twice |= once & store[cell];
      once |= store[cell];
    }
    if (common & ~once) return false;
    if (const Mask alone = common & ~twice) {
      for (const Cell cell : of.cells) {
        const Mask here = store[cell] & alone;
        if (!is_single(here) || (here != 0 && !store.narrow(cell, here))) return false;
      }
    }
    for (const Cell cell : of.seers) {
      if (!store.narrow(cell, ~common)) return false;
    }
    return true;
  }

 private:
  void add(std::vector<Word>& table, std::size_t row, std::size_t set) const {
    table[row * width + set / 64] |= Word{1} << (set % 64);
  }
};

// A group by itself of which nothing is asked but that it has one of its sets, at most 64: a cage.
//
// Each set that is left is tried by itself: in every cell no other digits than its own, one that a
// single cell can have placed there, and one that a cell must have taken from the others.
//
//     cells {1,2} {1,2,7} {4,7}, sets {1,2,7} {1,2,4}:   the first leaves 1 or 2 | 1 or 2 | 7,
//                                                        the second 1 or 2 | 1 or 2 | 4
//     so r1c2 is no 7; and 1 and 2, which both sets have, go from whoever sees r1c1 and r1c2
class Cage final : public Propagator {
 public:
  explicit Cage(Group group) : Propagator(group.of.cells, Cost::middling), group_(std::move(group)) {}

  void claim(std::vector<Word>& words) override { group_.claim(words); }

  bool propagate(Store& store) const override {
    Masks masks, kept{};
    Mask all = 0, fixed = 0;
    for (std::size_t i = 0; i < scope().size(); ++i) {
      masks[i] = store[scope()[i]];
      all |= masks[i];
      fixed |= is_single(masks[i]) ? masks[i] : 0;
    }
    Word left = 0;
    Mask common = ~Mask{0};
    if (group_.sets.empty()) return false;
    for (Word rest = store.word(group_.words); rest != 0; rest &= rest - 1) {
      const Mask set = group_.sets[static_cast<std::size_t>(std::countr_zero(rest))];
      if ((set & ~all) != 0 || (fixed & ~set) != 0 || !fill(set, masks, kept)) continue;
      left |= rest & (~rest + 1);
      common &= set;
    }
    if (left == 0) return false;
    store.set_word(group_.words, left);
    for (std::size_t i = 0; i < scope().size(); ++i) {
      if (!store.narrow(scope()[i], kept[i])) return false;
    }
    for (Mask rest = common & ~fixed; rest != 0; rest &= rest - 1) {
      if (!take_elsewhere(store, rest & (~rest + 1))) return false;
    }
    return true;
  }

 private:
  using Masks = std::array<Mask, kMaxDigits>;

  // Whether the cells can have the digits of a set; what they keep then is added.
  bool fill(Mask set, const Masks& masks, Masks& kept) const {
    const std::size_t n = scope().size();
    Masks own;
    Mask once = 0, twice = 0, forced = 0;
    bool some = true, clash = false;
    for (std::size_t i = 0; i < n; ++i) {
      const Mask mask = masks[i] & set, single = is_single(mask) ? mask : 0;
      own[i] = mask;
      some &= mask != 0;
      clash |= (forced & single) != 0;
      forced |= single;
      twice |= once & mask;
      once |= mask;
    }
    if (!some || clash || once != set) return false;
    const Mask alone = once & ~twice & ~forced;
    if (alone != 0 || (twice & forced) != 0) {
      once = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const Mask here = own[i] & alone;
        if (!is_single(here)) return false;
        if (!is_single(own[i])) own[i] = here != 0 ? here : own[i] & ~forced;
        if (own[i] == 0) return false;
        once |= own[i];
      }
      if (once != set) return false;
    }
    for (std::size_t i = 0; i < n; ++i) kept[i] |= own[i];
    return true;
  }

  // The group has this digit: whoever sees all its cells that may have it has it not.
  bool take_elsewhere(Store& store, Mask digit) const {
    const std::size_t width = group_.of.sees.size() / scope().size();
    for (std::size_t w = 0; w < width; ++w) {
      Word seers = ~Word{0};
      for (std::size_t i = 0; i < scope().size(); ++i) {
        if (store[scope()[i]] & digit) seers &= group_.of.sees[i * width + w];
      }
      for (; seers != 0; seers &= seers - 1) {
        const auto cell = static_cast<Cell>(w * 64 + static_cast<std::size_t>(std::countr_zero(seers)));
        if (!store.narrow(cell, ~digit)) return false;
      }
    }
    return true;
  }

  Group group_;
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
      : Propagator(std::move(scope), Cost::dear),
        groups_(std::move(groups)),
        relation_(relation),
        totals_(std::move(totals)) {}

  void claim(std::vector<Word>& words) override {
    for (Group& group : groups_) group.claim(words);
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
    for (std::size_t w = 0; w < group.width; ++w) {
      const auto word = group.words + static_cast<std::uint32_t>(w);
      const Word left = fitting(store, group, w, store.word(word), all, fixed);
      store.set_word(word, left);
      for (std::size_t s = 0; s * group.width < group.with_sum.size(); ++s) {
        bits |= Word{(left & group.with_sum[s * group.width + w]) != 0} << s;
      }
    }
    if (bits == 0) return false;
    sums = {bits >> std::countr_zero(bits), group.least + std::countr_zero(bits)};
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
    const Mask common = possible & ~missing;
    for (const Cell cell : group.of.cells) {
      if (!store.narrow(cell, possible)) return false;
    }
    return common == 0 || group.place(store, common);
  }

  std::vector<Group> groups_;
  Relation relation_;
  std::vector<std::int64_t> totals_;
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
  if (group.sets.size() <= kMostTried) return std::make_unique<Cage>(std::move(group));
  std::vector<Cell> scope = group.of.cells;
  std::vector<Group> one;
  one.push_back(std::move(group));
  // Any sum will do: none is forbidden.
  return std::make_unique<Sum>(std::move(scope), std::move(one), Relation::unequal,
                               std::vector<std::int64_t>{});
}

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
  if (made.size() == 1 && !made.front().is_cell()) return alone(std::move(made.front()));
  return std::make_unique<Sum>(std::move(scope), std::move(made), relation, std::move(totals));
}

}  // namespace cpsudoku::fd
