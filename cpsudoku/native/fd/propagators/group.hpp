// Cells that are all different and the sets of digits that they may have: what sums and cages share.
#pragma once

#include <functional>

#include "fd/propagators/makers.hpp"

namespace cpsudoku::fd {

// All sets of this many digits, as masks.
inline std::vector<Mask> sets_of(std::size_t size, int digits) {
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

inline std::int64_t sum_of(Mask set) {
  std::int64_t sum = 0;
  for (; set != 0; set &= set - 1) sum += std::countr_zero(set);
  return sum;
}

// Each set has as bits what a number may be: keep what the others complete to a wanted sum, which are
// the bits of `beyond[sets.size()]`; the words before it are for what the first numbers may leave.
// Calls `use` with the place of each set and what is kept of it.  False if no sum is possible.
template <class Use>
bool keep_completed(std::span<const Word> sets, Word* beyond, const Use& use) {
  for (std::size_t i = sets.size(); i-- > 0;) {
    beyond[i] = 0;
    for (const int step : bits(sets[i])) beyond[i] |= beyond[i + 1] >> step;
  }
  if ((beyond[0] & 1) == 0) return false;
  Word before = 1;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    Word kept = 0, after = 0;
    for (Word rest = sets[i]; rest != 0; rest &= rest - 1) {
      const Word moved = before << std::countr_zero(rest);
      after |= moved;
      kept |= (moved & beyond[i + 1]) != 0 ? rest & (~rest + 1) : 0;
    }
    before = after;
    use(i, kept);
  }
  return true;
}

// Which sets of digits a group may have.
using Fits = std::function<bool(Mask)>;

// A group with the sets of digits that it may have; none are listed for one cell or two.  Sets are
// never looked at one by one: which have a digit and which have a sum is written down as bits.
struct Group {
  SumGroup of;
  std::vector<Mask> sets;
  std::size_t digits, width = 0;  // how many, and in how many words of bits the sets are
  std::int64_t least = 0;         // the least sum of all
  std::vector<Word> with_digit;   // the sets with digit d are from d · width on
  std::vector<Word> with_sum;     // the sets with sum least + s are from s · width on
  std::uint32_t words = 0;        // where it is remembered which sets are left
  std::uint32_t seen = 0;  // where its domains, their sums and what all sets that are left have
                           // are remembered, 0 where they are not

  Group(SumGroup group, int number, const Fits& fits)
      : of(std::move(group)), digits(static_cast<std::size_t>(number)) {
    if (is_cell() || is_pair()) return;
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
      for (const int d : bits(sets[i])) add(with_digit, d, i);
    }
    note_fours();
  }

  bool is_cell() const { return of.cells.size() == 1; }
  // Whether the two cells are looked at themselves, their sums as bits of a word.
  bool is_pair() const { return of.cells.size() == 2 && digits <= 32; }

  void claim(std::vector<Word>& store) { words = claim_bits(store, sets.size()); }

  // The sets, those of the w-th word, that have one of some digits.
  Word with_some(Mask some, std::size_t w) const {
    Word found = 0;
    for (const Word* four = with_four_.data() + w; some != 0; some >>= 4, four += 16 * width) {
      found |= four[(some & 15) * width];
    }
    return found;
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
    return store.narrow_all(of.seers, ~common);
  }

 private:
  // For each four digits and each choice of them the sets with one of these.
  void note_fours() {
    for (std::size_t first = 0; first < digits; first += 4) {
      const std::size_t start = with_four_.size();
      with_four_.resize(start + 16 * width);
      for (std::size_t some = 1; some < 16; ++some) {
        const std::size_t digit = first + static_cast<std::size_t>(std::countr_zero(some));
        for (std::size_t w = 0; w < width; ++w) {
          with_four_[start + some * width + w] =
              with_four_[start + (some & (some - 1)) * width + w] |
              (digit < digits ? with_digit[digit * width + w] : 0);
        }
      }
    }
  }

  void add(std::vector<Word>& table, std::size_t row, std::size_t set) const {
    table[row * width + set / 64] |= Word{1} << (set % 64);
  }

  std::vector<Word> with_four_;
};

}  // namespace cpsudoku::fd
