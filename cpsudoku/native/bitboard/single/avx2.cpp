#include "bitboard/single/words/avx2.hpp"
//
#include "bitboard/single/search.hpp"

namespace cpsudoku::bitboard {

const Advance kAvx2Advance = advance;

}  // namespace cpsudoku::bitboard
