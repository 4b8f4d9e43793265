// 8 lanes of 16 bits: WebAssembly's SIMD128, for a page without a server.
//
// See lanes/vector.hpp for what each operation means; here is only how.
#pragma once

#include <wasm_simd128.h>

#include <array>

#include "bitboard/lanes/vector.hpp"

namespace cpsudoku::bitboard {
namespace {

struct Wasm128 : Bitwise, EightLanes<Wasm128> {
  using V = v128_t;
  using Mask = std::uint32_t;
  static constexpr int kLanes = 8;
  static constexpr int kMaxMove = 8;
  static constexpr Mask kAllLanes = 0xff;
  static constexpr bool kByWords = false;

  static V load(const std::uint16_t* p) { return wasm_v128_load(p); }
  static void store(std::uint16_t* p, V v) { wasm_v128_store(p, v); }
  static V all(int x) { return wasm_i16x8_splat(static_cast<std::int16_t>(x)); }
  static V zero() { return wasm_i16x8_splat(0); }

  static V add(V a, V b) { return wasm_i16x8_add(a, b); }
  static V sub(V a, V b) { return wasm_i16x8_sub(a, b); }
  static V min(V a, V b) { return wasm_u16x8_min(a, b); }
  template <int kBits>
  static V shift_left(V a) {
    return wasm_i16x8_shl(a, kBits);
  }

  static V majority(V a, V b, V c) { return wasm_v128_bitselect(c, a, xor_(a, b)); }

  static V once(const V v[9]) { return once_of<Wasm128>(v); }
  static V prefer(V a, V b) { return wasm_v128_bitselect(b, a, wasm_i16x8_eq(a, zero())); }
  static V if_single(V v, V below) { return and_(v, wasm_i16x8_eq(and_(v, below), zero())); }
  static V if_three(V d, V otherwise) {
    return wasm_v128_bitselect(d, otherwise, wasm_i16x8_gt(size(d), all(2)));
  }

  static Mask nonzero(V v) { return bits(wasm_i16x8_ne(v, zero())); }
  static Mask negative(V v) { return bits(v); }
  static Mask equal(V a, V b) { return bits(wasm_i16x8_eq(a, b)); }

  static V size_class(V v, V& pair) {
    const V many = size(v);
    pair = and_not(v, wasm_i16x8_gt(many, all(2)));
    return shift_left<14>(sub(min(many, all(4)), all(2)));
  }
  static V pair_count(V pair, V in) { return size(and_(pair, in)); }

  static void transpose(const V x[8], V y[8]) {
    bitboard::transpose(
        x, y, [](V a, V b) { return wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11); },
        [](V a, V b) { return wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15); });
  }

  class PackFew {
   public:
    explicit PackFew(Mask lanes) : order_(wasm_v128_load(kPack[lanes & 0xff].data())) {}
    template <int = kMaxMove>
    void pack(std::uint16_t* to, V v) const {
      wasm_v128_store(to, wasm_i8x16_swizzle(v, order_));
    }

   private:
    v128_t order_;
  };
  class Pack {
   public:
    explicit Pack(Mask lanes) : few_(lanes) {}
    void operator()(std::uint16_t* to, V v) const { few_.pack(to, v); }

   private:
    PackFew few_;
  };
  class SpreadFew {
   public:
    explicit SpreadFew(Mask lanes)
        : order_(wasm_v128_load(kSpread[lanes & 0xff].data())),
          lanes_(wasm_u8x16_lt(order_, wasm_i8x16_splat(16))) {}
    template <int = kMaxMove>
    V spread(V v, const std::uint16_t* from) const {
      return or_(and_not(v, lanes_), wasm_i8x16_swizzle(load(from), order_));
    }
    V keep_new(V old, V fresh) const { return wasm_v128_bitselect(fresh, old, lanes_); }

   private:
    v128_t order_;
    V lanes_;
  };

  static std::uint32_t parse(const std::uint8_t* const* rows, Notation notation, std::uint16_t* to,
                             std::size_t stride) {
    v128_t largest = wasm_i8x16_splat(0);
    for (std::size_t cell = 0; cell < 80; cell += 16) {
      v128_t y[8];
      for (int l = 0; l < 8; ++l) y[l] = wasm_v128_load(rows[l] + cell);
      // y[k] becomes cell 2k of all rows, then cell 2k + 1.
      bitboard::transpose(y, y, low_bytes, high_bytes);
      for (std::size_t k = 0; k < 8; ++k) {
        const v128_t d = digits(y[k], notation);
        largest = wasm_u8x16_max(largest, d);
        put(d, to + (cell + 2 * k) * stride, to + (cell + 2 * k + 1) * stride);
      }
    }
    alignas(16) std::uint8_t last[16];
    for (int l = 0; l < 16; ++l) last[l] = rows[l & 7][80];
    const v128_t d = digits(wasm_v128_load(last), notation);
    largest = wasm_u8x16_max(largest, d);
    put(d, to + 80 * stride, to + 80 * stride);
    const Mask wrong = wasm_i8x16_bitmask(wasm_u8x16_gt(largest, wasm_i8x16_splat(9)));
    return (wrong | wrong >> 8) & 0xff;
  }
  static void emit(const std::uint16_t* from, std::size_t stride, std::uint8_t* const* rows,
                   std::uint8_t zero) {
    // The digit of a single candidate is one more than the number of bits below it.
    const auto get = [&](std::size_t cell) {
      const V below = sub(load(from + cell * stride), all(1));
      return add(size(below), all(1 + zero));
    };
    for (std::size_t cell = 0; cell < 80; cell += 16) {
      v128_t y[8];
      for (std::size_t k = 0; k < 8; ++k) {
        y[k] = wasm_u8x16_narrow_i16x8(get(cell + 2 * k), get(cell + 2 * k + 1));
      }
      for (int pass = 0; pass < 3; ++pass) {
        v128_t w[8];
        for (int i = 0; i < 4; ++i) {
          w[i] = wasm_i8x16_shuffle(y[2 * i], y[2 * i + 1], 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20,
                                    22, 24, 26, 28, 30);
          w[i + 4] = wasm_i8x16_shuffle(y[2 * i], y[2 * i + 1], 1, 3, 5, 7, 9, 11, 13, 15, 17, 19,
                                        21, 23, 25, 27, 29, 31);
        }
        for (int i = 0; i < 8; ++i) y[i] = w[i];
      }
      for (int l = 0; l < 8; ++l) wasm_v128_store(rows[l] + cell, y[l]);
    }
    alignas(16) std::uint16_t last[8];
    store(last, get(80));
    for (int l = 0; l < 8; ++l) rows[l][80] = static_cast<std::uint8_t>(last[l]);
  }

 private:
  using Order = std::array<std::uint8_t, 16>;

  // Of each set of lanes where the words go from, side by side; and where the k-th word goes to.
  static constexpr auto orders(bool spread) {
    std::array<Order, 256> table{};
    for (unsigned lanes = 0; lanes < 256; ++lanes) {
      Order& order = table[lanes];
      for (auto& byte : order) byte = 0xff;
      std::size_t k = 0;
      for (std::size_t l = 0; l < 8; ++l) {
        if (!(lanes >> l & 1)) continue;
        const std::size_t from = spread ? k : l, to = spread ? l : k;
        order[2 * to] = static_cast<std::uint8_t>(2 * from);
        order[2 * to + 1] = static_cast<std::uint8_t>(2 * from + 1);
        ++k;
      }
    }
    return table;
  }
  static const std::array<Order, 256> kPack, kSpread;

  static V size(V v) { return wasm_u16x8_extadd_pairwise_u8x16(wasm_i8x16_popcnt(v)); }

  static Mask bits(V set) { return wasm_i16x8_bitmask(set); }

  static v128_t digits(v128_t b, Notation notation) {
    if (notation == Notation::kNumbers) return b;
    const auto is = [&](char c) { return wasm_i8x16_eq(b, wasm_i8x16_splat(c)); };
    const V blank = or3(is('.'), is('*'), is('_'));
    return and_not(wasm_i8x16_sub(b, wasm_i8x16_splat('0')), blank);
  }
  // Candidates of two cells, from their digits.
  static void put(v128_t d, std::uint16_t* first, std::uint16_t* second) {
    static constexpr std::uint8_t kLow[16] = {255, 1, 2, 4, 8, 16, 32, 64, 128};
    static constexpr std::uint8_t kHigh[16] = {1, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    const V low = wasm_i8x16_swizzle(wasm_v128_load(kLow), d);
    const V high = wasm_i8x16_swizzle(wasm_v128_load(kHigh), d);
    wasm_v128_store(second, high_bytes(low, high));
    wasm_v128_store(first, low_bytes(low, high));
  }

  // The bytes of the lower, or upper, half of both by turns.
  static V low_bytes(V a, V b) {
    return wasm_i8x16_shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  }
  static V high_bytes(V a, V b) {
    return wasm_i8x16_shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  }
};

inline constexpr std::array<Wasm128::Order, 256> Wasm128::kPack = Wasm128::orders(false);
inline constexpr std::array<Wasm128::Order, 256> Wasm128::kSpread = Wasm128::orders(true);

}  // namespace
}  // namespace cpsudoku::bitboard
