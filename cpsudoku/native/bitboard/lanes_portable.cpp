#include "lanes_portable.hpp"

#include "lanes_search.hpp"

namespace cpsudoku::bitboard {

const Lanes kPortableLanes{Portable::kLanes, sizeof(LaneSearch<Portable>),
                           &LaneSearch<Portable>::solve};

}  // namespace cpsudoku::bitboard
