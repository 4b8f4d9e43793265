// The kernel that every processor runs, and the choice among kernels.
#include "exact_cover/kernels_impl.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace cpsudoku {

namespace {

#if defined(__SSE2__)

struct Sse2 {
  using Words = __m128i;
  static constexpr std::size_t kLanes = 8;

  static Words load(const std::uint16_t* p) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(p));
  }
  static void store(std::uint16_t* p, Words x) {
    _mm_store_si128(reinterpret_cast<__m128i*>(p), x);
  }
  static Words zero() { return _mm_setzero_si128(); }
  static Words both(Words x, Words y) { return _mm_and_si128(x, y); }
  static Words less(Words x, Words y) { return _mm_andnot_si128(y, x); }
  static Words without_first(Words x) {
    return _mm_and_si128(x, _mm_add_epi16(x, _mm_set1_epi16(-1)));
  }
  static Words is_zero(Words x) { return _mm_cmpeq_epi16(x, zero()); }
  static std::uint32_t zeros(const Words (&x)[4]) {
    const Words low = _mm_packs_epi16(is_zero(x[0]), is_zero(x[1]));
    const Words high = _mm_packs_epi16(is_zero(x[2]), is_zero(x[3]));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(low)) |
           static_cast<std::uint32_t>(_mm_movemask_epi8(high)) << 16;
  }
  static Words weights(Words y, Words z) {
    const Words y0 = is_zero(y);  // lanes of −1; where y is 0 so is z
    return _mm_sub_epi16(_mm_set1_epi16(1),
                         _mm_add_epi16(is_zero(z), _mm_add_epi16(y0, y0)));
  }
  static Words add_where(Words sum, Words x, Words w) {
    return _mm_add_epi16(sum, _mm_andnot_si128(is_zero(x), w));
  }
  static unsigned total(Words x) {
    x = _mm_madd_epi16(x, _mm_set1_epi16(1));
    x = _mm_add_epi32(x, _mm_shuffle_epi32(x, 0x4e));
    x = _mm_add_epi32(x, _mm_shuffle_epi32(x, 0xb1));
    return static_cast<unsigned>(_mm_cvtsi128_si32(x));
  }
};

using Base = Sse2;

#else

// The compiler's own vectors, whatever the processor has.
struct Portable {
  typedef std::uint16_t Words __attribute__((vector_size(16)));
  static constexpr std::size_t kLanes = 8;

  static Words load(const std::uint16_t* p) { return *reinterpret_cast<const Words*>(p); }
  static void store(std::uint16_t* p, Words x) { *reinterpret_cast<Words*>(p) = x; }
  static Words zero() { return Words{}; }
  static Words both(Words x, Words y) { return x & y; }
  static Words less(Words x, Words y) { return x & ~y; }
  static Words without_first(Words x) { return x & (x - 1); }
  static Words is_zero(Words x) { return reinterpret_cast<Words>(x == 0); }
  static std::uint32_t zeros(const Words (&x)[4]) {
    std::uint32_t set = 0;
    for (std::size_t i = 0; i < kChunk; ++i) {
      set |= std::uint32_t{x[i / kLanes][i % kLanes] == 0} << i;
    }
    return set;
  }
  static Words weights(Words y, Words z) { return 1 - is_zero(z) - is_zero(y) - is_zero(y); }
  static Words add_where(Words sum, Words x, Words w) { return sum + (w & ~is_zero(x)); }
  static unsigned total(Words x) {
    unsigned sum = 0;
    for (std::size_t i = 0; i < kLanes; ++i) sum += x[i];
    return sum;
  }
};

using Base = Portable;

#endif

}  // namespace

constexpr PackedKernel kPackedKernelBase = Loops<Base>::kernel("packed128");

const std::vector<const PackedKernel*>& packed_kernels() {
  static const auto available = [] {
    std::vector<const PackedKernel*> found;
#if defined(CPSUDOKU_X86)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl")) {
      found.push_back(&kPackedKernelAvx512);
    }
    if (__builtin_cpu_supports("avx2")) found.push_back(&kPackedKernelAvx2);
#endif
    found.push_back(&kPackedKernelBase);
    return found;
  }();
  return available;
}

}  // namespace cpsudoku
