#include "bitboard/single/words/portable.hpp"
//
#include "bitboard/single/search.hpp"

namespace cpsudoku::bitboard {

const Advance kPortableAdvance = advance;

}  // namespace cpsudoku::bitboard
