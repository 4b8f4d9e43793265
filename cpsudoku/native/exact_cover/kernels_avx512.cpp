// Built with -mavx512f -mavx512bw -mavx512vl; see exact_cover/kernels.hpp.
#if defined(__AVX512BW__)

#include <immintrin.h>

#include "exact_cover/kernels_impl.hpp"

namespace cpsudoku {

namespace {

struct Avx512 {
  using Words = __m512i;
  static constexpr std::size_t kLanes = 32;

  static Words load(const std::uint16_t* p) { return _mm512_load_si512(p); }
  static void store(std::uint16_t* p, Words x) { _mm512_store_si512(p, x); }
  static Words zero() { return _mm512_setzero_si512(); }
  static Words both(Words x, Words y) { return _mm512_and_si512(x, y); }
  // Not _mm512_andnot_si512 nor _mm512_reduce_add_epi32: g++ 12 warns of its own headers there.
  static Words less(Words x, Words y) { return x & ~y; }
  static Words without_first(Words x) {
    return _mm512_and_si512(x, _mm512_add_epi16(x, _mm512_set1_epi16(-1)));
  }
  static std::uint32_t zeros(const Words (&x)[1]) { return _mm512_testn_epi16_mask(x[0], x[0]); }
  static Words weights(Words y, Words z) {
    const __mmask32 y0 = _mm512_testn_epi16_mask(y, y), z0 = _mm512_testn_epi16_mask(z, z);
    const Words two = _mm512_mask_mov_epi16(_mm512_set1_epi16(1), z0, _mm512_set1_epi16(2));
    return _mm512_mask_mov_epi16(two, y0, _mm512_set1_epi16(4));
  }
  static Words add_where(Words sum, Words x, Words w) {
    return _mm512_mask_add_epi16(sum, _mm512_test_epi16_mask(x, x), sum, w);
  }
  static unsigned total(Words x) {
    alignas(64) std::uint32_t lanes[16];
    _mm512_store_si512(lanes, _mm512_madd_epi16(x, _mm512_set1_epi16(1)));
    unsigned sum = 0;
    for (const std::uint32_t lane : lanes) sum += lane;
    return sum;
  }
};

}  // namespace

constexpr PackedKernel kPackedKernelAvx512 = Loops<Avx512>::kernel("packed512");

}  // namespace cpsudoku

#endif
