// The inner loops of the packed exact-cover search, for vectors of several widths.
//
// A state is an array of 16-bit words, one an item, each with a bit for every live option of the
// item; exact_cover/packed.cpp gives the rest.  Words come in chunks of 32 (one register of 512
// bits, two of 256 or four of 128), aligned to 64 bytes, and sets of items as one 32-bit mask a
// chunk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cpsudoku::exact_cover {

inline constexpr std::size_t kChunk = 32;

struct PackedKernel {
  const char* name;  // of the algorithm with this kernel, such as packed256

  // out = in & rows[0] & … & rows[count-1]; `units` becomes the set of the items whose word then
  // has at most one bit set.  `out` may be `in`.
  void (*strike)(std::uint16_t* out, const std::uint16_t* in, const std::uint16_t* const* rows,
                 std::size_t count, std::size_t chunks, std::uint32_t* units);

  // The set of the items whose word has just two bits set.
  void (*find_pairs)(const std::uint16_t* in, std::size_t chunks, std::uint32_t* pairs);

  // For each item what it counts in `impact`: 4 with two bits set, 2 with three, else 1.
  void (*weigh)(const std::uint16_t* in, std::size_t chunks, std::uint16_t* weights);

  // The sum, over both rows, of the weights of the items that lose a bit in `in & row`.
  // Require: at most 2^16 items.
  unsigned (*impact)(const std::uint16_t* in, const std::uint16_t* weights,
                     const std::uint16_t* row, const std::uint16_t* other_row, std::size_t chunks);
};

// The kernels that this processor runs, the widest first.
const std::vector<const PackedKernel*>& packed_kernels();

// Each of these is in a translation unit of its own, built for processors that have it; nothing
// but the loops may be in there, lest the linker share wider code with the rest of the program.
#if defined(CPSUDOKU_X86)
extern const PackedKernel kPackedKernelAvx2;    // needs AVX2
extern const PackedKernel kPackedKernelAvx512;  // needs AVX-512 F, BW and VL
#endif
extern const PackedKernel kPackedKernelBase;

}  // namespace cpsudoku::exact_cover
