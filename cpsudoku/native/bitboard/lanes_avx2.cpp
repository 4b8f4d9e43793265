#include "lanes_avx2.hpp"

#include "lanes_search.hpp"

namespace cpsudoku::bitboard {

const Lanes kAvx2Lanes{Avx2::kLanes, sizeof(LaneSearch<Avx2>), &LaneSearch<Avx2>::solve};

}  // namespace cpsudoku::bitboard
