#include "propagation/locked.hpp"

namespace cpsudoku::propagation {

Overlaps::Overlaps(int digits, std::size_t cells, const std::vector<std::vector<Cell>>& groups) {
  std::vector<char> in_house(cells), in_group(cells);
  for (const auto& house : groups) {
    if (house.size() != static_cast<std::size_t>(digits)) continue;
    for (const Cell cell : house) in_house[cell] = 1;
    for (const auto& group : groups) {
      std::vector<Cell> both, outside;
      for (const Cell cell : group) (in_house[cell] ? both : outside).push_back(cell);
      // One shared cell is a hidden single; where nothing is outside, nothing can go.
      if (both.size() < 2 || outside.empty()) continue;
      for (const Cell cell : group) in_group[cell] = 1;
      for (const Cell cell : house) {
        if (!in_group[cell]) rest_.items.push_back(cell);
      }
      rest_.close();
      for (const Cell cell : group) in_group[cell] = 0;
      shared_.add(both);
      others_.add(outside);
    }
    for (const Cell cell : house) in_house[cell] = 0;
  }
}

Mask Overlaps::locked(const CandidateGrid& position, std::size_t overlap) const {
  Mask shared = 0, rest = 0;
  for (const Cell cell : shared_[overlap]) shared |= position.candidates(cell);
  for (const Cell cell : rest_[overlap]) rest |= position.candidates(cell);
  return shared & ~rest;
}

bool Overlaps::eliminate(CandidateGrid& position) const {
  // Ends when every overlap was looked at since the last one that showed something.
  std::size_t quiet = 0;
  for (std::size_t i = 0; quiet < shared_.size(); i = (i + 1) % shared_.size(), ++quiet) {
    const Mask digits = locked(position, i);
    if (!digits) continue;
    for (const Cell cell : others_[i]) {
      if (const Mask gone = position.candidates(cell) & digits) {
        quiet = 0;
        if (!position.exclude(cell, gone)) return false;
      }
    }
  }
  return true;
}

}  // namespace cpsudoku::propagation
