// Built with -mavx512f -mavx512bw -mavx512vl; see exact_cover/kernels.hpp.
#if defined(__AVX512BW__)

#include <immintrin.h>

#include "exact_cover/kernels_impl.hpp"

namespace cpsudoku::exact_cover {

namespace {

struct Avx512 : Vectors<64> {
  static std::uint32_t zeros(const Words (&x)[1]) { return empty(x[0]); }
  static Words weights(Words y, Words z) {
    const __m512i two = _mm512_mask_mov_epi16(_mm512_set1_epi16(1), empty(z), _mm512_set1_epi16(2));
    return Words(_mm512_mask_mov_epi16(two, empty(y), _mm512_set1_epi16(4)));
  }
  static Words add_where(Words sum, Words x, Words w) {
    const __mmask32 where = _mm512_test_epi16_mask(__m512i(x), __m512i(x));
    return Words(_mm512_mask_add_epi16(__m512i(sum), where, __m512i(sum), __m512i(w)));
  }
  // Not _mm512_reduce_add_epi32: g++ 12 warns of its own headers there.
  static unsigned total(Words x) {
    alignas(64) std::uint32_t lanes[16];
    _mm512_store_si512(lanes, _mm512_madd_epi16(__m512i(x), _mm512_set1_epi16(1)));
    unsigned sum = 0;
    for (const std::uint32_t lane : lanes) sum += lane;
    return sum;
  }

 private:
  static __mmask32 empty(Words x) { return _mm512_testn_epi16_mask(__m512i(x), __m512i(x)); }
};

}  // namespace

constexpr PackedKernel kPackedKernelAvx512 = Loops<Avx512>::kernel("packed512");

}  // namespace cpsudoku::exact_cover

#endif
