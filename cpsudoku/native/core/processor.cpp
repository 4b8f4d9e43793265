#include "core/processor.hpp"

#include <stdexcept>
#include <string>

namespace cpsudoku {
namespace {

bool avx2_is_hidden = false;
bool avx512_is_hidden = false;

}  // namespace

bool has_avx2() {
#if defined(CPSUDOKU_X86)
  __builtin_cpu_init();
  return !avx2_is_hidden && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

bool has_avx512() {
#if defined(CPSUDOKU_X86)
  return has_avx2() && !avx512_is_hidden && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

void hide_wider_than(std::string_view widest) {
  avx2_is_hidden = widest == "portable";
  avx512_is_hidden = avx2_is_hidden || widest == "avx2";
  if (!avx512_is_hidden && widest != "avx512") {
    throw std::invalid_argument("CPSUDOKU_WIDEST: there are no vectors '" +
                                std::string(widest.substr(0, 40)) +
                                "'; expected avx512, avx2 or portable");
  }
}

}  // namespace cpsudoku
