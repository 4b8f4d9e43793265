// The inner loop of the packed exact-cover search, for vectors of several widths.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cpsudoku {

// Items come in blocks of 64, one 16-bit word each, aligned to 64 bytes.
inline constexpr std::size_t kBlock = 64;

struct PackedKernel {
  const char* name;

  // out = in & rows[0] & … & rows[count-1], and for each block a bit mask in `units` of the items
  // whose word then has at most one bit set.  `out` may be `in`.
  void (*strike)(std::uint16_t* out, const std::uint16_t* in, const std::uint16_t* const* rows,
                 std::size_t count, std::size_t blocks, std::uint64_t* units);
};

// The widest kernel that this processor runs.
const PackedKernel& packed_kernel();

}  // namespace cpsudoku
