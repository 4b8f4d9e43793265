// A symmetry of the classic 9×9 grid.
//
// Two grids are the same up to symmetry if one becomes the other by transposing, permuting the
// bands, the stacks, the rows within a band and the columns within a stack, and renaming the
// digits: 2 · 6⁴ · 6⁴ = 3,359,232 movements of the cells times 9! names.
//
// Target cell (r, c) gets the digit `name[digit of source cell (row[r], column[c])]`, the source
// being transposed first if `transpose` is set.
#pragma once

#include <array>
#include <cstdint>

namespace cpsudoku::symmetry {

using Grid = std::array<std::uint8_t, 81>;  // digits 1 … 9, 0 for a blank

struct Transform {
  bool transpose = false;
  std::array<std::uint8_t, 9> row{};
  std::array<std::uint8_t, 9> column{};
  std::array<std::uint8_t, 10> name{};  // name[0] is 0

  bool operator==(const Transform&) const = default;

  std::uint8_t source(unsigned r, unsigned c) const {
    return static_cast<std::uint8_t>(transpose ? column[c] * 9 + row[r] : row[r] * 9 + column[c]);
  }

  Grid apply(const Grid& grid) const {
    Grid result{};
    for (unsigned r = 0; r < 9; ++r) {
      for (unsigned c = 0; c < 9; ++c) result[9 * r + c] = name[grid[source(r, c)]];
    }
    return result;
  }
};

}  // namespace cpsudoku::symmetry
