// Written with the compiler's vector types, so that it is the same code on every processor; only
// the step from a vector of comparisons to a bit mask is spelt out where an instruction exists.
#include "exact_cover_kernels.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace cpsudoku {

namespace {

constexpr std::size_t kLanes = 8;
typedef std::uint16_t Words __attribute__((vector_size(2 * kLanes)));
typedef std::int16_t Marks __attribute__((vector_size(2 * kLanes)));

inline std::uint64_t bits_of(Marks low, Marks high) {
#if defined(__SSE2__)
  const __m128i packed = _mm_packs_epi16(reinterpret_cast<__m128i>(low), reinterpret_cast<__m128i>(high));
  return static_cast<unsigned>(_mm_movemask_epi8(packed));
#else
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kLanes; ++i) {
    bits |= std::uint64_t{low[i] != 0} << i | std::uint64_t{high[i] != 0} << (i + kLanes);
  }
  return bits;
#endif
}

// Rows is a constant of the call, so that the compiler unrolls the loop over them.
template <std::size_t Rows>
inline void strike_rows(Words* out, const Words* in, const std::uint16_t* const* rows,
                        std::size_t blocks, std::uint64_t* units) {
  const Words* row[Rows + 1];
  for (std::size_t r = 0; r < Rows; ++r) row[r] = reinterpret_cast<const Words*>(rows[r]);
  for (std::size_t block = 0; block < blocks; ++block) {
    std::uint64_t bits = 0;
    for (std::size_t pair = 0; pair < kBlock / (2 * kLanes); ++pair) {
      Marks mark[2];
      for (std::size_t half = 0; half < 2; ++half) {
        const std::size_t at = block * (kBlock / kLanes) + 2 * pair + half;
        Words word = in[at];
        for (std::size_t r = 0; r < Rows; ++r) word &= row[r][at];
        out[at] = word;
        mark[half] = reinterpret_cast<Marks>((word & (word - 1)) == 0);
      }
      bits |= bits_of(mark[0], mark[1]) << (2 * kLanes * pair);
    }
    units[block] = bits;
  }
}

void strike(std::uint16_t* out, const std::uint16_t* in, const std::uint16_t* const* rows,
            std::size_t count, std::size_t blocks, std::uint64_t* units) {
  auto* to = reinterpret_cast<Words*>(out);
  const auto* from = reinterpret_cast<const Words*>(in);
  for (; count > 4; count -= 4, rows += 4, from = to) strike_rows<4>(to, from, rows, blocks, units);
  switch (count) {
    case 0: return strike_rows<0>(to, from, rows, blocks, units);
    case 1: return strike_rows<1>(to, from, rows, blocks, units);
    case 2: return strike_rows<2>(to, from, rows, blocks, units);
    case 3: return strike_rows<3>(to, from, rows, blocks, units);
    default: return strike_rows<4>(to, from, rows, blocks, units);
  }
}

constexpr PackedKernel kKernel{"128 bits", strike};

}  // namespace

const PackedKernel& packed_kernel() { return kKernel; }

}  // namespace cpsudoku
