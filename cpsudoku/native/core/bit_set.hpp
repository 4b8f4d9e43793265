// Sets of small numbers as bits, in 64-bit words: `BitSet<N>` has N of them, `LongBitSet` as many as it
// is made with.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/bits.hpp"

namespace cpsudoku {

// Of numbers below a bound; sets that are combined have the same one.
class LongBitSet {
 public:
  explicit LongBitSet(std::size_t bound = 0) : words_((bound + 63) / 64) {}
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

  std::size_t count() const {
    std::size_t n = 0;
    for (const auto word : words_) n += static_cast<std::size_t>(bit_count(word));
    return n;
  }
  bool meets(const LongBitSet& other) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      if (words_[w] & other.words_[w]) return true;
    }
    return false;
  }
  bool contains(const LongBitSet& other) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      if (other.words_[w] & ~words_[w]) return false;
    }
    return true;
  }
  LongBitSet& operator&=(const LongBitSet& o) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= o.words_[w];
    return *this;
  }
  LongBitSet& operator|=(const LongBitSet& o) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= o.words_[w];
    return *this;
  }
  LongBitSet& operator-=(const LongBitSet& o) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= ~o.words_[w];
    return *this;
  }
  friend bool operator==(const LongBitSet&, const LongBitSet&) = default;

  // Ascending: for (const std::size_t i : set).
  struct Iterator {
    const LongBitSet& of;
    std::ptrdiff_t at;
    std::size_t operator*() const { return static_cast<std::size_t>(at); }
    Iterator& operator++() {
      at = of.next(static_cast<std::size_t>(at) + 1);
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at != other.at; }
  };
  Iterator begin() const { return {*this, next(0)}; }
  Iterator end() const { return {*this, -1}; }

  std::span<std::uint64_t> words() { return words_; }
  std::span<const std::uint64_t> words() const { return words_; }

 private:
  std::vector<std::uint64_t> words_;
};

// Of numbers below 64 · N.
template <int N>
class BitSet {
 public:
  // An array of the language: each subscript of std::array is a call to inline, half a million of them.
  std::uint64_t words[N] = {};

  // The first numbers, `count` of them.
  static BitSet below(int count) {
    BitSet all;
    for (int i = 0; i < count; ++i) all.set(i);
    return all;
  }
  static BitSet one(int i) {
    BitSet only;
    only.set(i);
    return only;
  }

  void set(int i) { words[at(i)] |= flag(i); }
  void reset(int i) { words[at(i)] &= ~flag(i); }
  void put(int i, bool in) {
    reset(i);
    words[at(i)] |= std::uint64_t{in} << (i & 63);
  }
  bool has(int i) const { return (words[at(i)] >> (i & 63)) & 1; }
  void clear() { *this = {}; }

  bool any() const {
    std::uint64_t all = 0;
    for (const auto w : words) all |= w;
    return all != 0;
  }
  bool none() const { return !any(); }
  int count() const {
    int n = 0;
    for (const auto w : words) n += bit_count(w);
    return n;
  }
  // The lowest; −1 for none.
  int first() const {
    for (int i = 0; i < N; ++i) {
      if (words[i]) return i * 64 + std::countr_zero(words[i]);
    }
    return -1;
  }
  // The lowest, taken out.  require: it is not empty.
  int take() {
    const int i = first();
    reset(i);
    return i;
  }
  // require: it is not empty.
  int last() const {
    int i = N - 1;
    while (!words[i]) --i;
    return i * 64 + 63 - std::countl_zero(words[i]);
  }
  bool contains(const BitSet& other) const {
    std::uint64_t beyond = 0;
    for (int i = 0; i < N; ++i) beyond |= other.words[i] & ~words[i];
    return beyond == 0;
  }
  bool meets(const BitSet& other) const {
    std::uint64_t shared = 0;
    for (int i = 0; i < N; ++i) shared |= words[i] & other.words[i];
    return shared != 0;
  }

  BitSet& operator&=(const BitSet& o) {
    for (int i = 0; i < N; ++i) words[i] &= o.words[i];
    return *this;
  }
  BitSet& operator|=(const BitSet& o) {
    for (int i = 0; i < N; ++i) words[i] |= o.words[i];
    return *this;
  }
  BitSet& operator-=(const BitSet& o) {
    for (int i = 0; i < N; ++i) words[i] &= ~o.words[i];
    return *this;
  }
  friend BitSet operator&(BitSet a, const BitSet& b) { return a &= b; }
  friend BitSet operator|(BitSet a, const BitSet& b) { return a |= b; }
  friend BitSet operator-(BitSet a, const BitSet& b) { return a -= b; }
  friend bool operator==(const BitSet&, const BitSet&) = default;
  friend bool operator<(const BitSet& a, const BitSet& b) {
    return std::lexicographical_compare(a.words, a.words + N, b.words, b.words + N);
  }

  // Every number more or less by this much.  require: 0 < by < 64.
  BitSet up(std::size_t by) const {
    BitSet moved{{words[0] << by}};
    for (int i = 1; i < N; ++i) moved.words[i] = words[i] << by | words[i - 1] >> (64 - by);
    return moved;
  }
  BitSet down(std::size_t by) const {
    BitSet moved;
    moved.words[N - 1] = words[N - 1] >> by;
    for (int i = 1; i < N; ++i) moved.words[i - 1] = words[i - 1] >> by | words[i] << (64 - by);
    return moved;
  }

  // Ascending: for (const int i : set); or visit(i) for each, which is faster in long sets.
  template <class Visit>
  void each(const Visit& visit) const {
    for (int i = 0; i < N; ++i) {
      for (auto left = words[i]; left; left &= left - 1) visit(i * 64 + std::countr_zero(left));
    }
  }
  class Iterator {
   public:
    Iterator(const BitSet& set, int word) : set_(&set), word_(word) {
      left_ = word < N ? set.words[0] : 0;
      if (word < N) skip();
    }
    int operator*() const { return word_ * 64 + std::countr_zero(left_); }
    Iterator& operator++() {
      left_ &= left_ - 1;
      skip();
      return *this;
    }
    bool operator!=(const Iterator& other) const {
      return word_ != other.word_ || left_ != other.left_;
    }

   private:
    void skip() {
      while (!left_ && ++word_ < N) left_ = set_->words[word_];
    }
    const BitSet* set_;
    int word_;
    std::uint64_t left_;
  };
  Iterator begin() const { return Iterator(*this, 0); }
  Iterator end() const { return Iterator(*this, N); }

 private:
  static unsigned at(int i) { return static_cast<unsigned>(i) >> 6; }
  static std::uint64_t flag(int i) { return std::uint64_t{1} << (i & 63); }
};

}  // namespace cpsudoku
