// Lines of proofs as several techniques write them.
#pragma once

#include "logic/houses.hpp"
#include "logic/step.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

// Adds what follows from the last line; the first one is supposed.
inline void add_line(Proof& proof, std::vector<Candidate> candidates, bool truth, Reason reason,
                     int number = -1) {
  if (proof.empty()) {
    proof.push_back({std::move(candidates), truth});
  } else {
    const int last = static_cast<int>(proof.size()) - 1;
    proof.push_back({std::move(candidates), truth, reason, {last}, number});
  }
}

// Whether a candidate is false where one of these is true.
inline bool excludes(const Houses& houses, const std::vector<Candidate>& some,
                     const Candidate& gone) {
  return all_of(some, [&](const Candidate& c) {
    if (c.cell == gone.cell) return c.digit != gone.digit;
    return c.digit == gone.digit && houses.see(c.cell, gone.cell);
  });
}

// Adds for each of these why it is false: the first true line that excludes it.
inline void exclude_all(const Houses& houses, Proof& proof, const std::vector<Candidate>& gone) {
  for (const auto& candidate : gone) {
    for (std::size_t i = 0; i < proof.size(); ++i) {
      if (!proof[i].truth || !excludes(houses, proof[i].candidates, candidate)) continue;
      proof.push_back({{candidate}, false, Reason::peer, {static_cast<int>(i)}, -1});
      break;
    }
  }
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
