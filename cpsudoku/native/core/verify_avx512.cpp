// Built with -mavx512f -mavx512bw; see core/verify.cpp.
#include <immintrin.h>

#include <array>

#include "core/verify.hpp"

namespace cpsudoku {

namespace {

// For each k the k-th cell of each of the 27 houses, as bytes; two k in 64, each in every other
// group of eight, so that unpacking bytes to words parts them.
constexpr auto kCellsOfHouses = [] {
  std::array<std::array<std::uint8_t, 64>, 5> table{};
  for (unsigned k = 0; k < 10; ++k) {
    for (unsigned house = 0; house < 32; ++house) {
      // Past the last house or cell, repeat the last one: that changes no OR of its bits.
      const unsigned i = k < 9 ? k : 8, h = house < 27 ? house : 26, n = h % 9;
      const unsigned cell = h < 9    ? 9 * n + i
                            : h < 18 ? 9 * i + n
                                     : 27 * (n / 3) + 3 * (n % 3) + 9 * (i / 3) + i % 3;
      table[k / 2][16 * (house / 8) + 8 * (k % 2) + house % 8] = static_cast<std::uint8_t>(cell);
    }
  }
  return table;
}();

}  // namespace

// The whole check of a classic grid in some 50 instructions: gather the k-th cells of all houses,
// turn digits into bits, and OR over k.  A digit that is out of range has no bit among 1 … 9, or one
// beyond.  6 ns, where the words and bytes of verify.cpp take 28 together.
__attribute__((target("avx512vbmi"))) bool hold_classic_wide(const std::uint8_t* puzzle,
                                                             const std::uint8_t* grid) {
  constexpr __mmask64 kRest = (std::uint64_t{1} << (81 - 64)) - 1;
  const __m512i low = _mm512_loadu_si512(grid), high = _mm512_maskz_loadu_epi8(kRest, grid + 64);
  const __m512i given_low = _mm512_loadu_si512(puzzle);
  const __m512i given_high = _mm512_maskz_loadu_epi8(kRest, puzzle + 64);
  const __mmask64 changed =
      _mm512_mask_cmpneq_epu8_mask(_mm512_test_epi8_mask(given_low, given_low), given_low, low) |
      _mm512_mask_cmpneq_epu8_mask(_mm512_test_epi8_mask(given_high, given_high), given_high, high);
  const __m512i one = _mm512_set1_epi16(1);
  const __m512i zero = _mm512_setzero_si512();
  __m512i seen = zero;
  for (const auto& cells : kCellsOfHouses) {
    const __m512i digits = _mm512_permutex2var_epi8(low, _mm512_loadu_si512(cells.data()), high);
    const __m512i first = _mm512_unpacklo_epi8(digits, zero);
    const __m512i second = _mm512_unpackhi_epi8(digits, zero);
    seen = _mm512_or_si512(seen, _mm512_sllv_epi16(one, first));
    seen = _mm512_or_si512(seen, _mm512_sllv_epi16(one, second));
  }
  return changed == 0 && _mm512_cmpneq_epi16_mask(seen, _mm512_set1_epi16(0x3FE)) == 0;
}

}  // namespace cpsudoku
