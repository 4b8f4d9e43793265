// 8 lanes of 16 bits in the compiler's own vectors (GCC and Clang, any processor).
//
// See lanes/vector.hpp for what each operation means; here is only how.
#pragma once

#include <cstring>

#include "bitboard/lanes/vector.hpp"
#include "bitboard/shuffled.hpp"

namespace cpsudoku::bitboard {

struct Portable : Bitwise, EightLanes<Portable> {
  typedef std::uint16_t V __attribute__((vector_size(16)));
  using Mask = std::uint32_t;
  static constexpr int kLanes = 8;
  static constexpr int kMaxMove = 8;
  static constexpr Mask kAllLanes = 0xff;

  // Grids are moved word by word in memory: a word that is put into a register goes through memory as
  // well, and there the processor waits for it before it can read the whole vector.
  static constexpr bool kByWords = true;
  typedef std::uint16_t Word __attribute__((may_alias));
  static Word* words(V& v) { return reinterpret_cast<Word*>(&v); }
  static const Word* words(const V& v) { return reinterpret_cast<const Word*>(&v); }

  static V load(const std::uint16_t* p) {
    V v;
    std::memcpy(&v, p, sizeof v);
    return v;
  }
  static void store(std::uint16_t* p, V v) { std::memcpy(p, &v, sizeof v); }
  static V all(int x) { return V{} + static_cast<std::uint16_t>(x); }
  static V zero() { return V{}; }

  static V add(V a, V b) { return a + b; }
  static V sub(V a, V b) { return a - b; }
  static V min(V a, V b) { return blend_v(a, b, (V)(b < a)); }
  template <int kBits>
  static V shift_left(V a) {
    return a << kBits;
  }

  static V once(const V v[9]) {
    V one = v[0], two{};
    for (int i = 1; i < 9; ++i) {
      two |= one & v[i];
      one |= v[i];
    }
    return one & ~two;
  }
  static V prefer(V a, V b) { return a | (b & (V)(a == 0)); }
  static V if_single(V v, V below) { return v & (V)((v & below) == 0); }
  static V if_three(V d, V otherwise) {
    // More than three cannot be in three cells: a node where it happens is dead anyway.
    const V less_one = d & (d - 1), less_two = less_one & (less_one - 1);
    return otherwise & (d | (V)(less_two == 0));
  }

  static Mask nonzero(V v) { return bits((V)(v != 0)); }
  static Mask negative(V v) { return bits(v); }
  static Mask equal(V a, V b) { return bits((V)(a == b)); }
  static V equal_v(V a, V b) { return (V)(a == b); }
  static V blend_v(V a, V b, V take_b) { return (a & ~take_b) | (b & take_b); }

  static V size_class(V v, V& pair) {
    const V less_one = v & (v - 1), less_two = less_one & (less_one - 1);
    const V less_three = less_two & (less_two - 1);
    pair = v & (V)(less_two == 0);
    const V size = (V)(less_two == 0) + (V)(less_three == 0) + 2;
    return (size << 14) | ((V)(less_one == 0) << 14);
  }
  // One less for two candidates.
  static V pair_count(V pair, V in) {
    const V common = pair & in;
    return (V)(common == 0) - (V)(common == pair);
  }

  static void transpose(const V x[8], V y[8]) {
    bitboard::transpose(
        x, y, [](V a, V b) { return shuffled<V, 0, 8, 1, 9, 2, 10, 3, 11>(a, b); },
        [](V a, V b) { return shuffled<V, 4, 12, 5, 13, 6, 14, 7, 15>(a, b); });
  }

  class Pack {
   public:
    explicit Pack(Mask lanes) {
      for (; lanes; lanes &= lanes - 1) lane_[count_++] = __builtin_ctz(lanes);
    }
    void operator()(std::uint16_t* to, const V& v) const {
      for (int k = 0; k < count_; ++k) to[k] = words(v)[lane_[k]];
    }

   private:
    int lane_[kLanes];
    int count_ = 0;
  };
  class SpreadFew {
   public:
    explicit SpreadFew(Mask lanes) : lanes_(mask_vector(lanes)) {}
    V keep_new(V old, V fresh) const { return blend_v(old, fresh, lanes_); }

   private:
    V lanes_;
  };

  static std::uint32_t parse(const std::uint8_t* const* rows, Notation notation, std::uint16_t* to,
                             std::size_t stride) {
    std::uint32_t bad = 0;
    for (int l = 0; l < kLanes; ++l) {
      for (std::size_t cell = 0; cell < 81; ++cell) {
        unsigned d = rows[l][cell];
        if (notation == Notation::kText) d = d == '.' || d == '*' || d == '_' ? 0 : d - '0';
        if (d > 9) bad |= 1u << l;
        to[cell * stride + static_cast<std::size_t>(l)] =
            static_cast<std::uint16_t>(d == 0 ? 0x1ff : 1u << ((d - 1) & 15));
      }
    }
    return bad;
  }
  static void emit(const std::uint16_t* from, std::size_t stride, std::uint8_t* const* rows,
                   std::uint8_t zero) {
    for (int l = 0; l < kLanes; ++l) {
      for (std::size_t cell = 0; cell < 81; ++cell) {
        const unsigned mask = from[cell * stride + static_cast<std::size_t>(l)] | 0x200u;
        rows[l][cell] = static_cast<std::uint8_t>(zero + 1 + __builtin_ctz(mask));
      }
    }
  }

 private:
  // The highest bit of every lane.
  static Mask bits(V v) {
    const V bit = {1, 2, 4, 8, 16, 32, 64, 128};
    std::uint64_t half[2];
    v = (v >> 15) * bit;
    std::memcpy(half, &v, sizeof v);
    std::uint64_t all = half[0] | half[1];
    all |= all >> 32;
    return static_cast<Mask>(all | all >> 16) & 0xff;
  }
  static V mask_vector(Mask lanes) {
    V v;
    for (int l = 0; l < kLanes; ++l) v[l] = static_cast<std::uint16_t>(-((lanes >> l) & 1));
    return v;
  }
};

}  // namespace cpsudoku::bitboard
