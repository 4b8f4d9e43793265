// Which vector registers this process uses.
//
// Each width is a translation unit of its own, built with its own flags, and everything in it is in
// an unnamed namespace: a function that two units share by name could be merged by the linker into
// the one that needs the newer processor.
//
//     width() == Width::avx512          // on a processor that has it
//     CPSUDOKU_BITBOARD_WIDTH=portable  // in the environment: another one
#pragma once

#include <string_view>
#include <vector>

namespace cpsudoku::bitboard {

enum class Width { portable, avx2, avx512 };

// The name as in CPSUDOKU_BITBOARD_WIDTH.
std::string_view name(Width width);

// The widths that were built and that this processor has, narrowest first; never empty.
std::vector<Width> widths();

// The width of a name.  Throws std::invalid_argument where this machine has none of it.
Width width_called(std::string_view wanted);

// The widest of `widths()`, or the one that CPSUDOKU_BITBOARD_WIDTH named when this was loaded.
// Throws std::invalid_argument where it names no width, or one that is not there.
Width width();

}  // namespace cpsudoku::bitboard
