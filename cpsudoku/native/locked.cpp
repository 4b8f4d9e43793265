#include "locked.hpp"

#include <algorithm>

namespace cpsudoku::backtrack {

Overlaps::Overlaps(int digits, std::size_t cells, const std::vector<std::vector<Cell>>& groups) {
  std::vector<std::vector<Cell>> rest, shared, others;
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
      std::vector<Cell> left;
      for (const Cell cell : house) {
        if (!in_group[cell]) left.push_back(cell);
      }
      for (const Cell cell : group) in_group[cell] = 0;
      rest.push_back(std::move(left));
      shared.push_back(std::move(both));
      others.push_back(std::move(outside));
    }
    for (const Cell cell : house) in_house[cell] = 0;
  }
  rest_ = Lists(rest);
  shared_ = Lists(shared);
  others_ = Lists(others);
}

void Overlaps::eliminate(std::span<Mask> masks, std::vector<Loss>& losses) const {
  for (std::size_t i = 0; i < shared_.size(); ++i) {
    Mask locked = 0;
    for (const Cell cell : shared_[i]) locked |= masks[cell];
    for (const Cell cell : rest_[i]) locked &= ~masks[cell];
    if (!locked) continue;
    for (const Cell cell : others_[i]) {
      if (const Mask gone = masks[cell] & locked) {
        masks[cell] ^= gone;
        losses.emplace_back(cell, gone);
      }
    }
  }
}

bool reduce(const Layout& layout, const Overlaps& overlaps, std::vector<Mask>& masks,
            std::vector<Loss>& losses) {
  std::size_t known;
  do {
    Position position(layout, Singles::hidden, masks);
    if (!position.start()) return false;
    std::ranges::copy(position.all_candidates(), masks.begin());
    known = losses.size();
    overlaps.eliminate(masks, losses);
  } while (losses.size() > known);
  return true;
}

}  // namespace cpsudoku::backtrack
