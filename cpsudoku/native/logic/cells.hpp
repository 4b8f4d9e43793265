// Sets of cells, candidates of a cell, and one candidate.
//
// A set of cells is W words of 64 bits: two for boards of up to 128 cells (the 9×9 among them), ten
// for up to 640 (25×25).  All that depends on it is a template on W and compiled for these two; a
// file of techniques/ for one of them at a time, so that each has its own level of optimisation.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/bits.hpp"

namespace cpsudoku::logic {

inline constexpr int kNarrow = 2;
inline constexpr int kWide = 10;
#ifdef CPSUDOKU_WIDE
constexpr int kWidth = kWide;
#else
constexpr int kWidth = kNarrow;
#endif

using Cell = int;
using Digit = int;                 // 0 … N−1 in this room; Python sees 1 … N
using Mask = std::uint32_t;        // digits of a cell, or positions in a group: at most 32
using GroupId = int;               // number of a group in the list that the rules give

struct Candidate {
  std::uint16_t cell;
  std::uint16_t digit;
  friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

inline constexpr Mask bit(int i) { return Mask{1} << i; }
inline bool several(Mask mask) { return (mask & (mask - 1)) != 0; }
inline bool single(Mask mask) { return mask && !several(mask); }

inline int count(Mask mask) { return bit_count(mask); }
inline int count(std::uint64_t word) { return bit_count(word); }

// The places of the bits of a mask: for (const int i : bits(mask)).
class Bits {
 public:
  explicit Bits(Mask mask) : mask_(mask) {}
  struct Iterator {
    Mask mask;
    int operator*() const { return std::countr_zero(mask); }
    Iterator& operator++() {
      mask &= mask - 1;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return mask != other.mask; }
  };
  Iterator begin() const { return {mask_}; }
  Iterator end() const { return {0}; }

 private:
  Mask mask_;
};
inline Bits bits(Mask mask) { return Bits(mask); }

template <int W>
class CellSet {
 public:
  constexpr CellSet() = default;

  void set(Cell cell) { words_[word(cell)] |= flag(cell); }
  void reset(Cell cell) { words_[word(cell)] &= ~flag(cell); }
  void put(Cell cell, bool in) {
    reset(cell);
    words_[word(cell)] |= std::uint64_t{in} << (cell & 63);
  }
  bool has(Cell cell) const { return (words_[word(cell)] >> (cell & 63)) & 1; }
  void clear() { *this = {}; }

  bool any() const {
    std::uint64_t all = 0;
    for (const auto w : words_) all |= w;
    return all != 0;
  }
  bool none() const { return !any(); }
  int count() const {
    int n = 0;
    for (const auto w : words_) n += logic::count(w);
    return n;
  }
  // The lowest cell; −1 where there is none.
  Cell first() const {
    for (int i = 0; i < W; ++i) {
      if (words_[static_cast<unsigned>(i)]) {
        return i * 64 + std::countr_zero(words_[static_cast<unsigned>(i)]);
      }
    }
    return -1;
  }
  bool contains(const CellSet& other) const { return (other - *this).none(); }
  bool meets(const CellSet& other) const { return (*this & other).any(); }

  CellSet& operator&=(const CellSet& o) {
    for (unsigned i = 0; i < kWords; ++i) words_[i] &= o.words_[i];
    return *this;
  }
  CellSet& operator|=(const CellSet& o) {
    for (unsigned i = 0; i < kWords; ++i) words_[i] |= o.words_[i];
    return *this;
  }
  CellSet& operator-=(const CellSet& o) {
    for (unsigned i = 0; i < kWords; ++i) words_[i] &= ~o.words_[i];
    return *this;
  }
  friend CellSet operator&(CellSet a, const CellSet& b) { return a &= b; }
  friend CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
  friend CellSet operator-(CellSet a, const CellSet& b) { return a -= b; }
  friend bool operator==(const CellSet&, const CellSet&) = default;
  friend bool operator<(const CellSet& a, const CellSet& b) {
    return std::lexicographical_compare(a.words_, a.words_ + W, b.words_, b.words_ + W);
  }

  std::uint64_t word_at(int i) const { return words_[static_cast<unsigned>(i)]; }

  // The cells, ascending: for (const Cell cell : set).
  class Iterator {
   public:
    Iterator(const CellSet& set, int word) : set_(&set), word_(word) {
      left_ = word < W ? set.word_at(0) : 0;
      if (word < W) skip();
    }
    Cell operator*() const { return word_ * 64 + std::countr_zero(left_); }
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
      while (!left_ && ++word_ < W) left_ = set_->word_at(word_);
    }
    const CellSet* set_;
    int word_;
    std::uint64_t left_;
  };
  Iterator begin() const { return Iterator(*this, 0); }
  Iterator end() const { return Iterator(*this, W); }

 private:
  static unsigned word(Cell cell) { return static_cast<unsigned>(cell) >> 6; }
  static std::uint64_t flag(Cell cell) { return std::uint64_t{1} << (cell & 63); }
  static constexpr unsigned kWords = W;
  // An array of the language: each subscript of std::array is a call to inline, half a million of them.
  std::uint64_t words_[kWords] = {};
};

}  // namespace cpsudoku::logic
