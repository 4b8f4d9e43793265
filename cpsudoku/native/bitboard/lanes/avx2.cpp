#include "bitboard/lanes/avx2.hpp"

#include "bitboard/lanes/search.hpp"

namespace cpsudoku::bitboard {

const Lanes kAvx2Lanes{Avx2::kLanes, sizeof(LaneSearch<Avx2>), &LaneSearch<Avx2>::solve};

}  // namespace cpsudoku::bitboard
