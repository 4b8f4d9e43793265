#include "bitboard/lanes/avx512.hpp"

#include "bitboard/lanes/search.hpp"

namespace cpsudoku::bitboard {

const Lanes kAvx512Lanes{Avx512::kLanes, sizeof(LaneSearch<Avx512>), &LaneSearch<Avx512>::solve};

}  // namespace cpsudoku::bitboard
