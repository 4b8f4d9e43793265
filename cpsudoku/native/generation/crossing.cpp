#include "generation/crossing.hpp"

#include <algorithm>

#include "core/bits.hpp"

namespace cpsudoku::generation {

namespace {

using Triple = std::array<std::uint8_t, 3>;  // three digits, in a row or a column of a box
using Box = std::array<Triple, 3>;

// The triple with one of its digits, at `place`, replaced; in no particular order.
Triple exchanged(const Triple& triple, std::size_t place, std::uint8_t digit) {
  Triple found = triple;
  found[place] = digit;
  return found;
}

std::uint32_t set_of(const Triple& t) { return 1u << t[0] | 1u << t[1] | 1u << t[2]; }

Triple in_order(std::uint32_t set) {
  Triple found;
  for (auto& digit : found) {
    digit = static_cast<std::uint8_t>(std::countr_zero(set));
    set &= set - 1;
  }
  return found;
}

// Draws the two other boxes of a band (or stack) to the rows (or columns) of one box.
std::array<Box, 2> neighbours(const Box& lines, Randomness& chance) {
  const auto& [a, b, c] = lines;
  const std::uint64_t number = chance.below(56);
  Box second;
  if (number < 2) {
    second = number == 0 ? Box{b, c, a} : Box{c, a, b};
  } else {
    const std::uint64_t turn = (number - 2) / 27, places = (number - 2) % 27;
    const std::uint64_t i = places / 9, j = places / 3 % 3, k = places % 3;
    if (turn == 0) {
      second = {exchanged(b, j, c[k]), exchanged(c, k, a[i]), exchanged(a, i, b[j])};
    } else {
      second = {exchanged(c, k, b[j]), exchanged(a, i, c[k]), exchanged(b, j, a[i])};
    }
  }
  std::array<Box, 2> found;
  for (std::size_t line = 0; line < 3; ++line) {
    const std::uint32_t beside = set_of(second[line]);
    found[0][line] = in_order(beside);
    found[1][line] = in_order(0x3fe & ~beside & ~set_of(lines[line]));
  }
  for (auto& box : found) {
    for (auto& line : box) chance.shuffle(line);
  }
  return found;
}

// What is left to choose when band 1 and stack 1 are filled.
struct Choices {
  std::uint16_t needing[9][36] = {};
  std::uint8_t cells[9][16][4];

  // Sets the ways of a digit, whose columns in the stacks of boxes 2 and 3, and rows in the bands
  // of boxes 4 and 7, are taken.
  void set(std::size_t digit, const std::uint8_t columns[2], const std::uint8_t rows[2]) {
    static constexpr std::uint8_t kOthers[3][2] = {{1, 2}, {0, 2}, {0, 1}};
    const std::uint8_t* upper = kOthers[rows[0]];
    const std::uint8_t* lower = kOthers[rows[1]];
    const std::uint8_t* left = kOthers[columns[0]];
    const std::uint8_t* right = kOthers[columns[1]];
    for (std::uint32_t way = 0; way < 16; ++way) {
      const std::uint32_t u = way & 1, w = way >> 1 & 1, l = way >> 2 & 1, r = way >> 3;
      const std::uint8_t places[4] = {
          static_cast<std::uint8_t>(0 + 3 * upper[u] + left[l]),
          static_cast<std::uint8_t>(9 + 3 * upper[1 - u] + right[r]),
          static_cast<std::uint8_t>(18 + 3 * lower[w] + left[1 - l]),
          static_cast<std::uint8_t>(27 + 3 * lower[1 - w] + right[1 - r]),
      };
      for (std::size_t i = 0; i < 4; ++i) {
        cells[digit][way][i] = places[i];
        needing[digit][places[i]] |= static_cast<std::uint16_t>(1u << way);
      }
    }
  }
};

struct Level {
  std::uint16_t left[9];
  std::uint8_t digit, way;
};

// Chooses a way for each digit so that no two share a cell; false if that cannot be.
bool complete(const Choices& choices, Randomness& chance, std::uint8_t chosen[9]) {
  Level levels[10];
  std::fill_n(levels[0].left, 9, std::uint16_t{0xffff});
  std::uint32_t open = 0x1ff;  // digits without a way
  std::size_t depth = 0;
  while (depth < 9) {
    Level& level = levels[depth];
    int fewest = 17;
    for (const int digit : bits(open)) {
      const int count = bit_count(level.left[digit]);
      if (count < fewest) {
        fewest = count;
        level.digit = static_cast<std::uint8_t>(digit);
      }
    }
    if (fewest == 0) {
      if (depth == 0) return false;
      Level& parent = levels[--depth];
      open |= 1u << parent.digit;
      parent.left[parent.digit] ^= static_cast<std::uint16_t>(1u << parent.way);
      continue;
    }
    std::uint32_t bits = level.left[level.digit];
    if (fewest > 1) {
      for (auto n = chance.below(static_cast<std::uint64_t>(fewest)); n > 0; --n) bits &= bits - 1;
    }
    level.way = static_cast<std::uint8_t>(std::countr_zero(bits));
    chosen[level.digit] = level.way;
    open ^= 1u << level.digit;
    const std::uint8_t* cells = choices.cells[level.digit][level.way];
    Level& next = levels[++depth];
    for (std::size_t digit = 0; digit < 9; ++digit) {
      const std::uint16_t* needing = choices.needing[digit];
      next.left[digit] =
          static_cast<std::uint16_t>(level.left[digit] & ~(needing[cells[0]] | needing[cells[1]] |
                                                           needing[cells[2]] | needing[cells[3]]));
    }
  }
  return true;
}

constexpr auto kCell = [] {
  std::array<std::uint8_t, 36> found{};
  for (std::size_t i = 0; i < 36; ++i) {
    const std::size_t band = 1 + i / 18, stack = 1 + i / 9 % 2, row = i % 9 / 3, column = i % 3;
    found[i] = static_cast<std::uint8_t>(27 * band + 9 * row + 3 * stack + column);
  }
  return found;
}();

}  // namespace

ClassicGrid classic_grid(Randomness& chance) {
  for (;;) {
    std::array<std::uint8_t, 9> box{1, 2, 3, 4, 5, 6, 7, 8, 9};
    chance.shuffle(box);
    Box rows, columns;
    for (std::size_t i = 0; i < 9; ++i) rows[i / 3][i % 3] = columns[i % 3][i / 3] = box[i];
    const auto band = neighbours(rows, chance);
    const auto stack = neighbours(columns, chance);

    ClassicGrid grid;
    std::uint8_t taken_columns[9][2], taken_rows[9][2];
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        grid[9 * i + j] = rows[i][j];
        for (std::size_t other = 0; other < 2; ++other) {
          const std::uint8_t beside = band[other][i][j], below = stack[other][i][j];
          grid[9 * i + 3 * (other + 1) + j] = beside;
          taken_columns[beside - 1][other] = static_cast<std::uint8_t>(j);
          grid[27 * (other + 1) + 9 * j + i] = below;
          taken_rows[below - 1][other] = static_cast<std::uint8_t>(j);
        }
      }
    }
    Choices choices;
    for (std::size_t d = 0; d < 9; ++d) choices.set(d, taken_columns[d], taken_rows[d]);
    std::uint8_t chosen[9];
    if (!complete(choices, chance, chosen)) continue;
    for (std::size_t d = 0; d < 9; ++d) {
      for (const auto cell : choices.cells[d][chosen[d]]) {
        grid[kCell[cell]] = static_cast<std::uint8_t>(d + 1);
      }
    }
    return grid;
  }
}

}  // namespace cpsudoku::generation
