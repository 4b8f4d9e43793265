#include "bitboard/single/words/avx512.hpp"
//
#include "bitboard/single/search.hpp"

namespace cpsudoku::bitboard {

const Advance kAvx512Advance = advance;

}  // namespace cpsudoku::bitboard
