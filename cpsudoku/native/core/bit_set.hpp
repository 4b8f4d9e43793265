// Sets of small numbers as bits, in 64-bit words: `BitSet<W>` has W of them, `LongBitSet` as many as it
// is made with.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/bits.hpp"

namespace cpsudoku {

template <class Words>
class BitSetOf {
 public:
  void add(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  void remove(std::size_t i) { words_[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }
  bool has(std::size_t i) const { return words_[i / 64] >> (i % 64) & 1; }
  void clear() { std::fill(words_.begin(), words_.end(), 0); }

  // The lowest member at or above `from`, or −1.
  std::ptrdiff_t next(std::size_t from) const {
    std::size_t w = from / 64;
    if (w >= words_.size()) return -1;
    std::uint64_t word = words_[w] & (~std::uint64_t{0} << (from % 64));
    while (!word) {
      if (++w == words_.size()) return -1;
      word = words_[w];
    }
    return static_cast<std::ptrdiff_t>(w * 64) + std::countr_zero(word);
  }

  std::uint64_t& word(std::size_t index) { return words_[index]; }
  std::uint64_t word(std::size_t index) const { return words_[index]; }

 protected:
  Words words_{};
};

// Of numbers below a bound.
class LongBitSet : public BitSetOf<std::vector<std::uint64_t>> {
 public:
  explicit LongBitSet(std::size_t bound) { words_.resize((bound + 63) / 64); }
};

// Of numbers below 64 · W.
template <std::size_t W>
class BitSet : public BitSetOf<std::array<std::uint64_t, W>> {
 public:
  // The first numbers, `count` of them.
  static BitSet first(std::size_t count) {
    BitSet all;
    for (std::size_t i = 0; i < count; ++i) all.add(i);
    return all;
  }
  static BitSet one(std::size_t i) {
    BitSet only;
    only.add(i);
    return only;
  }

  bool empty() const {
    std::uint64_t some = 0;
    for (const auto word : this->words_) some |= word;
    return some == 0;
  }
  std::size_t size() const {
    int count = 0;
    for (const auto word : this->words_) count += bit_count(word);
    return static_cast<std::size_t>(count);
  }
  // require, of these three: it is not empty.
  std::size_t lowest() const {
    std::size_t index = 0;
    while (this->words_[index] == 0) ++index;
    return index * 64 + static_cast<std::size_t>(std::countr_zero(this->words_[index]));
  }
  std::size_t highest() const {
    std::size_t index = W - 1;
    while (this->words_[index] == 0) --index;
    return index * 64 + 63 - static_cast<std::size_t>(std::countl_zero(this->words_[index]));
  }
  std::size_t take() {  // the lowest
    const std::size_t i = lowest();
    this->remove(i);
    return i;
  }

  bool meets(const BitSet& other) const { return !(*this & other).empty(); }
  bool contains(const BitSet& other) const { return other.without(*this).empty(); }

  BitSet operator&(const BitSet& other) const {
    return combined(other, [](std::uint64_t a, std::uint64_t b) { return a & b; });
  }
  BitSet operator|(const BitSet& other) const {
    return combined(other, [](std::uint64_t a, std::uint64_t b) { return a | b; });
  }
  BitSet without(const BitSet& other) const {
    return combined(other, [](std::uint64_t a, std::uint64_t b) { return a & ~b; });
  }
  BitSet& operator|=(const BitSet& other) { return *this = *this | other; }
  bool operator==(const BitSet& other) const { return this->words_ == other.words_; }

  // Every number more or less by this much.  require: 0 < by < 64.
  BitSet up(std::size_t by) const {
    BitSet moved;
    moved.words_[0] = this->words_[0] << by;
    for (std::size_t i = 1; i < W; ++i) {
      moved.words_[i] = this->words_[i] << by | this->words_[i - 1] >> (64 - by);
    }
    return moved;
  }
  BitSet down(std::size_t by) const {
    BitSet moved;
    moved.words_[W - 1] = this->words_[W - 1] >> by;
    for (std::size_t i = 1; i < W; ++i) {
      moved.words_[i - 1] = this->words_[i - 1] >> by | this->words_[i] << (64 - by);
    }
    return moved;
  }

 private:
  template <class Combine>
  BitSet combined(const BitSet& other, Combine combine) const {
    BitSet found;
    for (std::size_t i = 0; i < W; ++i) found.words_[i] = combine(this->words_[i], other.words_[i]);
    return found;
  }
};

}  // namespace cpsudoku
