#include "bitboard/lanes/portable.hpp"

#include "bitboard/lanes/search.hpp"

namespace cpsudoku::bitboard {

const Lanes kPortableLanes{Portable::kLanes, sizeof(LaneSearch<Portable>),
                           &LaneSearch<Portable>::solve};

}  // namespace cpsudoku::bitboard
