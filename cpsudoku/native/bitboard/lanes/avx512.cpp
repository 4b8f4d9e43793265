// 32 lanes of 16 bits: AVX-512 F, BW, VL, VBMI2 and BITALG.
//
// See lanes/vector.hpp for what each operation means; here is only how.
// GCC 12 takes the undefined halves inside its own intrinsics for mistakes (its bug 105593).
#pragma GCC diagnostic push
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#pragma GCC diagnostic ignored "-Wuninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop

#include "bitboard/lanes/bytes_x86.hpp"
#include "bitboard/lanes/search.hpp"

namespace cpsudoku::bitboard {

struct Avx512 : BytesX86<32>, Bitwise {
  using V = __m512i;
  using Mask = std::uint32_t;
  static constexpr int kLanes = 32;
  static constexpr int kMaxMove = 32;
  static constexpr Mask kAllLanes = 0xffffffff;
  static constexpr bool kByWords = false;

  static V load(const std::uint16_t* p) { return _mm512_loadu_si512(p); }
  static void store(std::uint16_t* p, V v) { _mm512_storeu_si512(p, v); }
  static V all(int x) { return _mm512_set1_epi16(static_cast<short>(x)); }
  static V zero() { return _mm512_setzero_si512(); }

  static V add(V a, V b) { return _mm512_add_epi16(a, b); }
  static V sub(V a, V b) { return _mm512_sub_epi16(a, b); }
  static V min(V a, V b) { return _mm512_min_epu16(a, b); }
  template <int kBits>
  static V shift_left(V a) {
    return _mm512_slli_epi16(a, kBits);
  }

  static V and3(V a, V b, V c) { return _mm512_ternarylogic_epi32(a, b, c, 0x80); }
  static V or3(V a, V b, V c) { return _mm512_ternarylogic_epi32(a, b, c, 0xFE); }
  static V xor3(V a, V b, V c) { return _mm512_ternarylogic_epi32(a, b, c, 0x96); }
  static V majority(V a, V b, V c) { return _mm512_ternarylogic_epi32(a, b, c, 0xE8); }
  static V and_or(V acc, V a, V b) { return _mm512_ternarylogic_epi32(acc, a, b, 0xF8); }
  static V and_neither(V a, V b, V c) { return _mm512_ternarylogic_epi32(a, b, c, 0x10); }
  static V two_pairs(V a, V b, V c, V d) {
    return _mm512_ternarylogic_epi32(a, b, and_(c, d), 0xEA);
  }
  static V and_unless(V a, V removed, V kept) {
    return _mm512_ternarylogic_epi32(a, removed, kept, 0xB0);
  }

  static V once(const V v[9]) {
    V any[3], one[3];
    for (int i = 0; i < 3; ++i) {
      any[i] = or3(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
      one[i] = _mm512_ternarylogic_epi32(v[3 * i], v[3 * i + 1], v[3 * i + 2], 0x16);
    }
    return or3(and_neither(one[0], any[1], any[2]), and_neither(one[1], any[0], any[2]),
               and_neither(one[2], any[0], any[1]));
  }
  static V prefer(V a, V b) { return _mm512_mask_mov_epi16(b, _mm512_test_epi16_mask(a, a), a); }
  static V if_single(V v, V below) {
    return _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(v, below), v);
  }
  static V if_three(V d, V otherwise) {
    return _mm512_mask_mov_epi16(otherwise, _mm512_cmpgt_epi16_mask(_mm512_popcnt_epi16(d), all(2)),
                                 d);
  }

  static Mask nonzero(V v) { return _mm512_test_epi16_mask(v, v); }
  static Mask negative(V v) { return _mm512_movepi16_mask(v); }
  static Mask equal(V a, V b) { return _mm512_cmpeq_epi16_mask(a, b); }

  // (min(size, 4) − 2) · 2¹⁴, and the set itself if it has at most two candidates.
  static V size_class(V v, V& pair) {
    const V size = _mm512_popcnt_epi16(v);
    pair = _mm512_maskz_mov_epi16(_mm512_cmplt_epi16_mask(size, all(3)), v);
    const V classes =
        _mm512_set_epi16(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -32768,
                         -32768, -32768, -32768, -32768, -32768, 1 << 14, 0, -(1 << 14), -32768);
    return _mm512_permutexvar_epi16(size, classes);
  }
  static V pair_count(V pair, V in) { return _mm512_popcnt_epi16(and_(pair, in)); }

  // Cell c of lane l is written to to[l][c].
  static void scatter(const V grid[81], std::uint16_t* const to[kLanes]) {
    V t[kLanes];
    for (int base = 0; base < 64; base += 32) {
      for (int b = 0; b < 32; b += 8) transpose_quarters(grid + base + b, t + b);
      for (int i = 0; i < 8; ++i) {
        const V a = _mm512_shuffle_i64x2(t[i], t[i + 8], 0x44);
        const V b = _mm512_shuffle_i64x2(t[i], t[i + 8], 0xEE);
        const V c = _mm512_shuffle_i64x2(t[i + 16], t[i + 24], 0x44);
        const V d = _mm512_shuffle_i64x2(t[i + 16], t[i + 24], 0xEE);
        store(to[i] + base, _mm512_shuffle_i64x2(a, c, 0x88));
        store(to[i + 8] + base, _mm512_shuffle_i64x2(a, c, 0xDD));
        store(to[i + 16] + base, _mm512_shuffle_i64x2(b, d, 0x88));
        store(to[i + 24] + base, _mm512_shuffle_i64x2(b, d, 0xDD));
      }
    }
    for (int b = 0; b < 16; b += 8) transpose_quarters(grid + 64 + b, t + b);
    const V pairs = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
    const V others = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    for (int i = 0; i < 8; ++i) {
      const V even = _mm512_permutex2var_epi64(t[i], pairs, t[i + 8]);
      const V odd = _mm512_permutex2var_epi64(t[i], others, t[i + 8]);
      store_half(to[i] + 64, _mm512_castsi512_si256(even));
      store_half(to[i + 8] + 64, _mm512_castsi512_si256(odd));
      store_half(to[i + 16] + 64, _mm512_extracti64x4_epi64(even, 1));
      store_half(to[i + 24] + 64, _mm512_extracti64x4_epi64(odd, 1));
    }
    alignas(64) std::uint16_t last[kLanes];
    store(last, grid[80]);
    for (int l = 0; l < kLanes; ++l) to[l][80] = last[l];
  }

  // Cell c of from[l] is written to to[c * stride + l]; 96 cells are read, 15 of no meaning.
  static void gather(const std::uint16_t* const from[kLanes], std::uint16_t* to,
                     std::size_t stride) {
    V m[8], t[kLanes];
    for (int base = 0; base < 96; base += 32) {
      for (int b = 0; b < 32; b += 8) {
        for (int i = 0; i < 8; ++i) m[i] = load(from[b + i] + base);
        transpose_quarters(m, t + b);
      }
      for (int i = 0; i < 8 && base + i < 81; ++i) {
        const V a = _mm512_shuffle_i64x2(t[i], t[i + 8], 0x44);
        const V c = _mm512_shuffle_i64x2(t[i + 16], t[i + 24], 0x44);
        std::uint16_t* row = to + static_cast<std::size_t>(base + i) * stride;
        store(row, _mm512_shuffle_i64x2(a, c, 0x88));
        if (base + i == 80) break;
        store(row + 8 * stride, _mm512_shuffle_i64x2(a, c, 0xDD));
        if (base == 64) continue;
        const V b = _mm512_shuffle_i64x2(t[i], t[i + 8], 0xEE);
        const V d = _mm512_shuffle_i64x2(t[i + 16], t[i + 24], 0xEE);
        store(row + 16 * stride, _mm512_shuffle_i64x2(b, d, 0x88));
        store(row + 24 * stride, _mm512_shuffle_i64x2(b, d, 0xDD));
      }
      if (base == 64) {
        const V a = _mm512_shuffle_i64x2(t[0], t[8], 0xEE);
        const V c = _mm512_shuffle_i64x2(t[16], t[24], 0xEE);
        store(to + 80 * stride, _mm512_shuffle_i64x2(a, c, 0x88));
      }
    }
  }

  // Takes the lanes of a mask out of vectors, packed together.
  class Pack {
   public:
    explicit Pack(Mask lanes) : lanes_(lanes) {}
    void operator()(std::uint16_t* to, V v) const {
      store(to, _mm512_maskz_compress_epi16(lanes_, v));
    }

   private:
    Mask lanes_;
  };
  class PackFew {
   public:
    explicit PackFew(Mask lanes) : index_(_mm512_maskz_compress_epi16(lanes, iota())) {}
    template <int kMost = kLanes>
    void pack(std::uint16_t* to, V v) const {
      const V packed = _mm512_permutexvar_epi16(index_, v);
      if constexpr (kMost <= 8) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm512_castsi512_si128(packed));
      } else if constexpr (kMost <= 16) {
        store_half(to, _mm512_castsi512_si256(packed));
      } else {
        store(to, packed);
      }
    }

   private:
    V index_;
  };

  // Puts packed values into the lanes of a mask.
  class SpreadFew {
   public:
    explicit SpreadFew(Mask lanes)
        : lanes_(lanes), index_(_mm512_maskz_expand_epi16(lanes, iota())) {}
    template <int kMost = kLanes>
    V spread(V v, const std::uint16_t* from) const {
      V packed;
      if constexpr (kMost <= 16) {
        packed = _mm512_castsi256_si512(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
      } else {
        packed = load(from);
      }
      return _mm512_mask_permutexvar_epi16(v, lanes_, index_, packed);
    }
    V keep_new(V old, V fresh) const { return _mm512_mask_mov_epi16(old, lanes_, fresh); }

   private:
    Mask lanes_;
    V index_;
  };

 private:
  static void store_half(std::uint16_t* p, __m256i v) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), v);
  }

  // Transposes four matrices of 8 × 8, one in each 128-bit quarter.
  static void transpose_quarters(const V x[8], V y[8]) {
    bitboard::transpose(
        x, y, [](V a, V b) { return _mm512_unpacklo_epi16(a, b); },
        [](V a, V b) { return _mm512_unpackhi_epi16(a, b); });
  }

  static V iota() {
    return _mm512_set_epi16(31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14,
                            13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  }
};

const Lanes kAvx512Lanes{Avx512::kLanes, sizeof(LaneSearch<Avx512>), &LaneSearch<Avx512>::solve};

}  // namespace cpsudoku::bitboard
