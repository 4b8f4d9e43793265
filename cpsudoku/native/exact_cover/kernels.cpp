// The kernel that every processor runs, and the choice among kernels.
#include "core/processor.hpp"
#include "exact_cover/kernels_impl.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace cpsudoku::exact_cover {

namespace {

struct Base : Vectors<16> {
#if defined(__SSE2__)
  static std::uint32_t zeros(const Words (&x)[4]) {
    const auto packed = [&x](int i) {
      return static_cast<std::uint32_t>(
          _mm_movemask_epi8(_mm_packs_epi16(__m128i(is_zero(x[i])), __m128i(is_zero(x[i + 1])))));
    };
    return packed(0) | packed(2) << 16;
  }
  static unsigned total(Words x) {
    __m128i y = _mm_madd_epi16(__m128i(x), _mm_set1_epi16(1));
    y = _mm_add_epi32(y, _mm_shuffle_epi32(y, 0x4e));
    y = _mm_add_epi32(y, _mm_shuffle_epi32(y, 0xb1));
    return static_cast<unsigned>(_mm_cvtsi128_si32(y));
  }
#else
  static std::uint32_t zeros(const Words (&x)[4]) {
    std::uint32_t set = 0;
    for (std::size_t i = 0; i < kChunk; ++i) {
      set |= std::uint32_t{x[i / kLanes][i % kLanes] == 0} << i;
    }
    return set;
  }
  static unsigned total(Words x) {
    unsigned sum = 0;
    for (std::size_t i = 0; i < kLanes; ++i) sum += x[i];
    return sum;
  }
#endif
};

}  // namespace

constexpr PackedKernel kPackedKernelBase = Loops<Base>::kernel("packed128");

const std::vector<const PackedKernel*>& packed_kernels() {
  static const auto available = [] {
    std::vector<const PackedKernel*> found;
#if defined(CPSUDOKU_X86)
    if (has_avx512()) found.push_back(&kPackedKernelAvx512);
    if (has_avx2()) found.push_back(&kPackedKernelAvx2);
#endif
    found.push_back(&kPackedKernelBase);
    return found;
  }();
  return available;
}

}  // namespace cpsudoku::exact_cover
