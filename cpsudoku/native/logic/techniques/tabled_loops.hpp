// Nice loops and alternating inference chains as tables of implications know them.
#pragma once

#include "logic/search.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

struct LoopNames {
  const Technique* continuous;
  const Technique* discontinuous;
  const Technique* ends;
};

// Finds loops and chains: with groups, and then with sets as nodes too if the options say so.
bool find_tabled_loops(Search& search, bool groups, const LoopNames& plain,
                       const LoopNames& grouped);

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
