// A set of places, numbered from 0, as bits: as many words as whoever uses it needs at most.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/bits.hpp"

namespace cpsudoku::fd {

template <std::size_t W>
class Places {
 public:
  Places() = default;

  // The first places, so many of them.
  static Places first(std::size_t count) {
    Places all;
    for (std::size_t place = 0; place < count; ++place) all.add(place);
    return all;
  }
  static Places one(std::size_t place) {
    Places only;
    only.add(place);
    return only;
  }

  std::uint64_t& word(std::size_t index) { return words_[index]; }
  std::uint64_t word(std::size_t index) const { return words_[index]; }

  void add(std::size_t place) { words_[place / 64] |= std::uint64_t{1} << (place % 64); }
  void remove(std::size_t place) { words_[place / 64] &= ~(std::uint64_t{1} << (place % 64)); }
  bool has(std::size_t place) const { return words_[place / 64] >> (place % 64) & 1; }

  bool empty() const {
    std::uint64_t some = 0;
    for (const auto word : words_) some |= word;
    return some == 0;
  }
  std::size_t size() const {
    int count = 0;
    for (const auto word : words_) count += bit_count(word);
    return static_cast<std::size_t>(count);
  }
  // require: it is not empty.
  std::size_t lowest() const {
    std::size_t index = 0;
    while (words_[index] == 0) ++index;
    return index * 64 + static_cast<std::size_t>(std::countr_zero(words_[index]));
  }
  std::size_t take() {
    const std::size_t place = lowest();
    remove(place);
    return place;
  }

  bool meets(const Places& other) const { return !(*this & other).empty(); }
  bool contains(const Places& other) const { return other.without(*this).empty(); }

  Places operator&(const Places& other) const {
    Places both;
    for (std::size_t i = 0; i < W; ++i) both.words_[i] = words_[i] & other.words_[i];
    return both;
  }
  Places operator|(const Places& other) const {
    Places any;
    for (std::size_t i = 0; i < W; ++i) any.words_[i] = words_[i] | other.words_[i];
    return any;
  }
  Places& operator|=(const Places& other) { return *this = *this | other; }
  Places without(const Places& other) const {
    Places rest;
    for (std::size_t i = 0; i < W; ++i) rest.words_[i] = words_[i] & ~other.words_[i];
    return rest;
  }
  bool operator==(const Places&) const = default;

  // Every place moved up or down by so many.  require: 0 < by < 64.
  Places up(std::size_t by) const {
    Places moved;
    moved.words_[0] = words_[0] << by;
    for (std::size_t i = 1; i < W; ++i) moved.words_[i] = words_[i] << by | words_[i - 1] >> (64 - by);
    return moved;
  }
  Places down(std::size_t by) const {
    Places moved;
    moved.words_[W - 1] = words_[W - 1] >> by;
    for (std::size_t i = 1; i < W; ++i) {
      moved.words_[i - 1] = words_[i - 1] >> by | words_[i] << (64 - by);
    }
    return moved;
  }

 private:
  std::array<std::uint64_t, W> words_{};
};

}  // namespace cpsudoku::fd
