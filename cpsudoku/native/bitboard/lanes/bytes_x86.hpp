// From puzzles in bytes to candidate sets in lanes and back, 16 puzzles at a time, for x86-64.
//
// A puzzle comes as 81 bytes in a row; the lanes want the bytes of one cell of many puzzles side by
// side.  So 16 puzzles × 16 cells are loaded, transposed as a 16 × 16 matrix of bytes, and mapped
// to candidate sets by table look-ups within registers (pshufb).
#pragma once

#include <immintrin.h>

#include "bitboard/lanes/job.hpp"

namespace cpsudoku::bitboard {

template <int kLanes>
struct BytesX86 {
  // Writes candidate set of cell c of the puzzle in rows[l] to `to[c * stride + l]`; returns the
  // puzzles (bit l) that have a byte which is neither a digit nor a blank.
  static std::uint32_t parse(const std::uint8_t* const* rows, Notation notation, std::uint16_t* to,
                             std::size_t stride) {
    std::uint32_t bad = 0;
    for (int l = 0; l < kLanes; l += 16) {
      bad |= parse16(rows + l, notation, to + l, stride) << l;
    }
    return bad;
  }

  // Writes digit + zero of cell c of record l, from the one candidate in `from[c * stride + l]`, to
  // rows[l][c].
  static void emit(const std::uint16_t* from, std::size_t stride, std::uint8_t* const* rows,
                   std::uint8_t zero) {
    for (int l = 0; l < kLanes; l += 16) emit16(from + l, stride, rows + l, zero);
  }

 private:
  using Bytes = __m128i;

  // Four times interleaving the first half of the rows with the second transposes.
  static void transpose(Bytes y[16]) {
    Bytes w[16];
    for (int pass = 0; pass < 2; ++pass) {
      for (int i = 0; i < 8; ++i) {
        w[2 * i] = _mm_unpacklo_epi8(y[i], y[i + 8]);
        w[2 * i + 1] = _mm_unpackhi_epi8(y[i], y[i + 8]);
      }
      for (int i = 0; i < 8; ++i) {
        y[2 * i] = _mm_unpacklo_epi8(w[i], w[i + 8]);
        y[2 * i + 1] = _mm_unpackhi_epi8(w[i], w[i + 8]);
      }
    }
  }

  // 0…9 for the bytes of a notation; anything else becomes more than 9.
  static Bytes digits(Bytes b, Notation notation) {
    if (notation == Notation::kNumbers) return b;
    const Bytes blank = _mm_or_si128(
        _mm_cmpeq_epi8(b, _mm_set1_epi8('.')),
        _mm_or_si128(_mm_cmpeq_epi8(b, _mm_set1_epi8('*')), _mm_cmpeq_epi8(b, _mm_set1_epi8('_'))));
    return _mm_andnot_si128(blank, _mm_sub_epi8(b, _mm_set1_epi8('0')));
  }

  static std::uint32_t parse16(const std::uint8_t* const* rows, Notation notation,
                               std::uint16_t* to, std::size_t stride) {
    const Bytes low = _mm_setr_epi8(-1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
    const Bytes high = _mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
    Bytes largest = _mm_setzero_si128();
    auto put = [&](int cell, Bytes b) {
      const Bytes d = digits(b, notation);
      largest = _mm_max_epu8(largest, d);
      const Bytes l = _mm_shuffle_epi8(low, d), h = _mm_shuffle_epi8(high, d);
      Bytes* out = reinterpret_cast<Bytes*>(to + static_cast<std::size_t>(cell) * stride);
      _mm_storeu_si128(out, _mm_unpacklo_epi8(l, h));
      _mm_storeu_si128(out + 1, _mm_unpackhi_epi8(l, h));
    };
    for (int cell = 0; cell < 80; cell += 16) {
      Bytes y[16];
      for (int i = 0; i < 16; ++i) {
        y[i] = _mm_loadu_si128(reinterpret_cast<const Bytes*>(rows[i] + cell));
      }
      transpose(y);
      for (int i = 0; i < 16; ++i) put(cell + i, y[i]);
    }
    alignas(16) std::uint8_t last[16];
    for (int l = 0; l < 16; ++l) last[l] = rows[l][80];
    put(80, _mm_load_si128(reinterpret_cast<const Bytes*>(last)));
    const Bytes nine = _mm_set1_epi8(9);
    return 0xffffu & ~static_cast<std::uint32_t>(
                         _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(largest, nine), nine)));
  }

  static void emit16(const std::uint16_t* from, std::size_t stride, std::uint8_t* const* rows,
                     std::uint8_t zero) {
    // Packed to bytes with saturation, candidates 1…9 are 1, 2, 4, …, 128, 255.
    const Bytes low = _mm_setr_epi8(0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 9);
    const Bytes high = _mm_setr_epi8(0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0);
    const Bytes nibble = _mm_set1_epi8(15), base = _mm_set1_epi8(static_cast<char>(zero));
    auto get = [&](int cell) {
      const std::size_t at = static_cast<std::size_t>(cell) * stride;
      const Bytes* in = reinterpret_cast<const Bytes*>(from + at);
      const Bytes b = _mm_packus_epi16(_mm_loadu_si128(in), _mm_loadu_si128(in + 1));
      return _mm_add_epi8(
          base, _mm_add_epi8(_mm_shuffle_epi8(low, _mm_and_si128(b, nibble)),
                             _mm_shuffle_epi8(high, _mm_and_si128(_mm_srli_epi16(b, 4), nibble))));
    };
    for (int cell = 0; cell < 80; cell += 16) {
      Bytes y[16];
      for (int i = 0; i < 16; ++i) y[i] = get(cell + i);
      transpose(y);
      for (int i = 0; i < 16; ++i) {
        _mm_storeu_si128(reinterpret_cast<Bytes*>(rows[i] + cell), y[i]);
      }
    }
    alignas(16) std::uint8_t last[16];
    _mm_store_si128(reinterpret_cast<Bytes*>(last), get(80));
    for (int l = 0; l < 16; ++l) rows[l][80] = last[l];
  }
};

}  // namespace cpsudoku::bitboard
