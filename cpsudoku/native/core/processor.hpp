// Which vectors the processor has.  CPSUDOKU_WIDEST in the environment hides wider ones, so that tests
// run on any processor as they do on a lesser one:
//
//     CPSUDOKU_WIDEST=avx2        // no AVX-512
//     CPSUDOKU_WIDEST=portable    // nor AVX2
#pragma once

#include <string_view>

namespace cpsudoku {

// AVX2 with BMI, BMI2 and POPCNT.
bool has_avx2();

// These and AVX-512 F, BW, DQ and VL.
bool has_avx512();

// Hides what is wider than "avx512", "avx2" or "portable"; before anything asks what there is.
// Throws std::invalid_argument at another name.
void hide_wider_than(std::string_view widest);

}  // namespace cpsudoku
