#include "lanes_avx512.hpp"

#include "lanes_search.hpp"

namespace cpsudoku::bitboard {

const Lanes kAvx512Lanes{Avx512::kLanes, sizeof(LaneSearch<Avx512>), &LaneSearch<Avx512>::solve};

}  // namespace cpsudoku::bitboard
