// The sums that one group of a sum can have, and what follows for its cells where some are taken away.
//
// One cell has its digits, two cells have each digit of the one with the others of the other; of more
// the sets of digits that are left are remembered, and looked at again only if a domain has changed.
#pragma once

#include "fd/propagators/group.hpp"

namespace cpsudoku::fd {

// The sums that a group can have: bit s stands for low + s.
struct Sums {
  Word bits;
  std::int64_t low;
  // Whether the group may have to be narrowed though no sum was taken away: it had changed, and
  // whether it lost a set then.
  bool is_new, has_fewer;

  std::int64_t span() const { return 63 - std::countl_zero(bits); }
  std::int64_t high() const { return low + span(); }
  // The most sums in a row that are missing.
  std::int64_t widest_gap() const {
    std::int64_t gap = 0;
    for (Word filled = bits; (filled & (filled + 1)) != 0; filled |= filled << 1) ++gap;
    return gap;
  }
};

inline Sums sums_of(Word bits, std::int64_t low) {
  return {bits >> std::countr_zero(bits), low + std::countr_zero(bits), false, false};
}

// The sums counted from the greatest.
inline Word reversed(const Sums& sums) {
  Word bits = sums.bits;
  bits = (bits >> 1 & 0x5555'5555'5555'5555) | (bits & 0x5555'5555'5555'5555) << 1;
  bits = (bits >> 2 & 0x3333'3333'3333'3333) | (bits & 0x3333'3333'3333'3333) << 2;
  bits = (bits >> 4 & 0x0f0f'0f0f'0f0f'0f0f) | (bits & 0x0f0f'0f0f'0f0f'0f0f) << 4;
  return __builtin_bswap64(bits) >> (63 - sums.span());
}

// Of the sets that are left keep those that fit: they have one of each cell's digits and none that
// no cell has.  Returns whether one is lost.
inline bool keep_fitting_sets(Store& store, const Group& group) {
  Mask all = 0;
  for (const Cell cell : group.of.cells) all |= store[cell];
  const Mask none = all_digits(static_cast<int>(group.digits)) & ~all;
  Word lost = 0;
  for (std::size_t w = 0; w < group.width; ++w) {
    const auto word = group.words + static_cast<std::uint32_t>(w);
    const Word before = store.word(word);
    Word left = before & ~group.with_some(none, w);
    for (const Cell cell : group.of.cells) left &= group.with_some(store[cell], w);
    store.set_word(word, left);
    lost |= before ^ left;
  }
  return lost != 0;
}

// The sums of the sets that are left, counted from the least of all.
inline Word bits_of(const Store& store, const Group& group) {
  Word bits = 0;
  for (std::size_t w = 0; w < group.width; ++w) {
    const Word left = store.word(group.words + static_cast<std::uint32_t>(w));
    for (std::size_t s = 0; s * group.width < group.with_sum.size(); ++s) {
      bits |= Word{(left & group.with_sum[s * group.width + w]) != 0} << s;
    }
  }
  return bits;
}

// Each digit of the one cell with the others of the other.
inline bool find_sums_of_pair(const Store& store, const Group& group, Sums& sums) {
  Mask one = store[group.of.cells[0]], other = store[group.of.cells[1]];
  if (is_single(other)) std::swap(one, other);
  Word bits = 0;
  for (Mask rest = one; rest != 0; rest &= rest - 1) {
    bits |= (other & ~(rest & (~rest + 1))) << std::countr_zero(rest);
  }
  if (bits == 0) return false;
  sums = sums_of(bits, 0);
  return true;
}

inline bool find_sums(Store& store, const Group& group, Sums& sums) {
  if (group.is_cell()) {
    const Mask mask = store[group.of.cells[0]];
    sums = sums_of(mask, 0);
    return true;
  }
  if (group.is_pair()) return find_sums_of_pair(store, group, sums);
  Word domains = 0;
  if (group.seen != 0) {
    for (const Cell cell : group.of.cells) domains = domains << group.digits | store[cell];
    if (domains == store.word(group.seen)) {
      sums = sums_of(store.word(group.seen + 1), group.least);
      return true;
    }
  }
  const bool is_first = group.seen == 0 || store.word(group.seen) == 0;
  const bool has_fewer = keep_fitting_sets(store, group) || is_first;
  const Word bits = has_fewer ? bits_of(store, group) : store.word(group.seen + 1);
  if (bits == 0) return false;
  sums = sums_of(bits, group.least);
  sums.is_new = true;
  sums.has_fewer = has_fewer;
  if (group.seen != 0) {
    store.set_word(group.seen, domains);
    store.set_word(group.seen + 1, bits);
  }
  return true;
}

// Keep the digits that go together to one of the sums that are left; those that all have in one of
// the two places go from the cells that see both.
inline bool keep_sums_of_pair(Store& store, const Group& group, const Sums& sums) {
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
  return common == 0 || store.narrow_all(group.of.seers, ~common);
}

// Keep the sets with one of these sums, which are counted from the least of all.
inline void keep_sets_with(Store& store, const Group& group, Word wanted) {
  for (std::size_t w = 0; w < group.width; ++w) {
    const auto word = group.words + static_cast<std::uint32_t>(w);
    Word summing = 0;
    for (const int sum : bits(wanted)) summing |= group.with_sum[sum * group.width + w];
    store.set_word(word, store.word(word) & summing);
  }
}

// Narrow the cells of a group to the sums that are left.
inline bool keep_sums(Store& store, const Group& group, const Sums& sums) {
  if (group.is_cell()) return store.narrow(group.of.cells[0], sums.bits << sums.low);
  if (group.is_pair()) return keep_sums_of_pair(store, group, sums);
  const Word bits = sums.bits << (sums.low - group.least);
  const bool is_same = group.seen != 0 && store.word(group.seen + 1) == bits;
  if (is_same && !sums.has_fewer) {
    const Mask common = store.word(group.seen + 2);
    return common == 0 || group.place(store, common);
  }
  if (!is_same) keep_sets_with(store, group, bits);
  Mask possible = 0, missing = 0;
  for (std::size_t w = 0; w < group.width; ++w) {
    const Word left = store.word(group.words + static_cast<std::uint32_t>(w));
    for (std::size_t d = 0; d < group.digits; ++d) {
      const Word with = left & group.with_digit[d * group.width + w];
      possible |= Mask{with != 0} << d;
      missing |= Mask{with != left} << d;
    }
  }
  const Mask common = possible & ~missing;
  if (group.seen != 0) {
    store.set_word(group.seen + 1, bits);
    store.set_word(group.seen + 2, common);
  }
  return store.narrow_all(group.of.cells, possible) && (common == 0 || group.place(store, common));
}

}  // namespace cpsudoku::fd
