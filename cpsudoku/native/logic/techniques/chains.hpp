// Evidence of chains.
#pragma once

#include <initializer_list>
#include <span>

#include "logic/step.hpp"

namespace cpsudoku::logic {

// The proof that one of the two ends is true: cells a, b, c, d, … of one digit, of which a and b,
// c and d, … are the only places in the groups given, and b sees c, d the next one, …
inline Proof x_chain(Digit digit, std::initializer_list<Cell> cells,
                     std::initializer_list<GroupId> groups) {
  Proof proof;
  bool truth = false;
  auto group = groups.begin();
  for (const Cell cell : cells) {
    Assertion next{{Step::candidate(cell, digit)}, truth, Reason::assumed, {}, -1};
    if (!proof.empty()) {
      next.premises = {static_cast<int>(proof.size()) - 1};
      next.reason = truth ? Reason::house : Reason::peer;
      if (truth) next.number = *group++;
    }
    proof.push_back(next);
    truth = !truth;
  }
  return proof;
}

}  // namespace cpsudoku::logic
