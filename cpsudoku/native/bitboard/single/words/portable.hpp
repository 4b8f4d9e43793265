// The words of one plane in three 128-bit vectors, a band each: moving bands costs nothing.
#pragma once

#include "bitboard/single/words/narrow.hpp"

namespace cpsudoku::bitboard {
namespace {

struct Words {
  Words8 a, b, c;
};

CPSUDOKU_INLINE Words load(const std::uint16_t* from) {
  return {load_vector<Words8>(from), load_vector<Words8>(from + 8), load_vector<Words8>(from + 16)};
}
CPSUDOKU_INLINE void store(std::uint16_t* to, Words v) {
  store_vector(to, v.a);
  store_vector(to + 8, v.b);
  store_vector(to + 16, v.c);
}
CPSUDOKU_INLINE Words all(std::uint16_t word) {
  const Words8 v = word - Words8{};
  return {v, v, v};
}
CPSUDOKU_INLINE Words operator&(Words x, Words y) { return {x.a & y.a, x.b & y.b, x.c & y.c}; }
CPSUDOKU_INLINE Words operator|(Words x, Words y) { return {x.a | y.a, x.b | y.b, x.c | y.c}; }
CPSUDOKU_INLINE Words operator^(Words x, Words y) { return {x.a ^ y.a, x.b ^ y.b, x.c ^ y.c}; }
CPSUDOKU_INLINE Words operator+(Words x, Words y) { return {x.a + y.a, x.b + y.b, x.c + y.c}; }
CPSUDOKU_INLINE Words operator-(Words x, Words y) { return {x.a - y.a, x.b - y.b, x.c - y.c}; }
CPSUDOKU_INLINE Words operator~(Words x) { return {~x.a, ~x.b, ~x.c}; }
CPSUDOKU_INLINE Words equal(Words x, Words y) {
  return {(Words8)(x.a == y.a), (Words8)(x.b == y.b), (Words8)(x.c == y.c)};
}
CPSUDOKU_INLINE Words smaller(Words x, Words y) {
  return {smaller_of<Signed8>(x.a, y.a), smaller_of<Signed8>(x.b, y.b),
          smaller_of<Signed8>(x.c, y.c)};
}
template <int Bits>
CPSUDOKU_INLINE Words shifted(Words v) {
  if constexpr (Bits < 0) {
    return {v.a >> -Bits, v.b >> -Bits, v.c >> -Bits};
  } else {
    return {v.a << Bits, v.b << Bits, v.c << Bits};
  }
}
CPSUDOKU_INLINE Words by_node(Words x, Words y) {
  const Words a{kNodeA, kNodeA, kNodeA};
  return (x & a) | (y & ~a);
}
CPSUDOKU_INLINE Words next_stack(Words v) {
  return {next_stack(v.a), next_stack(v.b), next_stack(v.c)};
}
CPSUDOKU_INLINE Words last_stack(Words v) {
  return {last_stack(v.a), last_stack(v.b), last_stack(v.c)};
}
CPSUDOKU_INLINE Words next_band(Words v) { return {v.b, v.c, v.a}; }
CPSUDOKU_INLINE Words last_band(Words v) { return {v.c, v.a, v.b}; }
template <int Half>
CPSUDOKU_INLINE Words doubled(Words v) {
  return {doubled<Half>(v.a), doubled<Half>(v.b), doubled<Half>(v.c)};
}
CPSUDOKU_INLINE unsigned nodes_with_any(Words v) { return nodes_with_any(v.a | v.b | v.c); }
CPSUDOKU_INLINE int first_word(Words v) { return v.a[0]; }
CPSUDOKU_INLINE Words smallest(Words v) {
  const Words8 m = smallest(smaller_of<Signed8>(smaller_of<Signed8>(v.a, v.b), v.c));
  return {m, m, m};
}

}  // namespace
}  // namespace cpsudoku::bitboard

#include "bitboard/single/words/derived.hpp"
