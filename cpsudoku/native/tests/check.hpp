// What the tests of the cores share: a check that cannot be compiled away, rules, contract puzzles.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/watch.hpp"

// Stop the test with the place and the condition that does not hold.
#define CHECK(condition)                                                           \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::cerr << __FILE__ << ":" << __LINE__ << ": not so: " #condition << '\n'; \
      std::exit(1);                                                                \
    }                                                                              \
  } while (false)

namespace cpsudoku::testing {

using Groups = std::vector<std::vector<std::uint32_t>>;

// Rows and columns.
inline Groups latin(std::uint32_t size) {
  Groups groups;
  for (std::uint32_t i = 0; i < size; ++i) {
    std::vector<std::uint32_t> row, column;
    for (std::uint32_t j = 0; j < size; ++j) {
      row.push_back(i * size + j);
      column.push_back(j * size + i);
    }
    groups.push_back(row);
    groups.push_back(column);
  }
  return groups;
}

// Rows, columns and boxes of a height and width.
inline Groups sudoku(std::uint32_t height, std::uint32_t width) {
  const std::uint32_t size = height * width;
  Groups groups = latin(size);
  for (std::uint32_t top = 0; top < size; top += height) {
    for (std::uint32_t left = 0; left < size; left += width) {
      std::vector<std::uint32_t> box;
      for (std::uint32_t i = 0; i < size; ++i) {
        box.push_back((top + i / width) * size + left + i % width);
      }
      groups.push_back(box);
    }
  }
  return groups;
}

// The exact cover of a board: each cell has a digit, and each group each digit.
template <class ExactCover>
ExactCover cover(int size, const Groups& groups) {
  const int cells = size * size;
  ExactCover problem(cells + static_cast<int>(groups.size()) * size, 0);
  for (int option = 0; option < cells * size; ++option) {
    const int cell = option / size, digit = option % size;
    std::vector<typename ExactCover::Entry> entries{{cell, 0}};
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (std::count(groups[g].begin(), groups[g].end(), cell) != 0) {
        entries.push_back({cells + static_cast<int>(g) * size + digit, 0});
      }
    }
    problem.add(entries);
  }
  return problem;
}

// Whether 81 digits obey the classic rules.
inline bool is_final(const std::uint8_t* grid) {
  static const Groups groups = sudoku(3, 3);
  return std::all_of(groups.begin(), groups.end(), [grid](const auto& group) {
    unsigned seen = 0;
    for (const auto cell : group) seen |= grid[cell] <= 9 ? 1u << grid[cell] : 0;
    return seen == 0x1ffu << 1;
  });
}

// Whether something throws std::invalid_argument.
template <class Work>
bool refuses(const Work& work) {
  try {
    work();
  } catch (const std::invalid_argument&) { return true; }
  return false;
}

// How many solutions a search still finds.
template <class Search>
std::uint64_t count(Search& search) {
  Watch watch;
  std::uint64_t found = 0;
  while (search.next(watch) == Status::solution) ++found;
  return found;
}

// A puzzle of 81 digits (0 for a blank), how many solutions it has, and its solution if it has one.
struct Contract {
  std::string text;
  std::vector<std::uint8_t> digits;
  std::uint64_t count;
  std::string solution;
};

// The classic puzzles of a file of `puzzle:count:solution` lines.
// ensure: not empty; a file that cannot be read fails the test.
inline std::vector<Contract> contract(const std::string& path) {
  std::ifstream file(path);
  CHECK(file.good());
  std::vector<Contract> puzzles;
  bool classic = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("# rules:")) classic = line == "# rules: 9";
    const auto colon = line.find(':');
    if (!classic || colon != 81 || line[0] == '#') continue;
    const auto second = line.find(':', colon + 1);
    CHECK(second != std::string::npos);
    Contract puzzle{line.substr(0, colon), {}, std::stoull(line.substr(colon + 1)), ""};
    puzzle.solution = line.substr(second + 1, 81);
    for (const char c : puzzle.text) {
      puzzle.digits.push_back(c > '0' && c <= '9' ? static_cast<std::uint8_t>(c - '0') : 0);
    }
    puzzles.push_back(puzzle);
  }
  CHECK(!puzzles.empty());
  return puzzles;
}

// The candidates of 81 digits: bit d − 1 for digit d, all nine in a blank cell.
template <class Mask = std::uint64_t>
std::array<Mask, 81> masks_of(const std::uint8_t* digits) {
  std::array<Mask, 81> masks;
  std::transform(digits, digits + 81, masks.begin(), [](std::uint8_t digit) {
    return static_cast<Mask>(digit ? 1u << (digit - 1) : 0x1ff);
  });
  return masks;
}

}  // namespace cpsudoku::testing
