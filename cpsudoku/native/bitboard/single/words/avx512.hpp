// The words of one plane in a 512-bit register; the fourth 128-bit part holds padding.
#pragma once

// Some intrinsics of GCC 12 use an undefined value on purpose and are warned about (GCC bug 105593).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>

#include "bitboard/single/state.hpp"

#define CPSUDOKU_INLINE inline __attribute__((always_inline))

namespace cpsudoku::bitboard {
namespace {

struct Words {
  __m512i x;
};

constexpr __mmask32 kNodeA = 0x0f0f0f0f;

CPSUDOKU_INLINE Words load(const std::uint16_t* from) { return {_mm512_load_si512(from)}; }
CPSUDOKU_INLINE void store(std::uint16_t* to, Words a) { _mm512_store_si512(to, a.x); }
CPSUDOKU_INLINE Words all(std::uint16_t word) {
  return {_mm512_set1_epi16(static_cast<short>(word))};
}

// Logic of three inputs is one instruction; the constant is its truth table.
template <int Table>
CPSUDOKU_INLINE Words logic(Words a, Words b, Words c) {
  return {_mm512_ternarylogic_epi32(a.x, b.x, c.x, Table)};
}
CPSUDOKU_INLINE Words any_of(Words a, Words b, Words c) { return logic<0xfe>(a, b, c); }
CPSUDOKU_INLINE Words all_of(Words a, Words b, Words c) { return logic<0x80>(a, b, c); }
CPSUDOKU_INLINE Words one_of(Words a, Words b, Words c) { return logic<0x16>(a, b, c); }
CPSUDOKU_INLINE Words two_of(Words a, Words b, Words c) { return logic<0xe8>(a, b, c); }
CPSUDOKU_INLINE Words parity(Words a, Words b, Words c) { return logic<0x96>(a, b, c); }
CPSUDOKU_INLINE Words without(Words a, Words b, Words c) { return logic<0x10>(a, b, c); }
CPSUDOKU_INLINE Words or_and(Words a, Words b, Words c) { return logic<0xf8>(a, b, c); }
CPSUDOKU_INLINE Words strike(Words v, Words gone, Words kept) {
  return logic<0xb0>(v, gone, kept);  // v & (~gone | kept)
}
CPSUDOKU_INLINE Words operator&(Words a, Words b) { return {_mm512_and_si512(a.x, b.x)}; }
CPSUDOKU_INLINE Words operator|(Words a, Words b) { return {_mm512_or_si512(a.x, b.x)}; }
CPSUDOKU_INLINE Words operator^(Words a, Words b) { return {_mm512_xor_si512(a.x, b.x)}; }
CPSUDOKU_INLINE Words without(Words a, Words b) { return {_mm512_andnot_si512(b.x, a.x)}; }
CPSUDOKU_INLINE Words operator+(Words a, Words b) { return {_mm512_add_epi16(a.x, b.x)}; }
CPSUDOKU_INLINE Words minus_one(Words a) { return a + all(0xffff); }
template <int Bits>
CPSUDOKU_INLINE Words shifted(Words a) {
  return {_mm512_slli_epi16(a.x, Bits)};
}
CPSUDOKU_INLINE Words smaller(Words a, Words b) { return {_mm512_min_epi16(a.x, b.x)}; }
CPSUDOKU_INLINE Words count_bits(Words a) { return {_mm512_popcnt_epi16(a.x)}; }

// a where it is not zero, else b.
CPSUDOKU_INLINE Words first_nonzero(Words a, Words b) {
  return {_mm512_mask_mov_epi16(a.x, _mm512_testn_epi16_mask(a.x, a.x), b.x)};
}

// v & hidden where that leaves anything, else v.  As unsigned numbers both less one, an empty word
// is the greatest and a subset is not greater than its superset, so that the smaller of the two is
// wanted.

CPSUDOKU_INLINE Words narrowed(Words v, Words hidden) {
  const Words less = {_mm512_min_epu16(minus_one(v & hidden).x, minus_one(v).x)};
  return less + all(1);
}

// v where it is a single digit, else 0; `less` is v minus one.  Of several digits all but the lowest
// are left in `rest`, and twice that is more than v; subtraction stops at 0.

CPSUDOKU_INLINE Words if_single(Words v, Words less) {
  const Words rest = v & less;
  return {_mm512_subs_epu16(v.x, (rest + rest).x)};
}

// The triad holds only `own` where that has three digits or more; `over` gets bits where it is four.
CPSUDOKU_INLINE Words filled(Words triad, Words own, Words& over) {
  const Words count = count_bits(own);
  over = or_and(over, count, all(0xc));
  const __mmask32 full = _mm512_cmpgt_epu16_mask(count.x, all(2).x);
  return {_mm512_mask_mov_epi16(triad.x, full, own.x)};
}

// v where key equals chosen, else 0.
CPSUDOKU_INLINE Words where_equal(Words key, Words chosen, Words v) {
  return {_mm512_maskz_mov_epi16(_mm512_cmpeq_epi16_mask(key.x, chosen.x), v.x)};
}
CPSUDOKU_INLINE Words by_node(Words a, Words b) {
  return {_mm512_mask_mov_epi16(b.x, kNodeA, a.x)};
}

// The words of the next stack, and of the one after it; the same for bands.
CPSUDOKU_INLINE Words stack_rotated(Words v, __m128i order) {
  return {_mm512_shuffle_epi8(v.x, _mm512_broadcast_i32x4(order))};
}
CPSUDOKU_INLINE Words next_stack(Words v) {
  return stack_rotated(v, _mm_setr_epi8(2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15));
}
CPSUDOKU_INLINE Words last_stack(Words v) {
  return stack_rotated(v, _mm_setr_epi8(4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15));
}
CPSUDOKU_INLINE Words next_band(Words v) {
  return {_mm512_shuffle_i64x2(v.x, v.x, _MM_SHUFFLE(3, 0, 2, 1))};
}
CPSUDOKU_INLINE Words last_band(Words v) {
  return {_mm512_shuffle_i64x2(v.x, v.x, _MM_SHUFFLE(3, 1, 0, 2))};
}

// Node `Half` in the place of both.
template <int Half>
CPSUDOKU_INLINE Words doubled(Words v) {
  return {_mm512_shuffle_epi32(v.x, static_cast<_MM_PERM_ENUM>(Half ? 0xee : 0x44))};
}

// Bit 0 if node A has a word that is not zero, bit 1 if B has.
CPSUDOKU_INLINE unsigned nodes_with_any(Words v) {
  const __mmask32 words = _mm512_test_epi16_mask(v.x, v.x);
  return ((words & kNodeA) != 0 ? 1u : 0u) | ((words & ~kNodeA) != 0 ? 2u : 0u);
}

// The first word of node A, which must be below 0x8000.
CPSUDOKU_INLINE int first_word(Words v) {
  return _mm_cvtsi128_si32(_mm512_castsi512_si128(v.x)) & 0x7fff;
}

// The smallest word of each node, in all words of that node.
CPSUDOKU_INLINE Words smallest(Words v) {
  v = smaller(v, {_mm512_rol_epi64(v.x, 16)});
  v = smaller(v, {_mm512_rol_epi64(v.x, 32)});
  v = smaller(v, {_mm512_shuffle_i64x2(v.x, v.x, _MM_SHUFFLE(1, 0, 3, 2))});
  return smaller(v, {_mm512_shuffle_i64x2(v.x, v.x, _MM_SHUFFLE(2, 3, 0, 1))});
}

// Node A's planes of the root; node B's and the padding have all digits.  A band's 27 masks are in
// one register, from which the words of a plane are picked.
class Root {
 public:
  CPSUDOKU_INLINE explicit Root(const std::uint16_t* root)
      : band0_(_mm512_loadu_si512(root)),
        band1_(_mm512_loadu_si512(root + 27)),
        band2_(_mm512_loadu_si512(root + 54)) {}
  template <int Plane>
  CPSUDOKU_INLINE Words plane() const {
    constexpr short kFirst = Plane / 3 * 9 + Plane % 3;
    const __m512i order = _mm512_set1_epi64(kFirst | (kFirst + 3ll) << 16 | (kFirst + 6ll) << 32);
    __m512i words = all(0x1ff).x;
    words = _mm512_mask_permutexvar_epi16(words, 0x7 << 0, order, band0_);
    words = _mm512_mask_permutexvar_epi16(words, 0x7 << 8, order, band1_);
    return {_mm512_mask_permutexvar_epi16(words, 0x7 << 16, order, band2_)};
  }

 private:
  __m512i band0_, band1_, band2_;
};

}  // namespace
}  // namespace cpsudoku::bitboard

#pragma GCC diagnostic pop
