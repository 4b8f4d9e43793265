// Solves the puzzles of some lines and writes what there is to say of them, in their order.
//
//     text ──scan_lines──▶ offsets ──search_lanes──▶ counts, solutions ──▶ verified ──▶ lines
//
// The puzzles are read where they lie in the text.  Of a puzzle with an unusual answer nothing is
// written; it leaves a gap, for the caller to fill in its own words:
//
//     file:1: unique⏎
//                         gap {at: 15, line: 2, offset: 82}
//     file:3: unique⏎
//
// So does a puzzle beside which a wrong solution is given, where the verdict is asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bitboard/lanes.hpp"
#include "bitboard/width.hpp"
#include "lines/scan.hpp"
#include "core/verify.hpp"
#include "core/watch.hpp"

namespace cpsudoku::lines {

enum class Wording {
  kVerdict,   // "SOURCE:LINE: unique", or "multiple: ONE and OTHER differ in CELLS"
  kSolution,  // the 81 digits of the solution, or of the first in the search of one puzzle
};

struct LineQuestion {
  Wording wording;
  std::string source;  // with kVerdict
  bitboard::Width width;
  LineForm form{};
};

struct Gap {
  std::size_t at;                     // where in the answer
  std::uint64_t line;                 // the number of the puzzle's line
  std::uint64_t offset;               // of the puzzle in the text
  std::uint64_t solution = kNowhere;  // of the one that is given
};

struct LineAnswers {
  std::string text;
  std::vector<Gap> gaps;
  std::uint64_t usual = 0;     // puzzles with one solution, or with kSolution a solution
  std::uint64_t multiple = 0;  // with kVerdict: puzzles with several, which are written too
  std::uint64_t none = 0;      // with kVerdict: without any, yet without a clash
};

// What one thread works in, kept for one text after the other.
struct LineSpace {
  explicit LineSpace(bitboard::Width width) : lanes(width) {}

  bitboard::LaneSpace lanes;
  std::vector<std::uint64_t> offsets{};
  std::vector<std::int64_t> counts{};
  std::vector<std::uint8_t> solutions{};  // digits, as numbers
};

// Answers the puzzles that a scan of the text has found.  Its first line has the number
// `first_line`.  Require: `groups` are the houses of the classic grid.  Throws std::logic_error where
// a solution is wrong.  Nothing of what it returns holds where the watch has expired.
LineAnswers answer_lines(const char* text, const LineScan& scan, std::uint64_t first_line,
                         const LineQuestion& question, const Groups& groups, Watch& watch,
                         LineSpace& space);

}  // namespace cpsudoku::lines
