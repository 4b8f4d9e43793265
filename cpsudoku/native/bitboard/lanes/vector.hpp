// What the search asks of a vector of lanes: Avx512, Avx2 and Portable are three such types.
//
// A vector has a 16-bit word for each lane, and most operations are what their names say, lane by
// lane.  Those that are worth a word:
//
//   and_not(a, b)           a without b
//   and_or(acc, a, b)       acc | (a & b)
//   and_neither(a, b, c)    a without b and c
//   and_unless(v, r, s)     v without r, but with what is in s; require s ⊆ v
//   two_pairs(a, b, c, d)   (a & b) | (c & d)
//   once(v)                 what is in exactly one of nine sets
//   if_single(v, v − 1)     v if it has at most one element, else the empty set
//   prefer(a, b)            a if it is not empty, else b
//   if_three(d, v)          d if it has three elements or more, else v
//   size_class(v, pair)     2¹⁴ · (−1, 0, 1 or 2 for one, two, three or more elements) mod 2¹⁶; and
//                           v itself if it has at most two, else the empty set
//   pair_count(pair, s)     what is common to both: 0, 1 or 2, perhaps less a constant
//
// A mask has a bit for each lane:
//
//   equal, nonzero, negative   where it is so
//   Pack(m)(to, v)          writes the lanes of m side by side
//   SpreadFew(m).keep_new(old, fresh)    old with the lanes of m replaced by those of fresh
//   Where not kByWords, for masks of at most n ≤ kMaxMove lanes:
//   PackFew(m).pack<n>(to, v)            as Pack
//   SpreadFew(m).spread<n>(v, from)      v with the lanes of m replaced by the words from `from` on
//   All may read or write a whole vector, so what they touch has room for one.
//
// And from puzzles to lanes and back:
//
//   parse(rows, notation, to, stride)   bytes to candidates, `to[stride · cell + lane]`; returns
//                                       the lanes with a byte that has no meaning
//   emit(from, stride, rows, zero)      single candidates to bytes
//   scatter(grid, rows)                 each lane's 81 sets to a row of its own
//   gather(rows, to, stride)            and back; what is read has room for 96 sets
#pragma once

#include <concepts>

#include "bitboard/lanes/job.hpp"

namespace cpsudoku::bitboard {

// Bitwise operations of vectors that have operators.  A type of lanes may hide some with better ones.
struct Bitwise {
  static auto and_(auto a, auto b) { return a & b; }
  static auto or_(auto a, auto b) { return a | b; }
  static auto xor_(auto a, auto b) { return a ^ b; }
  static auto and_not(auto a, auto b) { return a & ~b; }
  static auto and3(auto a, auto b, auto c) { return a & b & c; }
  static auto or3(auto a, auto b, auto c) { return a | b | c; }
  static auto xor3(auto a, auto b, auto c) { return a ^ b ^ c; }
  static auto majority(auto a, auto b, auto c) { return (a & b) | (c & (a | b)); }
  static auto and_or(auto acc, auto a, auto b) { return acc | (a & b); }
  static auto and_neither(auto a, auto b, auto c) { return a & ~(b | c); }
  static auto two_pairs(auto a, auto b, auto c, auto d) { return (a & b) | (c & d); }
  static auto and_unless(auto a, auto removed, auto kept) { return (a & ~removed) | kept; }
};

// `once` by two counters, "at least one" and "at least two", each of three sets and then together: the
// shorter chain beats one counter run through nine sets.
template <class L>
[[gnu::always_inline]] inline auto once_of(const auto* v) {
  typename L::V one[3], two[3];
  for (int i = 0; i < 3; ++i) {
    one[i] = L::or3(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
    two[i] = L::majority(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
  }
  const auto more = L::or_(L::or3(two[0], two[1], two[2]), L::majority(one[0], one[1], one[2]));
  return L::and_not(L::or3(one[0], one[1], one[2]), more);
}

// Three times interleaving the first half of eight vectors with the second transposes them.  `low` and
// `high` interleave the lower halves of two vectors, and the upper ones.
template <class V, class Low, class High>
void transpose(const V x[8], V y[8], Low low, High high) {
  const auto interleave = [&](const V* from, V* to) {
    for (int i = 0; i < 4; ++i) {
      to[2 * i] = low(from[i], from[i + 4]);
      to[2 * i + 1] = high(from[i], from[i + 4]);
    }
  };
  V a[8], b[8];
  interleave(x, a);
  interleave(a, b);
  interleave(b, y);
}

// Scattering and gathering for eight lanes.
template <class L>
struct EightLanes {
  static void scatter(const auto* grid, std::uint16_t* const to[8]) {
    for (int base = 0; base < 80; base += 8) {
      typename L::V m[8];
      L::transpose(grid + base, m);
      for (int l = 0; l < 8; ++l) L::store(to[l] + base, m[l]);
    }
    alignas(16) std::uint16_t last[8];
    L::store(last, grid[80]);
    for (int l = 0; l < 8; ++l) to[l][80] = last[l];
  }

  static void gather(const std::uint16_t* const from[8], std::uint16_t* to, std::size_t stride) {
    for (std::size_t base = 0; base < 80; base += 8) {
      typename L::V m[8];
      for (int l = 0; l < 8; ++l) m[l] = L::load(from[l] + base);
      L::transpose(m, m);
      for (std::size_t i = 0; i < 8; ++i) L::store(to + (base + i) * stride, m[i]);
    }
    for (int l = 0; l < 8; ++l) to[80 * stride + static_cast<std::size_t>(l)] = from[l][80];
  }
};

template <class L>
concept LaneVector =
    requires(typename L::V v, typename L::Mask m, const typename L::V* grid, std::uint16_t* words,
             const std::uint16_t* const* from, std::uint16_t* const* to,
             const std::uint8_t* const* rows, std::uint8_t* const* bytes, std::size_t stride) {
      { L::kLanes } -> std::convertible_to<int>;
      { L::kMaxMove } -> std::convertible_to<int>;
      { L::kAllLanes } -> std::convertible_to<typename L::Mask>;
      { L::load(words) } -> std::same_as<typename L::V>;
      L::store(words, v);
      { L::all(1) } -> std::same_as<typename L::V>;
      { L::once(grid) } -> std::same_as<typename L::V>;
      { L::if_single(v, v) } -> std::same_as<typename L::V>;
      { L::prefer(v, v) } -> std::same_as<typename L::V>;
      { L::if_three(v, v) } -> std::same_as<typename L::V>;
      { L::size_class(v, v) } -> std::same_as<typename L::V>;
      { L::pair_count(v, v) } -> std::same_as<typename L::V>;
      { L::equal(v, v) } -> std::same_as<typename L::Mask>;
      { L::nonzero(v) } -> std::same_as<typename L::Mask>;
      { L::negative(v) } -> std::same_as<typename L::Mask>;
      typename L::Pack;
      typename L::SpreadFew;
      { L::parse(rows, Notation::kText, words, stride) } -> std::convertible_to<std::uint32_t>;
      L::emit(words, stride, bytes, std::uint8_t{});
      L::scatter(grid, to);
      L::gather(from, words, stride);
      m;
    };

}  // namespace cpsudoku::bitboard
