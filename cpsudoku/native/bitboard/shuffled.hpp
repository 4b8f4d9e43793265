// Elements of two vectors put into a new order: 0 … n−1 are those of the first, n … 2n−1 of the second.
//
// GCC 12 and Clang have __builtin_shufflevector.  GCC 11 sees the same instruction in a list of
// elements.
#pragma once

namespace cpsudoku::bitboard {
namespace {

#if defined(__has_builtin) && __has_builtin(__builtin_shufflevector)
template <class Out, int... Elements, class Vector>
inline __attribute__((always_inline)) Out shuffled(Vector a, Vector b) {
  return __builtin_shufflevector(a, b, Elements...);
}
#else
template <class Out, int... Elements, class Vector>
inline __attribute__((always_inline)) Out shuffled(Vector a, Vector b) {
  constexpr int n = sizeof(Vector) / sizeof(a[0]);
  return Out{(Elements < n ? a[Elements % n] : b[Elements % n])...};
}
#endif

}  // namespace
}  // namespace cpsudoku::bitboard
