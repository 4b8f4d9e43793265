// Evidence of ways through a graph of candidates.
#pragma once

#include "logic/techniques/links.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

// The house in which two candidates of one digit are the only places; −1 where there is none.
inline GroupId house_of_pair(const Position& position, const Candidate& a, const Candidate& b) {
  for (const auto& m : position.houses().groups_of(a.cell)) {
    const auto& group = position.houses()[m.group];
    if (group.exact && group.set.has(b.cell) && count(position.places(m.group, a.digit)) == 2) {
      return m.group;
    }
  }
  return -1;
}

// A line that follows from the one before it.
inline Assertion linked(const Position& position, const Numbering& numbering, int from, int to,
                 int premise) {
  const Candidate a = numbering[candidate_of(from)], b = numbering[candidate_of(to)];
  Assertion line{{b}, is_true(to), Reason::peer, {premise}, -1};
  if (!is_true(to)) return line;
  line.reason = a.cell == b.cell ? Reason::cell : Reason::house;
  if (line.reason == Reason::house) line.number = house_of_pair(position, a, b);
  return line;
}

// The proof that supposes the first node of a way and comes to the last.
inline Proof proof_of(const Position& position, const Numbering& numbering,
               const std::vector<int>& way) {
  Proof proof{{{numbering[candidate_of(way[0])]}, is_true(way[0]), Reason::assumed, {}, -1}};
  for (std::size_t i = 1; i < way.size(); ++i) {
    proof.push_back(linked(position, numbering, way[i - 1], way[i], static_cast<int>(i) - 1));
  }
  return proof;
}

}  // namespace cpsudoku::logic
