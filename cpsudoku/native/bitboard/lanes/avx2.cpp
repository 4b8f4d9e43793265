// 16 lanes of 16 bits: AVX2.
//
// See lanes/vector.hpp for what each operation means; here is only how.
#include "bitboard/lanes/bytes_x86.hpp"
#include "bitboard/lanes/search.hpp"

namespace cpsudoku::bitboard {

struct Avx2 : BytesX86<16>, Bitwise {
  using V = __m256i;
  using Mask = std::uint32_t;
  static constexpr int kLanes = 16;
  static constexpr int kMaxMove = 8;
  static constexpr Mask kAllLanes = 0xffff;
  static constexpr bool kByWords = false;

  static V load(const std::uint16_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static void store(std::uint16_t* p, V v) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), v);
  }
  static V all(int x) { return _mm256_set1_epi16(static_cast<short>(x)); }
  static V zero() { return _mm256_setzero_si256(); }

  static V add(V a, V b) { return _mm256_add_epi16(a, b); }
  static V sub(V a, V b) { return _mm256_sub_epi16(a, b); }
  static V min(V a, V b) { return _mm256_min_epu16(a, b); }
  template <int kBits>
  static V shift_left(V a) {
    return _mm256_slli_epi16(a, kBits);
  }

  static V once(const V v[9]) { return once_of<Avx2>(v); }
  static V prefer(V a, V b) { return blend_v(a, b, _mm256_cmpeq_epi16(a, zero())); }
  static V if_single(V v, V below) { return and_(v, _mm256_cmpeq_epi16(and_(v, below), zero())); }
  static V if_three(V d, V otherwise) {
    // More than three cannot be in three cells: a node where it happens is dead anyway.
    const V less_one = and_(d, add(d, all(-1)));
    const V less_two = and_(less_one, add(less_one, all(-1)));
    return blend_v(d, otherwise, _mm256_cmpeq_epi16(less_two, zero()));
  }

  static Mask nonzero(V v) { return ~equal(v, zero()) & kAllLanes; }
  static Mask negative(V v) {
    return static_cast<Mask>(_mm_movemask_epi8(
        _mm_packs_epi16(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1))));
  }
  static Mask equal(V a, V b) { return negative(equal_v(a, b)); }
  static V equal_v(V a, V b) { return _mm256_cmpeq_epi16(a, b); }
  static V blend_v(V a, V b, V take_b) { return _mm256_blendv_epi8(a, b, take_b); }

  static V size_class(V v, V& pair) {
    const V none = zero(), one = all(-1);
    const V less_one = and_(v, add(v, one));
    const V less_two = and_(less_one, add(less_one, one));
    const V less_three = and_(less_two, add(less_two, one));
    const V at_most_two = equal_v(less_two, none);
    pair = and_(v, at_most_two);
    const V size = add(at_most_two, equal_v(less_three, none));  // 0, −1 or −2
    return or_(shift_left<14>(add(size, all(2))), shift_left<14>(equal_v(less_one, none)));
  }
  // One less for two candidates.
  static V pair_count(V pair, V in) {
    const V common = and_(pair, in);
    return sub(equal_v(common, zero()), equal_v(common, pair));
  }

  static void scatter(const V grid[81], std::uint16_t* const to[kLanes]) {
    V t[kLanes];
    for (int base = 0; base < 80; base += 16) {
      transpose_halves(grid + base, t);
      transpose_halves(grid + base + 8, t + 8);
      for (int i = 0; i < 8; ++i) {
        store(to[i] + base, _mm256_permute2x128_si256(t[i], t[i + 8], 0x20));
        store(to[i + 8] + base, _mm256_permute2x128_si256(t[i], t[i + 8], 0x31));
      }
    }
    alignas(32) std::uint16_t last[kLanes];
    store(last, grid[80]);
    for (int l = 0; l < kLanes; ++l) to[l][80] = last[l];
  }

  static void gather(const std::uint16_t* const from[kLanes], std::uint16_t* to,
                     std::size_t stride) {
    V m[8], t[kLanes];
    for (std::size_t base = 0; base < 80; base += 16) {
      for (int b = 0; b < 16; b += 8) {
        for (int i = 0; i < 8; ++i) m[i] = load(from[b + i] + base);
        transpose_halves(m, t + b);
      }
      for (std::size_t i = 0; i < 8; ++i) {
        store(to + (base + i) * stride, _mm256_permute2x128_si256(t[i], t[i + 8], 0x20));
        store(to + (base + i + 8) * stride, _mm256_permute2x128_si256(t[i], t[i + 8], 0x31));
      }
    }
    for (int l = 0; l < kLanes; ++l) to[80 * stride + static_cast<std::size_t>(l)] = from[l][80];
  }

  class PackFew {
   public:
    explicit PackFew(Mask lanes) {
      alignas(16) std::uint8_t low[16], high[16];
      _mm_store_si128(reinterpret_cast<__m128i*>(low), _mm_set1_epi8(-1));
      _mm_store_si128(reinterpret_cast<__m128i*>(high), _mm_set1_epi8(-1));
      for (int k = 0; lanes && k < 8; ++k, lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        std::uint8_t* half = lane < 8 ? low : high;
        half[2 * k] = static_cast<std::uint8_t>(2 * (lane & 7));
        half[2 * k + 1] = static_cast<std::uint8_t>(2 * (lane & 7) + 1);
      }
      low_ = _mm_load_si128(reinterpret_cast<const __m128i*>(low));
      high_ = _mm_load_si128(reinterpret_cast<const __m128i*>(high));
    }
    template <int = kMaxMove>
    void pack(std::uint16_t* to, V v) const {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(to),
                       _mm_or_si128(_mm_shuffle_epi8(_mm256_castsi256_si128(v), low_),
                                    _mm_shuffle_epi8(_mm256_extracti128_si256(v, 1), high_)));
    }

   private:
    __m128i low_, high_;
  };
  class Pack {
   public:
    explicit Pack(Mask lanes)
        : first_(first(lanes)),
          count_(__builtin_popcount(first_)),
          few_(first_),
          rest_(lanes & ~first_) {}
    void operator()(std::uint16_t* to, V v) const {
      few_.pack(to, v);
      rest_.pack(to + count_, v);
    }

   private:
    static Mask first(Mask lanes) {
      Mask rest = lanes;
      for (int k = 0; k < 8; ++k) rest &= rest - 1;
      return lanes & ~rest;
    }
    Mask first_;
    int count_;
    PackFew few_, rest_;
  };
  class SpreadFew {
   public:
    explicit SpreadFew(Mask lanes) : lanes_(mask_vector(lanes)) {
      alignas(32) std::uint8_t index[32];
      store(reinterpret_cast<std::uint16_t*>(index), _mm256_set1_epi8(-1));
      for (int k = 0; lanes; ++k, lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        index[2 * lane] = static_cast<std::uint8_t>(2 * k);
        index[2 * lane + 1] = static_cast<std::uint8_t>(2 * k + 1);
      }
      index_ = load(reinterpret_cast<const std::uint16_t*>(index));
    }
    template <int = kMaxMove>
    V spread(V v, const std::uint16_t* from) const {
      const V few =
          _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
      return or_(and_not(v, lanes_), _mm256_shuffle_epi8(few, index_));
    }
    V keep_new(V old, V fresh) const { return blend_v(old, fresh, lanes_); }

   private:
    V lanes_, index_;
  };

 private:
  // Transposes two matrices of 8 × 8, one in each 128-bit half.
  static void transpose_halves(const V x[8], V y[8]) {
    bitboard::transpose(
        x, y, [](V a, V b) { return _mm256_unpacklo_epi16(a, b); },
        [](V a, V b) { return _mm256_unpackhi_epi16(a, b); });
  }

  static V mask_vector(Mask lanes) {
    const V bits = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192,
                                     16384, -32768);
    return equal_v(and_(all(static_cast<int>(lanes)), bits), bits);
  }
};

const Lanes kAvx2Lanes{Avx2::kLanes, sizeof(LaneSearch<Avx2>), &LaneSearch<Avx2>::solve};

}  // namespace cpsudoku::bitboard
