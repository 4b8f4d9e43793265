// The words of one plane in a 256-bit vector (bands 0 and 1) and a 128-bit one (band 2).
#pragma once

#include "bitboard/single/words/narrow.hpp"

namespace cpsudoku::bitboard {
namespace {

using Words16 [[gnu::vector_size(32)]] = std::uint16_t;
using Signed16 [[gnu::vector_size(32)]] = std::int16_t;
using Quarters [[gnu::vector_size(32)]] = std::uint64_t;

struct Words {
  Words16 ab;
  Words8 c;
};

CPSUDOKU_INLINE Words8 band0(Words16 ab) {
  return shuffled<Words8, 0, 1, 2, 3, 4, 5, 6, 7>(ab, ab);
}
CPSUDOKU_INLINE Words8 band1(Words16 ab) {
  return shuffled<Words8, 8, 9, 10, 11, 12, 13, 14, 15>(ab, ab);
}
CPSUDOKU_INLINE Words16 joined(Words8 a, Words8 b) {
  return shuffled<Words16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>(a, b);
}

CPSUDOKU_INLINE Words load(const std::uint16_t* from) {
  return {load_vector<Words16>(from), load_vector<Words8>(from + 16)};
}
CPSUDOKU_INLINE void store(std::uint16_t* to, Words v) {
  store_vector(to, v.ab);
  store_vector(to + 16, v.c);
}
CPSUDOKU_INLINE Words all(std::uint16_t word) { return {word - Words16{}, word - Words8{}}; }
CPSUDOKU_INLINE Words operator&(Words x, Words y) { return {x.ab & y.ab, x.c & y.c}; }
CPSUDOKU_INLINE Words operator|(Words x, Words y) { return {x.ab | y.ab, x.c | y.c}; }
CPSUDOKU_INLINE Words operator^(Words x, Words y) { return {x.ab ^ y.ab, x.c ^ y.c}; }
CPSUDOKU_INLINE Words operator+(Words x, Words y) { return {x.ab + y.ab, x.c + y.c}; }
CPSUDOKU_INLINE Words operator-(Words x, Words y) { return {x.ab - y.ab, x.c - y.c}; }
CPSUDOKU_INLINE Words operator~(Words x) { return {~x.ab, ~x.c}; }
CPSUDOKU_INLINE Words equal(Words x, Words y) {
  return {(Words16)(x.ab == y.ab), (Words8)(x.c == y.c)};
}
CPSUDOKU_INLINE Words smaller(Words x, Words y) {
  return {smaller_of<Signed16>(x.ab, y.ab), smaller_of<Signed8>(x.c, y.c)};
}
template <int Bits>
CPSUDOKU_INLINE Words shifted(Words v) {
  if constexpr (Bits < 0) {
    return {v.ab >> -Bits, v.c >> -Bits};
  } else {
    return {v.ab << Bits, v.c << Bits};
  }
}
CPSUDOKU_INLINE Words by_node(Words x, Words y) {
  const Words a{joined(kNodeA, kNodeA), kNodeA};
  return (x & a) | (y & ~a);
}
CPSUDOKU_INLINE Words next_stack(Words v) {
  return {shuffled<Words16, 1, 2, 0, 3, 5, 6, 4, 7, 9, 10, 8, 11, 13, 14, 12, 15>(v.ab, v.ab),
          next_stack(v.c)};
}
CPSUDOKU_INLINE Words last_stack(Words v) {
  return {shuffled<Words16, 2, 0, 1, 3, 6, 4, 5, 7, 10, 8, 9, 11, 14, 12, 13, 15>(v.ab, v.ab),
          last_stack(v.c)};
}
CPSUDOKU_INLINE Words next_band(Words v) { return {joined(band1(v.ab), v.c), band0(v.ab)}; }
CPSUDOKU_INLINE Words last_band(Words v) { return {joined(v.c, band0(v.ab)), band1(v.ab)}; }
template <int Half>
CPSUDOKU_INLINE Words doubled(Words v) {
  const Quarters ab = (Quarters)v.ab;
  return {(Words16)shuffled<Quarters, Half, Half, 2 + Half, 2 + Half>(ab, ab), doubled<Half>(v.c)};
}
CPSUDOKU_INLINE unsigned nodes_with_any(Words v) {
  return nodes_with_any(band0(v.ab) | band1(v.ab) | v.c);
}
CPSUDOKU_INLINE int first_word(Words v) { return v.ab[0]; }
CPSUDOKU_INLINE Words smallest(Words v) {
  const Words8 m =
      smallest(smaller_of<Signed8>(smaller_of<Signed8>(band0(v.ab), band1(v.ab)), v.c));
  return {joined(m, m), m};
}

}  // namespace
}  // namespace cpsudoku::bitboard

#include "bitboard/single/words/derived.hpp"
