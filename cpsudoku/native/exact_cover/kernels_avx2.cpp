// Built with -mavx2; see exact_cover/kernels.hpp.
#if defined(__AVX2__)

#include <immintrin.h>

#include "exact_cover/kernels_impl.hpp"

namespace cpsudoku {

namespace {

struct Avx2 {
  using Words = __m256i;
  static constexpr std::size_t kLanes = 16;

  static Words load(const std::uint16_t* p) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
  }
  static void store(std::uint16_t* p, Words x) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(p), x);
  }
  static Words zero() { return _mm256_setzero_si256(); }
  static Words both(Words x, Words y) { return _mm256_and_si256(x, y); }
  static Words less(Words x, Words y) { return _mm256_andnot_si256(y, x); }
  static Words without_first(Words x) {
    return _mm256_and_si256(x, _mm256_add_epi16(x, _mm256_set1_epi16(-1)));
  }
  static Words is_zero(Words x) { return _mm256_cmpeq_epi16(x, zero()); }
  static std::uint32_t zeros(const Words (&x)[2]) {
    // Packing works on halves: its 64-bit quarters come out as 0 2 1 3.
    const Words packed = _mm256_packs_epi16(is_zero(x[0]), is_zero(x[1]));
    return static_cast<std::uint32_t>(
        _mm256_movemask_epi8(_mm256_permute4x64_epi64(packed, 0xd8)));
  }
  static Words weights(Words y, Words z) {
    const Words y0 = is_zero(y);  // lanes of −1; where y is 0 so is z
    return _mm256_sub_epi16(_mm256_set1_epi16(1),
                            _mm256_add_epi16(is_zero(z), _mm256_add_epi16(y0, y0)));
  }
  static Words add_where(Words sum, Words x, Words w) {
    return _mm256_add_epi16(sum, _mm256_andnot_si256(is_zero(x), w));
  }
  static unsigned total(Words x) {
    const __m256i pairs = _mm256_madd_epi16(x, _mm256_set1_epi16(1));
    __m128i y = _mm_add_epi32(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));
    y = _mm_add_epi32(y, _mm_shuffle_epi32(y, 0x4e));
    y = _mm_add_epi32(y, _mm_shuffle_epi32(y, 0xb1));
    return static_cast<unsigned>(_mm_cvtsi128_si32(y));
  }
};

}  // namespace

constexpr PackedKernel kPackedKernelAvx2 = Loops<Avx2>::kernel("packed256");

}  // namespace cpsudoku

#endif
