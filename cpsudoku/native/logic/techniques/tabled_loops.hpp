// Nice loops and alternating inference chains as tables of implications know them.
#pragma once

#include "logic/search.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

struct LoopNames {
  const Technique* continuous;
  const Technique* discontinuous;
  const Technique* ends;
};

// Finds loops and chains with groups and, if `sets` is not empty, with these as nodes.
bool find_tabled_loops(Search& search, bool groups, const LoopNames& plain,
                       const LoopNames& grouped);

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
