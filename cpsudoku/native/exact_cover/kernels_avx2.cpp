// Built with -mavx2; see exact_cover/kernels.hpp.
#if defined(__AVX2__)

#include <immintrin.h>

#include "exact_cover/kernels_impl.hpp"

namespace cpsudoku::exact_cover {

namespace {

struct Avx2 : Vectors<32> {
  static std::uint32_t zeros(const Words (&x)[2]) {
    // Packing works on halves: its 64-bit quarters come out as 0 2 1 3.
    const __m256i packed = _mm256_packs_epi16(__m256i(is_zero(x[0])), __m256i(is_zero(x[1])));
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_permute4x64_epi64(packed, 0xd8)));
  }
  static unsigned total(Words x) {
    const __m256i pairs = _mm256_madd_epi16(__m256i(x), _mm256_set1_epi16(1));
    __m128i y = _mm_add_epi32(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));
    y = _mm_add_epi32(y, _mm_shuffle_epi32(y, 0x4e));
    y = _mm_add_epi32(y, _mm_shuffle_epi32(y, 0xb1));
    return static_cast<unsigned>(_mm_cvtsi128_si32(y));
  }
};

}  // namespace

constexpr PackedKernel kPackedKernelAvx2 = Loops<Avx2>::kernel("packed256");

}  // namespace cpsudoku::exact_cover

#endif
