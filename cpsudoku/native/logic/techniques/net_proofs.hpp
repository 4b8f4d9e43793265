// From the waves of a net to steps: each node with what it follows from, as the lines of a proof.
#pragma once

#include "logic/techniques/hints.hpp"
#include "logic/techniques/waves.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

// The wave of one supposition of a net, and the nodes that it comes to: a node and its opposite, or what
// all cases agree on.
struct NetCase {
  const Course& wave;
  std::vector<int> ends;
};

// Keeps the step of the hint that was found last, with a proof for each case.
void add_net_step(const Search& search, const NetSets& net, const std::vector<NetCase>& cases,
                  Hints& found);

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
