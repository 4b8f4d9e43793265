// Finds a puzzle and the solution beside it in a line of a table, or in an object of a line
// (lines/objects.hpp).
//
//     7,53..7....6..1…79,534678912672195…179,1.2⏎            a row; the header said which fields
//     {"puzzle": "53..7....6..1…79", "solution": "5346…"}⏎   an object
//
// As everywhere in this room only lines that leave no doubt are known: fields of 81 cells,
// quotes around whole fields, JSON without escapes, and no rules or candidates beside the puzzle.
// All others are left to the readers of these notations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace cpsudoku::lines {

enum class Kind { kPuzzle, kNothing, kOther };

struct Found {
  const char* puzzle = nullptr;    // its 81 cells
  const char* solution = nullptr;  // 81 digits; null if none is given
  std::uint64_t names = 0;  // equal for objects whose members have the same names in the same order
};

struct Columns {
  char separator = ',';
  std::size_t puzzle = 0;
  std::optional<std::size_t> solution{};
};

// White space, or a comment whose first word is plain ASCII and does not begin like "rules:";
// anything else is of another kind.
Kind kind_of_nothing(const char* at, const char* end);

// What a line of a table is; `end` is where its text ends.
Kind read_row(const char* at, const char* end, const Columns& columns, Found& found);

}  // namespace cpsudoku::lines
