#include "bitboard/width.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "core/processor.hpp"

namespace cpsudoku::bitboard {
namespace {

// Read once, while the module is loaded: later another thread may be writing to the environment, as
// NumPy does while it is imported, and a reader beside it can crash.
const std::string kWanted = [] {
  const char* const wanted = std::getenv("CPSUDOKU_BITBOARD_WIDTH");
  return std::string(wanted == nullptr ? "" : wanted);
}();

}  // namespace

std::string_view name(Width width) {
  switch (width) {
    case Width::avx512: return "avx512";
    case Width::avx2: return "avx2";
    case Width::portable: break;
  }
  return "portable";
}

std::vector<Width> widths() {
  std::vector<Width> found{Width::portable};
#if defined(CPSUDOKU_X86)
  if (has_avx2()) found.push_back(Width::avx2);
  if (has_avx512() && __builtin_cpu_supports("avx512vbmi2") &&
      __builtin_cpu_supports("avx512bitalg")) {
    found.push_back(Width::avx512);
  }
#endif
  return found;
}

Width width_called(std::string_view wanted) {
  std::string here;
  for (const Width one : widths()) {
    if (name(one) == wanted) return one;
    here += (here.empty() ? "" : ", ") + std::string(name(one));
  }
  throw std::invalid_argument("there is no width '" + std::string(wanted) + "'; this machine has " +
                              here);
}

Width width() {
  if (kWanted.empty()) return widths().back();
  try {
    return width_called(kWanted);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string("CPSUDOKU_BITBOARD_WIDTH: ") + error.what());
  }
}

}  // namespace cpsudoku::bitboard
