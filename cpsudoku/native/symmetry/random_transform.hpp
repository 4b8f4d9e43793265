// Random symmetries of the classic grid, each equally likely; symmetry/transformations.py draws the
// same from the same stream.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "core/randomness.hpp"
#include "symmetry/transform.hpp"

namespace cpsudoku::symmetry {

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
