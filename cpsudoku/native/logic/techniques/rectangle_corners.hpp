// The corners of which unique and avoidable rectangles are made: two rows, two columns and two boxes.
#pragma once

#include "core/ordering.hpp"
#include "logic/search.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

// Corners 0 and 1 in one row, 2 and 3 in the other; 0 and 2 in one column.
using Corners = std::array<Cell, 4>;

// The corners of which a swap changes no group's digits; they depend only on the houses.
struct RectangleMemory {
  const Houses* houses = nullptr;
  std::vector<Corners> all;
  std::vector<std::vector<Corners>> from;  // of each cell, which is the first corner
};

inline bool keeps_groups(const Houses& houses, const Corners& corners) {
  for (const auto& group : houses.groups()) {
    int balance = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      if (group.set.has(corners[i])) balance += i == 0 || i == 3 ? 1 : -1;
    }
    if (balance != 0) return false;
  }
  return true;
}

// Whether all lines cross, and in different cells: those of overlapping grids may share some.
inline bool are_four(Corners corners) {
  sort_numbers(corners);
  return corners[0] >= 0 && std::adjacent_find(corners.begin(), corners.end()) == corners.end();
}

// Whether each corner could be either digit in the puzzle as given: else a swap is not another
// solution of it.
inline bool could_swap(const Position& position, const Corners& corners, Mask pair) {
  return all_of(corners, [&](Cell corner) { return position.could_be(corner, pair); });
}

inline void add_rectangles(const Houses& houses, std::vector<Corners>& all) {
  const auto& rows = houses.of(Kind::row);
  const auto& columns = houses.of(Kind::column);
  const auto crossing = [&](GroupId row, GroupId column) {
    return (houses[row].set & houses[column].set).first();
  };
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t s = r + 1; s < rows.size(); ++s) {
      for (std::size_t c = 0; c < columns.size(); ++c) {
        for (std::size_t d = c + 1; d < columns.size(); ++d) {
          const Corners corners{crossing(rows[r], columns[c]), crossing(rows[r], columns[d]),
                                crossing(rows[s], columns[c]), crossing(rows[s], columns[d])};
          if (are_four(corners) && keeps_groups(houses, corners)) all.push_back(corners);
        }
      }
    }
  }
}

// The corner beside the first one that is in its box (else in its row), then the one across from that.
inline std::pair<Cell, Cell> place_of(const Houses& houses, const Corners& corners) {
  const GroupId box = houses.group_of(corners[0], Kind::box);
  const bool below = box >= 0 && houses[box].set.has(corners[2]);
  return below ? std::pair{corners[2], corners[1]} : std::pair{corners[1], corners[2]};
}

inline const RectangleMemory& rectangles_of(Search& search) {
  auto& memory = search.memory.get<RectangleMemory>();
  const auto& houses = search.houses();
  if (memory.houses == &houses) return memory;
  memory.houses = &houses;
  memory.all.clear();
  add_rectangles(houses, memory.all);
  memory.from.assign(static_cast<std::size_t>(houses.cells()), {});
  for (const auto& [a, b, c, d] : memory.all) {
    for (const Corners& turned : {Corners{a, b, c, d}, {b, a, d, c}, {c, d, a, b}, {d, c, b, a}}) {
      memory.from[turned[0]].push_back(turned);
    }
  }
  for (auto& list : memory.from) {
    sort_by_rank(list, [&](const Corners& corners) {
      const auto [beside, across] = place_of(houses, corners);
      return Rank{beside, across};
    });
  }
  return memory;
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
