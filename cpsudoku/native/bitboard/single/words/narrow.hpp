// The words of one plane in several registers, for processors without AVX-512.
//
// A width brings `Words` with the operators & | ^ ~ + −, `equal` (all ones where two words are
// equal), `smaller` (as signed numbers), `shifted`, and the moves of words; the rest follows here.
// The operators are those of the compilers' vector extensions, so that any processor will do.
#pragma once

#include <cstring>

#include "bitboard/shuffled.hpp"
#include "bitboard/single/state.hpp"

#define CPSUDOKU_INLINE inline __attribute__((always_inline))

namespace cpsudoku::bitboard {
namespace {

using Words8 [[gnu::vector_size(16)]] = std::uint16_t;
using Signed8 [[gnu::vector_size(16)]] = std::int16_t;
using Halves [[gnu::vector_size(16)]] = std::uint64_t;  // node A, node B

template <class Vector>
CPSUDOKU_INLINE Vector load_vector(const std::uint16_t* from) {
  Vector v;
  std::memcpy(&v, __builtin_assume_aligned(from, sizeof v), sizeof v);
  return v;
}
template <class Vector>
CPSUDOKU_INLINE void store_vector(std::uint16_t* to, Vector v) {
  std::memcpy(__builtin_assume_aligned(to, sizeof v), &v, sizeof v);
}

// The smaller as signed numbers.
template <class Signed, class Vector>
CPSUDOKU_INLINE Vector smaller_of(Vector a, Vector b) {
  const Vector less = (Vector)((Signed)a < (Signed)b);
  return (a & less) | (b & ~less);
}

CPSUDOKU_INLINE Words8 next_stack(Words8 v) {
  return shuffled<Words8, 1, 2, 0, 3, 5, 6, 4, 7>(v, v);
}
CPSUDOKU_INLINE Words8 last_stack(Words8 v) {
  return shuffled<Words8, 2, 0, 1, 3, 6, 4, 5, 7>(v, v);
}
template <int Half>
CPSUDOKU_INLINE Words8 doubled(Words8 v) {
  return (Words8)shuffled<Halves, Half, Half>((Halves)v, (Halves)v);
}
CPSUDOKU_INLINE unsigned nodes_with_any(Words8 v) {
  const Halves halves = (Halves)v;
  return (halves[0] != 0 ? 1u : 0u) | (halves[1] != 0 ? 2u : 0u);
}
// The smallest word of each half, in all words of that half.
CPSUDOKU_INLINE Words8 smallest(Words8 v) {
  v = smaller_of<Signed8>(v, (Words8)(((Halves)v << 16) | ((Halves)v >> 48)));
  return smaller_of<Signed8>(v, (Words8)(((Halves)v << 32) | ((Halves)v >> 32)));
}
inline constexpr Words8 kNodeA = {0xffff, 0xffff, 0xffff, 0xffff, 0, 0, 0, 0};

}  // namespace
}  // namespace cpsudoku::bitboard
