// A symmetry of the classic 9×9 grid.
//
// Two grids are the same up to symmetry if one becomes the other by transposing, permuting the
// bands, the stacks, the rows within a band and the columns within a stack, and renaming the
// digits: 2 · 6⁴ · 6⁴ = 3,359,232 movements of the cells times 9! names.
//
// Target cell (r, c) gets the digit `name[digit of source cell (row[r], column[c])]`, the source
// being transposed first if `transpose` is set.
#pragma once

#include <numeric>

#include "core/randomness.hpp"

namespace cpsudoku::symmetry {

using Grid = std::array<std::uint8_t, 81>;  // digits 1 … 9, 0 for a blank

inline constexpr std::array<std::array<std::uint8_t, 3>, 6> kPermutations{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

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

// Random symmetries of the classic grid, each equally likely; symmetry/transformations.py draws the
// same from the same stream.
template <std::size_t kSize>
std::array<std::uint8_t, kSize> random_order(Randomness& chance) {
  std::array<std::uint8_t, kSize> order;
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  chance.shuffle(order);
  return order;
}

// Bands or stacks in some order, and the lines within each.
inline std::array<std::uint8_t, 9> random_lines(Randomness& chance) {
  std::array<std::uint8_t, 9> lines;
  std::size_t at = 0;
  for (const std::uint8_t block : random_order<3>(chance)) {
    for (const std::uint8_t line : random_order<3>(chance)) {
      lines[at++] = static_cast<std::uint8_t>(3 * block + line);
    }
  }
  return lines;
}

inline Transform random_transform(Randomness& chance) {
  Transform made;
  made.transpose = chance.below(2) == 1;
  made.row = random_lines(chance);
  made.column = random_lines(chance);
  const auto names = random_order<9>(chance);
  for (std::size_t digit = 0; digit < 9; ++digit) {
    made.name[digit + 1] = static_cast<std::uint8_t>(names[digit] + 1);
  }
  return made;
}

}  // namespace cpsudoku::symmetry
